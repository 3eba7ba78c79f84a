"""What a director decides before the draw: the locks of one round, and the pairs that the settings force in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from ..cups.bracket import cup_pairs
from ..errors import InputError
from ..placing.stages import table_games
from ..tournament.numbers import parse_rounds
from ..tournament.tournament import Tournament

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Locks:
    """The director's decisions for one round, as ids: pairs to force, pairs to forbid, players who get a bye."""

    force: tuple[Pair, ...] = ()
    forbid: tuple[Pair, ...] = ()
    bye: tuple[str, ...] = ()


def pairs_of(players: Sequence[str], against: Sequence[str]) -> Iterable[Pair]:
    """The pairs that a setting names: each of `players` with each of `against`; if that is empty, with one another."""
    return product(players, against) if against else combinations(players, 2)


def forced_pairs(tournament: Tournament, number: int) -> list[Pair]:
    """The pairs (ids) forced in a round: by cups, by the tables of groups and finals, and by `pairing.force`.

    With rounds given, it applies to exactly these. Without, the two are to meet once: it applies to the next round
    drawn if they have not met. It does not apply to a published round in which they did not meet.
    """
    found: list[Pair] = [match.both for match in cup_pairs(tournament, number).values() if match.both]
    for players, against, rounds in tournament.settings.pairing.force:
        for pair in pairs_of(players, against):
            if rounds:
                wanted = number in parse_rounds(rounds, tournament.settings.rounds)
            else:
                wanted = not _met(tournament.before(number), pair) and not _passed(tournament, number, pair)
            if wanted and pair[0] != pair[1]:
                found.append(pair)
    return found + table_games(tournament, number)[0]


def _passed(tournament: Tournament, number: int, pair: Pair) -> bool:
    """Whether the round is published and the two did not meet in it."""
    if number > len(tournament.rounds) or tournament.round(number).draft:
        return False
    game = tournament.round(number).game_of(pair[0])
    return game is None or pair[1] not in game.players


def _met(tournament: Tournament, pair: Pair) -> bool:
    """Whether the two have met; whether a defaulted game counts depends on the settings."""
    defaults = tournament.settings.pairing.default_is_met
    games = (drawn.game_of(pair[0]) for drawn in tournament.rounds)
    return any(g is not None and pair[1] in g.players and (defaults or not g.defaulted) for g in games)


def parse_pair(text: str, tournament: Tournament) -> Pair:
    """The ids of `A:B`. Raises InputError."""
    return find_pair(split_pair(text), tournament)


def split_pair(text: str) -> Pair:
    """The two names or ids in `A:B`. Raises InputError."""
    parts = text.split(":")
    if len(parts) != 2:
        raise InputError(f"{text!r} is not a pair; expected two ids or names with a colon between them, such as 3:17")
    return parts[0].strip(), parts[1].strip()


def find_pair(named: Pair, tournament: Tournament) -> Pair:
    """The ids of two players given by id or name. Raises InputError."""
    a, b = (tournament.find(text.strip()).id for text in named)
    if a == b:
        raise InputError(f"{':'.join(named)!r} names one player twice; expected two different players")
    return a, b
