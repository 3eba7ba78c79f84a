"""Boards changed by hand, at the desk."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament
from mcmahon.desk.rounds.change_boards import EditBoard, Move, Swap, check, edit, move, swap
from mcmahon.desk.rounds.new_boards import NewBoard, wider_than, with_scores
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.errors import InputError, UnconfirmedError
from mcmahon.model.notes import Remark
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Allowed, Game, Round
from mcmahon.model.tournament.rules import CountRule

TELL = Remark("round 1 is already published: tell the players what has changed")


def three_boards(**settings: object) -> State:
    """A round at tables 1 to 3, with results."""
    return in_memory(played(tournament("1d 1d 1d 1d 1d 1d", **settings), "a+b c+d e+f"))


def test_all_rounds_are_checked_as_each_is_alone() -> None:
    """What was before each round is computed in one pass; with a player who has gone since, and a repeat."""
    t = played(played(played(tournament("3d 1d 1d 1k 2k 3k"), "a+b c+d e+f"), "a-c b=d", byes="e"), "a+c e+f d+b")
    gone = [replace(p, rounds=frozenset({1})) if p.id == "d" else p for p in t.players]
    state = in_memory(replace(t, players=tuple(gone)))
    found = check(state).value
    assert [verdict.number for verdict in found] == [1, 2, 3]
    assert found == [one for number in (1, 2, 3) for one in check(state, number).value]
    assert not found[2].legal


def test_a_game_moves_with_its_result_and_takes_the_place_of_another() -> None:
    outcome = move(three_boards(), Move(player="c", table=1))
    games = outcome.state.tournament.round(1).games
    assert [(g.table, *g.players) for g in games] == [(1, "c", "d"), (2, "a", "b"), (3, "e", "f")]
    assert [g.table for g in outcome.value] == [1, 2]
    assert {g.result for g in games} == {three_boards().tournament.round(1).games[0].result}


def test_a_free_table_leaves_a_gap_and_the_same_table_changes_nothing() -> None:
    state = three_boards()
    games = move(state, Move(player="Player-a", table=9)).state.tournament.round(1).games
    assert [(g.table, g.white) for g in games] == [(2, "c"), (3, "e"), (9, "a")]
    same = move(state, Move(player="a", table=1))
    assert (same.state.tournament, list(same.value)) == (state.tournament, [])


@pytest.mark.parametrize(
    ("player", "table", "words"), [("a", 4, "out of use"), ("a", 0, "wrong table"), ("g", 2, "has no game in round 1")]
)
def test_a_move_that_cannot_be_is_refused(player: str, table: int, words: str) -> None:
    state = in_memory(played(tournament("1d 1d 1d 1d 1d 1d 1d", tables__out_of_use=(4,)), "a+b c+d e+f", byes="g"))
    with pytest.raises(InputError, match=words):
        move(state, Move(player=player, table=table))


def test_a_round_without_a_record_is_judged_by_the_rules_of_the_settings() -> None:
    """It was imported, or its record is gone: that no rule of the settings is lost with it is what the judge is for."""
    rule = CountRule("no-clubmates", ("clubmates",), 0)
    t = tournament("1d 1d")
    t = t.with_players([replace(player, club="Ulm") for player in t.players])
    t = replace(t, settings=replace(t.settings, pairing=replace(t.settings.pairing, rules=(rule,))))
    (verdict,) = check(in_memory(played(t, "a+b"))).value
    assert [violation.rule for violation in verdict.violations] == [rule]
    assert not verdict.legal


def test_a_round_without_a_game_is_judged() -> None:
    """Nobody came, as in a list whose second round is `0-` for all: it is legal and costs nothing."""
    t = played(played(tournament("1d 1d 1k"), "a+b", byes="c"), "", unpaired="a b c")
    state = in_memory(played(t, "", absent="a b c"))
    verdicts = check(state).value
    assert [(v.legal, v.cost) for v in verdicts[1:]] == [(True, 0), (True, 0)]


def second_round() -> State:
    """Five players below the bar: e had the bye of round 1, d stays away from round 2, in which c has the bye."""
    t = played(tournament("5k 5k 5k 5k 5k"), "a+b c+d", byes="e")
    t = t.with_players([replace(t.player("d"), rounds=frozenset({1, 3, 4, 5}))])
    return in_memory(played(t, "a?e", byes="b", absent="c d"))


@pytest.mark.parametrize(
    ("a", "b", "rule", "players"),
    [
        ("e", "b", "repeats: table 1: Player-a (a) and Player-b (b) have met before", ("a", "b")),
        ("e", "b", "second-bye: Player-e (e) has had a bye before", ("e",)),
        ("b", "d", "entered: Player-d (d) is not entered for this round", ("d",)),
        ("e", "d", "entered: Player-d (d) is not entered for this round", ("d",)),
    ],
)
def test_a_swap_that_breaks_a_rule_is_done_with_a_yes_only(a: str, b: str, rule: str, players: tuple[str, ...]) -> None:
    state = second_round()
    with pytest.raises(UnconfirmedError) as refused:
        swap(state, Swap(a=a, b=b))
    assert f"this breaks a rule of round 2: {rule}" in str(refused.value)
    after = swap(state, Swap(a=a, b=b, anyway=True)).state
    assert Allowed(rule.partition(":")[0], players) in after.tournament.round(2).allowed
    assert check(after).value[1].legal
    white = after.tournament.round(2).games[0].black
    turned = edit(after, EditBoard(table=1, white=white)).state.tournament.round(2)
    assert turned.allowed == after.tournament.round(2).allowed, "another change leaves it as it is"
    back = swap(after, Swap(a=a, b=b, anyway=True)).state.tournament.round(2)
    assert not back.allowed, "what is not broken any more is no more allowed"


def test_a_swap_that_breaks_a_rule_of_a_later_round_names_it() -> None:
    t = played(played(tournament("5k 5k 5k 5k"), "a+b c+d"), "a?c b?d")
    with pytest.raises(UnconfirmedError, match="a rule of round 2: repeats: table 1"):
        swap(in_memory(t), Swap(a="b", b="c", round=1, anyway=False))
    after = swap(in_memory(t), Swap(a="b", b="c", round=1, anyway=True)).state.tournament
    assert not after.round(1).allowed
    assert Allowed("repeats", ("a", "c")) in after.round(2).allowed


def test_a_rule_broken_before_does_not_block_a_swap() -> None:
    t = played(played(tournament("5k 5k 5k 5k 5k 5k"), "a+b c+d e+f"), "a?b c?e d?f")
    after = swap(in_memory(t), Swap(a="e", b="f")).state
    assert not after.tournament.round(2).allowed
    assert not check(after).value[1].legal, "it stays broken, and is told as before"


def test_a_trial_of_a_swap_asks_nothing_and_allows_nothing() -> None:
    done = swap(second_round(), Swap(a="e", b="b", dry_run=True)).value
    assert not done.verdicts[0].legal
    assert [game.players for game in (*done.replaced, *done.new)] == [("a", "e"), ("a", "b")]


def far_apart(draft: bool) -> State:
    """Strong players at table 1, weak ones at table 2; ids are numbers, as are the tables."""
    t = tournament("5d 5d 17k 17k", start__bar="5d")
    t = replace(t, players=tuple(replace(p, id=str(k)) for k, p in enumerate(t.players, 1)))
    drawn = Round(1, (Game(1, "1", "2"), Game(2, "3", "4")), draft=draft)
    return in_memory(t.with_round(drawn))


@pytest.mark.parametrize(("draft", "head"), [(True, ""), (False, "round 1 is published, and ")])
def test_a_swap_that_makes_a_board_far_wider_needs_a_yes(draft: bool, head: str) -> None:
    """As a repair does: 1 and 2 may have been meant as tables."""
    state = far_apart(draft)
    with pytest.raises(UnconfirmedError) as refused:
        swap(state, Swap(a="2", b="3"))
    first, second = (problem.message for problem in refused.value.problems)
    assert first.startswith(f"{head}Player-a would meet Player-c, ")
    assert first.endswith(" points apart: wider than any board of the round so far")
    assert second.startswith(f"{head}Player-b would meet Player-d")
    done = swap(state, Swap(a="2", b="3", anyway=True))
    assert len(done.value.wide) == 2
    assert (TELL in done.notes) is not draft
    assert not swap(done.state, Swap(a="2", b="3")).value.wide, "the way back asks nothing"
    assert len(swap(state, Swap(a="2", b="3", dry_run=True)).value.wide) == 2


@pytest.mark.parametrize(
    ("old", "new", "wider", "wide"),
    [
        ("ab", "cd", 2, True),
        ("ab", "cd", 3, True),
        ("ab", "cd", 4, False),  # 4 points, not more
        ("ab", "ce", 2, False),  # 3 points: these two may meet
        ("ad", "cd", 0, False),  # as wide as one of before
        ("", "cd", 3, True),
        ("", "cd", 4, False),
    ],
)
def test_a_board_is_too_wide_where_it_is_far_wider_than_all_before(old: str, new: str, wider: int, wide: bool) -> None:
    t = tournament("5d 5d 5d 1d 2d", start__bar="5d", pairing__repair_wider=wider)
    before = Round(1, (Game(1, *old),) if old else ())
    boards = with_scores([Game(2, *new)], t, 1)
    assert wider_than(before, boards, t) == boards * wide


def test_half_a_point_more_than_is_allowed_is_wider() -> None:
    board = NewBoard(Game(1, "a", "b"), (9, 0))
    t = tournament("5d 1d", start__bar="5d", pairing__repair_wider=4)
    assert wider_than(Round(1, ()), [board], t) == (board,)


def test_a_wide_swap_of_numbers_that_are_tables_too_says_that_they_are_ids() -> None:
    t = far_apart(draft=False).tournament
    drawn = replace(t.round(1), games=(Game(1, "1", "3"), Game(2, "2", "4")))
    people = [replace(t.player(i), rating=t.player(k).rating, rank=t.player(k).rank) for i, k in ("23", "32")]
    state = in_memory(t.with_players(people).with_round(drawn))
    with pytest.raises(UnconfirmedError, match=r"ids of players, not tables: 1 is Player-a, 2 is Player-b$"):
        swap(state, Swap(a="1", b="2"))
    with pytest.raises(UnconfirmedError) as refused:
        swap(state, Swap(a="1", b="Player-b"))
    assert "not tables" not in str(refused.value)


def test_a_swap_with_somebody_who_never_came_is_measured_too() -> None:
    t = tournament("5d 5d 17k")
    t = t.with_players([replace(t.player("c"), rounds=frozenset())])
    state = in_memory(played(t, "a?b", absent="c"))
    with pytest.raises(UnconfirmedError, match="not entered"):
        swap(state, Swap(a="b", b="c"))


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (EditBoard(table=1, komi="6.3"), "komi '6.3'; expected a multiple of 0.5"),
        (EditBoard(table="x", komi="6.5"), "wrong table 'x'"),
        (EditBoard(table=1), "nothing to change"),
        (EditBoard(table=9, handicap=2), "no table 9"),
    ],
)
def test_a_change_of_a_board_that_cannot_be_is_refused(request_: EditBoard, says: str) -> None:
    with pytest.raises(InputError, match=says):
        edit(three_boards(), request_)


def test_a_board_changed_or_moved_in_a_published_round_is_told() -> None:
    state = in_memory(played(tournament("1d 1d 1d 1d"), "a?b c?d"))
    assert list(edit(state, EditBoard(table=1, white="b")).notes) == [TELL]
    assert list(edit(state, EditBoard(table=1, white="a")).notes) == []
    assert list(move(state, Move(player="a", table=2)).notes) == [TELL]
    draft = state.with_tournament(state.tournament.with_round(replace(state.tournament.round(1), draft=True)))
    assert list(move(draft, Move(player="a", table=2)).notes) == []


def test_stones_at_the_bar_are_given_with_a_yes_only() -> None:
    state = in_memory(played(tournament("4d 4d", start__bar="3d"), "a?b"))
    with pytest.raises(UnconfirmedError, match="even at the bar: table 1: handicap 2"):
        edit(state, EditBoard(table=1, handicap=2))
    done = edit(state, EditBoard(table=1, handicap=2, anyway=True))
    assert done.value.verdict.legal
    assert edit(done.state, EditBoard(table=1, white="b")).value.changed, "what is allowed is not asked for again"
