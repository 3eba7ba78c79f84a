"""What every verb of the desk is made of: a request, a use case, a result; and how a face builds the request.

A request and a result are frozen structs, whose fields say once what they mean. Options of a command, fields of a form,
keys of JSON and arguments of Python are made from them.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from enum import Enum
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import msgspec

from ..io.typed import decoded
from ..model.errors import InputError, Problem, WrongValue, wrong_argument
from ..model.pairing.standing_locks import split_pair

Sent = TypeVar("Sent")
Made = TypeVar("Made", bound=msgspec.Struct)


def told(meaning: str) -> msgspec.Meta:
    """What a field means, with its unit; every face and the reference show it."""
    return msgspec.Meta(description=meaning)


def local(meaning: str) -> msgspec.Meta:
    """What a field means that only a command or Python can give: a path, or a value. JSON and forms do not have it."""
    return msgspec.Meta(description=meaning, extra={"here": True})


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


def build(kind: type[Made], /, **given: object) -> Made:
    """A request of what a face has: a list or one value for several, pairs as `3:17`, None for what is not said.

    Raises InputError that names the argument.
    """
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    values = {name: _several(types[name], value) for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        name = str(error).rpartition("`$.")[2].partition("`")[0].partition("[")[0]
        raise wrong_argument(name, str(given[name]), _expected(types[name], str(error))) from None


def _several(kind: Any, value: Any) -> Any:
    """A value, or several as a tuple, if the field has several; a pair that is a text is split."""
    own = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if get_origin(own) is not tuple:
        return value
    values = (value,) if isinstance(value, str) else tuple(value)
    is_pair = get_origin(get_args(own)[0]) is tuple
    return tuple(split_pair(one) if is_pair and isinstance(one, str) else one for one in values)


def _expected(kind: Any, message: str) -> str:
    """What would be right, in words: the values, if there are only some."""
    own = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    parts = [own, *get_args(own)]
    values = [str(value) for part in parts if get_origin(part) is Literal for value in get_args(part) if value]
    values += [str(one) for part in parts if isinstance(part, type) and issubclass(part, Enum) for one in part if one]
    return ", ".join(dict.fromkeys(values)) or message.partition(" - at ")[0].partition(", got")[0].removeprefix(
        "Expected "
    )


def here_only(kind: type[msgspec.Struct]) -> set[str]:
    """The fields that only a command or Python can give."""
    told = {field.name: getattr(field.type, "__metadata__", ()) for field in msgspec.structs.fields(kind)}
    return {name for name, metas in told.items() if any((one.extra or {}).get("here") for one in metas)}


def plain(answer: object) -> Any:
    """An answer, or a list of answers, as dicts and tuples in the order of the fields."""
    return msgspec.to_builtins(answer)


class BrokenLineError(InputError):
    """What was sent ends before its JSON does, or goes on after it: a line break may have come into it."""


def read_sent(text: bytes, kind: type[Sent]) -> Sent:
    """A JSON text that a program has sent. Raises InputError: `players[3].rating: expected int, got str`."""
    try:
        found = decoded(text.removeprefix(BOM_UTF8), kind)  # some systems begin every stream with it
    except RecursionError:
        raise InputError("nested too deeply") from None
    except WrongValue as error:
        ends_early = str(error) == "Input data was truncated"
        what = "not JSON: it ends too early" if ends_early else error.what
        broken = ends_early or str(error).startswith("JSON is malformed: trailing characters")
        kind_of_error = BrokenLineError if broken else InputError
        raise kind_of_error([Problem(what, error.place.removeprefix("$."))]) from None
    if isinstance(found, Request):
        _check_is_for_programs(found)
    return found


def _check_is_for_programs(sent: Request) -> None:
    """Raise InputError for a field that no program may send: a path would let it read any file of this machine."""
    known = here_only(type(sent))
    for field in msgspec.structs.fields(sent):
        unsaid = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        if field.name in known and getattr(sent, field.name) != unsaid:
            raise InputError(f"object contains unknown field {field.name}")
