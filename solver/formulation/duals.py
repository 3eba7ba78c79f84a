"""The dual values of a tier's rows and the reduced costs of pairs, and the selection of candidate pairs by them.

Floats in the relaxation, whole numbers in a proof.

Rows belong to vertices, odd sets, side rows and earlier tiers. The reduced cost of a pair is its cost less the sum of
dual × coefficient over the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from .side_rows import SideRows
from .vertices import EMPTY, Ints, Mask, Numbers, Pairs, Singles


@dataclass(frozen=True, slots=True, eq=False)
class PairBlock:
    """Some pairs with their costs in the tier, as arrays that broadcast: n × 1 and 1 × m for a block, or flat lists.

    `allowed` marks the pairs that exist (None: all). `groups` are the score groups of the rows (n × 1) and of the
    columns (1 × m) of a block, None for a list. `levels` has the costs of the same pairs in each earlier tier
    with a gap.
    """

    a: Ints
    b: Ints
    cost: Ints
    allowed: Mask | None = None
    groups: tuple[Ints, Ints] | None = None
    levels: Sequence[Ints] = ()

    def select(self, mask: Mask) -> Pairs:
        """The pairs where the mask is true."""
        a, b = (np.broadcast_to(end, self.cost.shape)[mask] for end in (self.a, self.b))
        return Pairs(a, b, self.cost[mask].astype(np.int64))


class Bounded(Protocol):
    """Duals `y` of vertices, and bounds of what all others add up to."""

    y: Numbers

    def upper_bounds(self) -> Numbers:
        """For each two score groups (group × group), an upper bound of the duals of sets and side rows for any pair."""


@dataclass(slots=True, eq=False)
class Duals:
    """Duals `y` of vertices, `w` of odd sets, `rows` of side rows, `levels` of the cost rows of earlier tiers.

    The row of an odd set S is x(δ(S)) ≥ 1, so its dual counts for the pairs across its border. Sets with a nonzero dual
    are `priced_sets`. For speed they are split: `group_duals` (group × group) adds up those made of whole score groups;
    `split_sets` are the others, or their complements where these are smaller, each with its dual and the groups that it
    touches; `split_bound` (group × group) bounds the sum of their duals from above. `ends` are the duals of vertices
    plus those of the split sets around them: a pair pays them at both ends, and gets back twice those of the sets that
    it is inside.
    """

    side_rows: SideRows
    sets: Sequence[Mask]
    y: Numbers
    w: Numbers
    rows: Numbers
    levels: Numbers
    priced_sets: list[tuple[Mask, Any]] = field(init=False)
    group_duals: Numbers = field(init=False)
    split_bound: Numbers = field(init=False)
    split_sets: list[tuple[Mask, Any, Mask]] = field(init=False)
    ends: Numbers = field(init=False)

    def __post_init__(self) -> None:
        vertices = self.side_rows.vertices
        count, players = len(vertices.groups), len(vertices.who)
        first = np.array([g[0] for g in vertices.groups], dtype=np.int64)
        self.group_duals = np.zeros((count, count), dtype=self.y.dtype)
        self.split_bound = np.zeros((count, count), dtype=self.y.dtype)
        self.split_sets = []
        self.ends = self.y.copy()
        self.priced_sets = [(self.sets[k], self.w[k]) for k in np.flatnonzero(self.w).tolist()]
        for mask, dual in self.priced_sets:
            inside = np.add.reduceat(mask[:players], first, dtype=np.int64)
            whole = inside == np.array([len(g) for g in vertices.groups])
            if np.all(whole | (inside == 0)):
                self.group_duals += dual * (whole[:, None] ^ whole[None, :])
            else:
                touched = inside > 0
                self.split_bound += max(dual, 0) * (touched[:, None] | touched[None, :])
                if 2 * mask.sum() > len(mask):
                    mask, touched = ~mask, ~whole
                self.split_sets.append((mask, dual, touched))
                self.ends[mask] += dual

    def upper_bounds(self) -> Numbers:
        """For each two score groups (group × group), an upper bound of the duals of sets and side rows for any pair."""
        return np.asarray(self.group_duals + self.split_bound + self.side_rows.max_dual_sum(self.rows))

    def reduced_costs(self, block: PairBlock, scale: int = 1) -> Numbers:
        """scale·cost less the sum of dual × coefficient, for each pair of a block (in its shape)."""
        ends = self.ends if block.groups is not None else self.y
        reduced: Numbers = np.multiply(block.cost, scale, dtype=self.y.dtype)
        reduced -= ends[block.a]
        reduced -= ends[block.b]
        if block.groups is not None:
            g, h = (np.unique(groups) for groups in block.groups)
            if self.group_duals[np.ix_(g, h)].any():
                at = (g, h) if len(g) == len(h) == 1 else block.groups
                reduced -= self.group_duals[at]
            for mask, dual, touched in self.split_sets:
                if touched[g].any() and touched[h].any():
                    inside = np.ix_(np.flatnonzero(mask[block.a[:, 0]]), np.flatnonzero(mask[block.b[0]]))
                    reduced[inside] += 2 * dual
        else:
            for mask, dual in self.priced_sets:
                reduced -= dual * (mask[block.a] ^ mask[block.b])
        if self.rows.any():
            reduced -= self.side_rows.dual_sum(block.a, block.b, self.rows)
        for coefficient, dual in zip(block.levels, self.levels, strict=True):
            if dual:
                reduced -= coefficient * dual
        return reduced


#: Of values by which pairs are chosen: end, level and position of each pair are sorted as one number.
LEVELS = 2**19
INFINITE = np.float32(np.inf)


def cheapest(block: PairBlock, per_vertex: Sequence[int], at_random: int, rng: np.random.Generator) -> Pairs:
    """The `per_vertex[d]` cheapest pairs of each row and column with groups d apart, `at_random` more inside one."""
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
