"""The ends of weights' intervals from the duals of the round itself, each proven; most without solving a round again."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ...model.pairing.pairing import Pairing
from ...model.pairing.profile import Profile, Weight
from ...model.pairing.round_problem import RoundProblem
from ...model.pairing.variants import with_weights
from ..engine import Options
from ..formulation.arrays import EMPTY, Floats, Ints
from ..formulation.candidates import least_per_vertex
from ..formulation.costs import pair_costs
from ..lp.glop import NO_ENTRIES, Entries, joined
from ..parameters import DEFAULTS
from ..proof.certificate import DualBound
from .alternatives import solve_keeping_most
from .nearby import DualPoint, Nearby
from .turning_point import Star, turning_point

ROUNDS = 12  # of looking for pairs that were left out, before the end is sought by solving rounds
PAIRS = 8  # a player: of least reduced cost, that the search of every end begins with


def weight_ends(
    problem: RoundProblem, pairing: Pairing, best: Pairing, options: Options | None = None
) -> WeightEnds | None:
    """What finds the ends of the interval of each weight; `best` is an optimal pairing with its certificate.

    None where that does not apply: several tiers, rules over sets of pairs, relaxed rules.
    """
    proof = best.certificate
    simple = len(problem.tiers) == 1 and not problem.counts and not problem.kept and not problem.relaxed
    if not simple or proof is None or proof.tiers[0].name != str(problem.tiers[0]) or not best.optimal:
        return None
    return WeightEnds(problem, pairing, Nearby(problem, proof, (options or Options()).parameters), options)


@dataclass(slots=True, eq=False)
class WeightEnds:
    """The search for ends of intervals in which a pairing is optimal; pairs met are kept from weight to weight."""

    problem: RoundProblem
    pairing: Pairing
    nearby: Nearby
    options: Options | None
    own: tuple[Ints, Ints] = field(init=False)
    star: Star = field(init=False)
    pool: tuple[Ints, Ints] = field(init=False, default=(EMPTY, EMPTY))
    entries: Entries = field(init=False, default=NO_ENTRIES)
    reduced: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.own = self.nearby.places(self.pairing)
        self.star = Star.of(*self.own, self.nearby.sets)
        self.reduced = np.zeros(0)
        cost = self.nearby.costs(self.problem, *self.own)
        proof = self.nearby.bound(self.problem, self.nearby.duals, int(cost.max(initial=0)), 10**15)
        self._add(proof, self.problem)

    def end(self, criterion: str, extreme: int) -> tuple[int, Pairing | None] | None:
        """The last weight towards `extreme` at which the pairing is optimal, and an optimum one step further.

        None where the duals do not tell.
        """
        own = self.problem.weights[criterion]
        away = 1 if extreme > own else -1
        unit = self._unit(criterion)
        amount = pair_costs(self.nearby._vertices_of(unit), *self.own, unit.tiers[0])
        if away > 0 and not amount.any():
            return extreme, None  # others count no less
        here, step = extreme, float(abs(extreme - own))
        duals = self.nearby.duals
        half = np.zeros(len(self.nearby.vertices))
        for end in self.own:
            half[end] = away * amount / 2
        turned = DualPoint(duals.y + step * half, duals.w)
        for _ in range(ROUNDS):
            share = abs(here - own) / step if step else 0.0
            variant = with_weights(self.problem, {criterion: here})
            cost = self.nearby.costs(variant, *self.own)
            proof = self.nearby.bound(variant, duals.towards(turned, share), int(cost.max(initial=0)))
            if int(cost.sum()) * proof.scale - proof.value < proof.scale:
                return self._outside(criterion, here, extreme, duals.towards(turned, share))
            before = len(self.pool[0])
            self._add(proof, variant)
            if len(self.pool[0]) == before:
                return None
            change = away * (self._values(unit, *self.pool) - self._own_halves(amount))
            step, moved = turning_point(
                self.star, self.entries, self.reduced, change, duals.w, float(abs(extreme - own))
            )
            turned = DualPoint(duals.y + step * half + moved.y, duals.w + moved.w)
            here = own + away * min(int(step + 1e-6), abs(extreme - own))
        return None

    def _outside(
        self, criterion: str, here: int, extreme: int, duals: DualPoint
    ) -> tuple[int, Pairing | None] | None:
        """The end, where it is one: an optimum one step further is cheaper than the pairing."""
        if here == extreme:
            return here, None
        variant = with_weights(self.problem, {criterion: here + (1 if extreme > here else -1)})
        small = self.nearby.fixed(variant, duals, *self.own)
        other = solve_keeping_most(small, self.pairing.pairs, self.options)
        ours = sum(variant.costs_by_criterion(self.pairing.pairs, self.pairing.byes).values())
        return (here, other) if other.optimal and other.cost < ours else None

    def _add(self, proof: DualBound, variant: RoundProblem) -> None:
        """Add the pairs of a bound whose reduced cost was least before it was made feasible, a few a vertex."""
        a, b = proof.a, proof.b
        keep = least_per_vertex(a, b, proof.reduced, PAIRS)
        a, b = a[keep], b[keep]
        size = len(self.nearby.vertices) + 1
        known = np.concatenate([self.pool[0] * size + self.pool[1], self.own[0] * size + self.own[1]])
        new = ~np.isin(a * size + b, known)
        a, b = a[new], b[new]
        rows, columns, values = self.star.entries(a, b)
        self.entries = joined([self.entries, (rows, columns + len(self.pool[0]), values)])
        duals = self.nearby.duals
        reduced = self.nearby.costs(self.problem, a, b) - duals.y[a] - duals.y[b]
        for mask, dual in zip(self.nearby.sets, duals.w, strict=True):
            if dual:
                reduced = reduced - dual * (mask[a] != mask[b])
        self.reduced = np.concatenate([self.reduced, reduced])
        self.pool = np.concatenate([self.pool[0], a]), np.concatenate([self.pool[1], b])

    def _unit(self, criterion: str) -> RoundProblem:
        from dataclasses import replace

        return replace(self.problem, profile=Profile("", "", (Weight(criterion, 1),)))

    def _values(self, unit: RoundProblem, a: Ints, b: Ints) -> Ints:
        return pair_costs(self.nearby._vertices_of(unit), a, b, unit.tiers[0])

    def _own_halves(self, amount: Ints) -> Floats:
        of_vertex = np.zeros(len(self.nearby.vertices))
        for end in self.own:
            of_vertex[end] = amount / 2
        return of_vertex[self.pool[0]] + of_vertex[self.pool[1]]
