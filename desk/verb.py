"""What every verb of the desk is made of: a request, a use case, a result; and how a face builds the request.

A request and a result are frozen structs, whose fields say once what they mean. Options of a command, fields of a form,
keys of JSON and arguments of Python are made from them.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import Annotated, Any, TypeVar

import msgspec

from ..io.typed import decoded
from ..model.errors import InputError, Problem, WrongValue

Sent = TypeVar("Sent")


def told(meaning: str) -> msgspec.Meta:
    """What a field means, with its unit; every face and the reference show it."""
    return msgspec.Meta(description=meaning)


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A result, or part of one. Players are named by id, a string; nothing is in it that its type does not name."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is asked for. A key that is not known is an error, so that a misspelt one is not overlooked."""


class Change(Request, frozen=True, kw_only=True):
    """A change, from what a program has seen."""

    seen: Annotated[
        int | None,
        told("revision that the program has read; if somebody else has changed the same things since, it is refused"),
    ] = None


def plain(answer: object) -> Any:
    """An answer, or a list of answers, as dicts and tuples in the order of the fields."""
    return msgspec.to_builtins(answer)


class BrokenLineError(InputError):
    """What was sent ends before its JSON does, or goes on after it: a line break may have come into it."""


def read_sent(text: bytes, kind: type[Sent]) -> Sent:
    """A JSON text that a program has sent. Raises InputError: `players[3].rating: expected int, got str`."""
    try:
        return decoded(text.removeprefix(BOM_UTF8), kind)  # some systems begin every stream with it
    except RecursionError:
        raise InputError("nested too deeply") from None
    except WrongValue as error:
        ends_early = str(error) == "Input data was truncated"
        what = "not JSON: it ends too early" if ends_early else error.what
        broken = ends_early or str(error).startswith("JSON is malformed: trailing characters")
        kind_of_error = BrokenLineError if broken else InputError
        raise kind_of_error([Problem(what, error.place.removeprefix("$."))]) from None
