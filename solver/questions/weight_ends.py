"""The ends of weights' intervals, from the duals of the round itself: each is proven, most without another solve."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace

import numpy as np

from ...model.errors import NoAnswerError
from ...model.pairing.pairing import Pairing
from ...model.pairing.profile import Profile, Weight
from ...model.pairing.round_problem import RoundProblem
from ...model.pairing.variants import with_kept_boards, with_weights
from ..engine import Options, solve_among
from ..formulation.arrays import EMPTY, Floats, Ints
from ..formulation.remaining import Remaining
from ..lp.glop import NO_ENTRIES, Entries, joined
from ..lp.solution import TOLERANCE
from .alternatives import without_tier
from .nearby import DualPoint, Nearby
from .turning_point import Star, Turn, turning_point

ROUNDS = 12  # of adding pairs or odd sets that were left out, before the end is sought by solving rounds
ALL = 1e15  # more than any reduced cost
NEGATIVE = -0.1  # a reduced cost below this, divided by the number of vertices, is not for rounding to mend


@dataclass(frozen=True, slots=True)
class WeightEnd:
    """A weight up to which a pairing is optimal, proven; `beyond` is an optimum one step further, None at an extreme.

    Where it is not `closed`, the pairing may be optimal further on.
    """

    weight: int
    beyond: Pairing | None = None
    closed: bool = True


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
    """The search for the ends of the intervals in which a pairing is optimal."""

    problem: RoundProblem
    pairing: Pairing
    nearby: Nearby
    options: Options | None
    own: tuple[Ints, Ints] = field(init=False)
    pool: Pool = field(init=False)

    def __post_init__(self) -> None:
        self.own = self.nearby.places(self.pairing)
        self.pool = Pool(self.nearby, self.own)
        self.pool.add(*self.nearby.pairs_below(self.problem, self.nearby.duals, ALL))

    def end(self, criterion: str, extreme: int) -> WeightEnd:
        """The last weight towards `extreme` at which the pairing is optimal, as far as the duals tell."""
        with suppress(ArithmeticError, NoAnswerError):  # numbers too great for these sums; the time is up
            return self._end(criterion, extreme)
        return WeightEnd(self.problem.weights[criterion], closed=False)

    def _end(self, criterion: str, extreme: int) -> WeightEnd:
        own = self.problem.weights[criterion]
        unit = replace(self.problem, profile=Profile("", "", (Weight(criterion, 1, "", self.problem.tiers[0]),)))
        amount = self.nearby.costs(unit, *self.own)
        if extreme > own and not amount.any():
            return WeightEnd(extreme)  # no pairing has less of it
        path = Path(self.nearby, own, 1 if extreme > own else -1, abs(extreme - own), amount, self.own)
        here, pool = extreme, self.pool.copy()
        for _ in range(ROUNDS):
            variant, duals = with_weights(self.problem, {criterion: here}), path.duals(here)
            missing = self.nearby.pairs_below(variant, duals, NEGATIVE / len(self.problem))
            grown = pool.add(*missing)
            priced = not grown and (path.turned is not None or not len(missing[0]))
            if priced and (here == extreme or not pool.cut(path.turned)):
                break
            change = path.sign * self.nearby.costs(unit, *pool.pairs) - path.of_own(*pool.pairs)
            path.turned = turning_point(
                pool.star, pool.entries, pool.reduced, change, self.nearby.duals.w, float(path.most)
            )
            here = path.turning_weight()
        variant = with_weights(self.problem, {criterion: here})
        if not self.nearby.proves(variant, path.duals(here), self.own):
            return WeightEnd(own, closed=False)
        return WeightEnd(here) if here == extreme else self._outside(criterion, here, path, pool)

    def _outside(self, criterion: str, here: int, path: Path, pool: Pool) -> WeightEnd:
        """The end, closed where an optimum one step further is cheaper than the pairing."""
        outside = here + path.sign
        variant = with_weights(self.problem, {criterion: outside})
        known = [self.own, *pool.changed(path.turned)]
        nearest = min(known, key=lambda pairs: int(self.nearby.costs(variant, *pairs).sum()))
        face = self.nearby.face(variant, path.duals(outside), nearest)
        other = self._keeping_most(variant, face)
        ours = sum(variant.costs_by_criterion(self.pairing.pairs, self.pairing.byes).values())
        found = other.optimal and other.cost < ours
        return WeightEnd(here, other if found else None, closed=found)

    def _keeping_most(self, variant: RoundProblem, face: Remaining) -> Pairing:
        """The cheapest pairing of a face, of those the one with most boards of the pairing."""
        tier = variant.tiers[-1] + 1
        return without_tier(solve_among(with_kept_boards(variant, self.pairing.pairs, tier), face, self.options), tier)


@dataclass(slots=True, eq=False)
class Path:
    """Duals along the weights from the profile's `own`, in the direction `sign`, for `most` steps at most.

    The pairing's `pairs` have the `amount` in the criterion. `turned` is where the pairing stops being optimal, as far
    as is known.
    """

    nearby: Nearby
    own: int
    sign: int
    most: int
    amount: Ints
    pairs: tuple[Ints, Ints]
    turned: Turn | None = field(init=False, default=None)
    half: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.half = np.zeros(len(self.nearby.vertices))
        for end in self.pairs:
            self.half[end] = self.sign * self.amount / 2

    def of_own(self, a: Ints, b: Ints) -> Floats:
        """What pairs take from the pairing's amount: half of it at each end."""
        return self.half[a] + self.half[b]

    def turning_weight(self) -> int:
        """The last whole weight up to the turning point."""
        step = self.turned.step if self.turned is not None else self.most
        return self.own + self.sign * min(int(step + 1e-6), self.most)

    def duals(self, weight: int) -> DualPoint:
        """The duals at a weight; beyond the turning point those of it, with the pairing's pairs still at 0."""
        apart = abs(weight - self.own)
        y, w = self.nearby.duals.y + apart * self.half, self.nearby.duals.w.copy()
        if self.turned is not None:
            step, moved = self.turned.step, self.turned.moved
            share = min(apart / step, 1.0) if step else 1.0
            y += share * moved.y
            w[: len(moved.w)] += share * moved.w
        return DualPoint(y, w)


@dataclass(slots=True, eq=False)
class Pool:
    """Pairs outside a pairing that can end its interval, with their entries and reduced costs at the own weight."""

    nearby: Nearby
    own: tuple[Ints, Ints]
    star: Star = field(init=False)
    pairs: tuple[Ints, Ints] = (EMPTY, EMPTY)
    entries: Entries = NO_ENTRIES
    reduced: Floats = field(default_factory=lambda: np.zeros(0))

    def __post_init__(self) -> None:
        self.star = Star.of(*self.own, self.nearby.sets)

    def copy(self) -> Pool:
        """A pool that grows by itself, with all odd sets known by now."""
        own = replace(self)
        own.entries = own.star.entries(*own.pairs)
        return own

    def add(self, a: Ints, b: Ints) -> bool:
        """Add those of the pairs that are new; whether there are any."""
        size = len(self.nearby.vertices) + 1
        known = np.concatenate([x * size + y for x, y in (self.pairs, self.own)])
        new = ~np.isin(a * size + b, known)
        a, b = a[new], b[new]
        rows, columns, values = self.star.entries(a, b)
        self.entries = joined([self.entries, (rows, columns + len(self.pairs[0]), values)])
        at_start = self.nearby.reduced(self.nearby.problem, self.nearby.duals, a, b)
        self.reduced = np.concatenate([self.reduced, at_start])
        self.pairs = np.concatenate([self.pairs[0], a]), np.concatenate([self.pairs[1], b])
        return bool(new.any())

    def changed(self, turned: Turn | None) -> list[tuple[Ints, Ints]]:
        """The pairing that the direction at a turning point leads to."""
        if turned is None:
            return []
        coming = np.flatnonzero(turned.z > TOLERANCE)
        return [self.star.changed(self.own, self.pairs[0][coming], self.pairs[1][coming])]

    def cut(self, turned: Turn | None) -> bool:
        """Add odd sets that the direction at a turning point violates; whether there are any."""
        if turned is None or len(turned.z) != len(self.reduced):
            return False
        found = self.star.violated(self.nearby.vertices, self.own, *self.pairs, turned.z)
        self.nearby.add_sets(found)
        self.star = Star.of(*self.own, self.nearby.sets)
        self.entries = self.star.entries(*self.pairs)
        return bool(found)
