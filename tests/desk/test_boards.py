"""Boards changed by hand, at the desk."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament
from mcmahon.desk.rounds.boards import Move, check, move
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.errors import InputError
from mcmahon.model.records.state import State
from mcmahon.model.tournament.count_rule import CountRule


def three_boards(**settings: object) -> State:
    """A round at tables 1 to 3, with results."""
    return in_memory(played(tournament("1d 1d 1d 1d 1d 1d", **settings), "a+b c+d e+f"))


def test_a_game_moves_with_its_result_and_takes_the_place_of_another() -> None:
    outcome = move(three_boards(), Move("c", 1))
    games = outcome.state.tournament.round(1).games
    assert [(g.table, *g.players) for g in games] == [(1, "c", "d"), (2, "a", "b"), (3, "e", "f")]
    assert [g.table for g in outcome.value] == [1, 2]
    assert {g.result for g in games} == {three_boards().tournament.round(1).games[0].result}


def test_a_free_table_leaves_a_gap_and_the_same_table_changes_nothing() -> None:
    state = three_boards()
    games = move(state, Move("Player-a", 9)).state.tournament.round(1).games
    assert [(g.table, g.white) for g in games] == [(2, "c"), (3, "e"), (9, "a")]
    same = move(state, Move("a", 1))
    assert (same.state.tournament, list(same.value)) == (state.tournament, [])


@pytest.mark.parametrize(
    ("player", "table", "words"), [("a", 4, "out of use"), ("a", 0, "wrong table"), ("g", 2, "has no game in round 1")]
)
def test_a_move_that_cannot_be_is_refused(player: str, table: int, words: str) -> None:
    state = in_memory(played(tournament("1d 1d 1d 1d 1d 1d 1d", tables__out_of_use=(4,)), "a+b c+d e+f", byes="g"))
    with pytest.raises(InputError, match=words):
        move(state, Move(player, table))


def test_a_round_without_a_record_is_judged_by_the_rules_of_the_settings() -> None:
    """It was imported, or its record is gone: that no rule of the settings is lost with it is what the judge is for."""
    rule = CountRule("no-clubmates", ("same_club",), 0)
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
