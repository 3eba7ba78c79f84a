"""From the duals of the relaxation to an exact lower bound in whole numbers.

The duals are rounded to multiples of 1/scale; wherever a pair's reduced cost comes out negative, a player's dual is
lowered until it is not. Then no pairing costs less than the sum of all duals (those of side rows times their limits),
and a pair can be in a pairing of at most that bound plus a gap only if its own reduced cost is at most the gap.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..formulation.arrays import EMPTY, Ints, Mask
from ..formulation.duals import Duals
from ..formulation.tiers import Tier
from ..lp.solution import LinearOptimum

MAX_EXACT_SUM = 2**61  # for the sum of all costs and duals of a tier
MAX_CP_SAT_SUM = 2**57  # with less, CP-SAT can add up the reduced costs of many pairs


class TooGreatError(ArithmeticError):
    """Costs or duals that cannot be added up exactly in 64 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class DualBound:
    """Duals in units of 1/scale, as in `Duals`; `w` ≥ 0 unless the set is an equation, `rows` and `levels` ≤ 0.

    `value` is the lower bound times scale. `a`, `b`, `reduced` are all pairs of reduced cost up to `limit`. `seeds`
    are the sets that the relaxation knew, of use to the next tier.
    """

    y: Ints
    w: Ints
    rows: Ints
    levels: Ints
    sets: list[Mask]
    tight: list[bool]
    scale: int
    value: int
    a: Ints
    b: Ints
    reduced: Ints
    limit: int
    initial_sets: list[Mask]

    def pairs_within(self, gap: int) -> tuple[Ints, Ints, Ints]:
        """The pairs whose reduced cost is at most the gap, which must not pass `limit`, in canonical order."""
        keep = np.flatnonzero(self.reduced <= gap)
        keep = keep[np.argsort(self.a[keep] * (len(self.y) + 1) + self.b[keep], kind="stable")]
        return self.a[keep], self.b[keep], self.reduced[keep]

    def excess_reduced_costs(self, tier: Tier) -> Ints:
        """What an excess of one costs beyond what the duals pay for it, for each side row."""
        over = tier.state.price * self.scale + self.rows
        for level, dual in zip(tier.levels, self.levels, strict=True):
            over = over - level.price * dual
        return over

    def inequality_sets(self) -> tuple[list[Mask], Ints]:
        """The odd sets that are no equations, and the price of two games more across their borders."""
        inequality_sets = [k for k, tight in enumerate(self.tight) if not tight]
        return [self.sets[k] for k in inequality_sets], 2 * self.w[inequality_sets]


def certify(tier: Tier, optimum: LinearOptimum, limit: int, scale: int = 0) -> DualBound:
    """The exact bound of a tier, and all pairs of reduced cost up to `limit`, in units of 1/scale.

    Without a scale the greatest that is of use is taken: a power of two at least 4n.
    Raises TooGreatError when the costs are too great for exact 64-bit sums.
    """
    size = len(tier.vertices)
    scale = scale or best_scale(tier, optimum)
    state = tier.state
    y = np.rint(optimum.y * scale).astype(np.int64)
    w = np.rint(optimum.w * scale).astype(np.int64)
    w = np.where(np.array(optimum.tight, dtype=bool), w, np.maximum(w, 0))
    rows = np.rint(optimum.rows * scale).astype(np.int64)
    rows = np.where(state.tight, rows, np.minimum(rows, 0))
    levels = np.minimum(np.rint(optimum.levels * scale), 0).astype(np.int64)
    most = state.price * scale  # an excess pays its own price, and what it costs in earlier tiers
    for level, dual in zip(tier.levels, levels, strict=True):
        most = most - level.price * dual
    rows = np.where(state.elastic, np.maximum(rows, -most), rows)
    used = np.flatnonzero(w)
    sets, tight, w = [optimum.sets[k] for k in used], [optimum.tight[k] for k in used], w[used]
    duals = Duals(tier.rows, sets, y, w, rows, levels)
    found = []
    for block in tier.blocks_below(duals, limit + 1, scale):
        reduced = duals.reduced_costs(block, scale)
        mask = reduced <= limit
        if block.allowed is not None:
            mask &= block.allowed
        if mask.any():
            a, b, _ = block.select(mask)
            found.append((a, b, reduced[mask]))
    a, b, reduced = (np.concatenate(column) for column in zip(*found, strict=True)) if found else (EMPTY,) * 3
    lowered = _repair(size, a, b, reduced)
    reduced = reduced + lowered[a] + lowered[b]
    y = y - lowered
    bound = int(y.sum()) + int(w.sum()) + int((rows * tier.rows.limit).sum())
    bound += sum(int(dual) * level.total for dual, level in zip(levels, tier.levels, strict=True))
    return DualBound(y, w, rows, levels, sets, tight, scale, bound, a, b, reduced, limit, optimum.sets)


def best_scale(tier: Tier, optimum: LinearOptimum) -> int:
    """A power of two ≥ 4n, or the greatest below it that keeps every sum within 64 bits. Raises TooGreatError."""
    size = len(tier.vertices)
    greatest_level = max([1, *(max(_most(v.cost), _most(v.price)) for v in tier.levels)])
    duals = (optimum.y, optimum.w, optimum.rows, optimum.levels * greatest_level)
    sums = sum(float(np.abs(dual).sum()) for dual in duals)
    greatest = int(optimum.cost.max(initial=0)) * (size // 2 + 1) + int(sums) + 1
    scale = 1 << (4 * size - 1).bit_length()
    while scale > 1 and greatest * scale >= MAX_CP_SAT_SUM:
        scale //= 2
    if greatest >= MAX_EXACT_SUM:
        raise TooGreatError(
            f"sums up to {greatest:,} are too great for an exact proof: lower the weights of the profile"
        )
    return scale


def _most(values: Ints) -> int:
    return int(np.abs(values).max(initial=0))


def _repair(size: int, a: Ints, b: Ints, reduced: Ints) -> Ints:
    """How much each vertex's dual must be lowered so that no reduced cost is negative."""
    lowered = np.zeros(size, dtype=np.int64)
    negative = np.flatnonzero(reduced < 0)
    for k in negative[np.argsort(reduced[negative], kind="stable")]:
        short = -int(reduced[k]) - int(lowered[a[k]]) - int(lowered[b[k]])
        if short > 0:
            lowered[a[k]] += short
    return lowered
