"""`mcmahon convert` and `mcmahon export` as a director uses them."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pytest

from .test_command_line import INSTANCES, mcmahon


@pytest.fixture
def congress(tmp_path: Path) -> Path:
    folder = tmp_path / "congress60"
    shutil.copytree(INSTANCES / "congress60", folder)
    return folder


def test_a_tournament_goes_to_opengotha_and_back(congress: Path, tmp_path: Path) -> None:
    run = mcmahon("convert", congress, tmp_path / "c.xml")
    assert "60 players, 3 rounds, 89 games, 0 byes, as read back" in run.stdout
    assert "lost: clubs cut to four letters (60): " in run.stderr
    back = mcmahon("convert", tmp_path / "c.xml", tmp_path / "again")
    assert "a tournament folder" in back.stdout
    wins = [
        {row["name"]: row["WINS"] for row in csv.DictReader(io.StringIO(mcmahon("standings", f, "--csv").stdout))}
        for f in (congress, tmp_path / "again")
    ]
    assert wins[0] == wins[1]
    assert "legal" in mcmahon("check", tmp_path / "again").stdout
    assert "convert" in mcmahon("log", tmp_path / "again").stdout


def test_a_tournament_goes_to_macmahon_and_on_to_opengotha(congress: Path, tmp_path: Path) -> None:
    """Both have the ending .xml: which a file is shows in its content, which one to write is said, else OpenGotha's."""
    mcmahon("convert", congress, tmp_path / "m.xml", "--to", "macmahon")
    assert '<Tournament typeversion="9">' in (tmp_path / "m.xml").read_text(encoding="utf-8")
    run = mcmahon("convert", tmp_path / "m.xml", tmp_path / "o.xml")
    assert run.stdout.count("60 players, 3 rounds, 89 games, 0 byes") == 2
    assert "<Players>" in (tmp_path / "o.xml").read_text(encoding="utf-8")
    shutil.copy(tmp_path / "m.xml", tmp_path / "m.txt")
    assert "60 players" in mcmahon("convert", tmp_path / "m.txt", tmp_path / "folder").stdout
    assert "legal" in mcmahon("check", tmp_path / "folder").stdout
    assert "60 players" in mcmahon("export", congress, "macmahon").stdout
    assert "no OpenGotha file" in mcmahon("convert", tmp_path / "m.xml", "x.h9", "--from", "opengotha", code=2).stderr


def test_a_wallist_becomes_a_tournament(congress: Path, tmp_path: Path) -> None:
    mcmahon("convert", congress, tmp_path / "c.h9")
    run = mcmahon("convert", tmp_path / "c.h9", tmp_path / "c.xml")
    assert "start scores are not in such a file" in run.stderr
    assert run.stdout.count("60 players, 3 rounds, 89 games") == 2
    shutil.copy(tmp_path / "c.h9", tmp_path / "results.txt")
    by_content = mcmahon("convert", tmp_path / "results.txt", tmp_path / "folder")
    assert "60 players" in by_content.stdout


def test_the_export_for_the_rating_officer(congress: Path) -> None:
    run = mcmahon("export", congress, "egd")
    assert (congress / "congress60.h1").read_text(encoding="ascii").startswith("; CL[A]\n; EV[Lakeside Congress]\n")
    assert "no date is set" in run.stderr
    settings = ("event.begin=2026-03-07", "event.place=Seestadt", "event.country=CH", "event.basic_time=40")
    mcmahon("set", congress, *settings, "event.overtime=fischer", "event.overtime_seconds=20")
    mcmahon("export", congress, "egd", congress / "results.h1")
    head = (congress / "results.h1").read_text(encoding="ascii").splitlines()[:7]
    assert head == [
        "; CL[B]", "; EV[Lakeside Congress]", "; PC[CH, Seestadt]", "; DT[2026-03-07,2026-03-07]", "; HA[h1]",
        "; KM[6.5]", "; TM[80]",
    ]  # fmt: skip


def test_strict_makes_a_loss_an_error_and_writes_nothing(congress: Path, tmp_path: Path) -> None:
    run = mcmahon("convert", congress, tmp_path / "c.xml", "--strict", code=2)
    assert "clubs cut to four letters" in run.stderr
    assert not (tmp_path / "c.xml").exists()


@pytest.mark.parametrize(
    ("source", "target", "message", "code"),
    [
        ("nowhere.xml", "x.h9", "cannot read", 3),
        ("p.csv", "x.xml", "unknown format", 2),
        ("congress60", "x.docx", "unknown format", 2),
        ("congress60", "congress60", "not an empty folder", 3),
        ("bad.xml", "x", "not well-formed XML", 2),
        ("congress60", "no/where.xml", "is no folder", 3),
    ],
)
def test_wrong_files_are_errors(congress: Path, source: str, target: str, message: str, code: int) -> None:
    home = congress.parent
    (home / "p.csv").write_text("", encoding="utf-8")
    (home / "bad.xml").write_text("<Tournament>", encoding="utf-8")
    assert message in mcmahon("convert", home / source, home / target, code=code).stderr
    assert "no format is called 'pdf'" in mcmahon("export", congress, "pdf", code=2).stderr
