"""The list of all commands, by what they are about; and the folder that may be left out inside a tournament's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from typer.core import TyperGroup

from .common import DIR_HELP

SECTIONS = {
    "The tournament": ("entries", "tables", "files"),
    "Players": ("players", "ratings"),
    "Rounds": ("draw", "rounds"),
    "Why, what else, how to mend it": ("desk", "repair"),
    "Weights": ("tuning",),
    "Steps, and this installation": ("steps", "doctor"),
    "Research": ("research", "bench"),
}


class InFolder(TyperGroup):
    """Commands of which, in a tournament folder, those that begin with DIR mean that folder where none is named."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """The command that is called, with its arguments."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command, _with_folder(command, rest)


class Listed(InFolder):
    """All commands, listed in sections."""

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


def _with_folder(command: Any, args: list[str]) -> list[str]:
    """The arguments, with this folder before them where a tournament is in it and no other folder is named."""
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    if not arguments or arguments[0].help != DIR_HELP or not Path("tournament.toml").is_file():
        return args
    first = _first_word(command, args)
    return args if first and Path(first).is_dir() else [".", *args]


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
