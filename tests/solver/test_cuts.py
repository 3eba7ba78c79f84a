"""Cuts: the odd sets that a fractional optimum plays too much inside, worked out by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from builders import tournament
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.tournament.rules import parse_count_rule
from mcmahon.solver.formulation.vertices import Vertices, odd_clubs, odd_components
from mcmahon.solver.lp.cuts import FractionalMatching, _violated_among, violated_sets

Values = dict[tuple[int, int], float]


class Field:
    """So many players, and the bye behind them if there is one."""

    def __init__(self, players: int, bye: bool = False) -> None:
        self.who = np.arange(players)
        self.size = players + bye

    def __len__(self) -> int:
        return self.size


def fractional(field: Field, values: Values) -> FractionalMatching:
    a, b = np.array([*values], dtype=np.int64).reshape(-1, 2).T
    vertices: Any = field
    return FractionalMatching(vertices, a, b, np.array([*values.values()]))


def mask(field: Field, *members: int) -> Any:
    found = np.zeros(len(field), dtype=bool)
    found[list(members)] = True
    return found


def members(masks: Iterable[Any]) -> list[list[int]]:
    return sorted(np.flatnonzero(one).tolist() for one in masks)


def triangle(*corners: int, each: float = 0.5) -> Values:
    a, b, c = corners
    return {(a, b): each, (a, c): each, (b, c): each}


def test_three_who_play_half_a_game_each_with_each_are_too_many_and_known_sets_are_not_told_again() -> None:
    field = Field(6)
    values = fractional(field, triangle(0, 1, 2) | triangle(3, 4, 5))
    assert members(violated_sets(values, [], [])) == [[0, 1, 2], [3, 4, 5]]
    assert members(violated_sets(values, [mask(field, 3, 4, 5)], [])) == [[0, 1, 2]]
    assert violated_sets(values, [mask(field, 3, 4, 5), mask(field, 0, 1, 2)], []) == []


def test_a_pairing_and_even_circles_are_not_cut() -> None:
    field = Field(6)
    assert violated_sets(fractional(field, {(0, 1): 1, (2, 3): 1, (4, 5): 1}), [], []) == []
    assert (
        violated_sets(fractional(field, {(0, 1): 0.5, (1, 2): 0.5, (2, 3): 0.5, (0, 3): 0.5, (4, 5): 1}), [], []) == []
    )
    odd = fractional(field, triangle(0, 1, 2) | {(3, 4): 1})
    assert [0, 1, 2] in members(violated_sets(odd, [], []))


def test_a_set_with_the_bye_is_told_by_those_outside() -> None:
    field = Field(5, bye=True)
    values = fractional(field, triangle(0, 1, 2) | triangle(3, 4, 5))
    assert members(violated_sets(values, [], [])) == [[0, 1, 2]]


@pytest.mark.parametrize(
    ("each", "found"), [(1 / 3, []), (0.333335, []), (0.33334, [[0, 1, 2]]), (0.45, [[0, 1, 2]]), (0.5, [[0, 1, 2]])]
)
def test_three_may_play_one_game_among_themselves(each: float, found: list[list[int]]) -> None:
    """With room for errors of a hundred-thousandth; the others have what is left."""
    field = Field(6)
    values = fractional(field, triangle(0, 1, 2, each=each) | {(0, 3): 1 - 2 * each, (1, 4): 0.1})
    assert members(_violated_among(values, [mask(field, 0, 1, 2)], [])) == found


@pytest.mark.parametrize(("inside", "found"), [(1.9, []), (2.0, []), (2.1, [[0, 1, 2, 3, 4]])])
def test_five_may_play_two_games_among_themselves(inside: float, found: list[list[int]]) -> None:
    field = Field(6)
    values = fractional(field, {(0, 1): 1.0, (2, 3): 0.5, (3, 4): 0.4, (2, 4): inside - 1.9, (4, 5): 0.1})
    assert members(_violated_among(values, [mask(field, 0, 1, 2, 3, 4)], [])) == found
    assert _violated_among(values, [mask(field, 0, 1, 2, 3), mask(field, 0, 1), mask(field, 5)], []) == []


def test_where_everything_hangs_together_the_least_cut_is_found() -> None:
    """Two triangles of 0.45 with a pair of 0.1 from each corner to the other triangle: the two sides of one cut."""
    field = Field(6)
    values = triangle(0, 1, 2, each=0.45) | triangle(3, 4, 5, each=0.45) | {(0, 3): 0.1, (1, 4): 0.1, (2, 5): 0.1}
    assert members(violated_sets(fractional(field, values), [], [])) == [[3, 4, 5]]


def test_components_are_joined_with_active_sets_that_they_touch() -> None:
    """3 and 4 meet, and 2 is in the active set with them: five of whom three play one and a half games."""
    field = Field(8)
    values = fractional(field, triangle(0, 1, 2) | {(3, 4): 1.0} | triangle(5, 6, 7))
    active = [mask(field, 2, 3, 4)]
    known = [mask(field, 0, 1, 2), mask(field, 5, 6, 7), *active]
    assert members(violated_sets(values, known, active)) == [[0, 1, 2, 3, 4]]
    assert violated_sets(values, known, []) == []


def test_odd_parts_of_a_field_that_falls_apart_are_told() -> None:
    """Six who may meet within two points: three above and three below; with a bridge there is one part only."""
    for ranks, parts in (("5d 5d 5d 5k 5k 5k", [[0, 1, 2], [3, 4, 5]]), ("5d 5d 5d 5k 5k", [[0, 1, 2]]),
                         ("5d 4d 2d 1k 3k 5k", [])):  # fmt: skip
        t = tournament(ranks, start__bar="none", pairing__max_difference=2)
        assert members(odd_components(Vertices(round_problem(t, 1, Profile("own", "", ()))))) == parts


def test_odd_clubs_that_are_to_play_among_themselves_are_told() -> None:
    t = tournament("1d 1d 1d 1d 1d 1d 1d 1d")
    clubs = [replace(p, club=club) for p, club in zip(t.players, "ABABACCC", strict=True)]
    for rule, sets in (({"at_least": 1}, [[0, 2, 4], [5, 6, 7]]), ({"at_most": 1}, [])):
        own = Profile("own", "", (), (parse_count_rule({"name": "club", "pairs": "same_club", **rule}),))
        problem = round_problem(t.with_players(clubs), 1, own)
        order = Vertices(problem).who.tolist()
        found = members(odd_clubs(Vertices(problem)))
        assert sorted(sorted(order[k] for k in one) for one in found) == sets
