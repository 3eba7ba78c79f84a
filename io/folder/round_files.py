"""The files of a round's boards: `rounds/2.csv`, and `rounds/2.boards.csv` with those of matches, if teams play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
    TeamBoard,
    by_hand_text,
    parse_by_hand,
    parse_result,
    result_text,
)
from ...model.tournament.person import Player
from ...model.tournament.settings.settings import Settings
from ...model.tournament.tournament import Tournament
from ..tables import Row, Table, whole, write_table

TITLES = (
    "table", "white", "white name", "black", "black name", "handicap", "komi", "result", "by hand",
)  # fmt: skip
_STATES = ("bye", "absent", "unpaired")
MOST_TABLES, MOST_STONES = 99_999, 9


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
    problems += _twice(table)
    if problems:
        raise InputError(problems)
    byes, absent, unpaired = (tuple(states[state]) for state in _STATES)
    return Round(number, tuple(sorted(games, key=lambda g: g.table)), byes, absent, unpaired, draft)


def _twice(table: Table) -> list[Problem]:
    """The players and tables that a line names although an earlier one does, with both lines."""
    at: dict[tuple[str, str], int] = {}
    found = []
    for row in table.rows:
        of_state = row.cells["result"].lower() in _STATES
        named = [("white", "player")] if of_state else [("table", "table"), ("white", "player"), ("black", "player")]
        for column, what in named:
            cell = row.cells[column]
            before = at.setdefault((what, cell), row.line) if cell else 0
            if column == "black" and cell and cell == row.cells["white"]:
                found.append(Problem("a game against oneself:", table.name, row.line, column, cell, "another player"))
            elif before and before != row.line:
                expected = f"each {what} on one line of a round"
                message = f"the {what} of line {before} again:"
                found.append(Problem(message, table.name, row.line, column, cell, expected))
    return found


def _player(row: Row, column: str, players: Mapping[str, Player], file: str, problems: list[Problem]) -> str:
    player = row.cells[column]
    if player not in players:
        problems.append(Problem("unknown player", file, row.line, column, player, "an id from players.csv"))
    return player


def _game(row: Row, players: Mapping[str, Player], settings: Settings, file: str, problems: list[Problem]) -> Game:
    cells = row.cells
    white = _player(row, "white", players, file, problems)
    black = _player(row, "black", players, file, problems)
    table = whole(cells["table"]) or 0
    terms = _terms(cells.get("handicap", ""), cells["result"], cells.get("komi", ""), cells.get("by hand", ""))
    if cells["table"] and not 0 < table <= MOST_TABLES:
        expected = f"1 to {MOST_TABLES}"
        problems.append(Problem("wrong table", file, row.line, "table", cells["table"], expected))
        table = 0
    for message, column, expected in terms.wrong:
        problems.append(Problem(message, file, row.line, column, cells[column], expected))
    if not table:
        problems.append(Problem("a game without a table", file, row.line, "table", expected="a table number"))
    komi = komi_halves(terms.handicap, settings) if terms.komi is None else terms.komi
    return Game(table, white, black, terms.handicap, komi, terms.result, terms.by_default, terms.by_hand)


@dataclass(slots=True)
class _Terms:
    """What a line says of a game beside its players; `wrong` has the messages about cells, and what was expected."""

    handicap: int = 0
    komi: int | None = None
    result: Result = Result.UNKNOWN
    by_default: bool = False
    by_hand: frozenset[ByHand] = frozenset()
    wrong: list[tuple[str, str, str]] = field(default_factory=list)


@lru_cache(1024)  # a round has a few texts on many boards
def _terms(handicap: str, result: str, komi: str, by_hand: str) -> _Terms:
    """What the cells of a line say of a game."""
    said = _Terms()
    stones = whole(handicap) if handicap else 0
    if stones is None or not stones <= MOST_STONES:
        said.wrong.append(("wrong handicap", "handicap", f"0 to {MOST_STONES}"))
    else:
        said.handicap = stones
    try:
        said.result, said.by_default = parse_result(result)
    except ValueError:
        said.wrong.append(("wrong result", "result", RESULT_FORMS))
    try:
        said.komi = parse_halves(komi) if komi else None
    except ValueError:
        said.wrong.append(("wrong komi", "komi", "a multiple of 0.5"))
    try:
        said.by_hand = parse_by_hand(by_hand)
    except ValueError:
        said.wrong.append(("unknown mark", "by hand", f"blank, or one or more of {', '.join(ByHand)}"))
    return said


BOARD_TITLES = (
    "table", "board", "white team", "white", "white name", "black team", "black", "black name", "handicap", "komi",
    "result", "by hand", "seat by hand",
)  # fmt: skip
MOST_BOARDS = 10


def boards_name(number: int) -> str:
    """The name of the file of a round."""
    return f"rounds/{number}.boards.csv"


def boards_text(drawn: Round, teams: Mapping[str, Player]) -> str:
    """The CSV of the boards of a round, match by match; a seat that nobody takes is blank."""
    rows: list[list[object]] = []
    for match in drawn:
        for board in match.boards:
            game = board.game
            sides = (match.black, match.white) if board.turned else match.players
            cells: list[object] = [match.table, game.table]
            for team, person in zip(sides, game.players, strict=True):
                names = {m.id: m.name for m in teams[team].members} if team in teams else {}
                cells += [team, person, names.get(person, "")]
            fixed = " ".join(c for c, team in zip(("white", "black"), sides, strict=True) if team in board.fixed)
            result = result_text(game.result, game.by_default)
            komi = halves_text(game.komi_halves)
            rows.append([*cells, game.handicap, komi, result, by_hand_text(game.by_hand), fixed])
    return write_table(BOARD_TITLES, rows)


def with_boards_of(drawn: Round, table: Table, tournament: Tournament) -> Round:
    """The round with the boards that a table has of its matches. Raises InputError with every problem."""
    missing = [title for title in (*BOARD_TITLES[:4], "black team", "black", "result") if title not in table.titles]
    if missing:
        raise InputError([Problem("no column", table.name, 1, value=title) for title in missing])
    reader = _Reader(drawn, tournament, table.name)
    if len(table.rows) > MOST_BOARDS * len(drawn.games):
        expected = f"at most {MOST_BOARDS} lines for each of {len(drawn.games)} matches"
        raise InputError([Problem(f"{len(table.rows):,} lines", table.name, expected=expected)])
    found: dict[int, dict[int, TeamBoard]] = {}
    for row in table.rows:
        reader.read(row, found)
    for at, boards in found.items():
        if sorted(boards) != list(range(1, len(boards) + 1)):
            reader.wrong(Row(0, {}), f"table {at} has boards {sorted(boards)}", "", "boards 1, 2, 3 … without a gap")
    if reader.problems:
        raise InputError(reader.problems)
    own = {at: tuple(boards[k] for k in sorted(boards)) for at, boards in found.items()}
    return replace(drawn, games=tuple(replace(g, boards=own.get(g.table, ())) for g in drawn.games))


class _Reader:
    """Makes boards of rows, and collects what is wrong."""

    def __init__(self, drawn: Round, tournament: Tournament, file: str) -> None:
        self.drawn, self.file, self.settings = drawn, file, tournament.settings
        self.members = {p.id: {m.id for m in p.members} for p in tournament.players}
        self.problems: list[Problem] = []
        self.seats: dict[str, int] = {}  # by who sits there: the line

    def wrong(self, row: Row, message: str, column: str, expected: str) -> None:
        """A problem in a cell."""
        value = row.cells.get(column, "")
        self.problems.append(Problem(message, self.file, row.line, column, value, expected))

    def read(self, row: Row, found: dict[int, dict[int, TeamBoard]]) -> None:
        """Add the board of a row."""
        table, number = whole(row.cells["table"]), whole(row.cells["board"])
        match = self.drawn.at_table(table) if table else None
        if match is None or table is None:
            self.wrong(row, "wrong table", "table", f"a table of round {self.drawn.number}")
            return
        if number is None or not 1 <= number <= MOST_BOARDS:
            self.wrong(row, "wrong board", "board", f"1 to {MOST_BOARDS}")
            return
        boards = found.setdefault(table, {})
        if number in boards:
            self.wrong(row, "this board is there twice:", "board", "one line for each board")
        before = len(self.problems)
        board = self.board(row, number, match)
        if len(self.problems) == before:
            boards[number] = board

    def board(self, row: Row, number: int, match: Game) -> TeamBoard:
        """The board of a row whose match is known."""
        sides = row.cells["white team"], row.cells["black team"]
        if set(sides) != set(match.players):
            column = "black team" if sides[0] in match.players else "white team"
            self.wrong(row, "wrong team", column, " or ".join(match.players))
            return TeamBoard(match)
        for team, column in zip(sides, ("white", "black"), strict=True):
            if row.cells[column] and row.cells[column] not in self.members[team]:
                self.wrong(row, f"nobody of team {team} has this id:", column, "an id from members.csv, or blank")
            before = self.seats.setdefault(row.cells[column], row.line) if row.cells[column] else row.line
            if before != row.line:
                self.wrong(row, f"the player of line {before} again:", column, "each player at one board of a round")
        words = row.cells.get("seat by hand", "").lower().split()
        if not {"white", "black"}.issuperset(words):
            self.wrong(row, "unknown word", "seat by hand", "blank, white, black, or both")
        fixed = frozenset(t for t, colour in zip(sides, ("white", "black"), strict=True) if colour in words)
        return TeamBoard(self.game(row, number), sides[0] != match.white, fixed)

    def game(self, row: Row, number: int) -> Game:
        """The game of a row."""
        cells = row.cells
        handicap = whole(cells["handicap"]) if cells.get("handicap") else 0
        if handicap is None or not 0 <= handicap <= 9:
            self.wrong(row, "wrong handicap", "handicap", "0 to 9")
            handicap = 0
        game = Game(number, cells["white"], cells["black"], handicap, komi_halves(handicap, self.settings))
        try:
            result, by_default = parse_result(cells["result"])
            game = replace(game, result=result, by_default=by_default)
        except ValueError:
            self.wrong(row, "wrong result", "result", RESULT_FORMS)
        try:
            if cells.get("komi"):
                game = replace(game, komi_halves=parse_halves(cells["komi"]))
        except ValueError:
            self.wrong(row, "wrong komi", "komi", "a multiple of 0.5")
        try:
            return replace(game, by_hand=parse_by_hand(cells.get("by hand", "")))
        except ValueError:
            self.wrong(row, "unknown mark", "by hand", "blank, or one or more of colours, handicap, komi")
        return game
