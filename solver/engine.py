"""Solving a round to proven optimality: for each tier the relaxation, its exact bound, and CP-SAT to close the gap.

The objective is lexicographic. Its tiers: the number of broken relaxed rules (only where some are relaxed), the tiers
of the profile, the seeded lottery. Each tier is restricted to the optimal face of the one before, by reduced-cost
fixing: pairs whose reduced cost exceeds the gap between bound and optimum are dropped; odd sets and side rows whose
dual exceeds it become equations. Where the gap is not 0, a row "cost of the tier = its optimum" is added.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ..model.errors import ContradictionError, InputError, NoAnswerError
from ..model.hints import Advice, Hint
from ..model.pairing.pairing import Pairing
from ..model.pairing.round_problem import RoundProblem
from .answer import no_pairing, pairing_of
from .clock import Clock
from .closing import Infeasible, OutOfTime, any_pairing, branch_and_bound, by_cp_sat_alone, close_gap
from .formulation.block_tier import BlockTier
from .formulation.costs import TierName
from .formulation.listed_tier import ListedTier
from .formulation.remaining import Remaining
from .formulation.tiers import Tier, first_tier
from .formulation.vertices import Vertices
from .lp.relaxation import Relaxation
from .matched import solve_by_matching
from .parameters import DEFAULTS, Parameters
from .proof.certificate import TooGreatError, certify
from .proof.face import Face, Search, face_of

log = logging.getLogger("mcmahon")


@dataclass(frozen=True, slots=True)
class Options:
    """How long to search, in seconds; after that, or when `clock` is stopped, the incumbent is returned.

    Without `lottery` the last tier is left out: any one of the optimal pairings is returned. `parameters` change how
    the search proceeds, not what is optimal.
    """

    seconds: float = 60.0
    lottery: bool = True
    clock: Clock | None = None
    parameters: Parameters = DEFAULTS


def solve(problem: RoundProblem, options: Options | None = None) -> Pairing:
    """The cheapest pairing of a round, with its lower bound and its certificate.

    Relaxed rules are broken only when the strict problem (no rule relaxed) is infeasible. Raises NoPairingError when
    the problem is infeasible even so, NoAnswerError when time or precision do not suffice for any pairing.
    """
    begin = time.perf_counter()
    options = options or Options()
    clock = options.clock or Clock(options.seconds)
    try:
        pairing = _solve(problem, clock, ("tie",) if options.lottery else (), options.parameters)
    except TooGreatError as error:
        raise InputError(str(error)) from None
    except ArithmeticError as error:
        raise NoAnswerError(f"no answer: {error}; smaller weights may help") from error
    return replace(pairing, seconds={"solve": time.perf_counter() - begin})


def solve_among(problem: RoundProblem, pairs: Remaining, options: Options | None = None) -> Pairing:
    """The cheapest pairing of a problem, no rule relaxed, where only these pairs can be in one.

    The face of the first tier may be given for them; that tier is then not solved again. Raises as `solve` does.
    """
    options = options or Options()
    search = Search(Vertices(problem), options.clock or Clock(options.seconds), parameters=options.parameters)
    names: list[TierName] = [*problem.tiers, *(("tie",) if options.lottery else ())]
    if isinstance(pairs, Face):
        search.faces[names.pop(0)] = pairs
    if not _solve_tiers(search, names, pairs).faces:
        raise NoAnswerError("no pairing was found in the time allowed", Hint(Advice.ALLOW_MORE_TIME))
    return pairing_of(problem, search)


def _solve(problem: RoundProblem, clock: Clock, lottery: Sequence[TierName], parameters: Parameters) -> Pairing:
    """The cheapest pairing: of the strict problem, else with as few breaches of the relaxed rules as possible."""
    names: list[TierName] = [*problem.tiers, *lottery]
    strict = Vertices(problem.strict())
    with suppress(Infeasible):
        return pairing_of(problem, _solve_tiers(Search(strict, clock, parameters=parameters), names))
    log.debug("the strict round is infeasible, or big-M was too small to show a pairing")
    relaxed = problem.relax_everything()
    short = clock.limited_to(parameters.least_breach_seconds)
    fewest = _fewest_breaches(relaxed, short, parameters)
    if fewest is None or fewest.faces["breaches"].bound <= 0 < fewest.faces["breaches"].value:
        fewest = _solve_tiers(Search(Vertices(relaxed), clock, parameters=parameters), ["breaches"])
    least = pairing_of(relaxed, fewest)
    if least.breaches == 0:
        face = fewest.faces["breaches"]
        incumbent = face.a[face.chosen], face.b[face.chosen]
        try:
            return pairing_of(problem, _solve_tiers(Search(strict, clock, incumbent, parameters), names))
        except Infeasible:
            raise ContradictionError("it finds no pairing, although it knows one that keeps every rule") from None
    if problem.relaxed or problem.relaxed_counts:
        with suppress(Infeasible):
            search = Search(Vertices(problem), clock, parameters=parameters)
            return pairing_of(problem, _solve_tiers(search, ["breaches", *names]))
    raise no_pairing(problem, least, fewest.faces["breaches"].bound)


def _fewest_breaches(relaxed: RoundProblem, short: Clock, parameters: Parameters) -> Search | None:
    """The fewest breaches that are found in a short time, whose bound may leave open whether any are needed."""
    with suppress(NoAnswerError):
        return _solve_tiers(Search(Vertices(relaxed), short, parameters=parameters), ["breaches"])
    return None


def _solve_tiers(search: Search, names: Sequence[TierName], face: Remaining | None = None) -> Search:
    """The search, with the optimal face of each tier inside that of the one before, up to the first unproven tier."""
    vertices = search.vertices
    if len(vertices) == 0:
        return search
    begins = face is None and names[0] != "breaches"
    if begins and sum(len(component) % 2 for component in vertices.components()) > vertices.odd:
        raise Infeasible
    first = _tier(search, names[0], face)
    if isinstance(first, BlockTier) and solve_by_matching(search, first, names[1:]):
        return search
    for name in names:
        tier = first if name == first.name else _tier(search, name, face)
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


def _tier(search: Search, name: TierName, before: Remaining | None) -> Tier:
    """The tier of this name: over all allowed pairs when it is the first, else over the face of the tier before."""
    if before is None:
        return first_tier(search.vertices, search.rows, name, search.incumbent, search.parameters)
    return ListedTier(name, search.vertices, search.rows, before, search.parameters)


def _solve_tier(tier: Tier, clock: Clock) -> Face:
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
    pairs = optimum.a[optimum.chosen()], optimum.b[optimum.chosen()]
    value = int(optimum.cost[optimum.chosen()].sum()) + tier.rows.excess_cost(*pairs, tier.state)
    gap = value * proof.scale - proof.value
    if gap > proof.limit:
        proof = certify(tier, optimum, gap, proof.scale)
    log.debug("tier %s: %s, bound %s/%s", tier.name, value, proof.value, proof.scale)
    face = face_of(tier, proof, pairs, value, value)
    return face if gap < proof.scale else close_gap(tier, proof, face, clock)
