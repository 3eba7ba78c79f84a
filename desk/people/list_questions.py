"""Questions about a list of players before it can be taken: wrong lines, two lines of one player, columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...io.registrations.registration_files import registrations_table
from ...io.tables.records import clean
from ...model.errors import InputError, Problem
from .register import MEANINGS, Register


@dataclass(frozen=True, slots=True)
class WrongLine:
    """A line of the file as it stands, and what is wrong with it."""

    number: int
    text: str
    problems: list[str]


@dataclass(frozen=True, slots=True)
class TwoLines:
    """Two lines of a file that may be one player, their differences, and whether the later says nothing new."""

    first: WrongLine
    second: WrongLine
    differ: str
    is_double: bool
    may_be_two: bool


@dataclass(frozen=True, slots=True)
class AskedColumn:
    """A question about a column, with its answers: as a form sends each, and in words."""

    title: str
    text: str
    answers: Mapping[str, str]


def lines_of(text: str) -> list[str]:
    """The lines of a text, whatever ends them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def wrong_lines(lines: Sequence[str], problems: Sequence[Problem]) -> list[WrongLine]:
    """The lines with problems, each with all of its own."""
    at: dict[int, list[str]] = {}
    for problem in problems:
        if 0 < problem.line <= len(lines):
            at.setdefault(problem.line, []).append(_told(problem))
    return [WrongLine(number, lines[number - 1], texts) for number, texts in sorted(at.items())]


def _told(problem: Problem) -> str:
    """A problem in words, beside its line."""
    column = f"{problem.column}: " if problem.column else ""
    value = f" {problem.value}" if problem.value else ""
    expected = f"; expected {problem.expected}" if problem.expected else ""
    return f"{column}{problem.message}{value}{expected}"


def two_lines(request: Register, rounds: int, problems: Sequence[Problem]) -> list[TwoLines]:
    """The pairs of lines that may be one player each, every pair once."""
    lines = lines_of(request.text)
    pairs: dict[tuple[int, int], list[Problem]] = {}
    for problem in problems:
        if problem.beside and 0 < problem.line <= len(lines):
            pairs.setdefault((problem.beside, problem.line), []).append(problem)
    found = []
    for (first, second), own in pairs.items():
        texts = [_told(problem) for problem in own]
        two = WrongLine(first, lines[first - 1], []), WrongLine(second, lines[second - 1], texts)
        differ = _differences(request, rounds, first, second)
        double = any(problem.offered("skip") for problem in own)
        may_be_two = all("id" not in problem.message.split() for problem in own)
        found.append(TwoLines(*two, differ, double, may_be_two))
    return found


def asked_columns(problems: Sequence[Problem]) -> list[AskedColumn]:
    """The questions about columns, each with an answer for each way on."""
    found = []
    for problem in problems:
        said: list[Any] = [value for way in problem.ways for name, value in way.fields if name == "columns"]
        pairs = [pair for value in said for pair in value]
        if pairs:
            answers = {f"{meaning}={title}": MEANINGS.get(meaning, meaning) for title, meaning in pairs}
            found.append(AskedColumn(problem.value, _told(problem), answers))
    return found


def _differences(request: Register, rounds: int, first: int, second: int) -> str:
    """The differences of two lines of a file, by column: `Club: Köln / Ulm`; blank if they cannot be read."""
    try:
        table = registrations_table(request.text, request.name, rounds)
    except InputError:
        return ""
    cells = {row.line: {title: clean(cell) for title, cell in row.cells.items()} for row in table.rows}
    one, other = cells.get(first, {}), cells.get(second, {})
    return "; ".join(f"{t}: {one[t] or '–'} / {other[t] or '–'}" for t in one if t and one[t] != other.get(t, ""))
