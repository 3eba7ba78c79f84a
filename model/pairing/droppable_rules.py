"""The hard rules and locks of a round as a list, and the round with only some of them (to find a conflict)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from ..tournament.count_rule import CountRule
from ..tournament.rules import PAIR_RULES, Rule, rules_in
from .round_problem import IndexPair, RoundProblem
from .variants import with_forced_counts

MANY = 40  # more forbidden pairs than this are one entry of the list


@dataclass(frozen=True, slots=True)
class DroppableRule:
    """A hard rule of the round, or a lock, which has `players`: two for a pair, one for a bye.

    Many forbidden pairs are one entry without players; `pairs` is their number.
    """

    rule: Rule | CountRule
    players: tuple[str, ...] = ()
    pairs: int = 0

    @property
    def name(self) -> str:
        """`repeats`, the name of a rule over pairs, `forbid 3:17`, `force 3:17`, `bye 3`."""
        if isinstance(self.rule, CountRule):
            return self.rule.name
        if not self.players:
            return self.rule.value
        what = "forbid" if self.rule is Rule.FORBIDDEN else "force" if len(self.players) > 1 else "bye"
        return f"{what} {':'.join(self.players)}"


@dataclass(frozen=True, slots=True)
class Conflict:
    """An irreducible infeasible subset of rules and locks: infeasible together, feasible without any one of them.

    `ways_out` has for each member, cheapest first, the least cost of the round when only that member is given up: a
    lock dropped, a rule broken as few times as possible; None if the round is infeasible even so. `complete` is false
    if time was up before all were tried: a smaller set may do.
    """

    members: tuple[DroppableRule, ...]
    ways_out: tuple[tuple[DroppableRule, int | None], ...]
    complete: bool


def droppable_rules(problem: RoundProblem) -> list[DroppableRule]:
    """The hard rules and locks in force: rules of pairs, rules over sets of pairs, then each lock."""
    ids = problem.field.ids
    rules = _rules_in_force(problem)
    parts = [DroppableRule(rule) for rule in PAIR_RULES if rule in rules and rule is not Rule.FORBIDDEN]
    parts += [
        DroppableRule(count.rule)
        for count in problem.counts
        if count.rule.price is None and count.rule.name not in problem.relaxed_counts
    ]
    forbidden = _forbidden(problem) if Rule.FORBIDDEN in rules else []
    if len(forbidden) > MANY:
        parts.append(DroppableRule(Rule.FORBIDDEN, pairs=len(forbidden)))
    else:
        parts += [DroppableRule(Rule.FORBIDDEN, (ids[i], ids[j])) for i, j in forbidden]
    parts += [DroppableRule(Rule.FORCED, (ids[i], ids[j])) for i, j in problem.forced]
    return parts + [DroppableRule(Rule.FORCED, (ids[i],)) for i in problem.forced_byes]


def _rules_in_force(problem: RoundProblem) -> set[Rule]:
    """The rules of pairs and byes that restrict this round and are not relaxed."""
    rules = set(rules_in(int(np.bitwise_or.reduce(problem.barred_by, initial=0))))
    if problem.max_difference:
        rules.add(Rule.DIFFERENCE_CAP)
    if problem.max_handicap:
        rules.add(Rule.HANDICAP_CAP)
    if problem.field.byes.any() and (len(problem) % 2 or problem.forced_byes):
        rules.add(Rule.SECOND_BYE)  # one forced bye may make the rest odd
    return rules - problem.relaxed


def with_only_rules(problem: RoundProblem, kept: Collection[DroppableRule]) -> RoundProblem:
    """The problem with only these of its hard rules and locks."""
    ids = problem.field.ids
    rules = {rule.rule for rule in kept if not rule.players}
    locks = {(rule.rule, rule.players) for rule in kept if rule.players}
    bits = problem.barred_by.copy()
    for rule in (Rule.REPEATS, Rule.FAMILIES):
        if rule not in rules:
            bits &= ~rule.bit
    if Rule.FORBIDDEN not in rules:
        allowed = [(i, j) for i, j in _forbidden(problem) if (Rule.FORBIDDEN, (ids[i], ids[j])) not in locks]
        codes = np.array([i * len(problem) + j for i, j in allowed], dtype=np.int64)
        bits[np.isin(problem.barred, codes)] &= ~Rule.FORBIDDEN.bit
    field = problem.field
    if Rule.SECOND_BYE not in rules:
        field = replace(field, byes=np.zeros_like(field.byes))
    barred = bits != 0
    return with_forced_counts(
        replace(
            problem,
            field=field,
            barred=problem.barred[barred],
            barred_by=bits[barred],
            forced=tuple(p for p in problem.forced if (Rule.FORCED, (ids[p[0]], ids[p[1]])) in locks),
            forced_byes=tuple(p for p in problem.forced_byes if (Rule.FORCED, (ids[p],)) in locks),
            max_difference=problem.max_difference if Rule.DIFFERENCE_CAP in rules else 0,
            max_handicap=problem.max_handicap if Rule.HANDICAP_CAP in rules else 0,
            counts=tuple(c for c in problem.counts if c.rule.price is not None or c.rule in rules),
        )
    )


def _forbidden(problem: RoundProblem) -> list[IndexPair]:
    at = np.flatnonzero(problem.barred_by & Rule.FORBIDDEN.bit)
    return [(int(code) // len(problem), int(code) % len(problem)) for code in problem.barred[at]]
