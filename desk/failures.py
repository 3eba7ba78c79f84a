"""Errors as every face tells them: the only table from type to kind, exit code and status, and what a face is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ..model.errors import (
    ConflictError,
    ContradictionError,
    EnginesDisagreeError,
    FolderError,
    InputError,
    McMahonError,
    NoAnswerError,
    Problem,
    RefusedError,
    UnconfirmedError,
)
from ..model.judging.violation import NoPairingError
from .verb import Answer, answer_of, told

if TYPE_CHECKING:
    from ..model.tournament.tournament import Tournament
    from ..model.ways import Way
    from .messages.no_pairing_texts import WayOut

Kind = Literal[
    "wrong input", "wrong address", "wrong token", "too many wrong tokens", "not allowed", "confirm", "conflict",
    "no pairing", "no answer", "folder", "error"
]  # fmt: skip


class NoTournamentError(FolderError):
    """There is no tournament of this name: a wrong address, or its folder has been renamed or moved."""


class NotAllowedError(McMahonError):
    """What was asked for is not for the one who asks."""


class FailureKind(NamedTuple):
    """What an error means for programs, the exit code of a command, and the HTTP status."""

    kind: Kind
    exit_code: int
    status: int


#: Looked up along the bases of an error's type.
TABLE: dict[type[BaseException], FailureKind] = {
    UnconfirmedError: FailureKind("confirm", 2, 409),
    InputError: FailureKind("wrong input", 2, 422),
    RefusedError: FailureKind("wrong input", 1, 422),
    NoPairingError: FailureKind("no pairing", 1, 409),
    ConflictError: FailureKind("conflict", 3, 409),
    NotAllowedError: FailureKind("not allowed", 3, 403),
    NoTournamentError: FailureKind("folder", 3, 404),
    FolderError: FailureKind("folder", 3, 503),
    OSError: FailureKind("folder", 3, 503),
    NoAnswerError: FailureKind("no answer", 4, 503),
    MemoryError: FailureKind("no answer", 4, 503),
    ContradictionError: FailureKind("error", 4, 500),
    EnginesDisagreeError: FailureKind("error", 4, 500),
    McMahonError: FailureKind("wrong input", 2, 422),
    Exception: FailureKind("error", 4, 500),
}
#: The fields of requests that say yes.
YES = {"again", "anyway", "missing_results", "replace", "two_byes", "without_line_ups"}
#: Verbs of the ways that repeat the request: blank, or named by the page that draws and publishes.
SAME_VERB = {"", "pair", "publish-round"}


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, as every face tells it, and as one process sends it to another.

    `lines` are in words; `yes` names the fields of which one does it all the same, `relax` the rules that suffice to
    be relaxed if no pairing keeps all, with the `ways_out`. `problems` are those of an InputError; any other error has
    `ways` of its own.
    """

    kind: Kind
    exit_code: int
    status: int
    lines: tuple[str, ...]
    yes: tuple[str, ...] = ()
    relax: tuple[str, ...] = ()
    ways_out: tuple[WayOut, ...] = ()
    problems: tuple[Problem, ...] = ()
    ways: tuple[Way, ...] = ()


class WorkError(McMahonError):
    """A failure that another process has sent."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        super().__init__("\n".join(failure.lines))


def failure_kind(kind: type[BaseException]) -> FailureKind:
    """The kind of the errors of a type."""
    return next(TABLE[base] for base in kind.__mro__ if base in TABLE)


def failure_of(error: Exception, tournament: Tournament | None = None) -> Failure:
    """What a face tells of an error; players are called by their ids alone if the tournament is not given."""
    if isinstance(error, WorkError):
        return error.failure
    how = failure_kind(type(error))
    if isinstance(error, InputError):
        lines = tuple(problem.text(problem.argument) for problem in error.problems)
        yes = _yes(error)
        return Failure(*(TABLE[UnconfirmedError] if yes else how), lines, yes=yes, problems=error.problems)
    if isinstance(error, NoPairingError):
        from .messages.no_pairing_texts import no_pairing_text, ways_out  # with it comes all that is said of boards

        lines = tuple(no_pairing_text(error, tournament).split("\n"))
        return Failure(*how, lines, relax=error.relax, ways_out=tuple(ways_out(error, tournament)))
    return Failure(*how, tuple(_text(error).split("\n")), ways=error.ways if isinstance(error, McMahonError) else ())


def _yes(error: InputError) -> tuple[str, ...]:
    """The fields that say yes to an error."""
    ways = [way for problem in error.problems for way in problem.ways if way.verb in SAME_VERB]
    found = tuple(dict.fromkeys(name for way in ways for name, value in way.fields if value is True and name in YES))
    return (found or ("anyway",))[:1] if isinstance(error, UnconfirmedError) else found


def _text(error: Exception) -> str:
    """The sentences of an error that carries no data."""
    if isinstance(error, McMahonError):
        return str(error)
    if isinstance(error, OSError):  # no room, too many open files, a disk that is gone
        return f"{error.filename or 'the disk'}: {error.strerror or error}; try again when that is put right"
    if isinstance(error, MemoryError):
        return "there is not enough memory for this"
    return f"an error of the program itself: {type(error).__name__}; the terminal shows it"


class ProblemAnswer(Answer, frozen=True, omit_defaults=True):
    """One thing that is wrong. Keys that are not known, or say nothing here, are left out."""

    text: Annotated[str, told("what is wrong and where, in words")]
    file: Annotated[str, told('name of the file, or the part of the request, such as "players[3].rank"')] = ""
    line: Annotated[int, told("number of the line in the file, from 1")] = 0
    column: Annotated[str, told("title of the column")] = ""
    argument: Annotated[str, told("key of the request that has the value")] = ""
    player: Annotated[str, told("id of the player that it is about")] = ""
    value: Annotated[str, told("the value that is wrong")] = ""
    expected: Annotated[str, told("what would be right, in words")] = ""


def problem_answers(problems: Iterable[Problem]) -> tuple[ProblemAnswer, ...]:
    """The problems of an error, for programs."""
    return tuple(answer_of(ProblemAnswer, problem, text=str(problem)) for problem in problems)
