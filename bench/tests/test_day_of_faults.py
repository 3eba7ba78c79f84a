"""A short day of faults: what somebody was told is done is there at its end, and nothing else."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from mcmahon_bench.day_of_faults import of_disks, of_files, of_networks, of_processes
from mcmahon_bench.day_of_faults.day import FAULTS, Day, drawn_faults, made
from mcmahon_bench.day_of_faults.hall import Hall

INSTANCE = Path(__file__).parents[2] / "instances" / "club16"

#: A fault of each kind that takes little time.
SHORT = (
    of_files.said_cut, of_processes.server_killed, of_networks.answer_lost, of_disks.read_only, of_files.older_version,
    of_files.last_step, of_files.link, of_processes.command_killed,
)  # fmt: skip


def forgotten(hall: Hall, _: object) -> None:
    """A result is another one, and nobody has said so."""
    file = hall.folder / "rounds" / "1.csv"
    file.write_text(file.read_text(encoding="utf-8").replace("1-0", "0-1", 1), encoding="utf-8")


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks processes, and reads /proc")
def test_after_a_short_day_of_faults_nothing_is_wrong(tmp_path: Path) -> None:
    """And where something is wrong, it is found."""
    hall = made(tmp_path / "day", INSTANCE, 1)
    said: list[str] = []
    day = Day(hall, len(SHORT), 1, SHORT, tell=said.append)
    try:
        day.run()
        assert hall.found == [], said
        day.minute(len(SHORT) - 1, forgotten)
        assert ["differ from a day without faults" in text for text in hall.found] == [True]
    finally:
        for server in filter(None, (hall.server, *hall.others)):
            server.process.kill()


def test_a_day_has_every_kind_of_fault_as_often_as_the_others() -> None:
    faults = drawn_faults(random.Random(1), 480)
    assert len(FAULTS) >= 30
    assert {faults.count(fault) for fault in FAULTS} <= {13, 14}
    assert faults == drawn_faults(random.Random(1), 480)
