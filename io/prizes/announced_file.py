"""`prizes-announced.csv`: the list of winners as it was announced, a line for each player, the smallest prize first.

It names players by id only: who becomes anonymous later stays so here. A list without winners is a line without an id.
"""

from __future__ import annotations

from ...model.errors import InputError, Problem
from ...model.prizes.announced import Announced, Line
from ..folder.own_files import ANNOUNCED
from ..tables import parse_table, write_table

LONGEST_NUMBER = 12  # digits
_TITLES = ("group", "prize", "id", "hundredths", "currency", "thing", "shared", "after round", "provisional")


def announced_text(given: Announced) -> str:
    """The text of the file."""
    rows = [
        [
            line.group,
            line.prize,
            line.player,
            line.money,
            line.currency,
            line.thing,
            "yes" if line.shared else "",
            given.after_round,
            "yes" if given.provisional else "",
        ]
        for line in given.lines or (Line(group=0, prize="", player=""),)
    ]
    return write_table(_TITLES, rows)


def read_announced(text: str, file: str = ANNOUNCED) -> Announced:
    """The list of winners of a file. Raises InputError."""
    table = parse_table(text, file).sound()
    found = table.needed(*_TITLES)
    lines, after, provisional = [], 0, False
    for row in table.rows:
        cells = {title: row.cells[found[title]] for title in _TITLES}
        group, number, money = (_number(cells[title]) for title in ("group", "after round", "hundredths"))
        if group is None or number is None or money is None:
            expected = "whole numbers in group, hundredths and after round, as the program writes them"
            raise InputError([Problem("wrong numbers", file, row.line, expected=expected)])
        shared = cells["shared"] == "yes"
        if cells["id"]:
            lines.append(Line(group, cells["prize"], cells["id"], money, cells["currency"], cells["thing"], shared))
        after, provisional = number, provisional or cells["provisional"] == "yes"
    return Announced(tuple(lines), after, provisional)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else None
