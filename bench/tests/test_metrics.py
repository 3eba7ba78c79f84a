"""Metrics of simulated tournaments against tournaments worked out by hand, and against scipy."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from builders import played, players, tournament, with_player
from mcmahon.model.placing.standings import standings
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench.simulations import metrics
from mcmahon_bench.simulations.metrics import METRICS, paired_difference, row, solve_seconds, top_recall
from mcmahon_bench.simulations.results_model import ResultModel
from mcmahon_bench.simulations.simulation import Played

ODDS_4 = ResultModel("fixed", per_stone=0.8)  # one stone is 4 : 1


def finished(t: Tournament, strengths: Mapping[str, float], costs: tuple[int, ...] = (), **more: object) -> Played:
    made = Played(t, strengths, ODDS_4, standings(t), (0.5,) * len(t.rounds), costs, ())
    return replace(made, **more)  # type: ignore[arg-type]


def everybody_once() -> Played:
    """Four players, three rounds: a wins 3, c 2, b 1, d 0, although b is stronger than c."""
    t = tournament("3d 2d 1d 1k", preset="swiss", rounds=3)
    for games in ("a+b c+d", "a+c d-b", "a+d b-c"):
        t = played(t, games)
    return finished(t, {"a": 2300, "b": 2200, "c": 2100, "d": 1850}, (7, 0, 5))


def handicaps_and_repeats() -> Played:
    """a and b, of one club and family, meet twice; c, d, e play with stones, and c and d have a bye."""
    t = tournament("3d 2d 1d 1k 2k", start__bar="1d", rounds=2)
    for pid in "ab":
        t = with_player(t, pid, club="X", groups=("family",))
    for pid in "abcd":
        t = with_player(t, pid, country="DE")
    t = played(t, "b+a d+e", byes="c")
    t = played(t, "b+a c-e", byes="d")
    rounds = tuple(
        replace(r, games=tuple(replace(g, handicap=r.number + 1 if g.black == "e" else 0) for g in r.games))
        for r in t.rounds
    )
    strengths = {"a": 2400.0, "b": 2350.0, "c": 2100.0, "d": 2000.0, "e": 1900.0}
    return finished(replace(t, rounds=rounds), strengths, (30, 900), relaxed=(2,))


def all_level() -> Played:
    """Nobody ahead of anybody, ten players: one round of jigos."""
    t = tournament("1d " * 10, preset="swiss", rounds=1)
    t = played(t, "a=b c=d e=f g=h i=j")
    return finished(t, {pid: 2000.0 + k for k, pid in enumerate("abcdefghij")})


def bits(p: float) -> float:
    return -p * math.log2(p) - (1 - p) * math.log2(1 - p)


def test_a_tournament_worked_out_by_hand() -> None:
    """Distances: a-b 100, c-d 250, a-c 200, b-d 350, a-d 450, b-c 100; chances 4^(distance / 100) : 1."""
    chances = [4**x / (4**x + 1) for x in (1, 2.5, 2, 3.5, 4.5, 1)]
    expected = {
        "kendall": 4 / 6, "kendall_top": 4 / 6, "spearman": 0.8, "spearman_top": 0.8, "best_wins": 1, "top_3": 1,
        "top_8": 1, "distinct_winner": 1, "unbeaten_winner": 1, "distance_mean": 1450 / 6, "distance_median": 225,
        "distance_p90": 400, "one_sided": 4 / 6, "entropy": sum(map(bits, chances)) / 6, "draw_downs": 1,
        "draw_downs_most": 1, "draw_ups_most": 1, "colours": 6, "colours_most": 3, "handicap_games": 0,
        "handicap_stones": 0, "games": 6, "byes": 0, "repeats": 0, "relaxed_rounds": 0, "same_club": 0,
        "same_country": 0, "same_family": 0, "cost": 12,
    }  # fmt: skip
    assert row(everybody_once()) == pytest.approx(expected)


def test_a_tournament_with_handicaps_byes_and_repeats_worked_out_by_hand() -> None:
    """b leads; a, the strongest, lost twice: b 2, c and d 0.5, a 0, e -1. Even games: a and b, b is White twice.

    Distances: a-b 50 twice, d-e 100 with two stones (150 to e), c-e 200 with three (250 to e).
    """
    found = row(handicaps_and_repeats())
    expected = {
        "best_wins": 0, "top_3": 2 / 3, "top_8": 1, "distinct_winner": 1, "unbeaten_winner": 1, "distance_mean": 100,
        "distance_median": 75, "distance_p90": 170, "one_sided": 0, "draw_downs": 3, "draw_downs_most": 1,
        "draw_ups_most": 2, "colours": 4, "colours_most": 2, "handicap_games": 2, "handicap_stones": 5, "games": 4,
        "byes": 2, "repeats": 1, "relaxed_rounds": 1, "same_club": 2, "same_country": 2, "same_family": 2, "cost": 930,
    }  # fmt: skip
    assert {name: found[name] for name in expected} == pytest.approx(expected)
    assert found["entropy"] == pytest.approx((4 * bits(2 / 3)) / 4)  # half a stone is 2 : 1 everywhere
    assert found["kendall_top"] == pytest.approx(-1 / 3)  # places b c a, strengths a b c


def test_without_differences_there_is_no_order_and_no_winner() -> None:
    found = row(all_level())
    assert all(math.isnan(found[name]) for name in ("kendall", "kendall_top", "spearman", "spearman_top"))
    assert (found["distinct_winner"], found["unbeaten_winner"], found["best_wins"]) == (0, 0, 0.1)
    assert (found["top_3"], found["top_8"]) == pytest.approx((3 / 10, 8 / 10))  # all ten share a place: lots decide


def test_no_metric_is_constant() -> None:
    rows = [row(everybody_once()), row(handicaps_and_repeats()), row(all_level())]
    for name in METRICS:
        assert len({str(found[name]) for found in rows}) > 1, name


def test_defaults_are_no_games_for_what_was_played() -> None:
    t = played(tournament("3d 2d 1d 1k", preset="swiss", rounds=1), "a+b! c+d")
    found = row(finished(t, {"a": 2300, "b": 1000, "c": 2100, "d": 2000}))
    assert (found["distance_mean"], found["games"]) == (100, 2)


def test_rank_correlations_are_scipys_own_on_random_data() -> None:
    """Kendall's tau-b counted pair by pair, Spearman's rho as Pearson's of mean ranks."""
    rng = np.random.default_rng(3)
    t = Tournament(tournament("1d", preset="swiss").settings, players("1d " * 20))
    for _ in range(4):
        ids = [p.id for p in t.players]
        rng.shuffle(ids)
        games = [Game(k + 1, ids[2 * k], ids[2 * k + 1]) for k in range(10)]
        t = t.with_round(
            Round(
                len(t.rounds) + 1, tuple(replace(g, result=Result(str(rng.choice(["white", "black"])))) for g in games)
            )
        )
    strengths = {p.id: float(rng.integers(2000, 2015)) for p in t.players}
    made = finished(t, strengths)
    x = np.array([-line.place for line in made.standings.rows])
    y = np.array([strengths[line.player.id] for line in made.standings.rows])
    dx, dy = (np.sign(v[:, None] - v[None, :]) for v in (x, y))
    assert row(made)["kendall"] == pytest.approx((dx * dy).sum() / math.sqrt((dx**2).sum() * (dy**2).sum()))
    ranks = [np.array([(v < w).sum() + (v == w).sum() / 2 for w in v]) for v in (x, y)]
    assert row(made)["spearman"] == pytest.approx(np.corrcoef(*ranks)[0, 1])


def test_recall_grows_to_one() -> None:
    made = handicaps_and_repeats()
    assert [top_recall(made, k) for k in (1, 2, 5, 50)] == [0, 0.5, 1, 1]


def test_recall_is_the_mean_over_the_lots_that_shared_places_leave() -> None:
    """Every order of those who share a place or a strength, tried one by one."""
    t = played(tournament("1d 1d 1d 1d 1d 1d", preset="swiss"), "a+b c+d e=f")
    made = finished(t, {"a": 7, "b": 5, "c": 5, "d": 5, "e": 3, "f": 3})
    places = {line.player.id: line.place for line in made.standings.rows}
    assert len(set(places.values())) < 6
    for k in range(1, 7):
        first = [sorted(lot, key=places.__getitem__)[:k] for lot in permutations("abcdef")]
        strongest = [["a", *x, *y][:k] for x in permutations("bcd") for y in permutations("ef")]
        shares = [len({*x} & {*y}) / k for x in first for y in strongest]
        assert top_recall(made, k) == pytest.approx(np.mean(shares)), k


def test_seconds_are_apart_from_the_row() -> None:
    assert solve_seconds(everybody_once()) == {"solve_seconds": 1.5, "slowest_round": 0.5}
    assert not set(solve_seconds(everybody_once())) & set(row(everybody_once()))


def test_paired_differences_have_the_interval_of_the_normal_distribution() -> None:
    """200 differences of mean 1 and deviation 2: the interval is the mean ± 1.96 × 2 / √200, within a tenth of it."""
    rng = np.random.default_rng(1)
    b = rng.normal(100, 50, 200)
    noise = rng.normal(size=200)
    a = b + 1 + 2 * (noise - noise.mean()) / noise.std()
    mean, low, high = paired_difference(a.tolist(), b.tolist(), seed=4)
    assert mean == pytest.approx(1)
    assert low == pytest.approx(1 - 1.96 * 2 / math.sqrt(200), abs=0.04)
    assert high == pytest.approx(1 + 1.96 * 2 / math.sqrt(200), abs=0.04)
    assert paired_difference(a.tolist(), b.tolist(), seed=4) == (mean, low, high)
    assert paired_difference(a.tolist(), b.tolist(), seed=5) != (mean, low, high)
    assert paired_difference(b.tolist(), a.tolist(), seed=4)[0] == -mean


def test_the_interval_of_very_many_differences_is_as_wide() -> None:
    """Of 100,001 differences groups are resampled, formed by lot: repeating the same 40 over and over is no trend."""
    count = 100_001
    noise = np.tile(np.random.default_rng(1).exponential(size=40), count // 40 + 1)[:count]
    a = 1 + 2 * (noise - noise.mean()) / noise.std()
    mean, low, high = paired_difference(a, np.zeros(count), seed=4)
    half = 1.96 * 2 / math.sqrt(count)
    assert mean == pytest.approx(1, abs=1e-12)
    assert (low, high) == pytest.approx((1 - half, 1 + half), abs=0.1 * half)
    assert paired_difference(np.zeros(count), a, seed=4) == pytest.approx((-mean, -high, -low))


def test_paired_differences_leave_out_what_has_no_value() -> None:
    assert paired_difference([1, math.nan, 3], [0, 5, 2], seed=1) == (1, 1, 1)
    assert all(math.isnan(value) for value in paired_difference([math.nan], [1], seed=1))
    with pytest.raises(ValueError, match="same tournaments"):
        paired_difference([1], [1, 2], seed=1)


def test_the_chances_of_a_game_are_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    real = metrics.chances
    monkeypatch.setattr(metrics, "chances", lambda *args: asked.append(args) or real(*args))
    row(everybody_once())
    assert len(asked) == 6


def test_the_example_of_a_metric_works_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of docs/howto/extend.md; the test that it shows passes."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "howto" / "extend.md").read_text(encoding="utf-8")
    (code,) = [one for one in re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S) if "mcmahon_bench" in one]
    monkeypatch.setitem(METRICS, "unbeaten", METRICS["games"])  # gone after this test
    del METRICS["unbeaten"]
    made: dict[str, object] = {"__name__": "example"}
    exec(compile(code, "extend.md", "exec"), made)
    (test,) = [thing for name, thing in made.items() if name.startswith("test_")]
    assert callable(test)
    test()
    assert "unbeaten" in METRICS
