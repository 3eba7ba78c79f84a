"""The lines of our own files: a record says how a cell is read, and whatever is wrong is a problem with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Generic, TypeVar

from ...model.errors import InputError, Problem, WrongValue
from .records import Row, Table

T = TypeVar("T")
LONGEST_SHOWN = 120  # letters of a cell in a message


@dataclass(frozen=True, slots=True)
class CellColumn(Generic[T]):
    """A column: its title, how a cell is read, what a blank cell means, and what was expected of a wrong one.

    `read` raises ValueError, or WrongValue with what is wrong; without that it is `wrong`, or `wrong TITLE`.
    """

    title: str
    read: Callable[[str], T]
    blank: T
    expected: str
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a file while it is read; its `problems` are those of all rows."""

    row: Row
    file: str
    problems: list[Problem]

    def text(self, title: str) -> str:
        """The cell of a column; blank if the file has no such column."""
        return self.row.cells.get(title, "")

    def value(self, column: CellColumn[T]) -> T:
        """What the cell of a column says; that of a blank one if it is wrong, which is a problem."""
        text = self.text(column.title)
        if not text:
            return column.blank
        try:
            return column.read(text)
        except WrongValue as error:
            self.wrong(column.title, str(error), column.expected, value="" if text in str(error) else None)
        except ValueError:
            self.wrong(column.title, column.wrong or f"wrong {column.title}", column.expected)
        return column.blank

    def wrong(self, title: str, message: str, expected: str, value: str | None = None) -> None:
        """A problem in a cell; the message shows the cell, or another value."""
        shown = self.text(title)[:LONGEST_SHOWN] if value is None else value
        what = with_what_to_do(expected, self.text(title))
        self.problems.append(Problem(message, self.file, self.row.line, column=title, value=shown, expected=what))


def missing_columns(table: Table, *titles: str) -> list[Problem]:
    """A problem for each column that is missing."""
    missing = [title for title in titles if title not in table.titles]
    return [Problem("no column", table.name, table.line, value=title) for title in missing]


def check_columns(table: Table, *titles: str) -> None:
    """Raise InputError if a column is missing, with all that are."""
    if missing := missing_columns(table, *titles):
        raise InputError(missing)


def check_lines(table: Table, most: int, expected: str) -> None:
    """Raise InputError if a table has more lines than that."""
    if len(table.rows) > most:
        raise InputError([Problem(f"{len(table.rows):,} lines", table.name, expected=f"at most {expected}")])


def flag(words: Collection[str], other: Collection[str] = ("",)) -> Callable[[str], bool]:
    """A reader of cells that say yes or no: one of some words, or one of others; without regard to case."""

    def read(text: str) -> bool:
        if text.casefold() not in (*words, *other):
            raise ValueError(text)
        return text.casefold() in words

    return read


#: Cells that a spreadsheet has changed: a result or a range of rounds that has become a date, a time or a number.
_MONTH = (
    r"(?:jan|feb|mar|mär|mrz|apr|may|mai|maj|jun|jul|aug|ago|sep|oct|okt|ott|nov|dec|dez|dic|déc|févr?|avr|juin|juil|août|"
    r"gen|mag|giu|lug|set|ene|abr)[a-zäéû.]*"
)
_DATE = re.compile(
    rf"\d{{1,2}}[-. /]+{_MONTH}(?:[-. /]+\d{{2,4}})?|{_MONTH}[-. /]+\d{{1,4}}|\d{{4}}-\d{{2}}-\d{{2}}(?:[ T].*)?|"
    r"\d{1,2}[./]\d{1,2}[./]\d{2,4}",
    re.IGNORECASE,
)
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")
_SERIAL = re.compile(r"[34]\d{4}(?:\.0)?")  # the days since 1900 that spreadsheets count dates by: 1982 to 2036


def changed_by_spreadsheet(cell: str) -> str:
    """What a spreadsheet has made of a cell, and what to do; blank for a cell that does not look so."""
    text = cell.strip()
    what = "a date" if _DATE.fullmatch(text) or _SERIAL.fullmatch(text) else "a time" if _TIME.fullmatch(text) else ""
    if not what:
        return ""
    return f"a spreadsheet has made {what} of it: format the column as text, then type the cell again"


def with_what_to_do(expected: str, cell: str) -> str:
    """What was expected of a wrong cell, and what to do if a spreadsheet has changed it."""
    changed = changed_by_spreadsheet(cell)
    return f"{expected}; {changed}" if changed else expected
