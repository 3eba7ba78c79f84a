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
from functools import cache
from glob import glob
from importlib import import_module

import typer
from typer.models import CommandInfo

from .._version import __version__
from .common import Notes, echo, fail, warn
from .listing import ABOUT, Command, Sections, in_folder, list_of_commands, named, narrow, unknown
from .output import WINDOWS, shown
from .request_options import with_options

SECTIONS: Sections = {
    "The tournament": {
        "tournament_commands": ("desk", "new", "set", "register"),
        "table_commands": ("groups", "standings", "congress"),
        "prize_commands": ("prizes", "prize"),
        "file_commands": ("convert", "export", "publish"),
    },
    "Players": {"player_commands": ("players", "add", "player", "absent", "withdraw", "anonymise", "ratings")},
    "Rounds": {
        "draw_commands": ("pair", "plan", "verify"),
        "board_commands": ("publish-round", "show", "result", "swap", "board", "move", "check"),
        "by_hand_commands": ("by-hand",),
        "team_commands": ("cup", "line-up"),
    },
    "Questions and repairs": {"question_commands": ("explain", "alternatives"), "repair_commands": ("repair",)},
    "Weights": {"weight_commands": ("what-if", "sensitivity", "pareto")},
    "Other programs": {"program_commands": ("engine", "model")},
    "Journal and installation": {"journal_commands": ("undo", "redo", "log", "doctor")},
}
MODULES = {name: module for files in SECTIONS.values() for module, names in files.items() for name in names}
#: Entry points by which other distributions, such as that of `bench/`, add commands; their section is "Research".
ADDED = "mcmahon.commands"


def command_named(name: str) -> Command:
    """The command of this name; only its file is loaded. Raises InputError if there is none."""
    if name in MODULES:
        found = named(import_module(f".commands.{MODULES[name]}", __package__).commands)[name]
        if isinstance(found, CommandInfo) and found.callback:
            found.callback = with_options(found.callback)
        return found
    if command := added_commands().get(name):
        return command
    raise unknown(name, [*MODULES, *added_commands()])


@cache
def added_commands() -> dict[str, Command]:
    """The commands of other distributions by name; one that cannot be loaded is named and left out."""
    from importlib.metadata import entry_points

    found: dict[str, Command] = {}
    for point in entry_points(group=ADDED):
        try:
            found |= named(point.load())
        except Exception as error:  # whatever is wrong there, the commands of this program work
            warn(f"the commands of {point.value} cannot be loaded: {error}")
    return found


@cache
def program(*names: str) -> typer.Typer:
    """The program with these commands alone: to make all of them takes longer than a short command."""
    made = typer.Typer(
        help=ABOUT,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    )
    made.callback()(lambda: None)  # so that a single command is named, too
    for name in names:
        command = command_named(name)
        if isinstance(command, typer.Typer):
            made.add_typer(command, name=name)
        else:
            made.registered_commands.append(command)
    return made


def call(words: Sequence[str]) -> None:
    """Run the command that was typed. `help pair` is the same as `pair --help`; no word gives only the names."""
    if "_MCMAHON_COMPLETE" in os.environ:  # a shell asks how to complete a word
        program(*MODULES, *added_commands())()
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    if words[:1] in ([], ["-h"], ["--help"]):
        sections = {**SECTIONS, "Research": {ADDED: (*added_commands(),)}}
        print(list_of_commands(sections, command_named if words else None), file=sys.stdout if words else sys.stderr)
        sys.exit(0 if words else 2)
    if words[0] == "--version":
        echo(__version__)
        return
    if words[0].startswith("-"):
        program()(words, **narrow())
    command = typer.main.get_command(program(words[0]))
    command(in_folder(command, words), **narrow())


def run() -> None:
    """Run the command line; an error is printed once and sets the exit code (1 rules, 2 input, 3 folder)."""
    from ..model.errors import McMahonError

    sys.stdout, sys.stderr = shown(sys.stdout), shown(sys.stderr, folds=True)
    logging.getLogger("mcmahon").addHandler(Notes())
    try:
        try:
            call(_typed())
        finally:
            sys.stdout.flush()
    except McMahonError as error:
        from ..desk.failures import failure_kind
        from .way_texts import error_lines

        fail(error_lines(error), failure_kind(type(error)).exit_code)
    except MemoryError:
        fail("this machine has too little memory for a tournament of this size", 4)
    except UnicodeEncodeError as error:
        wrong = ascii(error.object[error.start : error.end])
        fail(f"an argument contains {wrong}, which is not text; expected UTF-8", 2)
    except OSError as error:
        _close_answer()
        if error.errno in (errno.EPIPE, errno.EINVAL) and error.filename is None:  # a closed pipe; EINVAL on Windows
            sys.exit(0)
        fail(f"{_what_failed(error)}: {error.strerror or error}", 3)


def _typed() -> list[str]:
    """What was typed; on Windows, whose shells do not do it, with the files that a pattern such as `*` means."""
    return [found for word in sys.argv[1:] for found in (glob(word) if WINDOWS else []) or [word]]


def _close_answer() -> None:
    """Send the rest of the output to the null device: writing to the closed stream would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _what_failed(error: OSError) -> str:
    """What the system refused. It names files, but not standard output or the current folder."""
    if error.filename is not None:
        return f"cannot read or write {error.filename}"
    if isinstance(error, FileNotFoundError):
        return "the folder in which you started the command no longer exists"
    return "cannot write the output"
