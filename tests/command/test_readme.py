"""README and the documentation: every link followed, every picture shown, each page of its kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mcmahon import Director

from .test_command_line import ROOT

README = ROOT / "README.md"
PYTHON = ROOT / "docs" / "reference" / "python.md"
DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [README, ROOT / "bench" / "README.md", *DOCS]
LINKING = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "bench" / "studies").glob("*.md"))]
PICTURES = sorted(path for path in (ROOT / "docs").rglob("*") if path.suffix in (".png", ".jpg", ".svg"))
KINDS = {"installing.md", "tutorial.md", "glossary.md", "security.md", "howto", "reference", "explanation"}


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def test_every_question_of_the_desk_is_shown() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    commands = set(re.findall(r"^\$ mcmahon (\S+)", text, re.MULTILINE))
    assert {"explain", "alternatives", "repair", "swap", "what-if", "sensitivity", "pareto", "tune", "pair"} <= commands


def links(page: Path) -> list[str]:
    """What a page links to or shows, outside its blocks of code."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"\]\(([^)\s]+)\)", text)


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them; of headings of the same text the second has `-1`, and so on."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found: list[str] = []
    for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        found.append(re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-"))
    return {name + (f"-{found[:k].count(name)}" if name in found[:k] else "") for k, name in enumerate(found)}


@pytest.mark.parametrize("page", LINKING, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    """To a file of the project that is there, and to a heading that the file has."""
    for target in links(page):
        assert not re.match(r"[a-z]+:|/", target), f"{target} is not relative"
        name, _, heading = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.is_file(), target
        assert file.is_relative_to(ROOT), target
        assert not heading or heading in anchors(file), target


NAMED = re.compile(r"`((?:model|solver|io|desk|cli|bench|tests|docs|tools|instances)/[\w/.-]*)`")


@pytest.mark.parametrize("page", LINKING, ids=name_of)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    """`NAME` stands for a name; a path without an ending, as tables of figures have, is left alone."""
    named = [name for name in NAMED.findall(page.read_text(encoding="utf-8")) if "NAME" not in name]
    assert [name for name in named if name.endswith(("/", ".py", ".md", ".csv")) and not (ROOT / name).exists()] == []


def test_the_readme_is_short_and_links_every_page() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 134
    assert {f"docs/{page.relative_to(ROOT / 'docs').as_posix()}" for page in DOCS} <= set(links(README))


def test_the_documentation_has_four_kinds_of_pages() -> None:
    """A tutorial, and a folder each of how-to, reference and explanation; beside them glossary and security."""
    assert {page.relative_to(ROOT / "docs").parts[0] for page in DOCS} == KINDS


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "howto").glob("*.md")), ids=name_of)
def test_a_how_to_page_is_one_short_task(page: Path) -> None:
    """Without examples of code, which are whole functions."""
    text = re.sub(r"^```python.*?^```\n\n", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert text.startswith("# ")
    assert len(text.splitlines()) <= 100


def test_pictures_are_small_and_shown() -> None:
    used = {(page.parent / target).resolve() for page in PAGES for target in links(page)}
    assert PICTURES
    for picture in PICTURES:
        assert picture.parent == ROOT / "docs" / "pictures"
        assert picture.stat().st_size < 120_000, picture
        assert picture in used, f"no page shows {picture}"


def test_the_page_about_python_has_every_method() -> None:
    """Each public method with its own line, and no line of one that is not there."""
    text = PYTHON.read_text(encoding="utf-8")
    shown = re.findall(r"^\| `(\w+)\(", text, re.MULTILINE)
    director = [name for name in dir(Director) if not name.startswith("_") and callable(getattr(Director, name))]
    assert sorted(shown) == sorted(director)
