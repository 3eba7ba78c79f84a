"""The threat model: every line of it names tests that there are, and every test of threats has a line."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]


def names_of_tests(*names: str) -> set[str]:
    files = [Path(__file__).with_name(name) for name in names] or [
        *Path(__file__).parent.glob("test_*.py"),
        ROOT / "tests" / "io" / "test_sheets.py",
        ROOT / "tests" / "io" / "test_copies.py",
        ROOT / "tests" / "web" / "test_desk_pages.py",
        ROOT / "tests" / "desk" / "test_anonymous.py",
        ROOT / "tests" / "desk" / "test_hall_links.py",
    ]
    return {name for file in files for name in re.findall(r"^def (test_\w+)", file.read_text(), re.MULTILINE)}


def test_every_line_of_the_threat_model_has_its_test() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8").partition("## The lines")[2]
    lines = [line for line in text.splitlines() if line.startswith("| ") and "| attack |" not in line]
    assert len(lines) > 30
    named = [re.findall(r"`(test_\w+)`", line) for line in lines]
    assert all(named), lines[[bool(one) for one in named].index(False)]
    assert {name for own in named for name in own} <= names_of_tests()


def test_every_test_of_a_threat_has_its_line() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    beside = {"test_a_draft_has_no_slips_and_its_boards_no_links"}  # a draft's board is no board of the round yet
    assert {name for name in names_of_tests("test_threats.py") if f"`{name}`" not in text} == beside
