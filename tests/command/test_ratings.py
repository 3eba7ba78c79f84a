"""`mcmahon ratings` as a director uses it: shown first, applied on a yes, undone like any command."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import mcmahon

from .test_command_line import files

PLAYERS = """Name,Rank,Rating,Club,Country,Pin,FFG
"Amber, Ada",2d,2150,Lake,CH,99999901,
"Bo, Van Birch",1d,,,,,
"Cedermann, Cy",3k,,,FR,,
"Dogwoodson, Didi",15k,,,FR,,
"Elm, Eva",1d,,,,,
"Nobody, Nils",4k,,,,,
"""
LIST = """ (27 Dec 2018)
 99999901  Amberg Ada     CH  Sees   2d    --   2190    12  T260307A
 99999902  Van_Birch Bo   UK  xxxx   1d    --   1930    12  T260307A
 99999903  Cederman Cy    FR  38Gr   4k    --   1720    12  T260307A
 99999904  Dogwoodson Di  CZ  Prah   4k    --   1720    12  T260307A
 99999905  Elm Eva        DE  Berl   4k    --   1720    12
 99999906  Elm Eva        CZ  Prah   1d    --   2100    12  T260307A
"""


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A tournament of six players, and the European list beside it."""
    (tmp_path / "players.csv").write_text(PLAYERS)
    (tmp_path / "list.txt").write_text(LIST)
    folder = tmp_path / "club"
    mcmahon("new", folder, "--rounds", 3, "--bar", "1d")
    mcmahon("register", folder, tmp_path / "players.csv")
    return folder


def rows(folder: Path) -> dict[str, dict[str, str]]:
    with open(folder / "players.csv", encoding="utf-8") as file:
        return {row["surname"]: row for row in csv.DictReader(file)}


def test_in_a_pipe_the_list_is_only_shown(club: Path) -> None:
    before = files(club)
    run = mcmahon("ratings", club, club.parent / "list.txt")
    lines = [line.split() for line in run.stdout.splitlines()]
    assert run.stdout.startswith(f"{club.parent / 'list.txt'}: EGD list of 27 Dec 2018, 6 players\n")
    amber = next(line for line in lines if line[:2] == ["100", "pin"])
    assert " ".join(amber).endswith("Amberg Ada 2d 2190 CH Sees 99999901 rating 2150 → 2190")
    assert "rating none → 1930, country none → GB, pin none → 99999902" in run.stdout
    assert "Doubtful, not applied: 1 player\nDogwoodson Didi 15k FR (4): the name is only similar" in run.stdout
    ambiguous = (
        "Ambiguous, not applied: 1 player\n"
        "Elm Eva 1d (5): several players in the list have this name\n  100 %  line 6: "
    )
    assert ambiguous in run.stdout
    assert "Not in the list: 1 player\nNobody Nils 4k (6)\n" in run.stdout
    assert "Sure matches: 3 of 6 players; 3 of them would change." in run.stdout
    assert "nothing was changed; to apply the sure matches: --yes" in run.stderr
    assert files(club) == before


def test_yes_applies_the_sure_matches_and_can_be_undone(club: Path) -> None:
    before = files(club)
    run = mcmahon("ratings", club, club.parent / "list.txt", "--yes")
    assert "3 players changed." in run.stdout
    after = rows(club)
    assert [after["Amber"][key] for key in ("rating", "club", "rank")] == ["2190", "Lake", "2d"]
    assert [after["Bo"][key] for key in ("rating", "country", "pin")] == ["1930", "GB", "99999902"]
    assert [after["Cedermann"][key] for key in ("rating", "club", "rank")] == ["1720", "38Gr", "3k"]
    assert [after[name]["rating"] for name in ("Dogwoodson", "Elm", "Nobody")] == ["", "", ""]
    assert "; 0 of them would change." in mcmahon("ratings", club, club.parent / "list.txt", "--yes").stdout
    mcmahon("undo", club)
    assert files(club) == before


def test_only_the_named_fields_change(club: Path) -> None:
    mcmahon("ratings", club, club.parent / "list.txt", "--yes", "--only", "rank,club")
    after = rows(club)
    assert [after["Amber"][key] for key in ("rating", "club", "rank")] == ["2150", "Sees", "2d"]
    assert [after["Bo"][key] for key in ("rating", "country", "pin", "rank")] == ["", "", "", "1d"]
    error = mcmahon("ratings", club, club.parent / "list.txt", "--only", "elo", code=2).stderr
    assert "--only 'elo'; expected some of rank,rating,club,country,pin" in error


def test_the_least_confidence_can_be_set(club: Path) -> None:
    run = mcmahon("ratings", club, club.parent / "list.txt", "--at-least", "100")
    assert "Sure matches: 2 of 6 players" in run.stdout
    assert "Not in the list: 3 players\nCedermann Cy 3k FR (3)\n  95 %  line 4: Cederman Cy" in run.stdout


def test_json_says_the_same(club: Path) -> None:
    data = json.loads(mcmahon("ratings", club, club.parent / "list.txt", "--json").stdout)
    assert (data["format"], data["dated"], data["lines"], data["applied"]) == ("egd", "27 Dec 2018", 6, False)
    assert [p["verdict"] for p in data["players"]] == ["sure", "sure", "sure", "doubtful", "ambiguous", "none"]
    amber = data["players"][0]
    assert (amber["by"], amber["confidence"]) == ("pin", 100)
    assert amber["changes"] == {"rating": {"old": "2150", "new": "2190"}}
    assert len(data["players"][4]["candidates"]) == 2
    assert json.loads(mcmahon("ratings", club, club.parent / "list.txt", "--json", "--yes").stdout)["applied"] is True


def test_licences_go_into_the_french_column(club: Path) -> None:
    line = f"{'AMBER Ada':<38}{-50:>5} L 0000001 38Gr CH\n"
    (club.parent / "ech.txt").write_text("#Echelle au 7/03/2026 12:00:00\n" + line)
    mcmahon("ratings", club, club.parent / "ech.txt", "--yes")
    assert [rows(club)["Amber"][key] for key in ("FFG", "pin", "rating")] == ["0000001", "99999901", "2000"]
    assert "no player line" in mcmahon("ratings", club, club.parent / "ech.txt", "--format", "aga", code=2).stderr
    assert "cannot read" in mcmahon("ratings", club, club.parent / "no.txt", code=3).stderr
    assert "unknown kind of rating list" in mcmahon("ratings", club, club.parent / "players.csv", code=2).stderr


def test_boards_drawn_from_other_scores_are_named(club: Path) -> None:
    mcmahon("pair", club)
    mcmahon("publish-round", club)
    mcmahon("result", club, 1, "1-0", 2, "1-0", 3, "1-0")
    mcmahon("pair", club)
    run = mcmahon("ratings", club, club.parent / "list.txt", "--yes", "--only", "rank")
    assert "was drawn from scores that have changed since: " in run.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "rating"), [("y", "2190"), ("n", "2150")])
def test_on_a_terminal_the_director_is_asked_once(club: Path, answer: str, rating: str) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "mcmahon", "ratings", str(club), str(club.parent / "list.txt")]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE) as process:
        os.close(theirs)
        os.write(ours, f"{answer}\n".encode())
        seen = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the terminal is closed
                break
            if not part:
                break
            seen += part
    os.close(ours)
    assert process.returncode == 0
    assert seen.count(b"Apply the sure matches?") == 1
    assert rows(club)["Amber"]["rating"] == rating
