"""From the duals of the relaxation to an exact lower bound in whole numbers.

The duals are rounded to multiples of 1/scale; wherever a pair's reduced cost comes out negative, a player's dual is
lowered until it is not. Then no pairing costs less than (sum of y + sum of z·(|S|-1)/2) / scale, and a pair can be in
a pairing of at most that bound plus a gap only if its own reduced cost is at most the gap.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..model.errors import InputError
from .glop import Ints
from .relaxation import LinearOptimum, reduced_cost
from .tiers import Mask, Tier


@dataclass(frozen=True, slots=True, eq=False)
class Certificate:
    """Duals in units of 1/scale: `y` of the vertices, `z` of the odd sets (≤ 0 unless the set is an equation).

    `tight` marks the equations among the sets. `bound` is the lower bound times scale. `a`, `b`, `reduced` are all
    pairs of reduced cost up to `limit`.
    """

    y: Ints
    z: Ints
    sets: list[Mask]
    tight: list[bool]
    scale: int
    bound: int
    a: Ints
    b: Ints
    reduced: Ints
    limit: int

    def priced(self) -> tuple[list[Mask], Ints]:
        """The odd sets that are no equations, and the price of each game fewer inside them."""
        loose = [k for k, tight in enumerate(self.tight) if not tight]
        return [self.sets[k] for k in loose], -self.z[loose]

    def near(self, gap: int) -> tuple[Ints, Ints, Ints]:
        """The pairs whose reduced cost is at most the gap, which must not pass `limit`."""
        keep = self.reduced <= gap
        return self.a[keep], self.b[keep], self.reduced[keep]


def certify(tier: Tier, optimum: LinearOptimum, scale: int, limit: int) -> Certificate:
    """The exact bound of a tier, and all pairs of reduced cost up to `limit` (both in units of 1/scale).

    Raises InputError when the costs are too great for exact 64-bit sums at this scale.
    """
    size = len(tier.vertices)
    greatest = max(int(optimum.cost.max(initial=0)), int(np.abs(optimum.y).max(initial=0)))
    if greatest * scale * max(size, 1) >= 2**62:
        raise InputError(f"costs up to {greatest:,} are too great for an exact proof: lower the weights of the profile")
    y = np.rint(optimum.y * scale).astype(np.int64)
    z = np.rint(optimum.z * scale).astype(np.int64)
    z = np.where(np.array(optimum.tight, dtype=bool), z, np.minimum(z, 0))
    used = np.flatnonzero(z)
    sets, tight, z = [optimum.sets[k] for k in used], [optimum.tight[k] for k in used], z[used]
    found = []
    for part in tier.parts(y, limit + 1, scale):
        reduced = reduced_cost(part, y, z, sets, scale)
        mask = reduced <= limit
        if mask.any():
            a, b, _ = part.select(mask)
            found.append((a, b, reduced[mask]))
    a, b, reduced = (np.concatenate(column) for column in zip(*found, strict=True)) if found else _nothing()
    lowered = _repair(y, a, b, reduced)
    reduced = reduced + lowered[a] + lowered[b]
    y = y - lowered
    bound = int(y.sum()) + sum(int(dual) * ((int(mask.sum()) - 1) // 2) for dual, mask in zip(z, sets, strict=True))
    return Certificate(y, z, sets, tight, scale, bound, a, b, reduced, limit)


def _nothing() -> tuple[Ints, Ints, Ints]:
    none = np.zeros(0, dtype=np.int64)
    return none, none, none


def _repair(y: Ints, a: Ints, b: Ints, reduced: Ints) -> Ints:
    """How much each vertex's dual must be lowered so that no reduced cost is negative."""
    lowered = np.zeros(len(y), dtype=np.int64)
    negative = np.flatnonzero(reduced < 0)
    for k in negative[np.argsort(reduced[negative], kind="stable")]:
        short = -int(reduced[k]) - int(lowered[a[k]]) - int(lowered[b[k]])
        if short > 0:
            lowered[a[k]] += short
    return lowered
