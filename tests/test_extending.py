"""The examples of docs/howto/extend.md: each is run as it stands, and the tests that it shows pass.

That of a metric is run by the tests of research (`bench/tests/test_metrics.py`), with the libraries that it needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcmahon.io.formats import formats
from mcmahon.io.registrations.fields import FIELDS
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.placing.tie_breaks import TIE_BREAKS

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "howto" / "extend.md").read_text(encoding="utf-8")
SECTIONS = {text.split("\n")[0]: text for text in PAGE.split("\n## ")[1:]}
OWN = [title for title, text in SECTIONS.items() if "mcmahon_bench" not in text]


def lists() -> tuple[dict[str, Any], ...]:
    """The lists of today; that of formats is made anew where a test has asked for others."""
    return formats(), CRITERIA, TIE_BREAKS, FIELDS


@pytest.fixture
def _lists_as_they_were() -> Iterator[None]:
    before = [dict(names) for names in lists()]
    yield
    for names, old in zip(lists(), before, strict=True):
        names.clear()
        names.update(old)


@pytest.mark.usefixtures("_lists_as_they_were")
@pytest.mark.parametrize("title", OWN)
def test_an_example_works_as_it_stands(title: str) -> None:
    lengths = [len(names) for names in lists()]
    (code,) = re.findall(r"^```python\n(.*?)^```$", SECTIONS[title], re.MULTILINE | re.DOTALL)
    made: dict[str, object] = {"__name__": "example"}
    exec(compile(code, title, "exec"), made)
    tests = [thing for name, thing in made.items() if name.startswith("test_") and callable(thing)]
    assert tests
    for test in tests:
        test()
    assert sum(len(names) for names in lists()) == sum(lengths) + 1


def test_one_example_is_of_research() -> None:
    assert len(OWN) == len(SECTIONS) - 1 == 4


@pytest.mark.slow
@pytest.mark.parametrize("title", SECTIONS)
def test_every_file_it_names_is_there(title: str) -> None:
    names = re.findall(r"`([\w/.*]+\.(?:py|md|toml)|\.ci/run)`", SECTIONS[title])
    assert names
    for name in names:
        if "NAME" not in name:
            assert list(ROOT.glob(name)) or list(ROOT.glob(f"**/tests/**/{name}")), name


@pytest.mark.parametrize("title", SECTIONS)
def test_an_example_is_in_the_style_of_the_house(title: str) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", SECTIONS[title], re.MULTILINE | re.DOTALL)
    assert max(map(len, code.splitlines())) <= 120
