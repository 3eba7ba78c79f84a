"""What all commands share: their options, how they speak, and how they change a folder."""

from __future__ import annotations

import json
import logging
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from .folding import folded

if TYPE_CHECKING:
    from ..desk.desk import Desk, Done
    from ..desk.outcome import Outcome
    from ..model.notes import StepNote
    from ..model.records.state import State

Value = TypeVar("Value")

DIR_HELP = "The tournament folder; inside one it may be left out."

_FOLDER: ContextVar[Path | None] = ContextVar("folder", default=None)


def name_folder(path: Path | None) -> Path | None:
    """Let hints name this folder, as typed; it is what the command is about."""
    _FOLDER.set(path)
    return path


def folder() -> str:
    """The folder that the command is about, as a shell reads it; DIR where there is none."""
    path = _FOLDER.get()
    return "DIR" if path is None else quoted(path)


Dir = Annotated[Path, typer.Argument(metavar="DIR", help=DIR_HELP, callback=name_folder)]
RoundOption = Annotated[int, typer.Option("--round", "-r", help="The round; by default the last one drawn.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def say(text: str = "") -> None:
    """Print a text of the answer, folded on a terminal."""
    print(folded(text, sys.stdout))


def say_json(answer: object, indent: int | None = 1) -> None:
    """Print an answer, or a list of them, for programs; on one line where there is no indentation."""
    from ..desk.answers.answer import plain

    print(json.dumps(plain(answer), ensure_ascii=False, indent=indent))


def warn(text: str) -> None:
    """Print a note beside the answer."""
    print(folded(f"note: {text}", sys.stderr), file=sys.stderr)


class Notes(logging.Handler):
    """Warnings that the package logs become notes beside the answer."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        """Print one warning."""
        warn(record.getMessage())


def complain(text: str) -> None:
    """Print what is wrong."""
    print(folded(f"mcmahon: {text}", sys.stderr), file=sys.stderr)


def quoted(path: Path) -> str:
    """A path as a shell reads it back."""
    return shlex.quote(str(path))


def command() -> str:
    """The command as the journal keeps it: as a shell reads it back."""
    return shlex.join(["mcmahon", *sys.argv[1:]])


def desk(path: Path) -> Desk:
    """The desk of a tournament folder."""
    from ..desk.desk import Desk

    return Desk(path)


def done_at(path: Path, use_case: Callable[[State], Outcome[Value]]) -> Done[Value]:
    """Run a use case on a folder and write what it changes, as a step called by this command.

    Says what it found edited by hand or left half done.
    """
    done = desk(path).do(use_case, command())
    tell_found(done.found)
    return done


def tell(notes: Iterable[str]) -> None:
    """Print notes beside the answer."""
    for note in notes:
        warn(note)


def tell_notes(outcome: Outcome[object]) -> None:
    """Print the notes of an outcome beside the answer, with what could be done about them."""
    from .hints import note_lines

    tell(note_lines(outcome.notes, outcome.state.tournament))


def tell_found(notes: Iterable[StepNote]) -> None:
    """Print what was found in a folder before a step."""
    from ..desk.words.steps import step_texts

    tell(step_texts(notes))


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Imports of an extra's libraries: says how to install it where one is missing. Raises InputError."""
    from ..model.errors import InputError

    try:
        yield
    except ModuleNotFoundError as error:
        hint = f"in a clone of the project: pip install '.[{name}]'"
        raise InputError(f"this needs the library {error.name}; {hint}") from None


@contextmanager
def progress(text: str) -> Iterator[None]:
    """Show on a terminal that work is under way; nothing in a pipe."""
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
    """Show on a terminal what long work tells, in one line that is wiped at the end; nothing in a pipe."""
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
