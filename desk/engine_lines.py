"""The engine for other programs: a request as a line of JSON in, an answer as a line of JSON out, whatever comes."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from .._version import __version__
from ..model.errors import InputError, McMahonError, NoAnswerError
from ..model.judging.violation import NoPairingError
from .failures import ProblemAnswer, failure_of, problem_answers
from .options import Clock, Options
from .rounds.engine_round import EngineAnswer, EngineRequest, pair_elsewhere
from .schemas import schemas_of
from .verb import Answer, BrokenLineError, read_sent, told

Id = str | int | None
Line = TypeVar("Line")
_OWN_ID = {"type": ["string", "integer", "null"], "description": "the id of the request; null where none was read"}


class Head(msgspec.Struct, frozen=True):
    """What is read of every line first: its own id, and the id of the request that it cancels."""

    id: Annotated[Id, told("is not used")] = None
    cancel: Annotated[Id, told("the id of the requests")] = None


class _Counting(msgspec.Struct, frozen=True):
    """What is read of a line to count its players."""

    players: list[msgspec.Raw] = []


class EngineCancel(Head, frozen=True, forbid_unknown_fields=True):
    """A line that ends the search of others, and has no answer."""


class EngineLine(EngineRequest, frozen=True, kw_only=True):
    """A request: the next round of a tournament that another program keeps; nothing is stored."""

    id: Annotated[Id, told("a text or a number, which the answer has again")] = None


class EngineError(Answer, frozen=True, omit_defaults=True):
    """Why a line has no round."""

    error: Annotated[
        Literal["wrong input", "no pairing", "no answer", "cancelled", "failed"],
        told(
            'what kind it is; "no answer": time or memory did not suffice; "failed": an error of the program or machine'
        ),
    ]
    lines: Annotated[tuple[str, ...], told("what is wrong, in words, a line each")]
    line: Annotated[int, told("number of the line, from 1")] = 0
    relax: Annotated[tuple[str, ...], told("names of rules that suffice to be relaxed, where there is no pairing")] = ()
    problems: Annotated[tuple[ProblemAnswer, ...], told('of "wrong input": what is wrong, each with its place')] = ()


def players_in(line: bytes) -> int:
    """How many players a line has, without reading them; 0 if it is no request."""
    found = read_line(line, _Counting)
    return 0 if isinstance(found, EngineError) else len(found.players)


def read_line(line: bytes, kind: type[Line]) -> Line | EngineError:
    """What a line has of this kind; or what is wrong with it: one that cancels and asks for a round is neither."""
    try:
        return read_sent(line, kind)
    except InputError as error:
        return wrong_input(error)


def schema() -> dict[str, Any]:
    """The JSON schema of every line in and out, with the version of the program."""
    of, inside = schemas_of([EngineLine, EngineCancel, EngineAnswer, EngineError], "#/$defs/{name}")
    request, cancel, *answers = of.values()
    for kind in (EngineAnswer, EngineError):
        inside[kind.__name__]["properties"] = {"id": _OWN_ID, **inside[kind.__name__]["properties"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "lines in and out",
        "version": __version__,
        "properties": {"in": {"anyOf": [request, cancel]}, "out": {"anyOf": answers}},
        "$defs": inside,
    }


def answer(options: Options, line: bytes, number: int, most_seconds: float = math.inf) -> bytes:
    """The answer to a line, without its id; the clock of the options can stop it, and it takes at most so long."""
    found = _answer(line, options.clock or Clock(options.seconds), most_seconds)
    return written(found, number)


def written(found: Answer, number: int) -> bytes:
    """An answer as JSON; an error names its line."""
    return msgspec.json.encode(replace(found, line=number) if isinstance(found, EngineError) else found)


def with_id(own: Id, said: bytes) -> bytes:
    """An answer with the id of its request in front, on a line."""
    return b'{"id":' + msgspec.json.encode(own) + b"," + said[1:] + b"\n"


def _answer(line: bytes, whole: Clock, most_seconds: float) -> Answer:
    try:
        request = read_sent(line, EngineLine)
        return pair_elsewhere(request, whole.grace(min(request.seconds, most_seconds)))
    except NoPairingError as error:
        return EngineError("no pairing", failure_of(error).lines, relax=error.relax)
    except InputError as error:
        return wrong_input(error)
    except NoAnswerError as error:
        return EngineError("cancelled" if whole.stopped else "no answer", (str(error),))
    except McMahonError as error:
        return EngineError("failed", (str(error),))
    except MemoryError:
        return EngineError("failed", ("there is not enough memory for this",))
    except Exception as error:  # the next line is answered, whatever is wrong with this one
        return EngineError("failed", (f"an error of the program itself: {type(error).__name__}: {error}",))


def wrong_input(error: InputError) -> EngineError:
    """The answer that says what is wrong with a line."""
    problems = problem_answers(error.problems)
    more = ("a request is one line",) if isinstance(error, BrokenLineError) else ()
    return EngineError("wrong input", (*(one.text for one in problems), *more), problems=problems)
