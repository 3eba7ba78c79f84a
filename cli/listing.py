"""The list of all commands, by what they are about; and the folder that may be left out inside a tournament's own."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from typer.core import TyperGroup

from .common import DIR_HELP

LEAST_HELP = 52  # columns that the library of the command line needs for its help
MOST_NAMED = 6  # tournaments in a folder that are each named
SECTIONS = {
    "The tournament": ("desk", "entries", "tables", "files"),
    "Players": ("players", "ratings"),
    "Rounds": ("draw", "proof", "rounds"),
    "Why, what else, how to mend it": ("questions", "repair"),
    "Weights": ("tuning",),
    "Steps, and this installation": ("steps", "doctor"),
    "Research": ("research", "bench"),
}


class InFolder(TyperGroup):
    """Commands of which, in a tournament folder, those that begin with DIR mean that folder where none is named."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """The command that is called, with its arguments."""
        name, command, rest = super().resolve_command(ctx, args)
        group = ctx.command_path.removeprefix(ctx.find_root().command_path)
        return name, command, _with_folder(f"mcmahon{group} {name}", command, rest)


class CommandList(InFolder):
    """All commands, listed in sections; `help` before a command is `--help` behind it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments of the command line."""
        columns = shutil.get_terminal_size().columns
        if columns < LEAST_HELP:
            ctx.terminal_width = columns  # the library takes no less by itself
        return super().parse_args(ctx, [*args[1:], "--help"] if args[:1] == ["help"] else args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands in sections, each with its whole first sentence."""
        width = max(map(len, self.commands))
        for title, modules in SECTIONS.items():
            rows = [
                (name.ljust(width), command.get_short_help_str(limit=formatter.width * 4))
                for name, command in self.commands.items()
                if module_of(command) in modules
            ]
            with formatter.section(title):
                formatter.write_dl(rows)


def module_of(command: Any) -> str:
    """The file that a command, or a group of commands, is in."""
    first = command if command.callback else next(iter(command.commands.values()))
    return str(first.callback.__module__.rpartition(".")[2])


def _with_folder(name: str, command: Any, args: list[str]) -> list[str]:
    """The arguments, with this folder before them where a tournament is in it and no other folder is named.

    Raises InputError where there is neither.
    """
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    if not arguments or arguments[0].help != DIR_HELP:
        return args
    first = _first_word(command, args)
    if Path("tournament.toml").is_file():
        return args if first and Path(first).is_dir() else [".", *args]
    if not first and not {"-h", "--help"} & set(args):
        from ..model.errors import InputError
        from ..model.words import first_few, one_line

        here = sorted(one_line(path.parent.name) for path in Path().glob("*/tournament.toml"))
        some = f"; here are: {first_few(here, MOST_NAMED)}" if len(here) > 1 else ""
        folder = shlex.quote(here[0]) if len(here) == 1 else "DIR"
        raise InputError(f"no tournament is named, and this folder holds none; expected {name} {folder}{some}")
    return args


def _first_word(command: Any, args: Sequence[str]) -> str:
    """The first argument that is no option and no option's value."""
    options = (p for p in command.params if p.param_type_name == "option" and not p.is_flag)
    with_value = {name for option in options for name in option.opts}
    words = iter(args)
    for word in words:
        if word in with_value:
            next(words, None)
        elif not word.startswith("-"):
            return word
    return ""
