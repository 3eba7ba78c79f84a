"""Why a round is infeasible: an irreducible infeasible subset (IIS) of its rules and locks, and the ways out."""

from __future__ import annotations

from ...model.errors import NoAnswerError
from ...model.judging.violation import NoPairingError
from ...model.pairing.round_problem import RoundProblem
from ...model.pairing.variants import Conflict, DroppableRule, droppable_rules, with_only_rules
from ...model.tournament.rules import CountRule
from ..clock import Clock
from ..engine import Options, solve
from ..tuning import DEFAULTS


def conflict(problem: RoundProblem, clock: Clock | None = None) -> Conflict:
    """The conflict in an infeasible problem, found by a deletion filter.

    Each rule or lock is left out in turn, for good if the rest is still infeasible. Rules of pairs come first, so that
    the director's own locks remain only where they are needed.
    """
    options = Options(lottery=False, clock=clock or Clock(DEFAULTS.conflict_seconds))
    all_rules = droppable_rules(problem)
    members, complete = all_rules, True
    for rule in all_rules:
        fewer = [other for other in members if other != rule]
        possible, _ = _best(with_only_rules(problem, fewer), options)
        if possible is None:
            complete = False
        elif not possible:
            members = fewer
    ways: list[tuple[DroppableRule, int | None]] = []
    for rule in members:
        possible, cost = _given_up(problem, rule, [other for other in all_rules if other != rule], options)
        complete &= possible is not None
        ways.append((rule, cost if possible else None))
    ways.sort(key=lambda way: (way[1] is None, way[1] or 0))
    return Conflict(tuple(members), tuple(ways), complete)


def _given_up(
    problem: RoundProblem, rule: DroppableRule, others: list[DroppableRule], options: Options
) -> tuple[bool | None, int]:
    """Whether there is a pairing without a rule or lock (None: not decided in time), and what the round costs then.

    A rule is relaxed, as the director would relax it: broken as few times as possible, whatever that costs.
    """
    possible, cost = _best(with_only_rules(problem, others), options)
    if not possible or rule.players:
        return possible, cost
    relaxed = problem.relax((), [rule.name]) if isinstance(rule.rule, CountRule) else problem.relax([rule.rule])
    return _best(relaxed, options)


def _best(problem: RoundProblem, options: Options) -> tuple[bool | None, int]:
    """Whether a problem has a pairing (None: not decided in time), and the least cost."""
    if options.clock and options.clock.expired():
        return None, 0
    try:
        return True, solve(problem, options).cost
    except NoPairingError:
        return False, 0
    except NoAnswerError:
        return None, 0
