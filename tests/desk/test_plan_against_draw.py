"""The draw keeps what the plan promises, and the plan promises nothing that the draw refuses: small fields by lot."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from builders import tournament
from commands import mcmahon
from mcmahon.desk.messages.foresight_texts import remedies
from mcmahon.desk.messages.no_pairing_texts import ways_out
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.desk.rounds.plan.planning import plan
from mcmahon.desk.rounds.repair.repair_case import Repair
from mcmahon.desk.rounds.repair.repair_round import repair
from mcmahon.io.settings.profiles import profile_named
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Result, Round
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.rules import Rule
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.model.ways import Way


def state(t: Tournament) -> State:
    return State(t, profile_named(t.settings.pairing.profile))


def by_lot(drawn: Round, rng: Random) -> Round:
    games = [replace(game, result=rng.choice((Result.WHITE, Result.BLACK))) for game in drawn]
    return replace(drawn, games=tuple(games), draft=False)


def small_field(rng: Random) -> Tournament:
    """2 to 6 players, absences and a withdrawal by lot."""
    players, rounds = rng.randint(2, 6), rng.randint(1, 5)
    preset = rng.choice(("swiss", "round-robin", "bga"))
    t = tournament("5k " * players, preset, rounds=rounds, seed=rng.randint(1, 99))
    everybody = []
    for player in t.players:
        entered = frozenset(n for n in range(1, rounds + 1) if rng.random() < 0.75)
        everybody.append(replace(player, rounds=entered))
    return t.with_players(everybody)


def without_some(t: Tournament, rng: Random) -> Tournament:
    """After a round somebody may leave for good."""
    here = [p for p in t.players if p.status is Status.FINAL]
    if here and rng.random() < 0.2:
        gone = rng.choice(here)
        return t.with_players([replace(gone, status=Status.WITHDRAWN)])
    return t


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 120, 20))
def test_plan_and_draw_say_the_same(first: int) -> None:
    drawn_rounds = refused = empty = 0
    for seed in range(first, first + 20):
        rng = Random(seed)
        t = small_field(rng)
        if sum(p.takes_part for p in t.players) < 2:
            continue
        while len(t.rounds) < t.settings.rounds:
            number = len(t.rounds) + 1
            foresight = plan(state(t)).value.foresight
            possible = not foresight.short or foresight.until >= number
            try:
                drawn = draw_round(t)
            except NoPairingError:
                assert not possible, (seed, number)
                refused += 1
                drawn = draw_round(t, Terms(relaxed=("repeats", "second-bye")))
            else:
                assert possible, (seed, number)
                drawn_rounds += 1
            empty += not drawn.round.games
            t = without_some(drawn.tournament.with_round(by_lot(drawn.round, rng)), rng)
    assert drawn_rounds > 20
    assert refused
    assert empty


def test_a_round_without_games_is_drawn_and_the_event_goes_on() -> None:
    """Everybody is away in round 2, all but one in round 3."""
    t = tournament("5k 5k 5k 5k", "swiss", rounds=4)
    away = [replace(p, rounds=frozenset({1, 4} | ({3} if p.id == "a" else set()))) for p in t.players]
    t = t.with_players(away)
    assert not plan(state(t)).value.foresight.short
    rng = Random(1)
    for number in range(1, 5):
        drawn = draw_round(t)
        assert drawn.round.number == number
        t = drawn.tournament.with_round(by_lot(drawn.round, rng))
        said = [note.says(t) for note in drawn.notes if "No games" in note.says(t)]
        expected = {
            2: ["No games in round 2: nobody is entered for it."],
            3: ["No games in round 3: Player-a (a) has the bye."],
        }
        assert said == expected.get(number, [])
    assert [len(own.games) for own in t.rounds] == [2, 0, 0, 2]
    assert t.rounds[2].byes == ("a",)


def stuck(t: Tournament) -> list[NoPairingError]:
    """Why the next round has no pairing; nothing if it has one."""
    try:
        draw_round(t)
    except NoPairingError as error:
        return [error]
    return []


def all_play_all(ranks: str, leaves: str, rounds: int) -> Tournament:
    """An all-play-all of odd size in which somebody has left after two rounds, and a third round is played."""
    t = tournament(ranks, "round-robin", rounds=rounds)
    rng = Random(3)
    for number in (1, 2, 3):
        drawn = draw_round(t)
        t = drawn.tournament.with_round(by_lot(drawn.round, rng))
        if number == 2:
            t = t.with_players([replace(t.player(leaves), status=Status.WITHDRAWN)])
    return t


def test_a_drop_out_of_an_odd_all_play_all_ends_it_with_more_byes_and_no_repeat() -> None:
    """Who is left has met most of the others: two may simply be free, which is the first that is proposed."""
    t = next(t for who in "abcde" if stuck(t := all_play_all("5k " * 5, who, 5)))
    first, second = ways_out(stuck(t)[0], t)[:2]
    assert (first.relax, first.text) == (("byes",), "no more byes than an odd number of players needs")
    assert second.relax == ("repeats",)
    found = plan(state(t)).value
    assert "byes" in found.foresight.relax
    assert Way("With more byes", "pair", relax=("byes",)) in remedies(found.foresight, t)
    met = {frozenset(game.players) for own in t.rounds for game in own}
    rng = Random(5)
    for _ in (4, 5):
        drawn = draw_round(t, Terms(relaxed=("byes",)))
        new = {frozenset(game.players) for game in drawn.round}
        assert not new & met
        assert all(violation.rule is Rule.SECOND_BYE for violation in drawn.breaches)
        met |= new
        t = drawn.tournament.with_round(by_lot(drawn.round, rng))
    here = [p.id for p in t.players if p.status is Status.FINAL]
    assert all(frozenset(pair) in met for pair in combinations(here, 2)), "everybody who is left has met everybody"


def test_no_more_byes_are_given_than_there_must_be() -> None:
    t = tournament("5k " * 6, "swiss", rounds=5)
    assert draw_round(t, Terms(relaxed=("byes",))).round.byes == ()
    three = tournament("5k 5k 5k 5k", "swiss", rounds=3, pairing__forbid=[{"players": ["a", "b", "c"]}])
    with pytest.raises(NoPairingError) as error:
        draw_round(three)
    costs = [way.cost or 0 for way in ways_out(error.value, three)]
    assert costs == sorted(costs), "in a Swiss the cheapest comes first"
    drawn = draw_round(three, Terms(relaxed=("byes",))).round
    assert (len(drawn.games), len(drawn.byes)) == (1, 2)


def test_a_repair_gives_more_byes_if_the_draw_was_allowed_them(tmp_path: Path) -> None:
    """Three of six may not meet each other: without two of the others two of the three are free."""
    folder = tmp_path / "t"
    mcmahon("new", folder, "--preset", "swiss", "--rounds", 3)
    for name in ("Ash, A", "Bay, B", "Cob, C", "Dun, D", "Elm, E", "Fir, F"):
        mcmahon("add", folder, name, "5k")
    mcmahon("set", folder, "pairing.forbid+=1:2", "pairing.forbid+=1:3", "pairing.forbid+=2:3")
    mcmahon("pair", folder, "--relax", "byes")
    mcmahon("publish-round", folder)
    said = mcmahon("repair", folder, "--without", 4, "--without", 5, "--dry-run").stdout
    assert "Bay B instead of nobody" in said
    assert said.count("  out:") == 3


def test_a_repair_of_an_all_play_all_gives_second_byes_as_a_draw_does() -> None:
    """Of the four who are left one more does not come: the others have met, so all three are free, one once more."""
    drawn = draw_round(all_play_all("5k " * 5, "a", 5), Terms(relaxed=("byes",)))
    published = drawn.tournament.with_round(replace(drawn.round, draft=False))
    before = State(published, profile_named(published.settings.pairing.profile), {4: drawn.record})
    repairs = [repair(before, Repair(without=(p,), anyway=True)).value for game in drawn.round for p in game.players]
    had = {player for own in published.rounds[:3] for player in own.byes}
    assert [done.round for done in repairs if len(done.round.byes) == 3 and had.intersection(done.round.byes)]
    met = {frozenset(game.players) for own in published.rounds[:3] for game in own}
    assert not [game for done in repairs for game in done.round if frozenset(game.players) in met]


def test_more_rounds_than_opponents_are_played_in_turns() -> None:
    """Three players and six rounds: the setting is named, and gives everybody two byes and each pair two games."""
    t = tournament("4d 4d 4d", "egf", rounds=6)
    way = Way("To meet in turns, evenly", "set", assignments=("pairing.meet_again=each turn",))
    assert way in remedies(plan(state(t)).value.foresight, t)
    assert way not in remedies(plan(state(tournament("4d 4d 4d 4d", rounds=3))).value.foresight, t)
    t, rng = tournament("4d 4d 4d", "egf", rounds=6, pairing__meet_again="each turn"), Random(1)
    for _ in range(6):
        drawn = draw_round(t)
        t = drawn.tournament.with_round(by_lot(drawn.round, rng))
    byes = Counter(player for own in t.rounds for player in own.byes)
    pairs = Counter(frozenset(game.players) for own in t.rounds for game in own)
    assert set(byes.values()) == set(pairs.values()) == {2}


def test_byes_that_a_draw_has_chosen_are_no_wishes_of_the_next(tmp_path: Path) -> None:
    """Four who have all met, with more byes than needed; two more come, and the draft is drawn again."""
    folder = tmp_path / "t"
    mcmahon("new", folder, "--preset", "swiss", "--rounds", 5)
    for name in ("Ash, A", "Bay, B", "Cob, C", "Dun, D"):
        mcmahon("add", folder, name, "5k")
    for _ in range(3):
        mcmahon("pair", folder)
        mcmahon("publish-round", folder)
        mcmahon("result", folder, "1", "1-0", "2", "1-0")
    assert "Bye:" in mcmahon("pair", folder, "--relax", "byes").stdout
    for name in ("Elm, E", "Fir, F"):
        mcmahon("add", folder, name, "5k", "--rounds", "4-5")
    again = mcmahon("pair", folder)
    assert "kept from the draft before: rule byes relaxed" in again.stderr
    assert "bye Ash" not in again.stderr
