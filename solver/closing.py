"""Closing the gap of a tier: branch and bound by CP-SAT if the LP optimum is fractional or its bound leaves one.

Every statement of CP-SAT is checked against what is already proven.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..model.errors import ContradictionError, NoAnswerError
from ..model.ways import Way
from .clock import Clock
from .cpsat import gap_model as cp_sat
from .cpsat.gap_model import CpSatResult, SlackCosts
from .formulation.duals import Duals, PairBlock, least_per_vertex
from .formulation.tiers import BlockTier, Level, ListedTier, Tier
from .formulation.vertices import Ints, Pairs
from .lp.master import TOLERANCE, LinearOptimum
from .proof.certificate import DualBound, OptimalFace, certify, face_of

NO_CUTOFF = 2**61  # greater than any reduced cost


class Infeasible(Exception):
    """The tier has no feasible pairing."""


class OutOfTime(Exception):
    """Time is up before the tier has a feasible pairing; `bound` is a lower bound of its cost."""

    def __init__(self, bound: int = 0) -> None:
        super().__init__()
        self.bound = bound


def any_pairing(tier: Tier, clock: Clock, bound: int) -> OptimalFace:
    """The best pairing that CP-SAT finds among the first candidates; `bound`: known from elsewhere, 0 if none."""
    if clock.stopped:
        raise NoAnswerError("stopped before any pairing was found")
    pairs = tier.start()
    slack_costs = SlackCosts(row_excess=tier.state.price.tolist())
    own = tier.tuning
    for seconds, stop_at_first in ((own.grace_seconds, False), (own.first_seconds, True)):
        extra = clock.grace(seconds if tier.name != "breaches" else own.least_breach_seconds)
        result = cp_sat.minimise(tier, pairs, slack_costs, extra, None, stop_at_first)
        if result.chosen is not None or clock.stopped:
            break
    if result.chosen is None:
        raise NoAnswerError("no pairing was found in the time allowed", Way("allow more time", seconds="SECONDS"))
    chosen = np.array(result.chosen, dtype=np.int64)
    return OptimalFace(pairs.a, pairs.b, [], tier.state, (), chosen, result.value, bound)


def _slack_costs(tier: Tier, proof: DualBound, cutoff: int) -> SlackCosts:
    """The duals as costs of slacks: with reduced costs of pairs, the objective is scale × cost less the dual bound."""
    sets, set_slack = proof.inequality_sets()
    units = (proof.value, proof.scale)
    row_slack = np.where(tier.state.tight, 0, -proof.rows)
    row_excess = np.where(tier.state.elastic, proof.excess_reduced_costs(tier), 0)
    return SlackCosts(sets, set_slack.tolist(), row_slack.tolist(), row_excess.tolist(), cutoff, units)


def close_gap(tier: Tier, proof: DualBound, face: OptimalFace, clock: Clock) -> OptimalFace:
    """The face after CP-SAT has searched all pairs of reduced cost up to the gap; or a better bound in time."""
    gap = face.value * proof.scale - proof.value
    pairs = proof.pairs_within(gap)
    result = cp_sat.minimise(tier, pairs, _slack_costs(tier, proof, gap), clock, face.chosen)
    as_good = _at_least_as_good(result, gap)
    bound = -(-(result.bound + proof.value) // proof.scale)
    if not as_good:
        return replace(face, bound=bound)
    a, b, _ = pairs.at(np.array(result.chosen, dtype=np.int64))
    return face_of(tier, proof, (a, b), (result.value + proof.value) // proof.scale, bound)


def _at_least_as_good(result: CpSatResult, incumbent: int) -> bool:
    """Whether CP-SAT found a pairing as cheap. Raises ContradictionError if it denies that there is one."""
    if result.infeasible:
        raise ContradictionError("CP-SAT finds no pairing, although one is at hand")
    if result.bound > incumbent:
        raise ContradictionError(
            f"CP-SAT says that no pairing costs less than {result.bound:,}, but one costs {incumbent:,}"
        )
    return result.chosen is not None and result.value <= incumbent


def branch_and_bound(tier: Tier, optimum: LinearOptimum, proof: DualBound, clock: Clock) -> OptimalFace:
    """The optimal face of a tier whose LP optimum is fractional, by CP-SAT over a growing set of candidate pairs.

    `limit` is the greatest reduced cost of the candidates. It grows until every pair that could improve the incumbent
    is among them. Costs are whole, so the incumbent is optimal once the bound, rounded up, equals its cost. Raises
    Infeasible, OutOfTime.
    """
    scale = proof.scale
    bound = -(-proof.value // scale)
    cutoff, limit, best = NO_CUTOFF, scale, None
    if isinstance(tier, ListedTier):  # the earlier tier's pairing is the first incumbent: no heuristic search is needed
        a, b = tier.pairs.a[tier.chosen], tier.pairs.b[tier.chosen]
        value = int(tier.pairs.cost[tier.chosen].sum()) + tier.rows.excess_cost(a, b, tier.state)
        cutoff = value * scale - proof.value
        limit = max(scale, _dearest_vertex(certify(tier, optimum, cutoff, scale)))
    else:
        few = _first_candidates(tier, optimum, proof)
        result = cp_sat.minimise(tier, few, _slack_costs(tier, proof, cutoff), clock.limited_to(clock.remaining() / 3))
        best = _pairing_in(few, result, proof)
        limit = scale if best is None else result.value
    while not clock.expired() and (best is None or best[2] > bound):
        limit = min(limit, cutoff)
        proof = certify(tier, optimum, limit, scale)
        pairs = proof.pairs_within(limit)
        result = cp_sat.minimise(tier, pairs, _slack_costs(tier, proof, limit), clock)
        incumbent = cutoff if best is None else best[2] * scale - proof.value  # NO_CUTOFF if there is none
        if incumbent < NO_CUTOFF and incumbent <= limit:
            _at_least_as_good(result, incumbent)
        elif result.infeasible and limit >= cutoff:
            raise Infeasible
        least = limit + 1 if result.infeasible else min(result.bound, limit + 1)  # no pairing's objective is below this
        bound = max(bound, -(-(proof.value + least) // scale))
        found = _pairing_in(pairs, result, proof)
        best = found if found is not None and (best is None or found[2] <= best[2]) else best
        clock.tell(tier.name, best[2] if best is not None else None, bound)
        limit = limit * tier.tuning.wider if result.chosen is None else min(result.value, incumbent)
    if best is None:
        raise OutOfTime(bound)
    if best[2] > bound:
        chosen = np.arange(len(best[0]))
        return OptimalFace(best[0], best[1], [], tier.state, tier.levels, chosen, best[2], bound, proof=proof)
    if best[2] * scale - proof.value > proof.limit:
        proof = certify(tier, optimum, best[2] * scale - proof.value, scale)
    return face_of(tier, proof, best[:2], best[2], bound)


def _dearest_vertex(proof: DualBound) -> int:
    """A reduced cost up to which every vertex has a pair: below it there is no pairing."""
    least = np.full(len(proof.y), NO_CUTOFF)
    a, b, reduced = proof.pairs
    for end in (a, b):
        np.minimum.at(least, end, reduced)
    return int(least.max(initial=0))


def _first_candidates(tier: BlockTier, optimum: LinearOptimum, proof: DualBound) -> Pairs:
    """The pairs with x > 0 in the LP optimum and a few of least reduced cost at each vertex, with reduced costs."""
    a, b, cost = optimum.pairs
    duals = Duals(tier.rows, proof.sets, proof.y, w=proof.w, rows=proof.rows, levels=proof.levels)
    reduced = duals.reduced_costs(PairBlock(a, b, cost), proof.scale)
    keep = np.union1d(np.flatnonzero(optimum.x > TOLERANCE), least_per_vertex(a, b, reduced, tier.tuning.first_closing))
    keep = keep[np.argsort(a[keep] * (len(proof.y) + 1) + b[keep], kind="stable")]
    return Pairs(a[keep], b[keep], reduced[keep])


def _pairing_in(pairs: Pairs, result: CpSatResult, proof: DualBound) -> tuple[Ints, Ints, int] | None:
    """The pairing that CP-SAT found, as a, b and its cost in the tier; None if it found none."""
    if result.chosen is None:
        return None
    a, b, _ = pairs.at(np.array(result.chosen, dtype=np.int64))
    return a, b, (result.value + proof.value) // proof.scale


def by_cp_sat_alone(tier: ListedTier, clock: Clock) -> OptimalFace:
    """The face of a later tier solved by CP-SAT alone, where its duals are too great for an exact dual bound."""
    a, b, cost = tier.pairs.a, tier.pairs.b, tier.pairs.cost
    slack_costs = SlackCosts(row_excess=tier.state.price.tolist())
    result = cp_sat.minimise(tier, Pairs(a, b, cost), slack_costs, clock, tier.chosen)
    value = int(cost[tier.chosen].sum()) + tier.rows.excess_cost(a[tier.chosen], b[tier.chosen], tier.state)
    if not _at_least_as_good(result, value):
        return OptimalFace(a, b, [], tier.state, (), tier.chosen, value, result.bound)
    own = Level(tier.name, cost, tier.state.price, result.value, np.zeros(len(tier.vertices), dtype=np.int64))
    chosen = np.array(result.chosen, dtype=np.int64)
    return OptimalFace(a, b, tier.tight_sets, tier.state, (*tier.levels, own), chosen, result.value, result.bound)
