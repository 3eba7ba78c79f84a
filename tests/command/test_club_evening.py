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


@pytest.mark.slow
def test_who_never_comes_is_marked_and_stands_nowhere(evening: Path) -> None:
    """As the recipe for next week has it: absent for all rounds. Somebody added too late for any is the same."""
    said = mcmahon("absent", evening, "Ivan", "all").stdout
    assert said.startswith("Ivan (2) misses rounds 1-3; not taking part")
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
    assert (
        "Not copied: event.round_times, pairing.force, rounds that players are entered for, unexcused absences.\n"
        in said
    )
    assert "20 Nov" not in mcmahon("set", evening.parent / "next").stdout
    assert "unexcused" not in mcmahon("players", evening.parent / "next").stdout
    inside = mcmahon("new", "next", "--like", ".", cwd=evening, code=3).stderr
    assert "next would be inside the tournament evening; expected a folder beside it, such as " in inside


def bye_of(evening: Path, *options: str) -> tuple[str, str]:
    """Who has the bye of the draw, and what is noted beside it."""
    done = mcmahon("pair", evening, *options)
    byes = [line for line in done.stdout.splitlines() if line.startswith("Bye")]
    return byes[0].split(":")[1].strip() if byes else "", done.stderr


@pytest.mark.slow
def test_a_redraw_keeps_what_the_draft_was_told(evening: Path) -> None:
    """A bye by wish outlives an absence of others and other wishes; it goes when it does not fit, or on demand."""
    own = bye_of(evening)[0]
    assert bye_of(evening, "--bye", "Carla", "--forbid", "Anna:Ivan")[0] == "Carla (3)" != own
    byes, said = bye_of(evening)
    assert byes == "Carla (3)"
    told = "note: kept from the draft before: bye Carla (3), Anna (1) does not meet Ivan (2); to draw without them: "
    assert f"{told}mcmahon pair {evening} --fresh\n" in said
    mcmahon("absent", evening, "Gus", "Fay", "--rounds", "1")
    assert bye_of(evening, "--force", "Anna:Dai")[0] == "Carla (3)"
    assert "bye Carla (3), Anna (1) meets Dai (4), Anna (1) does not meet Ivan (2)" in bye_of(evening)[1]
    mcmahon("absent", evening, "Emil", "1")
    byes, said = bye_of(evening)
    assert (byes, "no longer possible, so not kept from the draft before: bye Carla (3)\n" in said) == ("", True)
    mcmahon("absent", evening, "Dai", "1")
    byes, said = bye_of(evening, "--dry-run")
    assert "so not kept from the draft before: Anna (1) meets Dai (4)" in said
    assert "draft before" not in bye_of(evening, "--fresh")[1]
    assert "draft before" not in bye_of(evening)[1]


def test_a_wish_of_one_kind_takes_the_place_of_the_one_before(evening: Path) -> None:
    mcmahon("pair", evening, "--bye", "Carla", "--force", "Anna:Dai")
    byes, said = bye_of(evening, "--bye", "Dai")
    assert byes == "Dai (4)"
    assert "so not kept from the draft before: Anna (1) meets Dai (4)" in said
    assert "Carla" not in said


def test_a_number_behind_players_is_the_round_though_it_is_an_id_too(evening: Path) -> None:
    """As the help has it: ids or names, then the rounds. Which player it is not, a note says."""
    done = mcmahon("absent", evening, "5", "3")
    assert done.stdout.startswith("Emil (5) misses round 3: ")
    assert done.stderr == (
        "note: 3 is read as round 3, not as the player Carla; to name the player instead, take this back "
        f"first: mcmahon undo {evening}\n"
    )
    assert mcmahon("absent", evening, "5", "--rounds", "3").stdout.startswith("Emil (5) misses round 3: ")
    assert mcmahon("absent", evening, "Fay", "3").stdout.startswith("Fay (6) misses round 3: ")
    assert len(mcmahon("absent", evening, "5", "Carla").stdout.splitlines()) == 2


def test_an_absence_from_no_round_is_refused(evening: Path) -> None:
    said = mcmahon("absent", evening, "Carla", "--rounds", "none", code=2).stderr
    assert said == (
        "mcmahon: --rounds 'none': names no round; expected the rounds that are missed; "
        "to enter the player for all rounds again: "
        f"mcmahon player {evening} 3 --rounds all\n"
    )


def test_who_leaves_in_the_middle_of_a_round_is_told_of_the_board(evening: Path) -> None:
    """The opponent does not wait without a word; what is proposed does what it says."""
    mcmahon("pair", evening, "--bye", "Carla")
    mcmahon("publish-round", evening)
    board = json.loads(mcmahon("show", evening, "--json").stdout)["boards"][0]
    ids = {p["id"]: p["name"] for p in json.loads(mcmahon("players", evening, "--json").stdout)}
    gone, waiting = board["white"], board["black"]
    left = mcmahon("withdraw", evening, gone, "--unexcused").stderr
    assert (
        f"{ids[gone]} ({gone}) still has a board in round 1, table 1, and {ids[waiting]} ({waiting}) is waiting" in left
    )
    proposed = f"mcmahon repair {evening} --without {gone} --unexcused"
    assert proposed in left
    assert "bye: nobody instead of Carla" in mcmahon(*proposed.split()[1:], "--anyway").stdout
    mcmahon("undo", evening)
    lost = mcmahon("absent", evening, gone, "--rounds", "1", "--forfeit").stdout
    assert lost.startswith(f"{ids[gone]} ({gone}) loses round 1 by forfeit, table 1")
    mcmahon("undo", evening)
    mcmahon("undo", evening)
    assert "still has a board" in mcmahon("player", evening, gone, "--status", "withdrawn").stderr
    mcmahon("undo", evening)
    assert "still has a board" not in mcmahon("withdraw", evening, gone, "--forfeit").stderr


def test_a_player_without_options_is_shown(evening: Path) -> None:
    title, line = mcmahon("player", evening, "carla").stdout.splitlines()
    assert title.split()[:3] == ["Id", "Name", "Rank"]
    assert line.split()[:3] == ["3", "Carla", "3k"]
    assert "mcmahon player" not in mcmahon("log", evening).stdout
