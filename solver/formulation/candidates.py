"""A few pairs of many: the cheapest of every vertex, some at random, and lists of pairs put together."""

from __future__ import annotations

import numpy as np

from .arrays import NOTHING, Ints, Numbers
from .duals import Part


def cheapest(part: Part, most: int, at_random: int, rng: np.random.Generator) -> tuple[Ints, Ints, Ints]:
    """The cheapest pairs of each row and column of a block, and inside a group some `at_random` for each."""
    inside = part.block is not None and part.block[0] == part.block[1]
    assert part.real is not None
    real = part.real | part.real.T if inside else part.real
    noisy = part.cost + rng.random(part.cost.shape)
    noisy[~real] = np.inf
    keep = np.zeros(noisy.shape, dtype=bool)
    for axis, size in enumerate(noisy.shape):
        depth = min(most, size)
        order = np.argpartition(noisy, depth - 1, axis=axis).take(range(depth), axis=axis)
        np.put_along_axis(keep, order, True, axis=axis)
    if inside:
        keep |= rng.random(keep.shape) < at_random / max(len(keep), 5)
        keep |= keep.T
    return part.select(keep & part.real)


def merge(chosen: list[tuple[Ints, Ints, Ints]]) -> tuple[Ints, Ints, Ints]:
    """Several flat lists of pairs as one."""
    if not chosen:
        return NOTHING, NOTHING, NOTHING
    a, b, cost = (np.concatenate(column) for column in zip(*chosen, strict=True))
    return a, b, cost


def few_each(a: Ints, b: Ints, value: Numbers, few: int) -> Ints:
    """Positions of the least values, at most half a few for every a and for every b."""
    keep: list[Ints] = []
    for end in (a, b):
        order = np.lexsort((value, end))
        sorted_end = end[order]
        rank = np.arange(len(order)) - np.searchsorted(sorted_end, sorted_end)
        keep.append(order[rank < few // 2])
    return np.unique(np.concatenate(keep))
