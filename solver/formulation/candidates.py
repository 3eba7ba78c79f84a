"""Selecting candidate pairs: the cheapest of each vertex, some at random."""

from __future__ import annotations

import numpy as np

from .arrays import EMPTY, Ints, Numbers
from .duals import PairBlock


def cheapest(block: PairBlock, per_vertex: int, at_random: int, rng: np.random.Generator) -> tuple[Ints, Ints, Ints]:
    """The `per_vertex` cheapest pairs of each row and column of a block; inside a group `at_random` more for each."""
    inside = block.groups is not None and block.groups[0] == block.groups[1]
    assert block.allowed is not None
    allowed = block.allowed | block.allowed.T if inside else block.allowed
    noisy = block.cost + rng.random(block.cost.shape)
    noisy[~allowed] = np.inf
    keep = np.zeros(noisy.shape, dtype=bool)
    for axis, size in enumerate(noisy.shape):
        depth = min(per_vertex, size)
        order = np.argpartition(noisy, depth - 1, axis=axis).take(range(depth), axis=axis)
        np.put_along_axis(keep, order, True, axis=axis)
    if inside:
        keep |= rng.random(keep.shape) < at_random / max(len(keep), 5)
        keep |= keep.T
    return block.select(keep & block.allowed)


def concatenated(chosen: list[tuple[Ints, Ints, Ints]]) -> tuple[Ints, Ints, Ints]:
    """Several lists of pairs (a, b, cost) as one."""
    if not chosen:
        return EMPTY, EMPTY, EMPTY
    a, b, cost = (np.concatenate(column) for column in zip(*chosen, strict=True))
    return a, b, cost


def least_per_vertex(a: Ints, b: Ints, value: Numbers, count: int) -> Ints:
    """Ascending positions of the pairs of least value: `count` // 2 for each vertex as a, and as many as b."""
    keep: list[Ints] = []
    for end in (a, b):
        order = np.lexsort((value, end))
        sorted_end = end[order]
        rank = np.arange(len(order)) - np.searchsorted(sorted_end, sorted_end)
        keep.append(order[rank < count // 2])
    return np.unique(np.concatenate(keep))
