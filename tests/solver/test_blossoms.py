"""Edmonds' algorithm on the columns of a master, against every matching."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from mcmahon.bench.speed import realistic_tournament
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.variants import with_kept_boards, with_weights
from mcmahon.solver.engine import Options, solve
from mcmahon.solver.formulation.arrays import Floats, Ints, Mask
from mcmahon.solver.lp import blossoms, separation
from mcmahon.solver.lp.blossoms import Matching, blossom_sets


def every_matching(free: list[int], cost: dict[tuple[int, int], float]) -> Iterator[float]:
    """The cost of every perfect matching of some vertices."""
    if not free:
        yield 0.0
        return
    first, *others = free
    for other in others:
        if (first, other) in cost:
            for rest in every_matching([v for v in others if v != other], cost):
                yield cost[first, other] + rest


def some_pairs(seed: int) -> tuple[int, Ints, Ints, Floats]:
    """A graph of 4 to 10 vertices that has a perfect matching; every other one has few different costs."""
    rng = np.random.default_rng(seed)
    size = 2 * int(rng.integers(2, 6))
    a, b = np.triu_indices(size, 1)
    keep = (rng.random(len(a)) < 0.6) | ((b == a + 1) & (a % 2 == 0))
    cost = rng.integers(0, 4 if seed % 2 else 1000, len(a)).astype(float)
    return size, a[keep].astype(np.int64), b[keep].astype(np.int64), cost[keep]


@pytest.mark.parametrize("seed", range(120))
def test_the_matching_is_the_cheapest_and_its_duals_prove_it(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Σ y + Σ w is the cost; no pair costs less than its ends and the sets that it leaves; w ≥ 0; sets are odd."""
    size, a, b, cost = some_pairs(seed)
    made: list[Matching] = []
    monkeypatch.setattr(blossoms, "Matching", lambda *args: made.append(Matching(*args)) or made[-1])
    sets = blossom_sets(size, a, b, cost)
    (found,) = made
    chosen = sorted(set(found.mate))
    assert sorted([*a[chosen], *b[chosen]]) == list(range(size))
    best = min(
        every_matching(list(range(size)), dict(zip(zip(a.tolist(), b.tolist(), strict=True), cost, strict=True)))
    )
    assert cost[chosen].sum() == pytest.approx(best)
    duals = [found.dual[node] for node in range(size, len(found.members)) if found.dual[node] > 1e-6]
    assert len(duals) == len(sets)
    assert all(mask.sum() % 2 == 1 for mask in sets)
    y = found.value - sum((dual * mask for dual, mask in zip(duals, sets, strict=True)), np.zeros(size))
    assert y.sum() + sum(duals) == pytest.approx(best)
    leaving = sum((d * (m[a] != m[b]) for d, m in zip(duals, sets, strict=True)), np.zeros(len(a)))
    assert (cost - y[a] - y[b] - leaving > -1e-5).all()


@pytest.mark.slow
def test_a_round_that_needs_many_odd_sets_takes_few_linear_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colours alone, and boards by lot kept at a price: without the matching 40 rounds of cuts and more."""
    asked: list[int] = []

    def counted(*args: object) -> list[Mask]:
        found = blossom_sets(*args)  # type: ignore[arg-type]
        asked.append(len(found))
        return found

    monkeypatch.setattr(separation, "blossom_sets", counted)
    plain = round_problem(realistic_tournament(160, 1), 1, load_profile("balanced"))
    order = np.random.default_rng(3).permutation(len(plain)).tolist()
    kept = [(min(p), max(p)) for p in zip(order[::2], order[1::2], strict=False)]
    answers = [solve(with_kept_boards(plain, kept, 1, 60_000), Options(lottery=False))]
    answers.append(solve(with_weights(plain, {"mms_difference": 0, "seeding": 300}), Options(lottery=False)))
    assert all(answer.optimal for answer in answers)
    assert asked
    assert max(asked) > 0
