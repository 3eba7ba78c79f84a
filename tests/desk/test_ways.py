"""A way on is a request: every one that the program can make is one that its verb, or its command, takes."""

from __future__ import annotations

import ast
import shlex
from collections.abc import Mapping
from contextvars import copy_context
from pathlib import Path

import pytest
import typer
from mcmahon.cli import MODULES, program
from mcmahon.cli.way_texts import WORDS, typed_way
from mcmahon.desk.all_verbs import VERBS
from mcmahon.desk.verb import build, fields_of
from mcmahon.model.ways import Way

ROOT = Path(__file__).resolve().parent.parent.parent
COMMANDS = typer.main.get_command(program(*MODULES)).commands  # type: ignore[attr-defined]
OPTIONS = {option for command in COMMANDS.values() for parameter in command.params for option in parameter.opts}
#: What stands for a value that is no constant in the code; "1" for all others.
SAMPLES: Mapping[str, object] = {"assignments": ("rounds=1",), "results": (("1", "1-0"),), "columns": (("id", "1"),)}
#: Options of commands that ask more than one request of the desk.
BESIDE = {"end", "member", "substitute"}


def sample(name: str, node: ast.expr) -> object:
    """The value of a field of a way, as far as it stands in the code."""
    try:
        return ast.literal_eval(node)
    except ValueError:
        return SAMPLES.get(name, "1")


def written() -> dict[str, Way]:
    """Every way that is made below the faces, by its place, without fields that are not always there."""
    found = {}
    for room in ("model", "solver", "io", "desk"):
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Way":
                    verb = node.args[1].value if len(node.args) > 1 and isinstance(node.args[1], ast.Constant) else ""
                    fields = {one.arg: sample(one.arg, one.value) for one in node.keywords if one.arg}
                    found[f"{path.relative_to(ROOT)}:{node.lineno}"] = Way("lead", str(verb), **fields)
    return found


WAYS = written()


def test_many_ways_are_found() -> None:
    assert len(WAYS) > 70
    assert {"", "absent", "pair", "player", "publish-round", "repair", "set"} <= {way.verb for way in WAYS.values()}


@pytest.mark.slow
@pytest.mark.parametrize("place", WAYS)
def test_every_way_is_a_command_or_options_that_can_be_typed(place: str) -> None:
    way = WAYS[place]
    words = shlex.split(typed_way(way))
    if way.verb:
        assert copy_context().run(COMMANDS[way.verb].make_context, way.verb, words[2:])  # it keeps the folder
    else:
        assert {word for word in words if word.startswith("--")} <= OPTIONS
        assert {name for name, _ in way.fields} & WORDS or words[0].startswith("--")


@pytest.mark.parametrize("place", WAYS)
def test_every_way_of_a_verb_is_a_request_of_it(place: str) -> None:
    way = WAYS[place]
    fields = {
        name: dict(value) if name in ("results", "columns") else value
        for name, value in way.fields
        if name not in BESIDE
    }
    kinds = [(verb.request, fields_of(verb.request)) for verb in VERBS if verb.name == way.verb]
    fitting = [
        kind
        for kind, known in kinds
        if {one.name for one in known if one.required} <= {*fields} <= {one.name for one in known}
    ]
    assert bool(fitting) == bool(kinds)
    for kind in fitting:
        asked = build(kind, **fields)
        assert all(getattr(asked, name) for name in fields)
