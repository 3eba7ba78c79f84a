"""The list of all commands in sections, and the DIR argument that can be left out inside a tournament folder."""

from __future__ import annotations

import inspect
import shutil
from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain
from pathlib import Path
from textwrap import fill
from typing import Any

import typer
from typer.models import CommandInfo

from ..model.errors import InputError
from .output import fold, quoted
from .request_options import DIR_HELP, FILE_HELP

LEAST_HELP = 52  # columns that typer needs at least for its help
MOST_NAMED = 6  # tournament folders that an error names
USAGE = "Usage: mcmahon [OPTIONS] COMMAND [ARGS]..."
ABOUT = "Pair Go tournaments by the McMahon system; every round is proven to have the least cost."
MORE = "What the words mean: docs/glossary.md. All options, settings and columns: docs/reference/."
OPTIONS = {
    "--version": "Show the version and exit.",
    "--install-completion": "Install completion for the current shell.",
    "--show-completion": "Show completion for the current shell, to copy it or customize the installation.",
    "-h, --help": "Show this message and exit.",
}
WITHDRAW = "to take out a player: mcmahon withdraw DIR PLAYER; to take back a command: mcmahon undo DIR"
#: Commands that people try, and what does it.
OTHER_WORDS = {
    "delete": WITHDRAW, "remove": WITHDRAW, "bye": "to give a player the bye: mcmahon pair DIR --bye PLAYER",
}  # fmt: skip
RESEARCH = ("generate", "simulate", "tune", "bench")

#: A command, or a group of commands.
Command = CommandInfo | typer.Typer
#: The sections of the list of commands, the files in each, and their commands.
Sections = Mapping[str, Mapping[str, Sequence[str]]]


def named(commands: typer.Typer) -> dict[str, Command]:
    """The commands and groups by name."""
    found: dict[str, Command] = {}
    for command in commands.registered_commands:
        found[str(command.name or getattr(command.callback, "__name__", ""))] = command
    for group in commands.registered_groups:
        if group.typer_instance:
            found |= {str(group.name): group.typer_instance} if group.name else named(group.typer_instance)
    return found


def unknown(name: str, names: Collection[str]) -> InputError:
    """The error that no command has this name, with what people mean by it."""
    if name in RESEARCH:
        get = "to install that, in a clone of the project: pip install ./bench"
        return InputError(f"{name!r} belongs to mcmahon-bench; {get}")
    near = " or ".join(map(repr, get_close_matches(name, names)))
    hint = OTHER_WORDS.get(name) or (f"did you mean {near}?" if near else "`mcmahon -h` lists them")
    return InputError(f"no command is called {name!r}; {hint}")


def narrow() -> dict[str, int]:
    """The width of a terminal with less room than typer takes for its help; nothing of a wider one."""
    columns = shutil.get_terminal_size().columns
    return {"terminal_width": columns} if columns < LEAST_HELP else {}


def list_of_commands(sections: Sections, command_named: Callable[[str], Command] | None) -> str:
    """All commands in sections, each with its full first sentence; without a way to find them only their names."""
    room = narrow().get("terminal_width") or min(shutil.get_terminal_size().columns, 110) - 2
    listed = {title: [*chain(*files.values())] for title, files in sections.items() if any(files.values())}
    if command_named:
        longest = max(map(len, chain(*listed.values())))
        parts = [_section("Options", OPTIONS, room, max(map(len, OPTIONS)))]
        for title, names in listed.items():
            parts.append(_section(title, {name: _sentence(command_named(name)) for name in names}, room, longest))
    else:
        parts = [f"{title}:\n" + fold("  " + "  ".join(names), room) for title, names in listed.items()]
        parts.append(fold("What each does: mcmahon -h; more of one: mcmahon pair -h", room))
    return "\n\n".join([USAGE, _indented(ABOUT, room), *parts, _indented(MORE, room)])


def _section(title: str, rows: Mapping[str, str], room: int, longest: int) -> str:
    texts = (_indented(text, room, f"  {name.ljust(longest)}  ") for name, text in rows.items())
    return "\n".join([f"{title}:", *texts])


def _indented(text: str, room: int, first: str = "  ") -> str:
    return fill(text, room, initial_indent=first, subsequent_indent=" " * len(first))


def _sentence(command: Command) -> str:
    text = command.info.help if isinstance(command, typer.Typer) else inspect.getdoc(command.callback)
    return " ".join(str(text).split("\n\n")[0].split()).partition(". ")[0].removesuffix(".") + "."


def in_folder(program: Any, words: Sequence[str]) -> list[str]:
    """What was typed, with DIR if it was left out inside a tournament folder. Raises InputError."""
    at, command = 0, program
    while inner := getattr(command, "commands", None):
        if at == len(words) or words[at] not in inner:
            return [*words]
        command, at = inner[words[at]], at + 1
    return [*words[:at], *_with_folder(" ".join(["mcmahon", *words[:at]]), CommandWords(command), [*words[at:]])]


class CommandWords:
    """The arguments and options of a command; `with_value`: an option that is no flag, and all its names."""

    def __init__(self, command: Any) -> None:
        self.arguments = [one for one in command.params if one.param_type_name == "argument"]
        valued = [one for one in command.params if one.param_type_name == "option" and not one.is_flag]
        self.with_value: dict[str, list[str]] = {name: one.opts for one in valued for name in one.opts}

    def at(self, args: Sequence[str]) -> list[int]:
        """Where the words are that are neither an option nor the value of one."""
        before = ("", *args)
        return [i for i, word in enumerate(args) if word[:1] != "-" and before[i] not in self.with_value]


def _with_folder(name: str, takes: CommandWords, args: list[str]) -> list[str]:
    """The arguments; without a folder among them the current one comes first, if it is one. Raises InputError."""
    if not takes.arguments or takes.arguments[0].help not in (DIR_HELP, FILE_HELP):
        return args
    first = next((args[i] for i in takes.at(args)), "")
    if Path("tournament.toml").is_file():
        is_file = takes.arguments[0].help == FILE_HELP and Path(first).is_file()
        return _complete(name, takes, args if first and (Path(first).is_dir() or is_file) else [".", *args])
    if not first and not {"-h", "--help"} & set(args):
        from ..model.language import first_few, one_line

        here = sorted(one_line(path.parent.name) for path in Path().glob("*/tournament.toml"))
        some = f"; tournaments here: {first_few(here, MOST_NAMED)}" if len(here) > 1 else ""
        folder = quoted(here[0]) if len(here) == 1 else "DIR"
        raise InputError(
            f"no tournament folder is named, and the current folder is not one; expected {name} {folder}{some}"
        )
    return _complete(name, takes, args)


def _complete(name: str, takes: CommandWords, args: list[str]) -> list[str]:
    """The arguments; a number after the folder may be the round. Raises InputError for a word too many."""
    words, most = takes.at(args), len(takes.arguments)
    if {"-h", "--help"} & set(args) or len(words) <= most or any(one.nargs < 0 for one in takes.arguments):
        return args
    at, first, names = words[most], words[0], takes.with_value.get("--round", [])
    is_round = args[at].isdecimal() and not set(names) & set(args) and len(words) == most + 1
    if names and is_round and most == 1:
        return [*args[:at], "--round", *args[at:]]
    expected = f"expected {name} {' '.join(str(argument.metavar) for argument in takes.arguments)}"
    hint = f"; for the round: --round {args[at]}" if names and is_round else ""
    if args[first] == "." and Path.cwd().name in args:
        hint = "; the current folder is the tournament, so leave its name out"
    raise InputError(f"{args[at]!r} is one word too many; {expected}{hint}")
