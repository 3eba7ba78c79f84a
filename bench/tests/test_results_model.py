"""Simulated results: the published chances, coins that belong to pairs, true strengths around the list."""

from __future__ import annotations

import math
import statistics

import pytest
from builders import players
from mcmahon.model.errors import InputError
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.person import Player
from mcmahon_bench.simulations import results_model
from mcmahon_bench.simulations.results_model import (
    ResultModel,
    Side,
    SimulatedBoard,
    Spread,
    chances,
    coin,
    outcome,
    sigma,
    stays_away,
    true_strengths,
)
from mcmahon_bench.tournaments.generator import FieldShape

#: Strengths, stones, komi and White's chance by each system.
CHANCES = [
    (2100, 2100, 0, 7, 0.5000, 0.4988, 0.4811),
    (2200, 2100, 0, 7, 0.6477, 0.6467, 0.8156),
    (2200, 2100, 1, 0.5, 0.5772, 0.5772, 0.6665),
    (2300, 2100, 2, 0.5, 0.5846, 0.5846, 0.5133),
    (2400, 2000, 4, 0.5, 0.5935, 0.5935, 0.5123),
    (1500, 1000, 5, 0.5, 0.5478, 0.5478, 0.5119),
    (2000, 2000, 0, -5.5, 0.5000, 0.3697, 0.1785),
]
#: Strengths in stones, stones, komi and White's chance by BayRate.
BAYRATE = [
    (2.5, 2.5, 0, 7.5, 0.4954), (2.5, 2.5, 0, 0.5, 0.3052), (3.5, 2.5, 0, 7.5, 0.8250), (4.5, 2.5, 0, 7.5, 0.9700),
    (0.5, -0.5, 0, 7.5, 0.8250), (4.5, 2.5, 2, 0.5, 0.5133), (7.5, -0.5, 9, 0.5, 0.2512), (3.5, 2.5, 0, -6.5, 0.4735),
]  # fmt: skip


def board(white: float, black: float, handicap: int = 0, komi: float = 6.5) -> SimulatedBoard:
    return SimulatedBoard(Side(1, white), Side(2, black), handicap, round(2 * komi))


def white_wins(system: str, of: SimulatedBoard, **model: float) -> float:
    return chances(ResultModel(system, **{"jigo": 0.0, **model}), of)[0]


@pytest.mark.parametrize("case", CHANCES)
def test_the_chances_are_the_published_ones(case: tuple[float, ...]) -> None:
    white, black, handicap, komi, *expected = case
    for system, chance in zip(("egf", "egf-komi", "aga"), expected, strict=True):
        assert white_wins(system, board(white, black, int(handicap), komi)) == pytest.approx(chance, abs=5e-5)


@pytest.mark.parametrize("case", BAYRATE)
def test_bayrate_by_its_own_table(case: tuple[float, ...]) -> None:
    white, black, handicap, komi, chance = case
    game = board(2050 + 100 * white, 2050 + 100 * black, int(handicap), komi)
    assert white_wins("aga", game) == pytest.approx(chance, abs=5e-5)


def test_bayrate_refuses_what_it_was_not_made_for() -> None:
    for game in (board(2100, 2100, 0, 20), board(2100, 2100, 2, 10), board(2100, 2100, 10, 0.5)):
        with pytest.raises(ValueError, match="has no game"):
            white_wins("aga", game)


def test_a_model_and_a_shape_come_back_from_their_texts() -> None:
    model = ResultModel("fixed", jigo=0.1, no_show=0.03, per_stone=0.7, spread=Spread(2, False, 0.25, 1))
    assert ResultModel.parse(model.text) == model
    assert ResultModel.parse(ResultModel().text) == ResultModel()
    shape = FieldShape(40, 6, median=1700, strongest=2600, late=0.25)
    assert FieldShape.parse(shape.text, 40, 6) == shape


def test_a_fixed_chance_a_stone_multiplies_the_odds() -> None:
    """One stone 4 : 1, two stones 16 : 1; three stones of handicap are two and a half."""
    assert white_wins("fixed", board(2200, 2100), per_stone=0.8) == pytest.approx(0.8)
    assert white_wins("fixed", board(1200, 1000), per_stone=0.8) == pytest.approx(16 / 17)
    assert white_wins("fixed", board(1250, 1000, 3, 0.5), per_stone=0.8) == pytest.approx(0.5)


@pytest.mark.parametrize("system", ["egf", "egf-komi", "aga", "fixed"])
def test_chances_rise_with_whites_strength_and_fall_with_blacks_and_with_stones(system: str) -> None:
    assert white_wins(system, board(2150, 2100)) > white_wins(system, board(2100, 2100))
    assert white_wins(system, board(2100, 2150)) < white_wins(system, board(2100, 2100))
    by_stones = [white_wins(system, board(2100, 2000, stones, 0.5)) for stones in range(2, 10)]
    assert by_stones == sorted(by_stones, reverse=True)
    assert by_stones[0] > by_stones[-1]


def test_jigo_only_with_whole_komi_and_evenly_from_both() -> None:
    model = ResultModel("egf", jigo=0.1)
    assert chances(model, board(2100, 2100, komi=6.5)) == (0.5, 0, 0.5)
    assert chances(model, board(2100, 2100, komi=7)) == pytest.approx((0.45, 0.1, 0.45))
    assert chances(model, board(2900, 300, komi=7)) == pytest.approx((0.9, 0.1, 0), abs=1e-6)
    assert chances(ResultModel("aga", jigo=0.1), board(2100, 2100, komi=7))[1] == 0


def test_the_coin_is_the_documented_hash() -> None:
    assert coin(1, 3, 7) == pytest.approx(0.702916, abs=1e-6)
    assert coin(1, 7, 3, 1) == pytest.approx(0.532013, abs=1e-6)
    assert coin(2, 3, 7) == pytest.approx(0.473816, abs=1e-6)


def test_the_winner_of_an_even_game_is_the_same_whoever_has_white() -> None:
    model, turned = ResultModel("egf"), {Result.WHITE: Result.BLACK, Result.BLACK: Result.WHITE}
    seen = set()
    for seed in range(60):
        one, other = Side(3, 2150.0), Side(7, 2100.0)
        first = outcome(model, seed, SimulatedBoard(one, other))
        assert outcome(model, seed, SimulatedBoard(other, one)) == turned[first]
        seen.add(first)
    assert seen == {Result.WHITE, Result.BLACK}


def test_results_come_as_often_as_their_chances_say() -> None:
    """4,000 pairs; the tolerance is four standard deviations."""
    model = ResultModel("egf", jigo=0.1)
    expected = chances(model, board(2200, 2100, komi=7))
    results = [
        outcome(model, 5, SimulatedBoard(Side(k, 2200.0), Side(k + 5000, 2100.0), 0, 14)) for k in range(1, 4001)
    ]
    for result, chance in zip((Result.WHITE, Result.JIGO, Result.BLACK), expected, strict=True):
        assert results.count(result) / 4000 == pytest.approx(chance, abs=4 * math.sqrt(chance * (1 - chance) / 4000))


def test_no_shows_come_as_often_as_they_should_and_belong_to_player_and_round() -> None:
    model = ResultModel(no_show=0.2)
    away = [stays_away(model, 1, number, str(k)) for number in range(1, 11) for k in range(200)]
    assert sum(away) / 2000 == pytest.approx(0.2, abs=0.04)
    assert len({tuple(away[k : k + 200]) for k in range(0, 2000, 200)}) == 10


def test_no_lots_are_drawn_for_no_shows_where_everybody_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_model, "lot", None)  # would raise
    assert not any(stays_away(ResultModel(), 1, 1, str(k)) for k in range(100))


@pytest.mark.parametrize(
    ("rating", "plain", "cautious"), [(1000, 90, 128), (2100, 39, 55), (2500, 23, 32), (-900, 198, 280)]
)
def test_the_spread_of_a_rating(rating: int, plain: float, cautious: float) -> None:
    player = Player("a", "A", rating=rating)
    assert sigma(player, Spread(cautious=False)) == pytest.approx(plain, abs=0.6)
    assert sigma(player, Spread()) == pytest.approx(cautious, abs=0.6)
    assert sigma(player, Spread(2.0)) == pytest.approx(2 * cautious, abs=1.2)


def test_the_spread_of_a_declared_rank() -> None:
    """1d 119, 1k 125, 5k 152, 10k 193, 20k 283 points, wider than a rating's and the same when cautious."""
    for text, expected in (("1d", 119), ("1k", 125), ("5k", 152), ("10k", 193), ("20k", 283)):
        (player,) = players(text, rating_is_derived=True)
        assert sigma(player, Spread()) == pytest.approx(expected, abs=0.6)
        assert sigma(player, Spread(cautious=False)) == sigma(player, Spread())


def test_true_strengths_lie_around_the_list() -> None:
    field = [Player(str(k), "A", rating=2100) for k in range(2000)]
    off = [g - 2100 for g in true_strengths(field, 3, Spread()).values()]
    assert statistics.mean(off) == pytest.approx(0, abs=5)
    assert statistics.stdev(off) == pytest.approx(54.9, abs=4)
    assert set(true_strengths(field, 3, Spread(0)).values()) == {2100}
    assert true_strengths(field[:5], 3, Spread()) == dict(list(true_strengths(field, 3, Spread()).items())[:5])
    assert true_strengths(field, 3, Spread()) != true_strengths(field, 4, Spread())


def test_strengths_stay_on_the_scale_and_some_are_more_than_listed() -> None:
    weak = [Player(str(k), "A", rating=-900) for k in range(100)]
    assert min(true_strengths(weak, 1, Spread(3)).values()) == -900
    kyu = [Player(str(k), "A", rating=500) for k in range(1000)]
    improved = [g - 500 for g in true_strengths(kyu, 1, Spread(0, improvers=0.3)).values()]
    assert min(improved) == 0
    assert sum(x > 0 for x in improved) / 1000 == pytest.approx(0.3, abs=0.05)
    bagged = [g - 500 for g in true_strengths(kyu, 1, Spread(0, sandbaggers=0.1)).values()]
    assert set(bagged) == {0, 200}
    assert bagged.count(200) / 1000 == pytest.approx(0.1, abs=0.03)


def test_a_wrong_model_is_refused() -> None:
    for wrong in ({"system": "elo"}, {"jigo": 2}, {"no_show": -1}, {"per_stone": 1}):
        with pytest.raises(InputError, match="expected"):
            ResultModel(**wrong)
    with pytest.raises(InputError, match="scale"):
        Spread(-1)
