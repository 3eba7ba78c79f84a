"""From the floating-point duals of the relaxation to an exact lower bound, and the optimal face of a tier by it.

The duals are rounded to multiples of 1/scale. Where that makes the reduced cost of a pair negative, the dual of one of
its vertices is lowered. The duals are then feasible, so no pairing costs less than their objective: the sum of the
duals, each times the right-hand side of its row. Fixing by reduced cost: a pair can be in a pairing of cost bound + gap
only if its reduced cost is at most the gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ..clock import Clock
from ..formulation.costs import TierName
from ..formulation.duals import Duals
from ..formulation.side_rows import SideRows
from ..formulation.tiers import Level, PairCache, Remaining, Tier, pairs_below
from ..formulation.vertices import Ints, Mask, Pairs, Vertices
from ..lp.master import LinearOptimum
from ..tuning import DEFAULTS, Tuning

MAX_EXACT_SUM = 2**61  # of all costs and duals of a tier, in 64 bits
MAX_CP_SAT_SUM = 2**57  # scaled; below it, CP-SAT can add up the reduced costs of many pairs


class TooGreatError(ArithmeticError):
    """Costs or duals that cannot be added up exactly in 64 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class DualBound:
    """A feasible dual solution in whole numbers, in units of 1/scale, and its lower bound `value` (also times scale).

    Duals are as in `Duals`: `w` ≥ 0 unless the set is `tight`; `rows` ≤ 0 unless the row is tight; `levels` ≤ 0.
    `pairs` are all of reduced cost up to `limit`, with these. `initial_sets` are all odd sets of the relaxation, for
    the LP of the next tier.
    """

    y: Ints
    w: Ints
    rows: Ints
    levels: Ints
    sets: list[Mask]
    tight: list[bool]
    scale: int
    value: int
    pairs: Pairs
    limit: int = 0
    initial_sets: Sequence[Mask] = ()

    def pairs_within(self, gap: int) -> Pairs:
        """The pairs of reduced cost at most `gap` (≤ `limit`) with these, sorted by a, then b."""
        a, b, _ = near = self.pairs.at(self.pairs.cost <= gap)
        return near.at(np.argsort(a * (len(self.y) + 1) + b, kind="stable"))

    def excess_reduced_costs(self, tier: Tier) -> Ints:
        """The reduced cost of the excess column of each side row, times scale."""
        reduced = tier.state.price * self.scale + self.rows
        for level, dual in zip(tier.levels, self.levels, strict=True):
            reduced = reduced - level.price * dual
        return reduced

    def inequality_sets(self) -> tuple[list[Mask], Ints]:
        """The odd sets that are not tight, and twice the dual of each: what two more pairs across its border cost."""
        numbers = [k for k, tight in enumerate(self.tight) if not tight]
        return [self.sets[k] for k in numbers], 2 * self.w[numbers]


def certify(tier: Tier, optimum: LinearOptimum, limit: int, scale: int = 0) -> DualBound:
    """A tier's exact bound, and pairs of reduced cost up to `limit` (× 1/scale). Raises TooGreatError for 64 bits."""
    scale = scale or best_scale(tier, optimum)
    state, found = tier.state, optimum.duals
    y = np.rint(found.y * scale).astype(np.int64)
    w = np.rint(found.w * scale).astype(np.int64)
    w = np.where(np.array(optimum.tight, dtype=bool), w, np.maximum(w, 0))
    rows = np.rint(found.rows * scale).astype(np.int64)
    rows = np.where(state.tight, rows, np.minimum(rows, 0))
    levels = np.minimum(np.rint(found.levels * scale), 0).astype(np.int64)
    excess_cost = state.price * scale  # of one unit, here and in the cost rows of earlier tiers; |dual| is at most this
    for level, dual in zip(tier.levels, levels, strict=True):
        excess_cost = excess_cost - level.price * dual
    rows = np.where(state.elastic, np.maximum(rows, -excess_cost), rows)
    used = np.flatnonzero(w).tolist()
    sets, tight, w = [found.sets[k] for k in used], [optimum.tight[k] for k in used], w[used]
    duals = Duals(tier.rows, sets, y, w=w, rows=rows, levels=levels)
    (a, b, _), reduced = pairs_below(tier, duals, limit + 1, scale)
    lowered = repaired(len(tier.vertices), a, b, reduced)
    pairs, y = Pairs(a, b, reduced + lowered[a] + lowered[b]), y - lowered
    bound = int(y.sum()) + int(w.sum()) + int((rows * tier.rows.limit).sum())
    bound += sum(int(dual) * level.total for dual, level in zip(levels, tier.levels, strict=True))
    proof = DualBound(y, w, rows, levels=levels, sets=sets, tight=tight, scale=scale, value=bound, pairs=pairs)
    return replace(proof, limit=limit, initial_sets=found.sets)


def best_scale(tier: Tier, optimum: LinearOptimum) -> int:
    """The least power of two ≥ 4n, or the greatest that keeps every sum within 64 bits. Raises TooGreatError."""
    size = len(tier.vertices)
    greatest_level = max([1, *(max(_max_abs(v.cost), _max_abs(v.price)) for v in tier.levels)])
    found = optimum.duals
    duals = (found.y, found.w, found.rows, found.levels * greatest_level)
    sums = sum(float(np.abs(dual).sum()) for dual in duals)
    greatest = int(optimum.pairs.cost.max(initial=0)) * (size // 2 + 1) + int(sums) + 1
    scale = 1 << (4 * size - 1).bit_length()
    while scale > 1 and greatest * scale >= MAX_CP_SAT_SUM:
        scale //= 2
    if greatest >= MAX_EXACT_SUM:
        raise TooGreatError(
            f"sums up to {greatest:,} are too great for an exact proof: lower the weights of the profile"
        )
    return scale


def _max_abs(values: Ints) -> int:
    return int(np.abs(values).max(initial=0))


def repaired(size: int, a: Ints, b: Ints, reduced: Ints) -> Ints:
    """How much to lower each vertex's dual (greedily, worst pair first) so that no reduced cost is negative."""
    lowered = np.zeros(size, dtype=np.int64)
    negative = np.flatnonzero(reduced < 0)
    for k in negative[np.argsort(reduced[negative], kind="stable")]:
        short = -int(reduced[k]) - int(lowered[a[k]]) - int(lowered[b[k]])
        if short > 0:
            lowered[a[k]] += short
    return lowered


@dataclass(slots=True, eq=False)
class OptimalFace(Remaining):
    """The region of all pairings optimal so far (if `optimal`), with the last tier's `value`, `bound` and `proof`."""

    value: int
    bound: int
    proof: DualBound | None = field(default=None, kw_only=True)

    @property
    def optimal(self) -> bool:
        """Whether the value of the last tier is proven optimal."""
        return self.value == self.bound

    @property
    def closed_by_cp_sat(self) -> bool:
        """Whether optimality was proven by CP-SAT, because the dual bound alone leaves a gap of 1 or more."""
        proof = self.proof
        return self.optimal and (proof is None or self.value * proof.scale - proof.value >= proof.scale)


@dataclass(slots=True, eq=False)
class Search:
    """A search over the tiers of one problem: vertices, side rows, clock, incumbent, and the faces so far by tier.

    `known` is what searches of other variants have found out. The search ends at a pairing that costs less than
    `enough` in the first tier.
    """

    vertices: Vertices
    clock: Clock
    incumbent: tuple[Ints, Ints] | None = None
    tuning: Tuning = DEFAULTS
    known: PairCache | None = None
    enough: int | None = None
    rows: SideRows = field(init=False)
    faces: dict[TierName, OptimalFace] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rows = SideRows(self.vertices)


def face_of(tier: Tier, proof: DualBound, pairs: tuple[Ints, Ints], value: int, bound: int) -> OptimalFace:
    """The face by a pairing of this value: pairs, slack and excess of reduced cost above the gap are fixed at 0."""
    gap = value * proof.scale - proof.value
    if gap > proof.limit:
        raise ArithmeticError(f"the bound of a tier is too weak: gap {gap}/{proof.scale}")
    a, b, _ = proof.pairs_within(gap)
    size = len(proof.y) + 1
    code = a * size + b
    chosen = np.searchsorted(code, np.sort(pairs[0] * size + pairs[1]))
    sets, prices = proof.inequality_sets()
    tight_sets = [*tier.tight_sets, *(mask for mask, price in zip(sets, prices, strict=True) if price > gap)]
    tight = tier.state.tight | (-proof.rows > gap)
    state = replace(tier.state, tight=tight, elastic=tier.state.elastic & (proof.excess_reduced_costs(tier) <= gap))
    levels = tuple(replace(level, cost=cost) for level, cost in zip(tier.levels, tier.level_costs(a, b), strict=True))
    if gap:
        shift = proof.y // proof.scale
        own = tier.costs(a, b) - shift[a] - shift[b]
        levels = (*levels, Level(tier.name, own, tier.state.price, value - int(shift.sum()), shift))
    return OptimalFace(
        a, b, tight_sets, state, levels, chosen, value, bound, initial_sets=[*proof.initial_sets], proof=proof
    )
