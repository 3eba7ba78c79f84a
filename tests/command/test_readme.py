"""README and the documentation: every block of commands is run, every line looked for, every link followed."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from commands import mcmahon, mcmahon_process
from mcmahon import Director

from .test_command_line import INSTANCES, ROOT

README = ROOT / "README.md"
PYTHON = ROOT / "docs" / "reference" / "python.md"
DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [README, ROOT / "bench" / "README.md", *DOCS]
LINKING = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "bench" / "studies").glob("*.md"))]
PICTURES = sorted(path for path in (ROOT / "docs").rglob("*") if path.suffix in (".png", ".jpg", ".svg"))
KINDS = {"installing.md", "tutorial.md", "glossary.md", "security.md", "howto", "reference", "explanation"}
Commands = list[tuple[str, list[str]]]


def shown(page: Path) -> Commands:
    """The commands of all blocks that begin with `$ mcmahon` or `$ cat`, each with the lines shown below it."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n(\$ (?:mcmahon|cat) .*?)^```$", text, re.MULTILINE | re.DOTALL)
    parts = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(part.split("\n")[0], part.split("\n")[1:-1]) for part in parts]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


EVERY_TIME = ("README.md", "docs/tutorial.md")  # the other pages are run by the gate
#: Commands of the research distribution: pages that show one are looked at where it is installed.
RESEARCH = {"bench", "generate", "simulate", "tune"}
INSTALLED = bool(entry_points(group="mcmahon.commands"))
ALL = [
    pytest.param(page, id=name_of(page), marks=() if name_of(page) in EVERY_TIME else pytest.mark.long)
    for page in PAGES
    if shown(page) and (INSTALLED or not RESEARCH & {command.split()[1] for command, _ in shown(page)})
]


def run(line: str, home: Path, process: bool, codes: tuple[int, ...]) -> str:
    """The output of a command line, both streams; only `mcmahon … && mcmahon …`."""
    output = ""
    for command in line.split(" && "):
        program, *words = shlex.split(command)
        assert program == "mcmahon"
        env = {**os.environ, "PYTHONPATH": ""}
        done = (mcmahon_process if process else mcmahon)(*words, cwd=home, env=env, code=codes)
        assert "Traceback" not in done.stderr
        assert done.returncode in codes, done.stderr
        output += done.stdout + done.stderr
    return output


@pytest.mark.slow
@pytest.mark.parametrize("page", ALL)
def test_the_output_shown_is_real(page: Path, tmp_path: Path) -> None:
    """All commands of a page run in one folder, from top to bottom; the README's are processes of their own.

    A line may end in `…`; alone that stands for any lines. Times are not compared. `cat` shows a file to make.
    """
    shutil.copytree(INSTANCES, tmp_path / "instances")
    (tmp_path / "fields").mkdir()
    for command, wanted_lines in shown(page):
        if command.startswith("cat "):
            (tmp_path / command.removeprefix("cat ")).write_text("\n".join(wanted_lines) + "\n", encoding="utf-8")
            continue
        codes = (0, 1, 2) if set(wanted_lines) - {"…"} else (0,)  # an answer of no, or an error, is shown
        lines = run(command, tmp_path, page == README, codes).splitlines()
        for line in wanted_lines:
            wanted = line.removesuffix("…").rstrip()
            if wanted and " s solving" not in wanted:
                assert any(real.startswith(wanted) for real in lines), f"{command}: no line {wanted!r} in {lines}"


def test_every_question_of_the_desk_is_shown() -> None:
    commands = {command.split()[1] for page in PAGES for command, _ in shown(page)}
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


@pytest.mark.slow
def test_the_python_example_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A whole tournament on the page about Python, three rounds, all played; then the lines of the README."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(INSTANCES / "congress60", tmp_path / "instances" / "congress60")
    made: dict[str, Any] = {}
    for page in (PYTHON, README):
        (code,) = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        exec(code, made)
    assert made["drawn_again"].cost == made["drawn"].pairing.cost
    assert made["drawn"].pairing.cost == made["drawn"].pairing.bound
    assert not made["mcmahon"].check(made["drawn"].tournament)
    verdicts = made["spring"].check()
    assert verdicts.table["legal"].tolist() == [True] * 3
    assert not made["spring"].standings().provisional
    assert {"standings.csv", "spring"} <= {path.name for path in tmp_path.iterdir()}


def test_the_page_about_python_has_every_method() -> None:
    """Each public method with its own line, and no line of one that is not there."""
    text = PYTHON.read_text(encoding="utf-8")
    shown = re.findall(r"^\| `(\w+)\(", text, re.MULTILINE)
    director = [name for name in dir(Director) if not name.startswith("_") and callable(getattr(Director, name))]
    assert sorted(shown) == sorted(director)
