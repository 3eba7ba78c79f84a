"""What the baselines share: the open part of a round as a graph, and their answers as pairings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np
from mcmahon.model.errors import InputError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.field import Ints
from mcmahon.model.pairing.pairing import Pairing, TierValue
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver.formulation.costs import TierName, pair_costs
from mcmahon.solver.formulation.vertices import Mask, Vertices, all_pairs

GREATEST_INT = 2**62


class OpenRound:
    """What is left to draw: vertices (the free entrants by descending score, in an odd field the bye last) and pairs.

    Raises InputError where a hard rule over sets of pairs stands in the way, which a graph cannot express; an engine
    that is more than a graph `keeps_counts`.
    """

    def __init__(self, problem: RoundProblem, keeps_counts: bool = False) -> None:
        if not keeps_counts:
            refuse_hard_counts(problem)
        self.problem = problem
        self.vertices = Vertices(problem)

    def __len__(self) -> int:
        return len(self.vertices)

    def may(self) -> Mask:
        """Who may meet whom, vertices × vertices."""
        a, b = all_pairs(self.problem)
        may = np.zeros((len(self), len(self)), dtype=bool)
        may[a, b] = may[b, a] = True
        return may

    def edges(self, bits: int | None = None) -> tuple[Ints, Ints, list[int]]:
        """Every allowed pair with one cost over all tiers, as `one_cost` says, whose errors it raises."""
        a, b = all_pairs(self.problem)
        costs = [pair_costs(self.vertices, a, b, name) for name in tier_names(self.problem)]
        return a, b, one_cost(costs, [int(cost.max(initial=0)) for cost in costs], len(self), bits)

    def answer(self, matched: Iterable[tuple[int, int]], exact: bool = False) -> Pairing:
        """The pairing of matched vertices. Raises NoPairingError when somebody is left over."""
        pairs, byes = list(self.problem.forced), list(self.problem.forced_byes)
        who, met = self.vertices.who.tolist(), 0
        for a, b in matched:
            met += 2
            low, high = min(a, b), max(a, b)
            if high < len(who):
                pairs.append((who[low], who[high]))
            else:
                byes.append(who[low])
        if met < len(self):
            raise NoPairingError(self.problem.round)
        return pairing(self.problem, pairs, byes, exact)


def scales(most: Sequence[int], vertices: int) -> list[int]:
    """The factor of each tier, given its dearest pair, so that no sum of later tiers reaches one unit of an earlier."""
    factors = [1]
    for dearest in most[:0:-1]:
        factors.append(factors[-1] * (dearest * (vertices // 2) + 1))
    return factors[::-1]


def one_cost(costs: Sequence[Ints], most: Sequence[int], vertices: int, bits: int | None) -> list[int]:
    """One whole number for the costs of all tiers; no sum of later tiers reaches one unit of an earlier.

    `most` is the most that a game adds in each tier, `bits` what an engine can add up exactly. Raises InputError if a
    round may cost more than that.
    """
    times = scales(most, vertices)
    greatest = sum(dearest * factor for dearest, factor in zip(most, times, strict=True)) * (vertices // 2)
    if bits is not None and greatest.bit_length() > bits:
        raise InputError(
            f"the costs are too great: a round may cost a number of {greatest.bit_length()} bits, and this engine is "
            f"exact up to {bits}"
        )
    return weighed(costs, times)


def weighed(costs: Sequence[Ints], times: Sequence[int]) -> list[int]:
    """The sums of costs × times; in Python's numbers if 64 bits do not suffice."""
    if sum(int(cost.max(initial=0)) * t for cost, t in zip(costs, times, strict=True)) < GREATEST_INT:
        total: list[int] = sum(cost * t for cost, t in zip(costs, times, strict=True)).tolist()  # type: ignore[union-attr]
        return total
    return [
        sum(c * t for c, t in zip(row, times, strict=True)) for row in zip(*(c.tolist() for c in costs), strict=True)
    ]


def refuse_hard_counts(problem: RoundProblem) -> None:
    """Raise InputError when the round has a hard rule over sets of pairs."""
    for count in problem.counts:
        if count.rule.price is None and count.rule.name not in problem.relaxed_counts:
            raise InputError(
                f"this engine handles single pairs only and cannot keep the hard rule {count.rule.name}: {count.rule}"
            )


def strict_first(problem: RoundProblem, draw: Callable[[RoundProblem], Pairing]) -> Pairing:
    """A draw without relaxed rules of pairs where that is possible, else with them. Raises NoPairingError."""
    with suppress(NoPairingError):
        return draw(replace(problem, relaxed=frozenset()))
    return draw(problem)


def tier_names(problem: RoundProblem) -> list[TierName]:
    """What is minimised, in its order: breaches where rules are relaxed, then the profile's tiers."""
    return [*(["breaches"] if problem.relaxed or problem.relaxed_counts else []), *problem.tiers]


def pairing(
    problem: RoundProblem, pairs: Sequence[tuple[int, int]], byes: Sequence[int], exact: bool = False
) -> Pairing:
    """Pairs and byes, forced ones included, with their cost; `exact`: it is the least, so the bounds are the costs."""
    costs = problem.costs_by_criterion(pairs, byes)
    by_tier = {tier: sum(c for n, c in costs.items() if problem.tier_of(n) == tier) for tier in problem.tiers}
    tiers = tuple(TierValue(tier, cost, cost if exact else 0) for tier, cost in by_tier.items())
    return Pairing(
        pairs=tuple(sorted((min(p), max(p)) for p in pairs)),
        byes=tuple(byes),
        cost=sum(tier.cost for tier in tiers),
        bound=sum(tier.bound for tier in tiers),
        tiers=tiers,
        breaches=problem.breaches_of(pairs, byes),
        optimal=exact,
        tie_proven=False,
    )


def settled_costs(problem: RoundProblem) -> dict[int, int]:
    """What the pairs and byes settled by hand cost in each tier whatever else is drawn."""
    costs = problem.costs_by_criterion(problem.forced, problem.forced_byes)
    at_least = {count.rule.name for count in problem.counts if count.rule.at_least}
    return {
        tier: sum(c for n, c in costs.items() if problem.tier_of(n) == tier and n not in at_least)
        for tier in problem.tiers
    }
