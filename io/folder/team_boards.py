"""The file of the boards of a round's matches: `rounds/2.boards.csv`, where teams play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...model.errors import InputError, Problem
from ...model.pairing.handicap import komi_halves
from ...model.tournament.games import (
    RESULT_FORMS,
    Game,
    Round,
    TeamBoard,
    by_hand_text,
    parse_by_hand,
    parse_result,
    result_text,
)
from ...model.tournament.player import Player
from ...model.tournament.tournament import Tournament
from ..tables import Row, Table, whole, write_table
from .rounds import halves_text, parse_halves

TITLES = (
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
    return write_table(TITLES, rows)


def with_boards_of(drawn: Round, table: Table, tournament: Tournament) -> Round:
    """The round with the boards that a table has of its matches. Raises InputError with every problem."""
    missing = [title for title in (*TITLES[:4], "black team", "black", "result") if title not in table.titles]
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
