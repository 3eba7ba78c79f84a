"""The README shows real output: every block of commands is run, and every line it shows is looked for."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .test_command_line import INSTANCES, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks() -> list[list[tuple[str, list[str]]]]:
    """The blocks that begin with `$ mcmahon`: commands with the lines shown below each."""
    found = []
    for text in re.findall(r"^```\n(\$ mcmahon.*?)^```$", README, re.MULTILINE | re.DOTALL):
        parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
        found.append([(part.split("\n")[0], part.split("\n")[1:]) for part in parts])
    return found


def run(line: str, home: Path) -> str:
    """The output of a command line, both streams; only `mcmahon … && mcmahon …`."""
    output = ""
    for command in line.split(" && "):
        words = shlex.split(command)
        assert words[0] == "mcmahon"
        own = [sys.executable, "-m", *words]
        env = {**os.environ, "PYTHONPATH": ""}
        done = subprocess.run(own, capture_output=True, text=True, encoding="utf-8", cwd=home, check=False, env=env)
        assert "Traceback" not in done.stderr
        assert done.returncode in (0, 1)
        output += done.stdout + done.stderr
    return output


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block[0][0][:40])
def test_the_output_shown_is_real(block: list[tuple[str, list[str]]], tmp_path: Path) -> None:
    """A line may end in `…`, and such a line alone stands for any; times are not compared."""
    shutil.copytree(INSTANCES, tmp_path / "instances")
    (tmp_path / "fields").mkdir()
    for command, shown in block:
        lines = run(command, tmp_path).splitlines()
        for line in shown:
            wanted = line.removesuffix("…").rstrip()
            if wanted and " s of them solving" not in wanted:
                assert any(real.startswith(wanted) for real in lines), f"{command}: no line {wanted!r}"


def test_every_question_of_the_desk_is_shown() -> None:
    commands = {command.split()[1] for block in blocks() for command, _ in block}
    assert {"explain", "alternatives", "repair", "swap", "what-if", "sensitivity", "pareto", "tune", "pair"} <= commands
