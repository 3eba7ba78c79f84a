"""What CP-SAT settles: a tier whose linear optimum is no pairing, or whose bound leaves a gap; all it says is checked.

A tier and what its duals prove come in, its optimal face goes out, or the best that the time allows.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..model.errors import ContradictionError, NoAnswerError
from ..model.hints import Advice, Hint
from .clock import Clock
from .cpsat import search as cp_sat
from .cpsat.search import Candidates, CpSatResult, SlackCosts
from .formulation.arrays import Ints
from .formulation.block_tier import BlockTier
from .formulation.candidates import least_per_vertex
from .formulation.duals import Duals, PairBlock
from .formulation.listed_tier import ListedTier
from .formulation.remaining import Level
from .formulation.tiers import Tier
from .lp.solution import TOLERANCE, LinearOptimum
from .proof.certificate import DualBound, certify
from .proof.face import Face, face_of

NO_CUTOFF = 2**61  # a limit of reduced costs that every allowed pair is below


class Infeasible(Exception):
    """The tier has no pairing at all."""


class OutOfTime(Exception):
    """The time is up before the tier has any pairing; `bound` is what is known of its cost."""

    def __init__(self, bound: int = 0) -> None:
        super().__init__()
        self.bound = bound


def any_pairing(tier: Tier, clock: Clock, bound: int) -> Face:
    """A pairing of the first candidates, unproven: what is left to say when time is up before the first bound."""
    if clock.stopped:
        raise NoAnswerError("stopped before any pairing was found")
    a, b, cost = tier.start()
    prices = SlackCosts(row_excess=tier.state.price.tolist())
    own = tier.parameters
    for seconds, stop_at_first in ((own.grace_seconds, False), (own.first_seconds, True)):
        patience = clock.grace(seconds if tier.name != "breaches" else own.least_breach_seconds)
        answer = cp_sat.minimise(tier, Candidates(a, b, cost), prices, patience, stop_at_first)
        if answer.chosen is not None or clock.stopped:
            break
    if answer.chosen is None:
        raise NoAnswerError("no pairing was found in the time allowed", Hint(Advice.ALLOW_MORE_TIME))
    return Face(a, b, [], tier.state, (), np.array(answer.chosen, dtype=np.int64), answer.value, bound)


def _slack_prices(tier: Tier, proof: DualBound, most: int) -> SlackCosts:
    """The duals as prices of slacks, so that reduced costs and slacks add up to the cost less the bound."""
    sets, set_slack = proof.inequality_sets()
    row_excess = proof.excess_reduced_costs(tier)
    row_slack = np.where(tier.state.tight, 0, -proof.rows)
    return SlackCosts(
        sets, set_slack.tolist(), row_slack.tolist(), np.where(tier.state.elastic, row_excess, 0).tolist(), most
    )


def close_gap(tier: Tier, proof: DualBound, face: Face, clock: Clock) -> Face:
    """CP-SAT's word on a tier: nothing among the pairs that the duals leave open is better than the pairing at hand."""
    gap = face.value * proof.scale - proof.value
    a, b, reduced = proof.pairs_within(gap)
    pairs = Candidates(a, b, reduced, tier.level_costs(a, b), face.chosen)
    answer = cp_sat.minimise(tier, pairs, _slack_prices(tier, proof, gap), clock)
    as_good = _at_least_as_good(answer, gap)
    bound = -(-(answer.bound + proof.value) // proof.scale)
    if not as_good:
        return replace(face, bound=bound)
    chosen = np.array(answer.chosen, dtype=np.int64)
    value = (answer.value + proof.value) // proof.scale
    return face_of(tier, proof, (a[chosen], b[chosen]), value, bound)


def _at_least_as_good(answer: CpSatResult, known: int) -> bool:
    """Whether an answer has a pairing that costs no more than the one at hand, among pairs that hold that one too.

    Raises ContradictionError where it says that there is none, or that none costs so little.
    """
    if answer.infeasible:
        raise ContradictionError("CP-SAT finds no pairing, although one is at hand")
    if answer.bound > known:
        raise ContradictionError(
            f"CP-SAT says that no pairing costs less than {answer.bound:,}, but one costs {known:,}"
        )
    return answer.chosen is not None and answer.value <= known


def branch_and_bound(tier: Tier, optimum: LinearOptimum, proof: DualBound, clock: Clock) -> Face:
    """CP-SAT where the linear optimum is no pairing: first a few candidates, then more until the gap is covered.

    Costs are whole, so a pairing is proven as soon as no whole number lies between the bound and its cost.
    """
    scale = proof.scale
    bound = -(-proof.value // scale)
    most, limit, best = NO_CUTOFF, scale, None
    if isinstance(tier, ListedTier):  # the tier before has left a pairing: no other is sought among few candidates
        a, b = tier.pairs.a[tier.chosen], tier.pairs.b[tier.chosen]
        value = int(tier.pairs.cost[tier.chosen].sum()) + tier.rows.excess_cost(a, b, tier.state)
        most = value * scale - proof.value
    else:
        few = _first_candidates(tier, optimum, proof)
        answer = _minimise_reduced(tier, proof, few, most, clock.limited_to(clock.remaining() / 3))
        best = _pairing_in(few, answer, proof)
        limit = scale if best is None else answer.value
    while not clock.expired() and (best is None or best[2] > bound):
        limit = min(limit, most)
        proof = certify(tier, optimum, limit, scale)
        pairs = proof.pairs_within(limit)
        answer = _minimise_reduced(tier, proof, pairs, limit, clock)
        known = most if best is None else best[2] * scale - proof.value  # of the pairing at hand, EVERYTHING if none is
        if known < NO_CUTOFF and known <= limit:
            _at_least_as_good(answer, known)
        elif answer.infeasible and limit >= most:
            raise Infeasible
        least = limit + 1 if answer.infeasible else min(answer.bound, limit + 1)  # of every pairing's reduced costs
        bound = max(bound, -(-(proof.value + least) // scale))
        found = _pairing_in(pairs, answer, proof)
        best = found if found is not None and (best is None or found[2] <= best[2]) else best
        limit = limit * tier.parameters.wider if answer.chosen is None else min(answer.value, known)
    if best is None:
        raise OutOfTime(bound)
    if best[2] > bound:
        chosen = np.arange(len(best[0]))
        return Face(best[0], best[1], [], tier.state, tier.levels, chosen, best[2], bound, proof=proof)
    if best[2] * scale - proof.value > proof.limit:
        proof = certify(tier, optimum, best[2] * scale - proof.value, scale)
    return face_of(tier, proof, best[:2], best[2], bound)


def _first_candidates(tier: BlockTier, optimum: LinearOptimum, proof: DualBound) -> tuple[Ints, Ints, Ints]:
    """The programme's pairs that have a value in it, and the best few of every vertex, with their reduced costs."""
    a, b = optimum.a, optimum.b
    duals = Duals(tier.rows, proof.sets, proof.y, proof.w, proof.rows, proof.levels)
    reduced = duals.reduced_costs(PairBlock(a, b, optimum.cost), proof.scale)
    keep = np.union1d(
        np.flatnonzero(optimum.x > TOLERANCE), least_per_vertex(a, b, reduced, tier.parameters.first_closing)
    )
    keep = keep[np.argsort(a[keep] * (len(proof.y) + 1) + b[keep], kind="stable")]
    return a[keep], b[keep], reduced[keep]


def _minimise_reduced(
    tier: Tier, proof: DualBound, pairs: tuple[Ints, Ints, Ints], most: int, clock: Clock
) -> CpSatResult:
    """CP-SAT on some pairs with reduced costs and priced slacks: its objective is scale times cost less the bound."""
    a, b, reduced = pairs
    return cp_sat.minimise(
        tier, Candidates(a, b, reduced, tier.level_costs(a, b)), _slack_prices(tier, proof, most), clock
    )


def _pairing_in(pairs: tuple[Ints, Ints, Ints], answer: CpSatResult, proof: DualBound) -> tuple[Ints, Ints, int] | None:
    """The pairing of an answer with its cost in the tier."""
    if answer.chosen is None:
        return None
    chosen = np.array(answer.chosen, dtype=np.int64)
    return pairs[0][chosen], pairs[1][chosen], (answer.value + proof.value) // proof.scale


def by_cp_sat_alone(tier: ListedTier, clock: Clock) -> Face:
    """A later tier on CP-SAT's word alone, where its duals are too great for exact sums."""
    a, b, cost = tier.pairs.a, tier.pairs.b, tier.pairs.cost
    prices = SlackCosts(row_excess=tier.state.price.tolist())
    answer = cp_sat.minimise(tier, Candidates(a, b, cost, tier.level_costs(a, b), tier.chosen), prices, clock)
    value = int(cost[tier.chosen].sum()) + tier.rows.excess_cost(a[tier.chosen], b[tier.chosen], tier.state)
    if not _at_least_as_good(answer, value):
        return Face(a, b, [], tier.state, (), tier.chosen, value, answer.bound)
    own = Level(tier.name, cost, tier.state.price, answer.value, np.zeros(len(tier.vertices), dtype=np.int64))
    chosen = np.array(answer.chosen, dtype=np.int64)
    return Face(a, b, tier.tight_sets, tier.state, (*tier.levels, own), chosen, answer.value, answer.bound)
