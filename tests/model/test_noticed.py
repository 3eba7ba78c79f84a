"""Wishes of the settings that a draw cannot keep, and places that a lot has decided, are told."""

from __future__ import annotations

from dataclasses import replace

from builders import played, tournament
from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.model.cup import Cup
from mcmahon.model.noticing import CutThroughEqual, TableNotKept, table_notes


def tables(fixed: dict[str, int], force: list[dict[str, list[str]]] | None = None) -> list[TableNotKept]:
    t = tournament("4d 3d 2d 1d", "swiss", rounds=3, tables__fixed=fixed, pairing__force=force or [])
    return [note for note in draw_round(t).notes if isinstance(note, TableNotKept)]


def test_a_fixed_table_that_is_not_kept_is_told() -> None:
    assert tables({"a": 2}) == []
    apart = [{"players": ["a", "b"]}, {"players": ["c", "d"]}]
    assert tables({"a": 5, "b": 3}, apart) == [TableNotKept("a", 5, 3)], "two who meet take the lower table"
    assert tables({"a": 1, "c": 1}, apart) == [TableNotKept("c", 1, 2, "a")], "two players for one table"


def test_a_change_of_boards_by_hand_moves_nobody_from_a_fixed_table_in_silence() -> None:
    t = tournament("4d 3d 2d 1d", "swiss", rounds=3, tables__fixed={"a": 1})
    drawn = draw_round(t).round
    (game,) = [g for g in drawn if "a" in g.players]
    (other,) = [g for g in drawn if "a" not in g.players]
    moved = replace(drawn, games=(replace(game, table=2), replace(other, table=1)))
    assert table_notes(t, moved) == [TableNotKept("a", 1, 2)]


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
    found = [note for note in draw_round(t).notes if isinstance(note, CutThroughEqual)]
    assert [(len(note.chosen), len(note.left_out)) for note in found] == [(2, 2), (2, 2)], "all games were jigo"


def test_a_cup_that_cuts_through_equal_players_tells_it() -> None:
    cup = Cup("F", first=2, size=4, seeding="standings")
    t = replace(tournament("4d " * 8, "swiss", rounds=4), cups=(cup,))
    t = played(t, "a=b c=d e=f g=h")
    found = [note for note in draw_round(t).notes if isinstance(note, CutThroughEqual)]
    assert [(note.cup, len(note.chosen), len(note.left_out)) for note in found] == [("F", 4, 4)]
