"""Minimum-cost perfect matchings with duals, by `_blossom.cpp`; of their odd sets any two are nested or disjoint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..formulation.duals import PairBlock
from ..formulation.side_rows import SideRows
from ..formulation.vertices import Ints, Mask

try:
    from . import _blossom  # type: ignore[attr-defined]
except ImportError:  # no compiler was there at the installation
    _blossom = None

#: Parts of a cost.
PARTS = 8
#: Of the duals of each part.
LARGEST = 2**60


@dataclass(frozen=True, slots=True, eq=False)
class Matching:
    """A matching and its duals, all of them twice as great as those of the costs.

    `partner` of each vertex, -1 for none; `y` (n × parts) and `w` (sets × parts), lexicographic in the parts.
    `sets` are odd sets of vertices, any two nested or disjoint.
    """

    partner: Ints
    y: Ints
    sets: list[Ints]
    w: Ints


def available() -> bool:
    """Whether the compiled code is there."""
    return _blossom is not None


def nothing(size: int, parts: int) -> Matching:
    """No pairs, and duals of 0, from which a matching can start."""
    none = np.zeros((0, parts), dtype=np.int64)
    return Matching(np.full(size, -1, dtype=np.int64), np.zeros((size, parts), dtype=np.int64), [], none)


def as_mask(members: Ints, size: int, odd: bool) -> Mask:
    """A set as flags; of one with the bye, the last vertex of an odd field, the complement: the border is the same."""
    mask = np.zeros(size, dtype=bool)
    mask[members] = True
    return ~mask if odd and mask[-1] else mask


def cheapest_matching(
    size: int, a: Ints, b: Ints, cost: Ints, unmatched_cost: int, before: Matching, whole: bool = True
) -> Matching:
    """The cheapest matching of pairs a, b of such costs (pairs × parts); `unmatched_cost` is in the first part.

    `before` is a warm start: any matching, or only duals. Not `whole`: pairs may count by half, there are no sets,
    and the vertices of an odd cycle of such pairs have no partner.
    """
    y, partner = before.y.copy(), before.partner.copy()
    arrays = [np.ascontiguousarray(part, dtype=np.int64) for part in (a, b, cost)]
    members, bounds, duals = _blossom.match(size, whole, y.shape[1], unmatched_cost, *arrays, y, partner)
    every = np.frombuffer(members, dtype=np.int32).astype(np.int64)  # nested sets are parts of one list
    sets = [every[begin:end] for begin, end in np.frombuffer(bounds, dtype=np.int32).reshape(-1, 2).tolist()]
    return Matching(partner, y, sets, np.frombuffer(duals, dtype=np.int64).reshape(-1, y.shape[1]))


class Laminar:
    """A forest of sets, each inside the smallest one around it; `smallest` has the number of each vertex's."""

    def __init__(self, size: int, sets: Sequence[Ints]) -> None:
        none = len(sets)  # stands for "no set"
        self._parent = np.full(none + 1, none, dtype=np.int64)
        self.smallest = np.full(size, none, dtype=np.int64)  # their number: no set
        order = np.argsort([-len(members) for members in sets], kind="stable")
        depth = np.zeros(none + 1, dtype=np.int64)
        for k in order.tolist():
            self._parent[k] = self.smallest[sets[k][0]]
            depth[k] = depth[self._parent[k]] + 1
            self.smallest[sets[k]] = k
        self._order, self._depth = order, depth
        self._commons: Ints | None = None
        self._above = [self._parent]  # 1, 2, 4 … steps up
        while len(self._above) < int(depth.max(initial=0)).bit_length():
            self._above.append(self._above[-1][self._above[-1]])

    def across(self, dual: Ints, a: Ints, b: Ints) -> Ints:
        """For each pair a, b the sum of the duals of all sets that have one of the two inside."""
        total = np.zeros(len(self._parent), dtype=np.int64)  # of a set and all around it
        for k in self._order.tolist():
            total[k] = total[self._parent[k]] + dual[k]
        one, other = self.smallest[a], self.smallest[b]
        few = len(total) ** 2 < a.size
        return np.asarray(total[one] + total[other] - 2 * total[(self._table if few else self._common)(one, other)])

    def _table(self, one: Ints, other: Ints) -> Ints:
        """The smallest set around both of two sets, looked up; for many pairs."""
        if self._commons is None:
            every = np.arange(len(self._parent))
            self._commons = self._common(*np.meshgrid(every, every, indexing="ij"))
        return self._commons[one, other]

    def _common(self, one: Ints, other: Ints) -> Ints:
        """The smallest set around both of two sets."""
        one, other = np.where(self._depth[one] >= self._depth[other], (one, other), (other, one))
        further = self._depth[one] - self._depth[other]
        for k, above in enumerate(self._above):
            one = np.where(further >> k & 1, above[one], one)
        for above in reversed(self._above):
            apart = above[one] != above[other]
            one, other = np.where(apart, above[one], one), np.where(apart, above[other], other)
        return np.where(one == other, one, self._parent[one])


class SetDuals:
    """Duals of vertices, laminar sets and side rows, for blocks of pairs: vertices in the same sets are of one kind."""

    def __init__(self, rows: SideRows, y: Ints, sets: Sequence[Ints], w: Ints, of_rows: Ints) -> None:
        vertices = rows.vertices
        self.y, self._rows, self._of_rows = y, rows, of_rows
        forest = Laminar(len(vertices), sets)
        _, sample, self._kind = np.unique(forest.smallest, return_index=True, return_inverse=True)
        one, other = np.meshgrid(sample, sample, indexing="ij")
        self._across = forest.across(w, one, other)
        kinds = [np.unique(self._kind[group]) for group in vertices.groups]
        most = np.array([self._across[own].max(axis=0) for own in kinds]).reshape(len(kinds), len(sample))
        self._most = np.array([most[:, own].max(axis=1) for own in kinds]).reshape(len(kinds), len(kinds)).T

    def upper_bounds(self) -> Ints:
        """For each two score groups (group × group), an upper bound of the duals of sets and rows for any pair."""
        return np.asarray(self._most + self._rows.max_dual_sum(self._of_rows))

    def reduced_costs(self, block: PairBlock, scale: int) -> Ints:
        """scale·cost less the duals of its vertices, rows and of the sets that it crosses, for each pair of a block."""
        reduced: Ints = np.multiply(block.cost, scale, dtype=np.int64)
        reduced -= self.y[block.a]
        reduced -= self.y[block.b]
        if len(self._across) > 1:
            one, other = self._kind[block.a], self._kind[block.b]
            if block.groups is None:
                reduced -= self._across[one, other]
            else:
                reduced -= self._across[one.ravel()].take(other.ravel(), axis=1)
        if self._of_rows.any():
            reduced -= self._rows.dual_sum(block.a, block.b, self._of_rows)
        return reduced
