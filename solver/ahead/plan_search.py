"""Searching for a plan that pairs every round to come, or the fewest repeats with which there would be one.

For a large field a plan is put together round by round without a search: that finds one or does not know.

In a large field nearly everybody may meet nearly everybody, even where a family or a rule takes half of the pairs. So
each player, those with the fewest opponents first, takes one by lot; two who are left over break up a pair. Pairs that
count in a rule are taken last. CP-SAT has a Boolean for every pair and round, and takes a thousand times as long.

The same question has the same answer on any machine, unless the clock of the draw ends first (`solver/cpsat/run.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from ...model.pairing.field import Flags, Ints
from ...model.pairing.round_problem import IndexPair
from ...model.plan.ahead import Ahead, RoundAhead, counted_pairs
from ...model.plan.plan import Plan, PlannedRound, Repeat
from ..clock import Clock
from ..cpsat.run import How, new_model, run
from . import plan_model
from .plan_model import BYE, PlanModel

TRIES = 4  # lots for a round, of which the first that keeps all rules is taken


def greedy_plan(ahead: Ahead) -> Plan | None:
    """A plan for all rounds to come; None where none was found, although there may be one."""
    rng, rounds = Random(1), list[PlannedRound]()
    may, last = np.zeros((0, 0), dtype=bool), None
    for one in ahead.rounds:
        if last is None or not plan_model.alike(last, one):
            may = plan_model.graph(ahead, one)
        tries = (_round(may, one, rng) for _ in range(TRIES))
        found = next((pairs for pairs in tries if pairs is not None), None)
        if found is None:
            return None
        _take(may, one, found)
        last = one
        rounds.append(planned(ahead, one, found))
        games = [*one.forced, *(pair for pair in found if pair[1] != BYE)]
        ahead = ahead.after(one.number, games, [a for a, b in found if b == BYE])
    return Plan(tuple(rounds))


def _take(may: Flags, one: RoundAhead, found: list[IndexPair]) -> None:
    """Take the pairs of a round, with the bye as one, out of the graph of those that may meet."""
    at = {player: v for v, player in enumerate(one.free)} | {BYE: len(one.free)}
    for a, b in found:
        may[at[a], at[b]] = may[at[b], at[a]] = False


def _round(may: Flags, one: RoundAhead, rng: Random) -> list[IndexPair] | None:
    """The free pairs of a round, with the bye as a pair; None where not everybody was paired, or a rule is broken."""
    free = one.free
    best = may.copy()
    best[: len(free), : len(free)] &= ~counted_pairs(one)
    mate = _matching(may, best, rng)
    if mate is None:
        return None
    pairs = [(v, w) for v, w in enumerate(mate.tolist()) if v < w]
    found = [(free[v], free[w] if w < len(free) else BYE) for v, w in pairs]
    games = [pair for pair in found if pair[1] != BYE]
    for count, entries in one.amounts(games):
        totals = np.zeros(len(count.labels), dtype=np.int64)
        for part, _, amount in entries:
            totals[part] += amount
        if (totals < count.limits if count.rule.at_least else totals > count.limits).any():
            return None
    return found


def _matching(may: Flags, best: Flags, rng: Random) -> Ints | None:
    """Everybody's partner in a perfect matching of a graph, from its best edges where they suffice."""
    mate = np.full(len(may), -1, dtype=np.int64)
    left = np.ones(len(may), dtype=bool)
    for v in np.argsort(best.sum(axis=1), kind="stable").tolist():
        if not left[v]:
            continue
        options = np.flatnonzero(best[v] & left)
        options = options if len(options) else np.flatnonzero(may[v] & left)
        if len(options):
            w = int(options[rng.randrange(len(options))])
            mate[v], mate[w] = w, v
            left[v] = left[w] = False
    loose = np.flatnonzero(left).tolist()
    while loose:
        if not _break_up(may, mate, loose.pop(), loose.pop(), rng):
            return None
    return mate


def _break_up(may: Flags, mate: Ints, u: int, v: int, rng: Random) -> bool:
    """Pair two who are left over with the two of a pair; False where no pair fits both."""
    fits = may[u] & may[v][mate] & (mate >= 0)
    options = np.flatnonzero(fits)
    if not len(options):
        return False
    a = int(options[rng.randrange(len(options))])
    b = int(mate[a])
    mate[u], mate[a], mate[v], mate[b] = a, u, b, v
    return True


EFFORT = 30.0  # units of CP-SAT's deterministic time for one question; about as many seconds
#: Players, or games that all rounds could have, from which a plan is first put together without a search.
LARGE, MANY = 64, 4_000
REPEATS_EFFORT = RELAX_EFFORT = 1.0  # for the fewest repeats, and for each rule to relax: hints to the director


@dataclass(frozen=True, slots=True)
class PlanFound:
    """A plan, or that there is none; neither where the effort did not suffice."""

    plan: Plan | None = None
    impossible: bool = False


def find_plan(ahead: Ahead, clock: Clock, hint: Plan | None = None, effort: float = EFFORT) -> PlanFound:
    """A plan for all rounds to come. `hint` is an earlier one, of which as much as possible is taken over."""
    if not ahead.rounds:
        return PlanFound(Plan())
    if not ahead.more_byes and plan_model.impossible(ahead):
        return PlanFound(impossible=True)
    narrow = [] if ahead.more_byes else plan_model.narrow_sets(ahead)
    if any(odd_set.leaving < len(odd_set.rounds) for odd_set in narrow):
        return PlanFound(impossible=True)
    if max(len(one.free) for one in ahead.rounds) >= LARGE or plan_model.booleans(ahead) >= MANY:
        plan = greedy_plan(ahead)
        if plan is not None or plan_model.booleans(ahead) > plan_model.MOST_BOOLEANS:
            return PlanFound(plan)
    model = new_model()
    found = plan_model.add_rounds(model, ahead)
    plan_model.add_odd_sets(found, narrow)
    if hint is not None:
        _hint(found, ahead, hint)
    answer = run(model, clock, How(effort))
    plan = plan_of(found, ahead, answer.solver) if answer.feasible else None
    return PlanFound(plan, answer.infeasible)


def _hint(found: PlanModel, ahead: Ahead, hint: Plan) -> None:
    """The pairs of an earlier plan as a hint, as far as they are still there; rounds of the same number."""
    index = ahead.index()
    by_number = {planned.number: planned for planned in hint.rounds}
    rounds = [_indices(index, by_number.get(one.number, PlannedRound(one.number, ()))) for one in ahead.rounds]
    for variables, pairs in zip(found.rounds, plan_model.in_order(ahead, rounds), strict=True):
        chosen = set(pairs)
        for pair, literal in variables.played.items():
            found.model.add_hint(literal, pair in chosen)


def _indices(index: dict[str, int], planned: PlannedRound) -> list[IndexPair]:
    """The pairs and byes of a planned round as positions, without players who are gone."""
    pairs = [(index[a], index[b]) for a, b in planned.pairs if a in index and b in index]
    found = [(min(pair), max(pair)) for pair in pairs]
    return found + [(index[player], BYE) for player in planned.byes if player in index]


def plan_of(found: PlanModel, ahead: Ahead, solver: Any) -> Plan:
    """The plan that a solver has found."""
    rounds = []
    for variables in found.rounds:
        chosen = [pair for pair, literal in variables.played.items() if solver.boolean_value(literal)]
        rounds.append(planned(ahead, variables.ahead, chosen))
    return Plan(tuple(rounds))


def planned(ahead: Ahead, one: RoundAhead, chosen: Iterable[IndexPair]) -> PlannedRound:
    """A round of a plan in ids, its forced pairs added."""
    ids, pairs, byes = ahead.ids, list(one.forced), []
    for a, b in chosen:
        if b == BYE:
            byes.append(ids[a])
        else:
            pairs.append((a, b))
    return PlannedRound(one.number, tuple((ids[a], ids[b]) for a, b in sorted(pairs)), tuple(byes))


def fewest_repeats(ahead: Ahead, clock: Clock) -> Sequence[Repeat]:
    """The fewest repeats and second byes that make all rounds possible, proven if there is time; or none."""
    if plan_model.booleans(ahead) > plan_model.MOST_BOOLEANS:
        return ()
    model = new_model()
    found = plan_model.add_rounds(model, ahead, again=True)
    total = plan_model.breaches(found, ahead)
    model.minimize(total)
    answer = run(model, clock, How(REPEATS_EFFORT))
    return _repeats(found, ahead, answer.solver) if answer.feasible else ()


def rules_to_relax(ahead: Ahead, clock: Clock) -> tuple[str, ...]:
    """The rules of which each alone, if it did not hold, would let all rounds be paired; those that are found soon."""
    rules = (rule for rule in ahead.kept_rules() if not clock.expired())
    return tuple(rule for rule in rules if find_plan(ahead.without(rule), clock, effort=RELAX_EFFORT).plan is not None)


def _repeats(found: PlanModel, ahead: Ahead, solver: Any) -> list[Repeat]:
    seen, repeats = set[IndexPair](), []
    for variables in found.rounds:
        for pair, literal in variables.played.items():
            if not solver.boolean_value(literal):
                continue
            if pair in seen or plan_model.had(ahead, pair):
                who = tuple(ahead.ids[player] for player in pair if player != BYE)
                repeats.append(Repeat(variables.ahead.number, who))
            seen.add(pair)
    return repeats
