"""What all commands share: common options, printing, and changing a folder."""

from __future__ import annotations

import json
import logging
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from . import shell
from .folding import folded

if TYPE_CHECKING:
    from ..desk.desk import Desk, Done
    from ..desk.outcome import Outcome
    from ..model.notes import StepNote
    from ..model.records.state import State

Value = TypeVar("Value")

DIR_HELP = "The tournament folder; inside one you can leave it out."
FILE_HELP = "The tournament folder (inside one you can leave it out), or a file of another program."

Dir = Annotated[Path, typer.Argument(metavar="DIR", help=DIR_HELP, callback=shell.name_folder)]
DirOrFile = Annotated[Path, typer.Argument(metavar="DIR", help=FILE_HELP, callback=shell.name_folder)]
RoundOption = Annotated[
    int,
    typer.Option("--round", "-r", metavar="N", show_default=False, help="The round; by default the last one drawn."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def example(*lines: str) -> str:
    """The end of a command's help: lines to copy, each to follow `mcmahon`; they are not folded."""
    return "\n".join(["\b", "Examples:" if len(lines) > 1 else "Example:", *(f"  mcmahon {line}" for line in lines)])


def say(text: str = "") -> None:
    """Print text on standard output, folded on a terminal."""
    print(folded(text, sys.stdout))


def say_json(answer: object, indent: int | None = 1) -> None:
    """Print an answer, or a list of answers, as JSON; without an indent on one line."""
    from ..desk.answers.answer import plain

    print(json.dumps(plain(answer), ensure_ascii=False, indent=indent))


def warn(text: str) -> None:
    """Print a note on standard error."""
    print(folded(f"note: {text}", sys.stderr), file=sys.stderr)


class Notes(logging.Handler):
    """Prints the warnings that the package logs as notes."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        """Print one warning."""
        warn(record.getMessage())
        if record.exc_info:  # an error of the program itself, in a desk that goes on
            print(logging.Formatter().formatException(record.exc_info), file=sys.stderr)


def complain(text: str) -> None:
    """Print an error."""
    print(folded(f"mcmahon: {text}", sys.stderr), file=sys.stderr)


def quoted(path: Path) -> str:
    """A path quoted for a shell."""
    return shell.quoted(str(path))


def command() -> str:
    """The command for the journal, quoted for a shell."""
    return shlex.join(["mcmahon", *sys.argv[1:]])


def desk(path: Path) -> Desk:
    """The desk of a tournament folder."""
    from ..desk.desk import Desk

    return Desk(path)


def done_at(path: Path, use_case: Callable[[State], Outcome[Value]]) -> Done[Value]:
    """Run a use case on a folder and write its changes as a step named after this command.

    Prints a note for files that were edited by hand, for a step that had been left unfinished, and while a round is
    being paired by hand.
    """
    done = desk(path).do(use_case, command())
    tell_found(done.found)
    tell_in_hand(done.after)
    return done


def tell(notes: Iterable[str]) -> None:
    """Print notes on standard error."""
    for note in notes:
        warn(note)


def tell_notes(outcome: Outcome[object]) -> None:
    """Print the notes of an outcome, with hints on what to do."""
    from .hints import note_lines

    tell(note_lines(outcome.notes, outcome.state.tournament))


def tell_slow_rounds() -> None:
    """Print, once on a machine, that no compiler was there at the installation."""
    from ..desk.self_check import slow_rounds_told

    tell(filter(None, [slow_rounds_told()]))


def tell_in_hand(state: State) -> None:
    """Print that a round is being paired by hand, as long as it is."""
    if number := state.tournament.in_hand:
        from ..model.hints import Advice, Hint
        from .hints import hint_text

        warn(f"round {number} is being paired by hand{hint_text(Hint(Advice.END_HAND_PAIRING))}")


def tell_found(notes: Iterable[StepNote]) -> None:
    """Print what was found in a folder before a step."""
    from ..desk.words.steps import step_texts

    tell(step_texts(notes))


@contextmanager
def progress(text: str) -> Iterator[None]:
    """Show on a terminal that work is in progress; print nothing into a pipe."""
    shown = sys.stderr.isatty()
    if shown:
        print(text, end="\r", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if shown:
            print(" " * len(text), end="\r", file=sys.stderr, flush=True)


@contextmanager
def told_progress() -> Iterator[Callable[[str], None]]:
    """Show the progress of long work in one line of a terminal, cleared at the end; print nothing into a pipe."""
    shown = sys.stderr.isatty()
    longest = 0

    def tell(text: str) -> None:
        nonlocal longest
        if shown:
            longest = max(longest, len(text))
            print(text.ljust(longest), end="\r", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        if shown:
            print(" " * longest, end="\r", file=sys.stderr, flush=True)
