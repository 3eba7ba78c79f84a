"""What solves of variants of one round hand on to the next: values of pairs, candidates."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ...model.pairing.criteria import CRITERIA
from ...model.pairing.round_problem import RoundProblem
from .arrays import EMPTY, Ints
from .costs import TierName
from .vertices import Vertices

#: What variants have in common; they differ in weights, tiers and kept boards.
COMMON = ("field", "barred", "forced", "forced_byes", "max_difference", "max_handicap", "relaxed", "limits")
#: Values kept, most of them a byte each.
MOST_VALUES = 400_000_000


@dataclass(slots=True, eq=False)
class Known:
    """What is known of the pairs of a round, whatever the weights: it saves time, and changes nothing that is found.

    `a`, `b` are the candidate pairs of the last search, in vertices.
    """

    problem: RoundProblem
    a: Ints = field(default_factory=EMPTY.copy)
    b: Ints = field(default_factory=EMPTY.copy)
    _values: dict[tuple[str, int, int], Ints] = field(default_factory=dict)
    _count: int = 0

    def suits(self, problem: RoundProblem, tier: TierName) -> bool:
        """Whether a problem is such a variant, and the tier one of its profile."""
        both = [(getattr(self.problem, name), getattr(problem, name)) for name in COMMON]
        same = all(one is other or (not isinstance(one, np.ndarray) and one == other) for one, other in both)
        of_criteria = type(problem).cost is RoundProblem.cost and not problem.counts
        return same and of_criteria and isinstance(tier, int)

    def costs(self, vertices: Vertices, tier: int, s: int, t: int) -> Ints:
        """The costs of the pairs between two stretches in a tier of a variant: sums of kept values."""
        problem = vertices.problem
        one, other = (vertices.who[slice(*vertices.stretches[k])] for k in (s, t))
        i, j = one[:, None], other[None, :]
        cost = np.zeros((len(one), len(other)), dtype=np.int64)
        for name, weight in problem.tier_weights(tier).items():
            value = self._values.get((name, s, t))
            if value is None:
                value = CRITERIA[name].pair(problem.field, i, j)
                value = value.astype(np.min_scalar_type(int(value.max(initial=0)))) if value.any() else EMPTY
                if self._count < MOST_VALUES:
                    self._values[name, s, t] = value
                    self._count += value.size
            if len(value):
                cost += np.multiply(value, weight, dtype=np.int64)
        for boards in problem.kept:
            if boards.tier == tier:
                cost += boards.cost(i, j)
        return cost
