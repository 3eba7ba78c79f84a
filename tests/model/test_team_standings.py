"""Standings of teams by hand, as team events of congresses place them, and everybody's own games beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import values
from mcmahon.model.edits import set_result
from mcmahon.model.placing.ratings import expected_ratings
from mcmahon.model.placing.standings import standings
from mcmahon.model.reasons.place_explained import explain_place
from mcmahon.model.teams.match_boards import match_points, with_line_up
from mcmahon.model.teams.people import as_people
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.tournament import Tournament
from team_events import changed, match, matched, team, teams

FOUR = "1d 1d 1d 1d"


def congress(**settings: object) -> Tournament:
    """Four teams, four boards, three rounds, drawn by hand. Points of boards for the first named:

    1: a-b 3-1, c-d 2-2 · 2: a-c 2½-1½, b-d 1-3 · 3: d-a 2-2, c-b 4-0
    Matches: a 2½, c 1½ (½ + 0 + 1), d 2 (½ + 1 + ½), b 0. Boards: a 7½, c 7½, d 7, b 2.
    """
    t = teams(*(team(x, FOUR) for x in "abcd"), rounds=3, **settings)
    t = matched(t, "a-b wbww", "c-d wwww")
    t = matched(t, "a-c wb=w", "b-d wwbw")
    return matched(t, "d-a wwww", "c-b wbwb")


def test_the_hand_example_is_what_it_says() -> None:
    points = {(g.white, g.black): match_points(g.boards) for r in congress().rounds for g in r}
    assert points == {
        ("a", "b"): (6, 2), ("c", "d"): (4, 4), ("a", "c"): (5, 3), ("b", "d"): (2, 6), ("d", "a"): (4, 4),
        ("c", "b"): (8, 0),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("WINS", {"a": 2.5, "b": 0, "c": 1.5, "d": 2}),  # EGC 2015: a match counts 1, ½ or 0
        ("TEAMP", {"a": 5, "b": 0, "c": 3, "d": 4}),  # OpenGotha: 2, 1 or 0
        ("BDW", {"a": 7.5, "b": 2, "c": 7.5, "d": 7}),
        ("SOS", {"a": 3.5, "b": 6, "c": 4.5, "d": 4}),  # a: b 0 + c 1½ + d 2
        ("SOST", {"a": 7, "b": 12, "c": 9, "d": 8}),
        ("SODOS", {"a": 2.5, "b": 0, "c": 1, "d": 2}),  # a: b 0 + c 1½ + half of d 2 is 1 → 2½; d: ½·1½ + 0 + ½·2½
    ],
)
def test_criteria_of_teams_by_hand(name: str, expected: dict[str, float]) -> None:
    assert values(congress(), name) == expected


def test_boards_from_the_top_by_hand() -> None:
    """Counted board by board; a wins two of its three games at board 1, and the rest of its 7½ points elsewhere."""
    t = congress()
    won = {name: [0] * 4 for name in "abcd"}
    for drawn in t.rounds:
        for game in drawn:
            for k, board in enumerate(game.boards):
                for name, half in zip(game.players, board.half_points(), strict=True):
                    won[name][k] += half
    for count in range(1, 10):
        expected = {name: sum(own[:count]) / 2 for name, own in won.items()}
        assert values(t, f"BDW{count}U") == expected
    assert won["a"] == [4, 6, 3, 2]
    assert sum(map(sum, won.values())) == 2 * 4 * 6


def test_the_order_of_a_congress_and_of_opengotha() -> None:
    t = congress(placing__order=["WINS", "SOS", "SODOS"])
    assert [row.player.id for row in standings(t).rows] == ["a", "d", "c", "b"]
    t = congress(placing__order=["TEAMP", "BDW", "BDW3U", "BDW2U", "BDW1U", "RATING"])
    assert [row.player.id for row in standings(t).rows] == ["a", "d", "c", "b"]
    t = congress(placing__order=["BDP", "TEAMP"])
    assert [(row.player.id, row.place) for row in standings(t).rows] == [("a", 1), ("c", 2), ("d", 3), ("b", 4)]


def test_direct_comparison_of_teams() -> None:
    """c and d drew; a won over c and drew with d: among all three a is ahead, d and c follow."""
    t = congress(placing__order=["DC"])
    assert standings(t).rows[0].player.id == "a"


def test_a_round_without_a_match_gives_at_each_board_what_it_gives() -> None:
    t = matched(teams(*(team(x, FOUR) for x in "abc")), "a-b wbwb", byes="c")
    assert values(t, "BDW") == {"a": 4, "b": 0, "c": 4}  # the bye of this preset is a win
    assert values(t, "BDW2U") == {"a": 2, "b": 0, "c": 2}
    t = matched(teams(*(team(x, FOUR) for x in "abc"), points__bye=0.5), "a-b wbwb", byes="c")
    assert values(t, "BDW")["c"] == 2


def test_mean_ranks_start_teams_in_a_mcmahon() -> None:
    """3d 1d means 2d, 2k 4k means 3k: with the bar at 1 dan they start with 0 and -3."""
    t = teams(team("a", "3d 1d"), team("b", "2k 4k"), boards=2, preset="bga", start__bar="1d", start__floor="20k")
    assert values(t, "START") == {"a": 0, "b": -3}


def test_a_place_is_explained_with_its_boards() -> None:
    t = congress(placing__order=["TEAMP", "BDW"])
    found = explain_place(standings(t), t.player("a"))
    assert [str(c) for c in found.criteria] == ["TEAMP 5 = 2 + 2 + 1", "BDW 7½ = 3 + 2½ + 2"]
    assert "jigo with Team d (d)" in found.rounds[2]


def test_everybody_has_their_own_games() -> None:
    people = as_people(congress())
    rows = {row.player.id: row for row in standings(people).rows}
    assert len(rows) == 16
    assert sum(row.wins for row in rows.values()) == 2 * 24
    assert rows["a1"].wins == 4  # won as White over b1 and c1, lost as Black to d1
    assert dict(people.player("a1").extra) == {"team": "Team a", "board": "1"}
    opponents = {e.opponent for row in rows for e in standings(people).sums.scores.entries["a1"]}
    assert opponents == {"b1", "c1", "d1"}
    assert [e.colour for e in standings(people).sums.scores.entries["a2"]] == [-1, -1, 1]


def test_the_boards_of_a_round_are_numbered_through_and_everybody_has_the_board_of_most_rounds() -> None:
    """a2 sits at board 1 once and at board 2 twice; a3 is in no round."""
    own = team("a", "1d 1d 1d")
    t = teams(own, team("b", "1d 1d 1d"), boards=2, rounds=3)
    for seats in (("a2", "a1"), ("a1", "a2"), ("a1", "a2")):
        t = matched(t, "a-b")
        game = t.rounds[-1].games[0]
        new = with_line_up(game, own, seats, t.settings, t.by_id())
        t = set_result(t.with_round(replace(t.rounds[-1], games=(new,))), len(t.rounds), 1, Result.VOID, False)
    people = as_people(t)
    assert [[game.table for game in drawn] for drawn in people.rounds] == [[1, 2]] * 3
    boards = {pid: dict(people.player(pid).extra)["board"] for pid in ("a1", "a2", "a3", "b3")}
    assert boards == {"a1": "1", "a2": "2", "a3": "", "b3": ""}


def test_people_have_the_wins_that_their_teams_have_points_of_boards() -> None:
    t = congress()
    people = as_people(t)
    wins = {row.player.id: row.wins for row in standings(people).rows}
    for own, points in values(t, "BDW").items():
        assert sum(half for pid, half in wins.items() if pid[0] == own) == 2 * points


def test_a_win_against_nobody_is_a_bye_and_substitutes_play_once() -> None:
    t = matched(teams(team("a", "1d 1d", "Sub 2d"), team("b", "1d"), boards=2), "a-b w")
    people = as_people(t)
    assert people.round(1).byes == ("a2",)
    assert people.round(1).absent == ("sub",)
    assert "sub" not in {p.id for p in people.participants()}
    t = changed(changed(t, "a", "a1", rounds=frozenset({1})), "a", "sub", rounds=frozenset({2}))
    t = matched(t, "b-a w")
    people = as_people(t)
    entries = standings(people).sums.scores.entries
    assert [e.opponent for e in entries["sub"]] == ["", "b1"]
    assert entries["sub"][1].result is Result.WHITE
    assert [e.opponent for e in entries["a1"]] == ["b1", ""]


def test_expected_ratings_are_of_people_with_the_colours_and_stones_of_their_boards() -> None:
    t = teams(team("a", "5k 1d"), team("b", "1d 1d"), boards=2, teams__handicaps="rank", handicap__reduction=0)
    t = matched(t, "a-b bw")
    found = expected_ratings(standings(as_people(t)))
    game = match(t, 1).boards[0].game
    assert (game.players, game.handicap) == (("b1", "a1"), 5)
    assert found["a1"].after > found["a1"].before
    assert {pid: own.games for pid, own in found.items()} == dict.fromkeys(("a1", "a2", "b1", "b2"), 1)


def test_two_people_of_one_id_are_told_apart_by_their_teams() -> None:
    t = teams(team("a", "1d"), team("b", "1d"), boards=2)
    same = t.with_players([t.player("b").__class__("b", "Team b", members=t.player("a").members)])
    assert [p.id for p in as_people(same).players] == ["a/a1", "b/a1"]
