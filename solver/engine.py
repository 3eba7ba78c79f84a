"""Drawing a round, proven: tier by tier the relaxation, its exact bound, and CP-SAT on the few pairs that remain.

Tiers, each before the next: the number of relaxed rules broken (only where some are relaxed), the tiers of the
profile, the seeded lottery. After a tier only its optimal face goes on: the pairs whose reduced cost is within the gap
between bound and optimum, and as equations the odd sets and side rows that cost more than the gap. Where there is a
gap, one more row says that the tier's cost is its optimum.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from ..model.errors import ContradictionError, InputError, NoAnswerError
from ..model.hints import Advice, Hint
from ..model.pairing.pairing import Pairing
from ..model.pairing.round_problem import RoundProblem
from .answer import no_pairing, pairing_of
from .clock import Clock
from .cpsat import search as cp_sat
from .cpsat.search import Answer, Candidates, Prices
from .formulation.arrays import Ints
from .formulation.block_tier import BlockTier
from .formulation.candidates import few_each
from .formulation.costs import TierName
from .formulation.duals import Duals, Part
from .formulation.listed_tier import ListedTier
from .formulation.remaining import Level
from .formulation.tiers import Tier, first_tier
from .formulation.vertices import Vertices
from .lp.relaxation import Relaxation
from .lp.solution import TOLERANCE, LinearOptimum
from .parameters import DEFAULTS, Parameters
from .proof.certificate import Bound, TooGreatError, certify
from .proof.face import Face, Search, face_of

log = logging.getLogger("mcmahon")

EVERYTHING = 2**61  # a limit of reduced costs that every allowed pair is below


@dataclass(frozen=True, slots=True)
class Options:
    """How long to search, in seconds; after that, or when `clock` is stopped, the best pairing found is given.

    Without `lottery` the boards among equals are any. `parameters` tune the search, not its answer.
    """

    seconds: float = 60.0
    lottery: bool = True
    clock: Clock | None = None
    parameters: Parameters = DEFAULTS


class _Infeasible(Exception):
    """The tier has no pairing at all."""


class _OutOfTime(Exception):
    """The time is up before the tier has any pairing; `bound` is what is known of its cost."""

    def __init__(self, bound: int = 0) -> None:
        super().__init__()
        self.bound = bound


def solve(problem: RoundProblem, options: Options | None = None) -> Pairing:
    """The pairing of least cost, with its bound and its certificate.

    Relaxed rules are broken only where the strict round has no pairing. Raises NoPairingError when the rules that are
    left cannot be kept, NoAnswerError when the time or the precision does not suffice for any answer.
    """
    begin = time.perf_counter()
    options = options or Options()
    clock = options.clock or Clock(options.seconds)
    try:
        answer = _solve(problem, clock, ("tie",) if options.lottery else (), options.parameters)
    except TooGreatError as error:
        raise InputError(str(error)) from None
    except ArithmeticError as error:
        raise NoAnswerError(f"no answer: {error}; smaller weights may help") from error
    return replace(answer, seconds={"solve": time.perf_counter() - begin})


def _solve(problem: RoundProblem, clock: Clock, last: Sequence[TierName], parameters: Parameters) -> Pairing:
    names: list[TierName] = [*problem.tiers, *last]
    strict = Vertices(problem.strict())
    with suppress(_Infeasible):
        return pairing_of(problem, _settle_all(Search(strict, clock, parameters=parameters), names))
    log.debug("the strict round has no pairing, or its prices did not show one")
    everything = problem.relax_everything()
    quick = clock.within(parameters.least_breach_seconds)
    fewest = _settle_all(Search(Vertices(everything), quick, parameters=parameters), ["breaches"])
    if fewest.faces["breaches"].bound <= 0 < fewest.faces["breaches"].value:
        fewest = _settle_all(Search(Vertices(everything), clock, parameters=parameters), ["breaches"])
    least = pairing_of(everything, fewest)
    if least.breaches == 0:
        face = fewest.faces["breaches"]
        known = face.a[face.chosen], face.b[face.chosen]
        try:
            return pairing_of(problem, _settle_all(Search(strict, clock, known, parameters), names))
        except _Infeasible:
            raise ContradictionError("it finds no pairing, although one that keeps every rule is at hand") from None
    if problem.relaxed or problem.relaxed_counts:
        with suppress(_Infeasible):
            search = Search(Vertices(problem), clock, parameters=parameters)
            return pairing_of(problem, _settle_all(search, ["breaches", *names]))
    raise no_pairing(problem, least, fewest.faces["breaches"].bound)


def _settle_all(search: Search, names: Sequence[TierName]) -> Search:
    """The optimal face of every tier, each inside the one before; fewer when a tier stays unproven."""
    vertices = search.vertices
    if len(vertices) == 0:
        return search
    if names[0] != "breaches" and sum(len(camp) % 2 for camp in vertices.camps()) > vertices.odd:
        raise _Infeasible
    face: Face | None = None
    for name in names:
        tier = _tier(search, name, face)
        try:
            face = _settle(tier, search.clock)
        except ArithmeticError as error:
            if isinstance(tier, ListedTier):
                face = _by_cp_sat_alone(tier, search.clock)
            elif isinstance(error, TooGreatError):
                raise
            else:
                log.debug("tier %s: %s; any pairing, unproven", name, error)
                search.faces[name] = _any_pairing(tier, search.clock, 0)
                return search
        except _OutOfTime as late:
            if face is None:
                search.faces[name] = _any_pairing(tier, search.clock, max(0, late.bound))
            return search
        search.faces[name] = face
        if not face.optimal:
            break
    return search


def _tier(search: Search, name: TierName, before: Face | None) -> Tier:
    """The tier of this name: over all pairs when it is the first, else inside the face before it."""
    if before is None:
        return first_tier(search.vertices, search.rows, name, search.known, search.parameters)
    return ListedTier(name, search.vertices, search.rows, before, search.parameters)


def _settle(tier: Tier, clock: Clock) -> Face:
    """The optimal face of one tier. Raises _Infeasible, _OutOfTime."""
    relaxation = Relaxation(tier)
    if tier.doubtful and not tier.patient:  # whether the rules can be kept at all should be known first
        raise _Infeasible
    try:
        optimum = relaxation.solve(clock.over)
    except ArithmeticError as error:
        log.debug("tier %s: %s; once more, slower and more careful", tier.name, error)
        optimum = Relaxation(tier, careful=True).solve(clock.over)
    if not optimum.finished:
        bound = certify(tier, optimum, -1)
        raise _OutOfTime(-(-bound.value // bound.scale))
    if not optimum.feasible and isinstance(tier, ListedTier):
        raise ArithmeticError("the programme lost the pairing that the tier before has left")
    if not optimum.feasible:
        raise _Infeasible
    proof = certify(tier, optimum, 0)
    if not optimum.integral:
        return _branch(tier, optimum, proof, clock)
    pairs = optimum.a[optimum.chosen()], optimum.b[optimum.chosen()]
    value = int(optimum.cost[optimum.chosen()].sum()) + tier.rows.excess_cost(*pairs, tier.state)
    gap = value * proof.scale - proof.value
    if gap > proof.limit:
        proof = certify(tier, optimum, gap, proof.scale)
    log.debug("tier %s: %s, bound %s/%s", tier.name, value, proof.value, proof.scale)
    face = face_of(tier, proof, pairs, value, value)
    return face if gap < proof.scale else _close(tier, proof, face, clock)


def _any_pairing(tier: Tier, clock: Clock, bound: int) -> Face:
    """A pairing of the first candidates, unproven: what is left to say when time is up before the first bound."""
    if clock.stopped:
        raise NoAnswerError("stopped before any pairing was found")
    a, b, cost = tier.start()
    prices = Prices(over=tier.state.price.tolist())
    own = tier.parameters
    for seconds, any_one in ((own.grace_seconds, False), (own.first_seconds, True)):
        patience = clock.beyond(seconds if tier.name != "breaches" else own.least_breach_seconds)
        answer = cp_sat.close(tier, Candidates(a, b, cost), prices, patience, any_one)
        if answer.chosen is not None or clock.stopped:
            break
    if answer.chosen is None:
        raise NoAnswerError("no pairing was found in the time allowed", Hint(Advice.ALLOW_MORE_TIME))
    return Face(a, b, [], tier.state, (), np.array(answer.chosen, dtype=np.int64), answer.value, bound)


def _slack_prices(tier: Tier, proof: Bound, most: int) -> Prices:
    """The duals as prices of slacks, so that reduced costs and slacks add up to the cost less the bound."""
    sets, slack = proof.loose()
    over = proof.excess_left(tier)
    under = np.where(tier.state.tight, 0, -proof.rows)
    return Prices(sets, slack.tolist(), under.tolist(), np.where(tier.state.open, over, 0).tolist(), most)


def _close(tier: Tier, proof: Bound, face: Face, clock: Clock) -> Face:
    """CP-SAT's word on a tier: nothing among the pairs that the duals leave open is better than the pairing at hand."""
    gap = face.value * proof.scale - proof.value
    a, b, reduced = proof.near(gap)
    pairs = Candidates(a, b, reduced, tier.level_costs(a, b), face.chosen)
    answer = cp_sat.close(tier, pairs, _slack_prices(tier, proof, gap), clock)
    as_good = _as_good(answer, gap)
    bound = -(-(answer.bound + proof.value) // proof.scale)
    if not as_good:
        return replace(face, bound=bound)
    chosen = np.array(answer.chosen, dtype=np.int64)
    value = (answer.value + proof.value) // proof.scale
    return face_of(tier, proof, (a[chosen], b[chosen]), value, bound)


def _as_good(answer: Answer, known: int) -> bool:
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


def _branch(tier: Tier, optimum: LinearOptimum, proof: Bound, clock: Clock) -> Face:
    """CP-SAT where the linear optimum is no pairing: first a few candidates, then more until the gap is covered.

    Costs are whole, so a pairing is proven as soon as no whole number lies between the bound and its cost.
    """
    scale = proof.scale
    bound = -(-proof.value // scale)
    most, limit, best = EVERYTHING, scale, None
    if isinstance(tier, ListedTier):  # the tier before has left a pairing: no other is sought among few candidates
        a, b = tier.part.a[tier.chosen], tier.part.b[tier.chosen]
        value = int(tier.part.cost[tier.chosen].sum()) + tier.rows.excess_cost(a, b, tier.state)
        most = value * scale - proof.value
    else:
        few = _candidates(tier, optimum, proof)
        answer = _reduced_close(tier, proof, few, most, clock.within(clock.left() / 3))
        best = _found(few, answer, proof)
        limit = scale if best is None else answer.value
    while not clock.over() and (best is None or best[2] > bound):
        limit = min(limit, most)
        proof = certify(tier, optimum, limit, scale)
        pairs = proof.near(limit)
        answer = _reduced_close(tier, proof, pairs, limit, clock)
        known = most if best is None else best[2] * scale - proof.value  # of the pairing at hand, EVERYTHING if none is
        if known < EVERYTHING and known <= limit:
            _as_good(answer, known)
        elif answer.infeasible and limit >= most:
            raise _Infeasible
        least = limit + 1 if answer.infeasible else min(answer.bound, limit + 1)  # of every pairing's reduced costs
        bound = max(bound, -(-(proof.value + least) // scale))
        found = _found(pairs, answer, proof)
        best = found if found is not None and (best is None or found[2] <= best[2]) else best
        limit = limit * tier.parameters.wider if answer.chosen is None else min(answer.value, known)
    if best is None:
        raise _OutOfTime(bound)
    if best[2] > bound:
        chosen = np.arange(len(best[0]))
        return Face(best[0], best[1], [], tier.state, tier.levels, chosen, best[2], bound, proof=proof)
    if best[2] * scale - proof.value > proof.limit:
        proof = certify(tier, optimum, best[2] * scale - proof.value, scale)
    return face_of(tier, proof, best[:2], best[2], bound)


def _candidates(tier: BlockTier, optimum: LinearOptimum, proof: Bound) -> tuple[Ints, Ints, Ints]:
    """The programme's pairs that have a value in it, and the best few of every vertex, with their reduced costs."""
    a, b = optimum.a, optimum.b
    duals = Duals(tier.rows, proof.sets, proof.y, proof.w, proof.rows, proof.levels)
    reduced = duals.reduced(Part(a, b, optimum.cost), proof.scale)
    keep = np.union1d(np.flatnonzero(optimum.x > TOLERANCE), few_each(a, b, reduced, tier.parameters.first_closing))
    keep = keep[np.argsort(a[keep] * (len(proof.y) + 1) + b[keep], kind="stable")]
    return a[keep], b[keep], reduced[keep]


def _reduced_close(tier: Tier, proof: Bound, pairs: tuple[Ints, Ints, Ints], most: int, clock: Clock) -> Answer:
    """CP-SAT on some pairs with reduced costs and priced slacks: its objective is scale times cost less the bound."""
    a, b, reduced = pairs
    return cp_sat.close(
        tier, Candidates(a, b, reduced, tier.level_costs(a, b)), _slack_prices(tier, proof, most), clock
    )


def _found(pairs: tuple[Ints, Ints, Ints], answer: Answer, proof: Bound) -> tuple[Ints, Ints, int] | None:
    """The pairing of an answer with its cost in the tier."""
    if answer.chosen is None:
        return None
    chosen = np.array(answer.chosen, dtype=np.int64)
    return pairs[0][chosen], pairs[1][chosen], (answer.value + proof.value) // proof.scale


def _by_cp_sat_alone(tier: ListedTier, clock: Clock) -> Face:
    """A later tier on CP-SAT's word alone, where its duals are too great for exact sums."""
    a, b, cost = tier.part.a, tier.part.b, tier.part.cost
    prices = Prices(over=tier.state.price.tolist())
    answer = cp_sat.close(tier, Candidates(a, b, cost, tier.level_costs(a, b), tier.chosen), prices, clock)
    value = int(cost[tier.chosen].sum()) + tier.rows.excess_cost(a[tier.chosen], b[tier.chosen], tier.state)
    if not _as_good(answer, value):
        return Face(a, b, [], tier.state, (), tier.chosen, value, answer.bound)
    own = Level(tier.name, cost, tier.state.price, answer.value, np.zeros(len(tier.vertices), dtype=np.int64))
    chosen = np.array(answer.chosen, dtype=np.int64)
    return Face(a, b, tier.equalities, tier.state, (*tier.levels, own), chosen, answer.value, answer.bound)
