"""Results from a CSV file: columns `table` and `result`, and `round` if it is not the last."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..model.edits import Entered
from ..model.errors import InputError, Problem
from ..model.games import RESULT_FORMS, parse_result
from .tables import read_table


def read_results(path: Path, last_round: int) -> list[Entered]:
    """Round, table, result and by-default of each row that has a result. Raises InputError with every problem."""
    table = read_table(path).sound()
    titles = {title.lower(): title for title in table.titles}
    missing = [title for title in ("table", "result") if title not in titles]
    if missing:
        raise InputError([Problem("no column", table.name, 1, value=t, expected="table and result") for t in missing])
    entered: list[Entered] = []
    problems: list[Problem] = []
    for row in table.rows:
        text, board = row.cells[titles["result"]], row.cells[titles["table"]]
        number = row.cells[titles["round"]] if "round" in titles else str(last_round)
        if not text or text.lower() in ("bye", "absent", "unpaired"):
            continue
        if not board.isdecimal():
            problems.append(Problem("wrong table", table.name, row.line, titles["table"], board, "a table number"))
        elif not number.isdecimal():
            problems.append(Problem("wrong round", table.name, row.line, titles["round"], number, "a round number"))
        else:
            try:
                entered.append((int(number), int(board), *parse_result(text)))
            except ValueError:
                problems.append(Problem("wrong result", table.name, row.line, titles["result"], text, RESULT_FORMS))
    if problems:
        raise InputError(problems)
    return entered


def entered_by_hand(words: Sequence[str], number: int) -> list[Entered]:
    """Results of a round as typed: a table and a result in turn. Raises InputError with every problem."""
    if len(words) % 2:
        raise InputError(f"tables and results in turn are needed: 4 1-0 5 0-1; results are {RESULT_FORMS}")
    entered: list[Entered] = []
    problems: list[Problem] = []
    for table, text in zip(words[::2], words[1::2], strict=True):
        try:
            outcome = parse_result(text)
        except ValueError:
            problems.append(Problem(f"wrong result of table {table}", value=text, expected=RESULT_FORMS))
            continue
        if table.isdecimal():
            entered.append((number, int(table), *outcome))
        else:
            problems.append(Problem("wrong table", value=table, expected="a table number, then a result"))
    if problems:
        raise InputError(problems)
    return entered
