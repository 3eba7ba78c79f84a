"""Tournaments of every kind from one number: system, field, settings, rules, absences and locks are drawn from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from mcmahon._version import __version__
from mcmahon.desk.rounds.draw.drawing import Drawn, Terms, draw_round
from mcmahon.io.folder.state_files import in_memory, with_profile_file
from mcmahon.io.settings.settings_file import new_settings_text, parse_settings
from mcmahon.model.cup import Cup
from mcmahon.model.edits import withdraw
from mcmahon.model.errors import InputError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.draw import Locks
from mcmahon.model.records.state import State
from mcmahon.model.teams.match_boards import with_boards
from mcmahon.model.tournament.games import Game, Result
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.tournament import Tournament

from ..profiles import EXAMPLES, example_text
from .generator import FieldShape, make_players, play_round
from .make_instances import in_teams

PRESETS = ("bga", "egf", "aga", "german", "opengotha", "club")
PROFILES = ("balanced", "swiss", "handicap", "strict", "few-floats", "opengotha", "welcome", "calm-groups")
RULES = (
    {"name": "clubmates", "pairs": "same_club", "at_most": 2, "price": 700},
    {"name": "floats", "pairs": "float", "at_most": 3, "per": "score group", "price": 400},
    {"name": "countries", "pairs": "same_country", "at_least": 1, "price": 900},
    {"name": "few-clubmates-here", "pairs": "same_club", "at_most": 6},
)
Given = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Begun:
    """A tournament before its first round: its kind, and what may happen in it."""

    kind: str
    seed: int
    state: State
    accidents: bool = True

    def luck(self, number: int, what: str) -> Random:
        """Random numbers of their own for each thing in each round."""
        return Random(f"{self.seed} {number} {what}")


def _mcmahon(rng: Random, size: int) -> tuple[str, Given]:
    given: Given = {"pairing.rounding": rng.choice(["down", "down", "lot", "half"])}
    if size > 16 and rng.random() < 0.2:
        given |= {"start.bar": "1d", "start.supergroup_size": rng.randint(2, 6)}
    return rng.choice(PRESETS), given


def _regular(rng: Random, size: int) -> tuple[str, Given]:
    return rng.choice(PRESETS[:4]), {"start.scheme": "regular"}


def _bands(rng: Random, size: int) -> tuple[str, Given]:
    return "egf", {"start.scheme": "bands", "start.bands": ["7d-1d", "1k-6k", "7k-13k", "14k-30k"]}


def _swiss(rng: Random, size: int) -> tuple[str, Given]:
    return "swiss", {"pairing.rounding": rng.choice(["down", "half"])}


def _accelerated(rng: Random, size: int) -> tuple[str, Given]:
    return "swiss", {"start.acceleration": rng.choice([["baku"], ["1-2 1 1/2"]]), "pairing.rounding": "half"}


def _groups(rng: Random, size: int) -> tuple[str, Given]:
    number = max(2, size // rng.randint(4, 6))
    final = rng.choice(["round-robin", "swiss"])
    carry = rng.choice(["nothing", "games", "all"])
    largest = -(-size // number)
    rounds = largest - 1 + largest % 2 + rng.randint(1, 3)
    return "round-robin", {
        "groups.number": number, "groups.final": final, "groups.carry_over": carry, "rounds": rounds
    }  # fmt: skip


def _round_robin(rng: Random, size: int) -> tuple[str, Given]:
    return "round-robin", {"rounds": size - 1 + size % 2}


def _teams(rng: Random, size: int) -> tuple[str, Given]:
    order = ["TEAMP", "BDW", "SOST", "SODOS"]
    return "swiss", {"entrants.kind": "teams", "teams.boards": rng.choice([2, 3, 4]), "placing.order": order}


def _cups(rng: Random, size: int) -> tuple[str, Given]:
    return rng.choice(("egf", "bga", "swiss")), {}


#: Every kind: its weight among all, the smallest and largest field, and its settings.
KINDS: Mapping[str, tuple[int, int, int, Callable[[Random, int], tuple[str, Given]]]] = {
    "mcmahon": (40, 6, 48, _mcmahon),
    "regular": (6, 8, 48, _regular),
    "bands": (6, 8, 48, _bands),
    "swiss": (12, 6, 48, _swiss),
    "accelerated": (8, 12, 48, _accelerated),
    "groups": (8, 8, 18, _groups),
    "round-robin": (4, 4, 10, _round_robin),
    "teams": (8, 6, 16, _teams),
    "cups": (8, 10, 40, _cups),
}
IN_TABLES = ("groups", "round-robin")


def random_tournament(seed: int, kind: str = "") -> Begun:
    """The tournament of a number, of one kind or any; it always is the same. Raises InputError for an unknown kind."""
    rng = Random(seed)
    if kind and kind not in KINDS:
        raise InputError(f"no kind of tournament is called {kind!r}; expected one of {', '.join(KINDS)}")
    kind = kind or rng.choices([*KINDS], [weight for weight, *_ in KINDS.values()])[0]
    _, low, high, settings = KINDS[kind]
    size = rng.randint(low, high) if rng.random() < 0.6 else rng.randint(low, min(high, 3 * low))
    preset, given = settings(rng, size)
    rounds = given.pop("rounds", 0) or rng.randint(1, max(1, min(8, size // 3)))
    given |= {"rounds": rounds, "seed": seed % 2**31, "name": f"{kind} {seed}"}
    accidents = kind not in ("round-robin", "cups") and rng.random() < 0.7
    shape = _shape(rng, size, rounds, accidents)
    if kind not in IN_TABLES:
        given |= _pairing(rng, size, rounds)
    text = new_settings_text(preset, given)
    made = f"# Made by mcmahon {__version__} from the number {seed}: {kind}\n"
    begun = Tournament(parse_settings(text, "generate"))
    players = _players(rng, shape, seed, begun)
    cups = (_cup(rng, size, rounds),) if kind == "cups" and rounds > 1 else ()
    state = in_memory(replace(begun, players=players, cups=cups), settings_text=made + text)
    own = begun.settings.pairing.profile
    if own in EXAMPLES:
        state = with_profile_file(state, f"{own}.toml", example_text(own))
    return Begun(kind, seed, state, accidents)


def _shape(rng: Random, size: int, rounds: int, accidents: bool) -> FieldShape:
    absent = rng.choice([0.0, 0.1, 0.25]) if accidents else 0.0
    spread, club = rng.choice([150, 350, 520]), rng.choice([0.1, 0.2, 0.5])
    late, leaving = absent / 3, absent / 2
    return FieldShape(size, rounds, spread=spread, big_club=club, part_time=absent, late=late, leaving=leaving)


def _pairing(rng: Random, size: int, rounds: int) -> Given:
    """What a draw must keep, and by which weights."""
    given: Given = {}
    if rng.random() < 0.4:
        given["pairing.profile"] = rng.choice(PROFILES)
    if rng.random() < 0.25:
        given["pairing.rules"] = rng.sample(RULES, rng.choice([1, 1, 2]))
    if rng.random() < 0.2 and size > 2 * rounds + 4:
        apart = rng.sample(range(1, size + 1), 3)
        given["pairing.forbid"] = [{"players": [str(k) for k in apart], "rounds": f"1-{rng.randint(1, rounds)}"}]
    if rng.random() < 0.2:
        given["pairing.families"] = rng.choice(["avoid", "forbid"])
    if rng.random() < 0.1:
        given["pairing.draw_down"] = rng.choice(["top", "bottom"])
    return given


def _players(rng: Random, shape: FieldShape, seed: int, begun: Tournament) -> tuple[Player, ...]:
    """The players of a shape, in teams where the settings say so; now and then two brothers and a sleeper."""
    if begun.settings.of_teams:
        boards = begun.settings.teams.boards
        people = replace(shape, players=shape.players * boards)
        return in_teams(make_players(people, seed), shape.players, begun.settings)
    players = make_players(shape, seed)
    family = set(rng.sample(range(len(players)), 2)) if rng.random() < 0.3 else set()
    return tuple(
        replace(p, groups=("brothers",) if k in family else (), correction=rng.choice([0] * 19 + [-1]))
        for k, p in enumerate(players)
    )


def _cup(rng: Random, size: int, rounds: int) -> Cup:
    first = rng.randint(1, rounds)
    places = 8 if size >= 16 and rng.random() < 0.5 else 4
    return Cup("Cup", places, first, counts=rng.choice(["all", "none"]), third_place=rng.random() < 0.5)


def terms_of(begun: Begun, tournament: Tournament, number: int) -> Terms:
    """What the director asks of a draw: now and then a pair that must meet, one that must not, and a bye."""
    rng = begun.luck(number, "locks")
    ids = [p.id for p in tournament.entrants(number)]
    if begun.kind in (*IN_TABLES, "cups") or len(ids) < 12 or rng.random() < 0.85:
        return Terms(begun.state.profile)
    rng.shuffle(ids)
    bye = (ids[4],) if len(ids) % 2 and rng.random() < 0.5 else ()
    return Terms(begun.state.profile, Locks(((ids[0], ids[1]),), ((ids[2], ids[3]),), bye))


def drawn_and_played(begun: Begun, state: State, draw: Callable[[Tournament, Terms, State], Drawn]) -> State:
    """The state with its next round drawn, played, and what happened then. Raises what the draw raises."""
    number = len(state.tournament.rounds) + 1
    drawn = draw(state.tournament, terms_of(begun, state.tournament, number), state)
    after = play_round(with_boards(drawn.tournament), number, begun.seed, 0.0 if begun.kind == "cups" else 0.03)
    state = state.with_tournament(after).with_record(number, drawn.record)
    return state.with_tournament(_happened(begun, state.tournament, number)) if begun.accidents else state


def _happened(begun: Begun, tournament: Tournament, number: int) -> Tournament:
    """Forfeits, games without a winner, results corrected, somebody who goes home."""
    rng, drawn = begun.luck(number, "after"), tournament.round(number)
    odd = [(Result.WHITE, True), (Result.BLACK, True), (Result.BOTH_LOSE, False), (Result.VOID, False)]

    def played(game: Game) -> Game:
        if game.boards or rng.random() > 0.04:
            return game
        result, forfeit = rng.choice(odd)
        return replace(game, result=result, by_default=forfeit)

    tournament = tournament.with_round(replace(drawn, games=tuple(map(played, drawn.games))))
    gone = rng.choice(tournament.players)
    if begun.kind not in IN_TABLES and rng.random() < 0.08 and number not in gone.unexcused:
        tournament = tournament.with_players([withdraw(tournament, gone).player(gone.id)])
    return tournament


def draw(tournament: Tournament, terms: Terms, state: State) -> Drawn:
    """The next round as `mcmahon pair` draws it."""
    return draw_round(tournament, terms, records=state.records)


def played_tournament(seed: int, played: int, kind: str = "") -> State:
    """The tournament of a number with so many rounds drawn and played: at most all, and none that has no pairing.

    Raises InputError.
    """
    begun = random_tournament(seed, kind)
    state = begun.state
    with suppress(NoPairingError):
        for _ in range(min(played, state.tournament.settings.rounds)):
            state = drawn_and_played(begun, state, draw)
    return state
