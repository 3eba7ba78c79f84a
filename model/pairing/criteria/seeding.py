"""The criterion of the seeding method inside a score group (rules: section 6)."""

from __future__ import annotations

import numpy as np

from .field import Field, Ints, brief, nothing


def seeding(field: Field, i: Ints, j: Ints) -> Ints:
    """0 to 100 for two players of one score group, 0 for others: the squared deviation from the seeding method.

    With places p, q from 0 in a group of n, the deviation is 0 where: slide |p - q| = n/2; fold p + q = n - 1; adjacent
    |p - q| = 1 and the smaller of p, q is even. For random it is a lottery number.
    """
    same = brief(field.score[i]) == brief(field.score[j])
    if not same.any():
        return nothing(i, j)
    if field.seeding == "random":
        off = field.lots(i, j, 32) * 101 >> 32
    else:
        off = off_the_method(field.seeding, field.place[i], field.place[j], brief(field.size[i]))
    return off if same.all() else np.where(same, off, 0)


def off_the_method(method: str, p: Ints, q: Ints, n: Ints) -> Ints:
    """The squared deviation (0 to 100) of places p and q (from 0) in groups of n from a method other than random.

    In a block of one group it is looked up by the difference or the sum of the places.
    """
    if method == "adjacent":
        return _square(2 * (np.abs(p - q) - 1) + np.minimum(p, q) % 2, 2 * n)
    at = np.asarray(np.abs(p - q) if method == "slide" else p + q)
    of = np.arange(at.max(initial=0) + 1) if n.shape == (1, 1) else at
    off = _square(2 * of - n if method == "slide" else of - (n - 1), n)
    return off if of is at else off[0, at]


def places_wanted(method: str, place: int, size: int) -> list[int]:
    """The opponents' places (from 1) in a group with the least deviation from a method other than random."""
    others = [other for other in range(1, size + 1) if other != place]
    p, q = np.array([place - 1]), np.array(others, dtype=np.int64) - 1
    off = off_the_method(method, p, q, np.array([size]))
    return [other for other, value in zip(others, off.tolist(), strict=True) if value == off.min()]


def _square(x: Ints, most: Ints) -> Ints:
    """100 (x/most)², rounded up to a whole number so that any deviation counts."""
    return -(-100 * x * x // (most * most))
