"""Draws of teams against counting all pairings: clubs of any member, scores of matches, colours of first boards."""

from __future__ import annotations

import random

import pytest
from builders import pair
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.judging.judge import judge
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.teams.match_boards import with_boards
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench.tournaments.generator import play_round
from team_events import matched, team, teams

from .every_pairing import every_pairing


def event(seed: int) -> Tournament:
    """Six or seven teams of two or three from five clubs at three boards, after two rounds."""
    dice = random.Random(seed)
    made = []
    for name in "abcdefg"[: dice.choice([6, 7])]:
        people = [f"{name}{k} {dice.randint(1, 6)}k C{dice.randint(1, 5)}" for k in range(1, dice.choice([3, 4, 4]))]
        made.append(pair(name, *people, surname=f"Team {name}"))
    t = teams(*made, boards=3, pairing__plan_ahead="off")
    for number in (1, 2):
        drawn = with_boards(draw_round(t, Terms(load_profile("swiss"))).tournament)
        t = play_round(drawn, number, seed, jigo=0.2)
    return t


@pytest.mark.parametrize("seed", range(6))
def test_the_draw_is_the_cheapest_of_all(seed: int) -> None:
    t, profile = event(seed), load_profile("swiss")
    problem = round_problem(t, 3, profile)
    best = every_pairing(problem)[0]
    drawn = draw_round(t, Terms(profile))
    ids = problem.field.ids
    pairs = {frozenset((ids[i], ids[j])) for i, j in best.pairs}
    assert {frozenset(g.players) for g in drawn.round} == pairs
    assert drawn.pairing.cost == sum(best.cost)
    assert not judge(drawn.tournament, 3, profile=profile)
    assert all(g.handicap == 0 for g in drawn.round)


def test_the_weaker_record_of_first_boards_takes_white() -> None:
    """Teams a and c had White at board 1 in round 1, so that b and d take it against them."""
    t = teams(*(team(x, "1d 1d") for x in "abcd"), boards=2)
    t = matched(t, "a-b ww", "c-d ww")
    drawn = draw_round(t, Terms(load_profile("swiss"))).round
    assert {g.white for g in drawn} <= {"a", "b", "c", "d"}
    for game in drawn:
        if {"a", "c"} & set(game.players) and {"b", "d"} & set(game.players):
            assert game.white in "bd"
