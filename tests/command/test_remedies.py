"""What a note advises is done as it stands there; then the note that advised it is gone."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from commands import mcmahon

PLAYERS = {"Ann,A": "3d", "Bob,B": "2d", "Cy,C": "1k", "Di,D": "5k"}

pytestmark = pytest.mark.slow


def begun(path: Path, *options: object, players: dict[str, str] = PLAYERS) -> Path:
    """A tournament of three rounds with players."""
    mcmahon("new", path, "--rounds", "3", *options)
    for name, rank in players.items():
        mcmahon("add", path, name, rank)
    return path


def first_round(path: Path) -> Path:
    """One whose first round is published."""
    begun(path, "--preset", "bga", "--bar", "1d")
    mcmahon("pair", path)
    mcmahon("publish-round", path)
    return path


def advised(said: str, about: str) -> list[list[str]]:
    """The commands, as words, that the note names which says something."""
    note = next(line for line in said.splitlines() if about in line)
    return [shlex.split(found)[1:] for found in re.findall(r"mcmahon [^;\n]+", note)]


def test_a_sleeping_leader_starts_lower(tmp_path: Path) -> None:
    path = begun(tmp_path / "t", "--preset", "bga", "--bar", "1d")
    about = "misses round 2; BGA 4.4 advises a lower start score"
    (command,) = advised(mcmahon("absent", path, "Ann", "2").stderr, about)
    assert about in mcmahon("pair", path, "--dry-run").stderr
    mcmahon(*command)
    assert about not in mcmahon("pair", path, "--dry-run").stderr


def test_the_rounds_of_an_all_play_all_become_whole(tmp_path: Path) -> None:
    path = begun(tmp_path / "t", "--preset", "round-robin")
    mcmahon("set", path, "rounds=4")
    about = "4 players need 3 rounds to meet each other once"
    (command,) = advised(mcmahon("pair", path, "--dry-run").stderr, about)
    mcmahon(*command)
    assert about not in mcmahon("pair", path, "--dry-run").stderr


def test_a_result_that_is_missing_is_entered(tmp_path: Path) -> None:
    path = first_round(tmp_path / "t")
    mcmahon("result", path, "1", "1-0")
    mcmahon("pair", path, "--missing-results")
    mcmahon("publish-round", path)
    about = "round 1 still lacks the result of table 2"
    (command,) = advised(mcmahon("result", path, "1", "1-0", "--round", "2").stderr, about)
    assert about in mcmahon("result", path, "1", "0-1", "--round", "2", "--again").stderr
    mcmahon(*command)
    assert about not in mcmahon("result", path, "1", "1-0", "--round", "2", "--again").stderr


def test_who_has_left_forfeits_and_gets_no_points(tmp_path: Path) -> None:
    path = first_round(tmp_path / "t")
    said = mcmahon("withdraw", path, "Di").stderr
    (no_points,) = advised(said, "Di D (4) has no result of a game, but each missed round gives ½ point")
    (repair, forfeit) = advised(said, "Di D (4) still has a board in round 1, table 2, and Cy C (3) is waiting there")
    assert "0 points" in mcmahon(*no_points).stdout
    assert repair == ["repair", str(path), "--without", "4"]
    mcmahon(*forfeit)
    assert re.search(r"[01]-[01]!", mcmahon("show", path, "1").stdout)


def test_who_has_left_is_taken_out_of_the_round(tmp_path: Path) -> None:
    path = first_round(tmp_path / "t")
    repair, _ = advised(mcmahon("withdraw", path, "Di").stderr, "Di D (4) still has a board in round 1")
    mcmahon(*repair)
    assert "Di D" not in mcmahon("show", path, "1").stdout.split("Absent")[0]


def test_who_stays_entered_is_withdrawn(tmp_path: Path) -> None:
    path = first_round(tmp_path / "t")
    said = mcmahon("absent", path, "Di", "1", "--forfeit").stderr
    (command,) = advised(said, "Di D (4) stays entered for rounds 2-3")
    assert "has withdrawn; misses rounds 2-3" in mcmahon(*command).stdout


def test_the_settings_against_even_games_bring_stones(tmp_path: Path) -> None:
    path = begun(tmp_path / "t", "--preset", "bga", players={"Ann,A": "2d", "Bob,B": "1k", "Cy,C": "3k", "Di,D": "5k"})
    note = mcmahon("pair", path, "--dry-run").stderr.split("so all games are even; for handicaps set ")[1]
    given = re.findall(r"([a-z_.]+) = ([^\s;]+)", note)
    mcmahon("set", path, *(f"{name}={value}" for name, value in given))
    drawn = mcmahon("pair", path, "--dry-run")
    assert "so all games are even" not in drawn.stderr
    assert re.search(r"\d, komi 0.5$", drawn.stdout, re.MULTILINE), drawn.stdout


def test_ids_and_local_clubs_that_are_named_help(tmp_path: Path) -> None:
    path = begun(tmp_path / "t")
    about = "the settings refer to unregistered players: Ann A; use ids: Ann A is 1"
    assert about in mcmahon("set", path, 'tables.fixed={"Ann A"=1}').stderr
    assert "unregistered" not in mcmahon("set", path, 'tables.fixed={"1"=1}', "--replace").stderr
    rule = 'pairing.rules=[{name="g",pairs="local",at_most=1}]'
    (command,) = advised(mcmahon("set", path, rule, code=2).stderr, "no local club is set")
    mcmahon(*(word.replace("CLUB", "Ulm") for word in command))
    mcmahon("set", path, rule)
