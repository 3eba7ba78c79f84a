"""The hard rules and locks of a round, one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from builders import played, tournament, with_player
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.pairing.variants import DroppableRule, droppable_rules, with_only_rules
from mcmahon.model.tournament.rules import Rule

NO_WEIGHTS = Profile("p", "", ())
TEN = "1d 1d 1d 1d 1d 1d 1d 1d 1d 1d"


def with_forbidden(count: int) -> RoundProblem:
    pairs = tuple(combinations("abcdefghij", 2))[:count]
    return round_problem(tournament(TEN), 1, NO_WEIGHTS, Locks(forbid=pairs))


def test_more_than_forty_forbidden_pairs_are_one_part() -> None:
    assert len(droppable_rules(with_forbidden(40))) == 40
    assert droppable_rules(with_forbidden(40))[0] == DroppableRule(Rule.FORBIDDEN, ("a", "b"))
    assert droppable_rules(with_forbidden(41)) == [DroppableRule(Rule.FORBIDDEN, pairs=41)]
    names = [droppable_rules(with_forbidden(count))[0].name for count in (40, 41)]
    assert names == ["forbid a:b", "forbidden"]


@pytest.mark.parametrize(
    ("count", "kept", "left"),
    [(41, ["forbidden"], 41), (41, [], 0), (2, ["forbid a:c"], 1), (2, [], 0), (2, ["forbid a:b", "forbid a:c"], 2)],
)
def test_forbidden_pairs_stay_forbidden_only_where_their_part_is_kept(count: int, kept: list[str], left: int) -> None:
    problem = with_only_rules(
        with_forbidden(count), [p for p in droppable_rules(with_forbidden(count)) if p.name in kept]
    )
    assert len(problem.barred) == left
    assert problem.allowed(np.array([0]), np.array([2])).tolist() == [left == 0]


def names(problem: RoundProblem) -> list[str]:
    return [part.name for part in droppable_rules(problem)]


def everything() -> RoundProblem:
    """Seven players in their second round, with a rule or lock of every kind."""
    rules = [
        {"name": "calm", "pairs": "float", "at_most": 0},
        {"name": "dear", "pairs": "float", "at_most": 0, "price": 1},
    ]
    t = tournament("1d 1d 1d 1d 1d 1d 1d", pairing__max_difference=4, pairing__max_handicap=3, pairing__rules=rules)
    t = played(t, "a+b c+d e+f", byes="g")
    locks = Locks((("a", "e"),), (("c", "f"),), ("b",))
    return round_problem(t, 2, NO_WEIGHTS, locks)


def test_every_rule_and_lock_of_a_round_is_a_part_and_no_other() -> None:
    """Families are none, and a rule with a price may be broken."""
    assert names(everything()) == [
        "repeats", "difference-cap", "handicap-cap", "second-bye", "calm", "forbid c:f", "force a:e", "bye b",
    ]  # fmt: skip
    assert droppable_rules(round_problem(tournament("1d 1d"), 1, NO_WEIGHTS)) == []


def test_relaxed_rules_are_no_parts() -> None:
    relaxed = replace(
        everything(), relaxed=frozenset({Rule.REPEATS, Rule.SECOND_BYE}), relaxed_counts=frozenset({"calm"})
    )
    assert names(relaxed) == ["difference-cap", "handicap-cap", "forbid c:f", "force a:e", "bye b"]


def test_an_even_field_has_no_rule_on_second_byes() -> None:
    t = with_player(played(tournament("1d 1d 1d"), "a+b", byes="c"), "c", rounds=frozenset({1}))
    assert "second-bye" not in names(round_problem(t, 2, NO_WEIGHTS))


@pytest.mark.parametrize("part", droppable_rules(everything()), ids=lambda part: part.name)
def test_each_part_can_be_kept_alone(part: DroppableRule) -> None:
    alone = with_only_rules(everything(), [part])
    assert droppable_rules(alone) == [part]
    assert [count.rule.name for count in alone.counts] == (["calm", "dear"] if part.name == "calm" else ["dear"])
