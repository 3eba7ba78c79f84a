"""The command line as a director uses it: output, JSON, exit codes, nothing written on error."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import mcmahon, mcmahon_process
from mcmahon import cli
from mcmahon.cli import MODULES
from mcmahon.model.errors import InputError

ROOT = Path(__file__).resolve().parent.parent.parent
INSTANCES = ROOT / "instances"

PLAYERS = """Name,Rank,Club,Country,Rounds
Ann,4d,A,DE,
Bo,3d,B,DE,
Cy,3d,A,FR,
Di,2d,B,FR,
Ed,1k,A,DE,
Flo,2k,C,DE,
Gus,4k,C,CZ,all but 2
"""


@pytest.fixture
def spring(tmp_path: Path) -> Path:
    """A tournament of seven players, nothing drawn."""
    (tmp_path / "players.csv").write_text(PLAYERS)
    folder = tmp_path / "spring"
    mcmahon("new", folder, "--preset", "bga", "--rounds", 3, "--bar", "2d")
    mcmahon("register", folder, tmp_path / "players.csv")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(p.relative_to(folder)): p.read_bytes()
        for p in sorted(folder.rglob("*"))
        if p.is_file() and ".journal" not in p.parts
    }


@pytest.mark.slow
def test_a_round_from_registrations_to_standings(spring: Path) -> None:
    """In processes of their own, as a director runs them."""
    out = mcmahon_process("pair", spring).stdout
    assert "round 1 of 3, 7 players, bar 2d, 4 players at or above it" in out
    assert "proven optimal by matching and by CP-SAT (" in out
    assert "Bye: Gus (7)" in out
    assert "Cost " in out
    assert "\x1b" not in out
    mcmahon_process("publish-round", spring)
    assert "all results are in" in mcmahon_process("result", spring, 1, "1-0", 2, "0-1", 3, "jigo").stdout
    standings = mcmahon_process("standings", spring).stdout.splitlines()
    assert standings[1].split() == ["Pl", "Name", "Str", "Cl.", "MMS", "1", "Pt", "SOS", "CUSP"]
    assert len(standings) == 2 + 7
    assert mcmahon_process("check", spring).stdout.startswith("round 1: legal, cost ")


def test_the_json_of_a_draw_has_what_programs_need(spring: Path) -> None:
    data = json.loads(mcmahon("pair", spring, "--json").stdout)
    assert {"round", "status", "cost", "bound", "costs", "seconds", "boards", "bye"} <= set(data)
    assert (data["round"], data["status"], data["bye"]) == (1, "optimal", "7")
    assert data["cost"] == data["bound"] == sum(data["costs"].values())
    assert set(data["seconds"]) >= {"total", "solve"}
    assert data["seconds"]["total"] >= data["seconds"]["solve"] > 0
    assert [b["table"] for b in data["boards"]] == [1, 2, 3]
    assert set(data["boards"][0]) >= {"table", "white", "black", "handicap", "komi"}


def test_the_same_input_gives_the_same_boards_and_another_seed_others(spring: Path) -> None:
    boards = [json.loads(mcmahon("pair", spring, "--json", "--dry-run").stdout)["boards"] for _ in range(2)]
    assert boards[0] == boards[1]
    others = {mcmahon("pair", spring, "--json", "--dry-run", "--seed", s).stdout.split('"boards"')[1] for s in range(6)}
    assert len(others) > 1


def test_a_dry_run_writes_nothing(spring: Path) -> None:
    before = files(spring)
    mcmahon("pair", spring, "--dry-run")
    assert files(spring) == before


def test_pairing_again_says_what_changed(spring: Path) -> None:
    first = json.loads(mcmahon("pair", spring, "--json").stdout)["boards"][0]
    pair = f"{first['white']}:{first['black']}"
    again = json.loads(mcmahon("pair", spring, "--forbid", pair, "--json").stdout)
    assert again["round"] == 1
    assert again["changed"]
    assert {first["white"], first["black"]} not in [{b["white"], b["black"]} for b in again["boards"]]


def test_locks_by_id_or_name(spring: Path) -> None:
    data = json.loads(mcmahon("pair", spring, "--force", "Ann:Gus", "--bye", "bo", "--json").stdout)
    assert data["bye"] == "2"
    assert {"1", "7"} in [{b["white"], b["black"]} for b in data["boards"]]
    assert mcmahon("check", spring).stdout.startswith("round 1: legal")


def test_a_bye_in_an_even_field_must_be_meant(spring: Path) -> None:
    mcmahon("absent", spring, "Gus", "1")
    assert (
        "6 players are entered: if Bo has a bye, one more player has no opponent and needs a bye, too"
        in mcmahon("pair", spring, "--bye", "Bo", code=2).stderr
    )
    data = json.loads(mcmahon("pair", spring, "--bye", "Bo", "--two-byes", "--json").stdout)
    assert len(data["byes"]) == 2


def test_rules_that_cannot_hold_are_answered_with_the_least_breach(tmp_path: Path) -> None:
    folder = tmp_path / "four"
    (tmp_path / "p.csv").write_text("name,rank\nA,1d\nB,1d\nC,1d\nD,1d\n")
    mcmahon("new", folder, "--rounds", 4)
    mcmahon("register", folder, tmp_path / "p.csv")
    for _ in range(3):
        mcmahon("pair", folder)
        mcmahon("publish-round", folder)
        mcmahon("result", folder, 1, "1-0", 2, "1-0")
    before = files(folder)
    error = mcmahon("pair", folder, code=1).stderr
    assert "the least number of breaches is 2 (proven)" in error
    assert "have met before (repeats)" in error
    assert "A (1)" in error
    assert files(folder) == before
    assert "broken with your permission: repeats" in mcmahon("pair", folder, "--relax", "repeats").stdout
    assert mcmahon("check", folder).returncode == 0
    assert "no hard rule is called" in mcmahon("pair", folder, "--relax", "everything", code=2).stderr


def test_missing_results_stop_a_draw_unless_they_are_meant(spring: Path) -> None:
    mcmahon("pair", spring)
    mcmahon("publish-round", spring)
    mcmahon("result", spring, 1, "1-0")
    assert "2 results are missing (round 1 table 2, round 1 table 3)" in mcmahon("pair", spring, code=2).stderr
    assert "round 2 of 3" in mcmahon("pair", spring, "--missing-results").stdout


def test_a_corrected_result_warns_of_later_boards(spring: Path) -> None:
    mcmahon("pair", spring)
    mcmahon("publish-round", spring)
    mcmahon("result", spring, 1, "1-0", 2, "1-0", 3, "1-0")
    mcmahon("pair", spring)
    mcmahon("publish-round", spring)
    rounds = (spring / "rounds" / "2.csv").read_bytes()
    run = mcmahon("result", spring, "--round", 1, 1, "0-1", "--again")
    assert "was drawn from scores that have changed since" in run.stderr
    assert (spring / "rounds" / "2.csv").read_bytes() == rounds


def test_results_from_a_file(spring: Path, tmp_path: Path) -> None:
    mcmahon("pair", spring)
    (tmp_path / "r.csv").write_text("Table;Result\n1;1-0\n2;0-1!\n3;\n")
    mcmahon("publish-round", spring)
    assert "2 results entered" in mcmahon("result", spring, "--file", tmp_path / "r.csv").stdout
    (tmp_path / "r.csv").write_text("Table;Result\n1;7-0\nx;0-1\n")
    error = mcmahon("result", spring, "--file", tmp_path / "r.csv", code=2).stderr
    assert "r.csv:2: column Result: wrong result '7-0'" in error
    assert "r.csv:3: column Table: wrong table 'x'" in error
    (tmp_path / "r.csv").write_text("Board;Table;Colour\n1;1;w\n", encoding="utf-8")
    error = mcmahon("result", spring, "--file", tmp_path / "r.csv", code=2).stderr
    assert "two columns for table: 'Board' and 'Table'" in error
    assert "no column 'result'; expected columns table and result, or Tisch and Ergebnis" in error
    (tmp_path / "r.csv").write_text("Tabel,Resutl\n1,1-0\n", encoding="utf-8")
    error = mcmahon("result", spring, "--file", tmp_path / "r.csv", code=2).stderr
    assert error.count("is perhaps meant") == 2
    assert "'Tabel' is perhaps meant" in error
    (tmp_path / "r.csv").write_text("Table,Result\n1,1-0\n2,0-1\n1,1-0\n", encoding="utf-8")
    error = mcmahon("result", spring, "--file", tmp_path / "r.csv", code=2).stderr
    assert "r.csv:4: round 1 table 1 is given twice" in error


@pytest.mark.parametrize("titles", ["Runde;Tisch;Weiß;Schwarz;Ergebnis", "ronde;table;blanc;noir;résultat"])
def test_results_with_german_and_french_titles(spring: Path, tmp_path: Path, titles: str) -> None:
    boards = json.loads(mcmahon("pair", spring, "--json").stdout)["boards"]
    rows = [f"1;{b['table']};{b['white']};{b['black']};1-0" for b in boards]
    (tmp_path / "r.csv").write_text("\n".join([titles, *rows]), encoding="utf-8")
    assert "all results are in" in mcmahon("result", spring, "--file", tmp_path / "r.csv").stdout
    (tmp_path / "r.csv").write_text(f"{titles}\n1;1;{boards[1]['white']};;1-0\n", encoding="utf-8")
    assert "table 1 has other players" in mcmahon("result", spring, "--file", tmp_path / "r.csv", code=2).stderr


def test_results_of_other_boards_are_not_taken_over(spring: Path, tmp_path: Path) -> None:
    """A file that says who plays is compared with the boards: ids or names, in either order."""
    boards = json.loads(mcmahon("pair", spring, "--json").stdout)["boards"]
    file = tmp_path / "r.csv"
    one, two, three = ([b["white"], b["white_name"], b["black"], b["black_name"]] for b in boards)
    mcmahon("publish-round", spring)
    file.write_text(f"Table;White;Black;Result\n1;{one[0]};{one[3].upper()};1-0\n2;{two[1]};;0-1\n")
    out = mcmahon("result", spring, "--file", file).stdout
    assert f"table 1: {one[1]} (White) – {one[3]} (Black)  1-0" in out
    before = files(spring)
    file.write_text(f"Table;White;Black;Result\n1;{one[2]};{one[0]};1-0\n3;{two[0]};{three[2]};0-1\n3;999;;0-1\n")
    error = mcmahon("result", spring, "--file", file, code=2).stderr
    assert "r.csv:2: table 1 has White and Black the other way round" in error
    assert f"r.csv:3: table 3 has other players: in round 1 {three[1]} ({three[0]}) is White" in error
    assert "r.csv:4: table 3 has other players" in error
    assert files(spring) == before


def test_a_result_says_whose_it_is_and_what_it_replaces(spring: Path) -> None:
    boards = json.loads(mcmahon("pair", spring, "--json").stdout)["boards"]
    first = f"table 1: {boards[0]['white_name']} (White) – {boards[0]['black_name']} (Black)"
    out = mcmahon("result", spring, 1, "1-0", "--round", 1).stdout
    assert f"{first}  1-0\n" in out
    assert "Round 1 was a draft; entering a result has published it." in out
    again = mcmahon("result", spring, 1, "0-1", "--again").stdout
    assert f"{first}  0-1 (was 1-0)" in again
    assert "draft" not in again
    error = mcmahon("result", spring, "1-x", 1, code=2).stderr
    assert "this is no result '1-x'; expected a table and who has won" in error
    part = mcmahon("result", spring, 2, "w", 3, 9, "b", code=2)
    assert "table 2: " in part.stdout
    assert "not entered:\nthis is no result '3'" in part.stderr
    assert "\nthere is no table 9\n" in part.stderr


def test_a_result_of_a_stale_draft_says_who_has_left_it(spring: Path) -> None:
    boards = json.loads(mcmahon("pair", spring, "--json").stdout)["boards"]
    mcmahon("withdraw", spring, boards[0]["white"])
    run = mcmahon("result", spring, 2, "1-0", "--round", 1)
    assert (
        f"{boards[0]['white_name']} ({boards[0]['white']}) is in the round, but not entered: "
        "repair the round without them" in run.stderr
    )


def test_handicaps_that_were_right_when_drawn_stay_legal(tmp_path: Path) -> None:
    """A corrected result moves scores, by which handicaps of later rounds were given."""
    folder = tmp_path / "club"
    (tmp_path / "p.csv").write_text("name,rank\n" + "".join(f"P{k},{k}k\n" for k in range(1, 9)))
    mcmahon("new", folder, "--preset", "bga", "--bar", "none", "--rounds", 3)
    mcmahon("register", folder, tmp_path / "p.csv")
    for _ in range(2):
        mcmahon("pair", folder)
        mcmahon("publish-round", folder)
        mcmahon("result", folder, 1, "1-0", 2, "1-0", 3, "1-0", 4, "1-0")
    mcmahon("result", folder, "--round", 1, 1, "0-1", 2, "0-1", 3, "0-1", 4, "0-1", "--again")
    run = mcmahon("check", folder)
    assert "(legal when it was drawn)" in run.stdout
    assert "round 2: legal" in run.stdout
    assert "is not legal" not in mcmahon("pair", folder).stderr


def test_swap_board_undo_redo_log(spring: Path) -> None:
    mcmahon("pair", spring)
    boards = json.loads(mcmahon("pair", spring, "--json").stdout)["boards"]
    before = files(spring)
    assert "legal" in mcmahon("swap", spring, boards[0]["white"], boards[1]["white"]).stdout
    assert "[swap by hand]" in mcmahon("show", spring).stdout
    changed = mcmahon("board", spring, 3, "--handicap", 2).stdout
    assert changed.startswith("table 3: ")
    assert "handicap 2, komi 0.5 (changed by hand)" in changed
    assert "(unchanged)" in mcmahon("board", spring, 3, "--handicap", 2).stdout
    assert "[handicap by hand]" in mcmahon("show", spring).stdout
    after = files(spring)
    mcmahon("undo", spring)
    mcmahon("undo", spring)
    assert files(spring) == before
    mcmahon("redo", spring)
    mcmahon("redo", spring)
    assert files(spring) == after
    log = mcmahon("log", spring).stdout
    assert "mcmahon swap" in log
    assert "undo: mcmahon board" in log


def test_the_log_has_the_time_of_the_hall_and_commands_to_paste(spring: Path, tmp_path: Path) -> None:
    """A day stands above its steps; what was typed is quoted for a shell."""
    late = {**os.environ, "TZ": "UTC-14"}  # fourteen hours ahead, as POSIX writes it
    early = {**os.environ, "TZ": "UTC+10"}
    mcmahon("player", spring, "Ann", "--club", "Go & Tea's", "--column", "notes=no $ left")
    there, here = (mcmahon("log", spring, env=env).stdout.splitlines() for env in (late, early))
    pattern = re.compile(r"\d{4}-\d\d-\d\d, local time:")
    assert pattern.fullmatch(there[0])
    assert pattern.fullmatch(here[0])
    assert there[0] > here[0], "a day later already"
    number, clock, *typed = there[-1].split(maxsplit=2)
    assert re.fullmatch(r"\d\d:\d\d:\d\d", clock)
    assert (int(number), shlex.split(typed[0])[-4:]) == (
        sum(line[:5].strip().isdigit() for line in there),
        ["--club", "Go & Tea's", "--column", "notes=no $ left"],
    )


def test_the_judge_finds_what_somebody_broke_by_hand(spring: Path) -> None:
    mcmahon("pair", spring)
    path = spring / "rounds" / "1.csv"
    lines = path.read_text().splitlines()
    swapped = lines[1].split(",")
    swapped[1:5] = swapped[3:5] + swapped[1:3]
    path.write_text("\n".join([lines[0], ",".join(swapped), *lines[2:-1]]))
    out = mcmahon("check", spring, code=1).stdout
    assert "Gus (7) is entered but has no game" in out


def test_a_table_that_is_there_twice_is_refused_on_reading(spring: Path) -> None:
    mcmahon("pair", spring)
    path = spring / "rounds" / "1.csv"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], lines[2].replace("2,", "1,", 1), *lines[3:]]))
    said = mcmahon("check", spring, code=2).stderr
    assert "1.csv:3: column table: the table of line 2 again: '1'; expected each table on one line of a round" in said


def test_registrations_with_problems_write_nothing_until_lines_are_skipped(spring: Path, tmp_path: Path) -> None:
    (tmp_path / "more.csv").write_text("Name;Rank\nHal;99k\n;3d\nIda;5k\n")
    before = files(spring)
    error = mcmahon("register", spring, tmp_path / "more.csv", code=2).stderr
    assert "more.csv:2: column Rank: impossible rank '99k'; expected 30k to 1k" in error
    assert "more.csv:3: column Name: empty name" in error
    assert files(spring) == before
    assert "1 new" in mcmahon("register", spring, tmp_path / "more.csv", "--skip", "2", "--skip", "3").stdout


def test_changes_of_a_player(spring: Path) -> None:
    mcmahon("player", spring, "Ann", "--rank", "5d", "--rounds", "1-2", "--correction=-1", "--club", "Z")
    row = (spring / "players.csv").read_text().splitlines()[1]
    assert row.startswith("1,Ann,,5d,,Z,DE,,,1-2,,,-1")
    mcmahon("pair", spring)
    mcmahon("withdraw", spring, "Ed")
    assert "Ed" not in mcmahon("pair", spring).stdout.split("Absent")[0]
    assert "impossible rank" in mcmahon("player", spring, "Ann", "--rank", "50k", code=2).stderr
    assert "is ambiguous" in mcmahon("player", spring, "d", code=2).stderr
    assert "no player" in mcmahon("absent", spring, "Zoe", "1", code=2).stderr


def test_a_top_player_who_will_be_absent_brings_bgas_advice(spring: Path) -> None:
    advice = "Ann (1) is in the top group and misses round 2; BGA 4.4 advises a lower start score"
    assert advice in mcmahon("absent", spring, "Ann", "2").stderr
    assert advice in mcmahon("pair", spring).stderr
    assert "Flo" not in mcmahon("absent", spring, "Flo", "3").stderr
    mcmahon("player", spring, "Ann", "--correction=-1")
    assert "BGA" not in mcmahon("pair", spring).stderr


def test_preliminary_entries_are_not_paired(spring: Path) -> None:
    mcmahon("player", spring, "Gus", "--status", "preliminary")
    assert "Gus" not in mcmahon("pair", spring).stdout


def test_standings_as_csv_and_json(spring: Path) -> None:
    mcmahon("pair", spring)
    mcmahon("publish-round", spring)
    mcmahon("result", spring, 1, "1-0", 2, "1-0", 3, "?")
    rows = mcmahon("standings", spring, "--csv").stdout.splitlines()
    assert rows[0] == "place,line,id,name,rank,club,country,MMS,round_1,WINS,SOS,CUSP"
    data = json.loads(mcmahon("standings", spring, "--json").stdout)
    assert (data["after_round"], data["provisional"], len(data["rows"])) == (1, True, 7)
    assert "has not been drawn" in mcmahon("standings", spring, "--after", 2, code=2).stderr


def test_settings_shown_and_changed(spring: Path) -> None:
    assert 'start.bar = "2d"' in mcmahon("set", spring).stdout
    mcmahon("set", spring, "start.bar=1d", "komi=7.5", "placing.order=MMS,SOS,SOSOS")
    assert 'bar = "1d"  # players of this rank or stronger' in (spring / "tournament.toml").read_text()
    assert "expected" in mcmahon("set", spring, "komi=7.3", code=2).stderr


def test_a_late_entry_is_not_lost_in_a_draft(spring: Path, tmp_path: Path) -> None:
    mcmahon("pair", spring)
    (tmp_path / "late.csv").write_text("name,rank\nLee,3k\n")
    assert (
        "Lee (8) is entered, but not in the draft: pair the round again"
        in mcmahon("register", spring, tmp_path / "late.csv").stderr
    )
    assert "; to publish it anyway: mcmahon publish-round " in mcmahon("publish-round", spring, code=2).stderr
    assert "New since the last draft: " in mcmahon("pair", spring).stdout
    mcmahon("publish-round", spring)
    assert "is already published" in mcmahon("publish-round", spring, code=2).stderr
    assert "to keep the board as a loss by forfeit: --forfeit" in mcmahon("absent", spring, "Lee", "1", code=2).stderr
    assert mcmahon("check", spring).stdout.startswith("round 1: legal")


def test_a_preliminary_entry_confirmed_later_does_not_blame_the_rounds_before(spring: Path) -> None:
    mcmahon("player", spring, "Ed", "--status", "preliminary")
    mcmahon("pair", spring)
    mcmahon("publish-round", spring)
    mcmahon("result", spring, 1, "1-0", 2, "1-0", 3, "1-0")
    mcmahon("player", spring, "Ed", "--status", "final")
    assert mcmahon("check", spring).stdout.startswith("round 1: legal")
    boards = json.loads(mcmahon("pair", spring, "--json").stdout)["boards"]
    assert "5" in [p for b in boards for p in (b["white"], b["black"])]


def test_a_forced_pair_that_breaks_a_rule_is_told(spring: Path) -> None:
    mcmahon("pair", spring)
    first = json.loads(mcmahon("pair", spring, "--json").stdout)["boards"][0]
    mcmahon("publish-round", spring)
    mcmahon("result", spring, 1, "1-0", 2, "1-0", 3, "1-0")
    pair = f"{first['white']}:{first['black']}"
    assert "broken with your permission: repeats: table" in mcmahon("pair", spring, "--force", pair).stdout
    assert "(allowed by the director)" in mcmahon("check", spring).stdout
    assert (
        "both forced and forbidden to meet" in mcmahon("pair", spring, "--force", pair, "--forbid", pair, code=2).stderr
    )


@pytest.mark.slow
def test_settings_that_would_lose_rounds_are_refused_or_clipped(spring: Path) -> None:
    mcmahon("absent", spring, "Ann", "2")
    mcmahon("set", spring, "rounds=2")
    assert "7 players" in mcmahon("players", spring).stdout
    mcmahon("pair", spring)
    mcmahon("publish-round", spring)
    mcmahon("result", spring, 1, "1-0", 2, "1-0", 3, "1-0")
    mcmahon("pair", spring)
    before = files(spring)
    assert "2 rounds have been drawn" in mcmahon("set", spring, "rounds=1", code=2).stderr
    assert "unknown weight profile" in mcmahon("set", spring, "pairing.profile=missing.toml", code=2).stderr
    assert files(spring) == before


def test_a_round_without_pairing_is_told_in_json_too(spring: Path) -> None:
    mcmahon("set", spring, "pairing.max_difference=1", "pairing.forbid=[{players=['1','2','3','4','5','6','7']}]")
    data = json.loads(mcmahon("pair", spring, "--json", code=1).stdout)
    assert data["status"] == "infeasible"
    assert "forbidden" in data["relax"]


def test_a_swap_says_which_results_it_takes_out(spring: Path) -> None:
    boards = json.loads(mcmahon("pair", spring, "--json").stdout)["boards"]
    mcmahon("publish-round", spring)
    mcmahon("result", spring, 1, "1-0", 2, "0-1")
    refused = mcmahon("swap", spring, boards[0]["white"], boards[1]["white"], code=2).stderr
    assert f" already has 1-0 ({boards[0]['white_name']} won), which the swap would delete" in refused
    assert f" already has 0-1 ({boards[1]['black_name']} won), which the swap would delete" in refused
    error = mcmahon("swap", spring, boards[0]["white"], boards[1]["white"], "--anyway").stderr
    assert "the result of table 1, 1-0, was removed" in error
    assert "the result of table 2, 0-1, was removed" in error
    mcmahon("board", spring, 1, "--komi", "3.5")
    error = mcmahon("swap", spring, boards[0]["white"], boards[1]["white"]).stderr
    first, second = error.splitlines()
    assert first == "note: table 1: komi had been set by hand; the rule decides again"
    assert second == "note: round 1 is already published: tell the players what has changed"
    assert "nothing to change; expected who is White, a handicap or komi" in mcmahon("board", spring, 1, code=2).stderr


def test_a_damaged_folder_is_noticed(spring: Path) -> None:
    mcmahon("pair", spring)
    mcmahon("publish-round", spring)
    mcmahon("result", spring, 1, "1-0", 2, "1-0", 3, "1-0")
    path = spring / "rounds" / "1.csv"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:1] + lines[2:]))
    assert "round 1 is not legal: one game each" in mcmahon("pair", spring, "--dry-run").stderr
    path.write_text("".join(lines))
    settings = spring / "tournament.toml"
    text = settings.read_text()
    settings.write_text("")
    assert "the settings name no preset" in mcmahon("standings", spring, code=2).stderr
    settings.write_text(text)
    (spring / "players.csv").unlink()
    assert "players.csv is missing" in mcmahon("check", spring, code=3).stderr
    mcmahon("undo", spring)
    mcmahon("check", spring)


def test_odd_arguments(spring: Path) -> None:
    mcmahon("log", spring / "nope", code=3)
    byes = ("--bye", "1", "--bye", "2", "--bye", "3")
    assert "have a bye, " in (error := mcmahon("pair", spring, *byes, code=2).stderr)
    assert " players are entered: if " in error
    assert "; if you want that: --two-byes; if somebody does not play: mcmahon absent " in error
    assert (
        "no result is given; for example: 4 1-0 5 0-1 or --file results.csv" in mcmahon("result", spring, code=2).stderr
    )
    gone = mcmahon("withdraw", spring, "Ed", "--unexcused").stdout
    assert gone.endswith(" has withdrawn; misses rounds 1-3: absent without excuse, 0 points each\n")
    mcmahon("undo", spring)
    assert mcmahon("withdraw", spring, "Ed").stdout.endswith(
        " has withdrawn; misses rounds 1-3: absent, ½ point each\n"
    )
    assert "already withdrawn" in mcmahon("withdraw", spring, "Ed", code=2).stderr
    mcmahon("pair", spring, "--seed", "-5", code=2)
    mcmahon("register", spring, spring / "players.csv", "--skip", "5-1", code=2)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["bga", "egf", "aga", "german", "opengotha", "swiss"])
@pytest.mark.parametrize("scheme", ["rank", "regular", "swiss", "bands"])
def test_every_preset_draws_with_every_scheme(preset: str, scheme: str, tmp_path: Path) -> None:
    from mcmahon.api import check, new_tournament, pair_round, register

    settings: dict[str, Any] = {"rounds": 3, "start__scheme": scheme}
    if scheme == "bands":
        settings["start__bands"] = ["9d-1d", "1k-30k"]
    (tmp_path / "p.csv").write_text(PLAYERS)
    t = register(new_tournament(preset, **settings), tmp_path / "p.csv")
    drawn = pair_round(t)
    assert drawn.pairing.optimal
    assert check(drawn.tournament) == []


def test_errors_have_their_exit_codes(tmp_path: Path, spring: Path) -> None:
    assert "not a tournament folder" in mcmahon("pair", tmp_path / "nowhere", code=3).stderr
    mcmahon("register", spring, tmp_path / "missing.csv", code=3)
    mcmahon("nonsense", code=2)
    mcmahon("pair", spring, "--profile", "best", code=2)
    mcmahon("show", spring, code=2)
    mcmahon("undo", tmp_path, code=2)
    mcmahon("new", spring, code=3)
    assert "is not a pair" in mcmahon("pair", spring, "--force", "1-2", code=2).stderr


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(spring: Path) -> None:
    for path in (spring, spring / ".journal"):
        path.chmod(0o555)
    mcmahon("pair", spring, code=3)
    mcmahon("standings", spring)


INTERRUPTED = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from mcmahon.solver.lp import relaxation
from mcmahon.solver.matching import blossom
blossom._blossom = None  # the relaxation solves one tier after the other
solve, calls = relaxation.Relaxation.solve, []
def interrupted(self, over):
    calls.append(1)
    if len(calls) == {at}:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)
    return solve(self, over)
relaxation.Relaxation.solve = interrupted
from mcmahon.__main__ import main
main()
"""


def test_at_the_end_is_done_what_was_asked_for_and_the_exit_code_stays() -> None:
    """Python is not taken apart, but functions registered with `atexit` are called and the streams are written."""
    program = "import atexit, sys; from mcmahon import cli; from mcmahon.__main__ import main\n"
    program += "atexit.register(print, 'at the very end')\ndef run():\n"
    for end, code in (("sys.exit(3)", 3), ("sys.exit()", 0), ("pass", 0), ("sys.exit('why')", 1), ("1 / 0", 1)):
        steps = f"    atexit.register(print, 'at the end')\n    print('first')\n    {end}\ncli.run = run\nmain()\n"
        run = subprocess.run([sys.executable, "-c", program + steps], capture_output=True, text=True, check=False)
        assert (run.returncode, run.stdout) == (code, "first\nat the end\nat the very end\n"), end


@pytest.mark.slow
def test_ctrl_c_leaves_the_folder_as_it_was(spring: Path) -> None:
    before = files(spring)
    command = [sys.executable, "-c", INTERRUPTED.replace("{at}", "1"), "pair", str(spring)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 130, run.stderr
    assert run.stderr == "mcmahon: stopped before a pairing was found; nothing was written\n"
    assert files(spring) == before
    mcmahon("pair", spring)


@pytest.mark.slow
def test_ctrl_c_keeps_what_has_been_found(spring: Path) -> None:
    """The lottery among equals is interrupted: the cost is proven, the boards are a draft."""
    command = [sys.executable, "-c", INTERRUPTED.replace("{at}", "2"), "pair", str(spring), "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "stopped by Ctrl-C" in run.stderr
    data = json.loads(run.stdout)
    assert (data["status"], data["tie_break_proven"]) == ("optimal", False)
    assert mcmahon("check", spring).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(p.name for p in INSTANCES.iterdir() if p.is_dir()))
def test_every_instance_is_legal_and_can_be_drawn_on(name: str) -> None:
    mcmahon("check", INSTANCES / name)
    data = json.loads(mcmahon("pair", INSTANCES / name, "--dry-run", "--json").stdout)
    assert data["status"] == "optimal"
    assert data["tie_break_proven"]


@pytest.mark.slow
def test_the_instances_are_what_the_generator_makes() -> None:
    from mcmahon.io.folder.folder import state_files
    from mcmahon_bench.tournaments.make_instances import build, instances

    for name in ("club16", "congress60", "odd75", "youth48", "teams8"):
        files = state_files(build(instances()[name]))
        assert {*files} == {
            f.relative_to(INSTANCES / name).as_posix() for f in (INSTANCES / name).rglob("*.*") if f.suffix
        }
        for file, text in files.items():
            assert (INSTANCES / name / file).read_text(encoding="utf-8") == text, f"{name}/{file}"


def test_inside_a_tournament_folder_its_name_may_be_left_out(spring: Path) -> None:
    """Also where options with values, other files or folders come first; another folder is still named as ever."""
    (spring / "late.csv").write_text("name,rank\nHal,5k\n")
    assert mcmahon("register", "late.csv", cwd=spring).stdout.endswith(
        "1 new, 0 changed, 0 unchanged; 8 players in all.\n"
    )
    assert "Ann (1) misses round 3" in mcmahon("absent", "ann", "3", cwd=spring).stdout
    assert json.loads(mcmahon("pair", "--seconds", "5", "--json", cwd=spring).stdout)["round"] == 1
    entered = mcmahon("result", "--round", 1, 1, "1-0", 2, "0-1", 3, "jigo", 4, "1-0", cwd=spring).stdout
    assert "all results are in" in entered
    assert mcmahon("standings", cwd=spring).stdout == mcmahon("standings", spring).stdout
    assert mcmahon("standings", "../spring", cwd=spring).stdout == mcmahon("standings", spring).stdout
    assert "not a tournament folder" in mcmahon("standings", "rounds", cwd=spring, code=3).stderr
    lost = mcmahon("standings", cwd=spring.parent, code=2).stderr
    assert lost == (
        "mcmahon: no tournament folder is named, and the current folder is not one; expected mcmahon standings spring\n"
    )
    mcmahon("new", "../other", cwd=spring)
    assert (spring.parent / "other" / "tournament.toml").is_file()


@pytest.mark.parametrize("name", ["pair", "players", "standings", "ratings", "result", "set"])
def test_help_fits_a_phone(name: str) -> None:
    lines = mcmahon("help", name, env={**os.environ, "COLUMNS": "48"}).stdout.splitlines()
    assert max(map(len, lines)) <= 48
    assert not any("--no-" in line for line in lines)


def test_the_list_of_commands_has_every_command_in_one_section_and_cuts_no_sentence() -> None:
    for width in (48, 60, 80):
        text = mcmahon("--help", env={**os.environ, "COLUMNS": str(width)}).stdout
        assert "..." not in text.replace("[ARGS]...", "")
        assert all(len(line) <= width for line in text.splitlines())
        for name in MODULES:
            assert text.count(f"\n  {name} ") == 1


def test_a_draw_takes_parameters_of_the_search_from_a_file(spring: Path, tmp_path: Path) -> None:
    """The boards are the same; a parameter that is none is named with its line."""
    own = tmp_path / "own.toml"
    own.write_text("exact_vertices = 0\nidle_cuts = 1\n", encoding="utf-8")
    plain = json.loads(mcmahon("pair", spring, "--dry-run", "--json").stdout)
    tuned = json.loads(mcmahon("pair", spring, "--dry-run", "--json", "--parameters", own).stdout)
    assert tuned["boards"] == plain["boards"]
    own.write_text("# mine\nidle_cuts = 5\nnoise = 1\n", encoding="utf-8")
    assert f"{own}:3: no parameter is called 'noise'" in mcmahon("pair", spring, "--parameters", own, code=2).stderr


def test_a_draft_drawn_before_scores_changed_is_published_only_on_purpose(spring: Path) -> None:
    """A late correction of round 1: the draft of round 2 was drawn from other scores, which are named."""
    mcmahon("pair", spring)
    mcmahon("publish-round", spring)
    mcmahon("result", spring, "1", "1-0", "2", "1-0", "3", "1-0")
    mcmahon("pair", spring)
    mcmahon("result", spring, "--round", "1", "--again", "1", "0-1")
    refused = mcmahon("publish-round", spring, code=2).stderr
    assert "scores have changed since round 2 was drawn: " in refused
    assert " → " in refused
    assert "; to publish it anyway: mcmahon publish-round " in refused
    mcmahon("result", spring, "--round", "1", "--again", "1", "1-0")
    mcmahon("publish-round", spring)


def test_two_who_are_forbidden_to_meet_cannot_be_forced_until_they_have_met(spring: Path) -> None:
    """At once, in rounds to come: refused. Once they have met, they may be kept apart for good."""
    mcmahon("set", spring, "pairing.forbid+=1:2")
    refused = mcmahon("set", spring, "pairing.force+=1:2", code=2).stderr
    assert "Ann and Bo are both forced and forbidden to meet" in refused
    mcmahon("set", spring, "pairing.forbid-=1:2", "pairing.force+=1:2")
    mcmahon("pair", spring)
    mcmahon("publish-round", spring)
    mcmahon("set", spring, "pairing.forbid+=1:2")


def test_a_late_board_of_a_repair_takes_the_table_that_nobody_uses(spring: Path) -> None:
    """Two play late at the table that was left empty, not at a new one behind the others."""
    mcmahon("pair", spring)
    mcmahon("publish-round", spring)

    def tables() -> dict[str, str]:
        """Who plays White at each table."""
        with (spring / "rounds" / "1.csv").open(encoding="utf-8") as file:
            return {row["table"]: row["white"] for row in csv.DictReader(file) if row["table"]}

    gone = tables()["2"]
    mcmahon("repair", spring, "--absent", gone, "--changes", "0", "--anyway")
    mcmahon("add", spring, "Late Hal", "3k")
    mcmahon("repair", spring, "--with", "8", "--changes", "0", "--anyway")
    assert sorted(tables()) == ["1", "2", "3"]


def test_without_a_word_the_commands_are_named_on_one_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "48")
    short = mcmahon(code=2)
    lines = (short.stdout + short.stderr).splitlines()
    assert len(lines) < 45
    assert max(map(len, lines)) <= 48
    assert any("pair  plan  verify" in line for line in lines)
    assert not any("Draw the next round" in line for line in lines)
    assert "Draw the next round" in mcmahon("-h").stdout


@pytest.mark.parametrize(("word", "meant"), [("delete", "withdraw DIR PLAYER"), ("bye", "pair DIR --bye PLAYER")])
def test_a_command_of_another_name_says_what_is_meant(word: str, meant: str, spring: Path) -> None:
    assert f"mcmahon {meant}" in " ".join(mcmahon(word, spring, code=2).stderr.split())


def test_a_forced_board_far_wider_than_all_others_gets_a_note(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("name,rank\nAnn,1d\nBo,1d\nCy,15k\nDi,15k\n")
    folder = tmp_path / "wide"
    mcmahon("new", folder, "--set", "start.bar=none")
    mcmahon("register", folder, tmp_path / "p.csv")
    assert "as you wished" not in mcmahon("pair", folder).stderr
    mcmahon("add", folder, "Ed", "1d")
    mcmahon("add", folder, "Fy", "15k")
    said = mcmahon("pair", folder, "--force", "Ann:Cy").stderr
    assert "as you wished, " in said
    assert " apart: wider than any other board of the round" in said


@pytest.mark.parametrize("words", [["simulate", "grid.toml"], ["bench", "bars"], ["help", "tune"]])
def test_a_command_of_research_says_in_one_line_how_to_get_it(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the research distribution is not installed: its commands are not among those of the program."""
    monkeypatch.setattr(cli, "added_commands", dict)
    with pytest.raises(
        InputError, match=r"^'\w+' belongs to mcmahon-bench; to install that, .*: pip install \./bench$"
    ):
        cli.call(words)
