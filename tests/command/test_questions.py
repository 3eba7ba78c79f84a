"""The commands of the desk as a director uses them: explain, alternatives, repair, swap, and those about weights."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from xml.etree.ElementTree import parse

import pytest
from commands import mcmahon

from .test_command_line import INSTANCES, files


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A tournament of 63 players whose fifth round has just been drawn."""
    folder = Path(shutil.copytree(INSTANCES / "odd75", tmp_path / "odd"))
    mcmahon("pair", folder)
    return folder


def boards(folder: Path, number: int) -> list[dict[str, str]]:
    with (folder / "rounds" / f"{number}.csv").open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["black"]]


def test_explain_a_board_to_its_player_and_to_the_director(odd: Path) -> None:
    row = boards(odd, 5)[4]
    out = mcmahon("explain", odd, row["white"]).stdout
    assert out.startswith(f"{row['white name']} ({row['white']}), round 5: table {row['table']}, White against")
    assert "The best round without" in out
    assert "boards that change: " in out
    assert "Whites minus Blacks" in out
    data = json.loads(mcmahon("explain", odd, row["black"], "--json").stdout)
    assert data["ledger_of_the_draw"] is True
    assert data["without"]["cost"] >= 0
    assert {"reason", "sentence"} == set(data["reasons"][0])
    both = mcmahon("explain", odd, row["white"], row["black"]).stdout
    assert both.replace(f"You do meet {row['black name']}, at table {row['table']}. ", "") == out
    assert both != out
    assert "is ambiguous" in mcmahon("explain", odd, "an", code=2).stderr
    assert "round 9 has not been drawn" in mcmahon("explain", odd, row["white"], "-r", 9, code=2).stderr


def test_explain_why_two_do_not_meet(odd: Path) -> None:
    first, last = boards(odd, 5)[0], boards(odd, 5)[20]
    out = mcmahon("explain", odd, first["white"], last["black"]).stdout
    assert "The best round with this game costs" in out
    data = json.loads(mcmahon("explain", odd, first["white"], last["black"], "--json").stdout)
    forced = json.loads(
        mcmahon("pair", odd, "--force", f"{first['white']}:{last['black']}", "--dry-run", "--json").stdout
    )
    now = json.loads((odd / "rounds" / "5.json").read_text(encoding="utf-8"))
    assert data["forced"]["cost"] == forced["cost"] - now["cost"]
    assert sum(data["forced"]["costs"].values()) == data["forced"]["cost"]


@pytest.mark.slow
def test_a_round_of_long_ago_is_explained_from_today(odd: Path, tmp_path: Path) -> None:
    mcmahon("convert", odd, tmp_path / "o.xml")
    mcmahon("convert", tmp_path / "o.xml", tmp_path / "again")
    run = mcmahon("explain", tmp_path / "again", "1", "--round", 3)
    assert "no record of this draw was kept" in run.stderr
    assert "Cost of the board" in run.stdout


@pytest.mark.slow
def test_alternatives_are_listed(odd: Path) -> None:
    out = mcmahon("alternatives", odd, "-k", 3).stdout
    assert [line for line in out.splitlines() if line in ("1.", "2.", "3.", "4.")] == ["1.", "2.", "3."]
    data = json.loads(mcmahon("alternatives", odd, "-k", 3, "--json").stdout)
    assert [other["cost"] for other in data["others"]] == sorted(other["cost"] for other in data["others"])
    assert (len(data["others"]), data["left_out"], data["sentences"]) == (3, [], [])
    within = mcmahon("alternatives", odd, "-k", 1, "--within", 10_000)
    assert "there may be more" in within.stderr


@pytest.mark.slow
def test_a_published_round_is_mended_and_the_mending_undone(odd: Path) -> None:
    mcmahon("publish-round", odd)
    mcmahon("result", odd, 3, "1-0")
    before, rows = files(odd), boards(odd, 5)
    gone = rows[6]["white"]
    curve = mcmahon("repair", odd, "--without", gone, "--curve").stdout.splitlines()
    assert len(curve) >= 3
    assert files(odd) == before
    dry = mcmahon("repair", odd, "--without", gone, "--keep", "1-5", "--dry-run").stdout
    assert files(odd) == before
    refused = mcmahon("repair", odd, "--without", gone, "--keep", "1-5", code=2).stderr
    assert refused.startswith("mcmahon: round 5 is published, and 5 boards would be given up:\ntable 12: ")
    assert "to do it: --anyway" in refused
    assert files(odd) == before
    out = mcmahon("repair", odd, "--without", gone, "--keep", "1-5", "--anyway")
    assert out.stdout == dry
    assert "proven" in out.stdout
    assert "misses round 5: absent, ½ point" in out.stderr
    assert "Fewer changes: give up 0 boards, cost " in out.stdout
    assert "(--changes 0)" in out.stdout
    assert "Cheaper: give up" in out.stdout
    now = boards(odd, 5)
    assert [r for r in now if int(r["table"]) <= 5] == [r for r in rows if int(r["table"]) <= 5]
    assert not any(gone in (r["white"], r["black"]) for r in now)
    assert "round 5: legal" in mcmahon("check", odd).stdout
    assert "repair" in mcmahon("log", odd).stdout
    assert "You were absent in round 5" in mcmahon("explain", odd, gone).stdout
    mcmahon("undo", odd)
    assert files(odd) == before
    assert "is not in round 5" in mcmahon("repair", odd, "--without", "5", code=2).stderr
    both = mcmahon("repair", odd, "--curve", "--changes", 3, code=2).stderr
    assert both == "mcmahon: --changes: the curve shows every number of changes, so leave this out\n"
    data = json.loads(mcmahon("repair", odd, "--without", gone, "--changes", 4, "--dry-run", "--json").stdout)
    assert len(data["given_up"]) <= 4
    assert len(data["lost"]) == 1
    assert data["status"] == "optimal"


def test_a_swap_says_what_it_costs_before_and_when_it_is_done(odd: Path) -> None:
    a, b = boards(odd, 5)[0]["white"], boards(odd, 5)[12]["white"]
    before = files(odd)
    trial = mcmahon("swap", odd, a, b, "--dry-run")
    assert trial.stderr.count(" points apart: wider than any board of the round so far") == 2
    dry = trial.stdout
    assert files(odd) == before
    assert dry.startswith("Swapping them in round 5 would raise its cost by ")
    done = mcmahon("swap", odd, a, b, "--anyway").stdout
    assert (
        done.splitlines()[0].partition("cost rises by ")[2]
        == dry.splitlines()[0].partition("raise its cost by ")[2]
        != ""
    )
    assert "set by hand after the draw" in mcmahon("explain", odd, a).stdout
    early = boards(odd, 1)
    later = {frozenset((r["white"], r["black"])) for k in (2, 3, 4, 5) for r in boards(odd, k)}
    one, other = next(
        (x["white"], y["white"]) for x in early for y in early if x is not y and {x["white"], y["black"]} in later
    )
    text = mcmahon("swap", odd, one, other, "-r", 1, "--dry-run").stdout
    assert "have met before" in text


def test_what_if_counts_side_by_side_and_writes_nothing(odd: Path) -> None:
    mcmahon("pair", odd, "--profile", "balanced-1")  # as the rounds before it were
    before = files(odd)
    out = mcmahon("what-if", odd, "--profile", "swiss", "--set", "club=0,mms=1").stdout
    assert out.splitlines()[1].split() == ["as", "it", "stands", "swiss", "club=0,mms=1"]
    data = json.loads(mcmahon("what-if", odd, "--profile", "balanced-1", "--replay", "--json").stdout)
    assert [column["label"] for column in data] == ["as it stands", "balanced-1"]
    assert data[0]["counts"] == data[1]["counts"]
    assert data[1]["differing"] == 0
    assert files(odd) == before
    assert "unknown weight profile or file 'x'" in mcmahon("what-if", odd, "--profile", "x", code=2).stderr
    assert "'bye' is ambiguous" in mcmahon("what-if", odd, "--set", "bye=3", code=2).stderr


def test_what_if_a_setting_were_another(odd: Path, tmp_path: Path) -> None:
    """The column of a setting is what the round gets when the setting is made in a copy of the folder."""
    before = files(odd)
    near = json.loads(mcmahon("what-if", odd, "--set", "pairing.max_difference=1", "--json").stdout)
    assert near[1]["counts"]["mms_diff_sum"] < near[0]["counts"]["mms_diff_sum"]
    columns = json.loads(mcmahon("what-if", odd, "--set", "start.bar=6d", "--set", "club=9", "--json").stdout)
    assert [column["label"] for column in columns] == ["as it stands", "start.bar=6d", "club=9"]
    assert files(odd) == before
    copy = shutil.copytree(odd, tmp_path / "copy")
    mcmahon("set", copy, "start.bar=6d", "--anyway")
    drawn = json.loads(mcmahon("pair", copy, "--json").stdout)
    standing = json.loads(mcmahon("what-if", copy, "--json").stdout)[0]
    assert (columns[1]["cost"], columns[1]["counts"]) == (drawn["cost"], standing["counts"])
    assert columns[1]["counts"] != columns[0]["counts"]
    wrong = mcmahon("what-if", odd, "--set", "pairing.profile=swiss", code=2).stderr
    says = "--set 'pairing.profile=swiss': a profile is not compared as a setting; to compare it: --profile swiss"
    assert wrong == f"mcmahon: {says}\n"
    assert "expected start.bar" in mcmahon("what-if", odd, "--set", "start.baz=2d", code=2).stderr


@pytest.mark.long
def test_sensitivity_shows_every_weight(odd: Path) -> None:
    out = mcmahon("sensitivity", odd).stdout
    assert "mms_difference" in out
    data = json.loads(mcmahon("sensitivity", odd, "--json").stdout)
    assert len(data) == 19
    for row in data:
        assert row["low"] <= row["weight"] <= row["high"]
    row = next(r for r in data if r["low"] > 0)
    same = json.loads(mcmahon("what-if", odd, "--set", f"{row['criterion']}={row['low']}", "--json").stdout)
    less = json.loads(mcmahon("what-if", odd, "--set", f"{row['criterion']}={row['low'] - 1}", "--json").stdout)
    stands = same[0]["criteria"]
    weights = {r["criterion"]: r["weight"] for r in data}

    def cost(values: dict[str, int], weight: int) -> int:
        return sum((weights | {row["criterion"]: weight})[name] * values[name] for name in weights)

    assert same[1]["cost"] == cost(stands, row["low"])
    assert less[1]["cost"] < cost(stands, row["low"] - 1)


@pytest.mark.slow
def test_pareto_prints_and_writes_the_front(odd: Path, tmp_path: Path) -> None:
    table, picture = tmp_path / "front.csv", tmp_path / "front.svg"
    assert "The current round: mms_difference" in mcmahon("pareto", odd, "mms", "country").stdout
    mcmahon("pareto", odd, "mms", "country", "--all", "--to", table, "--svg", picture)
    rows = list(csv.DictReader(table.open(encoding="utf-8")))
    assert rows[0]["supported"] == "yes"
    assert parse(picture).getroot().tag.endswith("svg")
    data = json.loads(mcmahon("pareto", odd, "mms", "country", "colour", "--json").stdout)
    assert {"mms_difference", "same_country", "colour_balance"} <= set(data[0])
    few = mcmahon("pareto", odd, "mms", "club", "--most", 3, code=2).stderr
    assert few.startswith("mcmahon: --most: it limits the list of all points")
    assert few.endswith("; to show all points: --all\n")
    assert "two or three different criteria" in mcmahon("pareto", odd, "mms", "mms", code=2).stderr
    three = mcmahon("pareto", odd, "mms", "club", "colour", "--svg", picture, code=2).stderr
    assert three == "mcmahon: --svg: a picture shows two criteria only; to write a table: --to FILE\n"
    assert (
        "is one of the tournament's own files"
        in mcmahon("pareto", odd, "mms", "club", "--to", odd / "players.csv", code=3).stderr
    )


@pytest.mark.slow
def test_a_round_without_pairing_says_what_contradicts_what(odd: Path) -> None:
    row, other = boards(odd, 5)[0], boards(odd, 5)[1]
    run = mcmahon("pair", odd, "--bye", row["white"], "--force", f"{row['white']}:{other['white']}", code=2)
    assert "forced into two games" in run.stderr or "game and a bye" in run.stderr
    mcmahon("set", odd, 'pairing.rules=[{name = "no-floats", pairs = "float", at_most = 0}]')
    run = mcmahon("pair", odd, code=1)
    assert "no pairing keeps this:" in run.stderr
    assert "at most 0 float (no-floats)" in run.stderr
    assert "cheapest to give up: no-floats (the round then costs" in run.stderr
    data = json.loads(mcmahon("pair", odd, "--json", code=1).stdout)
    assert data["conflict"][0] == "no pairing keeps this:"
