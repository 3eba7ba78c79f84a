"""The command line: reads what was typed, calls the desk, prints the answer. It holds no rule of the game or the draw.

In: arguments, options, files, answers typed on a terminal.
Out: text, tables or JSON; notes and errors on standard error; an exit code.
"""

from __future__ import annotations

import errno
import logging
import os
import sys
from collections.abc import Sequence
from copy import copy
from functools import cache
from typing import TYPE_CHECKING, Annotated

import typer

from .._version import __version__
from .commands import (
    board_commands,
    by_hand_commands,
    draw_commands,
    file_commands,
    journal_commands,
    player_commands,
    prize_commands,
    program_commands,
    question_commands,
    repair_commands,
    table_commands,
    team_commands,
    tournament_commands,
    weight_commands,
)
from .common import Notes, complain, say, warn
from .listing import CommandList
from .output import shown

if TYPE_CHECKING:
    from ..model.errors import McMahonError

app = typer.Typer(
    cls=CommandList,
    help="Pair Go tournaments by the McMahon system; every round is proven to have the least cost.",
    epilog="What the words mean: docs/glossary.md. All options, settings and columns: docs/reference/.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
ROOMS = (
    tournament_commands,
    player_commands,
    draw_commands,
    board_commands,
    by_hand_commands,
    team_commands,
    question_commands,
    repair_commands,
    weight_commands,
    table_commands,
    prize_commands,
    file_commands,
    program_commands,
    journal_commands,
)
for room in ROOMS:
    app.add_typer(room.commands)
#: Groups of entry points by which other distributions, such as that of `bench/`, add commands.
ADDED = "mcmahon.commands"


def called(words: Sequence[str]) -> typer.Typer:
    """The command that is called, alone: to make all of them takes longer than a short command. All for other words."""
    for room in ROOMS if words else ():
        for command in room.commands.registered_commands:
            if words[0] == (command.name or getattr(command.callback, "__name__", "")):
                alone = copy(app)
                alone.registered_groups, alone.registered_commands = [], [command]
                return alone
    return _with_added()


@cache
def _with_added() -> typer.Typer:
    """All commands, those of other distributions too; one that cannot be loaded is named and left out."""
    from importlib.metadata import entry_points

    every = copy(app)
    every.registered_groups = [*app.registered_groups]
    for point in entry_points(group=ADDED):
        try:
            every.add_typer(point.load())
        except Exception as error:  # whatever is wrong there, the commands of this program work
            warn(f"the commands of {point.value} cannot be loaded: {error}")
    return every


def run() -> None:
    """Run the command line; an error is printed once and sets the exit code (1 rules, 2 input, 3 folder)."""
    from ..model.errors import McMahonError

    sys.stdout, sys.stderr = shown(sys.stdout), shown(sys.stderr)
    logging.getLogger("mcmahon").addHandler(Notes())
    try:
        try:
            called(sys.argv[1:])()
        finally:
            sys.stdout.flush()
    except McMahonError as error:
        _complain_of(error)
        sys.exit(error.exit_code)
    except MemoryError:
        complain("this machine has too little memory for a tournament of this size")
        sys.exit(4)
    except UnicodeEncodeError as error:
        complain(_what_is_no_text(error))
        sys.exit(2)
    except OSError as error:
        _close_answer()
        if error.errno in (errno.EPIPE, errno.EINVAL) and error.filename is None:  # a closed pipe; EINVAL on Windows
            sys.exit(0)
        complain(f"{_what_failed(error)}: {error.strerror or error}")
        sys.exit(3)


def _complain_of(error: McMahonError) -> None:
    from .hints import error_lines

    complain(error_lines(error))


def _close_answer() -> None:
    """Send the rest of the output to the null device: writing to the closed stream would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _what_is_no_text(error: UnicodeEncodeError) -> str:
    wrong = ascii(error.object[error.start : error.end])
    return f"an argument contains {wrong}, which is not text; expected UTF-8"


def _what_failed(error: OSError) -> str:
    """What the system refused. It names files, but not standard output or the current folder."""
    if error.filename is not None:
        return f"cannot read or write {error.filename}"
    if isinstance(error, FileNotFoundError):
        return "the folder in which you started the command no longer exists"
    return "cannot write the output"


def _version(value: bool) -> None:
    if value:
        say(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass
