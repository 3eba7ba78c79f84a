"""An evening at a club, as its director types it: people who do not come, byes by wish, who leaves in the middle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import mcmahon

PLAYERS = "Name,Rank\nAnna,2d\nIvan,1k\nCarla,3k\nDai,4k\nEmil,5k\nFay,6k\nGus,7k\n"


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """Seven players of a club, nothing drawn."""
    (tmp_path / "players.csv").write_text(PLAYERS)
    mcmahon("new", tmp_path / "evening", "--preset", "club", "--rounds", 3)
    mcmahon("register", tmp_path / "evening", tmp_path / "players.csv")
    return tmp_path / "evening"


def play(evening: Path) -> None:
    """The next round drawn, and White wins everywhere."""
    mcmahon("pair", evening)
    tables = [board["table"] for board in json.loads(mcmahon("show", evening, "--json").stdout)["boards"]]
    mcmahon("result", evening, *(word for table in tables for word in (table, "1-0")), "--round", 1)


def test_who_never_comes_is_marked_and_stands_nowhere(evening: Path) -> None:
    """As the recipe for next week has it: absent for all rounds. Somebody added too late for any is the same."""
    said = mcmahon("absent", evening, "Ivan", "all").stdout
    assert said.startswith("2 (Ivan) misses round 1, 2, 3; not taking part")
    assert "7 players, 1 not taking part, no bar" in mcmahon("players", evening).stdout
    assert "6 players in " in mcmahon("groups", evening).stdout
    play(evening)
    assert "not taking part" in mcmahon("add", evening, "Zz", "5k", "--rounds", "1").stdout
    assert [p["name"] for p in json.loads(mcmahon("players", evening, "--json").stdout) if not p["takes_part"]] == [
        "Ivan", "Zz",
    ]  # fmt: skip
    mcmahon("publish", evening, "--to", evening.parent / "web")
    mcmahon("export", evening, "csv", evening.parent / "standings.csv")
    shown = [
        mcmahon("standings", evening).stdout,
        mcmahon("standings", evening, "--json").stdout,
        *(page.read_text() for page in (evening.parent / "web").glob("*.html")),
    ]
    assert not [text for text in shown if "Ivan" in text or "Zz" in text]
    assert "6 players" in (evening.parent / "web" / "index.html").read_text()
    assert len(json.loads(mcmahon("standings", evening, "--json").stdout)["rows"]) == 6


def test_the_next_evening_says_what_it_has_not_taken_over(evening: Path) -> None:
    mcmahon("set", evening, 'event.round_times=["2026-11-20 19:00"]', "pairing.force+=1:2")
    mcmahon("absent", evening, "Carla", "3", "--unexcused")
    said = mcmahon("new", evening.parent / "next", "--like", evening).stdout
    assert "Not taken over: event.round_times, pairing.force, rounds of players, absences without excuse.\n" in said
    assert "20 Nov" not in mcmahon("set", evening.parent / "next").stdout
    assert "unexcused" not in mcmahon("players", evening.parent / "next").stdout
    inside = mcmahon("new", "next", "--like", ".", cwd=evening, code=3).stderr
    assert "next would be inside the tournament evening; expected a folder beside: " in inside
