"""The ends of weights' intervals from the duals of the round itself, each proven; most without solving a round again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...model.pairing.pairing import Pairing
from ...model.pairing.profile import Profile, Weight
from ...model.pairing.round_problem import RoundProblem
from ...model.pairing.variants import with_kept_boards, with_weights
from ..engine import Options, solve_among
from ..formulation.arrays import EMPTY, Floats, Ints
from ..formulation.candidates import least_per_vertex
from ..formulation.remaining import Remaining
from ..lp.glop import NO_ENTRIES, Entries, joined
from .alternatives import without_tier
from .nearby import DualPoint, Nearby
from .turning_point import Star, turning_point

ROUNDS = 12  # of looking for pairs that were left out, before the end is sought by solving rounds
PAIRS = 8  # a player: of least reduced cost, that each search begins with and that each round adds at most
ALL = 10**15  # more than any reduced cost


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
        self.pool = Pool(self.nearby, self.own, Star.of(*self.own, self.nearby.sets))
        self.pool.add(*self.nearby.reduced_costs(self.problem, self.nearby.duals, self.own, ALL))

    def end(self, criterion: str, extreme: int) -> tuple[int, Pairing | None] | None:
        """The last weight towards `extreme` at which the pairing is optimal, and an optimum one step further.

        None where the duals do not tell.
        """
        own = self.problem.weights[criterion]
        unit = replace(self.problem, profile=Profile("", "", (Weight(criterion, 1, "", self.problem.tiers[0]),)))
        amount = self.nearby.costs(unit, *self.own)
        if extreme > own and not amount.any():
            return extreme, None  # no pairing has less of it
        path = Path(self.nearby.duals, own, 1 if extreme > own else -1, abs(extreme - own), amount, self.own)
        here, pool = extreme, self.pool.copy()
        for attempt in range(ROUNDS):
            variant = with_weights(self.problem, {criterion: here})
            found = self.nearby.proves(variant, path.duals(here), self.own)
            if found is None:
                return (here, None) if here == extreme else self._outside(criterion, here, path)
            if not pool.add(*found) and attempt:
                return None
            change = path.sign * self.nearby.costs(unit, *pool.pairs) - path.of_own(*pool.pairs)
            turned = turning_point(pool.star, pool.entries, pool.reduced, change, path.start.w, path.most)
            here = path.turn(turned[0], turned[1], [side[turned[2]] for side in pool.pairs])
        return None

    def _outside(self, criterion: str, here: int, path: Path) -> tuple[int, Pairing | None] | None:
        """The end, where it is one: an optimum one step further is cheaper than the pairing."""
        outside = here + path.sign
        variant = with_weights(self.problem, {criterion: outside})
        known = [self.own, self.pool.star.changed(self.own, *path.coming)]
        nearest = min(known, key=lambda pairs: int(self.nearby.costs(variant, *pairs).sum()))
        face = self.nearby.face(variant, path.duals(outside), nearest)
        other = self._keeping_most(variant, face)
        ours = sum(variant.costs_by_criterion(self.pairing.pairs, self.pairing.byes).values())
        return (here, other) if other.optimal and other.cost < ours else None

    def _keeping_most(self, variant: RoundProblem, face: Remaining) -> Pairing:
        """The cheapest pairing of a face, of those the one with most boards of the pairing."""
        tier = variant.tiers[-1] + 1
        return without_tier(
            solve_among(with_kept_boards(variant, self.pairing.pairs, tier), face, self.options), tier
        )


@dataclass(slots=True, eq=False)
class Path:
    """Duals along the weights from the profile's own, in the direction `sign`, for `most` steps at most.

    `start` are those at the own weight, `moved` what changes in them up to `step`, besides what makes up for the
    pairing's own `amount` in the criterion; `coming` are the pairs that come in there.
    """

    start: DualPoint
    own: int
    sign: int
    most: int
    amount: Ints
    pairs: tuple[Ints, Ints]
    step: float = field(init=False)
    moved: DualPoint | None = field(init=False, default=None)
    coming: Sequence[Ints] = field(init=False, default=(EMPTY, EMPTY))
    half: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.step = float(self.most)
        self.half = np.zeros(len(self.start.y))
        for end in self.pairs:
            self.half[end] = self.sign * self.amount / 2

    def of_own(self, a: Ints, b: Ints) -> Floats:
        """What pairs take from the pairing's amount: half of it at each end."""
        return self.half[a] + self.half[b]

    def turn(self, step: float, moved: DualPoint, coming: Sequence[Ints]) -> int:
        """Take over a turning point; the last whole weight up to it."""
        self.step, self.moved, self.coming = step, moved, coming
        return self.own + self.sign * min(int(step + 1e-6), self.most)

    def duals(self, weight: int) -> DualPoint:
        """The duals at a weight; beyond the turning point those of it, with the pairing's pairs still at 0."""
        apart = abs(weight - self.own)
        y, w = self.start.y + apart * self.half, self.start.w
        if self.moved is not None:
            share = min(apart / self.step, 1.0) if self.step else 1.0
            y, w = y + share * self.moved.y, w + share * self.moved.w
        return DualPoint(y, w)


@dataclass(slots=True, eq=False)
class Pool:
    """Pairs outside a pairing that can end its interval, with their entries and reduced costs at the own weight."""

    nearby: Nearby
    own: tuple[Ints, Ints]
    star: Star
    pairs: tuple[Ints, Ints] = (EMPTY, EMPTY)
    entries: Entries = NO_ENTRIES
    reduced: Floats = field(default_factory=lambda: np.zeros(0))

    def copy(self) -> Pool:
        """A pool that grows by itself."""
        return replace(self)

    def add(self, a: Ints, b: Ints, reduced: Ints) -> bool:
        """Add those of the pairs that are new, a few of least reduced cost a vertex; whether there are any."""
        keep = least_per_vertex(a, b, reduced, PAIRS)
        a, b = a[keep], b[keep]
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
