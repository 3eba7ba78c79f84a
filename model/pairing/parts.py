"""The hard rules and locks of a round one by one, and the round with only some of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from ..tournament.rules import Rule, rules_in
from .round_problem import IndexPair, RoundProblem
from .variants import settled

_WORDS = {
    Rule.REPEATS: "nobody meets the same opponent twice",
    Rule.FAMILIES: "players of one family or group do not meet",
    Rule.DIFFERENCE_CAP: "no pair differs by more points than the limit",
    Rule.HANDICAP_CAP: "no pair needs more stones than the limit",
    Rule.SECOND_BYE: "nobody has a second bye",
}
MANY = 40  # more forbidden pairs than this are one part


def parts_of(problem: RoundProblem) -> dict[str, str]:
    """The parts by name, with a sentence: rules of pairs, rules over sets of pairs, then locks, pair by pair."""
    ids, parts = problem.field.ids, dict[str, str]()
    rules = _rules_in_force(problem)
    parts |= {rule.value: words for rule, words in _WORDS.items() if rule in rules}
    for count in problem.counts:
        if count.rule.price is None and count.rule.name not in problem.relaxed_counts:
            parts[count.rule.name] = str(count.rule)
    forbidden = _forbidden(problem) if Rule.FORBIDDEN in rules else []
    if len(forbidden) > MANY:
        parts[Rule.FORBIDDEN] = f"{len(forbidden)} pairs are forbidden"
    else:
        parts |= {f"forbid {ids[i]}:{ids[j]}": f"{ids[i]} and {ids[j]} are forbidden to meet" for i, j in forbidden}
    parts |= {f"force {ids[i]}:{ids[j]}": f"{ids[i]} and {ids[j]} are to meet" for i, j in problem.forced}
    return parts | {f"bye {ids[i]}": f"{ids[i]} is to have the bye" for i in problem.forced_byes}


def _rules_in_force(problem: RoundProblem) -> set[Rule]:
    """The rules of pairs and byes that can be broken and are not relaxed."""
    rules = set(rules_in(int(np.bitwise_or.reduce(problem.barred_by, initial=0))))
    if problem.max_difference:
        rules.add(Rule.DIFFERENCE_CAP)
    if problem.max_handicap:
        rules.add(Rule.HANDICAP_CAP)
    if problem.field.byes.any() and (len(problem) % 2 or problem.forced_byes):
        rules.add(Rule.SECOND_BYE)  # one bye by hand may make the rest odd
    return rules - problem.relaxed


def keep_only(problem: RoundProblem, names: Collection[str]) -> RoundProblem:
    """The problem with only these parts of its rules and locks."""
    names, ids = set(names), problem.field.ids
    bits = problem.barred_by.copy()
    for rule in (Rule.REPEATS, Rule.FAMILIES):
        if rule not in names:
            bits &= ~rule.bit
    if Rule.FORBIDDEN not in names:
        allowed = [(i, j) for i, j in _forbidden(problem) if f"forbid {ids[i]}:{ids[j]}" not in names]
        codes = np.array([i * len(problem) + j for i, j in allowed], dtype=np.int64)
        bits[np.isin(problem.barred, codes)] &= ~Rule.FORBIDDEN.bit
    field = problem.field
    if Rule.SECOND_BYE not in names:
        field = replace(field, byes=np.zeros_like(field.byes))
    barred = bits != 0
    return settled(
        replace(
            problem,
            field=field,
            barred=problem.barred[barred],
            barred_by=bits[barred],
            forced=tuple(p for p in problem.forced if f"force {ids[p[0]]}:{ids[p[1]]}" in names),
            forced_byes=tuple(p for p in problem.forced_byes if f"bye {ids[p]}" in names),
            max_difference=problem.max_difference if Rule.DIFFERENCE_CAP in names else 0,
            max_handicap=problem.max_handicap if Rule.HANDICAP_CAP in names else 0,
            counts=tuple(c for c in problem.counts if c.rule.price is not None or c.rule.name in names),
        )
    )


def _forbidden(problem: RoundProblem) -> list[IndexPair]:
    at = np.flatnonzero(problem.barred_by & Rule.FORBIDDEN.bit)
    return [(int(code) // len(problem), int(code) % len(problem)) for code in problem.barred[at]]
