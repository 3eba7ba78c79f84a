"""Plans of the rounds to come, as records keep them, and lists of winners beside each other."""

from __future__ import annotations

from typing import Any

import pytest
from mcmahon.model.plan.plan import Foresight, Outlook, Plan, PlannedRound
from mcmahon.model.prizes.announced import Announced, Line, differences

PLAN = Plan(tuple(PlannedRound(number, (("a", "b"),)) for number in (3, 4, 5)))


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
        tuple(Line(k, prize, player, money, "EUR", "") for k, (prize, player, money) in enumerate(winners))
    )


def test_who_gets_something_else_is_named_and_first_who_loses_it() -> None:
    old = listed(("First", "b", 50), ("Second", "a", 30), ("Third", "c", 20))
    new = listed(("First", "b", 50), ("Second", "d", 30), ("Third", "e", 10), ("Fourth", "c", 10))
    found = [(one.player, [x.prize for x in one.before], [x.prize for x in one.after]) for one in differences(old, new)]
    assert found == [("a", ["Second"], []), ("c", ["Third"], ["Fourth"]), ("d", [], ["Second"]), ("e", [], ["Third"])]
