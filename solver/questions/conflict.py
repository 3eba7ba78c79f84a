"""Why a round is infeasible: an irreducible infeasible subset (IIS) of rules and locks; the ways out (more byes)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

import numpy as np

from ...model.errors import NoAnswerError
from ...model.judging.violation import NoPairingError
from ...model.pairing.field import Ints
from ...model.pairing.round_problem import RoundProblem
from ...model.pairing.variants import Conflict, DroppableRule, droppable_rules, with_only_rules
from ...model.tournament.rules import CountRule, Rule
from ..clock import Clock
from ..cpsat.run import How, new_model, run
from ..engine import Options, solve
from ..tuning import DEFAULTS


def conflict(problem: RoundProblem, clock: Clock | None = None) -> Conflict:
    """The conflict in an infeasible problem, by a deletion filter: rules of pairs first, so that few locks remain."""
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
    """Whether there is a pairing without a rule, or with it relaxed (None: not decided in time), and its cost."""
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


MOST_PLAYERS = 200  # free players, above which there are pairs enough for all but the oddest rules
EFFORT = 10.0  # units of CP-SAT's deterministic time for each of the two questions


def more_byes(problem: RoundProblem, clock: Clock, all_play_all: bool) -> tuple[int, ...]:
    """The players (positions) who have the bye in the cheapest round with the fewest byes; none if there is no round.

    Every rule is kept but that of byes, and of second byes if it is relaxed or in an all-play-all. Prices of rules over
    sets of pairs are not looked at, and hard ones are left to the draw with these byes. Byes by hand are not counted.
    """
    if all_play_all:
        problem = problem.relax([*problem.relaxed, Rule.SECOND_BYE], problem.relaxed_counts)
    free = problem.free()
    if not 1 < len(free) <= MOST_PLAYERS:
        return ()
    a, b = (free[side] for side in np.triu_indices(len(free), 1))
    may = problem.strict().allowed(a, b)
    a, b = a[may], b[may]
    rest = free[problem.bye_allowed()[free]]
    model, byes, costs = _model(problem, a, b, rest)
    model.minimize(sum(byes.values()))
    fewest = run(model, clock, How(EFFORT))
    if not fewest.feasible:
        return ()
    model.add(sum(byes.values()) == round(fewest.solver.objective_value))
    model.minimize(sum(cost * literal for cost, literal in costs))
    cheapest = run(model, clock, How(EFFORT))
    found = cheapest if cheapest.feasible else fewest
    return tuple(player for player, literal in byes.items() if found.solver.boolean_value(literal))


def or_more_byes(found: Conflict, problem: RoundProblem, clock: Clock, all_play_all: bool) -> Conflict:
    """A conflict with the rule of byes, if a round is possible without it; in an all-play-all it is given up first."""
    byes = () if clock.expired() else more_byes(problem, clock, all_play_all)
    with_byes = replace(problem, forced_byes=(*problem.forced_byes, *byes))
    possible, cost = _best(with_byes, Options(lottery=False, clock=clock)) if byes else (None, 0)
    if not possible:
        return found
    rule = DroppableRule(Rule.BYES)
    ways = [(rule, cost), *found.ways_out]
    if not all_play_all:
        ways.sort(key=lambda way: (way[1] is None, way[1] or 0))
    return replace(found, members=(*found.members, rule), ways_out=tuple(ways))


def _model(problem: RoundProblem, a: Ints, b: Ints, rest: Ints) -> tuple[Any, dict[int, Any], list[tuple[int, Any]]]:
    """Each free player has one game or the bye: the model, the byes by player, and what each Boolean costs."""
    model = new_model()
    of: dict[int, list[Any]] = defaultdict(list)
    costs: list[tuple[int, Any]] = []
    for one, other, cost in zip(a.tolist(), b.tolist(), problem.cost(a, b).tolist(), strict=True):
        literal = model.new_bool_var("")
        of[one].append(literal)
        of[other].append(literal)
        costs.append((cost, literal))
    byes = {player: model.new_bool_var("") for player in rest.tolist()}
    bye_cost = problem.bye_cost()
    for player, literal in byes.items():
        of[player].append(literal)
        costs.append((int(bye_cost[player]), literal))
    for player in problem.free().tolist():
        model.add_exactly_one(of[player])
    return model, byes, costs
