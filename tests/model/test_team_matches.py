"""Matches of teams: boards, colours, handicaps, empty seats, and the result of a match out of those of its boards."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcmahon.model.edits import BoardChange, Entered, edit_board, publish, set_result, set_results, swap
from mcmahon.model.errors import InputError
from mcmahon.model.placing.scores import histories, score
from mcmahon.model.teams.match_boards import boards_at, match_points, match_result, match_score, with_boards
from mcmahon.model.tournament.games import ByHand, Game, Result, Round, TeamBoard
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from team_events import changed, match, matched, result_of, seated, team, teams

FOUR = "3d 2d 1d 1k"


def two(**settings: object) -> Tournament:
    return teams(team("a", FOUR), team("b", FOUR), **settings)


def test_colours_alternate_from_the_colour_of_the_match() -> None:
    """Team a has White in the match: at boards 1 and 3 it has White, at 2 and 4 Black."""
    t = matched(two(), "a-b")
    assert seated(match(t, 1)) == [("a1", "b1"), ("b2", "a2"), ("a3", "b3"), ("b4", "a4")]
    assert [b.people() for b in match(t, 1).boards] == [("a1", "b1"), ("a2", "b2"), ("a3", "b3"), ("a4", "b4")]


def test_or_all_boards_have_the_colour_of_the_first() -> None:
    assert seated(match(matched(two(teams__colours="same"), "a-b"), 1)) == [(f"a{k}", f"b{k}") for k in range(1, 5)]


def test_a_win_at_an_alternating_board_counts_for_the_team_that_has_it() -> None:
    """White wins at all four boards: two boards each, a draw. (A program that counts colours calls it 4-0.)"""
    t = matched(two(), "a-b wwww")
    assert match_points(match(t, 1).boards) == (4, 4)
    assert result_of(t, 1) == (Result.JIGO, False)
    t = matched(two(), "a-b wbwb")
    assert match_points(match(t, 1).boards) == (8, 0)
    assert result_of(t, 1) == (Result.WHITE, False)


def test_no_match_is_decided_by_its_first_result() -> None:
    """After one, two and three boards there is none, even when 3-0 cannot be lost any more."""
    for signs in ("w", "wb", "wbw"):
        t = matched(two(), f"a-b {signs}")
        assert result_of(t, 1) == (Result.UNKNOWN, False)
        assert score(t).provisional
    assert result_of(matched(two(), "a-b wbww"), 1) == (Result.WHITE, False)


@pytest.mark.parametrize(
    ("signs", "points", "expected"),
    [
        ("wbbw", (4, 4), (Result.JIGO, False)),  # 2-2
        ("=b=w", (4, 4), (Result.JIGO, False)),  # ½ + 1 + ½ + 0
        ("=bww", (5, 3), (Result.WHITE, False)),  # 2½-1½
        ("bwbw", (0, 8), (Result.BLACK, False)),
        ("0000", (0, 0), (Result.BOTH_LOSE, False)),
        ("vvvv", (4, 4), (Result.VOID, False)),
        ("v0vv", (3, 3), (Result.JIGO, False)),  # a void board is half a point for each
        ("w000", (2, 0), (Result.WHITE, False)),  # somebody has played: no forfeit
        ("W000", (2, 0), (Result.WHITE, True)),
        ("WBWB", (8, 0), (Result.WHITE, True)),
        ("WWWW", (4, 4), (Result.JIGO, True)),
        ("WBWw", (6, 2), (Result.WHITE, False)),
    ],
)
def test_a_match_by_its_boards(signs: str, points: tuple[int, int], expected: tuple[Result, bool]) -> None:
    t = matched(two(), f"a-b {signs}")
    assert match_points(match(t, 1).boards) == points
    assert result_of(t, 1) == expected


@given(st.lists(st.tuples(st.sampled_from(sorted(Result)), st.booleans()), min_size=2, max_size=10))
def test_board_points_add_up_to_the_match(boards: list[tuple[Result, bool]]) -> None:
    """Counted board by board in a plain second way: more points win, equal ones do not."""
    made = [TeamBoard(Game(k, "x", "y", result=r), turned) for k, (r, turned) in enumerate(boards, 1)]
    ours = sum(r.half_points[1 if turned else 0] for r, turned in boards)
    theirs = sum(r.half_points[0 if turned else 1] for r, turned in boards)
    assert match_points(made) == (ours, theirs)
    result, _ = match_result(made)
    assert (result is Result.UNKNOWN) == any(r is Result.UNKNOWN for r, _ in boards)
    if result in (Result.WHITE, Result.BLACK):
        assert (ours > theirs) == (result is Result.WHITE)
        assert ours != theirs
    elif result is not Result.UNKNOWN:
        assert ours == theirs


def test_an_empty_seat_loses_by_forfeit_when_the_round_is_published() -> None:
    """Team b has three people: board 4 stays empty, whatever happens at the others."""
    t = matched(teams(team("a", FOUR), team("b", "3d 2d 1d")), "a-b", draft=True)
    assert seated(match(t, 1))[3] == ("", "a4")
    assert match(t, 1).boards[3].game.result is Result.UNKNOWN
    t = with_boards(publish(t, 1))
    last = match(t, 1).boards[3].game
    assert (last.result, last.by_default) == (Result.BLACK, True)
    assert not match(t, 1).begun
    t = set_results(t, [Entered(1, 1, Result.BLACK, False, 1), Entered(1, 1, Result.WHITE, False, 2)])
    assert result_of(t, 1) == (Result.UNKNOWN, False)
    t = set_result(t, 1, 1, Result.WHITE, False, 3)  # a wins at 3 and 4, b at 1 and 2
    assert result_of(t, 1) == (Result.JIGO, False)


def test_nobody_moves_up_for_somebody_who_is_missing() -> None:
    t = changed(matched(two(), "a-b", draft=True), "b", "b2", rounds=frozenset({2, 3, 4, 5}))
    assert seated(match(t, 1)) == [("a1", "b1"), ("", "a2"), ("a3", "b3"), ("b4", "a4")]


def test_both_seats_empty_is_a_loss_for_both() -> None:
    t = matched(teams(team("a", "3d 2d 1d"), team("b", "3d 2d 1d")), "a-b")
    assert match(t, 1).boards[3].game.result is Result.BOTH_LOSE
    assert result_of(matched(teams(team("a", ""), team("b", "")), "a-b"), 1) == (Result.BOTH_LOSE, False)


def test_a_board_that_was_played_stays_whatever_is_said_of_the_line_up_later() -> None:
    t = matched(two(), "a-b w")
    t = changed(t, "a", "a1", rounds=frozenset())
    assert seated(match(t, 1))[0] == ("a1", "b1")
    t = changed(t, "a", "a3", rounds=frozenset())
    assert seated(match(t, 1))[2] == ("", "b3")
    assert match(t, 1).boards[2].game.result is Result.BLACK


def test_a_member_who_joins_later_does_not_open_a_match_of_before() -> None:
    t = matched(teams(team("a", FOUR), team("b", "3d 2d 1d")), "a-b wbw")
    before = match(t, 1)
    assert before.result is Result.WHITE
    t = with_boards(t.with_players([team("b", FOUR)]))
    assert match(t, 1) == before
    assert seated(match(matched(t, "b-a"), 2))[3] == ("a4", "b4")


def test_a_handicap_is_the_difference_in_rank_less_the_reduction_and_the_stronger_takes_white() -> None:
    """EGC 2015: the difference, at most 9; board 2 (a2 1k, b2 5d) would have had White for b anyway."""
    t = teams(team("a", "9k 1k 1d 1d"), team("b", "4k 5d 2d 1d"), teams__handicaps="rank", handicap__reduction=0)
    boards = match(matched(t, "a-b"), 1).boards
    assert [(b.game.players, b.game.handicap, b.game.komi_halves) for b in boards] == [
        (("b1", "a1"), 5, 1), (("b2", "a2"), 5, 1), (("b3", "a3"), 1, 1), (("b4", "a4"), 0, 13),
    ]  # fmt: skip
    assert match(matched(t, "a-b"), 1).handicap == 0
    t = teams(team("a", "9k 1k"), team("b", "4k 5d"), boards=2, teams__handicaps="rank", handicap__reduction=3)
    assert [b.game.handicap for b in match(matched(t, "a-b"), 1).boards] == [2, 2]
    t = teams(team("a", "9k 1d"), team("b", "4d 5d"), boards=2, teams__handicaps="rank", handicap__none_from="1d")
    assert [b.game.handicap for b in match(matched(t, "a-b"), 1).boards] == [8, 0]


def test_a_forfeit_of_the_match_is_one_of_every_board() -> None:
    t = set_result(matched(two(), "a-b"), 1, 1, Result.BLACK, True)
    assert result_of(t, 1) == (Result.BLACK, True)
    assert match_points(match(t, 1).boards) == (0, 8)
    t = set_result(t, 1, 1, Result.VOID, False)
    assert result_of(t, 1) == (Result.VOID, False)
    t = set_result(t, 1, 1, Result.UNKNOWN, False)
    assert result_of(t, 1) == (Result.UNKNOWN, False)


@pytest.mark.parametrize("result", [Result.WHITE, Result.JIGO, Result.BOTH_WIN])
def test_a_result_of_the_match_cannot_be_typed(result: Result) -> None:
    expected = r"follows from its boards '.*'; expected a board such as 1\.1, or for the whole match 1-0!"
    with pytest.raises(InputError, match=expected):
        set_result(matched(two(), "a-b"), 1, 1, result, False)


def test_where_nobody_sits_nobody_wins_a_game() -> None:
    t = matched(teams(team("a", FOUR), team("b", "3d 2d 1d")), "a-b")
    with pytest.raises(InputError, match="nobody sits at board 4"):
        set_result(t, 1, 1, Result.WHITE, False, 4)
    with pytest.raises(InputError, match="no board"):
        set_result(t, 1, 1, Result.WHITE, False, 5)
    t = set_result(t, 1, 1, Result.UNKNOWN, False, 4)  # the seat is still empty
    assert match(t, 1).boards[3].game.result is Result.BLACK


def test_who_has_won_has_won_after_the_colours_are_exchanged() -> None:
    t = matched(two(), "a-b wbbw")
    before = {p for b in match(t, 1).boards for p, half in zip(b.people(), b.half_points(), strict=True) if half}
    t = edit_board(t, 1, 1, BoardChange(white="b"))
    turned = match(t, 1)
    assert seated(turned) == [("b1", "a1"), ("a2", "b2"), ("b3", "a3"), ("a4", "b4")]
    assert {p for b in turned.boards for p, half in zip(b.people(), b.half_points(), strict=True) if half} == before
    assert turned.result is Result.JIGO


def test_the_colours_of_one_board_are_exchanged_by_hand() -> None:
    """Whoever has won there has still won; to give White to the team that has it changes nothing."""
    t = matched(two(), "a-b wwww")
    turned = match(edit_board(t, 1, 1, BoardChange(white="a", board=2)), 1)
    assert seated(turned) == [("a1", "b1"), ("a2", "b2"), ("a3", "b3"), ("b4", "a4")]
    assert [b.game.result for b in turned.boards] == [Result.WHITE, Result.BLACK, Result.WHITE, Result.WHITE]
    assert [b.game.by_hand for b in turned.boards] == [set(), {ByHand.COLOURS}, set(), set()]
    assert match_points(turned.boards) == match_points(match(t, 1).boards)
    assert edit_board(t, 1, 1, BoardChange(white="b", board=2)) == t


def test_teams_that_change_places_get_boards_of_their_own() -> None:
    t = teams(*(team(x, FOUR) for x in "abcd"))
    t = with_boards(swap(matched(t, "a-b wbwb", "c-d"), 1, "a", "c"))
    assert {frozenset(p[0] for p in game) for game in seated(match(t, 1))} == {frozenset("bc")}
    assert result_of(t, 1) == (Result.UNKNOWN, False)


def test_the_colour_of_a_team_is_that_of_its_first_board() -> None:
    t = matched(matched(two(), "a-b wwww"), "a-b wwww")
    assert {pid: h.colours for pid, h in histories(t).items()} == {"a": 2, "b": -2}


def test_fewer_boards_from_now_on_leave_what_was_played() -> None:
    t = matched(two(), "a-b wbwb")
    t = with_boards(teams(*t.players, boards=3).with_round(t.round(1)))
    assert len(match(t, 1).boards) == 4
    assert len(match(matched(t, "a-b"), 2).boards) == 3


def test_a_result_from_elsewhere_has_no_boards_and_stays() -> None:
    t = two()
    game = Game(1, "a", "b", result=Result.WHITE)
    made = with_boards(t.with_round(Round(1, (game,))))
    assert match(made, 1) == game


def test_other_tournaments_have_no_boards() -> None:
    assert not Settings().of_teams
    assert Game(1, "a", "b").boards == ()


def test_a_board_is_named_by_its_table_and_its_number_in_the_match() -> None:
    own = match(matched(two(), "a-b ww"), 1)
    [table] = boards_at([Game(3, "a", "b")])
    assert [(at.place, at.table, at.board, at.entrants) for at in boards_at([own])][:2] == [
        ("1.1", 1, 1, ("a", "b")), ("1.2", 1, 2, ("b", "a"))
    ]  # fmt: skip
    assert (table.place, table.table, table.board, table.entrants, table.turned) == ("3", 3, 0, ("a", "b"), False)


@pytest.mark.parametrize(("signs", "score"), [("", ""), ("w", "1–0"), ("ww", "1–1"), ("w=", "1½–½"), ("vw=", "1–2")])
def test_the_score_of_a_match_counts_its_boards_so_far(signs: str, score: str) -> None:
    """White's sign at each board; at even ones Black of the match is White; a void board is half a point for both."""
    assert match_score(match(matched(two(), f"a-b {signs}".strip()), 1)) == score


@pytest.mark.slow
@given(st.data())
def test_nobody_plays_two_boards_and_colours_alternate(data: st.DataObject) -> None:
    """Whoever is missing, of teams with any number of people, substitutes and reserves."""
    boards = data.draw(st.integers(2, 5))
    made = []
    for name in "ab":
        size, extra = data.draw(st.integers(0, 7)), data.draw(st.integers(0, 3))
        own = team(name, " ".join(["1d"] * size), *(f"{name}s{k} 1d" for k in range(extra)))
        made.append(own)
    where = data.draw(st.sampled_from(["seat", "strength", "none"]))
    t = matched(teams(*made, boards=boards, teams__substitutes=where), "a-b", draft=True)
    for own in made:
        for m in own.members:
            t = changed(t, own.id, m.id, rounds=frozenset({1} if data.draw(st.booleans()) else {2}))
    game = match(t, 1)
    people = [p for pair in seated(game) for p in pair if p]
    assert len(people) == len(set(people))
    assert len(game.boards) == boards
    for (first, second), b in zip((b.people() for b in game.boards), game.boards, strict=True):
        assert first[:1] in ("", "a")
        assert second[:1] in ("", "b")
        assert b.turned == (b.game.table % 2 == 0)


def test_every_match_of_two_boards_by_hand() -> None:
    """All 9 results of two boards; team a has White at board 1 and Black at board 2."""
    worth = {"w": (2, 0), "b": (0, 2), "=": (1, 1)}
    for one, other in product("wb=", repeat=2):
        t = matched(teams(team("a", "1d 1d"), team("b", "1d 1d"), boards=2), f"a-b {one}{other}")
        points = worth[one][0] + worth[other][1]
        expected = Result.WHITE if points > 2 else Result.BLACK if points < 2 else Result.JIGO
        assert result_of(t, 1)[0] is expected
