"""Shares of trials in which something happened, with their intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist


@dataclass(frozen=True, slots=True)
class Share:
    """In how many trials something happened, with its interval; part of a trial where several share what happened."""

    count: float
    trials: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share itself."""
        return self.count / self.trials


def wilson(count: float, trials: int, level: float = 0.95) -> Share:
    """A share with its Wilson score interval (E. Wilson, JASA 22, 1927), which is right for few trials too."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    p, spread = count / trials, z * z / trials
    middle = (p + spread / 2) / (1 + spread)
    reach = math.sqrt(spread * (p * (1 - p) + spread / 4)) / (1 + spread)
    low = 0.0 if count == 0 else max(0.0, middle - reach)
    return Share(count, trials, low, 1.0 if count == trials else min(1.0, middle + reach))
