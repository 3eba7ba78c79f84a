"""`mcmahon check` of folders: rules, costs, proofs."""

from __future__ import annotations

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


def verdict(path: Path, *options: str, code: int | tuple[int, ...] = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(mcmahon("check", path, "--json", *options, code=code).stdout)
    return found


def test_a_folder_is_sound_and_each_round_the_least(club: Path) -> None:
    found = verdict(club, "--prove")
    assert found["sound"]
    assert [one["legal"] for one in found["rounds"]] == [True] * 3
    for one in found["rounds"]:
        least = one["least_cost"]
        assert (least["extra"], least["proven"], least["certified"]) == (0, True, True)
        assert sum(least["costs"]) == one["cost"]
    assert found["written"] == "nothing"
    assert len(found["standings"]) == 16
    assert (
        "no legal pairing costs less: proven by matching, certificate verified"
        in mcmahon("check", club, "--prove").stdout
    )


def test_a_round_changed_by_hand_is_legal_but_not_the_least(club: Path) -> None:
    mcmahon("pair", club)
    mcmahon("swap", club, "1", "5", "--anyway")
    assert verdict(club, "--round", "4")["rounds"][0]["by_hand"]
    found = verdict(club, "--round", "4", "--prove", code=1)
    (one,) = found["rounds"]
    assert one["least_cost"]["extra"] == sum(one["least_cost"]["costs"]) - sum(one["least_cost"]["least"]) > 0
    assert "more than the cheapest" in mcmahon("check", club, "-r", "4", "--prove", code=1).stdout


def test_publishing_compares_a_round_changed_by_hand_with_the_one_drawn(tmp_path: Path) -> None:
    congress = shutil.copytree(INSTANCES / "congress60", tmp_path / "congress")
    mcmahon("pair", congress)
    boards = json.loads(mcmahon("show", congress, "--json").stdout)["boards"]
    mcmahon("swap", congress, boards[0]["black"], boards[1]["black"], "--anyway")
    (one,) = verdict(congress, "--round", "4")["rounds"]
    note = mcmahon("publish-round", congress).stderr
    assert "round 4 was changed by hand at tables 1, 2" in note
    assert f"{abs(one['cost'] - one['drawn_at']):,} " in note
