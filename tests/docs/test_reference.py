"""The reference pages are what the code makes of them, and name everything there is."""

from __future__ import annotations

from typing import Any

import pytest
import typer
from mcmahon.cli import app
from mcmahon.docs.reference.columns import REGISTRATIONS, RESULTS
from mcmahon.docs.reference.exit_codes import MEANINGS
from mcmahon.docs.reference.pages import FOLDER, made
from mcmahon.io import results
from mcmahon.io.registrations import columns
from mcmahon.model import errors
from mcmahon.model.errors import McMahonError

PAGES = made()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_the_code_makes_of_it(name: str) -> None:
    """To write them anew: python -m mcmahon.docs.reference."""
    assert (FOLDER / name).read_text(encoding="utf-8") == PAGES[name]


def test_every_column_has_a_meaning_and_no_meaning_is_left_over() -> None:
    assert list(REGISTRATIONS) == list(columns.TITLES)
    assert list(RESULTS) == list(results.TITLES)


def test_every_error_ends_in_a_code_of_the_page() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, McMahonError)]
    assert len(kinds) > 8
    assert {kind.exit_code for kind in kinds} <= set(MEANINGS)


def test_every_command_and_option_is_on_the_page() -> None:
    whole: Any = typer.main.get_command(app)
    for name, command in whole.commands.items():
        for words, one in [(f"{name} {sub}", c) for sub, c in getattr(command, "commands", {}).items()] or [
            (name, command)
        ]:
            section = PAGES["commands.md"].split(f"### mcmahon {words}\n")[1].split("\n### ")[0]
            options = [
                o for p in one.params if p.param_type_name == "option" for o in p.opts if o not in ("--help", "-h")
            ]
            assert [option for option in options if f"`{option}" not in section and f" {option}" not in section] == []
