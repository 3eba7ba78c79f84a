"""Entering and changing by hand: add, register from stdin, settings by near names, what a change means for a draft."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from commands import mcmahon
from mcmahon.cli import common

from .test_command_line import files


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Six players of a club with a folder name that a shell would split."""
    folder = tmp_path / "club evening"
    out = mcmahon("new", folder, "--preset", "club", "--rounds", 3).stdout
    assert f"mcmahon register '{folder}' players.csv" in out
    for name, rank in (("Weiß, Jörg", "5k"), ("Smith, John", "1d"), ("Li, Na", "9k"), ("Ōta, Kenji", "3k")):
        mcmahon("add", folder, name, rank)
    mcmahon("add", folder, "O'Brien, Aoife", "12k", "--club", "Cork", "--rounds", "1 - 2")
    mcmahon("add", folder, "Kim, Min", "2d")
    return folder


def test_one_player_is_added_by_name_and_rank(club: Path) -> None:
    data = json.loads(mcmahon("players", club, "--json").stdout)
    assert (data[0]["id"], data[0]["name"], data[0]["rank"]) == ("1", "Weiß Jörg", "5k")
    assert data[4]["club"] == "Cork"
    error = mcmahon("add", club, "Jörg Weiss", "5k", code=2).stderr
    assert f"is already registered; to change it: mcmahon player '{club}' 1" in error
    assert "is this the same person as Smith John (2)?" in mcmahon("add", club, "Smith, Jon", "1d").stderr
    assert "impossible rank" in mcmahon("add", club, "Nobody", "40k", code=2).stderr


def test_a_changed_player_is_shown_with_what_each_field_was(club: Path) -> None:
    assert mcmahon("player", club, "5", "--club", "").stdout == "O'Brien Aoife (5) 12k: club Cork → none\n"
    both = mcmahon("player", club, "Aoife", "--rank", "9k", "--club", "Ulm").stdout
    assert both == "O'Brien Aoife (5) 9k: rank 12k → 9k, club none → Ulm\n"
    assert mcmahon("player", club, "5", "--club", "Ulm").stdout == "O'Brien Aoife (5) 9k: nothing changed\n"


def test_a_second_spelling_of_a_club_comes_with_a_command_that_a_shell_takes(club: Path) -> None:
    note = mcmahon("add", club, "Zhou, Yi", "3d", "--club", "Coerk").stderr
    _, _, line = note.partition(f"a setting joins them: mcmahon set {shlex.quote(str(club))} ")
    (setting,) = shlex.split(line)
    assert 'club_groups = [["Cork", "Coerk"]]' in mcmahon("set", club, setting).stdout


def test_who_has_no_rank_is_asked_for_one(club: Path, tmp_path: Path) -> None:
    """A question mark is no rank: nobody is entered at some rank of the program's choice."""
    (tmp_path / "p.csv").write_text("name,rank,rating\nOne,?,\nTwo,-,1500\nThree,4k,?\n")
    error = mcmahon("register", club, tmp_path / "p.csv", code=2).stderr
    assert "p.csv:2: neither rank nor rating for a new player 'One'" in error
    assert error.count("expected") == 1
    for rank in ("?", "-", ""):
        assert "neither rank nor rating for a new player 'Rita'" in mcmahon("add", club, "Rita", rank, code=2).stderr
    mcmahon("player", club, "1", "--rank", "?")
    assert json.loads(mcmahon("players", club, "--json").stdout)[0]["rank"] == "5k"


@pytest.mark.slow
def test_a_second_evening_begins_with_the_players_of_the_first(club: Path) -> None:
    mcmahon("set", club, "pairing.local_clubs=Ulm", "event.begin=2026-03-05")
    mcmahon("withdraw", club, "Kim")
    mcmahon("pair", club)
    mcmahon("result", club, 1, "1-0", "--round", 1)
    out = mcmahon("new", club.parent / "next", "--like", club, "--rounds", 4, "--set", "komi=5.5").stdout
    assert "a new tournament with 4 rounds and the settings of " in out
    assert "6 players, all entered." in out
    old, new = (json.loads(mcmahon("players", path, "--json").stdout) for path in (club, club.parent / "next"))
    assert [{**p, "status": "final", "takes_part": True, "start": 0} for p in old] == [{**p, "start": 0} for p in new]
    shown = mcmahon("set", club.parent / "next").stdout
    for line in (
        'preset = "club"',
        'name = "next"',
        "rounds = 4",
        "komi = 5.5",
        'event.begin = ""',
        'decided.bar = ""',
    ):
        assert f"\n{line}" in f"\n{shown}", line
    assert 'pairing.local_clubs = ["Ulm"]' in shown
    assert "no round has been drawn yet" in mcmahon("show", club.parent / "next", code=2).stderr
    assert "6 players" in mcmahon("pair", club.parent / "next").stdout
    both = mcmahon("new", club.parent / "x", "--like", club, "--preset", "egf", code=2).stderr
    assert both == "mcmahon: --preset: it is copied from the other tournament; leave it out\n"
    # who registers the old list instead is told what is in it
    mcmahon("new", club.parent / "third")
    out = mcmahon("register", club.parent / "third", club / "players.csv").stdout
    assert "Not entered for all rounds: O'Brien Aoife (5) 1-2, Kim Min (6) withdrawn.\n" in out


def test_the_next_round_is_what_somebody_misses_where_none_is_named(club: Path) -> None:
    assert mcmahon("absent", club, "Kim").stdout == "Kim Min (6) misses round 1: absent, ½ point\n"
    mcmahon("pair", club)
    mcmahon("publish-round", club)
    assert mcmahon("absent", club, "Weiß").stdout == "Weiß Jörg (1) misses round 2: absent, ½ point\n"


def test_who_comes_while_a_round_is_played_is_told_how_to_get_into_it(club: Path) -> None:
    mcmahon("pair", club)
    mcmahon("publish-round", club)
    hint = f"; to play in round 1 as well: mcmahon repair '{club}' --with 7"
    assert hint in mcmahon("add", club, "Late, Lena", "3k").stderr
    mcmahon("result", club, 1, "1-0", 2, "1-0", 3, "1-0")
    assert "enters late: rounds 2-" in (note := mcmahon("add", club, "Later, Leo", "3k").stderr)
    assert "repair" not in note


def test_a_name_almost_right_is_answered_with_those_near(club: Path) -> None:
    assert "did you mean Smith John (2)?" in mcmahon("player", club, "Smiht John", "--rank", "2d", code=2).stderr


def test_registrations_come_from_stdin_too(club: Path) -> None:
    out = mcmahon("register", club, "-", input="name,rank\nNew Person,4k\n").stdout
    assert out.splitlines()[:3] == [
        "Column  read as  filled  such as",
        "name    name          1  New Person",
        "rank    rank          1  4k",
    ]
    assert "new: New Person (7) 4k" in out


def test_a_club_evening_has_handicaps_all_the_way_up(club: Path) -> None:
    out = mcmahon("pair", club).stdout
    assert "no bar" in out
    assert "by profile club-evening" in out
    boards = json.loads(mcmahon("pair", club, "--json").stdout)["boards"]
    assert sum(board["handicap"] for board in boards) > 0


def test_pairs_are_forbidden_for_good_by_name(club: Path) -> None:
    assert 'players = ["1", "2"]' in mcmahon("set", club, "pairing.forbid=weiß:smith,3:Ota").stdout
    assert '{players = ["3", "4"]}' in (club / "tournament.toml").read_text(encoding="utf-8")
    assert "no player has" in mcmahon("set", club, "pairing.forbid=1:nobody", code=2).stderr
    both = '[{players = ["1", "2"]}, {players = ["3", "4"]}]'
    more = f'{both[:-1]}, {{players = ["1", "5"]}}]'
    who = "Weiß Jörg (1), Smith John (2); Li Na (3), Ōta Kenji (4); Weiß Jörg (1), O'Brien Aoife (5)"
    assert mcmahon("set", club, "pairing.forbid+=1:5").stdout == f"pairing.forbid = {more}  # {who}; was {both}\n"
    shown = mcmahon("set", club, "pairing.forbid").stdout
    assert shown.startswith(f"pairing.forbid = {more}  # {who}; players who must not meet")
    refused = mcmahon("set", club, "pairing.forbid=", code=2).stderr
    assert "pairing.forbid would lose" in refused
    assert "to replace it anyway: --replace" in refused
    assert (
        mcmahon("set", club, "pairing.forbid=", "--replace").stdout
        == f"pairing.forbid = []  # the default, was {more}\n"
    )
    run = mcmahon("set", club, 'pairing.forbid=[{players=["Smith John", "3"]}]')
    assert "use ids: Smith John is 2" in run.stderr


def test_settings_nearly_right_are_answered_with_the_nearest(club: Path) -> None:
    assert "expected handicap.reduction\n" in mcmahon("set", club, "handicap.reduktion=1", code=2).stderr
    assert "expected komi, handicap.komi\n" in mcmahon("set", club, "Komi=7", code=2).stderr
    assert "expected start.bar" in mcmahon("set", club, "bar=3d", code=2).stderr
    shown = mcmahon("set", club, "handicap").stdout.splitlines()
    assert len(shown) > 3
    assert all(line.startswith("handicap.") for line in shown)
    error = mcmahon("new", club.parent / "x", "--preset", "club-evening", code=2).stderr
    assert "--set pairing.profile=club-evening" in error


def test_settings_beside_a_draft_say_that_it_is_to_be_drawn_again(club: Path) -> None:
    mcmahon("pair", club)
    assert "pair the round again" in mcmahon("set", club, "handicap.reduction=0").stderr
    assert "pair the round again" not in mcmahon("set", club, "event.place=Ulm").stderr


def test_who_is_not_entered_for_an_added_round_is_named(club: Path) -> None:
    mcmahon("absent", club, "Li", "1")
    run = mcmahon("set", club, "rounds=4")
    assert "not entered for round 4: O'Brien Aoife (5); to enter" in run.stderr
    assert "Li Na" not in run.stderr


def test_a_redraw_names_the_new_boards_and_says_that_changes_by_hand_are_gone(club: Path) -> None:
    boards = json.loads(mcmahon("pair", club, "--json").stdout)["boards"]
    mcmahon("swap", club, boards[0]["white"], boards[1]["white"], "--anyway")
    run = mcmahon("pair", club)
    assert "2 boards changed by hand are drawn again" in run.stderr
    names = {f"{b['white_name']} ({b['white']})" for b in boards}
    new = next(line for line in run.stdout.splitlines() if line.startswith("New since the last draft"))
    assert any(name in new for name in names)


def test_groups_can_be_looked_at_with_another_bar(club: Path) -> None:
    before = files(club)
    assert "start.bar = 1d (set by you)" in mcmahon("groups", club, "--bar", "1d").stdout
    assert "auto would choose it" in mcmahon("groups", club).stdout
    assert "start.bar" in mcmahon("groups", club, "--bar", "40d", code=2).stderr
    assert files(club) == before


def test_a_jigo_with_half_a_point_of_komi_is_doubted(club: Path) -> None:
    boards = json.loads(mcmahon("pair", club, "--json").stdout)["boards"]
    table = next(b["table"] for b in boards if b["komi"] % 1)
    assert "a jigo is impossible with komi" in mcmahon("result", club, table, "jigo", "--round", 1).stderr


def test_a_jigo_with_half_a_point_of_komi_is_asked_about(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(common, "on_terminal", lambda: True)
    boards = json.loads(mcmahon("pair", club, "--json").stdout)["boards"]
    table = next(b["table"] for b in boards if b["komi"] % 1)
    words = ("result", club, table, "jigo", "--round", 1)
    refused = mcmahon(*words, input="n\n", code=2).stderr
    assert "a jigo is impossible with komi" in refused
    assert "nothing was written" in refused
    assert "1 result entered." in mcmahon(*words, input="y\n").stdout


def test_a_forfeit_where_a_result_is_says_what_to_type(club: Path) -> None:
    board = json.loads(mcmahon("pair", club, "--json").stdout)["boards"][0]
    player, table = board["white"]["id"] if isinstance(board["white"], dict) else board["white"], board["table"]
    mcmahon("result", club, table, "1-0", "--round", 1)
    said = mcmahon("withdraw", club, player, "--forfeit", code=2).stderr
    assert f"; to withdraw the player and keep the result: mcmahon withdraw {shlex.quote(str(club))} {player}" in said
    said = mcmahon("absent", club, player, "--rounds", 1, "--forfeit", code=2).stderr
    assert f"; to replace it: mcmahon result {shlex.quote(str(club))} {table} '0-1!' --round 1 --again" in said
    other = board["black"]["id"] if isinstance(board["black"], dict) else board["black"]
    said = mcmahon("swap", club, player, other, code=2).stderr
    assert f"to change their colours: mcmahon board {shlex.quote(str(club))} {table} --white {other} --round 1" in said


def test_a_new_name_without_a_comma_is_remarked(club: Path) -> None:
    mcmahon("add", club, "Ost, Kim", "3k")
    assert "has no comma" in mcmahon("player", club, "Ost", "--name", "Kim Ostrow").stderr
    assert "has no comma" not in mcmahon("player", club, "Kim Ostrow", "--name", "Ostrow, Kim").stderr


def test_the_same_registrations_again_say_what_they_take_back(club: Path, tmp_path: Path) -> None:
    """The form still has the rank that the desk corrected: the old and the new value, and who now starts elsewhere."""
    form = tmp_path / "form.csv"
    form.write_text("name,rank,club,T-shirt,rounds\nKim Min,2d,Ulm,,\nLi Na,9k,,XL,1\nOta Kenji,3k,,,\n")
    first = mcmahon("register", club, form)
    assert "changed: Kim Min (6): club none → Ulm\n" in first.stdout
    assert "changed: Li Na (3): rounds all → 1, T-shirt none → XL" in first.stdout
    assert "2 changed, 1 unchanged" in first.stdout
    assert "drawn" not in first.stderr
    mcmahon("player", club, "Kim", "--rank", "12k")
    mcmahon("pair", club)
    mcmahon("publish-round", club)
    again = mcmahon("register", club, form)
    assert "changed: Kim Min (6): rank 12k → 2d\n" in again.stdout
    assert "note: round 1 table 3 was drawn from scores that have changed since" in again.stderr
    note = "note: changed after rounds were drawn: Kim Min (6) 12k → 2d, start score 18 → 31; "
    assert f"{note}to take all of this back: mcmahon undo '{club}'" in again.stderr


def test_rounds_that_were_played_are_no_change(club: Path, tmp_path: Path) -> None:
    """Whoever a late form enters for fewer rounds has played the published ones all the same: nothing has changed."""
    mcmahon("pair", club)
    mcmahon("publish-round", club)
    (tmp_path / "form.csv").write_text("name,rank,rounds\nKim Min,2d,2-3\n")
    assert "0 changed, 1 unchanged" in mcmahon("register", club, tmp_path / "form.csv").stdout


def test_a_country_in_words_is_remarked_by_every_command_that_takes_one(club: Path, tmp_path: Path) -> None:
    (tmp_path / "form.csv").write_text("name,country\nLi Na,Elbonia\nKim Min,Elbonia\n")
    remark = "the country ELBONIA is not a two-letter code such as DE; it is kept, but exports leave it out"
    assert f"note: line 2 (and 1 more): {remark}" in mcmahon("register", club, tmp_path / "form.csv").stderr
    assert f"note: {remark}" in mcmahon("player", club, "Weiß", "--country", "Elbonia").stderr
    assert f"note: {remark}" in mcmahon("add", club, "Otto, Ole", "5k", "--country", "elbonia").stderr


def test_a_file_registered_again_names_what_it_takes_back_first_and_hides_no_change(tmp_path: Path) -> None:
    """Among 30 changed players, the rank that a director had corrected is told, with the command that had set it."""
    folder, file = tmp_path / "cup", tmp_path / "p.csv"
    rows = [f"Player {chr(65 + k // 26)}{chr(65 + k % 26)},{k + 1}k,{1500 + k}" for k in range(30)]
    file.write_text("\n".join(["name,rank,rating", *rows]) + "\n")
    mcmahon("new", folder)
    mcmahon("register", folder, file)
    mcmahon("player", folder, "20", "--rank", "12k", "--country", "CZ")
    file.write_text(
        file.read_text().replace(",15", ",14").replace("rating\n", "rating,country\n").replace("1400", "1400,XX")
    )
    done = mcmahon("register", folder, file)
    note, *_ = done.stderr.splitlines()
    assert "the file takes back what was changed by `mcmahon player" in note
    assert note.endswith(f": Player AT (20) rank 12k → 20k; to take all of this back: mcmahon undo {folder}")
    assert done.stdout.count("changed: ") == 30
    assert "more player" not in done.stdout
    assert json.loads(mcmahon("players", folder, "--json").stdout)[19]["country"] == "CZ"
    mcmahon("undo", folder)
    mcmahon("undo", folder)
    assert "takes back" not in mcmahon("register", folder, file).stderr, "nothing that stands is taken back"


@pytest.mark.slow
@pytest.mark.parametrize("none", ["??", "?", "-", "XX"])
def test_what_a_file_does_not_know_empties_nothing(club: Path, tmp_path: Path, none: str) -> None:
    """A mark for an unknown club, country, rank, rating or pin leaves the known one."""
    mcmahon("player", club, "5", "--country", "IE", "--pin", "13000001", "--rating", "1000")
    rank = none if none in ("?", "-") else ""
    (tmp_path / "p.csv").write_text(
        f"name,rank,rating,club,country,pin\nAoife O'Brien,{rank},{rank},{none},{none},{none}\n"
    )
    assert "0 changed, 1 unchanged" in mcmahon("register", club, tmp_path / "p.csv").stdout
