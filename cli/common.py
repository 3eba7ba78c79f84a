"""What all commands share: their options, how they speak, and how they change a folder."""

from __future__ import annotations

import logging
import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

if TYPE_CHECKING:
    from ..model.tournament.tournament import Tournament

DIR_HELP = "The tournament folder; inside one it may be left out."

Dir = Annotated[Path, typer.Argument(metavar="DIR", help=DIR_HELP)]
RoundOption = Annotated[int, typer.Option("--round", "-r", help="The round; by default the last one drawn.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def say(text: str = "") -> None:
    """Print a text of the answer; on a terminal its sentences are wrapped between words, tables stay as they are."""
    print(_wrapped(text, sys.stdout))


def warn(text: str) -> None:
    """Print a note beside the answer."""
    print(_wrapped(f"note: {text}", sys.stderr), file=sys.stderr)


class Notes(logging.Handler):
    """Warnings that the package logs become notes beside the answer."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        """Print one warning."""
        warn(record.getMessage())


def complain(text: str) -> None:
    """Print what is wrong."""
    print(_wrapped(f"mcmahon: {text}", sys.stderr), file=sys.stderr)


def _wrapped(text: str, stream: TextIO) -> str:
    """The text with long lines of prose broken; a line with runs of blanks inside is one of a table."""
    if not stream.isatty():
        return text
    room = shutil.get_terminal_size().columns
    return "\n".join(
        line if len(line) <= room or "  " in line.strip() else textwrap.fill(line, room, subsequent_indent="  ")
        for line in text.split("\n")
    )


def quoted(path: Path) -> str:
    """A path as a shell reads it back."""
    return shlex.quote(str(path))


def command() -> str:
    """The command as the journal keeps it."""
    return " ".join(["mcmahon", *(f"'{a}'" if " " in a else a for a in sys.argv[1:])])


def folder(path: Path) -> Any:
    """The tournament folder at a path."""
    from ..io.folder.folder import TournamentFolder

    return TournamentFolder(path)


@contextmanager
def change_of(path: Path) -> Iterator[Any]:
    """One change of the folder; says what it found edited by hand or left half done."""
    with folder(path).change(command()) as change:
        tell_recovered(change.recovered)
        if change.edited:
            warn(f"edited by hand since the last command, and journaled as a step: {', '.join(change.edited)}")
        yield change


def tell_recovered(recovered: bool) -> None:
    """Say that a command which had died half way was finished before this one."""
    if recovered:
        warn("the last command had been interrupted; it has been finished first")


def round_number(tournament: Tournament, number: int) -> int:
    """The number of a round that has been drawn, 0 being the last. Raises InputError."""
    from ..model.errors import InputError

    if not tournament.rounds:
        raise InputError("no round has been drawn")
    return tournament.round(number or len(tournament.rounds)).number


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Imports of an extra's libraries: says how to install it where one is missing. Raises InputError."""
    from ..model.errors import InputError

    try:
        yield
    except ModuleNotFoundError as error:
        raise InputError(f"this needs the library {error.name}: pip install 'mcmahon[{name}]'") from None


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


def tell_draft(tournament: Tournament) -> None:
    """Say what a standing draft does not know yet."""
    from ..model.edits import drafts_without
    from ..model.words import first_few

    lines = drafts_without(tournament)
    if lines:
        warn(f"{first_few(lines, 6, '; ')}: pair the round again")


def tell_doubtful(before: Tournament, after: Tournament, numbers: Iterable[int] = (0,)) -> None:
    """Name the boards that were drawn from scores which a change has altered, behind these rounds, each once."""
    from ..model.edits import doubtful_boards

    doubtful = (line for number in numbers for line in doubtful_boards(before, after, number))
    for line in dict.fromkeys(doubtful):
        warn(f"drawn from scores that have changed: {line}")
