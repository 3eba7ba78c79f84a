"""What every verb of the desk is made of: a request, a use case, a result; and how a face builds the request.

A request and a result are frozen structs, whose fields say once what they mean. Options of a command, fields of a form,
keys of JSON and arguments of Python are made from them.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, Self, TypeVar, get_args, get_origin

import msgspec

from ..io.typed import decoded
from ..model.errors import InputError, Problem, WrongValue, wrong_argument
from ..model.notes import note_texts
from ..model.pairing.standing_locks import split_pair

if TYPE_CHECKING:
    from ..model.notes import Note
    from ..model.records.state import State
    from ..solver.clock import Clock
    from ..solver.engine import Options

Sent = TypeVar("Sent")
Value = TypeVar("Value")
Found = TypeVar("Found", covariant=True)
#: How long a search may take.
Seconds = Annotated[float, msgspec.Meta(gt=0, le=3600)]
#: Who can give a field of a request.
Givers = Literal["all", "here", "programs", "face"]
_MISSING = re.compile(r"Object missing required field `(\w+)`")
Made = TypeVar("Made", bound="Request")
Said = TypeVar("Said", bound="Answer")


def told(meaning: str, typed: str = "", to: Givers = "all") -> msgspec.Meta:
    """What a field means, with its unit: every face and the reference show it.

    `typed` stands for its value in the help of a command, such as PLAYER. `to` says who can give it: all faces;
    a command and Python `here`, as it is a path or a value, which no program and no form may send; `programs`; or only
    the `face` itself, of which nobody is asked.
    """
    return msgspec.Meta(description=meaning, extra={"typed": typed, "to": to})


@dataclass(frozen=True, slots=True)
class RequestField:
    """A field of a request: its type, what it means, what stands for its value, its default, and who can give it."""

    name: str
    kind: Any
    meaning: str
    typed: str
    default: Any
    required: bool
    to: Givers

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts that its value can be; nothing if they are not only some."""
        return choices_of(self.kind)


def choices_of(kind: Any) -> tuple[str, ...]:
    """The texts that a value of a type can be; nothing if they are not only some."""
    parts = [kind, *get_args(kind)]
    texts = [text for part in parts if get_origin(part) is Literal for text in get_args(part)]
    return (*texts, *(str(one) for part in parts if isinstance(part, type) and issubclass(part, Enum) for one in part))


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[RequestField, ...]:
    """The fields of a request or an answer, in their order; their types are worked out once."""
    return tuple(_field(one) for one in msgspec.structs.fields(kind))


def _field(one: msgspec.structs.FieldInfo) -> RequestField:
    kind, *metas = get_args(one.type) if get_origin(one.type) is Annotated else (one.type,)
    told = next((meta for meta in metas if isinstance(meta, msgspec.Meta) and meta.description), msgspec.Meta())
    extra = told.extra or {}
    made = one.default_factory is not msgspec.NODEFAULT
    default = one.default_factory() if made else one.default
    required = default is msgspec.NODEFAULT
    return RequestField(
        one.encode_name,
        kind,
        told.description or "",
        extra.get("typed", ""),
        None if required else default,
        required,
        extra.get("to", "all"),
    )


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A result, or part of one. Players are named by id, a string; nothing is in it that its type does not name."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is asked for. A key that is not known is an error, so that a misspelt one is not overlooked."""

    def but(self, **fields: object) -> Self:
        """The same with other values of some fields."""
        return msgspec.structs.replace(self, **fields)


class Change(Request, frozen=True, kw_only=True):
    """A change, from what a program has seen."""

    seen: Annotated[
        int | None,
        told(
            "revision that the program has read; if somebody else has changed the same things since, it is refused",
            to="programs",
        ),
    ] = None


def build(kind: type[Made], /, **given: object) -> Made:
    """A request of what a face has: a list or one value for several, pairs as `3:17`, None for what is not said.

    Raises InputError that names the argument.
    """
    kinds = {field.name: field.kind for field in fields_of(kind)}
    for name in given.keys() - kinds:
        near = "".join(f"; did you mean {close!r}?" for close in get_close_matches(name, kinds, 1))
        raise TypeError(f"{kind.__name__} has no field {name!r}{near}")
    values = {name: _several(kinds[name], value) for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        if missing := _MISSING.match(str(error)):
            raise wrong_argument(missing[1], "", "a value") from None
        name = str(error).rpartition("`$.")[2].partition("`")[0].partition("[")[0]
        raise wrong_argument(name, str(given[name]), _expected(kinds[name], str(error))) from None


def _several(kind: Any, value: Any) -> Any:
    """A value, or several as a tuple, if the field has several; a pair that is a text is split."""
    many = next((one for one in (kind, *get_args(kind)) if get_origin(one) is tuple), None)
    if many is None:
        return Path(value) if Path in (kind, *get_args(kind)) else value
    values = (value,) if isinstance(value, str) else tuple(value)
    is_pair = get_origin(get_args(many)[0]) is tuple
    return tuple(split_pair(one) if is_pair and isinstance(one, str) else one for one in values)


def _expected(kind: Any, message: str) -> str:
    """What would be right, in words: the values, if there are only some."""
    values = filter(None, choices_of(kind))
    what = message.partition(" - at ")[0].partition(", got")[0].removeprefix("Expected ")
    what = what.replace(" | null`", "`").replace("`int`", "a whole number").replace("`float`", "a number")
    return ", ".join(dict.fromkeys(values)) or what


def answer_of(kind: type[Said], source: object, **more: object) -> Said:
    """An answer of the attributes that are called as its fields, and of `more` values."""
    names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    values = {key: more[name] if name in more else getattr(source, name) for key, name in names}
    known = {key: value for key, value in values.items() if value is not msgspec.UNSET}
    return msgspec.convert(known, kind, from_attributes=True)


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
    for field in fields_of(type(sent)):
        if field.to in ("here", "face") and getattr(sent, field.name) != field.default:
            raise InputError(f"object contains unknown field {field.name}")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Found]):
    """The state after a use case, what it has found, and notes beside the answer.

    `state` is the one that came in where nothing changes. `again` makes the same of another state without computing
    everything anew; it returns None where something has changed that the answer was computed from.
    """

    state: State
    value: Found
    notes: Sequence[Note] = ()
    again: Callable[[State], Outcome[Found] | None] | None = None

    def with_first(self, notes: Sequence[Note]) -> Outcome[Found]:
        """The same with notes before all others."""
        return replace(self, notes=(*notes, *self.notes))


@dataclass(frozen=True, slots=True)
class Committed(Generic[Found]):
    """What was committed: the outcome of a use case, and the state before it.

    `edited` names files that somebody had edited by hand since the last step, `recovered` says that a command that had
    died half way was finished first, `runs` how often the use case was computed.
    """

    before: State
    outcome: Outcome[Found]
    edited: tuple[str, ...] = ()
    recovered: bool = False
    runs: int = 1

    @property
    def value(self) -> Found:
        """What the use case has found."""
        return self.outcome.value

    @property
    def after(self) -> State:
        """The state after it."""
        return self.outcome.state

    @property
    def found(self) -> list[str]:
        """What was found in the folder before it, in sentences."""
        return found_before(self.edited, self.recovered)


def found_before(edited: Sequence[str], recovered: bool) -> list[str]:
    """What was found before a step, in sentences: a command that had died half way, files edited by hand."""
    finished = ["the last command was interrupted; it has now been finished first"] * recovered
    by_hand = [f"edited by hand since the last command, now recorded as a step: {', '.join(edited)}"] if edited else []
    return [*finished, *by_hand]


@dataclass(frozen=True, slots=True)
class Run:
    """What a verb runs with: the folder, the clock that ends a search, whether the director asks, not a second desk."""

    folder: Path | None = None
    clock: Clock | None = None
    by_director: bool = True

    def search(self, seconds: float = 60.0) -> Options:
        """How to search, for at most so many seconds."""
        from ..solver.engine import Options

        return Options(seconds, clock=self.clock.grace(seconds) if self.clock else None)


def without_run(
    use_case: Callable[[State, Made], Outcome[Value]],
) -> Callable[[State, Made, Run], Outcome[Value]]:
    """A use case that needs nothing but the state and the request, as a verb does it."""
    return lambda state, asked, _: use_case(state, asked)


@dataclass(frozen=True, slots=True)
class Verb(Generic[Made, Value]):
    """Something that can be done with a tournament: its request, its use case, its step in the journal, its answer.

    `name` is that of the command; `slow` verbs run in a process of their own, if a server waits for others meanwhile.
    """

    name: str
    request: type[Made]
    does: Callable[[State, Made, Run], Outcome[Value]]
    step: Callable[[Made, State], str]
    answer: Callable[[Committed[Value]], DoneAnswer]
    slow: bool = False


class DoneAnswer(Answer, frozen=True, kw_only=True):
    """Something that was done."""

    revision: Annotated[int, told("number of the last step now; a request can name it as what it has seen")]
    notes: Annotated[tuple[str, ...], told("what should be known beside it, in words")] = ()


def done_answer(done: Committed[Any]) -> DoneAnswer:
    """That something was done, with its notes."""
    return DoneAnswer(**said_of(done))


def said_of(done: Committed[Any]) -> dict[str, Any]:
    """What every answer says of something that was done."""
    notes = note_texts(done.outcome.notes, done.after.tournament)
    return {"revision": done.after.revision, "notes": tuple(notes)}
