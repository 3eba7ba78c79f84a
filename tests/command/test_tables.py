"""`mcmahon groups` and `mcmahon standings` as a director uses them."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import mcmahon as package
import pytest
from commands import mcmahon
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.model.placing.standings import standings

from .test_command_line import INSTANCES

PACKAGE = Path(package.__file__).parent


def test_groups_before_the_first_round(tmp_path: Path) -> None:
    spring = tmp_path / "spring"
    mcmahon("new", spring, "--preset", "bga", "--rounds", 3)
    assert "0 players in 0 start groups" in mcmahon("groups", spring).stdout
    file = tmp_path / "p.csv"
    rows = [f"P{k},{3 - k // 3}d,{2400 - 30 * k},{'yes' if k % 4 == 0 else ''}" for k in range(9)]
    file.write_text("name,rank,rating,women\n" + "\n".join(rows), encoding="utf-8")
    mcmahon("register", spring, file)
    text = mcmahon("groups", spring).stdout
    assert "never more than 8" in text
    assert [line.split()[:2] for line in text.splitlines() if "auto would choose it" in line] == [["2d", "6"]]
    assert text.splitlines()[-1] == "start.bar = auto: the bar is 2d"
    data = json.loads(mcmahon("groups", spring, "--json").stdout)
    assert [(g["start"], len(g["players"])) for g in data["groups"]] == [(1, 6), (0, 3)]
    assert [b["rank"] for b in data["bars"] if b["taken"]] == ["2d"]
    women = mcmahon("standings", spring, "--by", "women").stdout
    assert "women yes" in women


def test_a_place_is_explained() -> None:
    text = mcmahon("standings", INSTANCES / "odd75", "--explain", 78).stdout
    assert "MMS 8½ = start 6 + ½ + ½ + 1 + ½" in text
    assert "  round 1, absent: own start 6" in text
    assert text.splitlines()[-1].startswith("below: place 78")
    data = json.loads(mcmahon("standings", INSTANCES / "odd75", "--explain", 78, "--json").stdout)
    assert data["place"] == 77
    assert data["criteria"][0]["terms"] == ["start 6", "½", "½", "1", "½"]


def test_sections_in_text_csv_and_json() -> None:
    folder = INSTANCES / "congress60"
    whole = mcmahon("standings", folder, "--csv").stdout
    by_country = list(csv.DictReader(io.StringIO(mcmahon("standings", folder, "--csv", "--by", "country").stdout)))
    lines = {row["id"]: row["line"] for row in csv.DictReader(io.StringIO(whole))}
    assert {row["id"]: row["line"] for row in by_country} == lines
    assert [row["section_place"] for row in by_country if row["section"] == "country AT"] == ["1", "2", "3", "4"]
    only = mcmahon("standings", folder, "--only", "country = AT").stdout.splitlines()
    assert only[2].split()[:2] == ["country", "="]
    assert [line.split()[0] for line in only[4:]] == ["4", "11", "15", "17"]
    data = json.loads(mcmahon("standings", folder, "--json", "--by", "band", "--ratings").stdout)
    assert len(data["sections"]) == 13
    assert sum(len(section["rows"]) for section in data["sections"]) == 60
    assert data["rows"][0]["rating"]["games"] == 3


def test_expected_ratings_as_a_column_and_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ratings.csv"
    run = mcmahon("standings", INSTANCES / "club16", "--ratings", "--ratings-file", file)
    assert run.stdout.splitlines()[1].split()[-3:] == ["Rating", "Expected", "±"]
    assert f"wrote the expected ratings of 16 players to {file}" in run.stderr
    rows = list(csv.DictReader(file.open(encoding="utf-8")))
    assert len(rows) == 16
    assert all(float(r["rating"]) + float(r["change"]) == pytest.approx(float(r["expected_rating"])) for r in rows)
    for wrong in (tmp_path / "no" / "r.csv", tmp_path, INSTANCES / "club16" / "players.csv"):
        assert "cannot write" in mcmahon("standings", INSTANCES / "club16", "--ratings-file", wrong, code=3).stderr


def test_provisional_standings_are_marked(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    mcmahon("new", folder, "--rounds", 2)
    (tmp_path / "p.csv").write_text("name,rank\nA,1d\nB,1d\n", encoding="utf-8")
    mcmahon("register", folder, tmp_path / "p.csv")
    mcmahon("pair", folder)
    mcmahon("publish-round", folder)
    assert mcmahon("standings", folder).stdout.splitlines()[0].endswith("provisional: results are missing")
    assert "provisional" in mcmahon("standings", folder, "--csv").stderr
    assert json.loads(mcmahon("standings", folder, "--json").stdout)["provisional"] is True
    assert "provisional" in mcmahon("standings", folder, "--explain", "A").stdout.splitlines()[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--by", "team"), "the registrations have no column 'team'; expected one of surname"),
        (("--only", "women"), "expected COLUMN=VALUE"),
        (("--only", "country=XX"), "no player has country = 'XX'; expected one of"),
        (("--by", "band", "--explain", "5"), "--explain can be used only with --after, --criteria and --json"),
        (
            ("--ratings-file", "x.csv", "--explain", "5"),
            "--explain can be used only with --after, --criteria and --json",
        ),
        (("--csv", "--json"), "--json and --csv cannot be used together"),
        (("--explain", "nobody"), "no player has the id or the name 'nobody'"),
        (("--after", "9"), "round 9 has not been drawn"),
    ],
)
def test_wrong_options_are_errors(arguments: tuple[str, ...], message: str) -> None:
    assert message in mcmahon("standings", INSTANCES / "congress60", *arguments, code=2).stderr


def test_a_draft_round_has_no_standings_yet(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    mcmahon("new", folder, "--rounds", 2)
    (tmp_path / "p.csv").write_text("name,rank\nA,1d\nB,1d\n", encoding="utf-8")
    mcmahon("register", folder, tmp_path / "p.csv")
    mcmahon("pair", folder)
    assert "round 1 is still a draft" in mcmahon("standings", folder, "--after", 1, code=2).stderr


def test_who_is_in_no_section_is_counted() -> None:
    assert "6 players with no group" not in mcmahon("standings", INSTANCES / "club16", "--by", "band").stderr
    assert (
        "in no section, because group is blank: 16 players"
        in mcmahon("standings", INSTANCES / "club16", "--by", "group").stderr
    )


@pytest.mark.slow
def test_any_name_can_be_printed_in_any_encoding(tmp_path: Path) -> None:
    """Pipes get UTF-8; who asks for another encoding gets ? for what it has not, never a traceback.

    The package is found by PYTHONPATH: in a plain C locale Python itself finds none by a path with umlauts.
    """
    folder = tmp_path / "t"
    mcmahon("new", folder)
    (tmp_path / "p.csv").write_text("name,rank\n李世乭,1d\nÖzgür,1d\n", encoding="utf-8")
    mcmahon("register", folder, tmp_path / "p.csv")
    command = [sys.executable, "-m", "mcmahon", "standings", str(folder)]
    bare = {key: value for key, value in os.environ.items() if key not in ("LC_ALL", "PYTHONIOENCODING")}
    (tmp_path / "path").mkdir()
    (tmp_path / "path" / "mcmahon").symlink_to(PACKAGE)
    c_locale = {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONPATH": str(tmp_path / "path")}
    c_locale = bare | c_locale
    assert "李世乭".encode() in subprocess.run(command, env=c_locale, capture_output=True, check=True).stdout
    for encoding in ("cp1252", "latin-1", "ascii"):
        run = subprocess.run(command, env=bare | {"PYTHONIOENCODING": encoding}, capture_output=True, check=True)
        assert b"???" in run.stdout


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs the device /dev/full")
def test_an_answer_that_cannot_be_written_is_an_error() -> None:
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "mcmahon", "standings", str(INSTANCES / "club16")],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (run.returncode, "Traceback" in run.stderr) == (3, False)
    assert "cannot write the output" in run.stderr


@pytest.mark.slow
def test_ratings_are_written_even_if_nobody_reads_the_list(tmp_path: Path) -> None:
    file = tmp_path / "r.csv"
    words = [sys.executable, "-m", "mcmahon", "standings", str(INSTANCES / "congress1000"), "--ratings-file", str(file)]
    subprocess.run(f"{shlex.join(words)} | head -1", shell=True, check=True, capture_output=True)
    placed = standings(TournamentFolder(INSTANCES / "congress1000").read().tournament).rows
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1 + len(placed) > 900


def test_no_file_of_the_tournament_is_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    mcmahon("new", folder)
    for name in ("players.csv", "prizes.csv", "tournament.toml", "cups.toml", "rounds", ".journal", ".lock"):
        assert (
            "one of the tournament's own files"
            in mcmahon("standings", folder, "--ratings-file", folder / name, code=3).stderr
            or (folder / name).is_dir()
        )
    mcmahon("standings", folder, "--ratings-file", folder / "ratings.csv")


@pytest.mark.slow
def test_a_setting_says_what_it_is_now_and_whom_it_does_not_know(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    mcmahon("new", folder)
    (tmp_path / "p.csv").write_text("name,rank,rating\nA,1d,2150\n", encoding="utf-8")
    mcmahon("register", folder, tmp_path / "p.csv")
    run = mcmahon("set", folder, "start.bar=3dan", "start.supergroup=9", "placing.order=NBW,Harkness")
    assert run.stdout.splitlines() == [
        'start.bar = "3d"  # was "auto"',
        'start.supergroup = ["9"]  # was []',
        'placing.order = ["WINS", "SOS-MEDIAN"]  # was ["MMS", "SOS", "SOS-1", "SOS-2"]',
    ]
    assert "unregistered players: 9" in run.stderr
    assert 'tournament_class = "B"' in mcmahon("set", folder, "rating.tournament_class=b").stdout
    wrong = mcmahon("set", folder, "placing.order=MMS,SOSS", code=2).stderr
    assert "placing.order: no criterion is called 'SOSS'; expected a list" in wrong
    mcmahon("player", folder, "A", "--rating=", "--club=")
    assert '"rating": 2100' in mcmahon("players", folder, "--json").stdout


def test_ratings_go_to_a_file_beside_any_form_of_the_standings(tmp_path: Path) -> None:
    for form in ("--json", "--csv", "--ratings"):
        run = mcmahon("standings", INSTANCES / "club16", form, "--ratings-file", tmp_path / "r.xlsx")
        assert "wrote the expected ratings of 16 players" in run.stderr
        assert run.stdout
