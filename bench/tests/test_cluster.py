"""A sweep on a cluster as its page says it: whatever is killed in the middle, every row is there once, to the byte."""

from __future__ import annotations

import csv
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from mcmahon.model.errors import InputError
from mcmahon_bench.simulations.results_model import ResultModel
from mcmahon_bench.sweeps import sweep as sweeping
from mcmahon_bench.sweeps.cluster import on_cluster
from mcmahon_bench.sweeps.grid_request import GridRequest, grid_of
from mcmahon_bench.sweeps.sweep import INPUTS, Run, sweep

PAGE = Path(__file__).resolve().parents[2] / "docs" / "howto" / "sweep-on-a-cluster.md"
GRID = grid_of(GridRequest(engines="ours,slide", players="30", rounds="4", tournaments=50), ResultModel())
ROWS = 2 * 50


@dataclass
class Machines:
    """The commands of the page, run in a folder: a scheduler, two workers, and the sweep itself."""

    folder: Path
    commands: list[list[str]]
    running: list[subprocess.Popen[str]] = field(default_factory=list)

    def start(self, command: list[str]) -> subprocess.Popen[str]:
        """One of them, in a process group of its own, as it would be on a machine of its own."""
        with (self.folder / "log.txt").open("a") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=self.folder, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True,
                env=os.environ | {"DASK_TEMPORARY_DIRECTORY": str(self.folder)},
            )  # fmt: skip
        self.running.append(process)
        return process

    def sweep(self, *more: str) -> subprocess.Popen[str]:
        """The sweep of the page."""
        return self.start([*self.commands[-1], *more])

    def rows(self) -> int:
        """How many whole rows the file has."""
        path = self.folder / "rows.csv"
        return max(path.read_bytes().count(b"\n") - 1, 0) if path.exists() else 0

    def wait_for(self, rows: int) -> None:
        """Return as soon as the file has so many rows."""
        end = time.monotonic() + 60
        while self.rows() < rows:
            assert time.monotonic() < end, (self.folder / "log.txt").read_text()[-3000:]
            time.sleep(0.01)


def pull_the_plug(process: subprocess.Popen[str]) -> None:
    """End a process and all that it has started, without a word."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def commands_of_the_page(port: int) -> list[list[str]]:
    """The lines of its first block of commands, at this port."""
    block = re.search(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert block
    return [shlex.split(line.removesuffix("&").replace("8786", str(port))) for line in block[1].splitlines()]


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    pytest.importorskip("distributed", reason="distributed is not installed (extra `dask`)")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        found = Machines(tmp_path, commands_of_the_page(free.getsockname()[1]))
    scheduler, *workers, _ = found.commands
    try:
        for command in (scheduler, *workers):
            found.start(command)
        yield found
    finally:
        for process in found.running:
            pull_the_plug(process)


def every_row_once(path: Path) -> bool:
    with path.open(encoding="utf-8", newline="") as file:
        keys = [tuple(row[name] for name in INPUTS) for row in csv.DictReader(file)]
    return len(keys) == len(set(keys)) == ROWS


@pytest.mark.long
def test_neither_a_killed_sweep_nor_a_killed_worker_loses_a_row(machines: Machines, tmp_path: Path) -> None:
    first = machines.sweep()
    machines.wait_for(10)
    pull_the_plug(first)
    kept = machines.rows()
    assert 10 <= kept < ROWS - 30
    again = machines.sweep("--resume")
    machines.wait_for(kept + 10)
    pull_the_plug(machines.running[2])  # the second worker, with the process that would start it again
    assert machines.rows() < ROWS
    said, _ = again.communicate(timeout=60)
    assert said.startswith(f"rows.csv: {ROWS - kept} new rows, {kept} rows from before\n")
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as file:
        keys = [tuple(row[name] for name in INPUTS) for row in csv.DictReader(file)]
    assert len(keys) == len(set(keys)) == ROWS
    sweep(GRID, tmp_path / "alone.csv", Run(workers=1))
    assert (tmp_path / "rows.csv").read_bytes() == (tmp_path / "alone.csv").read_bytes()


def local(**more: object) -> Any:
    """A scheduler and a worker of this process."""
    distributed = pytest.importorskip("distributed", reason="distributed is not installed (extra `dask`)")
    own = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    return distributed.LocalCluster(**own | {"host": "127.0.0.1", "protocol": "tcp://"} | more)


@pytest.mark.slow
def test_every_job_of_many_is_done_once() -> None:
    with local() as cluster:
        assert sorted(on_cluster(cluster.scheduler_address, abs, range(-2500, 0))) == list(range(1, 2501))


@pytest.mark.slow
def test_a_scheduler_that_stops_is_an_error_and_no_row() -> None:
    with local() as cluster:
        found = on_cluster(cluster.scheduler_address, abs, [-k for k in range(200)])
        got = [next(found)]
        cluster.close()
        with pytest.raises(InputError, match=r"scheduler at tcp://127.0.0.1:\d+ has stopped; resume"):
            got += list(found)
    assert set(got) <= set(range(200))


@pytest.mark.long
def test_a_job_that_kills_every_worker_is_named() -> None:
    config = pytest.importorskip("dask.config", reason="dask is not installed (extra `dask`)")
    with (
        config.set({"distributed.scheduler.allowed-failures": 0}),
        local(processes=True) as cluster,
        pytest.raises(InputError, match=r"one worker after the other was killed; resume the rows: Attempted"),
    ):
        list(on_cluster(cluster.scheduler_address, os._exit, [1]))


def test_no_scheduler_at_an_address_is_an_error() -> None:
    pytest.importorskip("distributed", reason="distributed is not installed (extra `dask`)")
    with pytest.raises(InputError, match=r"no Dask cluster at nowhere: .*; expected the address of a scheduler"):
        list(on_cluster("nowhere", abs, [1]))


def test_a_worker_of_another_version_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rows would not be those of this version, and would be missing when the sweep is resumed."""
    real = sweeping.cell_row
    monkeypatch.setattr(sweeping, "cell_row", lambda cell, seconds: real(cell, seconds) | {"version": "0.0.1"})
    with pytest.raises(InputError, match=r"a worker runs version 0\.0\.1 .*; expected \S+ on every machine"):
        sweep(GRID, tmp_path / "rows.csv", Run(workers=1))
