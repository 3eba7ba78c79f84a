"""The ledger of a round: what was true of every entrant and what every board cost, worked out by hand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest
from builders import played, tournament
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.records.ledger import Ledger, ledger_of
from mcmahon.model.tournament.rules import Rule

WEIGHTS = (Weight("mms_difference", 10), Weight("bye_score", 7), Weight("same_club", 0), Weight("family", 3))
RULES = [
    {"name": "dear", "pairs": "draw_down", "at_most": 0, "price": 5},
    {"name": "idle", "pairs": "same_country", "at_most": 9, "price": 5},
    {"name": "hard", "pairs": "draw_down", "at_most": 9},
]


def ledger(relax: Collection[Rule] = (), **settings: Any) -> Ledger:
    """Round 2 of a to e after a+b, c+d and a bye of e: a and c meet by the director's call, b and d, and e sits out."""
    t = tournament("2d 1d 1k 3k 2k", start__bar="1d", points__bye=1, pairing__rules=RULES, **settings)
    members = {"a": ("Ath", "FR", ("one",)), "c": ("Bod", "DE", ("one", "two"))}
    t = t.with_players(
        [replace(p, club=m[0], country=m[1], groups=m[2]) for p in t.players if (m := members.get(p.id))]
    )
    t = played(t, "a+b c+d", byes="e")
    problem = round_problem(t, 2, Profile("p", "", WEIGHTS), Locks(force=(("c", "a"),))).relax(relax)
    at = {pid: k for k, pid in enumerate(problem.field.ids)}
    return ledger_of(t, problem, ((at["a"], at["c"]), (at["b"], at["d"])), (at["e"],))


def test_an_entrant_is_told_as_at_the_draw() -> None:
    """a has won at the bar, c below it; c was drawn down to d, a met b, her equal, with White."""
    entrants = ledger().entrants
    assert sorted(entrants) == ["a", "b", "c", "d", "e"]
    a, c, d, e = (entrants[p] for p in "acde")
    assert (a.name, a.club, a.country, a.groups) == ("Player-a", "Ath", "FR", ("one",))
    assert [entrants[p].score - a.score for p in "abcde"] == [0, -1, -1, -4, -2]
    assert [entrants[p].mms - a.mms for p in "abcde"] == [0, -2, -2, -8, -4]
    assert {p.lowest for p in entrants.values()} == {d.score}
    assert [(p.place, p.size) for p in (a, d, e)] == [(1, 1)] * 3
    assert sorted((entrants[p].place, entrants[p].size) for p in "bc") == [(1, 2), (2, 2)]
    assert [entrants[p].colours for p in "abcde"] == [1, -1, 1, -1, 0]
    assert [entrants[p].drawn_down for p in "abcde"] == [0, 0, 1, 0, 0]
    assert [entrants[p].drawn_up for p in "abcde"] == [0, 0, 0, 1, 0]
    assert [(p.byes, p.free_wins) for p in (a, d, e)] == [(0, 0), (0, 0), (1, 0)]
    assert (c.local, c.met_local) == (False, False)


@pytest.mark.parametrize(
    ("even", "geography"), [(True, "exempt"), (True, "counts"), (False, "exempt"), (False, "counts")]
)
def test_who_is_at_the_bar_is_even_and_exempt_where_the_settings_say_so(even: bool, geography: str) -> None:
    found = ledger(pairing__even_at_bar=even, pairing__geography_at_bar=geography).entrants
    assert [p for p in "abcde" if found[p].even] == (["a", "b"] if even else [])
    assert [p for p in "abcde" if found[p].exempt] == (["a", "b"] if geography == "exempt" else [])


def test_locals_and_whom_they_met() -> None:
    found = ledger(pairing__local_clubs=["ath"], pairing__club_groups=[["Ath", "Spa"]]).entrants
    assert found["a"].clubs == ("Ath", "Spa")
    assert [p for p in "abcde" if found[p].local] == ["a"]
    assert [p for p in "abcde" if found[p].met_local] == ["b"]


def test_a_board_has_its_costs_its_lock_and_the_rules_that_count_it() -> None:
    """a is a point above c, of one family; b three above d. The bye is a second one, two points above the lowest."""
    found = ledger(relax={Rule.SECOND_BYE})
    first, second, bye = found.boards
    assert (first.players, second.players, bye.players) == (("a", "c"), ("b", "d"), ("e",))
    assert (first.values["family"], first.costs["family"]) == (1, 3)
    assert {name: board.values.get(name, 0) * weight for board in (second,) for name, weight in found.weights.items()
            if board.values.get(name)} == dict(second.costs)  # fmt: skip
    assert second.values["mms_difference"] > first.values["mms_difference"] > 0
    assert set(first.costs) == {"mms_difference", "family"}
    assert set(second.costs) == {"mms_difference"}
    assert [board.settled for board in found.boards] == [True, False, False]
    assert [board.counts_in for board in found.boards] == [("dear", "hard"), ("dear", "hard"), ()]
    assert [board.breaks for board in found.boards] == [(), (), ("second-bye",)]
    assert set(bye.costs) == {"bye_score"}
    assert bye.costs["bye_score"] == 7 * bye.values["bye_score"] > 0
    assert found.weights == {"mms_difference": 10, "bye_score": 7, "family": 3}


def test_only_rules_with_a_price_cost_and_where_they_are_broken() -> None:
    """Two draw-downs beyond none, 5 each; nobody's country is another's."""
    found = ledger()
    assert found.rule_costs == {"dear": 10}
    assert list(found.rules) == ["dear", "idle", "hard"]
    assert found.cost == 10 + sum(sum(board.costs.values()) for board in found.boards)


def test_who_was_not_in_the_draw_has_no_board() -> None:
    found = ledger()
    assert found.board_of("z") is None
    assert found.board_of("d") is found.boards[1]
    assert found.board_of("e") is found.boards[2]
