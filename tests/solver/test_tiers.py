"""A tier over all pairs: which parts hold every pair that matters, and whom a search meets first."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from builders import tournament
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.pairing.variants import with_forbidden
from mcmahon.model.tournament.rules import parse_count_rule
from mcmahon.solver.formulation.duals import Duals
from mcmahon.solver.formulation.side_rows import SideRows
from mcmahon.solver.formulation.tiers import BlockTier
from mcmahon.solver.formulation.vertices import EMPTY, Vertices
from mcmahon.solver.tuning import DEFAULTS


def tier_of(problem: RoundProblem) -> BlockTier:
    vertices = Vertices(problem)
    return BlockTier(vertices, SideRows(vertices), 1)


def groups(*sizes: int, preset: str = "bga") -> RoundProblem:
    """Score groups of such sizes, a rank apart; only the difference of scores and the seeding count."""
    ranks = " ".join(f"{k}k" for k, size in enumerate(sizes, 1) for _ in range(size))
    t = tournament(ranks, preset, start__bar="none", handicap__rule="none")
    return round_problem(t, 1, Profile("p", "", (Weight("mms_difference", 3), Weight("seeding", 1))))


@pytest.mark.parametrize("seed", range(12))
def test_parts_hold_every_pair_below_the_limit_to_the_last_unit(seed: int) -> None:
    """Whatever the duals of players and of sets: nothing below the limit may be left out, nothing told twice."""
    rng = np.random.default_rng(seed)
    tier = tier_of(groups(9, 6, 1, 8))
    size = len(tier.vertices)
    sets = [rng.random(size) < 0.4, np.arange(size) < 9]
    y = rng.integers(-20, 12, size)
    duals = Duals(tier.rows, sets, y, rng.integers(-3, 6, 2), EMPTY, EMPTY)
    a, b = np.triu_indices(size, 1)
    cost = tier.costs(a, b)
    reduced = 2 * cost - y[a] - y[b]
    for mask, dual in duals.priced_sets:
        reduced -= dual * (mask[a] ^ mask[b])
    for limit in range(-20, 60, 3):
        found = []
        for block in tier.blocks_below(duals, limit, 2):
            mask = duals.reduced_costs(block, 2) < limit
            assert block.allowed is not None
            i, j, _ = block.select(mask & block.allowed)
            found += list(zip(i.tolist(), j.tolist(), strict=True))
        below = reduced < limit
        assert sorted(found) == list(zip(a[below].tolist(), b[below].tolist(), strict=True))


@pytest.mark.parametrize("seed", range(12))
def test_parts_hold_every_pair_that_a_search_with_fractions_looks_for(seed: int) -> None:
    """Duals as the relaxation has them, and limits below what most pairs cost, where groups are cut down."""
    rng = np.random.default_rng(seed)
    tier = tier_of(groups(9, 6, 1, 8))
    size = len(tier.vertices)
    y = rng.random(size) * 9
    duals = Duals(tier.rows, [], y, np.zeros(0), np.zeros(0), np.zeros(0))
    a, b = np.triu_indices(size, 1)
    reduced = tier.costs(a, b) - y[a] - y[b]
    for limit in np.arange(-12, 3, 0.25).tolist():
        held = set()
        for block in tier.blocks_below(duals, limit):
            assert block.allowed is not None
            i, j, _ = block.select(block.allowed)
            held |= set(zip(i.tolist(), j.tolist(), strict=True))
        below = reduced < limit - 1e-6
        assert set(zip(a[below].tolist(), b[below].tolist(), strict=True)) <= held


@pytest.mark.parametrize("sizes", [(12, 10, 11, 15), (20, 22, 1, 2, 9), (60, 40, 20)])
def test_a_search_begins_with_the_cheapest_pairs_of_everybody(sizes: tuple[int, ...]) -> None:
    """Five in the own group, three in the next, one in the next but one; and not with many more."""
    problem = with_forbidden(groups(*sizes), [(0, 1), (2, 20), (3, 14)])
    tier = tier_of(problem)
    a, b, cost = tier.start()
    who = tier.vertices.who
    chosen = list(zip(a.tolist(), b.tolist(), strict=True))
    assert len(set(chosen)) == len(chosen)
    assert (a < b).all()
    assert problem.allowed(who[a], who[b]).all()
    assert cost.tolist() == problem.cost(who[a], who[b]).tolist()
    every = tier.vertices.groups
    for g, h in combinations(range(len(every)), 2):
        for player in every[g].tolist():
            _cheapest_are_there(tier, player, every[h], DEFAULTS.candidates[h - g] if h - g < 3 else 0, set(chosen))
    for group in every:
        for player in group.tolist():
            _cheapest_are_there(tier, player, group[group != player], DEFAULTS.candidates[0], set(chosen))
    assert len(chosen) < 14 * len(who)


def _cheapest_are_there(
    tier: BlockTier, player: int, others: np.ndarray, most: int, chosen: set[tuple[int, int]]
) -> None:
    """As many allowed opponents as that, of whom none is dearer than one who is left out."""
    pairs = [(min(player, other), max(player, other)) for other in others.tolist()]
    who = tier.vertices.who
    a, b = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    allowed = tier.vertices.problem.allowed(who[a], who[b])
    costs = sorted(tier.costs(a[allowed], b[allowed]).tolist())[:most]
    there = sorted(
        int(c) for pair, c, may in zip(pairs, tier.costs(a, b), allowed, strict=True) if may and pair in chosen
    )
    assert there[: len(costs)] == costs


@pytest.mark.parametrize(("lonely", "likely_infeasible"), [(4, False), (5, False), (6, True), (20, True)])
def test_a_round_is_likely_infeasible_where_a_tenth_has_few_to_meet(lonely: int, likely_infeasible: bool) -> None:
    """Of fifty, so many may meet three others only."""
    problem = groups(50)
    barred = [(i, j) for i in range(lonely) for j in range(50) if i != j and j not in (47, 48, 49)]
    tier = tier_of(with_forbidden(problem, barred))
    tier.start()
    assert tier.likely_infeasible is likely_infeasible
    small = tier_of(with_forbidden(groups(40), [(i, j) for i in range(20) for j in range(37) if i != j]))
    small.start()
    assert not small.likely_infeasible


@pytest.mark.parametrize(("rule", "sign"), [("at_most", 1), ("at_least", -1)])
def test_what_rules_may_take_off_a_pair_is_told_to_the_unit(rule: str, sign: int) -> None:
    """Beyond the numbers of floats too: a proof adds it up exactly. A rule that pays nothing takes nothing."""
    t = tournament("1d 1d 1d 1d", start__bar="none")
    rules = (parse_count_rule({"name": "rule", "pairs": "handicap", rule: 1}),)
    rows = SideRows(Vertices(round_problem(t, 1, Profile("p", "", (), rules))))
    assert len(rows) == 1
    most = 2**55 + 1
    assert rows.max_dual_sum(np.array([sign * most])).tolist() == most
    assert rows.max_dual_sum(np.array([-sign * most])).tolist() == 0
    every = np.arange(4)
    assert (rows.dual_sum(every[:, None], every[None, :], np.array([sign * most])) <= most).all()
