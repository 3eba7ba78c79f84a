"""What a request sent: its body, bounded in size and time, and a form's texts, numbers, ticks and files by name."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import get_origin
from urllib.parse import parse_qsl

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from ..desk.verb import Made, RequestField, build, fields_of
from ..model.errors import InputError, McMahonError, Problem
from ..model.tournament.numbers import parse_int

WITH_COMMAS = re.compile(r"\d{1,3}(,\d{3})+", re.ASCII)  # 60,000
AT = "at "  # before the table in the name of a button that says its result
LARGEST_FIELD = 8 * 2**20  # bytes: a list that was looked at, of 4 MiB at most, comes back in a field
SECONDS = 60.0  # that a form may take to arrive; files of 32 MB come over a slow Wi-Fi
MOST_FIELDS = 20_000  # a table of 1,000 players with a tick for each round
SMALL, SMALL_SECONDS, FEW_FIELDS = 16 * 1024, 10.0, 200  # of a phone's form


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

    def all(self, name: str) -> list[str]:
        """Every value of a field that is there several times, blank ones left out."""
        return [value.strip() for value in self.fields.get(name, ()) if value.strip()]

    def number(self, name: str) -> int:
        """A whole number, with or without commas, 0 where the field is blank. Raises InputError."""
        text = self.text(name)
        text = text.replace(",", "") if WITH_COMMAS.fullmatch(text) else text
        found = parse_int(text.removeprefix("-")) if text else 0
        if found is None:
            raise InputError([Problem(f"wrong {name}", value=text, expected="a whole number")])
        return -found if text.startswith("-") else found

    def results(self) -> dict[str, str]:
        """The results that buttons of boards say, by table: of a field `at 17` the value."""
        return {name.removeprefix(AT): self.text(name) for name in self.fields if name.startswith(AT)}

    def said(self, name: str) -> bool:
        """Whether a box is ticked, or a button of this name was pressed."""
        return bool(self.fields.get(name))

    def request(self, kind: type[Made], /, **own: object) -> Made:
        """A request of the fields that are called as its own, and of `own` values. Raises InputError."""
        said = [field for field in fields_of(kind) if field.to == "all" and field.name in self.fields]
        return build(kind, **{field.name: self._value(field) for field in said}, **own)

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
    fields: dict[str, list[str]] = {}
    try:
        for name, value in parse_qsl(body.decode("utf-8", "replace"), max_num_fields=FEW_FIELDS):
            fields.setdefault(name, []).append(value)
    except ValueError:
        raise WrongBodyError("too many fields") from None
    return Form(fields)


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
