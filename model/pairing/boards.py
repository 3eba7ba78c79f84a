"""From a pairing to boards: handicap, komi, colours, table numbers (rules: sections 3 and 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import numpy as np

from ..cups.bracket import even_pairs, is_extra
from ..lottery import lot
from ..placing.stages import white_in_turn
from ..tournament.games import Game, Round
from ..tournament.tournament import Tournament
from .criteria import STONES
from .evaluation import values
from .handicap import komi_halves
from .round_problem import IndexPair, RoundProblem


def make_games(tournament: Tournament, problem: RoundProblem, pairs: Sequence[IndexPair]) -> list[Game]:
    """The games of pairs of entrants with handicap, komi and colours (rules: sections 3 and 4), at no tables yet.

    In a handicap game the stronger player takes White. In an even game it is the one with fewer Whites minus Blacks so
    far; if equal, the seeded lottery decides. In an all-play-all it is decided for the whole turn (`stages.py`).
    """
    i, j = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    stones = values(STONES, problem.field, i, j).tolist()
    even, ids = even_pairs(tournament, problem.round), problem.field.ids
    return [
        _game(tournament, problem, (a, b), 0 if even and frozenset((ids[a], ids[b])) in even else own)
        for (a, b), own in zip(pairs, stones, strict=True)
    ]


def _game(tournament: Tournament, problem: RoundProblem, pair: IndexPair, stones: int) -> Game:
    field, (i, j) = problem.field, pair
    if stones:
        white = i if field.strength[i] > field.strength[j] else j
    elif first := white_in_turn(tournament, problem.round, field.ids[i], field.ids[j]):
        white = i if field.ids[i] == first else j
    elif field.colours[i] != field.colours[j]:
        white = i if field.colours[i] < field.colours[j] else j
    else:
        low, high = sorted((field.ids[i], field.ids[j]))
        low_first = lot(tournament.settings.seed, "colour", problem.round, low, high) % 2 == 0
        white = i if (field.ids[i] == low) == low_first else j
    black = j if white == i else i
    return Game(0, field.ids[white], field.ids[black], stones, komi_halves(stones, tournament.settings))


def make_round(tournament: Tournament, problem: RoundProblem, pairs: Sequence[IndexPair], byes: Sequence[int]) -> Round:
    """The round of a pairing: boards numbered from the top, byes, and the agreed absences of final entries."""
    field = problem.field
    rank = list(zip((-field.score).tolist(), field.place.tolist(), strict=True))

    def from_the_top(pair: IndexPair) -> tuple[int, ...]:
        higher, lower = sorted(rank[k] for k in pair)
        return higher[0], lower[0], higher[1]

    games = make_games(tournament, problem, sorted(pairs, key=from_the_top))
    entered = set(field.ids)
    others = () if is_extra(tournament, problem.round) else tournament.participants()
    absent = tuple(p.id for p in others if p.id not in entered)
    return Round(
        number=problem.round,
        games=number_tables(games, tournament),
        byes=tuple(field.ids[i] for i in byes),
        absent=absent,
        draft=True,
    )


def number_tables(games: Sequence[Game], tournament: Tournament) -> tuple[Game, ...]:
    """The games by table number: tables out of use are skipped, players with a fixed table get it."""
    tables = tournament.settings.tables
    wanted = dict(tables.fixed)
    own: dict[int, int] = {}
    for k, game in enumerate(games):
        table = min((wanted[p] for p in game.players if p in wanted), default=None)
        if table is not None and table not in own.values():
            own[k] = table
    taken = set(own.values()) | set(tables.out_of_use)
    numbers = (n for n in count(tables.first) if n not in taken)
    numbered = [replace(game, table=own[k] if k in own else next(numbers)) for k, game in enumerate(games)]
    return tuple(sorted(numbered, key=lambda game: game.table))
