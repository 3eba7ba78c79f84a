"""Whole tournaments simulated: the same again, the same luck for every engine, nobody paired who is not there."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from builders import tournament
from lot_engine import by_lot
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.judging.judge import judge
from mcmahon.model.judging.violation import broken
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench.simulations.results_model import ResultModel
from mcmahon_bench.simulations.simulation import Played, ours, simulate
from mcmahon_bench.tournaments.generator import FieldShape, make_players

BALANCED = load_profile("balanced")


def field(seed: int) -> Tournament:
    """23 players, many of whom come late, leave or miss a round."""
    shape = FieldShape(23, 4, part_time=0.3, late=0.2, leaving=0.2)
    return Tournament(Settings(rounds=4, seed=seed), tuple(make_players(shape, seed)))


def winners(made: Played) -> dict[frozenset[str], str]:
    """Winners of the even games that were played, by pair."""
    return {
        frozenset(g.players): g.white if g.result is Result.WHITE else g.black
        for drawn in made.tournament.rounds
        for g in drawn
        if g.handicap == 0 and not g.by_default
    }


def test_the_same_arguments_give_the_same_tournament() -> None:
    first, again, other = (simulate(field, ours, BALANCED, seed, ResultModel()) for seed in (1, 1, 2))
    assert first.tournament == again.tournament
    assert first.standings.rows == again.standings.rows
    assert first.costs == again.costs
    assert first.strengths == again.strengths
    assert first.tournament != other.tournament
    assert len(first.seconds) == 4
    assert all(second > 0 for second in first.seconds)


def test_every_round_is_drawn_legal_and_played() -> None:
    made = simulate(field, ours, BALANCED, 1, ResultModel())
    assert [drawn.draft for drawn in made.tournament.rounds] == [False] * 4
    assert not made.standings.provisional
    assert made.relaxed == ()
    for number in range(1, 5):
        assert not broken(judge(made.tournament, number))


def test_nobody_is_paired_who_is_not_there() -> None:
    made = simulate(field, ours, BALANCED, 1, ResultModel())
    missed = 0
    for drawn in made.tournament.rounds:
        there = {p.id for p in made.tournament.players if p.enters(drawn.number)}
        assert {pid for game in drawn for pid in game.players} | set(drawn.byes) == there
        missed += 23 - len(there)
    assert missed > 5


def test_two_engines_see_the_same_luck_whenever_they_make_the_same_game() -> None:
    """Also in another round and with other colours."""
    same = moved = 0
    for seed in range(1, 4):
        a, b = (simulate(field, engine, BALANCED, seed, ResultModel()) for engine in (ours, by_lot))
        assert a.strengths == b.strengths
        assert a.tournament.players == b.tournament.players
        one, other = winners(a), winners(b)
        common = one.keys() & other.keys()
        assert all(one[pair] == other[pair] for pair in common)
        same += len(common)
        moved += len(one) - len(common)
    assert same > 10
    assert moved > 10


def test_who_does_not_come_is_the_same_for_every_engine_and_loses_by_default() -> None:
    model = ResultModel(no_show=0.3)
    lost = []
    for engine in (ours, by_lot):
        made = simulate(field, engine, BALANCED, 1, model)
        games = [(drawn.number, g) for drawn in made.tournament.rounds for g in drawn if g.by_default]
        assert {g.result for _, g in games} <= {Result.WHITE, Result.BLACK, Result.BOTH_LOSE}
        sides = [(n, pid, points) for n, g in games for pid, points in zip(g.players, g.half_points(), strict=True)]
        lost.append({(n, pid) for n, pid, points in sides if points == 0})
    byes = {(drawn.number, pid) for drawn in made.tournament.rounds for pid in drawn.byes}
    assert len(lost[0] & lost[1]) > 10
    assert len(lost[0] ^ lost[1]) <= 2 * len(byes)  # who has the bye cannot stay away from a game


def test_rounds_without_a_legal_pairing_are_drawn_with_the_rules_relaxed() -> None:
    """Four players have three rounds without repeats; the fourth breaks a rule and says so."""
    made = simulate(lambda seed: tournament("3d 2d 1d 1k", rounds=4), ours, BALANCED, 1, ResultModel())
    assert made.relaxed == (4,)
    met = Counter(frozenset(g.players) for drawn in made.tournament.rounds for g in drawn)
    assert sorted(met.values()) == [1, 1, 1, 1, 2, 2]


def test_an_engine_that_forgets_somebody_is_refused() -> None:
    def forgetful(problem: RoundProblem) -> Pairing:
        answer = ours(problem)
        return replace(answer, pairs=answer.pairs[1:])

    with pytest.raises(ValueError, match="leaves players out"):
        simulate(field, forgetful, BALANCED, 1, ResultModel())


def test_stronger_players_win_more_where_strength_counts_more() -> None:
    """The favourites' share of decided games grows from an even coin to nine stones' worth."""
    shares = []
    for per_stone in (0.5, 0.99):
        made = simulate(field, by_lot, BALANCED, 1, ResultModel("fixed", per_stone=per_stone))
        found = winners(made)
        right = sum(made.strengths[w] == max(made.strengths[p] for p in pair) for pair, w in found.items())
        shares.append(right / len(found))
    assert shares[0] < 0.75 < 0.95 < shares[1]
