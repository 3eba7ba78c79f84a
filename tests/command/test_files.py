"""`mcmahon convert` and `mcmahon export` as a director uses them."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from builders import TRF
from commands import mcmahon

from .test_command_line import INSTANCES


@pytest.fixture
def congress(tmp_path: Path) -> Path:
    folder = tmp_path / "congress60"
    shutil.copytree(INSTANCES / "congress60", folder)
    return folder


def test_a_tournament_goes_to_opengotha_and_back(congress: Path, tmp_path: Path) -> None:
    run = mcmahon("convert", congress, tmp_path / "c.xml")
    assert "60 players, 3 rounds, 89 games, 0 byes (read back from the file)" in run.stdout
    assert "lost: clubs shortened to four letters (60): " in run.stderr
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
    assert (
        "not an OpenGotha file" in mcmahon("convert", tmp_path / "m.xml", "x.h9", "--from", "opengotha", code=2).stderr
    )


def test_a_wallist_becomes_a_tournament(congress: Path, tmp_path: Path) -> None:
    mcmahon("convert", congress, tmp_path / "c.h9")
    run = mcmahon("convert", tmp_path / "c.h9", tmp_path / "c.xml")
    assert "the file has no start scores" in run.stderr
    assert run.stdout.count("60 players, 3 rounds, 89 games") == 2
    shutil.copy(tmp_path / "c.h9", tmp_path / "results.txt")
    by_content = mcmahon("convert", tmp_path / "results.txt", tmp_path / "folder")
    assert "60 players" in by_content.stdout


@pytest.mark.parametrize("ending", ["tou", TRF, pytest.param("trfx", marks=TRF.marks)])
def test_a_tournament_goes_to_further_formats_and_back(congress: Path, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"c.{ending}"
    run = mcmahon("convert", congress, file)
    assert f"{file}: 60 players, 3 rounds, 89 games, 0 byes (read back from the file)" in run.stdout
    assert "lost: " in run.stderr
    shutil.copy(file, tmp_path / "results.txt")  # known by its content
    back = mcmahon("convert", tmp_path / "results.txt", tmp_path / "again")
    assert f"{tmp_path / 'results.txt'}: 60 players, 3 rounds, 89 games, 0 byes" in back.stdout
    assert mcmahon("standings", tmp_path / "again").stdout


def test_the_french_report_is_called_as_its_folder(congress: Path) -> None:
    mcmahon("export", congress, "tou")
    assert (congress / "congress60.tou").read_bytes().startswith(b";name=lakeside_congress\n")


def test_the_export_for_the_rating_officer(congress: Path) -> None:
    run = mcmahon("export", congress, "egd")
    assert (congress / "congress60.h1").read_text(encoding="ascii").startswith("; CL[A]\n; EV[Lakeside Congress]\n")
    assert f"lost: no date is set: mcmahon set {congress} event.begin=2026-03-07" in run.stderr
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
    assert "clubs shortened to four letters" in run.stderr
    assert not (tmp_path / "c.xml").exists()


@pytest.mark.parametrize(
    ("source", "target", "message", "code"),
    [
        ("nowhere.xml", "x.h9", "cannot read", 3),
        ("p.csv", "x.xml", "the file is empty", 2),
        ("congress60", "x.docx", "unknown format", 2),
        ("congress60", "congress60", "not an empty folder", 3),
        ("bad.xml", "x", "not well-formed XML", 2),
        ("congress60", "no/where.xml", "is not a folder", 3),
    ],
)
def test_wrong_files_are_errors(congress: Path, source: str, target: str, message: str, code: int) -> None:
    home = congress.parent
    (home / "p.csv").write_text("", encoding="utf-8")
    (home / "bad.xml").write_text("<Tournament>", encoding="utf-8")
    assert message in mcmahon("convert", home / source, home / target, code=code).stderr
    assert "unknown format 'pdf'" in mcmahon("export", congress, "pdf", code=2).stderr


@pytest.mark.slow
def test_pages_are_published_and_published_again(congress: Path, tmp_path: Path) -> None:
    run = mcmahon("publish", congress)
    assert f"{congress / 'pages' / 'index.html'}: 78 files" in run.stdout
    assert (congress / "pages" / "standings.html").is_file()
    mcmahon("publish", congress, "--to", tmp_path / "site")
    assert sorted(p.name for p in (tmp_path / "site").iterdir()) == sorted(
        p.name for p in (congress / "pages").iterdir()
    )
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "cannot be written" in mcmahon("publish", congress, "--to", tmp_path / "file", code=3).stderr
    mcmahon("check", congress)
    assert "is not a tournament folder" in mcmahon("publish", tmp_path / "nowhere", code=3).stderr
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.slow
def test_watching_publishes_on_change(congress: Path) -> None:
    command = [sys.executable, "-u", "-m", "mcmahon", "publish", str(congress), "--watch"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watcher:
        assert watcher.stdout is not None
        late = threading.Timer(60, watcher.kill)  # so that a watcher that says nothing fails instead of waiting
        late.start()
        try:
            assert "78 files" in watcher.stdout.readline()
            mcmahon("set", congress, "name=Another Congress")
            assert "78 files" in watcher.stdout.readline()
        finally:
            late.cancel()
            watcher.terminate()
    assert "Another Congress" in (congress / "pages" / "index.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_drafts_are_named_and_folders_may_have_a_dot(congress: Path, tmp_path: Path) -> None:
    mcmahon("pair", congress)
    for name in ("c.xml", "c.h9", "c.tou", "c.tour"):
        assert "draft" in mcmahon("convert", congress, tmp_path / name).stderr, name
    assert "is no format" not in mcmahon("convert", tmp_path / "c.xml", tmp_path / "Oslo.2027", "--to", "folder").stdout
    assert (tmp_path / "Oslo.2027" / "tournament.toml").is_file()


def test_a_report_without_any_game_is_an_error(tmp_path: Path) -> None:
    mcmahon("new", tmp_path / "t", "--rounds", 3)
    mcmahon("add", tmp_path / "t", "Amber, Ada", "2d")
    for form in ("aga", "egd", "tou"):
        run = mcmahon("export", tmp_path / "t", form, tmp_path / "t.out", code=2)
        assert f"there is nothing to report in the format {form}: no games yet" in run.stderr
        assert not (tmp_path / "t.out").exists()


def test_strict_refuses_what_cannot_be_taken_as_it_stands(congress: Path, tmp_path: Path) -> None:
    mcmahon("convert", congress, tmp_path / "c.h9")
    lines = (tmp_path / "c.h9").read_text(encoding="ascii").splitlines()
    (tmp_path / "torn.h9").write_text("\n".join(lines[:11] + lines[12:]), encoding="ascii")
    assert (
        "--strict: nothing was written: something in the file"
        in mcmahon("convert", tmp_path / "torn.h9", tmp_path / "torn", "--strict", code=2).stderr
    )
    assert not (tmp_path / "torn").exists()
    assert "60 players" not in mcmahon("convert", tmp_path / "torn.h9", tmp_path / "torn").stdout


def test_registrations_of_other_programs_become_a_tournament(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("Amber|Ada|2d|ch|Seestadt|2190|f|1101\nBirch|Bo|5k|de|B||p|\n", encoding="utf-8")
    mcmahon("convert", tmp_path / "list.txt", tmp_path / "t")
    assert "2 players" in mcmahon("convert", tmp_path / "t", tmp_path / "t.csv").stdout
    assert "2 players" in mcmahon("convert", tmp_path / "t.csv", tmp_path / "t.xml").stdout
    refused = mcmahon("export", tmp_path / "t", "participants", tmp_path / "back.txt", code=2).stderr
    assert "participants can be read but not written; expected one of aga" in refused
    mcmahon("new", tmp_path / "other")
    assert "2 new" in mcmahon("register", tmp_path / "other", tmp_path / "list.txt").stdout


def test_the_working_files_of_the_aga_become_a_tournament(tmp_path: Path) -> None:
    (tmp_path / "register.tde").write_text("## ROUNDS 3\nUSA1 Amber, Ada 2d\nUSA2 Birch, Bo 5k\n", encoding="ascii")
    (tmp_path / "1.tde").write_text("1 2 w 0 7\n", encoding="ascii")
    for name in ("register.tde", "."):
        target = tmp_path / f"t{len(name)}"
        assert "2 players, 1 rounds, 1 games" in mcmahon("convert", tmp_path / name, target).stdout
    assert "tde can be read but not written" in mcmahon("convert", tmp_path / "t1", tmp_path / "x.tde", code=2).stderr
