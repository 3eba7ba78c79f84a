"""Results of matches at the desk: boards typed, forfeits of a team, what is missing, who may say what."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mcmahon.desk.people.change_members import MemberLine, MemberMissing, SetMembers, member_missing, set_members
from mcmahon.desk.people.miss_rounds import Absent, Withdraw, absent, withdraw
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.desk.rounds.round_numbers import not_begun
from mcmahon.desk.rounds.seat_teams import LineUp, line_up, line_up_notes, line_ups
from mcmahon.desk.rounds.typed_results import typed_results
from mcmahon.io.folder.state_files import in_memory, with_settings
from mcmahon.model.errors import InputError, UnconfirmedError
from mcmahon.model.notes import Remark, note_texts
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.person import Absence
from mcmahon.model.tournament.tournament import Tournament
from team_events import match, matched, result_of, team, teams


def four() -> Tournament:
    return teams(*(team(x, "2d 1d") for x in "abcd"), boards=2)


def test_boards_and_whole_matches_are_typed_together() -> None:
    state = in_memory(matched(four(), "a-b", "c-d"))
    done = enter(state, EnterResults(results={"1.1": "1-0", "2": "1-0,0-1"})).value
    assert [one.place for one in done.entered] == ["1.1", "2.1", "2.2"]
    assert (done.missing, done.open_boards) == ([1], ["1.2"])


def test_a_list_may_be_shorter_than_the_match_and_not_longer() -> None:
    state = in_memory(matched(four(), "a-b", "c-d"))
    assert enter(state, EnterResults(results={"1": "w,"})).value.open_boards == ["1.2", "2.1", "2.2"]
    with pytest.raises(InputError, match="no board"):
        enter(state, EnterResults(results={"1": "w,b,w"}))


@pytest.mark.parametrize(("word", "says"), [("1.x", "wrong table"), ("x.1", "wrong table"), ("1.3", "no board")])
def test_a_board_that_is_none_is_named(word: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        enter(in_memory(matched(four(), "a-b", "c-d")), EnterResults(results={word: "1-0"}))


def test_a_result_is_not_replaced_unasked() -> None:
    state = in_memory(matched(four(), "a-b wb", "c-d"))
    with pytest.raises(UnconfirmedError, match=r"table 1\.2: b2 \(White, Team b\) – a2 \(Black, Team a\) already has"):
        enter(state, EnterResults(results={"1.2": "1-0"}))
    with pytest.raises(UnconfirmedError):
        enter(state, EnterResults(results={"1": "1-0!"}))
    after = enter(state, EnterResults(results={"1": "1-0!"}, again=True)).state.tournament
    assert result_of(after, 1) == (Result.WHITE, True)


def test_a_team_that_does_not_come_loses_all_boards() -> None:
    state = in_memory(matched(four(), "a-b", "c-d"))
    after = absent(state, Absent(who=["b"], counts=Absence.FORFEIT)).state.tournament
    assert result_of(after, 1) == (Result.WHITE, True)
    assert [b.half_points() for b in match(after, 1).boards] == [(2, 0), (2, 0)]
    after = withdraw(state, Withdraw(who=["c"], counts=Absence.FORFEIT)).state.tournament
    assert result_of(after, 1, 2) == (Result.BLACK, True)
    begun = in_memory(matched(four(), "a-b w", "c-d"))
    with pytest.raises(InputError, match="already has a result"):
        absent(begun, Absent(who=["b"], counts=Absence.FORFEIT))


def test_a_round_has_begun_with_its_first_board_and_not_with_an_empty_seat() -> None:
    t = matched(teams(team("a", "2d 1d"), team("b", "2d"), boards=2), "a-b")
    assert not_begun(t.round(1))
    assert not not_begun(matched(t.before(1), "a-b w").round(1))


def test_line_ups_are_listed_before_the_draw_and_after_it() -> None:
    t = teams(team("a", "1d 3d"), team("b", "2d"), boards=2)
    found = line_ups(in_memory(t)).value
    assert [(one.team.id, one.match, len(one.faults)) for one in found] == [("a", None, 1), ("b", None, 0)]
    state = in_memory(matched(t, "a-b"))
    assert [one.match is not None for one in line_ups(state, 1).value] == [True, True]
    with pytest.raises(InputError):
        line_ups(state, 9)
    three = in_memory(matched(teams(*(team(x, "2d 1d") for x in "abc"), boards=2), "a-b", byes="c"))
    assert [[one.team.id for one in line_ups(three, number).value] for number in (1, 2)] == [["a", "b"], [*"abc"]]
    texts = note_texts(line_up_notes(t, 1), t)
    assert "a1 1d is weaker than a2 3d at board 2 by 2 ranks; the order of boards allows 0" in texts[0]
    assert texts[1] == "empty boards: Team b (b) at 2"
    away = t.with_players([replace(t.player("b"), rounds=frozenset({2}))])
    assert [len(line_up_notes(away, number)) for number in (1, 2)] == [1, 2], "who does not come has no empty boards"
    many = teams(team("a", "1d 3d 4d"), team("b", "1k 2d 3d"), boards=3)
    (text,) = note_texts(line_up_notes(many, 1), many)
    assert text.startswith("line-ups not allowed: Team a (a), Team b (b); the first of 4 faults: Team a (a), board 1:")


def test_a_line_up_that_is_not_allowed_needs_a_yes() -> None:
    state = in_memory(matched(four(), "a-b", "c-d"))
    with pytest.raises(UnconfirmedError, match="by 1 rank"):
        line_up(state, LineUp(who="a", people=("2", "1")))
    done = line_up(state, LineUp(who="a", people=("2", "1"), anyway=True))
    assert [m.id if m else "" for m in done.value.seats] == ["a2", "a1"]
    back = line_up(done.state, LineUp(who="a", people=("roster",)))
    assert [m.id if m else "" for m in back.value.seats] == ["a1", "a2"]
    with pytest.raises(InputError, match="no member"):
        line_up(state, LineUp(who="a", people=("1", "zoe")))


def test_who_has_a_result_at_a_board_was_there_and_stays_a_member() -> None:
    state = in_memory(matched(matched(four(), "a-b w", "c-d"), "c-a", "d-b ?w"))
    for who, number, board in (("a1", 1, 1), ("b1", 1, 1), ("b2", 2, 2), ("d2", 2, 2)):
        with pytest.raises(InputError, match=f"^{who} has a result at board {board} of round {number}, so"):
            member_missing(state, MemberMissing(who=who[0], member=who, rounds="1-3"))
        lines = [MemberLine(m.id, {"name": m.name * (m.id != who)}) for m in state.tournament.player(who[0]).members]
        stays = rf"{who} has played for Team {who[0]} \(round {number}, board {board}\), so {who} stays a member"
        with pytest.raises(InputError, match=stays):
            set_members(state, SetMembers(who=who[0], lines=lines))
    for who, rounds in (("a1", "2"), ("a2", "1-3"), ("b2", "1")):
        notes = member_missing(state, MemberMissing(who=who[0], member=who, rounds=rounds)).notes
        assert not [note for note in notes if isinstance(note, Remark) and "sits as played" in note.text]


def test_who_has_played_stays_at_the_board_although_a_stronger_substitute_comes() -> None:
    people = team("a", "3d 2d", "s 5d"), *(team(x, "3d 2d") for x in "bcd")
    stays = "Team a sits as played, or as entered by hand, at boards of round {}; these stay"
    for first, second, said in (("w", "", [stays.format("1")]), ("", "", []), ("w", "w", [stays.format("1, 2")])):
        t = matched(teams(*people, boards=2, teams__substitutes="strength"), f"a-b {first}", "c-d")
        t = matched(t, f"a-c {second}", "b-d")
        notes = member_missing(in_memory(t), MemberMissing(who="a", member="a2", rounds="1-2", substitute="s")).notes
        assert [note.text for note in notes if isinstance(note, Remark)] == said


def test_more_boards_from_now_on_do_not_open_what_was_played() -> None:
    state = in_memory(matched(four(), "a-b wb", "c-d wb"))
    after = with_settings(state, {"teams.boards": 3}).tournament
    assert [len(g.boards) for g in after.round(1)] == [2, 2]
    assert result_of(after, 1) == (Result.WHITE, False)


def test_in_a_hurry() -> None:
    assert typed_results("3.2 w, 3.3b+ jigo 4.1").results == {"3.2": "1-0", "3.3": "0-1!", "4.1": "jigo"}
