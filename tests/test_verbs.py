"""One list of verbs: what one face can do, all three can, and with the same fields."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any, get_origin

import msgspec
import pytest
import typer
from mcmahon.api import Director
from mcmahon.cli import MODULES, program
from mcmahon.cli.request_options import option_of
from mcmahon.desk.all_verbs import VERBS
from mcmahon.desk.verb import Request, RequestField, Verb, fields_of, read_sent
from mcmahon.model.errors import InputError
from mcmahon.web.json.openapi import description
from mcmahon.web.json.operations import OPERATIONS

ROOT = Path(__file__).resolve().parent.parent
#: Methods that are not called as the command of the verb, by the request.
METHODS = {
    "Change": "begin_by_hand", "EndByHand": "end_by_hand", "Draw": "pair", "RemoveCupRequest": "remove_cup",
    "DecideRequest": "decide",
}  # fmt: skip
#: Arguments of methods that are not called as the field, by the request and the field.
ARGUMENTS = {
    ("LineUp", "who"): "team",
    ("Absent", "rounds"): "missed",
    ("EnterResults", "results"): "result",  # and of `results` a table of them
    ("EnterResults", "table"): "table",
    ("ChangeSettings", "values"): "values",
    ("DecideRequest", "name"): "cup",
}
#: Options that are not called as the field, by the request and the field.
OPTIONS = {
    ("Absent", "counts"): "--unexcused",  # and --forfeit
    ("Withdraw", "counts"): "--unexcused",
    ("EnterResults", "table"): "--file",
    ("ChangeSettings", "values"): "assignments",  # Python has values; they are typed as text
    ("CupRequest", "players"): "--player",
    ("CupRequest", "in_rounds"): "--rounds",
    ("DecideRequest", "player"): "--advance",
}


def kind_of(verb: Verb[Any, Any]) -> str:
    return verb.request.__name__


def params(verb: Verb[Any, Any]) -> set[str]:
    """The options of the command of a verb, and the names of its words."""
    command = typer.main.get_command(program(*MODULES)).commands[verb.name]  # type: ignore[attr-defined]
    return {option for one in command.params for option in (one.name, *one.opts)}


def arguments(verb: Verb[Any, Any]) -> set[str]:
    """The arguments of the method of a verb."""
    method = METHODS.get(kind_of(verb), verb.name.replace("-", "_"))
    return set(signature(getattr(Director, method)).parameters)


def keys(verb: Verb[Any, Any]) -> set[str]:
    """The keys of the JSON request of a verb."""
    return set(description()["components"]["schemas"][kind_of(verb)]["properties"])


@pytest.mark.parametrize("verb", VERBS, ids=kind_of)
def test_what_can_be_asked_can_be_asked_by_every_face(verb: Verb[Any, Any]) -> None:
    """A field for `all` is an option, an argument and a key; one for `here` is no key, one for `programs` only that."""
    assert [one.path for one in OPERATIONS if one.takes is verb.request and one.method == "POST"]
    typed, passed, sent = params(verb), arguments(verb), keys(verb)
    for field in fields_of(verb.request):
        place = kind_of(verb), field.name
        option, argument = OPTIONS.get(place, option_of(field.name)), ARGUMENTS.get(place, field.name)
        own = field.to in ("all", "here")
        assert not own or {option, field.name} & typed, f"no option for {place}"
        assert not own or {argument, argument.replace("round", "number")} & passed, f"no argument for {place}"
        assert (field.name in sent) == (field.to in ("all", "programs")), f"as a key of JSON: {place}"


def other(field: RequestField) -> object:
    """A value of a field that is not its default, as a program would send it."""
    if isinstance(field.default, bool):
        return not field.default
    return ["x"] if isinstance(field.default, tuple) else {"x": 1} if isinstance(field.default, dict) else "x"


@pytest.mark.parametrize("verb", VERBS, ids=kind_of)
def test_a_program_sends_no_field_that_is_not_for_it(verb: Verb[Any, Any]) -> None:
    """A path would let it read or write any file of this machine."""
    fields = fields_of(verb.request)
    needed = {one.name: [] if get_origin(one.kind) is tuple else "x" for one in fields if one.required}
    for field in fields:
        if field.to in ("here", "face"):
            with pytest.raises(InputError, match=f"unknown field {field.name}"):
                read_sent(msgspec.json.encode({**needed, field.name: other(field)}), verb.request)


def requests(kind: type[Request] = Request) -> Iterator[type[Request]]:
    """All requests of the desk."""
    for one in kind.__subclasses__():
        if one.__module__.startswith("mcmahon.desk."):
            yield one
            yield from requests(one)


def made_in(file: Path, names: set[tuple[str, str]]) -> Iterator[tuple[int, str]]:
    """Where a file makes a request of these modules and names by itself."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    lines = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    known = {one.asname or one.name for line in lines for one in line.names if (_last(line.module), one.name) in names}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id in known:
            yield node.lineno, called.id
        if isinstance(called, ast.Attribute) and called.attr in {name for _, name in names}:
            yield node.lineno, called.attr


def _last(module: str | None) -> str:
    return (module or "").rpartition(".")[2]


def test_a_face_makes_requests_by_build_alone() -> None:
    """A struct checks nothing when it is made; `build` does, and names what is wrong."""
    names = {(_last(one.__module__), one.__name__) for one in requests()}
    assert {("draw_round", "Draw"), ("checking", "Check"), ("what_if", "WhatIf"), ("verb", "Change")} <= names
    files = [path for face in ("api", "cli", "web") for path in sorted((ROOT / face).rglob("*.py"))]
    assert {
        f"{path.relative_to(ROOT)}:{line}: {name}" for path in files for line, name in made_in(path, names)
    } == set()


def test_a_request_made_without_build_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "face.py"
    file.write_text("from ..desk.rounds.draw_round import Draw\nDraw(seed=1)\ndraw_round.Publish()\nbuild(Draw)\n")
    assert [*made_in(file, {("draw_round", "Draw"), ("draw_round", "Publish")})] == [(2, "Draw"), (3, "Publish")]
