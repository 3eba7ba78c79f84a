"""The lines of the standings: who is on them, in which order where equal, and what a round's cell says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, players, tournament, with_player
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.standings import standings
from mcmahon.model.placing.start_groups import start_groups
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.tournament import Tournament


def lines(t: Tournament, after: int | None = None) -> list[str]:
    return [row.player.id for row in standings(t, after).rows]


def test_lines_of_a_shared_place_go_by_rank_then_rating_then_id() -> None:
    """Everybody has won as much: the 2 dans before the 1 dan, the higher rated 2 dans first."""
    t = tournament("1d 2d 2d 2d", preset="swiss", placing__order=["WINS"])
    for player, rating in (("a", 2500), ("b", 2170), ("c", 2190), ("d", 2170)):
        t = with_player(t, player, rating=rating)
    assert lines(t) == ["c", "b", "d", "a"]
    assert {row.place for row in standings(t).rows} == {1}


def test_a_line_counts_wins_in_half_points() -> None:
    t = played(tournament("1d 1d 1d 1d"), "a+b c=d")
    assert {row.player.id: row.wins for row in standings(t).rows} == {"a": 2, "b": 0, "c": 1, "d": 1}


def test_a_preliminary_entry_is_in_the_standings_from_the_round_it_played() -> None:
    t = with_player(played(played(tournament("1d 1d 1d"), "a+b", absent="c"), "a+c", absent="b"), "c",
                    status=Status.PRELIMINARY)  # fmt: skip
    assert sorted(lines(t, 1)) == ["a", "b"]
    assert sorted(lines(t)) == ["a", "b", "c"]


def test_nobody_entered_gives_no_lines() -> None:
    assert standings(replace(tournament("1d"), players=())).rows == ()


def test_direct_comparison_lets_the_criterion_right_behind_it_choose_who_is_last() -> None:
    """b beat c, a met neither. By rating c is last of a and c, who have no win; then b, who is below a by rating."""
    t = tournament("3d 2d 1d", start__bar="1d", placing__order=["START", "DC", "RATING"])
    assert lines(played(t, "b+c", absent="a")) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("result", "by_default", "cells"),
    [(Result.WHITE, False, ("2+", "1-")), (Result.BLACK, False, ("1-", "2+")), (Result.JIGO, False, ("2=", "1=")),
     (Result.VOID, False, ("2=", "1=")), (Result.UNKNOWN, False, ("2?", "1?")), (Result.WHITE, True, ("2+!", "1-!")),
     (Result.BOTH_LOSE, False, ("2-", "1-"))],
)  # fmt: skip
def test_the_cell_of_a_game(result: Result, by_default: bool, cells: tuple[str, str]) -> None:
    """Rules, section 10: the opponent's line, then `+`, `-` or `=`; here also `?` not known, `!` by default."""
    t = tournament("2d 1d", start__bar="none")
    rows = standings(t.with_round(Round(1, (Game(1, "a", "b", result=result, by_default=by_default),)))).rows
    of = {row.player.id: row.rounds[0] for row in rows}
    assert (of["a"], of["b"]) == cells


def test_the_cells_of_rounds_without_a_game() -> None:
    t = played(tournament("4d 3d 2d 1d 1k", start__bar="none"), "a+b", byes="c", absent="d", unpaired="e")
    assert {row.player.id: row.rounds[0] for row in standings(t).rows if row.player.id in "cde"} == {
        "c": "bye", "d": "", "e": "0-",
    }  # fmt: skip


def test_who_never_comes_has_no_place_and_decides_nothing() -> None:
    """c is absent from the start; d was entered too late for the only round; e comes to round 2."""
    t = tournament("1d 1d 1d 1d 1d", rounds=2)
    t = with_player(with_player(with_player(t, "c", rounds=frozenset()), "d", rounds=frozenset()), "e", rounds={2})
    assert [p.id for p in t.participants()] == ["a", "b", "e"]
    once = played(t, "a+b", absent="c d e")
    assert [row.player.id for row in standings(once).rows] == ["a", "b"], "the first round of e comes later"
    twice = played(once, "a+e", byes="b", absent="c d")
    assert {row.player.id for row in standings(twice).rows} == {"a", "b", "e"}
    assert {row.player.id for row in standings(twice, 1).rows} == {"a", "b"}
    everybody = with_player(with_player(twice, "c", rounds=None), "d", rounds=None)
    assert {row.player.id for row in standings(everybody).rows} == {"a", "b", "e"}  # no round is still to come
    missed = played(once, "a+b", absent="c d e")
    assert {row.player.id for row in standings(missed).rows} == {"a", "b"}  # e has not come either


def test_the_bar_and_the_lowest_group_are_those_of_who_comes() -> None:
    """Twenty strong players who come to no round do not lift the bar, nor does a beginner lower the zero."""
    t = tournament("3d 3d 1k 1k 2k 3k 4k 5k 6k 20k", rounds=3, start__bar="auto", start__zero="bottom")
    here = [with_player(t, "j", rounds=frozenset()).player(p.id) for p in t.players]
    gone = [replace(p, id=f"x{k}", rounds=frozenset()) for k, p in enumerate(players("4d " * 20))]
    alone, both = replace(t, players=tuple(here[:-1])), replace(t, players=(*here, *gone))
    few, many = score(alone), score(both)
    assert {pid: many.start[pid] for pid in few.start} == few.start
    assert [p.id for p in start_groups(both).waiting] == ["j", *(p.id for p in gone)]
