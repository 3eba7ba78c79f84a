"""A file of registrations on a page: as it was sent or mended there, with what is wrong beside each of its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..desk.failures import failure_of
from ..desk.people.file_columns import MEANINGS, FileColumn, file_columns, titles_line
from ..desk.people.register import Register, in_file, reads_long
from ..desk.verb import build
from ..model.errors import InputError, McMahonError, Problem
from ..model.tournament.numbers import parse_int
from ..model.tournament.same_names import Same
from .forms import Form
from .work import Limits, Worker, read_list

READING = Limits(seconds=20, memory=1)  # of a spreadsheet; the largest that may be unpacked takes half of that

MOST_LINES = 200  # of those with problems on one page; when they are mended the others follow
TYPED = "typed lines"  # what lines are called that come in no file
MANY_LINES = 10  # more than a few that somebody has mistyped


@dataclass(frozen=True, slots=True)
class WrongLine:
    """A line of the file as it stands, and what is wrong with it."""

    number: int
    text: str
    problems: list[str]


def sent_file(form: Form, reader: Worker) -> Register:
    """The file that was sent, or its text from the page with the lines that were typed anew. Raises InputError."""
    asked = build(
        Register,
        skip=",".join(form.all("skip")),
        keep_paired=form.said("keep_paired"),
        same=form.text("same") if form.text("same") in [*Same] else None,
        sheet=form.text("sheet"),
    )
    if "file" in form.files:
        name, data = form.files["file"]
        return _read(reader, asked, data, name)
    asked = asked.but(text=form.fields.get("text", [""])[-1].replace("\r\n", "\n"), name=form.text("name") or TYPED)
    lines = asked.text.split("\n")
    for number in range(1, len(lines) + 1):
        typed = form.fields.get(f"line_{number}", [""])[-1]
        if f"line_{number}" in form.fields and typed != form.fields.get(f"was_{number}", [""])[-1]:
            lines[number - 1] = typed
    text = "\n".join(lines)
    said = zip(form.fields.get("column", ()), form.fields.get("meaning", ()), strict=False)
    columns = {title: meaning for title, meaning in said if meaning}
    if columns:  # of titles that are there
        there = {column.title for column in file_columns(text, "", 99, {})}
        columns = {title: meaning for title, meaning in columns.items() if title in there}
    return asked.but(text=text, columns=columns)


def _read(reader: Worker, asked: Register, data: bytes, name: str) -> Register:
    """The list in a file; that of a spreadsheet is read by a process that may be ended. Raises InputError."""
    if not reads_long(data):
        return in_file(asked, data, name)
    try:
        found: Register = reader.run(read_list, asked, data, name)
    except McMahonError as error:
        failure = failure_of(error)
        wrong = [Problem(line, name, expected="a smaller spreadsheet, or CSV") for line in failure.lines]
        raise InputError(failure.problems or wrong) from None
    return found


def parts_of(
    request: Register,
    rounds: int,
    problems: Sequence[Problem] = (),
    of_people: bool = False,
    understood: Sequence[FileColumn] = (),
) -> dict[str, Any]:
    """What the page of a file shows: its wrong lines, those left out, its columns, and all other problems.

    `understood` are the columns, if they are known already.
    """
    lines = request.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    at: dict[int, list[str]] = {}
    others = []
    for problem in problems:
        if 0 < problem.line <= len(lines):
            column = f"{problem.column}: " if problem.column else ""
            value = f" {problem.value}" if problem.value else ""
            expected = f"; expected {problem.expected}" if problem.expected else ""
            at.setdefault(problem.line, []).append(f"{column}{problem.message}{value}{expected}")
        elif not problem.line and "problems in" not in problem.message:
            others.append(str(problem))
    wrong = [WrongLine(number, lines[number - 1], texts) for number, texts in sorted(at.items())]
    titles = titles_line(request.text)
    columns = understood or file_columns(request.text, request.name, rounds, request.columns, of_people)
    near = [column.title for column in columns if column.near]
    asked = [problem.value for problem in problems if problem.offered("columns")]
    of_rounds = {f"round {number}": f"round {number}" for number in range(1, rounds + 1)}
    return {
        "request": request,
        "wrong": wrong[:MOST_LINES],
        "more": max(0, len(wrong) - MOST_LINES),
        "others": others,
        "left_out": _left_out(request, lines),
        "columns": columns,
        "often_wrong": _often_wrong(problems, len(wrong)),
        "asked_at_titles": ([*near, *asked] or [column.title for column in columns]) if titles in at else [],
        "to_choose": asked,
        "meanings": {**MEANINGS, **of_rounds} if any("round" in text for text in at.get(titles, ())) else MEANINGS,
        "asks_who": any(problem.offered("same") for problem in problems),
        "titles": titles,
        "header": lines[titles - 1] if titles else ", ".join(column.title for column in columns),
    }


def _often_wrong(problems: Sequence[Problem], lines: int) -> dict[str, int]:
    """The columns that are wrong in most of many wrong lines, with how many: they may mean something else."""
    counts = Counter(problem.column for problem in problems if problem.column and problem.line)
    return {title: n for title, n in counts.items() if n >= MANY_LINES and 2 * n > lines}


def _left_out(request: Register, lines: list[str]) -> list[WrongLine]:
    """The lines that somebody has ticked to be left out, so that the ticks stay."""
    numbers = sorted({number for one in request.skip.split(",") if (number := parse_int(one)) is not None})
    return [WrongLine(number, lines[number - 1], []) for number in numbers if 0 < number <= len(lines)]
