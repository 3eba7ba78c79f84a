"""A sweep by several processes as its page says it: whatever is killed in the middle, every row is there in the end."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from mcmahon_bench.simulations.results_model import ResultModel
from mcmahon_bench.sweeps.grid_request import GridRequest, grid_of
from mcmahon_bench.sweeps.stored_rows import INPUTS, read_rows
from mcmahon_bench.sweeps.sweep import Run, sweep

PAGE = Path(__file__).resolve().parents[2] / "docs" / "howto" / "sweep-on-a-cluster.md"
GRID = grid_of(GridRequest(engines="ours,slide", players="30", rounds="4", tournaments=50), ResultModel())
ROWS = 2 * 50
#: The command line, with a part for every five rows: the test need not wait for a minute.
COMMAND = (
    "import sys; from mcmahon_bench.sweeps import rows_file; rows_file.ROWS_OF_PART = 5; "
    "from mcmahon.__main__ import main; sys.argv[0] = 'mcmahon'; main()"
)


@dataclass
class Machine:
    """The commands of the page, run in a folder, each as on a machine of its own."""

    folder: Path
    running: list[subprocess.Popen[str]] = field(default_factory=list)

    def start(self, words: Sequence[str]) -> subprocess.Popen[str]:
        """One of the commands."""
        process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, *words],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
        )  # fmt: skip
        self.running.append(process)
        return process

    def parts(self) -> int:
        """How many parts there are."""
        return len([*(self.folder / "rows.parts").glob("*.csv")])

    def lines(self) -> int:
        """How many rows the one file has."""
        path = self.folder / "rows.csv"
        return path.read_bytes().count(b"\n") - 1 if path.exists() else 0


def pull_the_plug(process: subprocess.Popen[str]) -> None:
    """End a process and all that it has started, without a word."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_for(count: Callable[[], int], least: int) -> None:
    """Return as soon as there are so many."""
    end = time.monotonic() + 60
    while count() < least:
        assert time.monotonic() < end, f"{count()} within a minute; expected {least}"
        time.sleep(0.01)


def commands_of_the_page() -> list[list[str]]:
    """The lines of its first block of commands, without `mcmahon` and `wait`."""
    block = re.search(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert block
    lines = [shlex.split(line.removesuffix("&")) for line in block[1].splitlines()]
    return [words[1:] for words in lines if words[0] == "mcmahon"]


def rows_of(path: Path) -> list[tuple[str, ...]]:
    """All rows that are stored, in one order."""
    _, *rows = read_rows(path)
    return sorted(tuple(row.cells) for row in rows)


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    found = Machine(tmp_path)
    yield found
    for process in found.running:
        pull_the_plug(process)


@pytest.mark.full
@pytest.mark.long
def test_two_processes_write_one_folder_and_a_killed_one_loses_no_part(machine: Machine, tmp_path: Path) -> None:
    first, second, report = commands_of_the_page()
    killed, other = machine.start(first), machine.start(second)
    wait_for(machine.parts, 3)
    pull_the_plug(killed)
    said, _ = other.communicate(timeout=120)
    assert said == "rows.parts: 50 new rows, 0 rows from before\n"
    kept = len(rows_of(tmp_path / "rows.parts")) - 50
    assert kept < 50
    said, _ = machine.start(first).communicate(timeout=120)
    assert said == f"rows.parts: {50 - kept} new rows, {kept} rows from before\n"
    sweep(GRID, tmp_path / "alone.csv", Run(workers=1))
    assert rows_of(tmp_path / "rows.parts") == rows_of(tmp_path / "alone.csv")
    there, alone = (
        machine.start([*report[:2], name]).communicate(timeout=60)[0] for name in ("rows.parts", "alone.csv")
    )
    assert there == alone
    assert "Differences from ours" in there


@pytest.mark.long
def test_one_file_of_a_killed_process_is_resumed_to_the_same_bytes(machine: Machine, tmp_path: Path) -> None:
    first, *_ = commands_of_the_page()
    words = [{"rows.parts": "rows.csv", "25": "50"}.get(word, word) for word in first]
    killed = machine.start(words)
    wait_for(machine.lines, 10)
    pull_the_plug(killed)
    kept = machine.lines()
    assert 10 <= kept < ROWS
    said, _ = machine.start(words).communicate(timeout=120)
    assert said == f"rows.csv: {ROWS - kept} new rows, {kept} rows from before\n"
    sweep(GRID, tmp_path / "alone.csv", Run(workers=1))
    assert (tmp_path / "rows.csv").read_bytes() == (tmp_path / "alone.csv").read_bytes()


@pytest.mark.full
@pytest.mark.long
def test_two_processes_with_the_same_tournaments_count_them_once(machine: Machine, tmp_path: Path) -> None:
    first, _, report = commands_of_the_page()
    both = [machine.start(first), machine.start(first)]
    said = [process.communicate(timeout=120)[0] for process in both]
    assert all(re.fullmatch(r"rows\.parts: \d+ new rows, \d+ rows from before\n", text) for text in said)
    assert len({row[: len(INPUTS)] for row in rows_of(tmp_path / "rows.parts")}) == 50
    shown = machine.start([*report[:2], "rows.parts"]).communicate(timeout=60)[0]
    assert [line.split()[1] for line in shown.splitlines() if line.startswith(("ours ", "slide "))] == ["25", "25"]
