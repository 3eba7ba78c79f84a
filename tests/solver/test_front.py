"""Fronts of eight players of whom all 105 pairings were counted: every point, and which are corners."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.pairing.variants import unweighted_values
from mcmahon.solver.questions.other_pairings import Front, _between, with_criterion_limit

from .every_pairing import every_pairing

Points = list[tuple[int, ...]]
CRITERIA = ("mms_difference", "same_club", "same_country")


def eight(ranks: str, clubs: str, countries: str) -> RoundProblem:
    """Players of such kyu ranks, a digit each, and of such clubs and countries, a letter each."""
    t = tournament(" ".join(f"{k}k" for k in ranks), start__bar="none")
    own = zip(t.players, clubs, countries, strict=True)
    t = t.with_players([replace(p, club=club, country=country) for p, club, country in own])
    return round_problem(t, 1, Profile("p", "", ()))


#: A field, its front of scores and clubs (and countries), and the points of it that are no corners.
FRONTS: list[tuple[tuple[str, str, str], Points, Points]] = [
    (("11334445", "AABBCCDD", "--------"), [(1, 2), (3, 1), (7, 0)], []),
    (("12334456", "AAAABBCC", "--------"), [(2, 4), (4, 2), (8, 1), (18, 0)], []),
    (("12234566", "AAAABBCC", "--------"), [(3, 4), (6, 2), (11, 1), (28, 0)], []),
    (("12223677", "AAAABBCC", "--------"), [(7, 4), (12, 2), (18, 1), (43, 0)], []),
    (("11223346", "AABBCCDD", "--------"), [(3, 4), (5, 2), (8, 1), (9, 0)], [(8, 1)]),
    (("22223355", "AAAABBCC", "--------"), [(0, 4), (2, 2), (10, 1), (14, 0)], [(10, 1)]),
    (
        ("13345566", "AAAABBBB", "XYXYXXYY"),
        [(4, 4, 2), (6, 4, 0), (7, 2, 2), (11, 2, 0), (22, 0, 2), (25, 0, 0)],
        [],
    ),
    (
        ("11223566", "AAAABBCC", "XXYYXXYY"),
        [(3, 4, 4), (5, 4, 2), (7, 2, 2), (9, 2, 0), (12, 1, 2), (18, 1, 0), (33, 0, 4), (34, 0, 2), (37, 0, 0)],
        [],
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("field", "points", "above"), FRONTS)
def test_every_point_is_found_and_the_corners_are_told(
    field: tuple[str, str, str], points: Points, above: Points
) -> None:
    """Points above the lower hull are optimal at no weights."""
    problem = eight(*field)
    criteria = CRITERIA[: len(points[0])]
    front = Front(problem, criteria)
    corners = front.supported()
    assert [point.values for point in corners] == [value for value in points if value not in above]
    assert all(point.supported for point in corners)
    found = list(front.all_points())
    assert [(point.values, point.supported) for point in found] == [(v, v not in above) for v in points]
    for point in (*corners, *found):
        costs = unweighted_values(problem, criteria, point.pairing.pairs, point.pairing.byes)
        assert tuple(costs[name] for name in criteria) == point.values


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("byes", ["", "a", "b", "ab"])
@pytest.mark.parametrize("criterion", ["bye_score", "colour_balance"])
def test_a_limit_keeps_the_pairings_within_it_and_no_others(size: int, byes: str, criterion: str) -> None:
    """Byes count, those by hand too; in an odd field, or with one by hand in an even one, there is another."""
    t = played(tournament(" ".join(f"{k}k" for k in range(1, size + 1)), start__bar="none"), "a+b c+d", byes="e")
    problem = round_problem(t, 2, Profile("p", "", ()), Locks(bye=tuple(byes)))

    def total(pairs: frozenset[tuple[int, int]], byes: tuple[int, ...]) -> int:
        return unweighted_values(problem, [criterion], sorted(pairs), byes)[criterion]

    every = every_pairing(problem)
    totals = sorted({total(w.pairs, w.byes) for w in every})
    for limit in {totals[0], totals[len(totals) // 2], totals[-1]}:
        kept = {(w.pairs, w.byes) for w in every_pairing(with_criterion_limit(problem, criterion, limit))}
        assert kept == {(w.pairs, w.byes) for w in every if total(w.pairs, w.byes) <= limit}


def test_a_point_on_an_edge_of_the_hull_is_supported() -> None:
    corners = {(0, 10), (4, 2), (8, 0)}
    assert [_between(point, corners) for point in ((2, 6), (6, 1), (1, 8))] == [True] * 3
    assert [_between(point, corners) for point in ((2, 7), (4, 2), (5, 2), (9, 0))] == [False] * 4
