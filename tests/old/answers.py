"""What the program promises to other programs and to scripts, in lines that can be compared: one line for one key.

It runs with version 1.0.0, whose answers are kept in `answers.json`, and with the version under test.
`python answers.py FOLDER` prints them; the folder has a copy of club16 as it was then.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import mock

import mcmahon
import mcmahon.cli as command_line
import typer.main
from typer.testing import CliRunner

Answers = dict[str, dict[str, list[str]]]

here: Any = command_line
app = here.app if hasattr(here, "app") else here.program(*here.MODULES)  # of version 1.0.0, or of now

LIST = "10000001 Dungård Nils DE Ulm 4d -- 2412 12\n10000002 Ostpark Zora FR Par 1d -- 2088 3\n"
#: Every documented case of `--json`; the exit code is 0, or 1 if the answer is no.
CASES = (
    "players club",
    "show club",
    "check club --prove",
    "plan club",
    "cup club",
    "groups club",
    "standings club",
    "prizes club",
    "prizes club --why 3",
    "standings club --by club --ratings",
    "standings club --explain 3",
    "pair club --dry-run",
    "explain club 3",
    "explain club 3 11",
    "alternatives club -k 2",
    "by-hand hand --dry-run",
    "repair club --without 5 --dry-run",
    "repair club --without 5 --curve",
    "what-if club --profile balanced",
    "sensitivity club",
    "ratings club list.txt",
    "congress club club",
    "doctor",
)


def answers(home: Path) -> Answers:
    """All of them, by kind and name; the tournament `club` in the folder is worked in."""
    return {
        "json": dict(_json(home)),
        "engine": {"schema": [*dict.fromkeys(_keys(json.loads(_said(home, "engine", "--schema")), words=PROMISED))]},
        "openapi": dict(_openapi()),
        "commands": dict(_commands()),
        "director": dict(_methods()),
        "names": {name: [] for name in mcmahon.__all__},
        "steps": {"of the commands here": _steps(home)},
    }


def _json(home: Path) -> Iterator[tuple[str, list[str]]]:
    _said(home, "pair", "club", "--bye", "9", "--bye", "10", "--two-byes")
    _said(home, "prize", "club", "Main", "--place", "1-2", "--value", "100", "--currency", "EUR")
    _said(home, "cup", "club", "last", "--size", "4", "--first", "5", "--third-place")
    (home / "list.txt").write_text(LIST, encoding="utf-8")
    shutil.copytree(home / "club", home / "hand")
    _said(home, "by-hand", "hand")
    _said(home, "swap", "hand", "3", "5")
    for words in CASES:
        yield words, [*dict.fromkeys(_keys(json.loads(_said(home, *words.split(), "--json"))))]


def _steps(home: Path) -> list[str]:
    lines = _said(home, "log", "club").splitlines()
    return [line[line.index("mcmahon ") :].strip() for line in lines if "mcmahon " in line]


def _said(home: Path, *words: str) -> str:
    with contextlib.chdir(home), mock.patch.object(sys, "argv", ["mcmahon", *words]):  # the journal keeps its words
        done = CliRunner().invoke(app, words)
    if done.exit_code not in (0, 1) or not isinstance(done.exception, SystemExit | None):
        raise RuntimeError(f"{words}: {done.exit_code} {done.output}") from done.exception
    return done.stdout


#: Of a schema, words that say what a value is; its other texts are for people.
PROMISED = ("type", "$ref", "const", "in", "name", "format")


def _keys(value: Any, place: str = "", words: tuple[str, ...] = ()) -> Iterator[str]:
    """Each key with its place: `boards[].white`; with its value if it is one of the words of a schema."""
    if isinstance(value, dict):
        for name, own in value.items():
            here = f"{place}.{name}".lstrip(".")
            if isinstance(own, str) and words:
                yield from [f"{here} = {own}"] if name in words else []
            else:
                yield here
                yield from _keys(own, here, words)
    elif isinstance(value, list):
        for own in value:
            yield from [f"{place}[] = {own}"] if isinstance(own, str) and words else _keys(own, f"{place}[]", words)


def _openapi() -> Iterator[tuple[str, list[str]]]:
    whole = import_module("mcmahon.web.json.openapi").description()
    for path, methods in whole["paths"].items():
        for method, what in methods.items():
            yield f"{method.upper()} {path}", [*dict.fromkeys(_keys(what, words=PROMISED))]
    for name, schema in whole["components"]["schemas"].items():
        yield f"schema {name}", [*dict.fromkeys(_keys(schema, words=PROMISED))]


def _commands() -> Iterator[tuple[str, list[str]]]:
    whole: Any = typer.main.get_command(app)
    for name, command in whole.commands.items():
        inner = {f"{name} {sub}": one for sub, one in getattr(command, "commands", {}).items()} or {name: command}
        for words, one in inner.items():
            yield words, [_parameter(p) for p in one.params if p.name != "help"]


def _parameter(p: Any) -> str:
    if p.param_type_name == "argument":
        return f"{p.metavar}{'' if p.required else '?'}"
    return f"{' '.join(sorted(p.opts))}{'' if p.is_flag else f' {p.metavar}'}"


def _methods() -> Iterator[tuple[str, list[str]]]:
    for name, method in inspect.getmembers(mcmahon.Director, callable):
        if not name.startswith("_"):
            signature = inspect.signature(method)
            yield name, [f"{p.kind.name.lower()} {p}" for p in signature.parameters.values() if p.name != "self"]


if __name__ == "__main__":
    print(json.dumps(answers(Path(sys.argv[1])), indent=1, ensure_ascii=False))
