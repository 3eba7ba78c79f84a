"""The files of a round's boards: `rounds/2.csv`, and `rounds/2.boards.csv` with those of matches, if teams play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
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
from ...model.tournament.numbers import halves_in, parse_int
from ...model.tournament.person import Player
from ...model.tournament.settings.settings import Settings
from ...model.tournament.tournament import Tournament
from ..tables.records import CellColumn, Line, Table, check_columns, check_lines, write_table

TITLES = ("table", "white", "white name", "black", "black name", "handicap", "komi", "result", "by hand")
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


def halves_text(halves: int) -> str:
    """`6.5` for 13 half points, `7` for 14."""
    return f"{halves / 2:.10g}"


@lru_cache(256)  # a round has a few texts on many boards
def parse_halves(text: str) -> int:
    """Half points of `6.5`, `6,5`, `6½` or `7`, at most 999 points. Raises ValueError."""
    halves = halves_in(text)
    if halves is None or abs(halves) >= 2000:
        raise ValueError(text)
    return halves


def _stones(text: str) -> int:
    stones = parse_int(text)
    if stones is None or stones > MOST_STONES:
        raise ValueError(text)
    return stones


HANDICAP = CellColumn("handicap", _stones, 0, f"0 to {MOST_STONES}")
KOMI: CellColumn[int | None] = CellColumn("komi", parse_halves, None, "a multiple of 0.5")
RESULT = CellColumn("result", parse_result, (Result.UNKNOWN, False), RESULT_FORMS)
BY_HAND: CellColumn[frozenset[ByHand]] = CellColumn(
    "by hand", parse_by_hand, frozenset(), f"blank, or one or more of {', '.join(ByHand)}", "unknown mark"
)


def parse_round(table: Table, number: int, tournament: Tournament, draft: bool) -> Round:
    """The round of a CSV table; a blank komi is that of the handicap. Raises InputError with every problem."""
    players = tournament.by_id()
    check_lines(table, 2 * len(players) + 10, f"one line for each of {len(players)} players")  # some are for the judge
    check_columns(table, "table", "white", "black", "result")
    problems: list[Problem] = []
    games: list[Game] = []
    states: dict[str, list[str]] = {state: [] for state in _STATES}
    for row in table.rows:
        line = Line(row, table.name, problems)
        state = line.text("result").lower()
        if state in states:
            states[state].append(_player(line, "white", players))
        else:
            games.append(_game(line, players, tournament.settings))
    problems += _twice(table)
    if problems:
        raise InputError(problems)
    byes, absent, unpaired = (tuple(states[state]) for state in _STATES)
    return Round(number, tuple(sorted(games, key=lambda g: g.table)), byes, absent, unpaired, draft)


def _twice(table: Table) -> list[Problem]:
    """The players and tables that a line names although an earlier one does, with both lines."""
    at: dict[tuple[str, str], int] = {}
    found: list[Problem] = []
    for row in table.rows:
        line, of_state = Line(row, table.name, found), row.cells["result"].lower() in _STATES
        named = [("white", "player")] if of_state else [("table", "table"), ("white", "player"), ("black", "player")]
        for column, what in named:
            cell = line.text(column)
            before = at.setdefault((what, cell), row.line) if cell else 0
            if column == "black" and cell and cell == line.text("white"):
                line.wrong(column, "a game against oneself:", "another player")
            elif before and before != row.line:
                line.wrong(column, f"the {what} of line {before} again:", f"each {what} on one line of a round")
    return found


def _player(line: Line, column: str, players: Mapping[str, Player]) -> str:
    player = line.text(column)
    if player not in players:
        line.wrong(column, "unknown player", "an id from players.csv")
    return player


def _game(line: Line, players: Mapping[str, Player], settings: Settings) -> Game:
    white, black = _player(line, "white", players), _player(line, "black", players)
    table, text = parse_int(line.text("table")) or 0, line.text("table")
    if text and not 0 < table <= MOST_TABLES:
        line.wrong("table", "wrong table", f"1 to {MOST_TABLES}")
    elif not text:
        line.wrong("table", "a game without a table", "a table number")
    return _of_terms(line, Game(table, white, black), settings)


def _of_terms(line: Line, game: Game, settings: Settings) -> Game:
    """A game with what a line says of it beside its players: handicap, komi, result, what was set by hand."""
    handicap, komi = line.value(HANDICAP), line.value(KOMI)
    result, by_default = line.value(RESULT)
    return replace(
        game,
        handicap=handicap,
        komi_halves=komi_halves(handicap, settings) if komi is None else komi,
        result=result,
        by_default=by_default,
        by_hand=line.value(BY_HAND),
    )


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


def _seats(text: str) -> frozenset[str]:
    words = frozenset(text.lower().split())
    if not words <= {"white", "black"}:
        raise ValueError(text)
    return words


FIXED: CellColumn[frozenset[str]] = CellColumn(
    "seat by hand", _seats, frozenset(), "blank, white, black, or both", "unknown word"
)


def with_boards_of(drawn: Round, table: Table, tournament: Tournament) -> Round:
    """The round with the boards that a table has of its matches. Raises InputError with every problem."""
    check_columns(table, *BOARD_TITLES[:4], "black team", "black", "result")
    check_lines(table, MOST_BOARDS * len(drawn.games), f"{MOST_BOARDS} lines for each of {len(drawn.games)} matches")
    problems: list[Problem] = []
    found: dict[int, dict[int, TeamBoard]] = {}
    teams, seats = tournament.by_id(), dict[str, int]()  # of seats by who sits there: the line
    for line in (Line(row, table.name, problems) for row in table.rows):
        at, number = parse_int(line.text("table")) or 0, parse_int(line.text("board")) or 0
        match = drawn.at_table(at) if at else None
        if match is None:
            line.wrong("table", "wrong table", f"a table of round {drawn.number}")
        elif not 1 <= number <= MOST_BOARDS:
            line.wrong("board", "wrong board", f"1 to {MOST_BOARDS}")
        else:
            boards = found.setdefault(at, {})
            if number in boards:
                line.wrong("board", "this board is there twice:", "one line for each board")
            if board := _board(line, number, match, teams, seats, tournament.settings):
                boards.setdefault(number, board)
    for at, boards in found.items():
        if sorted(boards) != list(range(1, len(boards) + 1)):
            expected = "boards 1, 2, 3 … without a gap"
            problems.append(Problem(f"table {at} has boards {sorted(boards)}", table.name, expected=expected))
    if problems:
        raise InputError(problems)
    own = {at: tuple(boards[k] for k in sorted(boards)) for at, boards in found.items()}
    return replace(drawn, games=tuple(replace(g, boards=own.get(g.table, ())) for g in drawn.games))


def _board(
    line: Line, number: int, match: Game, teams: Mapping[str, Player], seats: dict[str, int], settings: Settings
) -> TeamBoard | None:
    """The board of a line whose match is known; None if something is wrong. Who sits there is added to the seats."""
    sides, known = (line.text("white team"), line.text("black team")), len(line.problems)
    game = Game(number, line.text("white"), line.text("black"))
    if set(sides) != set(match.players):
        column = "black team" if sides[0] in match.players else "white team"
        line.wrong(column, "wrong team", " or ".join(match.players))
        return None
    for team, column, person in zip(sides, ("white", "black"), game.players, strict=True):
        if person and person not in {m.id for m in teams[team].members}:
            line.wrong(column, f"nobody of team {team} has this id:", "an id from members.csv, or blank")
        before = seats.setdefault(person, line.row.line) if person else line.row.line
        if before != line.row.line:
            line.wrong(column, f"the player of line {before} again:", "each player at one board of a round")
    words = line.value(FIXED)
    fixed = frozenset(team for team, colour in zip(sides, ("white", "black"), strict=True) if colour in words)
    board = TeamBoard(_of_terms(line, game, settings), sides[0] != match.white, fixed)
    return board if len(line.problems) == known else None
