"""Solving a round by CP-SAT: the same boards as the matching engine, by one model of the whole round."""

from __future__ import annotations

import time
from dataclasses import replace

from ..model.errors import ContradictionError, McMahonError, NoAnswerError
from ..model.pairing.pairing import ByCpSat, Pairing, TierValue
from ..model.pairing.round_problem import RoundProblem
from ..model.ways import Way
from .clock import Clock
from .cpsat.model import tier_names
from .cpsat.solving import ModelAnswer, solve_model
from .engine import Options, solve
from .formulation.costs import TierName
from .matching.blossom import available


def solve_by_cp_sat(problem: RoundProblem, options: Options | None = None) -> Pairing:
    """The cheapest pairing of a round by CP-SAT, with its lower bound.

    If the matching engine is compiled, its odd sets and duals speed the proof up (`cpsat/figures.py`), and its
    certificate comes along if it is for the same boards. Raises NoPairingError with the matching engine's explanation,
    NoAnswerError if no round is found in time or OR-Tools cannot be loaded.
    """
    begin = time.perf_counter()
    options = options or Options()
    clock = options.clock or Clock(options.seconds)
    known = known_pairing(problem, replace(options, clock=clock))
    try:
        pairing = _solve(problem, clock, options, known)
    except ImportError as error:
        raise NoAnswerError(
            f"OR-Tools cannot be loaded: {error}", Way("to draw without CP-SAT", engine="matching")
        ) from None
    return replace(pairing, seconds={"solve": time.perf_counter() - begin})


def known_pairing(problem: RoundProblem, options: Options) -> Pairing | None:
    """The matching engine's pairing, whose figures speed CP-SAT up; None if it is not compiled, or has none."""
    try:
        return solve(problem, options) if available() else None
    except McMahonError:
        return None


def _solve(problem: RoundProblem, clock: Clock, options: Options, known: Pairing | None) -> Pairing:
    """The strict round; if it has none, the round with the fewest breaches of its relaxed rules."""
    certificate = known.certificate if known is not None else None
    for own in (problem.strict(), problem) if problem.relaxed or problem.relaxed_counts else (problem,):
        names = [name for name in tier_names(own) if options.lottery or name != "tie"]
        answer = solve_model(own, names, clock, certificate)
        if not answer.infeasible:
            return _pairing(problem, names, answer, known)
    other = solve(problem, replace(options, clock=clock))  # raises NoPairingError, with the reasons
    raise ContradictionError(f"CP-SAT finds no legal round, but the matching engine has one that costs {other.cost:,}")


def _pairing(problem: RoundProblem, names: list[TierName], answer: ModelAnswer, known: Pairing | None) -> Pairing:
    """The answer's pairing, else the known one, unproven, with CP-SAT's bound. Raises NoAnswerError without one."""
    if answer.pairs is None and known is not None and known.optimal:
        return _unproven(known, answer)
    if answer.pairs is None:
        raise NoAnswerError("no pairing was found in the time allowed", Way("allow more time", seconds="SECONDS"))
    costs = dict(
        zip(problem.tiers, problem.by_tier(problem.costs_by_criterion(answer.pairs, answer.byes)), strict=True)
    )
    if any(answer.values.get(tier, cost) != cost for tier, cost in costs.items()):
        raise ContradictionError(f"CP-SAT says that its round costs {answer.values}, but it costs {costs}")
    tiers, settled = [], "breaches" not in names or answer.optimal("breaches")
    for tier, cost in costs.items():
        tiers.append(TierValue(tier, cost, answer.bounds.get(tier, 0) if settled else 0))
        settled = settled and answer.optimal(tier)
    boards = set(answer.pairs), set(answer.byes)
    same = known is not None and (set(known.pairs), set(known.byes)) == boards
    return Pairing(
        pairs=tuple(sorted(answer.pairs)),
        byes=tuple(answer.byes),
        cost=sum(costs.values()),
        bound=sum(tier.bound for tier in tiers),
        tiers=tuple(tiers),
        breaches=answer.values.get("breaches", 0),
        optimal=settled,
        tie_proven=answer.optimal("tie"),
        certificate=known.certificate if known is not None and same else None,
        engine="cp-sat",
        by_cp_sat=ByCpSat(settled, answer.variables, answer.rows),
    )


def _unproven(known: Pairing, answer: ModelAnswer) -> Pairing:
    """The matching engine's round, as far as CP-SAT has come with it: its bound in the first tier, and no proof."""
    first, *later = known.tiers
    bound = 0 if known.breaches else min(answer.bounds.get(first.tier, 0), first.cost)
    tiers = (replace(first, bound=bound), *(replace(tier, bound=0) for tier in later))
    why = "it found no round in time; this is the matching engine's round"
    return replace(
        known, tiers=tiers, bound=bound, optimal=False, tie_proven=False, certificate=None, by_cp_sat=ByCpSat(why=why)
    )
