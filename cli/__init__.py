"""The command line: read, call, write. No rules live here."""

from __future__ import annotations

import logging
import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from .._version import __version__
from . import (
    bench,
    desk,
    doctor,
    draw,
    entries,
    files,
    players,
    proof,
    questions,
    ratings,
    repair,
    research,
    rounds,
    steps,
    tables,
    tuning,
)
from .common import Notes, complain, say
from .listing import CommandList
from .shown import shown

if TYPE_CHECKING:
    from ..model.errors import McMahonError

app = typer.Typer(
    cls=CommandList,
    help="Pair Go tournaments by the McMahon system: every round the least cost, proven.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
for room in (
    desk,
    entries,
    players,
    ratings,
    draw,
    proof,
    rounds,
    questions,
    repair,
    tuning,
    tables,
    files,
    steps,
    doctor,
    research,
):
    app.add_typer(room.commands)
app.add_typer(bench.commands, name="bench")


def run() -> None:
    """Run the command line; errors are printed once, with their exit code (1 rules, 2 input, 3 folder)."""
    from ..model.errors import McMahonError

    sys.stdout, sys.stderr = shown(sys.stdout), shown(sys.stderr)
    logging.getLogger("mcmahon").addHandler(Notes())
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except McMahonError as error:
        _complain_of(error)
        sys.exit(error.exit_code)
    except MemoryError:
        complain("the memory of this machine does not suffice for a tournament of this size")
        sys.exit(4)
    except BrokenPipeError:
        _close_answer()
        sys.exit(0)
    except UnicodeEncodeError as error:
        complain(_what_is_no_text(error))
        sys.exit(2)
    except OSError as error:
        _close_answer()
        complain(f"{_what_failed(error)}: {error.strerror or error}")
        sys.exit(3)


def _complain_of(error: McMahonError) -> None:
    from .hints import error_lines

    complain(error_lines(error))


def _close_answer() -> None:
    """Nothing more goes where the answer went: what is still to be written would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _what_is_no_text(error: UnicodeEncodeError) -> str:
    wrong = ascii(error.object[error.start : error.end])
    return f"an argument has {wrong}, which is no text; expected UTF-8"


def _what_failed(error: OSError) -> str:
    """What the system refused: it names files, but not the answer's way out nor the folder of the shell."""
    if error.filename is not None:
        return f"cannot read or write {error.filename}"
    if isinstance(error, FileNotFoundError):
        return "the folder that the command was started in is gone"
    return "the answer cannot be written"


def _version(value: bool) -> None:
    if value:
        say(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="The version.")] = False,
) -> None:
    pass
