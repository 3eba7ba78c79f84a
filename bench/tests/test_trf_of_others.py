"""TRF files of chess programs and of FIDE's exercises: what every round is worth, who is ahead, contradictions.

The files are made up here after public reports; the right values are by hand.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from builders import played, played_tournaments, tournament, with_player
from commands import mcmahon
from hypothesis import assume, given, settings
from mcmahon.model.errors import InputError
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.standings import standings
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.settings.settings import PRESETS
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench.trf import read_trf, write_trf
from strict_trf import faults


def line(start: int, name: str, points: float, place: int, *cells: str) -> str:
    rating = 2300 - 50 * start
    return f"001 {start:4}      {name:33} {rating:4} {'':3} {'':11} {'':10} {points:4.1f} {place:4}" + "".join(
        f"  {cell:>8}" for cell in cells
    )


def read(*lines: str) -> Tournament:
    return read_trf("\n".join(lines).encode(), "t.trf").tournament


def remarks(*lines: str) -> str:
    return "\n".join(read_trf("\n".join(lines).encode(), "t.trf").report.lines())


def placed(t: Tournament) -> list[tuple[int, str, int]]:
    """Place, surname and half points of everybody."""
    return [(row.place, row.player.surname, row.mms) for row in standings(t).rows]


#: A full-point bye beside a half-point bye.
BYES = (
    "142 2",
    line(1, "Amber", 1.0, 1, "0000 - F"),
    line(2, "Birch", 0.5, 3, "0000 - H"),
    line(3, "Cedar", 1.0, 2, "   4 w 1"),
    line(4, "Dogwood", 0.0, 4, "   3 b 0"),
)


def test_each_round_without_a_game_is_worth_what_its_letter_says() -> None:
    assert placed(read(*BYES)) == [(1, "Amber", 2), (1, "Cedar", 2), (3, "Birch", 1), (4, "Dogwood", 0)]
    more = read(*BYES, line(5, "Elm", 1.0, 1, "0000 - F"))
    assert [p for _, name, p in placed(more) if name in ("Amber", "Birch", "Elm")] == [2, 2, 1]


def test_somebody_with_half_a_point_stands_before_somebody_with_none() -> None:
    """A chess standing begins with points; WINS have no half-point byes in them."""
    lines = [
        line(1, "Lais", 1.0, 1, "   2 w 1", "   3 b 0", "   4 w 0"),
        line(2, "Otto", 0.0, 4, "   1 b 0", "", ""),
        line(3, "Jessica", 1.5, 2, "0000 - H", "   1 w 1", "0000 - Z"),
        line(4, "Nina", 1.5, 1, "0000 - H", "0000 - Z", "   1 b 1"),
    ]
    ahead = [(name, half_points) for _, name, half_points in placed(read(*lines))]
    assert [half_points for _, half_points in ahead] == [3, 3, 2, 0]
    assert ahead[2:] == [("Lais", 2), ("Otto", 0)]


def test_absences_to_come_are_read_by_their_letters() -> None:
    lines = ("142 3", *BYES[1:], "240 F   2    1", "240 H   2    2", "240 Z   3    3")
    t = read(*lines)
    assert (t.player("1").granted, t.player("3").unexcused) == (((1, 2), (2, 2)), frozenset({3}))
    later = t.with_round(Round(2, (Game(1, "3", "4", result=Result.JIGO),)))
    assert {pid: row[1].points for pid, row in score(later).entries.items()} == {"1": 2, "2": 1, "3": 1, "4": 1}


def test_absences_to_come_are_written_by_what_they_give() -> None:
    for preset, excused in (("swiss", "Z"), ("round-robin", "Z"), ("egf", "H"), ("bga", "H")):
        t = tournament("5k 5k 5k 5k", preset, rounds=3)
        t = with_player(t, "d", rounds=frozenset({1, 3}))
        t = played(with_player(t, "c", rounds=frozenset({1, 2}), unexcused=frozenset({3})), "a+b c+d")
        text = write_trf(t).data.decode()
        assert [row[4:9] for row in text.splitlines() if row.startswith("240")] == [f"{excused}   2", "Z   3"], preset
    full = played(with_player(tournament("5k 5k", points__absence=1, rounds=2), "b", rounds=frozenset({1})), "a+b")
    assert "240 F   2    2" in write_trf(full).data.decode()


def test_an_absence_without_excuse_comes_back() -> None:
    t = with_player(tournament("5k 5k 5k 5k", "egf", rounds=3), "c", rounds=frozenset({1}), unexcused=frozenset({2, 3}))
    t = played(t, "a+b c+d").with_round(Round(2, (Game(1, "a", "d"),), ("b",)))
    again = read_trf(write_trf(t).data, "t").tournament
    (back,) = [p for p in again.players if p.surname == t.player("c").surname]
    assert back.unexcused == frozenset({2, 3})


def test_a_file_of_version_1_0_0_is_read_as_it_was_meant() -> None:
    """Its letters of rounds to come were always H, and lines 162 had a Z."""
    t = tournament("5k 5k 5k 5k", "swiss", rounds=3)
    text = write_trf(played(with_player(t, "d", rounds=frozenset({1, 3})), "a+b c+d")).data.decode()
    old = text.replace(" absences='by letter'", "").replace("240 Z", "240 H").replace("    P 1.0", "    Z 0.0    P 1.0")
    assert old.count("240 H") == 1
    assert "by letter" not in old
    again = read(old)
    assert [p.granted for p in again.players] == [()] * 4
    assert again.settings.points.absence == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_every_export_is_read_by_a_strict_reader(preset: str) -> None:
    t = tournament("3d 2d 1d 3k 9k 9k", preset, rounds=4, points__absence=0.5)
    t = with_player(with_player(t, "b", rounds=frozenset({1, 3})), "d", status=Status.WITHDRAWN, rounds=frozenset({1}))
    t = with_player(t, "c", unexcused=frozenset({2, 4}), rounds=frozenset({1, 3}), granted=((2, 2),))
    t = played(t, "a+b d-c", byes="e", absent="f").with_round(
        Round(2, (Game(1, "a", "e", result=Result.BOTH_LOSE),), byes=("f",))
    )
    assert faults(write_trf(t).data.decode()) == []


@pytest.mark.slow
@given(played_tournaments())
@settings(max_examples=80, deadline=None)
def test_any_export_is_read_by_a_strict_reader(t: Tournament) -> None:
    assume(t.participants())
    assert faults(write_trf(t).data.decode()) == []


def test_the_strict_reader_refuses_what_others_refuse() -> None:
    good = write_trf(played(tournament("1d 1d 1d", "swiss", rounds=2), "a+b", byes="c")).data.decode()
    assert faults(good) == []
    for old, new in (
        ("L 0.0", "L 0.0    Z 0.0"), ("   2 w 1", "   2 w 0"), ("0000 - U", "0000 - Q"), ("142 2", "142 0"),
        (" 1.0    1", " 1.5    1"), ("152 W", "152 White"), ("   1 b 0", "   3 b 0"), ("062 3", "240 A   2    1"),
    ):  # fmt: skip
        assert old in good, old
        assert faults(good.replace(old, new, 1)), new


def test_a_file_says_what_the_event_is() -> None:
    said = {}
    for preset in PRESETS:
        headers = dict(row.split(" ", 1) for row in write_trf(tournament("1d 1d", preset)).data.decode().splitlines())
        assert "192" not in headers, "none of FIDE's systems drew it, and bbpPairings refuses the name of any other"
        said[preset] = headers["092"]
    assert said.pop("round-robin") == "Individual: Round-Robin"
    assert said.pop("swiss") == "Individual: Swiss-System"
    assert set(said.values()) == {"Individual: McMahon"}


def test_a_round_robin_of_another_program_is_one() -> None:
    for header in ("092 Individual: Round-Robin", "192 FIDE_ROUNDROBIN"):
        s = read(header, *BYES).settings
        assert (s.preset, s.pairing.meet_again, s.placing.order[0]) == ("round-robin", "each turn", "MMS")
    ours = tournament("1d 1d 1d 1d", "round-robin", rounds=3)
    again = read_trf(write_trf(ours).data, "t").tournament.settings
    assert (again.placing.order, again.pairing.meet_again) == (ours.settings.placing.order, "each turn")


def test_a_game_that_both_lost_counts_as_a_forfeit_in_the_file() -> None:
    """Rules, section 2; a played one comes back as such, by our comment."""
    for by_default in (False, True):
        t = tournament("1d 1d", rounds=1)
        t = t.with_round(Round(1, (Game(1, "a", "b", result=Result.BOTH_LOSE, by_default=by_default),)))
        data = write_trf(t).data
        assert "   2 w -" in data.decode()
        (game,) = read_trf(data, "t").tournament.rounds[0].games
        assert (game.result, game.by_default) == (Result.BOTH_LOSE, by_default)


def test_forfeited_pairs_of_a_chess_file_may_meet_again() -> None:
    """FIDE C.04.1; the reader says which rule it takes, and so does check."""
    lines = (line(1, "Ash", 1.0, 1, "   2 w +"), line(2, "Bay", 0.0, 2, "   1 b -"))
    assert not read(*lines).settings.pairing.default_is_met
    assert "the two may meet again, as FIDE has it (pairing.default_is_met) (1): round 1 table 1" in remarks(*lines)
    ours = tournament("1d 1d", rounds=1).with_round(Round(1, (Game(1, "a", "b", 0, 13, Result.WHITE, True),)))
    assert read_trf(write_trf(ours).data, "t").tournament.settings.pairing.default_is_met


def test_scores_of_a_chess_file_are_paired_with_their_halves() -> None:
    assert read(*BYES).settings.pairing.rounding == "half"


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("   2 w +", "   1 b 0", "only one of the two lines calls a forfeit"),
        ("   2 w 1", "   1 b -", "only one of the two lines calls a forfeit"),
        ("   2 w 1", "   1 b 1", "both lines call won"),
        ("   2 w 1", "   1 b Z", "the letter of a bye; read as a game without a result (1): round 1 line 2: 1 b Z"),
        ("   2 w 1", "   1 b =", "contradictory results"),
        ("   2 w 1", "   3 b 0", "somebody else"),
    ],
)
def test_contradictions_are_named(first: str, second: str, told: str, tmp_path: Path) -> None:
    lines = (line(1, "Ash", 1.0, 1, first), line(2, "Bay", 0.0, 2, second), line(3, "Cob", 0.0, 3, "0000 - Z"))
    assert told in remarks(*lines)
    path = tmp_path / "t.trf"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = mcmahon("check", path, code=1).stdout
    assert told in said


def test_the_line_at_fault_is_blamed(tmp_path: Path) -> None:
    """An opponent and a bye's letter: the other line, whose point is right by itself, is not."""
    path = tmp_path / "bz.trf"
    lines = line(1, "Ash", 1.0, 1, "   2 w 1"), line(2, "Bay", 0.0, 2, "   1 b Z")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = mcmahon("check", path, code=1).stdout
    assert "round 1 line 2: 1 b Z" in said
    assert "line 1" not in said


def test_more_rounds_than_the_file_says_are_named() -> None:
    lines = ("XXR 1", line(1, "Ash", 2.0, 1, "   2 w 1", "   2 b 1"), line(2, "Bay", 0.0, 2, "   1 b 0", "   1 w 0"))
    assert "more rounds than the file says that there are (1): 2 instead of 1" in remarks(*lines)


def test_worths_that_cannot_be_kept_are_told() -> None:
    assert "byes worth other than 0, ½ or 1 point; read as 1 point (1): P 3.0" in remarks("162  W 1.0    P 3.0", *BYES)
    lines = ("162  W 1.0    A 0.5", line(1, "Ash", 1.0, 1, "   2 w +"), line(2, "Bay", 0.5, 2, "   1 b -"))
    assert "points for losses by forfeit; read as 0 points (1): A 0.5" in remarks(*lines)
    t = read(
        "162  W 1.0    A 0.5", *BYES[:4], line(4, "Dogwood", 0.0, 4, "   3 b 0"), line(5, "Elm", 0.5, 3, "0000 - Z")
    )
    assert score(t).mms("5") == 1


@pytest.mark.parametrize("teams", ["310  1 Alpha", "192 FIDE_TEAM_SWISS", "092 Team: Swiss-System"])
def test_a_file_of_teams_is_refused(teams: str) -> None:
    with pytest.raises(InputError, match="a tournament of teams"):
        read(teams, *BYES)


def test_points_of_absences_are_kept_in_the_folder(tmp_path: Path) -> None:
    path = tmp_path / "f.trf"
    path.write_text("\n".join(BYES) + "\n", encoding="utf-8")
    folder = tmp_path / "f"
    mcmahon("convert", path, folder)
    told = (folder / "players.csv").read_text(encoding="utf-8")
    assert "absence points" in told
    assert "1=1" in told
    table: list[dict[str, Any]] = json.loads(mcmahon("standings", folder, "--json").stdout)["rows"]
    assert [row["name"] for row in table] == ["Amber", "Cedar", "Birch", "Dogwood"]


def test_our_file_with_a_late_entry_can_be_checked(tmp_path: Path) -> None:
    """Who has not begun has no place yet that could be compared."""
    t = played(tournament("3d 2d 1d", "egf", rounds=5, start__bar="1d"), "a+b", absent="c")
    path = tmp_path / "t.trf"
    path.write_bytes(write_trf(with_player(t, "c", rounds=frozenset({4, 5}))).data)
    assert "points and places are those that follow" in mcmahon("check", path).stdout
