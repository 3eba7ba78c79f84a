"""`mcmahon groups` and `mcmahon standings` as a director uses them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from .test_command_line import INSTANCES, mcmahon


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
    assert [line.split()[:2] for line in text.splitlines() if "the program's choice" in line] == [["2d", "6"]]
    assert text.splitlines()[-1] == "start.bar = auto: 2d is taken"
    data = json.loads(mcmahon("groups", spring, "--json").stdout)
    assert [(g["start"], len(g["players"])) for g in data["groups"]] == [(1, 6), (0, 3)]
    assert [b["rank"] for b in data["bars"] if b["taken"]] == ["2d"]
    women = mcmahon("standings", spring, "--by", "women").stdout
    assert "women yes" in women


def test_a_place_is_explained() -> None:
    text = mcmahon("standings", INSTANCES / "odd75", "--explain", 78).stdout
    assert "MMS 8½ = start 6 + ½ + ½ + 1 + ½" in text
    assert "  round 1 absent: own start 6" in text
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
    assert [row["section place"] for row in by_country if row["section"] == "country AT"] == ["1", "2", "3", "4"]
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
    assert f"are in {file}" in run.stderr
    rows = list(csv.DictReader(file.open(encoding="utf-8")))
    assert len(rows) == 16
    assert all(float(r["rating"]) + float(r["change"]) == pytest.approx(float(r["expected rating"])) for r in rows)
    for wrong in (tmp_path / "no" / "r.csv", tmp_path, INSTANCES / "club16" / "players.csv"):
        assert "cannot be written" in mcmahon("standings", INSTANCES / "club16", "--ratings-file", wrong, code=3).stderr


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
        (("--by", "team"), "no column of the registrations is called 'team'; right would be: one of club"),
        (("--only", "women"), "right would be: COLUMN=VALUE"),
        (("--only", "country=XX"), "nobody has country = 'XX'; right would be: one of"),
        (("--by", "band", "--explain", "5"), "--explain goes with --after and --json only"),
        (("--ratings-file", "x.csv", "--explain", "5"), "--explain goes with --after and --json only"),
        (("--csv", "--json"), "--json and --csv exclude each other"),
        (("--explain", "nobody"), "no player has the id or the name 'nobody'"),
        (("--after", "9"), "round 9 has not been drawn"),
    ],
)
def test_wrong_options_are_errors(arguments: tuple[str, ...], message: str) -> None:
    assert message in mcmahon("standings", INSTANCES / "congress60", *arguments, code=2).stderr
