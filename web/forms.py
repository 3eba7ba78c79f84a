"""What a request sent: its body, bounded in size and time, and a form's texts, numbers, ticks and files by name."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_origin
from urllib.parse import parse_qs

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from ..desk.failures import failure_of
from ..desk.people.list_questions import WrongLine, asked_columns, lines_of, two_lines, wrong_lines
from ..desk.people.register import (
    MEANINGS,
    OLD,
    FileColumn,
    Register,
    file_columns,
    in_file,
    is_spreadsheet,
    readings,
    recoded,
    titles_line,
)
from ..desk.verb import Made, RequestField, build, fields_of
from ..model.errors import InputError, McMahonError, Problem
from ..model.tournament.numbers import parse_int
from .processes.workers import Limits, Worker, read_list

WITH_COMMAS = re.compile(r"\d{1,3}(,\d{3})+", re.ASCII)  # 60,000
AT = "at "  # before the table in the name of a button that says its result
LARGEST_FIELD = 8 * 2**20  # bytes: a list that was looked at, of 4 MiB at most, comes back in a field
SECONDS = 60.0  # that a form may take to arrive; files of 32 MB come over a slow Wi-Fi
MOST_FIELDS = 20_000  # a table of 1,000 players with a tick for each round
SMALL, SMALL_SECONDS, FEW_FIELDS = 16 * 1024, 10.0, 200  # of a phone's form
READING = Limits(seconds=20, memory=1)  # of a spreadsheet; the largest that may be unpacked takes half of that
MOST_LINES = 200  # of those with problems on one page; when they are mended the others follow
TYPED = "typed lines"  # what lines are called that come in no file
MANY_LINES = 10  # more than a few that somebody has mistyped


class WrongBodyError(McMahonError):
    """What was sent is too long, too slow, or not what this address takes."""


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form; a field that is not there is blank."""

    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    files: Mapping[str, tuple[str, bytes]] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """A field, without blanks around it."""
        found = self.fields.get(name, ())
        return found[-1].strip() if found else ""

    def whole(self, name: str) -> str:
        """A field of several lines as it was sent, with the line ends that we write."""
        return self.fields.get(name, ("",))[-1].replace("\r\n", "\n")

    def all(self, name: str) -> list[str]:
        """Every value of a field that is there several times, blank ones left out."""
        return [value.strip() for value in self.fields.get(name, ()) if value.strip()]

    def names(self, name: str) -> list[str]:
        """The names in a field: one a line, or several separated by semicolons."""
        return [one.strip() for text in self.all(name) for one in re.split("[\n;]", text) if one.strip()]

    def number(self, name: str, called: str = "") -> int:
        """A whole number, with or without commas, 0 where the field is blank. Raises InputError, which names it."""
        text = self.text(name).replace("\N{MINUS SIGN}", "-")
        text = text.replace(",", "") if WITH_COMMAS.fullmatch(text) else text
        found = parse_int(text.removeprefix("-")) if text else 0
        if found is None:
            raise InputError([Problem(f"wrong {called or name}", value=text, expected="a whole number")])
        return -found if text.startswith("-") else found

    def results(self) -> dict[str, str]:
        """The results that buttons of boards say, by table: of a field `at 17` the value."""
        return {name.removeprefix(AT): self.text(name) for name in self.fields if name.startswith(AT)}

    def said(self, name: str) -> bool:
        """Whether a box is ticked, or a button of this name was pressed."""
        return bool(self.fields.get(name))

    def request(self, kind: type[Made], /, **own: object) -> Made:
        """A request of the fields called as its own, and of `own` values; a button `yes` agrees. Raises InputError."""
        known = [one for one in fields_of(kind) if one.to == "all"]
        said: dict[str, object] = {one.name: self._value(one) for one in known if one.name in self.fields}
        said |= {one.name: True for one in known if one.name == "anyway" and self.said("yes")}
        return build(kind, **(said | own))

    def _value(self, field: RequestField) -> str | list[str] | None:
        """What is said of a field of a request: several values a line each; blank is nothing, unless it is a choice."""
        if get_origin(field.kind) is tuple:
            return [line.strip() for text in self.all(field.name) for line in text.splitlines() if line.strip()]
        text = self.text(field.name)
        return text if text or "" in field.choices else None


async def body_of(request: Request, largest: int, seconds: float) -> bytes:
    """What a request has sent. Raises WrongBodyError if it has more bytes, or takes longer."""
    size, parts = 0, []
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                size += len(part)
                if size > largest:
                    raise WrongBodyError(f"more than {largest:,} bytes")
                parts.append(part)
    except TimeoutError:
        raise WrongBodyError("it did not arrive in time") from None
    return b"".join(parts)


async def small_form_of(request: Request) -> Form:
    """The form of a phone, which has no files. Raises WrongBodyError."""
    if request.method != "POST":
        return Form()
    body = await body_of(request, SMALL, SMALL_SECONDS)
    try:
        return Form(parse_qs(body.decode("utf-8", "replace"), max_num_fields=FEW_FIELDS))
    except ValueError:
        raise WrongBodyError("too many fields") from None


async def form_of(request: Request) -> Form:
    """The form of a request. Raises InputError where it cannot be read."""
    if request.method != "POST":
        return Form()
    fields: dict[str, list[str]] = {}
    files: dict[str, tuple[str, bytes]] = {}
    try:
        async with (
            asyncio.timeout(SECONDS),
            request.form(max_fields=MOST_FIELDS, max_files=1, max_part_size=LARGEST_FIELD) as sent,
        ):
            for name, value in sent.multi_items():
                if isinstance(value, UploadFile):
                    if value.filename:
                        files[name] = value.filename, await value.read()
                else:
                    fields.setdefault(name, []).append(value)
    except TimeoutError:
        raise InputError(f"this form did not arrive within {SECONDS:g} seconds") from None
    except HTTPException as error:
        raise InputError(f"this form cannot be read: {error.detail}") from None
    return Form(fields, files)


def sent_file(form: Form, reader: Worker) -> Register:
    """The file that was sent, or its text from the page with the lines that were typed anew. Raises InputError."""
    asked = form.request(Register, skip=_lines(form.all("skip")), sheet=form.text("sheet"))
    if "file" in form.files:
        name, data = form.files["file"]
        return _read(reader, asked, data, name)
    text, edited = _typed_text(form)
    was, encoding = form.text("read_in"), form.text("encoding")
    if was in OLD and encoding in OLD:
        text = recoded(text, was, encoding)
    columns = _said_of_columns(form, text)
    asked_of = [name for name in form.fields if name.startswith("two ") and edited.isdisjoint(name.split())]
    chosen = [form.text(name).partition(" ") for name in asked_of]  # not of a line that is another one now
    return asked.but(
        text=text,
        name=form.text("name") or TYPED,
        columns=columns,
        skip=_lines([*form.all("skip"), *(lines for word, _, lines in chosen if word == "skip")]),
        both_people=_lines([*form.all("both_people"), *(lines for word, _, lines in chosen if word == "both")]),
        read_in=encoding or was,
        encoding=encoding or was,  # who goes on without a choice has seen how the names read
    )


def _typed_text(form: Form) -> tuple[str, set[str]]:
    """The text with the lines that were typed anew, and their numbers."""
    lines, edited = form.whole("text").split("\n"), set[str]()
    for number in range(1, len(lines) + 1):
        typed = form.whole(f"line_{number}")
        if f"line_{number}" in form.fields and typed != form.whole(f"was_{number}"):
            lines[number - 1] = typed
            edited.add(str(number))
    return "\n".join(lines), edited


def _said_of_columns(form: Form, text: str) -> dict[str, str]:
    """The meanings of columns of a text that a choice or a button gives."""
    said = [*zip(form.fields.get("column", ()), form.fields.get("meaning", ()), strict=False)]
    said += [(title, meaning) for meaning, _, title in (one.partition("=") for one in form.all("answer"))]
    columns = {title: meaning for title, meaning in said if meaning}
    there = {column.title for column in file_columns(text, "", 99, {})} if columns else ()
    return {title: meaning for title, meaning in columns.items() if title in there}


def _lines(numbers: Sequence[str]) -> str:
    return ",".join(dict.fromkeys(numbers))


def _read(reader: Worker, asked: Register, data: bytes, name: str) -> Register:
    """The list in a file; that of a spreadsheet is read by a process that may be ended. Raises InputError."""
    if not is_spreadsheet(data):
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
    """The page of a file: wrong lines, those left out, columns (`understood`, if known already), other problems."""
    lines = lines_of(request.text)
    by_cards = [problem for problem in problems if problem.beside or problem.offered("columns")]
    wrong, titles = wrong_lines(lines, [p for p in problems if p not in by_cards]), titles_line(request.text)
    columns = understood or file_columns(request.text, request.name, rounds, request.columns, of_people)
    asked = _asked(request, rounds, problems)
    return {
        "request": request,
        "wrong": wrong[:MOST_LINES],
        "more": max(0, len(wrong) - MOST_LINES),
        "to_settle": len(wrong) + len(asked["doubles"]) + len(asked["asks"]) + asked["asks_letters"],
        "left_out": _left_out(request, lines),
        "columns": columns,
        "often_wrong": _often_wrong(problems, len(wrong)),
        "titles": titles,
        "header": lines[titles - 1] if titles else ", ".join(column.title for column in columns),
        **asked,
        **_at_titles(problems, columns, [one.problems for one in wrong if one.number == titles], rounds),
    }


def _asked(request: Register, rounds: int, problems: Sequence[Problem]) -> dict[str, Any]:
    """The questions of the page about the file as a whole, two lines, and a column."""
    encodings = readings(request.text, request.read_in) if request.read_in else {}
    told = (p for p in problems if not (p.line or p.offered("encoding") or "problems in" in p.message))
    return {
        "doubles": two_lines(request, rounds, problems),
        "asks": asked_columns(problems),
        "others": [str(problem) for problem in told],
        "encodings": encodings,
        "asks_letters": len(encodings) > 1 and not request.encoding,
        "called": OLD,
        "asks_who": any(problem.offered("same") for problem in problems),
    }


def _at_titles(
    problems: Sequence[Problem], columns: Sequence[FileColumn], wrong: Sequence[list[str]], rounds: int
) -> dict[str, Any]:
    """The choices beside the line of titles, if something is wrong there."""
    near = [column.title for column in columns if column.near]
    to_choose = [problem.value for problem in problems if problem.offered("columns")]
    of_rounds = {f"round {number}": f"round {number}" for number in range(1, rounds + 1)}
    asks_rounds = any(problem.offered("columns") and "round" in str(problem) for problem in problems)
    return {
        "asked_at_titles": (near or [column.title for column in columns]) if wrong else [],
        "to_choose": to_choose,
        "meanings": {**MEANINGS, **of_rounds} if asks_rounds else MEANINGS,
    }


def _often_wrong(problems: Sequence[Problem], lines: int) -> dict[str, int]:
    """The columns that are wrong in most of many wrong lines, with how many: they may mean something else."""
    counts = Counter(problem.column for problem in problems if problem.column and problem.line)
    return {title: n for title, n in counts.items() if n >= MANY_LINES and 2 * n > lines}


def _left_out(request: Register, lines: list[str]) -> list[WrongLine]:
    """The lines that somebody has ticked to be left out, so that the ticks stay."""
    numbers = sorted({number for one in request.skip.split(",") if (number := parse_int(one)) is not None})
    return [WrongLine(number, lines[number - 1], []) for number in numbers if 0 < number <= len(lines)]
