"""Every error that this package raises on purpose.

McMahonError               exit code 2 at the command line
├── InputError             a file or a value is wrong: one or more `Problem`s, each with its place
│   ├── UnconfirmedError   something would be lost, and the director has not confirmed it
│   └── UnclearRoundError  results are given without a round, and it may be one of several
├── NoPairingError         exit code 1: the rules of the round cannot all be kept (judging/no_pairing.py)
├── RefusedError           exit code 1: a certificate proves nothing
├── NoAnswerError          exit code 4: time or precision did not suffice for any answer
├── ContradictionError     exit code 4: the solver contradicts a pairing that is known, or itself
├── EnginesDisagreeError   exit code 4: CP-SAT has a legal round that costs less than the matching engine's
├── FolderError            exit code 3: the tournament folder cannot be read, written or locked
└── ConflictError          exit code 3: somebody else has changed the same thing at the same time
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .language import one_line
from .ways import Way


@dataclass(frozen=True, slots=True)
class Meaning:
    """One of several that a text of the request could mean: the text, what says it without doubt, and how it is called.

    The same request with the one in place of the other is answered.
    """

    text: str
    instead: str
    label: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in the input: where it stands, what was expected, and what could be done.

    `argument` is the field of a request that has the value, `player` the id of whom it is about, if that is known;
    `could_be` are the few meanings that the value could have; `beside` is the other of two lines that contradict each
    other. Its text is without these ways on; how they and the argument are called, each face says itself.
    """

    message: str
    file: str = ""
    line: int = 0
    column: str = ""
    value: str = ""
    expected: str = ""
    ways: tuple[Way, ...] = ()
    argument: str = ""
    player: str = ""
    could_be: tuple[Meaning, ...] = ()
    beside: int = 0

    def __str__(self) -> str:
        return self.text(self.argument.replace("_", " "))

    def offered(self, field: str) -> Any:
        """What the first of its ways that has a field says of it; None if none has it."""
        return next((value for way in self.ways for name, value in way.fields if name == field), None)

    def text(self, argument: str) -> str:
        """What is wrong, with the argument as a face calls it."""
        place = one_line(self.file) + (f":{self.line}" if self.line else "")
        value = f" {self.value!r}" if self.value else ""
        if self.argument:
            parts = [place, argument + value, self.message]
        else:
            parts = [place, f"column {one_line(self.column)}" if self.column else "", self.message + value]
        text = ": ".join(part for part in parts if part)
        if self.expected:
            text += f"; expected {self.expected}"
        return text


class McMahonError(Exception):
    """The root of all errors raised on purpose; its text is for the person at the desk, without its ways on."""

    def __init__(self, text: str, *ways: Way) -> None:
        self.ways = ways
        super().__init__(text)


class InputError(McMahonError):
    """A file, a setting or an argument is wrong. `problems` lists everything found, not the first only."""

    def __init__(self, problems: Sequence[Problem] | str, *ways: Way) -> None:
        self.problems = (Problem(problems, ways=ways),) if isinstance(problems, str) else tuple(problems)
        super().__init__("")
        self.args = (self.problems,)  # the text of hundreds of thousands is made only if somebody reads it

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class UnconfirmedError(InputError):
    """What was asked for would replace or take away something; `problems` say what. With a yes it can be done."""


class UnclearRoundError(InputError):
    """Results are given without a round, and it may be one of several: `rounds`. `problems` say what each has."""

    def __init__(self, problems: Sequence[Problem], rounds: Sequence[int]) -> None:
        self.rounds = tuple(rounds)
        super().__init__(problems)


def check_confirmed(losses: Sequence[str], *ways: Way) -> None:
    """Raise UnconfirmedError if something would be lost, with what says yes beside the last line."""
    if losses:
        last = Problem(losses[-1], ways=ways)
        raise UnconfirmedError([*map(Problem, losses[:-1]), last])


def wrong_argument(argument: str, value: str, expected: str) -> InputError:
    """The error of a request whose argument has a wrong value."""
    return InputError([Problem("", value=value, expected=expected, argument=argument)])


def contradicted(argument: str, why: str, *ways: Way) -> InputError:
    """The error of a request whose argument does not go with the rest of it."""
    return InputError([Problem(why, ways=ways, argument=argument)])


class RefusedError(McMahonError):
    """A certificate does not prove what it says; the text names the reason."""


class NoAnswerError(McMahonError):
    """The solver has no answer: the time was too short, or the weights too great for its precision."""


class ContradictionError(McMahonError):
    """The solver's answer is wrong, as a known pairing shows; nothing of it is used."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the solver contradicts itself: {what}; its answer is not used, please report this round")


class EnginesDisagreeError(McMahonError):
    """CP-SAT has a legal round, `boards`, that costs less than the proven one; `file` has both answers."""

    def __init__(self, number: int, cost: int, cheaper: int, file: str, boards: Sequence[tuple[str, str]] = ()) -> None:
        self.cost, self.cheaper, self.file, self.boards = cost, cheaper, file, tuple(boards)
        where = f"both answers are in {file}" if file else "the answers could not be written to a file"
        super().__init__(
            f"the engines disagree on round {number}: the matching engine's best round costs {cost:,}, but CP-SAT has "
            f"a legal one that costs {cheaper:,}; nothing was written to the tournament. "
            f"{where[0].upper()}{where[1:]}; please report this round",
            Way("to draw without CP-SAT", engine="matching"),
        )


class FolderError(McMahonError):
    """The tournament folder cannot be read, written or locked."""


class ConflictError(McMahonError):
    """Somebody else has changed the same thing at the same time; nothing was written. The text names both versions."""


class WrongValue(ValueError):
    """A value that is wrong in a way worth a sentence, `what`, of its own; `place` is where: `$.players[3].rating`."""

    def __init__(self, what: str, place: str = "") -> None:
        self.what, self.place = what, place
        super().__init__(f"{place}: {what}" if place else what)


def unreadable_text(error: Exception) -> str:
    """Why data could not be read; that they are not UTF-8 is said without Python's words."""
    return "it is not UTF-8" if isinstance(error, UnicodeError) else str(error)
