"""Who can still win the tournament: in how many of some simulated futures each player comes first.

Nothing here is a float: results are lots of whole numbers, and what a draw sees is a count. The futures belong to the
seed and the round, so that the same tournament has the same counts on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from ..lottery import lot
from ..placing.history import History
from ..placing.scores import Scores
from ..tournament.player import Player
from ..tournament.tournament import Tournament

FUTURES = 64
MOST = 32  # contenders looked at: those highest in score, then in rating
_COIN = 10  # bits of the lot of a game
_EVEN, _PER_POINT, _LEAST = 512, 2, 52  # of 1,024: an even game, a rating point, the weaker player at least


@dataclass(frozen=True, slots=True)
class _Contender:
    """One who can still be first: the score in half points, whom of the others they have met, rounds to come."""

    score: int
    rating: int
    met: frozenset[int]
    enters: frozenset[int]


def first_places(
    tournament: Tournament,
    number: int,
    entrants: Sequence[Player],
    scores: Scores,
    past: Mapping[str, History],
) -> dict[str, int]:
    """In how many of `FUTURES` futures each entrant of a round comes first, by id; who never does is left out.

    A future plays the rounds from this one on: the highest score meets the next ones below it whom it has not met, and
    each rating point more is worth two games in a thousand. Who has met all others who can win beats somebody else.
    Equal scores at the end are decided by lot.
    """
    rounds = range(number, tournament.settings.rounds + 1)
    best = max((scores.mms(p.id) for p in entrants), default=0)
    able = [p for p in entrants if scores.mms(p.id) + 2 * len(rounds) >= best]
    able = sorted(able, key=lambda p: (-scores.mms(p.id), -p.rating, p.id))[:MOST]
    at = {p.id: i for i, p in enumerate(able)}
    field = [
        _Contender(
            scores.mms(p.id),
            p.rating,
            frozenset(at[o] for o in past[p.id].opponents if o in at),
            frozenset(t for t in rounds if p.enters(t)),
        )
        for p in able
    ]
    found: dict[str, int] = {}
    for k in range(FUTURES if field else 0):
        first = able[_winner(field, rounds, Random(lot(tournament.settings.seed, "future", number, k)))].id
        found[first] = found.get(first, 0) + 1
    return found


def _winner(field: Sequence[_Contender], rounds: range, rng: Random) -> int:
    """Who comes first in one future."""
    score, met = [one.score for one in field], [set(one.met) for one in field]
    for number in rounds:
        free = [i for i in _ordered(score, rng) if number in field[i].enters]
        while free:
            one = free.pop(0)
            other = next((i for i in free if i not in met[one]), None)
            if other is None:
                score[one] += 2
                continue
            free.remove(other)
            met[one].add(other)
            met[other].add(one)
            score[_game(one, other, field, rng)] += 2
    return _ordered(score, rng)[0]


def _ordered(score: Sequence[int], rng: Random) -> list[int]:
    """Positions by score, the highest first, equal ones by lot."""
    lots = [rng.getrandbits(32) for _ in score]
    return sorted(range(len(score)), key=lambda i: (-score[i], lots[i], i))


def _game(one: int, other: int, field: Sequence[_Contender], rng: Random) -> int:
    """Who wins a game."""
    chance = _EVEN + _PER_POINT * (field[one].rating - field[other].rating)
    return one if rng.getrandbits(_COIN) < min(max(chance, _LEAST), 2**_COIN - _LEAST) else other
