"""Speed by version: a run adds lines, old ones stay; page and picture are made from the table; citation."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from mcmahon import __version__
from mcmahon_bench.speed.versions import (
    FOLDER,
    Entry,
    calibration,
    csv_text,
    machine,
    main,
    page_text,
    picture,
    read_history,
)

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_a_run_adds_a_line_for_each_size_and_keeps_the_others(tmp_path: Path) -> None:
    old = Entry("0.0.1", "before", "", 0, 40, 6, 0.5, None, None, None, "another day")
    (tmp_path / "history.csv").write_text(csv_text([old]), encoding="utf-8")
    main(["--add", "--note", "now", "--out", str(tmp_path), "--sizes", "24", "40"])
    kept = read_history((tmp_path / "history.csv").read_text(encoding="utf-8"))
    assert kept[0] == old
    assert [(e.version, e.note, e.players, e.rounds, e.measured) for e in kept[1:]] == [
        (__version__, "now", 24, 6, "one run"),
        (__version__, "now", 40, 6, "one run"),
    ]
    for entry in kept[1:]:
        assert entry.calibration
        assert entry.ratio == pytest.approx(entry.seconds / entry.calibration, rel=0.05)
    page = (tmp_path / "history.md").read_text(encoding="utf-8")
    assert "| 0.0.1 | before |  | – | 40 | 6 | 0.500 | – | – | another day |" in page
    assert "40 players" in (tmp_path / "history.svg").read_text(encoding="utf-8")


def test_the_calibration_is_fixed_work_and_the_machine_a_short_hash() -> None:
    assert calibration() == calibration()
    assert re.fullmatch(r"[0-9a-f]{8}", machine())


def test_the_kept_page_and_picture_are_made_from_the_kept_table() -> None:
    text = (FOLDER / "history.csv").read_text(encoding="utf-8")
    entries = read_history(text)
    assert csv_text(entries) == text
    assert page_text(entries) == (FOLDER / "history.md").read_text(encoding="utf-8")
    shown = (FOLDER / "history.svg").read_text(encoding="utf-8")
    assert all(f"{size:,} players" in shown for size in {e.players for e in entries if e.measured == "one run"})
    assert "<svg" in picture(entries)


def test_the_citation_has_this_version_and_licence() -> None:
    """The keys that CFF 1.2.0 requires, and the version of the package."""
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    said = dict(line.split(": ", 1) for line in lines if re.match(r"[a-z-]+: ", line))
    assert said["cff-version"] == "1.2.0"
    assert {"message", "title", "type", "abstract"} <= set(said)
    assert said["version"] == __version__
    assert any(re.match(r"  - name: \S", line) for line in lines)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert said["license"] == project["license"]
