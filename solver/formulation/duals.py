"""The prices of a tier's rows: of vertices, odd sets, side rows and earlier tiers; floats in the search, whole numbers
in a proof. The reduced cost of a pair is what it costs above what its rows pay for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .arrays import Ints, Mask, Numbers
from .rows import Rows


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Pairs with their costs, arrays that broadcast; `block` are the two groups when it is part of a block."""

    a: Ints
    b: Ints
    cost: Ints
    real: Mask | None = None
    block: tuple[int, int] | None = None
    levels: Sequence[Ints] = ()

    def select(self, mask: Mask) -> tuple[Ints, Ints, Ints]:
        """The pairs where the mask holds, flat: a, b and cost."""
        shape = self.cost.shape
        return np.broadcast_to(self.a, shape)[mask], np.broadcast_to(self.b, shape)[mask], self.cost[mask]


@dataclass(slots=True, eq=False)
class Duals:
    """Duals `y` of vertices, `w` of odd sets, `rows` of side rows, `levels` of earlier tiers' costs.

    An odd set's row says that at least one game leaves the set, so its dual counts for the pairs across its border.
    `used` are the sets that have a dual. What those made of whole score groups pay is in `across`, group × group;
    `mixed` are the others with the groups that they touch, and `most_mixed` is the most that they pay.
    """

    side: Rows
    sets: Sequence[Mask]
    y: Numbers
    w: Numbers
    rows: Numbers
    levels: Numbers
    used: list[tuple[Mask, Any]] = field(init=False)
    across: Numbers = field(init=False)
    most_mixed: Numbers = field(init=False)
    mixed: list[tuple[Mask, Any, Mask]] = field(init=False)

    def __post_init__(self) -> None:
        vertices = self.side.vertices
        count, players = len(vertices.groups), len(vertices.who)
        first = np.array([g[0] for g in vertices.groups], dtype=np.int64)
        self.across = np.zeros((count, count), dtype=self.y.dtype)
        self.most_mixed = np.zeros((count, count), dtype=self.y.dtype)
        self.mixed = []
        self.used = [(self.sets[k], self.w[k]) for k in np.flatnonzero(self.w).tolist()]
        for mask, dual in self.used:
            inside = np.add.reduceat(mask[:players], first, dtype=np.int64)
            whole = inside == np.array([len(g) for g in vertices.groups])
            if np.all(whole | (inside == 0)):
                self.across += dual * (whole[:, None] ^ whole[None, :])
            else:
                touched = inside > 0
                self.mixed.append((mask, dual, touched))
                self.most_mixed += max(dual, 0) * (touched[:, None] | touched[None, :])

    def most(self) -> Numbers:
        """For every two groups, the most that sets and side rows pay for a pair between them."""
        return np.asarray(self.across + self.most_mixed + self.side.lowering(self.rows))

    def reduced(self, part: Part, scale: int = 1) -> Numbers:
        """scale·cost less what the rows pay, for every pair of a part."""
        reduced: Numbers = part.cost * scale - self.y[part.a] - self.y[part.b]
        if part.block is not None:
            g, h = part.block
            if self.across[g, h]:
                reduced -= self.across[g, h]
            for mask, dual, touched in self.mixed:
                if touched[g] or touched[h]:
                    reduced -= dual * (mask[part.a] ^ mask[part.b])
        else:
            for mask, dual in self.used:
                reduced -= dual * (mask[part.a] ^ mask[part.b])
        if self.rows.any():
            reduced -= self.side.dual_sum(part.a, part.b, self.rows)
        for coefficient, dual in zip(part.levels, self.levels, strict=True):
            if dual:
                reduced -= coefficient * dual
        return reduced
