"""Solving a round to proven optimality: for each tier the relaxation, its exact bound, and CP-SAT to close the gap.

The objective is lexicographic. Its tiers: the number of broken relaxed rules (only where some are relaxed), the tiers
of the profile, the seeded lottery. Each tier is restricted to the optimal face of the one before, by reduced-cost
fixing: pairs whose reduced cost exceeds the gap between bound and optimum are dropped; odd sets and side rows whose
dual exceeds it become equations. Where the gap is not 0, a row "cost of the tier = its optimum" is added.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ..model.errors import ContradictionError, InputError, NoAnswerError
from ..model.pairing.pairing import Pairing
from ..model.pairing.round_problem import RoundProblem
from .answer import no_pairing, pairing_of
from .clock import Clock
from .closing import Infeasible, OutOfTime, any_pairing, branch_and_bound, by_cp_sat_alone, close_gap
from .formulation.costs import TierName
from .formulation.tiers import BlockTier, ListedTier, PairCache, Tier
from .formulation.vertices import Vertices
from .lp.relaxation import Relaxation
from .matched import keeps_no_rules, solve_by_matching
from .proof.certificate import OptimalFace, Search, TooGreatError, certify, face_of
from .tuning import DEFAULTS, Tuning

log = logging.getLogger("mcmahon")


@dataclass(frozen=True, slots=True)
class Options:
    """How long to search, in seconds; after that, or when `clock` is stopped, the incumbent is returned.

    Without `lottery` the last tier is left out: any one of the optimal pairings is returned. `tuning` changes how
    the search proceeds, not what is optimal. `known` is what solves of variants of the problem hand on to one another;
    a search by matching ends at a pairing that costs less than `enough` in the first tier. `engine` is for draws:
    `matching`, `cp-sat`, or `both`, the matching engine with a second opinion of CP-SAT; `solve` itself is the former.
    """

    seconds: float = 60.0
    lottery: bool = True
    clock: Clock | None = None
    tuning: Tuning = DEFAULTS
    known: PairCache | None = None
    enough: int | None = None
    engine: str = "matching"

    def timer(self, most: float = math.inf) -> Clock:
        """The clock of the search, or a new one of its seconds; with at most so many seconds from now."""
        clock = self.clock or Clock(self.seconds)
        return clock if most == math.inf else clock.limited_to(most)


def solve(problem: RoundProblem, options: Options | None = None) -> Pairing:
    """The cheapest pairing of a round, with its lower bound and its certificate.

    Relaxed rules are broken only when the strict problem (no rule relaxed) is infeasible. Raises NoPairingError when
    the problem is infeasible even so, NoAnswerError when time or precision do not suffice for any pairing.
    """
    begin = time.perf_counter()
    options = options or Options()
    clock = options.timer()
    try:
        pairing = _solve(problem, clock, options)
    except TooGreatError as error:
        raise InputError(str(error)) from None
    except ArithmeticError as error:
        raise NoAnswerError(f"no answer: {error}; smaller weights may help") from error
    return replace(pairing, seconds={"solve": time.perf_counter() - begin})


def _solve(problem: RoundProblem, clock: Clock, options: Options) -> Pairing:
    """The cheapest pairing: of the strict problem, else with as few breaches of the relaxed rules as possible."""
    names: list[TierName] = [*problem.tiers, *(("tie",) if options.lottery else ())]
    strict, tuning = Vertices(problem.strict()), options.tuning
    enough = options.enough
    if enough is not None:  # of which forced pairs take their part
        enough -= problem.by_tier(problem.costs_by_criterion(problem.forced, problem.forced_byes))[0]
    with suppress(Infeasible):
        search = Search(strict, clock, None, tuning, options.known, enough)
        return pairing_of(problem, _solve_tiers(search, names))
    log.debug("the strict round is infeasible, or big-M was too small to show a pairing")
    relaxed = problem.relax_everything()
    short = clock.limited_to(tuning.least_breach_seconds)
    fewest: Search | None = None
    with suppress(NoAnswerError):
        fewest = _solve_tiers(Search(Vertices(relaxed), short, tuning=tuning), ["breaches"])
    if fewest is None or fewest.faces["breaches"].bound <= 0 < fewest.faces["breaches"].value:
        fewest = _solve_tiers(Search(Vertices(relaxed), clock, tuning=tuning), ["breaches"])
    least = pairing_of(relaxed, fewest)
    if least.breaches == 0:
        face = fewest.faces["breaches"]
        incumbent = face.a[face.chosen], face.b[face.chosen]
        try:
            return pairing_of(problem, _solve_tiers(Search(strict, clock, incumbent, tuning), names))
        except Infeasible:
            raise ContradictionError("it finds no pairing, although it knows one that keeps every rule") from None
    if problem.relaxed or problem.relaxed_counts:
        with suppress(Infeasible):
            search = Search(Vertices(problem), clock, tuning=tuning)
            return pairing_of(problem, _solve_tiers(search, ["breaches", *names]))
    raise no_pairing(problem, least, fewest.faces["breaches"].bound)


def _solve_tiers(search: Search, names: Sequence[TierName]) -> Search:
    """The search, with the optimal face of each tier inside that of the one before, up to the first unproven tier."""
    vertices = search.vertices
    if len(vertices) == 0:
        return search
    if names[0] != "breaches" and sum(len(component) % 2 for component in vertices.components()) > vertices.odd:
        raise Infeasible
    first = BlockTier(vertices, search.rows, names[0], search.incumbent, search.tuning, search.known)
    if solve_by_matching(search, first, names[1:]):
        return search
    hard = not search.rows.initial_state().elastic.all()
    if hard and names[0] != "breaches" and keeps_no_rules(search):
        raise Infeasible
    face: OptimalFace | None = None
    for name in names:
        tier = first if face is None else ListedTier(name, vertices, search.rows, face, search.tuning)
        try:
            face = found = _solve_tier(tier, search.clock)
        except ArithmeticError as error:
            if isinstance(tier, ListedTier):
                face = found = by_cp_sat_alone(tier, search.clock)
            elif isinstance(error, TooGreatError):
                raise
            else:
                log.debug("tier %s: %s; settling for any pairing, unproven", name, error)
                search.faces[name] = any_pairing(tier, search.clock, 0)
                return search
        except OutOfTime as late:
            if face is None:
                search.faces[name] = any_pairing(tier, search.clock, max(0, late.bound))
            return search
        search.faces[name] = found
        if not found.optimal:
            break
    return search


def _solve_tier(tier: Tier, clock: Clock) -> OptimalFace:
    """The optimal face of one tier. Raises Infeasible, OutOfTime."""
    clock.tell(tier.name)
    relaxation = Relaxation(tier)
    if tier.likely_infeasible and not tier.raises_big_m:  # first find out whether the rules can be kept at all
        raise Infeasible
    try:
        optimum = relaxation.solve(clock.expired)
    except ArithmeticError as error:
        log.debug("tier %s: %s; again, with scaling and frequent refactorisation", tier.name, error)
        optimum = Relaxation(tier, careful=True).solve(clock.expired)
    if not optimum.finished:
        bound = certify(tier, optimum, -1)
        raise OutOfTime(-(-bound.value // bound.scale))
    if not optimum.feasible and isinstance(tier, ListedTier):
        raise ArithmeticError("the linear program lost the pairing of the tier before")
    if not optimum.feasible:
        raise Infeasible
    proof = certify(tier, optimum, 0)
    clock.tell(tier.name, bound=-(-proof.value // proof.scale))
    if not optimum.integral:
        return branch_and_bound(tier, optimum, proof, clock)
    a, b, cost = optimum.pairs.at(optimum.chosen())
    value = int(cost.sum()) + tier.rows.excess_cost(a, b, tier.state)
    gap = value * proof.scale - proof.value
    if gap > proof.limit:
        proof = certify(tier, optimum, gap, proof.scale)
    log.debug("tier %s: %s, bound %s/%s", tier.name, value, proof.value, proof.scale)
    face = face_of(tier, proof, (a, b), value, value)
    return face if gap < proof.scale else close_gap(tier, proof, face, clock)
