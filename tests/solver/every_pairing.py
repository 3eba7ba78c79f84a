"""Brute force over a small round: every legal pairing with its cost by tier and its lottery number."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from builders import pairings
from mcmahon.model.pairing.round_problem import RoundProblem


@dataclass(frozen=True)
class Whole:
    """A whole pairing, forced pairs included; `cost` by tier."""

    pairs: frozenset[tuple[int, int]]
    byes: tuple[int, ...]
    cost: tuple[int, ...]
    lottery: int


def every_pairing(problem: RoundProblem) -> list[Whole]:
    """All that the rules allow, the best first."""
    free = problem.free().tolist()
    found = (whole(problem, p) for p in pairings(free + [-1] * (len(free) % 2)))
    return sorted((w for w in found if w is not None), key=lambda w: (w.cost, w.lottery))


def whole(problem: RoundProblem, pairs: list[tuple[int, int]]) -> Whole | None:
    """One pairing of the free entrants (-1: the bye), counted with the rules' own words; None if illegal."""
    games = [(max(p), min(p)) for p in pairs if min(p) >= 0]
    byes = [max(p) for p in pairs if min(p) < 0]
    i, j = (np.array([g[k] for g in games], dtype=np.int64) for k in (0, 1))
    if not problem.allowed(i, j).all() or not problem.bye_allowed()[byes].all():
        return None
    every = [*games, *problem.forced]
    for count in problem.counts:
        if count.rule.price is None:
            total = count.of_pairs(problem.field, *np.array(every, dtype=np.int64).reshape(-1, 2).T)
            limit = np.maximum(count.rule.limit, count.forced_count) if not count.rule.at_least else count.rule.limit
            if ((total < limit) if count.rule.at_least else (total > limit)).any():
                return None
    sides = (*byes, *problem.forced_byes)
    costs = problem.costs_by_criterion(every, sides)
    tiers = tuple(sum(c for name, c in costs.items() if problem.tier_of(name) == tier) for tier in problem.tiers)
    lottery = int(problem.lottery(i, j).sum()) + int(problem.bye_lottery()[byes].sum())
    return Whole(frozenset((min(p), max(p)) for p in every), sides, tiers, lottery)
