"""Every block of code on every page runs, and every command that a page names exists, with its options."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from builders import SHARED
from commands import mcmahon, mcmahon_process
from mcmahon.cli import MODULES, added_commands, program
from page_blocks import (
    BEFORE,
    ELSEWHERE,
    FENCE,
    HOLDS,
    INSTEAD,
    NOT_RUN,
    PAGES,
    ROOT,
    Block,
    as_run,
    blocks,
    typed,
    why_not_run,
)  # fmt: skip

#: Pages that run every time; the others are long tests, which the gate runs.
EVERY_TIME = ("README.md", "docs/tutorial.md", "docs/tournament.ipynb", "docs/reference/python.md")
RESEARCH = re.compile(r"\bmcmahon (bench|generate|simulate|tune)\b|mcmahon_bench|PYTHONPATH=tests")
SLOW = re.compile(r"speed\.(strangers|hall|pages|fast_typing|commands)|python -m second\.|library\.ranking")
INSTALLED = bool(added_commands())  # the distribution of research
COMMANDS: Any = typer.main.get_command(program(*MODULES, *added_commands()))


# The commands that a page names: existing ones, with existing options.


def commands_on(name: str) -> Iterator[str]:
    """Those typed in its blocks, and those in its sentences, each from the name of its program on."""
    text = FENCE.sub("", PAGES[name].read_text(encoding="utf-8"))
    lines = [line for block in blocks(name) for line in typed(block)] + re.findall(r"`([^`]+)`", text)
    for part in (part.strip() for line in lines for part in re.split(r" && | \| ", line)):
        if found := re.search(r"^(?:\S*[/\\])?(mcmahon .*)|(?:^|[ /])python3? -m (\w+\..*)", part):
            yield found[1] or found[2]


def unknown(command: str) -> list[str]:
    """The verb, or the options, that a command has and its program has not."""
    first, *words = shlex.split(command)
    options = {word.partition("=")[0] for word in words if re.match("--?[a-z]", word)}
    if first != "mcmahon":
        room, *path = first.split(".")
        place = ROOT.joinpath({"mcmahon_bench": "bench", "second": "tests/second"}.get(room, room), *path)
        files = list(place.glob("*.py")) or [place.with_suffix(".py")]
        text = "".join(file.read_text(encoding="utf-8") for file in files)
        return [option for option in options if f'"{option}"' not in text]
    at = COMMANDS
    for word in words[words[:1] == ["help"] :]:
        if not hasattr(at, "commands") or not re.match("[a-z]", word):
            break
        if word not in at.commands:
            return [word]
        at = at.commands[word]
    known = {option for one in at.params for option in (*one.opts, *one.secondary_opts)} | {"--help", "--version"}
    return sorted(options - known)


@pytest.mark.parametrize("name", PAGES)
def test_the_commands_on_a_page_exist_with_their_options(name: str) -> None:
    commands = [one for one in commands_on(name) if INSTALLED or not RESEARCH.search(one)]
    assert {command: wrong for command in commands if (wrong := unknown(command))} == {}


# The blocks.


@pytest.mark.parametrize("name", PAGES)
def test_each_block_names_a_language_and_can_be_read_as_it(name: str) -> None:
    """No block is one by its indentation alone: such a block names none."""
    for block in blocks(name):
        assert block.language in ("console", "sh", "python", "json", "toml", "math", "text"), block
        {"json": json.loads, "toml": tomllib.loads}.get(block.language, str)(block.text)
    text = FENCE.sub("", PAGES[name].read_text(encoding="utf-8"))
    assert name.endswith(".ipynb") or re.findall(r"\n\n {4,}\S.*", text) == []


def test_few_lines_do_not_run_and_none_is_changed_that_no_page_has() -> None:
    shown = [block for name in PAGES if name not in ELSEWHERE for block in blocks(name)]
    lines = [line for block in shown for line in typed(block)]
    assert len([line for line in lines if why_not_run(line)]) <= 15
    assert [pattern for pattern in NOT_RUN if not any(re.search(pattern, line) for line in lines)] == []
    assert [part for part in INSTEAD if not any(part in block.text for block in shown)] == []
    elsewhere = set(ELSEWHERE.values())
    assert len(elsewhere) <= 6
    assert all((ROOT / test).is_file() for test in elsewhere)


def pages_to_run() -> Iterator[Any]:
    for name in PAGES:
        run = [block for block in blocks(name) if block.language in ("console", "sh", "python")]
        marks = [pytest.mark.slow] if name in EVERY_TIME else [pytest.mark.slow, pytest.mark.long]
        if not INSTALLED and any(RESEARCH.search(block.text) for block in run):
            marks.append(pytest.mark.skip(reason="mcmahon-bench is not installed"))
        if run and name not in ELSEWHERE:
            yield pytest.param(name, id=name, marks=marks)


@pytest.mark.parametrize("name", [*pages_to_run()])
def test_the_blocks_of_a_page_run(name: str, full: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From top to bottom in one folder; no line fails, and what a session shows is what is printed.

    Lines that measure halls, pages, typing and whole commands take half of the time of their page: `--full` runs them.
    """
    lay_out(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("MPLBACKEND", "Agg")  # pictures are drawn in memory
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made: dict[str, Any] = {}
    if name == "README.md":
        run_line("git init -q && git add -A && git -c user.name=me -c user.email=me@here commit -qm clone")
    if name in BEFORE:
        run_line(BEFORE[name])
    for block in blocks(name):
        if block.language == "python":
            exec(compile(as_run(block.text), f"{name}, block in line {block.line}", "exec"), made)
        elif block.language == "console":
            run_session(block, process=name == "README.md")
        for line in typed(block) if block.language == "sh" else ():
            if not why_not_run(line) and (SHARED.is_dir() or "FOLDER" not in line) and (full or not SLOW.search(line)):
                run_line(as_run(line))
    assert [claim for claim in HOLDS.get(name, ()) if not eval(claim, made)] == []
    if name == "README.md":  # a clone is as clean as before
        assert subprocess.check_output(["git", "status", "--porcelain"], text=True) == ""


def lay_out(home: Path) -> None:
    """What pages name as if they were read in a clone, with two of the real tournaments where these are."""
    shutil.copytree(ROOT / "instances", home / "instances")
    shutil.copy(ROOT / ".gitignore", home)
    (home / "fields").mkdir()
    for folder in ("tests", "solver"):
        (home / folder).symlink_to(ROOT / folder)
    for folder in ("tournaments", "opengotha") if SHARED.is_dir() else ():
        (home / "real" / folder).mkdir(parents=True)
        for tournament in ("winterthur2019", "frioul2018"):
            shutil.copy(SHARED / folder / f"{tournament}.json", home / "real" / folder)


def run_line(line: str) -> None:
    """Run a line of a shell; a desk is ended as soon as it is open."""
    if "mcmahon desk" in line:
        with subprocess.Popen(shlex.split(line), stdout=subprocess.PIPE, text=True) as desk:
            assert desk.stdout
            assert desk.stdout.readline().startswith("http://127.0.0.1:")
            desk.send_signal(signal.SIGINT)
            assert desk.wait(60) in (0, 130)  # 130 if it has not begun to serve
        return
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


def run_session(block: Block, process: bool) -> None:
    """Compare what a block shows below each `$ mcmahon …` with what is printed. `$ cat` shows a file to make.

    A line may end in `…`; alone that stands for any lines. Times are not compared.
    """
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, *shown = part.splitlines()
        if command.startswith("cat "):
            Path(command.removeprefix("cat ")).write_text("\n".join(shown) + "\n", encoding="utf-8")
            continue
        codes = (0, 1, 2) if set(shown) - {"…"} else (0,)  # an answer of no, or an error, is shown
        output = ""
        for words in map(shlex.split, command.split(" && ")):
            assert words[0] == "mcmahon"
            run = mcmahon_process if process else mcmahon
            own = {**os.environ}  # without the COLUMNS that the terminal's library sets for processes
            done = run(*words[1:], cwd=Path.cwd(), env=own, code=codes)
            output += done.stdout + done.stderr
        for line in shown:
            wanted = line.removesuffix("…").rstrip()
            if wanted and " s solving" not in wanted:
                found = any(real.startswith(wanted) for real in output.splitlines())
                assert found, f"{command}: no line {wanted!r}:\n{output}"
