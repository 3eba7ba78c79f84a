"""Damaged inputs: none is met by a fault, and each kind of fault is found where one is put."""

from __future__ import annotations

import resource
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from mcmahon.model.errors import InputError
from mcmahon.web.app import application
from mcmahon.web.home import Home

from second.batches import run_batches
from second.fuzz import __main__ as fuzz
from second.fuzz.__main__ import Session, a_batch, batches_of, main, report
from second.fuzz.readers import Reader, readers
from second.fuzz.requests import sites

pytest.importorskip("resource")  # Windows has no such limits
EACH = 15
PLAYED = 3  # a batch whose tournament has a cup and a round


@dataclass
class Everything:
    """All readers and sites as one target, in turn: one process is enough for so few inputs."""

    name: str = "everything"
    inputs: int = EACH * len([*readers(), *sites()])

    def begin(self, batch: int) -> Everything:
        """The inputs of all."""
        self.sessions: list[Session] = [one.begin(batch) for one in (*readers(), *sites())]
        self.turn = 0
        return self

    def make(self, rng: Random) -> Any:
        self.turn += 1
        return self.now.make(rng)

    def take(self, given: Any) -> str:
        return self.now.take(given)

    def keep(self, given: Any) -> None:
        self.now.keep(given)

    @property
    def now(self) -> Session:
        return self.sessions[self.turn % len(self.sessions)]


@pytest.mark.slow
def test_no_reader_form_or_call_is_met_by_a_fault() -> None:
    found = a_batch(Everything(), PLAYED)
    assert not found.faults
    assert found.counts["inputs"] == found.counts["answered"] + found.counts["refused"] == Everything.inputs
    assert min(found.counts["answered"], found.counts["refused"]) > Everything.inputs // 5


def lines(read: Callable[[bytes], object], inputs: int = 5) -> Reader:
    """A reader of lines."""
    return Reader("lines", lambda: [b"1,2\n3,4\n"], read, inputs)


def fault(read: Callable[[bytes], object]) -> str:
    """What is found in a reader."""
    (what,) = a_batch(lines(read), 0).faults
    return what


@pytest.mark.slow
def test_each_kind_of_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def divides(_: bytes) -> None:
        raise ZeroDivisionError("by nothing")

    def is_silent(_: bytes) -> None:
        raise InputError("")

    def writes(_: bytes) -> None:
        Path("/somewhere-else").write_text("x")

    def turns(_: bytes) -> None:
        while True:
            pass

    assert fault(divides).startswith("ZeroDivisionError at test_fuzz.py:")
    assert fault(is_silent).startswith("not in plain words: InputError")
    assert "somewhere-else" in fault(writes)
    monkeypatch.setattr(fuzz, "SECONDS", 0.05)
    assert fault(turns) == "more than 0.05 s of processor time"
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024  # by a process that may have run many tests
    limit = held + 2**27
    monkeypatch.setattr(fuzz, "MEMORY", limit)
    monkeypatch.setattr(fuzz, "SECONDS", 5)
    assert fault(lambda _: kept.append(bytearray(limit))) == "more than 1 GB of memory"


kept: list[bytearray] = []


def test_the_file_goes_on_where_it_ends(tmp_path: Path) -> None:
    file, batches = tmp_path / "rows.csv", batches_of([lines(len), lines(int)])
    rows = run_batches(file, batches, range(2), 1.0)
    again = run_batches(file, batches, range(3), 1.0)
    assert [row["inputs"] for row in again] == ["5"] * 3
    assert again[:2] == rows
    assert "lines 1.0: ValueError" in report(again)


def test_an_input_is_made_again_from_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    rng = [Random("lines 3") for _ in range(2)]
    one, two = (lines(len).begin(3) for _ in range(2))
    assert [one.make(rng[0]) for _ in range(20)] == [two.make(rng[1]) for _ in range(20)]
    with pytest.raises(SystemExit):
        main(["--again", "lines"])
    assert "BATCH.INPUT" in capsys.readouterr().err


def test_every_route_is_asked_for(tmp_path: Path) -> None:
    """Those to which a form is sent are found on pages; here, that each has a page to begin at."""
    asked = [one.path for site in sites() for group in site.begin(PLAYED).asked.values() for one in group]
    for route in application(Home(tmp_path), "", ("",)).routes:
        if route.methods and "GET" in route.methods:
            begin = route.path.partition("{")[0]
            assert any(path.startswith(begin) for path in asked), route.path
