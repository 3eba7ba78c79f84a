"""Anybody's pairs of a round beside the round as it stands."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament
from mcmahon.desk.questions.comparing import as_it_stands, by_pairs, rounds_of
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.errors import InputError
from mcmahon.model.records.state import State

Pairs = list[tuple[str, str]]


@pytest.fixture
def five() -> State:
    """Three clubmates, a, b and c, and two others; a round with one game of clubmates."""
    t = tournament("2d 1d 1d 1k 1k", start__bar="none")
    t = t.with_players([replace(p, club="One" if p.id in "abc" else p.id) for p in t.players])
    return in_memory(played(t, "a+b c+d", byes="e"))


def test_the_same_pairs_count_the_same_whatever_their_order(five: State) -> None:
    rounds = rounds_of(five, 1)
    now, same = as_it_stands(rounds), by_pairs(rounds, "hand", {1: [("d", "c"), ("b", "a")]})
    assert now is not None
    assert (same.values, same.cost, same.differing, same.label) == (now.values, now.cost, 0, "hand")
    assert (now.proven, same.proven) == (True, False)
    assert now.values["same_club"] == 1


def test_other_pairs_are_counted_and_who_is_in_none_has_the_bye(five: State) -> None:
    found = by_pairs(rounds_of(five, 1), "hand", {1: [("a", "d"), ("b", "e")]})
    assert found.differing == 2
    assert found.values["same_club"] == 0
    assert found.counts.pairs == 2


@pytest.mark.parametrize(
    ("pairs", "says"),
    [
        ([], "hand has no pairs for round 1; pairs of several rounds need a column round"),
        ([("a", "b"), ("a", "c")], "round 1 of hand: player a has two games, or a game with itself"),
        ([("a", "a"), ("b", "c")], "round 1 of hand: player a has two games, or a game with itself"),
        ([("a", "b"), ("c", "z")], "round 1 of hand: player z is not entered"),
        ([("d", "e")], "round 1 of hand: 3 players have no game; the first is a"),
    ],
)
def test_pairs_that_are_none_for_the_round_are_refused(pairs: Pairs, says: str, five: State) -> None:
    with pytest.raises(InputError, match=says):
        by_pairs(rounds_of(five, 1), "hand", {1: pairs})


def test_as_many_may_be_left_over_as_had_the_bye() -> None:
    state = in_memory(played(tournament("1d 1d 1d 1d 1d"), "a+b", byes="c d e"))
    assert by_pairs(rounds_of(state, 1), "hand", {1: [("c", "d")]}).differing == 1
