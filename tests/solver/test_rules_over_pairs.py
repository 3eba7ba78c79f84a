"""Rules over sets of pairs, and strict tiers: against brute force and against CP-SAT on all pairs."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from builders import free_pairs, pairings
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.rules import parse_count_rule
from mcmahon.model.tournament.settings.play import HandicapSettings, StartSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.clock import Clock
from mcmahon.solver.cpsat.solving import solve_model
from mcmahon.solver.engine import solve
from mcmahon.solver.proof.statement import arrays_of, problem_of
from mcmahon.solver.proof.verify_certificate import verify
from mcmahon_bench.tournaments.bar_of_then import bar_of_then
from mcmahon_bench.tournaments.generator import FieldShape, make_players, play_round

SETS: list[str | list[str]] = [
    "clubmates", "compatriots", "handicap_games", "draw_down", "draw_up", "float", "top_group", "any club = Alburg",
    "one country = DE", "both country = DE", "same club", ["float", "compatriots"], ["draw_down", "any country = DE"],
]  # fmt: skip


def some_rule(rng: Random, name: str) -> dict[str, Any]:
    rule: dict[str, Any] = {
        "name": name,
        "pairs": rng.choice(SETS),
        "per": rng.choice(["round"] * 3 + ["score group", "club"]),
    }
    rule[rng.choice(["at_most"] * 3 + ["at_least"])] = rng.randint(0, 3)
    if rng.random() < 0.3:
        rule["count"] = "players"
    if rng.random() < 0.6:
        rule["price"] = rng.choice([10, 3000, 70_000, 10**6])
        rule["tier"] = rng.choice([1, 1, 2])
    return rule


def some_problem(seed: int, sizes: tuple[int, ...]) -> RoundProblem:
    """A field with random rules, in one tier or three, after a round or two."""
    rng = Random(seed)
    size = rng.choice(sizes)
    spread = rng.choice([100, 300, 600])
    shape = FieldShape(size, 5, spread=spread, late=0.1, leaving=0.0, big_club=rng.choice([0.2, 0.6]), home=0.7)
    own = Settings(
        rounds=5, seed=seed, start=StartSettings(scheme=rng.choice(["rank", "swiss"])),
        handicap=HandicapSettings(rule=rng.choice(["none", "rank"])),
    )  # fmt: skip
    players = tuple(make_players(shape, seed))
    t = Tournament(replace(own, start=replace(own.start, bar=bar_of_then(own, players))), players)
    for number in range(1, rng.randint(1, 3)):
        t = play_round(draw_round(t, Terms("balanced-1")).tournament, number, seed, 0.05)
    profile = load_profile(rng.choice(["balanced-1", "swiss", "handicap"]))
    if rng.random() < 0.4:
        tiers = {"mms_difference": rng.choice([1, 2]), "drawn_down_again": 1, "drawn_up_again": 2, "seeding": 3}
        profile = replace(profile, weights=tuple(replace(w, tier=tiers.get(w.criterion, 2)) for w in profile.weights))
    rules = tuple(parse_count_rule(some_rule(rng, f"rule-{k}")) for k in range(rng.randint(1, 3)))
    number = len(t.rounds) + 1
    ids = [p.id for p in t.entrants(number)]
    locks = Locks(force=((ids[0], ids[-1]),)) if rng.random() < 0.2 and len(ids) > 5 else Locks()
    if (
        locks.force
        and {p.id: p for p in t.players}
        and any(set(locks.force[0]) == set(g.players) for r in t.rounds for g in r)
    ):
        locks = Locks()
    return round_problem(t, number, replace(profile, rules=rules), locks)


def values(problem: RoundProblem, pairs: list[tuple[int, int]]) -> tuple[int, ...] | None:
    """Cost by tier and lottery of a whole pairing (-1: the bye), counted with the rules' own words; None if illegal."""
    games = [(max(p), min(p)) for p in pairs if min(p) >= 0]
    byes = [max(p) for p in pairs if min(p) < 0]
    i, j = (np.array([g[k] for g in games], dtype=np.int64) for k in (0, 1))
    if not problem.allowed(i, j).all() or not problem.bye_allowed()[byes].all():
        return None
    everything = [*games, *problem.forced]
    cost = problem.costs_by_criterion(everything, [*byes, *problem.forced_byes])
    for count in problem.counts:
        if count.rule.price is None:
            total = count.of_pairs(problem.field, *np.array(everything, dtype=np.int64).reshape(-1, 2).T)
            limit = np.maximum(count.rule.limit, count.forced_count) if not count.rule.at_least else count.rule.limit
            if ((total < limit) if count.rule.at_least else (total > limit)).any():
                return None
    tiers = [sum(c for name, c in cost.items() if problem.tier_of(name) == tier) for tier in problem.tiers]
    lottery = int(problem.lottery(i, j).sum()) + int(problem.bye_lottery()[byes].sum())
    return (*tiers, lottery)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(80))
def test_equals_brute_force_with_rules_and_tiers(seed: int) -> None:
    problem = some_problem(seed, (4, 5, 6, 7, 8, 9, 10))
    free = problem.free().tolist()
    found = (values(problem, p) for p in pairings(free + [-1] * (len(free) % 2)))
    best = min((v for v in found if v is not None), default=None)
    if best is None:
        with pytest.raises(NoPairingError):
            solve(problem)
        return
    answer = solve(problem)
    assert values(problem, free_pairs(problem, answer)) == best
    assert answer.optimal
    assert answer.tie_proven
    verified(problem, answer)


def verified(problem: RoundProblem, answer: Pairing) -> list[tuple[str, int, int]]:
    assert answer.certificate is not None
    names = [tier.name for tier in answer.certificate.tiers]
    return verify(problem_of(problem, names), arrays_of(answer.certificate))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1040))
def test_equals_cp_sat_on_all_pairs_with_rules_and_tiers(seed: int) -> None:
    problem = some_problem(seed, (14, 20, 27, 40))
    complete = solve_model(problem, problem.tiers, Clock(60.0))
    if complete.infeasible:
        with pytest.raises(NoPairingError):
            solve(problem)
        return
    assert complete.proven
    answer = solve(problem)
    assert [(tier.cost, tier.bound) for tier in answer.tiers] == [(cost, cost) for cost in complete.values.values()]
    verified(problem, answer)
