"""The exact bound: valid for every pairing, attained by the best, and never helped by a float."""

from __future__ import annotations

import numpy as np
import pytest
from mcmahon.bench.generator import FieldShape, make_players
from mcmahon.model.draw import round_problem
from mcmahon.model.settings import Settings
from mcmahon.model.tournament import Tournament
from mcmahon.solver.certificate import certify
from mcmahon.solver.profiles import load_profile
from mcmahon.solver.relaxation import LinearOptimum, Relaxation, components, odd_runs
from mcmahon.solver.tiers import NEVER, Vertices, cost_tier


def field(size: int, seed: int) -> Vertices:
    t = Tournament(Settings(rounds=5, seed=seed), tuple(make_players(FieldShape(size, 5), seed)))
    return Vertices(round_problem(t, 1, load_profile("balanced")))


@pytest.mark.parametrize(("size", "seed"), [(20, 1), (31, 2), (64, 3), (101, 4)])
def test_every_reduced_cost_is_whole_and_not_negative(size: int, seed: int) -> None:
    vertices = field(size, seed)
    tier = cost_tier(vertices)
    optimum = Relaxation(tier).solve()
    assert optimum is not None
    scale = 1024
    proof = certify(tier, optimum, scale, scale)
    assert proof.y.dtype == np.int64
    assert (proof.z <= 0).all()
    assert all(int(mask.sum()) % 2 == 1 for mask in proof.sets)
    for part in tier.parts(np.full(len(vertices), 10**12), 0.0):  # every pair, none left out
        real = part.cost < NEVER
        reduced = np.where(real, part.cost, 0) * scale - proof.y[part.a] - proof.y[part.b]
        for dual, mask in zip(proof.z, proof.sets, strict=True):
            reduced = reduced - np.where(mask[part.a] & mask[part.b], dual, 0)
        assert (reduced[real] >= 0).all()
    sizes = np.array([(int(mask.sum()) - 1) // 2 for mask in proof.sets], dtype=np.int64)
    assert proof.bound == int(proof.y.sum()) + int((proof.z * sizes).sum())
    chosen = optimum.cost[optimum.chosen()].sum() if optimum.integral else None
    if chosen is not None:
        assert proof.bound <= int(chosen) * scale


def test_wrong_duals_give_a_weaker_bound_never_a_wrong_one() -> None:
    vertices = field(40, 7)
    tier = cost_tier(vertices)
    right = Relaxation(tier).solve()
    assert right is not None
    noise = np.random.default_rng(1).normal(0, 500, len(right.y))
    wrong = LinearOptimum(
        right.a, right.b, right.cost, right.x, right.y + noise, right.z, right.sets, right.tight, True
    )
    assert certify(tier, wrong, 256, 256).bound < certify(tier, right, 256, 256).bound


def test_odd_runs_are_odd_and_without_the_bye() -> None:
    vertices = field(31, 3)
    masks = odd_runs(vertices)
    assert masks
    assert all(mask.sum() % 2 == 1 and not mask[len(vertices.who) :].any() for mask in masks)


def test_components_are_the_connected_parts() -> None:
    masks = components(np.array([0, 1, 4]), np.array([1, 2, 5]), 7)
    assert sorted(np.flatnonzero(m).tolist() for m in masks) == [[0, 1, 2], [4, 5]]
