"""The list of all commands in sections, and the DIR argument that can be left out inside a tournament folder."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from typer.core import TyperGroup

from .common import DIR_HELP

LEAST_HELP = 52  # columns that typer needs at least for its help
MOST_NAMED = 6  # tournament folders that an error names
SECTIONS = {
    "The tournament": ("desk", "entries", "tables", "files"),
    "Players": ("players", "ratings"),
    "Rounds": ("draw", "plan", "proof", "rounds"),
    "Questions and repairs": ("questions", "repair"),
    "Weights": ("tuning",),
    "Journal and installation": ("steps", "doctor"),
    "Research": ("research", "bench"),
}


class InFolder(TyperGroup):
    """Commands whose first argument DIR can be left out inside a tournament folder."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """The command that is called, with its arguments, DIR included."""
        name, command, rest = super().resolve_command(ctx, args)
        group = ctx.command_path.removeprefix(ctx.find_root().command_path)
        return name, command, _with_folder(f"mcmahon{group} {name}", command, rest)


class CommandList(InFolder):
    """All commands, listed in sections; `help pair` is the same as `pair --help`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments of the command line."""
        columns = shutil.get_terminal_size().columns
        if columns < LEAST_HELP:
            ctx.terminal_width = columns  # typer itself takes no less
        return super().parse_args(ctx, [*args[1:], "--help"] if args[:1] == ["help"] else args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands in sections, each with its full first sentence."""
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
    """The arguments; without a folder among them, the current folder comes first if it holds a tournament.

    If a command takes only a folder, a number after it is the round. Raises InputError if there is no tournament.
    """
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    if not arguments or arguments[0].help != DIR_HELP:
        return args
    first = next((args[i] for i in _words(command, args)), "")
    if Path("tournament.toml").is_file():
        return _complete(name, command, args if first and Path(first).is_dir() else [".", *args])
    if not first and not {"-h", "--help"} & set(args):
        from ..model.errors import InputError
        from ..model.words import first_few, one_line

        here = sorted(one_line(path.parent.name) for path in Path().glob("*/tournament.toml"))
        some = f"; tournaments here: {first_few(here, MOST_NAMED)}" if len(here) > 1 else ""
        folder = shlex.quote(here[0]) if len(here) == 1 else "DIR"
        raise InputError(
            f"no tournament folder is named, and the current folder is not one; expected {name} {folder}{some}"
        )
    return _complete(name, command, args)


def _complete(name: str, command: Any, args: list[str]) -> list[str]:
    """The arguments; a number after the folder is the round, if a command takes nothing else but a round.

    Raises InputError for a word too many.
    """
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    words = _words(command, args)
    if {"-h", "--help"} & set(args) or len(words) <= len(arguments) or any(p.nargs < 0 for p in arguments):
        return args
    at, first = words[len(arguments)], words[0]
    names: list[str] = next((option.opts for option in command.params if "--round" in option.opts), [])
    is_round = args[at].isdecimal() and not set(names) & set(args) and len(words) == len(arguments) + 1
    if names and is_round and len(arguments) == 1:
        return [*args[:at], "--round", *args[at:]]
    from ..model.errors import InputError

    expected = f"expected {name} {' '.join(p.metavar for p in arguments)}"
    hint = f"; for the round: --round {args[at]}" if names and is_round else ""
    if args[first] == "." and Path.cwd().name in args:
        hint = "; the current folder is the tournament, so leave its name out"
    raise InputError(f"{args[at]!r} is one word too many; {expected}{hint}")


def _words(command: Any, args: Sequence[str]) -> list[int]:
    """Where the words are that are neither an option nor the value of one."""
    options = (p for p in command.params if p.param_type_name == "option" and not p.is_flag)
    with_value = {name for option in options for name in option.opts}
    return [i for i, word in enumerate(args) if not word.startswith("-") and (i == 0 or args[i - 1] not in with_value)]
