"""The rounds to come: what is asked of them, whether they are surely possible, and plans as records keep them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from builders import tournament, with_player
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.pairing.entrants import before_round
from mcmahon.model.plan.ahead import Ahead, ahead_of, counted_pairs, surely_possible
from mcmahon.model.plan.plan import Fault, Foresight, Outlook, Plan, PlannedRound, clashes, forced_ahead
from mcmahon.model.prizes.told import Announced, PrizeLine, differences
from mcmahon.model.tournament.tournament import Tournament

SIX = "3d 3d 2d 2d 1d 1d"
PLAN = Plan(tuple(PlannedRound(number, (("a", "b"),)) for number in (3, 4, 5)))


def six(**settings: Any) -> Tournament:
    """Six players, a to f, of whom a to c are of one club; three rounds."""
    made = tournament(SIX, **{"rounds": 3, "start__bar": "none"} | settings)
    for player in "abc":
        made = with_player(made, player, club="Ulm")
    return made


def rounds_of(t: Tournament) -> Ahead:
    """All its rounds as they are to come."""
    return ahead_of(t, 1, load_profile("balanced"), before_round(t, 1))


@pytest.mark.parametrize(
    ("settings", "sure"),
    [
        ({}, True),
        ({"pairing__forbid": [{"players": ["a"], "against": [*"bcdef"], "rounds": "3"}]}, False),
        ({"pairing__rules": [{"name": "apart", "pairs": "same_club", "at_most": 0}]}, True),
        ({"pairing__rules": [{"name": "apart", "pairs": "any club = Ulm", "at_most": 1}]}, False),
        ({"pairing__rules": [{"name": "guests", "pairs": "same_club", "at_least": 1}]}, False),
    ],
)
def test_rounds_are_surely_possible_by_how_many_everybody_may_meet(settings: dict[str, Any], sure: bool) -> None:
    """Of six, everybody may meet five, in the third round three; pairs that a rule counts are left out."""
    one = {"rounds": 1} if "rules" in "".join(settings) else {}
    assert surely_possible(rounds_of(six(**settings, **one))) is sure


def test_pairs_that_count_in_a_rule_are_those_of_rules_with_a_most() -> None:
    rules = [
        {"name": "guests", "pairs": "any club = Ulm", "at_least": 1},
        {"name": "apart", "pairs": "same_club", "at_most": 0},
    ]
    [one] = rounds_of(six(rounds=1, pairing__rules=rules)).rounds
    found = counted_pairs(one)
    assert [(i, j) for i in range(6) for j in range(6) if found[i, j] and i != j] == [
        (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)
    ]  # fmt: skip


def test_a_pair_is_forbidden_in_its_rounds_alone() -> None:
    ahead = rounds_of(six(pairing__forbid=[{"players": ["a", "b"], "rounds": "2"}]))
    assert [one.barred for one in ahead.rounds] == [frozenset(), {(0, 1)}, frozenset()]
    assert [(0, 1) in ahead.may_meet(one) for one in ahead.rounds] == [True, False, True]


def forcing(*pairs: tuple[str, str]) -> Tournament:
    """Six players of whom pairs are forced, such as ("ab", "2-3")."""
    return six(pairing__force=[{"players": [*pair], "rounds": rounds} for pair, rounds in pairs])


@pytest.mark.parametrize(
    ("force", "absent", "rounds"),
    [
        ([("ab", "")], 0, [["ab"], [], []]),
        ([("ab", "")], 1, [[], ["ab"], []]),
        ([("ab", "2-3")], 0, [[], ["ab"], ["ab"]]),
        ([("ab", "1"), ("ba", "")], 0, [["ab"], [], []]),
        ([("ab", ""), ("cd", "")], 1, [["cd"], ["ab"], []]),
    ],
)
def test_a_pair_that_is_forced_without_rounds_meets_once_when_both_are_there(
    force: Sequence[tuple[str, str]], absent: int, rounds: list[list[str]]
) -> None:
    t = with_player(forcing(*force), "a", rounds=frozenset({1, 2, 3} - {absent}))
    assert [["".join(pair) for pair in one.pairs] for one in forced_ahead(t, range(1, 4))] == rounds


def test_a_clash_is_of_the_player_with_two_games() -> None:
    """Whichever of the two is named first, and whatever other pairs are forced before."""
    for pair in ("be", "eb"):
        [fault] = clashes(forcing(("cd", "1"), ("ab", "1"), (pair, "1")), [1])
        assert (fault.fault, fault.pair, fault.players) == (Fault.CLASH, tuple(pair), ("b", "a", "e"))


def test_a_plan_goes_on_behind_a_round() -> None:
    assert [planned.number for planned in PLAN.behind(3).rounds] == [4, 5]
    assert not PLAN.behind(5).rounds


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"first": 3, "until": 4, "plan": PLAN}, "a plan of rounds 3, 4, 5; expected 3 to 4"),
        ({"first": 3, "until": 3}, "a plan of rounds none; expected 3 to 3"),
        ({"outlook": Outlook.OPEN, "first": 3, "until": 5, "plan": PLAN}, "a plan that nobody asked for"),
    ],
)
def test_a_plan_has_the_rounds_that_it_is_for(given: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        Foresight(**{"outlook": Outlook.PLANNED} | given)


@pytest.mark.parametrize("outlook", list(Outlook))
def test_it_is_known_that_rounds_are_missing_only_where_that_was_decided(outlook: Outlook) -> None:
    plan = PLAN if outlook is Outlook.PLANNED else Plan()
    known = outlook not in (Outlook.NOTHING, Outlook.OPEN)
    assert [Foresight(outlook, 3, 5, last, plan).short for last in (5, 6)] == [False, known]


def listed(*winners: tuple[str, str, int]) -> Announced:
    return Announced(
        tuple(PrizeLine(k, prize, player, money, "EUR", "") for k, (prize, player, money) in enumerate(winners))
    )


def test_who_gets_something_else_is_named_and_first_who_loses_it() -> None:
    old = listed(("First", "b", 50), ("Second", "a", 30), ("Third", "c", 20))
    new = listed(("First", "b", 50), ("Second", "d", 30), ("Third", "e", 10), ("Fourth", "c", 10))
    found = [(one.player, [x.prize for x in one.before], [x.prize for x in one.after]) for one in differences(old, new)]
    assert found == [("a", ["Second"], []), ("c", ["Third"], ["Fourth"]), ("d", [], ["Second"]), ("e", [], ["Third"])]
