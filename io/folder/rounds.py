"""The file of a round's boards: `rounds/2.csv`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache

from ...model.errors import InputError, Problem
from ...model.pairing.handicap import komi_halves
from ...model.tournament.games import (
    RESULT_FORMS,
    ByHand,
    Game,
    Result,
    Round,
    by_hand_text,
    parse_by_hand,
    parse_result,
    result_text,
)
from ...model.tournament.player import Player
from ...model.tournament.settings import Settings
from ...model.tournament.tournament import Tournament
from ..tables import Row, Table, whole, write_table

TITLES = (
    "table", "white", "white name", "black", "black name", "handicap", "komi", "result", "by hand",
)  # fmt: skip
_STATES = ("bye", "absent", "unpaired")


def round_text(drawn: Round, players: Mapping[str, Player]) -> str:
    """The CSV of a round: games in table order, then byes, absences and players left without a game."""

    def name(player: str) -> str:
        return players[player].name if player in players else ""

    rows: list[list[object]] = [
        [
            g.table, g.white, name(g.white), g.black, name(g.black), g.handicap, halves_text(g.komi_halves),
            result_text(g.result, g.by_default), by_hand_text(g.by_hand),
        ]
        for g in drawn.games
    ]  # fmt: skip
    for state, members in zip(_STATES, (drawn.byes, drawn.absent, drawn.unpaired), strict=True):
        rows += [["", player, name(player), "", "", "", "", state, ""] for player in members]
    return write_table(TITLES, rows)


@lru_cache(256)
def halves_text(halves: int) -> str:
    """`6.5` for 13 half points, `7` for 14."""
    return str(halves // 2) if halves % 2 == 0 else str(Decimal(halves) / 2)


@lru_cache(256)  # a round has a few texts on many boards
def parse_halves(text: str) -> int:
    """Half points of `6.5` or `7`. Raises ValueError."""
    plain = text.strip().replace(",", ".")
    if not re.fullmatch(r"[+-]?\d{1,3}(\.[05]0*)?", plain):
        raise ValueError(text)
    return int(Decimal(plain) * 2)


def parse_round(table: Table, number: int, tournament: Tournament, draft: bool) -> Round:
    """The round of a CSV table; a game without a komi has the one that the settings give for its handicap.

    Raises InputError with every problem.
    """
    players = tournament.by_id()
    problems: list[Problem] = []
    if len(table.rows) > 2 * len(players) + 10:  # some too many by hand are for the judge
        expected = f"at most one line for each of {len(players)} players"
        raise InputError([Problem(f"{len(table.rows):,} lines", table.name, expected=expected)])
    missing = [title for title in ("table", "white", "black", "result") if title not in table.titles]
    if missing:
        raise InputError([Problem("no column", table.name, 1, value=title) for title in missing])
    games: list[Game] = []
    states: dict[str, list[str]] = {state: [] for state in _STATES}
    for row in table.rows:
        state = row.cells["result"].lower()
        if state in states:
            states[state].append(_player(row, "white", players, table.name, problems))
        else:
            games.append(_game(row, players, tournament.settings, table.name, problems))
    if problems:
        raise InputError(problems)
    byes, absent, unpaired = (tuple(states[state]) for state in _STATES)
    return Round(number, tuple(sorted(games, key=lambda g: g.table)), byes, absent, unpaired, draft)


def _player(row: Row, column: str, players: Mapping[str, Player], file: str, problems: list[Problem]) -> str:
    player = row.cells[column]
    if player not in players:
        problems.append(Problem("unknown player", file, row.line, column, player, "an id from players.csv"))
    return player


def _game(row: Row, players: Mapping[str, Player], settings: Settings, file: str, problems: list[Problem]) -> Game:
    def number(column: str, low: int, high: int, default: int) -> int:
        text = row.cells.get(column, "")
        if not text:
            return default
        value = whole(text)
        if value is None or not low <= value <= high:
            problems.append(Problem(f"wrong {column}", file, row.line, column, text, f"{low} to {high}"))
            return default
        return value

    white = _player(row, "white", players, file, problems)
    black = _player(row, "black", players, file, problems)
    table, handicap = number("table", 1, 99999, 0), number("handicap", 0, 9, 0)
    result, by_default, komi = Result.UNKNOWN, False, komi_halves(handicap, settings)
    try:
        result, by_default = parse_result(row.cells["result"])
    except ValueError:
        problems.append(Problem("wrong result", file, row.line, "result", row.cells["result"], RESULT_FORMS))
    try:
        komi = parse_halves(row.cells["komi"]) if row.cells.get("komi") else komi
    except ValueError:
        problems.append(Problem("wrong komi", file, row.line, "komi", row.cells["komi"], "a multiple of 0.5"))
    marks = frozenset[ByHand]()
    try:
        marks = parse_by_hand(row.cells.get("by hand", ""))
    except ValueError:
        known, text = ", ".join(ByHand), row.cells["by hand"]
        problems.append(Problem("unknown mark", file, row.line, "by hand", text, f"blank, or one or more of {known}"))
    if not table:
        problems.append(Problem("a game without a table", file, row.line, "table", expected="a table number"))
    return Game(table, white, black, handicap, komi, result, by_default, marks)
