"""The reference pages are what the code makes of them, and name everything there is."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from commands import mcmahon
from mcmahon.cli import MODULES, program
from mcmahon.cli.output import name_folder
from mcmahon.desk.failures import failure_kind
from mcmahon.model import errors
from mcmahon.model.errors import McMahonError

from tools.reference.exit_codes import MEANINGS
from tools.reference.pages import FOLDER, made

PAGES = made()


@pytest.fixture(autouse=True)
def _no_folder_named() -> Iterator[None]:
    """The parser of a command keeps its folder for hints."""
    yield
    name_folder(None)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_the_code_makes_of_it(name: str) -> None:
    """To write them anew: python -m tools.reference."""
    assert (FOLDER / name).read_text(encoding="utf-8") == PAGES[name]


def test_every_error_ends_in_a_code_of_the_page() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, McMahonError)]
    assert len(kinds) > 8
    assert {failure_kind(kind).exit_code for kind in kinds} <= set(MEANINGS)


def commands() -> dict[str, Any]:
    """Every command by its words: `pair`, `bench export`."""
    whole: Any = typer.main.get_command(program(*MODULES))
    found = {}
    for name, command in whole.commands.items():
        subs = getattr(command, "commands", {})
        found |= {f"{name} {sub}": one for sub, one in subs.items()} or {name: command}
    return found


COMMANDS = commands()


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_and_option_is_on_the_page(words: str) -> None:
    section = PAGES["commands.md"].split(f"### mcmahon {words}\n")[1].split("\n### ")[0]
    options = [
        o for p in COMMANDS[words].params if p.param_type_name == "option" for o in p.opts if o not in ("--help", "-h")
    ]
    assert [option for option in options if f"`{option}" not in section and f" {option}" not in section] == []
    assert [line for line in examples(words) if line not in section] == []


@pytest.mark.parametrize("words", COMMANDS)
def test_every_argument_and_every_option_with_a_value_names_the_value(words: str) -> None:
    """Help then reads the same with every version of the library: `--seconds SECONDS`, not `<float range>`."""
    named = [p for p in COMMANDS[words].params if p.param_type_name == "argument" or not p.is_flag]
    assert [p.name for p in named if not p.metavar or not re.fullmatch(r"[A-Z][A-Z0-9 :=|]*", p.metavar)] == []


@pytest.mark.parametrize("words", COMMANDS)
def test_the_examples_of_a_command_can_be_typed(words: str) -> None:
    """One or two lines, whole in the help of a phone; the command's own parser takes them."""
    lines = examples(words)
    assert 1 <= len(lines) <= 2
    shown = mcmahon("help", *words.split(), env={**os.environ, "COLUMNS": "48"}).stdout
    for line in lines:
        assert f"    {line}\n" in shown
        assert len(line) <= 44
        program, *typed = shlex.split(line)
        assert program == "mcmahon"
        assert typed[: len(words.split())] == words.split()
        COMMANDS[words].make_context(words, typed[len(words.split()) :])


def examples(words: str) -> list[str]:
    """The lines at the end of a command's help."""
    return [line.strip() for line in (COMMANDS[words].epilog or "").splitlines() if line.startswith("  mcmahon ")]


def test_the_list_of_commands_ends_with_where_its_words_are_explained() -> None:
    last = " ".join(mcmahon("help").stdout.split("\n\n")[-1].split())
    places = re.findall(r"docs/\S+[^.,\s]", last)
    assert places == ["docs/glossary.md", "docs/reference/"]
    assert all((FOLDER.parent.parent / place).exists() for place in places)
