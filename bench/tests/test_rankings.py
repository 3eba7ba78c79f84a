"""Orders by other rules than the standings: small tournaments whose answer is known."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from builders import played as results_of
from builders import tournament
from mcmahon.model.placing.standings import standings
from mcmahon_bench.simulations.rankings import ORDERS, SLOPE, tau_of
from mcmahon_bench.simulations.results_model import ResultModel
from mcmahon_bench.simulations.simulation import Played


def values(order: str, *rounds: str, ratings: tuple[int, ...] = (2000, 2000, 2000, 2000)) -> dict[str, float]:
    """An order's values by player, of four players a to d."""
    made = tournament("1k 1k 1k 1k", preset="swiss", rounds=len(rounds))
    people = [replace(p, rating=rating) for p, rating in zip(made.players, ratings, strict=True)]
    made = made.with_players(people)
    for games in rounds:
        made = results_of(made, games)
    table = standings(made)
    played = Played(made, {}, ResultModel(), table, (), (), ())
    return dict(zip((row.player.id for row in table.rows), ORDERS[order](played).tolist(), strict=True))


def test_least_squares_puts_a_chain_of_wins_at_equal_distances() -> None:
    found = values("least_squares", "a+b c+d", "b+c")
    assert found["a"] - found["b"] == pytest.approx(1)
    assert found["b"] - found["c"] == pytest.approx(1)
    assert found["c"] - found["d"] == pytest.approx(1)


def test_bradley_terry_gives_the_odds_of_the_results() -> None:
    """Three wins to one are odds of 3, so a distance of SLOPE × log 3; the wide prior hardly moves it."""
    found = values("bradley_terry", "a+b", "a+b", "a+b", "b+a")
    assert found["a"] - found["b"] == pytest.approx(SLOPE * math.log(3), rel=0.01)


def test_a_prior_keeps_players_near_the_list_as_far_as_results_agree_with_it() -> None:
    found = values("bradley_terry_listed", "a+b c=d", ratings=(2000, 2100, 2050, 2050))
    assert found["c"] == pytest.approx(2050)
    assert 2000 < found["a"] < 2100
    assert found["a"] + found["b"] == pytest.approx(4100)


def test_points_come_before_sos_and_before_the_list() -> None:
    games = ("a+b c+d", "a+c b+d")
    by_sos, by_list = (
        values(name, *games, ratings=(1000, 1100, 1200, 3000)) for name in ("points_sos", "points_listed")
    )
    assert by_sos["a"] > by_sos["b"] == by_sos["c"] > by_sos["d"]
    assert by_list["a"] > by_list["c"] > by_list["b"] > by_list["d"]


def test_a_win_raises_the_european_rating() -> None:
    found = values("egf_rating", "a+b c=d")
    assert found["a"] > found["c"] == found["d"] > found["b"]
    assert set(values("listed", "a+b c=d").values()) == {2000}


def test_tau_compares_with_the_true_strengths() -> None:
    made = tournament("1k 1k 1k 1k", preset="swiss", rounds=1)
    made = results_of(made, "a+b c+d")
    played = Played(made, {"a": 4.0, "b": 3.0, "c": 2.0, "d": 1.0}, ResultModel(), standings(made), (), (), ())
    right = np.array([played.strengths[row.player.id] for row in played.standings.rows])
    assert tau_of(lambda _: right)(played) == 1
    assert tau_of(lambda _: -right)(played) == -1
