"""Expected European ratings: the published numbers, and what is rated."""

from __future__ import annotations

from typing import Any

import pytest
from builders import played, tournament, with_player
from mcmahon.model.placing.ratings import (
    bonus,
    expected_ratings,
    handicap_rating,
    tournament_class,
    volatility,
    winning_probability,
)
from mcmahon.model.placing.standings import standings
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.tournament import Tournament


@pytest.mark.parametrize(
    ("rating", "con", "extra"),
    [(-900, 130.4821, 8.0), (0, 88.7104, 5.75), (100, 84.4485, 5.5), (1000, 49.7871, 3.25), (2000, 19.9830, 0.7546),
     (2100, 17.5809, 0.5158), (2500, 9.1896, 0.0158), (2700, 5.7995, 0.0013)],
)  # fmt: skip
def test_con_and_bonus(rating: int, con: float, extra: float) -> None:
    """EGF rating system since 2021."""
    assert volatility(rating) == pytest.approx(con, abs=5e-5)
    assert bonus(rating) == pytest.approx(extra, abs=5e-5)


@pytest.mark.parametrize(
    ("own", "other", "chance"),
    [(1000, 1300, 0.2732225596), (-900, -800, 0.4579), (100, 500, 0.2820), (2100, 2200, 0.3523), (2700, 3100, 0.0005)],
)
def test_the_expected_result(own: int, other: int, chance: float) -> None:
    assert winning_probability(own, other) == pytest.approx(chance, abs=5e-5 if chance < 0.2 or other != 1300 else 1e-9)
    assert winning_probability(own, other) + winning_probability(other, own) == pytest.approx(1)


@pytest.mark.parametrize(
    ("time", "kind"),
    [({"basic_time": 0}, "A"), ({"basic_time": 0, "internet": True}, "D"), ({"basic_time": 75}, "A"),
     ({"basic_time": 74}, "B"), ({"basic_time": 30}, "C"), ({"basic_time": 29}, "X"), ({"basic_time": 24}, "X"),
     ({"basic_time": 75, "internet": True}, "D"), ({"basic_time": 40, "internet": True}, "X")],
)  # fmt: skip
def test_the_class_is_that_of_the_time_settings(time: dict[str, int], kind: str) -> None:
    """Sudden death: the whole time is the basic time, of which A needs 75 minutes, B 50, C 30; too fast is X."""
    given = {f"event__{name}": value for name, value in time.items()}
    assert tournament_class(tournament("1d", **given).settings) == kind
    assert tournament_class(tournament("1d", rating__tournament_class="B", **given).settings) == "B"


@pytest.mark.parametrize(
    ("basic", "overtime", "kind"),
    [
        (60, {"overtime": "byo-yomi", "overtime_seconds": 20}, "A"),
        (60, {"overtime": "byo-yomi", "overtime_seconds": 19}, "B"),
        (59, {"overtime": "byo-yomi", "overtime_seconds": 60}, "B"),
        (40, {"overtime": "byo-yomi", "overtime_seconds": 13}, "C"),
        (40, {"overtime": "byo-yomi", "overtime_seconds": 14}, "B"),
        (25, {"overtime": "byo-yomi", "overtime_seconds": 7}, "C"),
        (24, {"overtime": "byo-yomi", "overtime_seconds": 60}, "X"),
        (25, {"overtime": "byo-yomi", "overtime_seconds": 6}, "X"),
        (60, {"overtime": "canadian", "overtime_seconds": 300, "overtime_stones": 20}, "A"),
        (60, {"overtime": "canadian", "overtime_seconds": 299, "overtime_stones": 20}, "B"),
        (60, {"overtime": "canadian", "overtime_seconds": 300, "overtime_stones": 21}, "B"),
        (45, {"overtime": "fischer", "overtime_seconds": 15}, "A"),
        (45, {"overtime": "fischer", "overtime_seconds": 14}, "B"),
        (44, {"overtime": "fischer", "overtime_seconds": 60}, "B"),
        (30, {"overtime": "fischer", "overtime_seconds": 10}, "B"),
        (29, {"overtime": "fischer", "overtime_seconds": 60}, "C"),
        (20, {"overtime": "fischer", "overtime_seconds": 5}, "C"),
        (20, {"overtime": "fischer", "overtime_seconds": 4}, "X"),
        (19, {"overtime": "fischer", "overtime_seconds": 60}, "X"),
        (40, {"internet": True, "overtime": "byo-yomi", "overtime_seconds": 14}, "D"),
        (40, {"internet": True, "overtime": "byo-yomi", "overtime_seconds": 13}, "X"),
        (39, {"internet": True, "overtime": "byo-yomi", "overtime_seconds": 60}, "X"),
        (40, {"internet": True, "overtime": "canadian", "overtime_seconds": 10, "overtime_stones": 1}, "D"),
        (30, {"internet": True, "overtime": "fischer", "overtime_seconds": 10}, "D"),
        (29, {"internet": True, "overtime": "fischer", "overtime_seconds": 60}, "X"),
        (50, {"internet": True, "overtime": "sudden death"}, "D"),
        (49, {"internet": True, "overtime": "sudden death"}, "X"),
    ],
)  # fmt: skip
def test_the_class_needs_basic_time_and_adjusted_time(basic: int, overtime: dict[str, Any], kind: str) -> None:
    """A: 60 minutes, adjusted 75; with increments 45. B: 40, 50, 30. C: 25, 30, 20. On the internet as B, but D.

    Adjusted by 45 periods (20 seconds are 15 minutes), 60 stones of canadian, 120 increments (15 seconds: 30)."""
    given: dict[str, Any] = {f"event__{name}": value for name, value in overtime.items()}
    assert tournament_class(tournament("1d", event__basic_time=basic, **given).settings) == kind


def test_a_handicap_raises_black_in_the_expectation() -> None:
    """h stones are 100·(h - ½) points; E(1000, 1300) with one stone for the weaker, and for the stronger."""
    assert [handicap_rating(h) for h in (0, 1, 2, 9)] == [0, 50, 150, 850]
    assert winning_probability(1050, 1300) == pytest.approx(0.3048132438)
    assert winning_probability(1000, 1350) == pytest.approx(0.2394753104)
    assert winning_probability(3250 + 850, 3000) == winning_probability(3299, 3000)


def rated(t: Tournament, **ratings: int) -> Tournament:
    for player, rating in ratings.items():
        t = with_player(t, player, rating=rating)
    return t


def changes(t: Tournament) -> dict[str, float]:
    return {pid: round(e.after - e.before, 4) for pid, e in expected_ratings(standings(t)).items()}


@pytest.mark.parametrize(("kind", "moved"), [("A", 2.8971), ("B", 2.1728)])
def test_three_games_of_a_tournament(kind: str, moved: float) -> None:
    """2100 wins against 2200, loses to 2050, jigo with 2100."""
    t = rated(tournament("1d 2d 1d 1d", rating__tournament_class=kind), a=2100, b=2200, c=2050, d=2100)
    t = played(played(played(t, "a+b"), "c+a"), "a=d")
    assert changes(t)["a"] == moved
    assert expected_ratings(standings(t))["a"].games == 3


def change(own: float, opponent: float, result: float, raised: float = 0, their_raise: float = 0) -> float:
    return volatility(own) * (result - winning_probability(own + raised, opponent + their_raise)) + bonus(own)


def test_published_games() -> None:
    """An even game that the weaker won, one on three stones, and the example 950 beats 1200."""
    assert change(1406.791, 1072.993, 0) == pytest.approx(-25.373, abs=5e-4)
    assert change(1072.993, 1406.791, 1) == pytest.approx(38.864, abs=5e-4)
    assert change(600.0, 39.888, 1, their_raise=250) == pytest.approx(24.739, abs=5e-4)
    assert change(39.888, 600.0, 0, raised=250) == pytest.approx(-22.052, abs=5e-4)
    assert (950 + change(950, 1200, 1), 1200 + change(1200, 950, 0)) == pytest.approx((988.7896, 1173.1682), abs=5e-5)


def test_a_handicap_game_is_rated_with_blacks_rating_raised_in_the_expectation_only() -> None:
    t = rated(tournament("1d 1d"), a=600, b=40)
    t = t.with_round(Round(1, (Game(1, "a", "b", handicap=3, result=Result.WHITE),)))
    assert changes(t) == {
        "a": round(change(600, 40, 1, their_raise=250), 4),
        "b": round(change(40, 600, 0, raised=250), 4),
    }


def test_only_games_that_were_played_and_decided_are_rated() -> None:
    """Default wins and byes are not rated, nor games without result, nor what both won or lost."""
    t = tournament("1d 1d 1d 1d 1d")
    t = played(played(t, "a+b! c0d", byes="e"), "a?b", absent="c d e")
    void = (Game(1, "a", "b", result=Result.VOID), Game(2, "c", "d", result=Result.BOTH_WIN))
    t = t.with_round(Round(3, void, absent=("e",)))
    assert set(changes(t).values()) == {0}
    assert {e.games for e in expected_ratings(standings(t)).values()} == {0}


def test_nobody_falls_below_minus_900() -> None:
    t = played(rated(tournament("30k 30k"), a=-900, b=-900), "a+b")
    assert expected_ratings(standings(t))["b"].after == -900
