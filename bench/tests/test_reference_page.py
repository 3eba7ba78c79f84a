"""The page of commands is what the code makes; answers are what their types say; DataFrames have their columns."""

from __future__ import annotations

import csv
import json
import shutil
import tomllib
from pathlib import Path

import pytest
from commands import mcmahon, mcmahon_process
from mcmahon_bench import frames
from mcmahon_bench.answers import AdviceAnswer, SolutionAnswer
from msgspec.json import decode

from tools.reference.pages import RESEARCH, research_page

INSTANCES = Path(__file__).parents[2] / "instances"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a tournament in it."""
    shutil.copytree(INSTANCES / "club16", tmp_path / "club")
    return tmp_path


def test_the_page_is_what_the_code_makes_of_it() -> None:
    """To write it anew: python -m tools.reference."""
    assert RESEARCH.read_text(encoding="utf-8") == research_page()


@pytest.mark.slow
def test_the_program_finds_the_commands_of_this_distribution() -> None:
    listed = mcmahon_process("help").stdout
    assert "Research:" in listed
    assert "Simulate many tournaments" in listed
    assert "bars" in mcmahon_process("bench", "--help").stdout


@pytest.mark.slow
def test_advice_on_the_bar_is_what_its_type_says(place: Path) -> None:
    run = mcmahon("bench", "bars", "club", "-n", 2, "--json", cwd=place)
    assert decode(run.stdout, type=list[AdviceAnswer])


def test_a_verdict_on_a_solution_is_what_its_type_says(place: Path) -> None:
    mcmahon("bench", "export", "club", "problem.json", "-r", 3, cwd=place)
    with (place / "club" / "rounds" / "3.csv").open(encoding="utf-8") as file:
        pairs = [[row["white"], row["black"]] for row in csv.DictReader(file) if row["black"]]
    for some, legal in ((pairs, True), (pairs[1:], False), ([["1", "nobody"]], False)):
        (place / "solution.json").write_text(json.dumps({"pairs": some}), encoding="utf-8")
        run = mcmahon("bench", "verify", "problem.json", "solution.json", cwd=place, code=0 if legal else 1)
        assert decode(run.stdout, type=SolutionAnswer).legal is legal


@pytest.mark.slow
def test_research_gives_tables(place: Path) -> None:
    advice = frames.bars(place / "club", 2)
    assert (advice["unbeaten_low"] <= advice["unbeaten"]).all()
    tuned = frames.tune([place / "club"], "same_club<=0", out=place / "own.toml", seconds=5)
    assert tuned.profile == (place / "own.toml").read_text(encoding="utf-8")
    assert tomllib.loads(tuned.profile)
    assert (set(tuned.met) | set(tuned.unmet), len(tuned.table)) == ({"same_club <= 0"}, 3)
