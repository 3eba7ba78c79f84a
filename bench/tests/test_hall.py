"""A full hall against one desk, in a small size: the figures that are printed are those of what was done."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from mcmahon_bench.speed import hall


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="each phone needs a loopback address of its own")
def test_two_tables_of_a_small_hall(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(hall, "INSTANCE", Path(__file__).resolve().parents[2] / "instances" / "club16")
    monkeypatch.setattr(hall, "SETTLED", 1.0)
    monkeypatch.setattr(sys, "argv", ["hall", "--phones", "4", "--seconds", "0.5", "--tables", "2"])
    hall.main()
    said = capsys.readouterr().out
    assert "4 phones are connected" in said
    assert "results: 2 of 2 there, 0 entered twice, 2 steps" in said
    assert re.search(r"claims answered: 4, .*\n", said)
    assert "failed: 0; " in said
