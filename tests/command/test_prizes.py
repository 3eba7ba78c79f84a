"""Prizes at the command line: the table, who gets what, why, and the list announced."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from commands import mcmahon

INSTANCES = Path(__file__).resolve().parents[2] / "instances"


@pytest.fixture
def congress(tmp_path: Path) -> Path:
    shutil.copytree(INSTANCES / "congress60", tmp_path / "c")
    mcmahon("prize", tmp_path / "c", "Main", "--place", "1-2", "--value", "100", "--currency", "EUR")
    mcmahon("prize", tmp_path / "c", "Upset", "--order", "upset", "--thing", "a book")
    return tmp_path / "c"


def test_prizes_are_shown_read_out_and_written(congress: Path) -> None:
    shown = mcmahon("prizes", congress).stdout
    assert shown.startswith("Lakeside Congress: prizes after round 3; provisional: rounds or results are missing\n")
    assert "Main 1  100 EUR  Stenzyk Nils (5)" in shown
    read = mcmahon("prizes", congress, "--read-out").stdout
    assert read.index("Upset") < read.index("Main 2") < read.index("Main 1\n  Stenzyk Nils, 3d, Eckminster: 100 EUR")
    assert mcmahon("prizes", congress, "--csv").stdout.splitlines()[-1].endswith("100,EUR,,")
    answer = json.loads(mcmahon("prizes", congress, "--json").stdout)
    assert [line["money"] for line in answer["lines"]] == [0, 10000, 10000]
    assert answer["announced"] is False


def test_a_tournament_without_prizes_says_how_to_add_one(tmp_path: Path) -> None:
    shutil.copytree(INSTANCES / "club16", tmp_path / "c")
    said = mcmahon("prizes", tmp_path / "c", code=2).stderr
    assert "no prizes yet; to add one: mcmahon prize" in said


def test_a_list_is_announced_and_a_late_result_shows_the_difference(congress: Path) -> None:
    assert "to do it anyway: --anyway" in mcmahon("prizes", congress, "--announce", code=2).stderr
    assert mcmahon("prizes", congress, "--announce", "--anyway").stdout.endswith("This list is announced.\n")
    mcmahon("set", congress, "prizes.eligible=place>1")
    said = mcmahon("prizes", congress).stdout
    assert "Differs from the list announced after round 3:" in said
    assert "Stenzyk Nils (5) no longer gets Upset (a book) and Main 1 (100 EUR)" in said
    mcmahon("prizes", congress, "--take-back")
    assert "announced" not in mcmahon("prizes", congress).stdout
    mcmahon("undo", congress)
    assert "Differs" in mcmahon("prizes", congress).stdout


def test_why_she_gets_it_and_why_not_him(congress: Path) -> None:
    said = mcmahon("prizes", congress, "--why", "Barlund").stdout
    assert said.startswith("Barlund Olga (8), 3d: prizes after round 3, provisional\n  Main 1: no.")
    answer = json.loads(mcmahon("prizes", congress, "--why", "5", "--prize", "main 1", "--json").stdout)
    assert [(one["prize"], one["kind"], one["place"]) for one in answer["reasons"]] == [("Main 1", "won", 1)]


def test_a_table_is_taken_from_a_file_and_its_problems_name_it(congress: Path, tmp_path: Path) -> None:
    file = tmp_path / "sponsors.csv"
    file.write_text("prize;value;currency\nSponsor's;55,5;CZK\n", encoding="utf-8")
    assert "55.50 CZK" in mcmahon("prizes", congress, "--table", file).stdout
    file.write_text("prize;value;currency\nSponsor's;many;CZK\n", encoding="utf-8")
    said = mcmahon("prizes", congress, "--table", file, code=2).stderr
    assert "sponsors.csv:2: column value: not an amount of money 'many'" in said


@pytest.mark.parametrize(
    "wrong", [["--json", "--csv"], ["--prize", "Main"], ["--why", "5", "--announce"], ["--announce", "--take-back"]]
)
def test_options_that_do_not_go_together_are_refused(congress: Path, wrong: list[str]) -> None:
    assert "cannot be used together" in mcmahon("prizes", congress, *wrong, code=2).stderr


def test_a_prize_is_taken_out(congress: Path) -> None:
    assert "Upset" not in mcmahon("prize", congress, "upset", "--remove").stdout
    assert mcmahon("prize", congress, "main", "--remove").stdout == "The table of prizes is empty.\n"
