"""Wishes of the settings that a draw cannot keep, and places that a lot has decided, are told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament
from mcmahon.cli.way_texts import note_lines
from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.model.cup import Cup
from mcmahon.model.notes import Remark, note_texts
from mcmahon.model.noticing import forfeit_notes, sleeping_notes, stage_notes, table_notes, turn_notes
from mcmahon.model.tournament.tournament import Tournament

A, B = "Player-a (a)", "Player-b (b)"
EQUAL = "they are equal in all criteria, so rank, rating and the lot have decided"


def said_of(t: Tournament, of: str) -> list[str]:
    """The notes of the next draw that have these words."""
    return [text for text in note_texts(draw_round(t).notes, t) if of in text]


def tables(fixed: dict[str, int], force: list[dict[str, list[str]]] | None = None) -> list[str]:
    t = tournament("4d 3d 2d 1d", "swiss", rounds=3, tables__fixed=fixed, pairing__force=force or [])
    return said_of(t, "tables.fixed")


def test_a_fixed_table_that_is_not_kept_is_told() -> None:
    assert tables({"a": 2}) == []
    apart = [{"players": ["a", "b"]}, {"players": ["c", "d"]}]
    assert tables({"a": 5, "b": 3}, apart) == [f"{A} has table 5 by tables.fixed, but sits at table 3"], (
        "two who meet take the lower table"
    )
    assert tables({"a": 1, "c": 1}, apart) == [
        f"Player-c (c) has table 1 by tables.fixed, but sits at table 2: {A} has that table, too"
    ], "two players for one table"


def test_a_change_of_boards_by_hand_moves_nobody_from_a_fixed_table_in_silence() -> None:
    t = tournament("4d 3d 2d 1d", "swiss", rounds=3, tables__fixed={"a": 1})
    drawn = draw_round(t).round
    (game,) = [g for g in drawn if "a" in g.players]
    (other,) = [g for g in drawn if "a" not in g.players]
    moved = replace(drawn, games=(replace(game, table=2), replace(other, table=1)))
    assert table_notes(t, moved) == [Remark(f"{A} has table 1 by tables.fixed, but sits at table 2")]


def test_a_final_that_a_lot_has_filled_is_told() -> None:
    """In one group everybody has beaten one of the three others in a cycle, and lost to the first."""
    t = tournament("4d 4d 4d 4d 4d 4d 4d 4d", "round-robin", rounds=6, groups__number=2)
    for _ in range(3):
        drawn = draw_round(t)
        t = drawn.tournament.with_round(
            replace(drawn.round, draft=False, games=tuple(replace(g, result=g.result) for g in drawn.round))
        )
        results = [f"{g.white}={g.black}" for g in drawn.round]
        t = played(t.before(drawn.round.number), " ".join(results))
    first, second = said_of(t, EQUAL)
    for text in (first, second):
        inside, outside = text.removesuffix(f" do not; {EQUAL}").split(" come into the final, and ")
        assert (len(inside.split(", ")), len(outside.split(", "))) == (2, 2), "all games were jigo"
    assert len(said_of(t, "the final is played by Player-")) == 1


def test_a_cup_that_cuts_through_equal_players_tells_it() -> None:
    cup = Cup("F", first=2, size=4, seeding="standings")
    t = replace(tournament("4d " * 8, "swiss", rounds=4), cups=(cup,))
    t = played(t, "a=b c=d e=f g=h")
    (text,) = said_of(t, EQUAL)
    inside, outside = text.removesuffix(f" do not; {EQUAL}").split(" come into cup F, and ")
    assert (len(inside.split(", ")), len(outside.split(", "))) == (4, 4)


def test_one_player_comes_into_a_cup_and_one_does_not() -> None:
    cup = Cup("F", first=2, size=4, seeding="standings")
    t = played(replace(tournament("4d 4d 4d 4d 4d", "swiss", rounds=4), cups=(cup,)), "a+d b+e", byes="c")
    (text,) = said_of(t, EQUAL)
    d, e = "Player-d (d)", "Player-e (e)"
    assert text in {f"{x} comes into cup F, and {y} does not; {EQUAL}" for x, y in ((d, e), (e, d))}


def test_many_of_the_top_group_who_miss_rounds_are_one_note() -> None:
    t = tournament("3d 3d 3d 3d 1k", rounds=3, start__bar="3d")
    t = t.with_players([replace(p, rounds=frozenset({1})) for p in t.players[:4]])
    names = f"{A}, {B}, Player-c (c), Player-d (d)"
    assert note_lines(sleeping_notes(t), t) == [
        f"4 players of the top group miss rounds: {names}; BGA 4.4 advises lower start scores: "
        "mcmahon player DIR ID --correction -1"
    ]


@pytest.mark.parametrize(("rounds", "more"), [(4, ""), (3, ", but the tournament has 3")])
def test_the_groups_of_the_first_draw_are_told_with_the_rounds_of_the_final(rounds: int, more: str) -> None:
    t = draw_round(tournament("4d 3d 2d 1d", "round-robin", rounds=rounds, groups__number=2)).tournament
    (text,) = note_texts(stage_notes(t, 1), t)
    assert text.startswith("2 groups, 1 round: A: Player-a (a), Player-")
    assert text.endswith(f". The final takes 3 rounds more, 4 in all{more}")


@pytest.mark.parametrize(("met", "said"), [(True, "count"), (False, "do not count")])
def test_forfeited_games_are_told_with_the_setting(met: bool, said: str) -> None:
    t = tournament("4d 3d 2d 1d", pairing__default_is_met=met)
    setting = f"{said} as having met (pairing.default_is_met = {str(met).lower()})"
    assert forfeit_notes(t) == []
    assert forfeit_notes(played(t, "a+b! c+d")) == [Remark(f"the players of 1 forfeited game {setting}")]
    assert forfeit_notes(played(t, "a+b! c-d!")) == [Remark(f"the players of 2 forfeited games {setting}")]


def test_rounds_that_are_no_whole_turn_are_told_with_the_nearest_that_are() -> None:
    t = tournament("1d " * 8, "round-robin", rounds=5)
    assert note_lines(turn_notes(t), t) == [
        "8 players need 7 rounds to meet each other once; 5 are set; to change that: mcmahon set DIR rounds=7"
    ]
