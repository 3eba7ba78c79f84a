"""README and the pages beside it show real output: every block of commands is run, and every line looked for."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from commands import mcmahon, mcmahon_process
from mcmahon import Director

from .test_command_line import INSTANCES, ROOT

DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "bench" / "README.md", *DOCS]
Block = list[tuple[str, list[str]]]


def blocks(page: Path) -> list[Block]:
    """The blocks that begin with `$ mcmahon` or `$ cat`: commands with the lines shown below each."""
    found = []
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^```\n(\$ (?:mcmahon|cat) .*?)^```$", text, re.MULTILINE | re.DOTALL):
        parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
        found.append([(part.split("\n")[0], part.split("\n")[1:-1]) for part in parts])
    return found


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


LONG = ("docs/tuning.md", "bench/README.md")  # pages whose commands take seconds
ALL = [
    pytest.param(
        block,
        page is PAGES[0],
        id=f"{name_of(page)}: {block[0][0][:40]}",
        marks=pytest.mark.long if name_of(page) in LONG else (),
    )
    for page in PAGES
    for block in blocks(page)
]


def run(line: str, home: Path, process: bool) -> str:
    """The output of a command line, both streams; only `mcmahon … && mcmahon …`."""
    output = ""
    for command in line.split(" && "):
        program, *words = shlex.split(command)
        assert program == "mcmahon"
        env = {**os.environ, "PYTHONPATH": ""}
        done = (mcmahon_process if process else mcmahon)(*words, cwd=home, env=env, code=(0, 1))
        assert "Traceback" not in done.stderr
        assert done.returncode in (0, 1), done.stderr
        output += done.stdout + done.stderr
    return output


@pytest.mark.slow
@pytest.mark.parametrize(("block", "process"), ALL)
def test_the_output_shown_is_real(block: Block, process: bool, tmp_path: Path) -> None:
    """The README's commands are processes of their own.

    A line may end in `…`; alone that stands for any lines. Times are not compared. `cat` shows a file to make.
    """
    shutil.copytree(INSTANCES, tmp_path / "instances")
    (tmp_path / "fields").mkdir()
    for command, shown in block:
        if command.startswith("cat "):
            (tmp_path / command.removeprefix("cat ")).write_text("\n".join(shown) + "\n", encoding="utf-8")
            continue
        lines = run(command, tmp_path, process).splitlines()
        for line in shown:
            wanted = line.removesuffix("…").rstrip()
            if wanted and " s of them solving" not in wanted:
                assert any(real.startswith(wanted) for real in lines), f"{command}: no line {wanted!r} in {lines}"


def test_every_question_of_the_desk_is_shown() -> None:
    commands = {command.split()[1] for page in PAGES for block in blocks(page) for command, _ in block}
    assert {"explain", "alternatives", "repair", "swap", "what-if", "sensitivity", "pareto", "tune", "pair"} <= commands


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    """To a file that is there, and to a heading that the file has."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        name, _, heading = target.partition("#")
        file = (page.parent / name) if name else page
        assert file.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles], target


def test_the_readme_fits_and_links_every_page() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 210
    assert all(f"(docs/{page.name})" in text for page in DOCS)


def test_the_python_example_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A whole tournament: three rounds, all played, and what is made of it."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(INSTANCES / "congress60", tmp_path / "instances" / "congress60")
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGES[0].read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    made: dict[str, Any] = {}
    exec(code, made)
    assert made["drawn"].pairing.cost == made["drawn"].pairing.bound
    assert not made["mcmahon"].check(made["drawn"].tournament)
    verdicts = made["spring"].check()
    assert verdicts["legal"].tolist() == [True] * 3
    assert not made["spring"].standings().attrs["provisional"]
    assert {"standings.csv", "spring"} <= {path.name for path in tmp_path.iterdir()}


def test_the_page_about_python_has_every_method() -> None:
    """Each public method with its own line, and no line of one that is not there."""
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| `(\w+)\(", text, re.MULTILINE)
    director = [name for name in dir(Director) if not name.startswith("_") and callable(getattr(Director, name))]
    assert sorted(shown) == sorted(director)
