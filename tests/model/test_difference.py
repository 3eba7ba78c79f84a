"""What differs between two pairings of a round: boards, byes and the chains of players that move."""

from __future__ import annotations

import pytest
from builders import tournament
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.reasons.difference import PairingDifference, difference

Pairs = list[tuple[int, int]]


def between(
    before: Pairs, after: Pairs, byes: tuple[list[int], list[int]] = ([], []), ranks: str = ""
) -> PairingDifference:
    weights = (Weight("mms_difference", 1, tier=2), Weight("bye_score", 10, tier=1))
    problem = round_problem(tournament(ranks or "1d 1d 1d 1d 1d 1d", start__bar="none"), 1, Profile("p", "", weights))
    return difference(problem, (before, byes[0]), (after, byes[1]))


@pytest.mark.parametrize(
    ("before", "after", "chains"),
    [
        ([(0, 1), (2, 3)], [(1, 0), (3, 2)], ()),
        ([(0, 1), (2, 3)], [(0, 2), (1, 3)], ((0, 2, 3, 1, 0),)),
        ([(0, 1), (2, 3)], [(0, 1), (2, 4), (3, 5)], ((4, 2, 3, 5),)),
        ([(0, 1), (2, 3)], [(0, 1), (2, 4)], ((4, 2, 3),)),
        ([(2, 3)], [(0, 1), (2, 3)], ((0, 1),)),
        ([(0, 1), (2, 3), (4, 5)], [(0, 3), (1, 2)], ((0, 3, 2, 1, 0),)),
    ],
)
def test_chains_go_from_new_to_old_boards_and_open_ones_begin_where_nobody_played(
    before: Pairs, after: Pairs, chains: tuple[tuple[int, ...], ...]
) -> None:
    """A late entrant, here 4 or 5, is an end of a chain, and so is who stays without a board."""
    assert between(before, after).chains == chains


def test_boards_and_byes_go_and_come_each_in_order() -> None:
    found = between([(3, 2), (1, 0)], [(1, 2), (0, 4)], ([4], [3]))
    assert (found.gone, found.new) == (((0, 1), (2, 3)), ((0, 4), (1, 2)))
    assert (found.byes_gone, found.byes_new) == ((4,), (3,))


def test_the_first_tier_that_differs_decides_though_the_whole_is_cheaper() -> None:
    """The bye moves from e, the lowest, to d, a point above her: 10 in tier 1; then a-b and c-e instead of a-c and b-d
    cost 1 + 1 instead of 2 + 2 points of difference, squared or not never more than before in tier 2."""
    found = between([(0, 2), (1, 3)], [(0, 1), (2, 4)], ([4], [3]), "3d 2d 1d 1k 2k")
    assert found.byes_new == (3,)
    assert found.tiers[0] > 0
    assert found.tier == 1
    assert found.first == found.tiers[0]
    assert dict(found.deciding) == {"bye_score": found.tiers[0]}
    assert found.cost == sum(found.tiers) == sum(found.costs.values())


def test_equal_pairings_differ_in_no_tier() -> None:
    found = between([(0, 1), (2, 3)], [(0, 2), (1, 3)])
    assert (found.first, found.cost, found.tiers, found.tier, dict(found.costs)) == (0, 0, (0, 0), 1, {})
