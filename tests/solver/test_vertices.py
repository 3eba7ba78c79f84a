"""The field of a round as vertices: score groups, components that no game connects, and odd sets made of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from builders import tournament
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.rules import Rule, parse_count_rule
from mcmahon.solver.formulation.vertices import Vertices, odd_clubs, odd_components, odd_runs


def groups_of(*sizes: int) -> RoundProblem:
    """Score groups of such sizes, from the top."""
    ranks = " ".join(f"{k}k" for k, size in enumerate(sizes, 1) for _ in range(size))
    return round_problem(tournament(ranks, start__bar="none"), 1, Profile("p", "", ()))


def clubs(text: str, *rules: dict[str, Any]) -> Vertices:
    """Players of one rank with these clubs, a letter each (`.` is none), under such rules."""
    t = tournament(" ".join(["1d"] * len(text)), start__bar="none")
    t = t.with_players([replace(p, club=c.strip(".")) for p, c in zip(t.players, text, strict=True)])
    rules_of = tuple(parse_count_rule({"name": f"rule-{k}"} | rule) for k, rule in enumerate(rules))
    return Vertices(round_problem(t, 1, Profile("p", "", (), rules_of)))


def kept_apart(size: int, *components: str, **locks: Any) -> RoundProblem:
    """Players a, b, c … of whom those of different components must not meet."""
    forbid = [{"players": list(a), "against": list(b)} for k, a in enumerate(components) for b in components[k + 1 :]]
    t = tournament(" ".join(["1d"] * size), pairing__forbid=forbid)
    return round_problem(t, 1, Profile("p", "", ()), Locks(**locks))


def spans(masks: Iterable[Any]) -> list[tuple[int, int]]:
    """First vertex and size of sets without a gap."""
    found = [np.flatnonzero(mask) for mask in masks]
    assert all((np.diff(members) == 1).all() for members in found)
    return sorted((int(members[0]), len(members)) for members in found)


def letters(vertices: Vertices, sets: Iterable[Any]) -> list[str]:
    """Sets of vertices by the ids of their players, `-` for the bye."""
    ids = [vertices.problem.field.ids[i] for i in vertices.who] + ["-"]
    members = [np.flatnonzero(one) if one.dtype == bool else one for one in sets]
    return sorted("".join(sorted(ids[v] for v in m)) for m in members)


def test_players_stand_in_score_groups_and_the_bye_behind_them() -> None:
    vertices = Vertices(groups_of(2, 1, 2))
    assert (len(vertices), vertices.odd) == (6, True)
    assert [group.tolist() for group in vertices.groups] == [[0, 1], [2], [3, 4]]
    assert vertices.group_of.tolist() == [0, 0, 1, 2, 2]
    assert np.diff(vertices.group_score).tolist() == [-1, -1]
    assert (len(Vertices(groups_of(2, 2))), Vertices(groups_of(2, 2)).odd) == (4, False)


@pytest.mark.parametrize(
    ("sizes", "runs"),
    [
        # one group, two neighbours, three; in an odd field whatever is odd from the top or to the bottom
        ((3, 2, 2, 2, 2, 2), [(0, 3), (0, 5), (0, 7), (0, 9), (0, 11), (0, 13)]),
        ((2, 2, 2, 2, 2, 3), [(0, 13), (2, 11), (4, 9), (6, 7), (8, 5), (10, 3)]),
        # in an even field not to the bottom, which is the other side of what is odd from the top
        ((2, 2, 2, 2, 3, 1, 2), [(0, 11), (4, 7), (6, 5), (8, 3), (11, 3)]),
        ((3, 2, 2, 2, 2, 1), [(0, 3), (0, 5), (0, 7), (0, 9), (0, 11), (7, 5), (9, 3)]),
        ((1, 1, 1, 1), [(0, 3), (1, 3)]),
        ((2, 4), []),
        ((3,), [(0, 3)]),
    ],
)
def test_odd_runs_are_up_to_three_neighbouring_groups_and_whatever_is_odd_from_the_top(
    sizes: tuple[int, ...], runs: list[tuple[int, int]]
) -> None:
    """A single player is no run: that one game leaves it says nothing. Each is told once."""
    assert spans(odd_runs(Vertices(groups_of(*sizes)))) == runs


def test_a_field_that_hangs_together_is_one_component() -> None:
    vertices = Vertices(kept_apart(5, "ab", "cd"))  # e may meet everybody
    assert letters(vertices, vertices.components()) == ["abcde"]
    assert odd_components(vertices) == []


def test_camps_are_what_no_game_connects_and_odd_ones_somebody_must_leave() -> None:
    """A component of one is odd too, but says nothing new."""
    vertices = Vertices(kept_apart(11, "aei", "bdfhk", "cg", "j"))
    assert letters(vertices, vertices.components()) == ["aei", "bdfhk", "cg", "j"]
    assert letters(vertices, odd_components(vertices)) == ["aei", "bdfhk"]
    assert all(len(mask) == 12 for mask in odd_components(vertices))


def test_camps_are_those_of_the_rules_before_any_is_relaxed() -> None:
    vertices = Vertices(kept_apart(6, "abc", "def").relax({Rule.FORBIDDEN}))
    assert letters(vertices, odd_components(vertices)) == ["abc", "def"]


def test_players_who_are_settled_by_hand_are_in_no_component() -> None:
    vertices = Vertices(kept_apart(10, "abcde", "fghij", force=(("a", "b"),), bye=("f",)))
    assert letters(vertices, vertices.components()) == ["cde", "ghij"]
    assert letters(vertices, odd_components(vertices)) == ["cde"]


def test_odd_clubs_matter_where_clubmates_shall_meet() -> None:
    """Of a club of three at most one game is among clubmates; a rule that wants few of them has no use for that."""
    rule = {"pairs": "same_club", "at_least": 3}
    for text in ("AAABBBBCDDDDD.", "AAABBBBCDDDDD"):
        vertices = clubs(text, rule)
        assert letters(vertices, odd_clubs(vertices)) == ["abc", "ijklm"]
    assert odd_clubs(clubs("AAABBBBCDDDDD.", {"pairs": "same_club", "at_most": 3})) == []
    assert odd_clubs(clubs("AAABBBBCDDDDD.", {"pairs": "handicap", "at_least": 3})) == []
    assert odd_clubs(clubs("AAABBBBCDDDDD.")) == []


def test_columns_are_those_of_every_rule_that_asks_for_enough() -> None:
    """Clubs of five and three, and seven players of one country."""
    t = tournament(" ".join(["1d"] * 8))
    t = t.with_players(
        [replace(p, club="A" if p.id in "abcde" else "B", country="" if p.id == "h" else "NL") for p in t.players]
    )
    rules = {"pairs": "same_country", "at_least": 1}, {"pairs": ["same_club", "draw_down"], "at_least": 1}
    named = tuple(parse_count_rule({"name": f"rule-{k}"} | rule) for k, rule in enumerate(rules))
    vertices = Vertices(round_problem(t, 1, Profile("p", "", (), named)))
    assert letters(vertices, odd_clubs(vertices)) == ["abcde", "abcdefg", "fgh"]
