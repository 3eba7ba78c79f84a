"""The list of all commands in sections, and the DIR argument that can be left out inside a tournament folder."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from . import output
from .common import DIR_HELP, FILE_HELP
from .output import fold, folded

USAGE_ERROR: Any = typer.BadParameter.__base__  # of the library below typer, which does not export it
LEAST_HELP = 52  # columns that typer needs at least for its help
NAMES_ONLY = "mcmahon.names only"  # in the context: nothing was typed, so a short help is enough
MOST_NAMED = 6  # tournament folders that an error names
SECTIONS = {
    "The tournament": (
        "tournament_commands",
        "table_commands",
        "prize_commands",
        "file_commands",
    ),
    "Players": ("player_commands",),
    "Rounds": ("draw_commands", "board_commands", "by_hand_commands", "team_commands"),
    "Questions and repairs": ("question_commands", "repair_commands"),
    "Weights": ("weight_commands",),
    "Other programs": ("program_commands",),
    "Journal and installation": ("journal_commands",),
    "Research": ("research", "tune", "bench"),
}


WITHDRAW = "to take out a player: mcmahon withdraw DIR PLAYER; to take back a command: mcmahon undo DIR"


class InFolder(TyperGroup):
    """Commands whose first argument DIR can be left out inside a tournament folder."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """The command that is called, with its arguments, DIR included."""
        name, command, rest = super().resolve_command(ctx, args)
        group = ctx.command_path.removeprefix(ctx.find_root().command_path)
        return name, command, _with_folder(f"mcmahon{group} {name}", command, rest)


RESEARCH = ("generate", "simulate", "tune", "bench")
#: Commands that people try, and what does it.
OTHER_WORDS = {
    "delete": WITHDRAW, "remove": WITHDRAW, "bye": "to give a player the bye: mcmahon pair DIR --bye PLAYER",
}  # fmt: skip


class CommandList(InFolder):
    """All commands, listed in sections; `help pair` is the same as `pair --help`, and no word gives only the names."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments of the command line."""
        columns = shutil.get_terminal_size().columns
        if columns < LEAST_HELP:
            ctx.terminal_width = columns  # typer itself takes no less
        ctx.meta[NAMES_ONLY] = not args
        return super().parse_args(ctx, [*args[1:], "--help"] if args[:1] == ["help"] else args)

    def make_context(self, *args: Any, **more: Any) -> Any:
        """The context of a command line; an error in it is folded."""
        with _folded_errors():
            return super().make_context(*args, **more)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; an error in its options is folded."""
        with _folded_errors():
            return super().invoke(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """The command that is called; for a word that is none, what people mean by it."""
        if args[0] in RESEARCH and args[0] not in self.commands:
            from ..model.errors import InputError

            get = "to install that, in a clone of the project: pip install ./bench"
            raise InputError(f"{args[0]!r} belongs to mcmahon-bench; {get}")
        if args[0] in OTHER_WORDS and args[0] not in self.commands:
            ctx.fail(f"No such command '{args[0]}'; {OTHER_WORDS[args[0]]}")
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options and the commands; without any word typed, only the names of the commands."""
        if not ctx.meta.get(NAMES_ONLY):
            super().format_options(ctx, formatter)
            return
        for title, names in self._sections():
            with formatter.section(title):
                formatter.write(fold("  " + "  ".join(names), formatter.width) + "\n")
        name = ctx.command_path
        formatter.write(fold(f"\nWhat each does: {name} -h; more of one: {name} pair -h\n", formatter.width))

    def _sections(self) -> list[tuple[str, list[str]]]:
        """The names of the commands in sections."""
        return [
            (title, names)
            for title, modules in SECTIONS.items()
            if (names := [name for name, command in self.commands.items() if module_of(command) in modules])
        ]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands in sections, each with its full first sentence."""
        width = max(map(len, self.commands))
        for title, names in self._sections():
            commands = {name: self.commands[name] for name in names}
            rows = [
                (name.ljust(width), command.get_short_help_str(limit=formatter.width * 4))
                for name, command in commands.items()
            ]
            with formatter.section(title):
                formatter.write_dl(rows)


@contextmanager
def _folded_errors() -> Iterator[None]:
    """Fold the message of an error in the command line, which click prints as it is."""
    try:
        yield
    except USAGE_ERROR as error:
        text = folded(f"Error: {error.format_message()}", sys.stderr).removeprefix("Error: ")
        error.format_message = lambda: text
        raise


def module_of(command: Any) -> str:
    """The file that a command, or a group of commands, is in."""
    first = command if command.callback else next(iter(command.commands.values()))
    return str(first.callback.__module__.rpartition(".")[2])


def _with_folder(name: str, command: Any, args: list[str]) -> list[str]:
    """The arguments; without a folder among them, the current folder comes first if it holds a tournament.

    If a command takes only a folder, a number after it is the round. Raises InputError if there is no tournament.
    """
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    if not arguments or arguments[0].help not in (DIR_HELP, FILE_HELP):
        return args
    first = next((args[i] for i in _words(command, args)), "")
    if Path("tournament.toml").is_file():
        named = Path(first).is_dir() or (arguments[0].help == FILE_HELP and Path(first).is_file())
        return _complete(name, command, args if first and named else [".", *args])
    if not first and not {"-h", "--help"} & set(args):
        from ..model.errors import InputError
        from ..model.language import first_few, one_line

        here = sorted(one_line(path.parent.name) for path in Path().glob("*/tournament.toml"))
        some = f"; tournaments here: {first_few(here, MOST_NAMED)}" if len(here) > 1 else ""
        folder = output.quoted(here[0]) if len(here) == 1 else "DIR"
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
