"""What a director changes by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from builders import played, tournament, with_player
from mcmahon.model.edits import (
    BoardChange,
    change_of_settings,
    edit_board,
    publish,
    set_result,
    set_results,
    swap,
    with_entry,
    withdraw,
)
from mcmahon.model.effects import DraftOutdated, doubtful_boards, draft_outdated
from mcmahon.model.errors import InputError
from mcmahon.model.notes import Remark
from mcmahon.model.noticing import bar_text, colour_notes, sleeping_notes
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.start_groups import decide, with_decisions
from mcmahon.model.tournament.games import ByHand, Result, Round
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.settings.occasion import DecidedSettings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.model.ways import Way


def two_rounds() -> Tournament:
    return played(played(tournament("1d 1d 1d 1d"), "a+b c+d"), "a?c b?d")


def test_a_corrected_result_names_the_later_boards_that_it_makes_doubtful() -> None:
    before = two_rounds()
    after = set_result(before, 1, 1, Result.BLACK, False)
    assert after.rounds[1] == before.rounds[1]
    doubtful = doubtful_boards(before, after, 1)
    since = "was drawn from scores that have changed since"
    assert [note.text.partition(":")[0] for note in doubtful] == [f"round 2 table {k} {since}" for k in (1, 2)]
    assert doubtful_boards(before, before, 0) == []


def test_the_first_result_publishes_a_draft() -> None:
    t = played(tournament("1d 1d"), "a?b")
    t = t.with_round(replace(t.rounds[0], draft=True))
    public = publish(t, 1).rounds[0]
    assert public == replace(t.rounds[0], draft=False)
    played_now = replace(public.games[0], result=Result.WHITE)
    assert set_result(t, 1, 1, Result.WHITE, False).rounds[0] == replace(public, games=(played_now,))


def test_an_unknown_table_is_named_with_the_tables_there_are() -> None:
    with pytest.raises(InputError, match=r"no table 9; its tables are 1-2"):
        set_result(two_rounds(), 1, 9, Result.WHITE, False)


def test_a_swap_gives_new_boards_the_handicap_of_the_rule_and_the_stronger_white() -> None:
    t = tournament("3k 3k 7k 7k", start__bar="none", handicap__rule="rank", handicap__reduction=1)
    t = swap(played(t, "a?b c?d"), 1, "b", "c")
    boards = [(g.white, g.black, g.handicap, g.komi_halves) for g in t.rounds[0]]
    assert boards == [("a", "c", 3, 1), ("b", "d", 3, 1)]
    back = swap(t, 1, "b", "c")
    assert [(g.handicap, g.komi_halves) for g in back.rounds[0]] == [(0, t.settings.komi)] * 2


def test_a_swap_marks_both_boards_and_forgets_their_results() -> None:
    t = swap(played(tournament("1d 1d 1d 1d"), "a+b c+d"), 1, "b", "d")
    assert [(g.white, g.black, g.result, g.by_hand) for g in t.rounds[0]] == [
        ("a", "d", Result.UNKNOWN, {ByHand.SWAP}),
        ("c", "b", Result.UNKNOWN, {ByHand.SWAP}),
    ]


def test_a_swap_leaves_nothing_of_what_was_set_by_hand() -> None:
    t = played(tournament("1d 1d 1d 1d"), "a?b c?d")
    t = edit_board(t, 1, 1, BoardChange(handicap=2, komi_halves=7))
    assert t.rounds[0].games[0].by_hand == {ByHand.HANDICAP, ByHand.KOMI}
    swapped = swap(t, 1, "b", "d").rounds[0].games[0]
    assert (swapped.by_hand, swapped.handicap, swapped.komi_halves) == ({ByHand.SWAP}, 0, t.settings.komi)


def test_a_swap_with_the_bye_or_an_absent_player() -> None:
    t = played(tournament("1d 1d 1d 1d"), "a+b", byes="c", absent="d")
    assert swap(t, 1, "a", "c").rounds[0].byes == ("a",)
    assert swap(t, 1, "d", "b").rounds[0].absent == ("b",)
    assert swap(t, 1, "a", "c").rounds[0].absent == ("d",)


@pytest.mark.parametrize(("a", "b", "message"), [("a", "b", "play each other"), ("a", "a", "two different")])
def test_a_swap_needs_two_players_of_different_boards(a: str, b: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        swap(played(tournament("1d 1d"), "a+b"), 1, a, b)


def test_only_who_is_in_the_round_is_swapped_or_plays_white() -> None:
    t = played(tournament("1d 1d 1d 1d"), "a+b c+d").with_players([Player("z", "Zander")])
    with pytest.raises(InputError, match=r"^z \(Zander\) is not in round 1$"):
        swap(t, 1, "a", "z")
    with pytest.raises(InputError, match=r"^Player-c \(c\) does not play at table 1 of round 1$"):
        edit_board(t, 1, 1, BoardChange(white="c"))


def test_rounds_follow_each_other_and_players_are_known() -> None:
    t = tournament("1d 1d")
    with pytest.raises(InputError, match=r"^round 2 cannot follow 0 rounds$"):
        t.with_round(Round(2))
    with pytest.raises(InputError, match=r"^round 1 has not been drawn; rounds drawn: 0$"):
        t.round(1)
    with pytest.raises(InputError, match=r"^no player has the id 'z'$"):
        t.player("z")


def test_a_player_is_found_by_id_name_or_a_part_of_it_if_there_is_one_only() -> None:
    names = {"a": ("Lang", "Ada"), "b": ("Langer", "Bo"), "c": ("Ada", "Lang")}
    t = tournament("1d 1d 1d")
    for player, (surname, first_name) in names.items():
        t = with_player(t, player, surname=surname, first_name=first_name)
    found = [t.find(text).id for text in ("c", "langer bo", "Bo Langer", "anger")]
    assert found == ["c", "b", "b", "b"]
    with pytest.raises(InputError, match=r"^'lang ada' is ambiguous: Lang Ada \(a\), Ada Lang \(c\); use the id$"):
        t.find("lang ada")
    for text, near in (("Lamger", r"Langer Bo \(b\)"), ("Adda", r"Lang Ada \(a\), Ada Lang \(c\)")):
        with pytest.raises(InputError, match=rf"'{text}'; did you mean {near}\?$"):
            t.find(text)
    for text in ("x", ""):
        with pytest.raises(InputError, match=f"no player has the id or the name '{text}'"):
            t.find(text)


def test_the_top_group_is_named_by_its_scheme_and_the_bar_by_its_rank() -> None:
    assert bar_text(tournament("3d 2d", preset="swiss")) == "top group of 2 (swiss)"
    assert bar_text(tournament("3d 1d 1k", start__bar="1d")) == "bar 1d, 2 players at or above it"


def test_colours_changed_by_hand_keep_who_won() -> None:
    t = edit_board(played(tournament("1d 1d"), "a+b"), 1, 1, BoardChange(white="b"))
    game = t.rounds[0].games[0]
    assert (game.white, game.black, game.result, game.by_hand) == ("b", "a", Result.BLACK, {ByHand.COLOURS})


def test_a_handicap_by_hand_brings_its_komi_which_may_be_changed_too() -> None:
    t = edit_board(played(tournament("1d 1d"), "a+b"), 1, 1, BoardChange(handicap=2))
    assert (t.rounds[0].games[0].handicap, t.rounds[0].games[0].komi_halves) == (2, 1)
    t = edit_board(t, 1, 1, BoardChange(komi_halves=-11))
    assert (t.rounds[0].games[0].komi_halves, t.rounds[0].games[0].by_hand) == (-11, {ByHand.HANDICAP, ByHand.KOMI})
    with pytest.raises(InputError, match="0 to 9"):
        edit_board(t, 1, 1, BoardChange(handicap=10))


def test_who_withdraws_keeps_the_rounds_entered_and_plays_none() -> None:
    t = withdraw(two_rounds(), two_rounds().player("a"))  # type: ignore[arg-type, attr-defined]
    assert t.player("a").rounds is None
    assert "a" not in [p.id for p in t.entrants(3)]


def test_the_automatic_bar_is_decided_at_the_first_draw_and_stays() -> None:
    t = tournament("3d 3d 3d 3d 1d 1d 1d 1d 1d 1d", rounds=3)
    t = with_decisions(t)
    assert t.settings.decided.bar == "3d"
    t = played(t, "a+b c+d e+f g+h i+j")
    assert decide(t) == t.settings.decided
    weaker = [replace(p, rank=1) for p in t.players[:4]]
    redrawn = t.with_round(replace(t.rounds[0], draft=True)).with_players(weaker)
    assert decide(redrawn).bar == "2d"


def started(preset: str = "bga", **settings: object) -> Tournament:
    """Eight players after one published round, with what the draw decided."""
    t = tournament("5k 5k 5k 5k 5k 5k 5k 5k", preset=preset, **settings)
    t = with_decisions(t)
    return played(t, "a+b c+d e+f g+h")


def test_start_scores_of_one_regular_group_survive_a_stronger_latecomer() -> None:
    t = started(start__scheme="regular", start__group_size=8)
    before = score(t).start
    late = with_entry(t, replace(t.players[0], id="late", rank=2))
    assert {p: v for p, v in score(late).start.items() if p != "late"} == before


def test_another_seed_later_leaves_the_start_scores() -> None:
    t = started(start__scheme="regular", start__group_size=2)
    other = replace(t, settings=replace(t.settings, seed=99))
    assert score(other).start == score(t).start


def test_a_bar_set_to_auto_after_the_start_is_decided_then_and_stays() -> None:
    t = started(start__bar="5k")
    auto = replace(t.settings, start=replace(t.settings.start, bar="auto"))
    t = change_of_settings(t, auto, ["start.bar"])
    assert t.settings.decided.bar == "5k"
    stronger = with_entry(t, replace(t.players[0], id="late", rank=8))
    assert decide(stronger).bar == "5k"


def test_another_zero_after_the_start_shifts_everybody() -> None:
    t = started(start__bar="none")
    other = replace(t.settings, start=replace(t.settings.start, zero="20k"))
    shifted = change_of_settings(t, other, ["start.zero"])
    assert [score(shifted).start[p] - score(t).start[p] for p in "ah"] == [40, 40]


def test_fewer_and_more_rounds_keep_who_plays_all() -> None:
    t = tournament("1d 1d", rounds=5)
    t = t.with_players([replace(t.player("a"), rounds=frozenset({1, 2, 5}))])
    fewer = change_of_settings(t, replace(t.settings, rounds=2), ["rounds"])
    assert [p.rounds for p in fewer.players] == [None, None]
    fewer = change_of_settings(t, replace(t.settings, rounds=4), ["rounds"])
    assert [p.rounds for p in fewer.players] == [{1, 2}, None]


def test_with_more_rounds_who_was_entered_for_the_last_plays_on() -> None:
    t = tournament("1d 1d 1d", rounds=3)
    entered = {"a": frozenset({2, 3}), "b": frozenset({1, 2}), "c": None}
    t = t.with_players([replace(p, rounds=entered[p.id]) for p in t.players])
    more = change_of_settings(t, replace(t.settings, rounds=5), ["rounds"])
    assert {p.id: p.rounds for p in more.players} == {"a": {2, 3, 4, 5}, "b": {1, 2}, "c": None}


def test_a_changed_entry_leaves_the_rounds_that_were_played() -> None:
    t = started()
    assert with_entry(t, replace(t.player("a"), rounds=frozenset({3}))).player("a").rounds == {1, 3}
    late = with_entry(t, replace(t.player("a"), id="late")).player("late")
    assert late.rounds == {2, 3, 4, 5}


def test_a_draft_is_told_what_it_lacks() -> None:
    t = started()
    assert draft_outdated(t) is None
    t = t.with_round(replace(t.rounds[0], draft=True))
    assert draft_outdated(t) is None
    assert draft_outdated(with_entry(t, replace(t.player("a"), id="x", surname="Xu"))) == DraftOutdated(("x",), ())
    assert draft_outdated(withdraw(t, t.player("b"))) == DraftOutdated((), ("b",))


def test_results_are_entered_all_or_none_with_every_problem() -> None:
    entered = [(1, 1, Result.WHITE, False), (1, 9, Result.WHITE, False), (7, 1, Result.WHITE, False)]
    with pytest.raises(InputError) as error:
        set_results(started(), [*entered, (1, 1, Result.BLACK, False)])
    assert len(error.value.problems) == 3
    assert "given twice" in str(error.value)


def test_withdrawn_players_do_not_move_the_bar_and_stand_nowhere_without_a_game() -> None:
    t = tournament("6d 6d 6d 6d 2k 2k 2k 2k", rounds=3)
    for player in t.players[:4]:
        t = withdraw(t, player)
    assert decide(t).bar == "2k"
    assert [p.id for p in t.participants()] == list("efgh")


def test_a_swap_that_turns_the_colours_is_noticed() -> None:
    t = played(played(tournament("1d 1d 1d 1d"), "a+b c+d"), "d?a b?c")
    assert colour_notes(t, 2) == []
    swapped = swap(t, 2, "a", "b")  # now d - b and a - c; a and c have had White, b and d Black
    assert colour_notes(swapped, 2) == []
    turned = swap(swapped, 2, "d", "a")  # a - b: a has had White, b Black
    assert colour_notes(turned, 2) == [
        Remark(
            "table 1: by the colours so far, Player-b (b) should take White", (Way("", "board", table=1, white="b"),)
        )
    ]


def regular(t: Tournament) -> list[int]:
    from mcmahon.model.placing.start_groups import start_groups

    return [len(group.players) for group in start_groups(t).groups]


def with_settings(t: Tournament, **start: Any) -> Tournament:
    """With settings of the section start changed by a command, after the first round."""
    changed = [f"start.{key}" for key in start]
    return change_of_settings(t, replace(t.settings, start=replace(t.settings.start, **start)), changed)


def test_groups_of_another_size_are_cut_by_the_lots_that_they_are_kept_with() -> None:
    """A seed changed in between must not put a group's weakest member on the wrong side of its own boundary."""
    t = tournament("3d 3d 3d 3d 3d 3d 3d", rounds=3, start__scheme="regular", start__group_size=3, seed=1)
    t = with_decisions(t)
    t = played(t, "a+b c+d e+f", byes="g")
    for seed in range(2, 12):
        again = with_settings(replace(t, settings=replace(t.settings, seed=seed)), group_size=2)
        assert regular(again) == [2, 2, 2, 1]


def test_the_zero_goes_with_the_bar_that_is_kept() -> None:
    t = tournament("2d 2d 2d 2d 2d 2d 1d 1d 1k", rounds=3, start__zero="top")
    t = with_decisions(t)
    assert t.settings.decided.bar == "2d"
    t = played(t, "a+b c+d e+f g+h", byes="i")
    t = t.with_players([replace(t.player("a"), id=f"late{k}", rank=5) for k in range(6)])
    t = with_settings(t, supergroup=("b",))
    assert t.settings.decided.bar == "2d"
    assert [score(t).start[p] / 2 for p in ("a", "b", "late1", "g")] == [0, 1, 0, -1]


def test_a_scheme_changed_in_the_file_is_decided_for_itself() -> None:
    t = tournament("4d 3d 2d 1d 1k 2k 3k", rounds=3)
    t = played(with_decisions(t), "a+b c+d e+f", byes="g")
    start = replace(t.settings.start, scheme="regular", group_size=2)
    t = replace(t, settings=replace(t.settings, start=start))
    assert regular(t) == [2, 2, 2, 1]
    t = with_decisions(t)
    assert t.settings.decided.scheme == "regular"
    assert len(t.settings.decided.boundaries) == 3


def test_a_draft_puts_nobody_into_the_standings() -> None:
    from mcmahon.model.tournament.person import Status

    t = played(tournament("1d 1d 1d"), "a+b", absent="c")
    t = t.with_players([replace(t.player("a"), status=Status.WITHDRAWN)])
    assert [p.id for p in t.participants()] == ["a", "b", "c"]
    assert [p.id for p in t.participants(0)] == ["b", "c"]
    draft = t.with_round(replace(t.rounds[0], draft=True))
    assert [p.id for p in draft.participants()] == ["b", "c"]


def test_the_white_who_is_there_already_changes_nothing() -> None:
    t = played(tournament("1d 1d"), "a+b")
    assert edit_board(t, 1, 1, BoardChange(white="a")) == t
    turned = edit_board(t, 1, 1, BoardChange(white="b")).rounds[0].games[0]
    assert (turned.white, turned.black, turned.result, turned.by_hand) == ("b", "a", Result.BLACK, {ByHand.COLOURS})


def test_a_bar_set_to_auto_in_the_file_after_the_start_is_decided_at_the_next_draw() -> None:
    t = started(start__bar="5k")
    assert t.settings.decided.bar == ""
    auto = replace(t, settings=replace(t.settings, start=replace(t.settings.start, bar="auto")))
    assert decide(auto) == replace(t.settings.decided, bar="5k")
    assert decide(t) == t.settings.decided


def test_an_automatic_bar_is_kept_though_groups_are_decided_anew() -> None:
    t = tournament("3d 3d 3d 3d 1d 1d 1d 1d 1d 1d", rounds=3)
    t = played(with_decisions(t), "a+b c+d e+f g+h i+j")
    weaker = t.with_players([replace(p, rank=1) for p in t.players[:4]])
    assert decide(replace(weaker, settings=replace(weaker.settings, decided=DecidedSettings()))).bar == "2d"
    assert with_settings(weaker, group_size=4).settings.decided.bar == "3d"
    assert with_settings(weaker, bar="auto").settings.decided.bar == "2d"


def test_who_of_the_top_group_misses_rounds_is_noted_all_or_the_one_asked_for() -> None:
    t = tournament("3d 3d 3d 1k 1k", rounds=3, start__bar="3d")
    entered = {"a": frozenset({1, 3}), "b": frozenset({1}), "d": frozenset({1})}
    t = t.with_players([replace(t.player(p), rounds=rounds) for p, rounds in entered.items()])
    said = sleeping_notes(t)
    assert said == [
        Remark(
            f"Player-{p} ({p}) is in the top group and misses {rounds}; BGA 4.4 advises a lower start score",
            (Way("", "player", who=p, correction="-1"),),
        )
        for p, rounds in (("a", "round 2"), ("b", "rounds 2-3"))
    ]
    assert sleeping_notes(t, "b") == said[1:]
    assert sleeping_notes(t, "c") == sleeping_notes(t, "d") == []
    lowered = t.with_players([replace(t.player("a"), correction=-2)])
    assert sleeping_notes(lowered) == said[1:]


def test_the_bar_in_words_where_there_is_none() -> None:
    assert bar_text(tournament("1d 1d", start__bar="none")) == "no bar"


def test_a_swap_gives_stones_by_the_scores_as_ranks_whatever_their_zero() -> None:
    """3 and 7 kyu: four points, three stones; from 1 dan up all would be even, which nobody is."""
    for zero in ("1d", "20k"):
        t = tournament("3k 3k 7k 7k", start__bar="none", start__zero=zero, handicap__rule="mms",
                       handicap__none_from="1d", handicap__reduction=1)  # fmt: skip
        t = swap(played(t, "a?b c?d"), 1, "b", "c")
        assert [(g.white, g.black, g.handicap) for g in t.rounds[0]] == [("a", "c", 3), ("b", "d", 3)]
