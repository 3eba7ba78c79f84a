"""A later tier: costs over the pairs that the tiers before leave open."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..parameters import DEFAULTS, Parameters
from .arrays import Ints
from .candidates import few_each
from .costs import TierName, pair_costs, tier_prices
from .duals import Duals, Part
from .remaining import Remaining
from .rows import Rows
from .vertices import Vertices


class ListedTier:
    """A tier over an explicit list of pairs: the optimal face of the tier before, with one pairing of it."""

    doubtful = False
    patient = True

    def __init__(
        self, name: TierName, vertices: Vertices, rows: Rows, remaining: Remaining, parameters: Parameters = DEFAULTS
    ) -> None:
        self.parameters = parameters
        self.name, self.vertices, self.rows = name, vertices, rows
        self.state = remaining.state.with_price(tier_prices(rows, name))
        self.seeds, self.equalities = remaining.seeds, remaining.equalities
        self.levels, self.chosen = remaining.levels, remaining.chosen
        cost = pair_costs(vertices, remaining.a, remaining.b, name)
        self.part = Part(remaining.a, remaining.b, cost, levels=[level.cost for level in remaining.levels])

    def parts(self, duals: Duals, limit: float, scale: int = 1) -> Iterator[Part]:
        """The one part."""
        yield self.part

    def start(self) -> tuple[Ints, Ints, Ints]:
        """All pairs when they are few, else the pairing at hand and the cheapest of every vertex."""
        a, b, cost = self.part.a, self.part.b, self.part.cost
        if len(cost) <= self.parameters.all_pairs_below * len(self.vertices):
            return a, b, cost
        keep = np.union1d(self.chosen, few_each(a, b, cost, self.parameters.later_candidates))
        return a[keep], b[keep], cost[keep]

    def costs(self, a: Ints, b: Ints) -> Ints:
        """The costs of listed pairs."""
        return self.part.cost[self._places(a, b)]

    def level_costs(self, a: Ints, b: Ints) -> list[Ints]:
        """What listed pairs cost in the levels before."""
        if not self.levels:
            return []
        at = self._places(a, b)
        return [level.cost[at] for level in self.levels]

    def _places(self, a: Ints, b: Ints) -> Ints:
        """Where listed pairs stand in the tier's list, which is in canonical order."""
        size = len(self.vertices) + 1
        return np.searchsorted(self.part.a * size + self.part.b, a * size + b)
