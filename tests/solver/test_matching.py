"""The blossom algorithm against others, its duals as a proof, and whole rounds with and without it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from builders import tournament
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.pairing.variants import with_forbidden, with_forced, with_weights
from mcmahon.solver.clock import Clock
from mcmahon.solver.engine import Options, solve
from mcmahon.solver.formulation.side_rows import SideRows
from mcmahon.solver.formulation.tiers import BlockTier, PairCache
from mcmahon.solver.formulation.vertices import Vertices
from mcmahon.solver.matched import End, _Solver, solve_by_matching
from mcmahon.solver.matching.blossom import PARTS, Laminar, Matching, available, cheapest_matching, nothing
from mcmahon.solver.proof.certificate import Search
from mcmahon.solver.proof.statement import arrays_of, problem_of
from mcmahon.solver.proof.verify_certificate import verify
from mcmahon.solver.tuning import Tuning
from mcmahon_bench.speed.worst_cases import impossible_count

from .test_engine import some_field
from .test_rules_over_pairs import some_problem

pytestmark = pytest.mark.skipif(not available(), reason="the compiled code is not there: no compiler at installation")

MOST = 10**6  # the price of having no partner
Edge = tuple[int, ...]  # both ends, and all parts of the cost


def matched(size: int, edges: Sequence[Edge], before: Matching | None = None) -> Matching:
    every = np.array(edges, dtype=np.int64)
    return cheapest_matching(
        size, every[:, 0], every[:, 1], every[:, 2:], MOST, before or nothing(size, every.shape[1] - 2)
    )


def number(parts: Sequence[int]) -> int:
    """All parts as one whole number."""
    bits = 62 if len(parts) < 3 else 14
    return functools.reduce(lambda whole, part: (whole << bits) + int(part), parts, 0)


def cost_of(found: Matching, size: int, edges: Sequence[Edge]) -> int:
    """Twice the cost of a matching, with the price of those left alone; checked against its duals, which prove it."""
    y, w = [number(one) for one in found.y], [number(one) for one in found.w]
    sets = [set(members.tolist()) for members in found.sets]
    alone = int((found.partner < 0).sum())
    price = number([MOST, *[0] * (found.y.shape[1] - 1)])
    total = price * alone
    assert all(dual > 0 for dual in w)
    assert all(len(members) % 2 for members in sets)
    assert all(one <= other or one >= other or not one & other for one in sets for other in sets)
    for v in range(size):  # nobody would rather pay the price
        assert y[v] + sum(dual for members, dual in zip(sets, w, strict=True) if v in members) <= price
    for a, b, *cost in edges:
        across = sum(dual for members, dual in zip(sets, w, strict=True) if (a in members) != (b in members))
        reduced = 2 * number(cost) - y[a] - y[b] - across
        assert reduced >= 0
        if found.partner[a] == b:
            assert found.partner[b] == a
            assert reduced == 0
            total += 2 * number(cost)
    if not alone:
        assert sum(y) + sum(w) == total
    return total


def best(size: int, edges: Sequence[Edge]) -> int | None:
    """Twice the cost of the cheapest perfect matching by rustworkx; None where there is none."""
    costs = {(a, b): 2 * number(cost) for a, b, *cost in edges}
    most = max(costs.values(), default=0) + 1
    rustworkx = pytest.importorskip("rustworkx")
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(*pair, most - cost) for pair, cost in costs.items()])
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(costs[min(p), max(p)] for p in pairs) if 2 * len(pairs) == size else None


def some_edges(rng: Random) -> tuple[int, list[Edge], list[Edge]]:
    """A number of vertices, some of the edges between them, and all."""
    size, share = rng.choice([2, 4, 6, 8, 12, 20, 30]), rng.choice([0.2, 0.4, 0.7, 1.0])
    parts = rng.randrange(1, PARTS + 1)
    most = [rng.choice([1, 3, 10, 1000]), *rng.choices([1, 2, 50, 2**40 if parts == 2 else 3], k=parts - 1)]
    every = [(a, b, *map(rng.randrange, most)) for a in range(size) for b in range(a + 1, size)]
    return size, [edge for edge in every if rng.random() < share] or every[:1], every


@pytest.mark.parametrize("block", range(8))
def test_it_finds_what_another_blossom_algorithm_finds_and_proves_it(block: int) -> None:
    """Also from an optimum of fewer edges, as in every round of pricing."""
    solved = 0
    for seed in range(40 * block, 40 * block + 40):
        size, some, every = some_edges(Random(seed))
        first = matched(size, some)
        cost, wanted = cost_of(first, size, some), best(size, some)
        assert (cost == wanted) if wanted is not None else (first.partner < 0).any()
        solved += wanted is not None
        assert cost_of(matched(size, every, first), size, every) == best(size, every)
    assert solved > 10


def test_equal_input_gives_an_equal_matching_and_equal_duals() -> None:
    size, _, every = some_edges(Random(7))
    one, other = matched(size, every), matched(size, every)
    assert one.partner.tolist() == other.partner.tolist()
    assert one.y.tolist() == other.y.tolist()
    assert [s.tolist() for s in one.sets] == [s.tolist() for s in other.sets]


def test_a_cost_of_too_many_parts_is_refused() -> None:
    with pytest.raises(ValueError, match="too many parts"):
        matched(2, [(0, 1, *[1] * (PARTS + 1))])


@pytest.mark.parametrize("edge", [(0, 4, 1, 1), (-1, 2, 1, 1), (2, 2, 1, 1)])
def test_an_edge_without_two_vertices_is_refused(edge: Edge) -> None:
    with pytest.raises(ValueError, match="an edge without two vertices"):
        matched(4, [edge])


def test_arrays_of_different_lengths_are_refused() -> None:
    one, two = np.zeros(1, dtype=np.int64), np.ones(2, dtype=np.int64)
    with pytest.raises(ValueError, match="another length"):
        cheapest_matching(3, one, two, one[:, None], MOST, nothing(3, 1))


def test_duals_of_nested_sets_add_up() -> None:
    rng = Random(3)
    for _ in range(50):
        size = rng.randrange(5, 30)
        sets, open_parts = [], [list(range(size))]
        while open_parts:  # each part is a set or not, and is divided further
            part = open_parts.pop()
            cut = rng.randrange(1, len(part)) if len(part) > 1 else 1
            open_parts += [rest for rest in (part[:cut], part[cut:]) if 1 < len(rest) < len(part)]
            if rng.random() < 0.8:
                sets.append(np.array(part))
        dual = np.array([rng.randrange(1, 9) for _ in sets], dtype=np.int64)
        a, b = np.divmod(np.arange(size * size), size)
        found = Laminar(size, sets).across(dual, a, b)
        wanted = sum((d * (np.isin(a, s) ^ np.isin(b, s)) for s, d in zip(sets, dual, strict=True)), np.zeros(len(a)))
        assert found.tolist() == np.asarray(wanted).astype(int).tolist()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_rounds_and_proofs_are_the_same_with_and_without_it(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    t, profile, _ = some_field(seed, (9, 16, 31, 60, 150))
    problem = round_problem(t, len(t.rounds) + 1, load_profile(profile))
    found = solve(problem)
    monkeypatch.setattr("mcmahon.solver.matching.blossom._blossom", None)
    wanted = solve(problem)
    assert (found.pairs, found.byes, found.tiers) == (wanted.pairs, wanted.byes, wanted.tiers)
    assert found.optimal
    assert found.tie_proven
    assert found.certificate is not None
    names = [tier.name for tier in found.certificate.tiers]
    proven = verify(problem_of(problem, names), arrays_of(found.certificate))
    assert [value for _, value, _ in proven] == [bound for _, _, bound in proven]


@pytest.mark.slow
def test_a_large_field_in_several_stretches_keeps_its_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A score group of more than 400 players is looked at in parts."""
    t, profile, _ = some_field(1, (900,))
    drawn = draw_round(t, Terms(profile)).tournament.rounds[-1]
    monkeypatch.setattr("mcmahon.solver.matching.blossom._blossom", None)
    monkeypatch.setattr("mcmahon.solver.formulation.vertices.LONGEST", 10_000)
    assert drawn == draw_round(t, Terms(profile)).tournament.rounds[-1]


def test_when_time_is_up_the_best_so_far_comes_with_its_bound() -> None:
    t, profile, _ = some_field(3, (150,))
    problem = round_problem(t, len(t.rounds) + 1, load_profile(profile))
    best_cost = solve(problem).cost
    few = Tuning(candidates=(1, 1, 1), candidates_at_random=1, columns_a_vertex=2)
    found = solve(problem, Options(clock=Clock(0.0), tuning=few))
    assert not found.optimal
    assert 0 < found.bound <= best_cost <= found.cost
    assert found.certificate is not None
    names = [tier.name for tier in found.certificate.tiers]
    assert [bound for _, _, bound in verify(problem_of(problem, names), arrays_of(found.certificate))] == [found.bound]


@pytest.mark.parametrize(("seconds", "cached"), [(60.0, 10**9), (0.0, 0)])
def test_two_odd_groups_far_apart_are_joined_without_a_linear_program(
    seconds: float, cached: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Having no partner is cheap at first; with no time, too, where costs do not fit into memory."""
    monkeypatch.setattr("mcmahon.solver.engine.Relaxation", None)
    problem = round_problem(tournament("5d " * 101 + "1d " * 101, start__bar="none"), 1, load_profile("balanced"))
    found = solve(problem, Options(seconds, tuning=Tuning(cached_pairs=cached)))
    assert len(found.pairs) == 101
    score = problem.field.score
    assert sum(bool(score[i] != score[j]) for i, j in found.pairs) == 1
    assert found.bound <= found.cost


def outcome(problem: RoundProblem) -> tuple[object, ...]:
    """Boards and costs of a round, its bounds checked by the verifier; or the fewest breaches."""
    try:
        found = solve(problem)
    except NoPairingError as error:
        return ("no pairing", error.breaches, error.proven)
    assert found.certificate is not None
    names = [tier.name for tier in found.certificate.tiers]
    for name, value, bound in verify(problem_of(problem, names), arrays_of(found.certificate)):
        assert bound <= value
        assert name in found.closed_by_cp_sat or bound == value
    return found.pairs, found.byes, found.tiers


@pytest.mark.slow
def test_rules_that_cost_nothing_or_their_whole_price_are_matched(monkeypatch: pytest.MonkeyPatch) -> None:
    problems = [some_problem(seed, (8, 9, 16, 30)) for seed in range(40)]
    searches: list[Search] = []

    def watched(search: Search, *others: Any) -> bool:
        done = solve_by_matching(search, *others)
        searches.extend([search] if done else [])
        return done

    monkeypatch.setattr("mcmahon.solver.engine.solve_by_matching", watched)
    found = [outcome(problem) for problem in problems]
    assert sum(len(search.rows) > 0 for search in searches) > 5
    monkeypatch.setattr("mcmahon.solver.matching.blossom._blossom", None)
    assert found == [outcome(problem) for problem in problems]


def test_more_games_of_clubmates_than_there_can_be_are_counted_without_a_linear_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = impossible_count(60)
    wanted = outcome(problem)
    monkeypatch.setattr("mcmahon.solver.engine.Relaxation", None)
    assert outcome(problem) == wanted


def test_what_is_known_of_other_weights_changes_nothing() -> None:
    t, profile, _ = some_field(5, (61,))
    problem = round_problem(t, len(t.rounds) + 1, load_profile(profile))
    known = PairCache(problem)
    for weights in ({}, {"seeding": 500}, {"mms_difference": 1}, {"same_club": 90_000, "seeding": 3}):
        variant = with_weights(problem, weights)
        alone, own = solve(variant), solve(variant, Options(known=known))
        assert (own.pairs, own.byes, own.tiers) == (alone.pairs, alone.byes, alone.tiers)
        assert own.optimal
        assert own.tie_proven
        assert len(known.a)
    first = min(problem.forced or alone.pairs)
    other = with_forbidden(problem, [first])
    assert not known.suits(other, 1)
    assert first not in solve(other, Options(known=known)).pairs


@pytest.mark.slow
def test_a_search_for_something_cheaper_ends_where_it_has_found_it() -> None:
    t, profile, _ = some_field(3, (150,))
    problem = round_problem(t, len(t.rounds) + 1, load_profile(profile))
    least = solve(problem)
    cheaper = solve(problem, Options(lottery=False, enough=10 * least.cost))
    assert not cheaper.optimal
    assert least.cost <= cheaper.cost < 10 * least.cost
    assert cheaper.bound <= least.cost
    assert solve(problem, Options(lottery=False, enough=least.cost)).optimal
    dear = max(least.pairs, key=lambda pair: int(problem.cost(np.array(pair[0]), np.array(pair[1]))))
    forced = with_forced(problem, [dear])
    assert solve(forced, Options(lottery=False, enough=least.cost)).optimal


@pytest.mark.parametrize("seed", [19, 28, 35])
def test_when_time_is_up_the_bound_is_that_of_pairs_by_half(seed: int) -> None:
    """The matching with odd sets that comes after them has worse duals, as long as pairs are missing."""
    own, profile, _ = some_field(seed, (24, 25))
    vertices = Vertices(round_problem(own, len(own.rounds) + 1, load_profile(profile)))
    few = Tuning(candidates=(1, 1, 1), candidates_at_random=0, columns_a_vertex=2)
    tier = BlockTier(vertices, SideRows(vertices), 1, None, few)
    solver = _Solver(tier, [], np.zeros(0, dtype=np.int64))

    class UntilThen(Clock):
        def expired(self) -> bool:
            return solver._halves is not None

    end = solver.solve(UntilThen(60), None)
    assert end is End.TIME_UP
    assert solver._halves is not None
    face = solver.unproven_face(end)
    assert solver._halves.sum() <= 2 * face.bound <= 2 * face.value
