"""`mcmahon check` of TRF files: rules, and the points and places in them."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from commands import mcmahon

INSTANCES = Path(__file__).resolve().parents[2] / "instances"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return shutil.copytree(INSTANCES / "club16", tmp_path / "club")


@pytest.fixture
def trf(club: Path) -> Path:
    """The same tournament as a TRF file."""
    mcmahon("export", club, "trf", club.parent / "club.trf")
    return club.parent / "club.trf"


def verdict(path: Path, *options: str, code: int | tuple[int, ...] = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(mcmahon("check", path, "--json", *options, code=code).stdout)
    return found


def changed(trf: Path, old: str, new: str) -> Path:
    text = trf.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    trf.write_text(text.replace(old, new), encoding="utf-8")
    return trf


def line_of(trf: Path, start: int) -> str:
    return next(line for line in trf.read_text(encoding="utf-8").splitlines() if line.startswith(f"001 {start:4}"))


def test_points_and_places_of_a_file_are_those_of_its_rounds(trf: Path) -> None:
    assert verdict(trf)["written"] == "equal"
    assert "points and places are those that follow" in mcmahon("check", trf).stdout


def test_wrong_points_are_named(trf: Path) -> None:
    line = line_of(trf, 3)
    changed(trf, line, f"{line[:80]} 8.5{line[84:]}")
    found = verdict(trf, code=1)
    (wrong,) = found["wrong"]
    assert (wrong["id"], wrong["what"], wrong["written"]) == ("3", "points", "8.5")
    assert not found["sound"]


def test_two_places_exchanged_are_named(trf: Path) -> None:
    lines = [line for line in trf.read_text(encoding="utf-8").splitlines() if line.startswith("001")]
    first, last = (next(line for line in lines if int(line[85:89]) == place) for place in (1, 16))
    changed(trf, first, f"{first[:85]}{16:4}{first[89:]}")
    changed(trf, last, f"{last[:85]}{1:4}{last[89:]}")
    assert {one["what"] for one in verdict(trf, code=1)["wrong"]} == {"place"}


def test_a_file_that_contradicts_itself(trf: Path) -> None:
    line = line_of(trf, 1)
    assert line[98] in "10"
    changed(trf, line, f"{line[:98]}={line[99:]}")
    found = verdict(trf, code=1)
    assert found["faults"][0].startswith("games with two contradictory results")


def test_two_who_meet_twice_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "twice.trf"
    heads = [f"001 {k:4}      {name:33} 2000                             {p:4}    {k}" for k, name, p in
             ((1, "Amber, Ada", "2.0"), (2, "Birch, Bo", "0.0"))]  # fmt: skip
    rows = ["     2 w 1     2 b 1", "     1 b 0     1 w 0"]
    lines = [f"{head:89}"[:89] + row.removeprefix("") for head, row in zip(heads, rows, strict=True)]
    file.write_text("012 Twice\n142 2\n" + "\n".join(lines) + "\n", encoding="utf-8")
    found = verdict(file, code=1)
    assert [one["rule"] for one in found["rounds"][1]["broken"]] == ["repeats"]


def test_a_file_that_nobody_can_read(tmp_path: Path) -> None:
    (tmp_path / "bad.trf").write_text("no players\n", encoding="utf-8")
    assert "no players" in mcmahon("check", tmp_path / "bad.trf", code=2).stderr
    assert mcmahon("check", tmp_path / "none.trf", code=3).stderr


def test_settings_of_a_file_that_nobody_can_have_are_left_out(trf: Path) -> None:
    changed(trf, "### mcmahon: set=points.bye value=0.5", "### mcmahon: set=points.bye value=7")
    assert "comments that cannot be read" in mcmahon("check", trf, code=(0, 1)).stderr


def test_what_was_done_by_hand_comes_back_from_a_file(club: Path) -> None:
    """Boards changed by hand, and the rules broken with the director's yes, are marked in the file."""
    first, second = json.loads(mcmahon("show", club, "--round", "1", "--json").stdout)["boards"][:2]
    mcmahon("swap", club, first["black"], second["black"], "--round", "1", "--anyway")
    mcmahon("export", club, "trf", club.parent / "hand.trf")
    elsewhere = mcmahon("export", club, "opengotha", club.parent / "hand.xml")
    assert "marks of boards changed by hand" in elsewhere.stdout + elsewhere.stderr
    text = (club.parent / "hand.trf").read_text(encoding="utf-8")
    assert text.count("by_hand=swap") == 2
    rounds = verdict(club.parent / "hand.trf", code=(0, 1))["rounds"]
    assert rounds[0]["by_hand"] == [1, 2]
    here = verdict(club, code=(0, 1))["rounds"]
    allowed = [sum(one["allowed"] for one in each["broken"]) for each in here]
    assert [sum(one["allowed"] for one in each["broken"]) for each in rounds] == allowed
    assert text.count("allowed=") == sum(allowed)


def test_trf_keeps_the_scores(tmp_path: Path) -> None:
    """Start scores as virtual points, and games as they were: the same wins, and ranks out of the comments."""
    congress = shutil.copytree(INSTANCES / "congress60", tmp_path / "congress60")
    mcmahon("export", congress, "trf", tmp_path / "c.trf")
    mcmahon("convert", tmp_path / "c.trf", tmp_path / "again")
    tables = [
        {row["name"]: (row["rank"], row["WINS"]) for row in csv.DictReader(io.StringIO(mcmahon(*words).stdout))}
        for words in (("standings", folder, "--csv") for folder in (congress, tmp_path / "again"))
    ]
    assert tables[0] == tables[1]
    assert "legal" in mcmahon("check", tmp_path / "again").stdout
