"""The page of commands: each with its arguments, options, defaults and examples, as `mcmahon help` has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer
from mcmahon.cli import SECTIONS, program

from .markdown import code, page, table

ABOUT = """`mcmahon help` lists all commands, `mcmahon help pair` shows one. DIR is a tournament's folder; inside one
you can leave it out. PLAYER is an id, a name, or the beginning of a name that only one player has. Every command that
changes a folder is a step that `mcmahon undo` takes back. The [glossary](../glossary.md) explains the words."""


def commands_page() -> str:
    """The page, in the order of `mcmahon help`."""
    parts = []
    for title, files in SECTIONS.items():
        parts += [f"## {title}", *command_parts(program(*(name for names in files.values() for name in names)))]
    return page("Commands", ABOUT, *parts)


def command_parts(commands: typer.Typer) -> list[str]:
    """The same of these commands alone."""
    whole: Any = typer.main.get_command(commands)
    return [part for name, command in whole.commands.items() for part in _parts(name, command)]


def _parts(name: str, command: Any) -> list[str]:
    return [_command(words, one) for words, one in _with_subcommands(f"mcmahon {name}", command)]


def _with_subcommands(words: str, command: Any) -> Iterator[tuple[str, Any]]:
    if hasattr(command, "commands"):
        for name, one in command.commands.items():
            yield from _with_subcommands(f"{words} {name}", one)
    else:
        yield words, command


def _command(words: str, command: Any) -> str:
    parts = [f"### {words}", " ".join((command.help or "").split())]
    named = [p for p in command.params if p.param_type_name == "argument"]
    usage = " ".join([words, *(_argument(p) for p in named), "[options]"])
    parts.append(f"```text\n{usage}\n```")
    rows = [[code(_name(p)), p.help or "", _default(p)] for p in command.params if "--help" not in p.opts]
    if rows:
        parts.append(table(["", "meaning", "default"], rows))
    if command.epilog:
        title, *lines = command.epilog.removeprefix("\b\n").splitlines()
        parts.append("\n".join([title, "", "```sh", *(line.strip() for line in lines), "```"]))
    return "\n\n".join(parts)


def _argument(param: Any) -> str:
    return _argument_name(param) if param.required else f"[{_argument_name(param)}]"


def _argument_name(param: Any) -> str:
    return f"{param.metavar}{'...' if param.nargs == -1 else ''}"


def _name(param: Any) -> str:
    if param.param_type_name == "argument":
        return _argument_name(param)
    value = "" if param.is_flag else f" {param.metavar}"
    return ", ".join(sorted(param.opts, key=len)) + value


def _default(param: Any) -> str:
    """The value without the option; nothing for a flag that is off, or if help shows none."""
    default = param.default() if callable(param.default) else param.default
    if not param.show_default or default is None or default is False or default in ("", (), []):
        return "" if not getattr(param, "required", False) else "required"
    return code(str(default))
