"""The optimal face of a tier, by reduced-cost fixing: the pairings that are optimal in all tiers so far."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from ..clock import Clock
from ..formulation.arrays import Ints
from ..formulation.costs import TierName
from ..formulation.known import Known
from ..formulation.remaining import Level, Remaining
from ..formulation.side_rows import SideRows
from ..formulation.tiers import Tier
from ..formulation.vertices import Vertices
from ..parameters import DEFAULTS, Parameters
from .certificate import DualBound


@dataclass(slots=True, eq=False)
class Face(Remaining):
    """The feasible region of the next tier, with the result of the last one: its cost `value` and lower `bound`.

    `proof` is the dual bound of the last tier, None where there is none. When `optimal`, every pairing that is optimal
    in all tiers so far is within this region.
    """

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
    parameters: Parameters = DEFAULTS
    known: Known | None = None
    enough: int | None = None
    rows: SideRows = field(init=False)
    faces: dict[TierName, Face] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rows = SideRows(self.vertices)


def face_of(tier: Tier, proof: DualBound, pairs: tuple[Ints, Ints], value: int, bound: int) -> Face:
    """The optimal face of a tier, given a pairing of this value: all that a pairing at most as costly can contain.

    Pairs, slack and excess whose reduced cost exceeds the gap are fixed at 0.
    """
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
    return Face(a, b, tight_sets, state, levels, chosen, value, bound, initial_sets=proof.initial_sets, proof=proof)
