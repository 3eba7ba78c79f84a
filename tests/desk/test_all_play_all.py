"""All-play-all: every pair once a turn, with balanced colours, whatever the results; also in several turns."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.desk.rounds.plan.planning import PlanDone, plan
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.judging.judge import judge
from mcmahon.model.judging.violation import broken
from mcmahon.model.notes import Remark
from mcmahon.model.placing.stages import turn_starts
from mcmahon.model.plan.plan import Outlook
from mcmahon.model.records.state import Record, State
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.model.ways import Way

from tests.builders import tournament, with_player

from .test_looking_ahead import in_play

SWISS = load_profile("swiss")
NOT_WHOLE = Remark(
    "5 players need 5 rounds to meet each other once; 4 are set",
    (Way("to change that", "set", assignments=("rounds=5",)),),
)


def played(size: int, rounds: int, seed: int = 1) -> Tournament:
    """A tournament of the preset with all its rounds, results by lot."""
    ranks = " ".join(["1d"] * size)
    made = tournament(ranks, preset="round-robin", rounds=rounds, seed=seed)
    records: dict[int, Record] = {}
    for number in range(1, rounds + 1):
        drawn = draw_round(made, records=records)
        assert drawn.record.foresight.outlook is not Outlook.OPEN
        assert not drawn.record.foresight.short
        records[number] = drawn.record
        made = in_play(drawn.tournament, number, Random(seed + number))
        assert not broken(judge(made, number, profile=SWISS))
    return made


def games(made: Tournament, first: int, last: int) -> list[tuple[str, str]]:
    """White and Black of every game of some rounds."""
    return [game.players for drawn in made.rounds[first - 1 : last] for game in drawn]


def check_turn(made: Tournament, first: int, last: int) -> None:
    """Each pair once, each player as many Whites as Blacks or one more or less, each one bye in an odd field."""
    ids, both = {p.id for p in made.players}, games(made, first, last)
    pairs = Counter(map(frozenset, both))
    assert len(pairs) == len(ids) * (len(ids) - 1) // 2
    assert set(pairs.values()) == {1}
    for player in ids:
        assert abs(sum((white == player) - (black == player) for white, black in both)) <= 1
    byes = Counter(player for drawn in made.rounds[first - 1 : last] for player in drawn.byes)
    assert byes == (Counter(ids) if len(ids) % 2 else Counter())


@pytest.mark.slow
@pytest.mark.parametrize("size", range(4, 15))
def test_everybody_meets_everybody_with_balanced_colours(size: int) -> None:
    rounds = size - 1 + size % 2
    check_turn(played(size, rounds), 1, rounds)


@pytest.mark.slow
@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_twice_each_pair_has_both_colours(size: int) -> None:
    rounds = size - 1 + size % 2
    made = played(size, 2 * rounds)
    check_turn(made, 1, rounds)
    check_turn(made, rounds + 1, 2 * rounds)
    assert set(Counter(games(made, 1, 2 * rounds)).values()) == {1}, "no pair twice with the same colours"


def test_a_second_turn_may_end_early() -> None:
    """Two rounds more than a turn: no pair more than twice."""
    made = played(6, 7)
    check_turn(made, 1, 5)
    assert max(Counter(map(frozenset, games(made, 1, 7))).values()) == 2
    assert len(set(map(frozenset, games(made, 6, 7)))) == 6


def test_without_turns_nobody_meets_again() -> None:
    """The setting, not the preset, lets people meet again."""
    made = tournament("1d 1d 1d 1d", preset="round-robin", rounds=4, pairing__meet_again="never")
    assert draw_round(made).record.foresight.short


def test_the_first_draw_says_how_many_rounds_a_turn_has() -> None:
    """The rounds are set before the players are known."""
    made = tournament("1d 1d 1d 1d 1d", preset="round-robin", rounds=4)
    assert NOT_WHOLE in draw_round(made).notes
    assert not draw_round(tournament("1d 1d 1d 1d", preset="round-robin", rounds=6)).notes


@pytest.mark.slow
def test_who_comes_later_does_not_change_the_turns() -> None:
    """A turn is as long as the players of the first round need, those absent in it included."""
    made = tournament("1d 1d 1d 1d", preset="round-robin", rounds=6)
    made = in_play(draw_round(made).tournament, 1, Random(1))
    late = made.with_players([made.players[0]])
    assert draw_round(late).record.foresight.last == 3
    away = with_player(tournament("1d 1d 1d 1d", preset="round-robin", rounds=6), "d", rounds=frozenset(range(2, 7)))
    assert draw_round(away).record.foresight.last == 3


def planned(made: Tournament) -> PlanDone:
    """What the director sees of the rounds to come."""
    return plan(State(made, SWISS)).value


@pytest.mark.parametrize(("size", "rounds"), [(4, 6), (5, 10), (6, 10), (4, 5)])
def test_a_plan_has_every_turn(size: int, rounds: int) -> None:
    """Before the first round, after it, and after a whole turn: all rounds to come, each turn's pairs once."""
    length = size - 1 + size % 2
    made = tournament(" ".join(["1d"] * size), preset="round-robin", rounds=rounds)
    for number in (0, 1, length):
        while len(made.rounds) < number:
            made = in_play(draw_round(made).tournament, len(made.rounds) + 1, Random(number))
        done = planned(made)
        assert (done.foresight.first, done.foresight.until, done.foresight.last) == (number + 1, rounds, rounds)
        assert [one.number for one in done.plan.rounds] == list(range(number + 1, rounds + 1))
        for first in range(number // length * length, rounds, length):
            turn = [one.pairs for one in done.plan.rounds if first < one.number <= first + length]
            pairs = Counter(frozenset(pair) for own in turn for pair in own)
            assert set(pairs.values()) == {1}


def test_a_later_turn_that_is_not_possible_is_said() -> None:
    """Two who have met become a family: the first turn stays possible, and of the second all rounds but the last."""
    made = tournament("1d 1d 1d 1d", preset="round-robin", rounds=6, pairing__families="forbid")
    made = in_play(draw_round(made).tournament, 1, Random(1))
    assert not planned(made).foresight.short
    for player in made.rounds[0].games[0].players:
        made = with_player(made, player, groups=("f",))
    found = planned(made).foresight
    assert (found.until, found.last) == (5, 6)
    assert len(found.repeats) == 2, "of four players, both pairs of the round meet again"


def test_a_plan_says_at_first_how_many_rounds_a_turn_has() -> None:
    """As soon as there are players, and until the first round is published."""
    made = tournament("1d 1d 1d 1d 1d", preset="round-robin", rounds=4)
    assert list(plan(State(made, SWISS)).notes) == [NOT_WHOLE]
    assert not plan(State(in_play(draw_round(made).tournament, 1, Random(1)), SWISS)).notes


def late(rounds: int, enters: int, players: int, then: int) -> Tournament:
    """An all-play-all in which one more enters, with so many rounds after that."""
    t, rng, records = tournament("5k " * players, "round-robin", rounds=rounds), Random(4), dict[int, Record]()
    for number in range(1, then + 1):
        if number == enters:
            more = replace(t.players[0], id="z", surname="Late", rounds=frozenset(range(enters, then + 1)))
            t = t.with_players([more])
            t = replace(t, settings=replace(t.settings, rounds=then))
        drawn = draw_round(t, Terms(relaxed=("byes",)), records=records)
        records[number] = drawn.record
        games = tuple(replace(g, result=rng.choice((Result.WHITE, Result.BLACK))) for g in drawn.round)
        t = drawn.tournament.with_round(replace(drawn.round, games=games, draft=False))
    return t


@pytest.mark.parametrize(("players", "rounds", "enters", "then"), [(4, 3, 2, 5), (6, 5, 2, 7)])
def test_nobody_meets_twice_before_a_late_entry_has_met_everybody(
    players: int, rounds: int, enters: int, then: int
) -> None:
    """A turn ends when everybody has met everybody, those too who came during it."""
    t = late(rounds, enters, players, then)
    met = [frozenset(game.players) for drawn in t.rounds for game in drawn]
    assert len(met) == len(set(met)) == (players + 1) * players // 2, "everybody has met everybody"


def test_who_comes_too_late_to_meet_everybody_makes_no_turn_longer() -> None:
    """Six have met all but one another after four rounds; the seventh comes then: rounds 5 to 7 can be drawn."""
    t = late(7, 5, 6, 7)
    assert turn_starts(t)[:2] == (1, 6)
    assert [len(drawn.games) for drawn in t.rounds] == [3] * 7
    old = replace(t.settings, decided=replace(t.settings.decided, version=""))
    in_time = late(3, 2, 4, 5)
    assert turn_starts(in_time)[1] == 6
    first = replace(in_time, settings=replace(in_time.settings, decided=replace(old.decided, version="")))
    assert turn_starts(first)[1] == 4, "drawn by version 1"


def test_who_enters_after_the_first_turn_makes_the_next_one_longer() -> None:
    t = late(6, 4, 4, 8)
    first = [frozenset(game.players) for drawn in t.rounds[:3] for game in drawn]
    second = [frozenset(game.players) for drawn in t.rounds[3:] for game in drawn]
    assert len(set(first)) == len(first) == 6
    assert len(set(second)) == len(second) == 10
