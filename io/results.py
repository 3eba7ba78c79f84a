"""Results from a CSV file: columns `table` and `result`, and `round` if it is not the last."""

from __future__ import annotations

from pathlib import Path

from ..model.errors import InputError, Problem
from ..model.games import RESULT_FORMS, Result, parse_result
from .tables import read_table

Entered = tuple[int, int, Result, bool]


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
