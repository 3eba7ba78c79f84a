"""The command that writes a round for other solvers."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from builders import EXAMPLES
from commands import mcmahon
from mcmahon import Director
from mcmahon.model.errors import InputError

from .test_command_line import INSTANCES, ROOT

PAGE = (ROOT / "docs" / "howto" / "own-solver.md").read_text(encoding="utf-8")


@pytest.fixture
def congress(tmp_path: Path) -> Path:
    """Three of five rounds have been played."""
    shutil.copytree(INSTANCES / "congress60", tmp_path / "congress")
    return tmp_path / "congress"


@pytest.mark.slow
def test_a_file_says_what_it_has_and_a_new_one_takes_its_place(congress: Path) -> None:
    """By default the next round to draw, with the wishes of its draft."""
    file = congress.parent / "round.mps"
    first = mcmahon("model", congress, file).stdout
    assert re.fullmatch(r".*round\.mps: round 4, 59 players, tier 1; [\d,]+ variables, 60 rows\n", first)
    mcmahon("pair", congress, "--force", "1:60")
    assert "61 rows" in mcmahon("model", congress, file).stdout
    assert "forced_plays_1_60" in file.read_text(encoding="utf-8")
    drawn = mcmahon("model", congress, file, "--round", "3").stdout
    assert "round 3, 58 players" in drawn


def test_a_tier_is_chosen_by_its_number(congress: Path) -> None:
    shutil.copy(EXAMPLES / "strict.toml", congress)
    mcmahon("set", congress, "pairing.profile=strict")
    texts = []
    for tier in ("1", "2"):
        done = mcmahon("model", congress, congress / "round.lp", "--tier", tier)
        assert f"tier {tier} of 1, 2, 3" in done.stdout
        texts.append((congress / "round.lp").read_text(encoding="utf-8"))
    assert texts[0] != texts[1]
    assert (
        "expected a tier of the profile: 1, 2, 3" in mcmahon("model", congress, "x.mps", "--tier", "9", code=2).stderr
    )


def test_other_endings_and_rounds_that_are_not_there_are_refused(congress: Path) -> None:
    assert "expected .pbtxt, .mps, .lp" in mcmahon("model", congress, "round.txt", code=2).stderr
    assert "round 9 has not been drawn" in mcmahon("model", congress, "round.mps", "--round", "9", code=2).stderr
    assert "is not a folder" in mcmahon("model", congress, congress / "no" / "round.mps", code=3).stderr


def test_a_round_is_not_exported_as_it_was_drawn_when_that_is_not_known(congress: Path) -> None:
    """Its draft is out of date: somebody in it has another rating now."""
    mcmahon("pair", congress)
    mcmahon("player", congress, "1", "--rank", "5k")
    refused = mcmahon("model", congress, congress / "round.mps", "--round", "4", code=2).stderr
    assert "round 4 cannot be exported as it was drawn: players or results have changed" in refused


def test_missing_results_are_named_unless_they_do_not_matter(congress: Path) -> None:
    mcmahon("pair", congress)
    mcmahon("publish-round", congress)
    file = congress / "round.mps"
    assert "29 results are missing" in mcmahon("model", congress, file, code=2).stderr
    assert "round 5" in mcmahon("model", congress, file, "--missing-results").stdout


def test_python_writes_the_same_file(congress: Path) -> None:
    mcmahon("model", congress, congress / "a.pbtxt", "--round", "2")
    director = Director(congress)
    made = director.export_model(str(congress / "b.pbtxt"), number=2)
    assert made.read_bytes() == (congress / "a.pbtxt").read_bytes()
    with pytest.raises(InputError, match="tier '7'; expected a tier of the profile: 1"):
        director.export_model(congress / "b.mps", tier=7)


@pytest.mark.slow
def test_the_line_for_highs_on_the_page_finds_the_cost_that_the_page_names(tmp_path: Path) -> None:
    (line,) = re.findall(r"^python (-c .*highspy.*)$", PAGE, re.MULTILINE)
    mcmahon("model", INSTANCES / "odd75", tmp_path / "round4.mps", "--round", "4")
    words = [sys.executable, *shlex.split(line)]
    told = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    (cost,) = re.findall(r"here ([\d,]+), in the first tier", PAGE)
    assert re.search(rf"Primal bound\s+{cost.replace(',', '')}\b", told)
    assert re.search(rf"Dual bound\s+{cost.replace(',', '')}\b", told)
