"""Results from CSV: `table` (`3.2` or with `board` for teams), `result`, perhaps `round` and players, to compare."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from ..model.edits import Entered, game_at
from ..model.errors import InputError, Problem
from ..model.language import counted
from ..model.tournament.games import RESULT_FORMS, Game, parse_result
from ..model.tournament.numbers import parse_int
from ..model.tournament.person import Person, is_spelt, name_key
from ..model.tournament.tournament import Tournament
from ..model.ways import Way
from .registrations.columns import misspelling_of
from .tables.records import Line, Table, plain_title, with_what_to_do

MOST_TOLD = 4  # rows about other boards that an error names
NAMED = ("white", "white name", "black", "black name")
#: Titles by our name, compared as those of registrations are.
TITLES: dict[str, tuple[str, ...]] = {
    "table": (
        "table", "board", "tisch", "brett", "tischnr", "brettnr", "tableno", "boardno", "bo", "mesa", "tavolo",
        "stół", "stůl", "стол",
    ),
    "result": (
        "result", "ergebnis", "resultat", "résultat", "resultado", "risultato", "wynik", "výsledek", "результат",
    ),
    "round": ("round", "runde", "ronde"),
    "white": ("white", "weiß", "weiss", "blanc", "blancs"),
    "white name": ("whitename", "nameweiß", "weißname"),
    "black": ("black", "schwarz", "noir", "noirs"),
    "black name": ("blackname", "nameschwarz", "schwarzname"),
}  # fmt: skip
_BY_TITLE = {title: ours for ours, titles in TITLES.items() for title in titles}
#: Titles of the boards of a match, which elsewhere are tables.
BOARDS = ("board", "brett", "brettnr", "boardno", "bo")


def results_of(table: Table, last_round: int, tournament: Tournament) -> list[Entered]:
    """Round, table, result and by-default of each row with a result. Raises InputError with every problem.

    If the file names White and Black, by id or name, they must be those of the board.
    """
    titles = _titles(table, tournament.settings.of_teams)
    entered: list[Entered] = []
    problems: list[Problem] = []
    others: list[Problem] = []  # rows about other boards
    boards: list[tuple[int, int, dict[str, str]]] = []  # tables with their boards, and who plays there by the file
    missing: list[Problem] = []  # named with the others; alone they may mean another round, so the director is asked
    for row in table.rows:
        line = Line(row, table.name, problems)
        text = line.text(titles["result"])
        board, of_match = seat_of(line.text(titles["table"]), tournament.settings.of_teams)
        if "board" in titles and line.text(titles["board"]):
            of_match = parse_int(line.text(titles["board"])) or -1
        number = parse_int(line.text(titles["round"])) if "round" in titles else last_round
        if not text or text.lower() in ("bye", "absent", "unpaired"):
            continue
        if board is None or number is None or of_match < 0:
            what = "table" if board is None else "round" if number is None else "board"
            line.wrong(titles[what], f"wrong {what}", f"a {what} number")
        else:
            missing += [replace(p, file=table.name, line=row.line) for p in _no_board(tournament, number, board)]
            named = {title: row.cells[titles[title]] for title in NAMED if title in titles}
            other = _other_board(tournament, number, (board, of_match), named)
            others += [Problem(other, table.name, row.line)] if other else []
            boards.append((board, of_match, named))
            try:
                if any((*known[:2], known.board) == (number, board, of_match) for known in entered):
                    where = f"{board}.{of_match}" if of_match else str(board)
                    problems.append(Problem(f"round {number} table {where} is given twice", table.name, row.line))
                entered.append(Entered(number, board, *parse_result(text), of_match))
            except ValueError:
                line.wrong(titles["result"], "wrong result", RESULT_FORMS)
    if problems or others:
        wrong_round = [] if "round" in titles else _looks_like(boards, last_round, tournament)
        line_of = attrgetter("line")
        misfits = sorted([*others, *missing], key=line_of)
        more = len(misfits) - MOST_TOLD
        rest = [Problem(f"{counted(more, 'more row')} with other boards", table.name)] if more > 0 else []
        raise InputError([*wrong_round, *sorted([*problems, *misfits[:MOST_TOLD]], key=line_of), *rest])
    return entered


def _looks_like(
    boards: Sequence[tuple[int, int, Mapping[str, str]]], number: int, tournament: Tournament
) -> list[Problem]:
    """That most rows are boards of another round, with the way to enter them there; else nothing."""
    fitting = {
        drawn.number: sum(
            any(named.values())
            and bool(drawn.at_table(table))
            and not _other_board(tournament, drawn.number, (table, board), named)
            for table, board, named in boards
        )
        for drawn in tournament.rounds
        if drawn.number != number
    }
    best = max(fitting, key=lambda one: fitting[one], default=0)
    if 2 * fitting.get(best, 0) <= len(boards):
        return []
    text = f"most rows are boards of round {best}, not of round {number}"
    return [Problem(text, ways=(Way("if you mean this round", round=best),))]


def _no_board(tournament: Tournament, number: int, table: int) -> Sequence[Problem]:
    """The problem of a round that has no such table, or is not drawn; empty if there is none."""
    try:
        game_at(tournament.round(number), table)
    except InputError as error:
        return error.problems
    return ()


def names_rounds(table: Table) -> bool:
    """Whether the rows say of which round they are."""
    return "round" in _ours(table)


def names_players(table: Table) -> bool:
    """Whether the rows say who plays."""
    return not _ours(table).isdisjoint(NAMED)


def _ours(table: Table) -> set[str]:
    return {_BY_TITLE.get(plain_title(title), "") for title in table.titles}


def seat_of(text: str, of_teams: bool) -> tuple[int | None, int]:
    """Table and board out of `3`, or `3.2` in a tournament of teams; board 0 for all, None for what is neither."""
    table, dot, board = text.strip().partition(".")
    if not dot or not of_teams:
        return parse_int(text), 0
    return (parse_int(table) if parse_int(board) else None), parse_int(board) or 0


def _titles(table: Table, of_teams: bool) -> dict[str, str]:
    """The titles as they stand in the file, by our names. Raises InputError where one is missing or doubled."""
    found, problems = dict[str, str](), list[Problem]()
    for title in table.titles:
        ours = _BY_TITLE.get(plain_title(re.sub(r" \(\d+\)$", "", title)), "")
        ours = "board" if of_teams and plain_title(title) in BOARDS else ours
        if ours in found:
            problems.append(Problem(f"two columns for {ours}: {found[ours]!r} and", table.name, 1, value=title))
        elif ours:
            found[ours] = title
    expected = "columns table and result, or Tisch and Ergebnis, or table and résultat"
    for title in ("table", "result"):
        if title not in found:
            near = next((other for other in table.titles if misspelling_of(plain_title(other), TITLES[title])), "")
            perhaps = f"; {near!r} is perhaps meant" if near else ""
            problems.append(Problem("no column", table.name, 1, value=title, expected=expected + perhaps))
    if problems:
        raise InputError(problems)
    return found


def _sides(tournament: Tournament, game: Game, board: int) -> list[Person]:
    """Who plays: White and Black of a table, or the people at a board of its match, where they are known."""
    if not board:
        return [tournament.player(pid) for pid in game.players]
    people = {m.id: m for pid in game.players for m in tournament.player(pid).members}
    own = next((b.game for b in game.boards if b.game.table == board), None)
    return [people[pid] for pid in own.players if pid in people] if own else []


def _other_board(tournament: Tournament, number: int, at: tuple[int, int], named: Mapping[str, str]) -> str:
    """Why a row is about another board than the one at its table; nothing when it is not, or there is no such table."""
    table, board = at
    game = tournament.round(number).at_table(table) if 1 <= number <= len(tournament.rounds) else None
    sides = _sides(tournament, game, board) if game else []
    if len(sides) < 2:
        return ""
    (white, black), where = sides, f"{table}.{board}" if board else str(table)
    cells = [(title[:5], text) for title, text in named.items() if text]
    players: Sequence[Person] = tournament.players
    if board:
        players = [m for p in tournament.players for m in p.members]
    if all(_is(white if side == "white" else black, text, players) for side, text in cells):
        return ""
    right = f"in round {number} {white.name} ({white.id}) is White and {black.name} ({black.id}) is Black"
    if all(_is(black if side == "white" else white, text, players) for side, text in cells):
        return f"table {where} has White and Black the other way round: {right}"
    return f"table {where} has other players: {right}"


def _is(player: Person, text: str, players: Sequence[Person]) -> bool:
    """Whether a cell names a player: by id, or by name in either order, unless somebody else is spelt so exactly."""
    names = {name_key(player.surname, player.first_name), name_key(player.first_name, player.surname)}
    named = name_key(text) in names and (is_spelt(text, player) or not any(is_spelt(text, p) for p in players))
    return named or text.strip() == player.id


def entered_by_hand(results: Mapping[str, str], number: int, of_teams: bool = False) -> list[Entered]:
    """Results of a round as typed, by table, board `3.2` or match `1-0,0-1`. Raises InputError with each problem."""
    entered: list[Entered] = []
    problems: list[Problem] = []
    of_players, of_boards = "a table, then its result: 4 1-0", "a table or one of its boards, then the result: 4.2 1-0"
    for word, text in results.items():
        table, board = seat_of(word, of_teams)
        if table is None:
            problems.append(Problem("wrong table", value=word, expected=of_boards if of_teams else of_players))
            continue
        several = of_teams and not board and "," in text
        try:
            each = enumerate(text.split(","), 1) if several else [(board, text)]
            entered += [Entered(number, table, *parse_result(one), k) for k, one in each]
        except ValueError:
            known = any("result" in problem.message for problem in problems)
            expected = with_what_to_do("" if known else RESULT_FORMS, text)
            problems.append(Problem(f"wrong result of table {table}", value=text, expected=expected))
    if problems:
        raise InputError(problems)
    return entered
