"""Cups inside every kind of event, several at once, with players who leave: what always holds.

Every game of a bracket is played once, in its round; nobody plays two games in a round; every round is legal, and its
certificate proves its cost.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from builders import pair, players
from mcmahon.desk.desk import in_memory
from mcmahon.desk.people.miss_rounds import Absent, Withdraw, absent, withdraw
from mcmahon.desk.placing.run_cups import CupRequest, DecideRequest, cups, decide, set_cup
from mcmahon.desk.rounds.change_boards import check
from mcmahon.desk.rounds.draw.drawing import Drawn
from mcmahon.desk.rounds.draw_round import Draw, Publish, draw, publish
from mcmahon.desk.rounds.enter_results import EnterResults, by_table, enter
from mcmahon.desk.rounds.proof.verify_proof import verify_file, write_certificate
from mcmahon.io.settings.settings_file import new_settings_text, parse_settings
from mcmahon.model.cups.bracket import Bracket, Fate, more_rounds
from mcmahon.model.errors import InputError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Game, Result
from mcmahon.model.tournament.person import Player, Status
from mcmahon.model.tournament.tournament import Tournament
from team_events import team

RANKS = "6d 5d 4d 3d 2d 2d 1d 1d 1k 1k 2k 3k 3k 4k 5k 6k 8k 10k 12k 15k".split()  # noqa: SIM905
#: Preset and settings of the kinds of events.
KINDS: dict[str, tuple[str, dict[str, object]]] = {
    "mcmahon": ("egf", {}),
    "bar and floor": ("egf", {"start.bar": "2d", "start.floor": "3k"}),
    "accelerated": ("swiss", {"start.acceleration": ["baku"], "pairing.rounding": "half"}),
    "accelerated, bar and floor": (
        "egf",
        {"start.acceleration": ["1-2 1 1/2"], "start.bar": "1d"},
    ),
    "handicaps": ("egf", {"start.bar": "none", "handicap.rule": "mms"}),
    "groups": ("round-robin", {"groups.number": 2, "rounds": 3}),
    "pair go": ("egf", {"entrants.kind": "pairs"}),
    "teams": ("swiss", {"entrants.kind": "teams", "teams.boards": 2}),
}


def event(kind: str, count: int, rounds: int) -> State:
    """An event of a kind with so many entrants; in groups there are four in each."""
    preset, given = KINDS[kind]
    given = {"rounds": rounds, **given}
    text = new_settings_text(preset, given)
    own = _entrants(kind, 8 if kind == "groups" else count)
    return in_memory(Tournament(parse_settings(text, "tournament.toml"), own), settings_text=text)


def _entrants(kind: str, count: int) -> tuple[Player, ...]:
    ids = [chr(ord("a") + k) for k in range(count)]
    if kind == "teams":
        return tuple(team(one, f"{rank} {rank}") for one, rank in zip(ids, RANKS, strict=False))
    if kind == "pair go":
        return tuple(pair(one, f"{one}1 {rank}", f"{one}2 {rank}") for one, rank in zip(ids, RANKS, strict=False))
    return players(" ".join(RANKS[:count]))


def made(state: State, asked: list[CupRequest]) -> State:
    """With those of these cups that the event can have; the others are refused in words."""
    for request in asked:
        with suppress(InputError):
            state = set_cup(state, request).state
    return state


def next_round(state: State, rng: Random) -> State:
    """The next round drawn with its proof, published and played."""
    done = draw(state, Draw(missing_results=True))
    check_proof(done.value, done.state)
    state = publish(done.state, Publish()).state
    typed = [word for game in state.tournament.rounds[-1] for word in _typed(game, rng)]
    return enter(state, EnterResults(results=by_table(typed))).state if typed else state


def check_proof(drawn: Drawn, state: State) -> None:
    """The certificate of a round proves its cost except what keeps the rounds to come possible (CP-SAT shows that).

    Where every board is fixed, there is nothing to prove.
    """
    problem = drawn.problem
    if 2 * len(problem.forced) + len(problem.forced_byes) == len(problem.field.ids):
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / "proof.json"
        write_certificate(drawn, file)
        found = verify_file(file, state)
    assert (found.differences, found.other, found.plan_broken) == ((), None, "")
    gap = sum(value - bound for name, value, bound in found.tiers if name != "tie")
    assert gap == found.foresight.extra


def _typed(game: Game, rng: Random) -> list[str]:
    if game.boards:
        return [word for b in game.boards for word in (f"{game.table}.{b.game.table}", rng.choice(("1-0", "0-1")))]
    return [str(game.table), rng.choice(("1-0", "0-1", "1-0", "0-1", "1-0", "0-1!", "jigo", "void"))]


def decided(state: State, rng: Random) -> State:
    """With the director's word on every match that has no winner."""
    while waiting := [(one.cup.name, match) for one in cups(state).value if one.kept for match in one.to_decide]:
        name, match = waiting[0]
        state = decide(
            state, DecideRequest(name=name, player=rng.choice(match.both or ("", "")), nobody=rng.random() < 0.2)
        ).state
    return state


def check_bracket(tree: Bracket, tournament: Tournament) -> None:
    """Every game of a bracket is played once, in its round, and everybody is beaten once; but for the third place."""
    for match in tree.matches:
        assert match.game is None or match.game in tournament.rounds[match.of_round - 1].games
        if match.fate in (Fate.WON, Fate.FORFEIT):
            assert match.game is not None
    games = [(match.of_round, match.game.table) for match in tree.matches if match.game]
    assert len(set(games)) == len(games)
    beaten = Counter(match.loser for match in tree.matches if match.loser and not match.third)
    assert max(beaten.values(), default=0) <= 1
    if tree.over and tree.final and tree.final.winner:
        assert beaten[tree.final.winner] == 0
        assert len(tree.by_round()[0]) == tree.cup.places // 2


def check_whole(state: State) -> None:
    """What holds of a tournament and its cups at any time."""
    for drawn in state.tournament.rounds:
        everybody = Counter(chain(*(game.players for game in drawn), drawn.byes))
        assert max(everybody.values(), default=1) == 1
    assert all(verdict.legal for verdict in check(state).value)
    for one in cups(state).value:
        if one.kept:
            check_bracket(one.bracket, state.tournament)


def asked_cups(kind: str, rounds: int, rng: Random) -> list[CupRequest]:
    """One to three cups: in rounds that follow each other or not, beside or behind the tournament."""
    found = []
    for name in ("x", "y", "z")[: rng.randint(1, 3)]:
        own = sorted(rng.sample(range(rounds + 1 if kind == "groups" else 1, rounds + 4), rng.randint(1, 3)))
        own = [rounds + 1, *own[1:]] if own[0] > rounds + 1 else own
        seeding = "standings" if own[0] > 1 and rng.random() < 0.5 else "rating"
        who = [rng.choice(("rank=9d-1k", "rank=1k-30k", "rank=9d-30k"))]
        counts, size = rng.choice(("all", "none", "before-semifinals")), rng.randint(4, 8)
        groups = "stage" if kind == "groups" and rng.random() < 0.5 else ""
        third = rng.random() < 0.5
        found.append(
            CupRequest(
                name=name,
                size=size,
                who=who,
                seeding=seeding,
                groups=groups,
                third_place=third,
                counts=counts,
                handicap=rng.random() < 0.3,
                in_rounds=own,
            )
        )
    return found


def whole_event(kind: str, seed: int) -> State:
    """An event of a kind to its end, or to the round that has no pairing any more."""
    rng = Random(seed)
    state = event(kind, rng.randint(6, 20), rng.randint(3, 5))
    state = made(state, asked_cups(kind, state.tournament.settings.rounds, rng))
    while more_rounds(state.tournament):
        try:
            state = next_round(state, rng)
        except NoPairingError:  # few entrants, many rounds
            break
        except InputError as error:  # the standings have put somebody into two cups, or left too few for one
            if not re.search("both play in round|is entered for round|one player", str(error)):
                raise
            break
        state = decided(leaving(state, rng), rng)
        check_whole(state)
    return state


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_cups_in_every_kind_of_event(kind: str) -> None:
    states = [whole_event(kind, seed) for seed in (2, 12)]
    assert any(one.kept for state in states for one in cups(state).value)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_cups_in_many_events_of_every_kind(kind: str) -> None:
    for seed in range(100, 103):
        whole_event(kind, seed)


def leaving(state: State, rng: Random) -> State:
    """Sometimes somebody withdraws, misses the next round, or a result is corrected."""
    number, tournament = len(state.tournament.rounds), state.tournament
    here = [p.id for p in tournament.players if p.status is Status.FINAL]
    if rng.random() < 0.3 and len(here) > 5:
        state = withdraw(state, Withdraw(who=[rng.choice(here)])).state
    elif rng.random() < 0.3 and number < tournament.settings.rounds:
        state = absent(state, Absent(who=[rng.choice(here)], rounds=str(number + 1))).state
    elif rng.random() < 0.3 and tournament.settings.entrants.kind != "teams":
        drawn = rng.choice(tournament.rounds)
        turned = [g for g in drawn if g.result in (Result.WHITE, Result.BLACK)]
        if turned:
            game = rng.choice(turned)
            typed = [str(game.table), "0-1" if game.result is Result.WHITE else "1-0"]
            state = enter(state, EnterResults(results=by_table(typed), round=drawn.number, again=True)).state
    return state
