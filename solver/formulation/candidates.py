"""Selecting candidate pairs: the cheapest of each vertex, some at random."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .arrays import EMPTY, Ints, Mask, Numbers, Singles
from .duals import PairBlock

#: Of values by which pairs are chosen: end, level and position of each pair are sorted as one number.
LEVELS = 2**19
INFINITE = np.float32(np.inf)


def cheapest(
    block: PairBlock, per_vertex: Sequence[int], at_random: int, rng: np.random.Generator
) -> tuple[Ints, Ints, Ints]:
    """The cheapest pairs of each row and column of a block: `per_vertex[d]` of those whose groups are d apart.

    Inside a group `at_random` more for each.
    """
    assert block.allowed is not None
    assert block.groups is not None
    g, h = block.groups
    square = np.array_equal(block.a.ravel(), block.b.ravel())  # all pairs inside a stretch, each once
    allowed = block.allowed | block.allowed.T if square else block.allowed
    above = np.where(allowed, (block.cost - block.cost.min()).astype(np.float32), INFINITE)
    keep = np.zeros(above.shape, dtype=bool)
    for apart, count in enumerate(per_vertex):
        rows = (g[:, 0] + apart >= h[0, 0]) & (g[:, 0] + apart <= h[0, -1])
        columns = (h[0] - apart >= g[0, 0]) & (h[0] - apart <= g[-1, 0])
        if rows.any() and columns.any():
            at = np.ix_(rows, columns)
            keep[at] |= least_of_lines(np.where(h[:, columns] - g[rows] == apart, above[at], INFINITE), count, rng)
    if square:
        sizes = np.maximum(np.bincount(g.ravel()), 5)[g]
        keep |= (g == h) & (rng.random(keep.shape) < at_random / sizes)
        keep |= keep.T
    return block.select(keep & block.allowed)


def least_of_lines(cost: Singles, count: int, rng: np.random.Generator) -> Mask:
    """The `count` least finite costs, whole numbers, of each row and of each column, as flags; equals at random."""
    noisy, found = cost + rng.random(cost.shape, dtype=np.float32), np.zeros(cost.shape, dtype=bool)
    for axis, size in enumerate(cost.shape):
        depth = min(count, size) - 1
        found |= noisy <= np.partition(noisy, depth, axis=axis).take([depth], axis=axis)
    return found & np.isfinite(cost)


def concatenated(chosen: list[tuple[Ints, Ints, Ints]]) -> tuple[Ints, Ints, Ints]:
    """Several lists of pairs (a, b, cost) as one."""
    if not chosen:
        return EMPTY, EMPTY, EMPTY
    a, b, cost = (np.concatenate(column) for column in zip(*chosen, strict=True))
    return a, b, cost


def least_per_vertex(a: Ints, b: Ints, value: Numbers, count: int) -> Ints:
    """Ascending positions of the pairs of least value: `count` // 2 for each vertex as a, and as many as b.

    Values that differ by less than their range over `LEVELS` may count as equal: then the first pairs are taken.
    """
    if not len(a):
        return EMPTY
    low, position = value.min(), np.arange(len(a))
    level = ((value - low) * ((LEVELS - 1) / max(value.max() - low, 1e-9))).astype(np.int64)
    keep: list[Ints] = []
    for end in (a, b):
        key = (end * LEVELS + level) * len(a) + position
        key.sort()
        first = np.flatnonzero(np.diff(key // (LEVELS * len(a)), prepend=-1))
        rank = position - np.repeat(first, np.diff(first, append=len(a)))
        keep.append(key[rank < count // 2] % len(a))
    return np.unique(np.concatenate(keep))
