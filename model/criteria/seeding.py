"""The criterion of the seeding method inside a score group (rules: section 6)."""

from __future__ import annotations

import numpy as np

from .field import Field, Ints


def seeding(field: Field, i: Ints, j: Ints) -> Ints:
    """0 to 100 for two players of one score group, 0 for others: the square of how far the pair is off the method.

    With places p, q from 0 in a group of n: slide wants |p - q| = n/2, fold p + q = n - 1, adjacent |p - q| = 1 (and
    the first of the two in an even place), random a lottery number.
    """
    p, q, n = field.place[i], field.place[j], field.size[i]
    if field.seeding == "random":
        off = field.lots(i, j, 32) * 101 >> 32
    elif field.seeding == "slide":
        off = _square(2 * np.abs(p - q) - n, n)
    elif field.seeding == "fold":
        off = _square(p + q - (n - 1), n)
    else:
        off = _square(2 * (np.abs(p - q) - 1) + np.minimum(p, q) % 2, 2 * n)
    return np.where(field.score[i] == field.score[j], off, 0)


def _square(x: Ints, most: Ints) -> Ints:
    """100 (x/most)², rounded up to a whole number so that any deviation counts."""
    return -(-100 * x * x // (most * most))
