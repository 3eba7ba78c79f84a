"""What earlier tiers leave open for the next one: the data that define its feasible region."""

from __future__ import annotations

from dataclasses import dataclass, field

from .arrays import Ints, Mask
from .costs import TierName
from .side_rows import SideRowState

GREATEST_SUM = 2**60  # of the terms of one row in CP-SAT


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """The row "cost of an earlier tier = its optimum", needed where the dual bound of that tier left a gap.

    Σ `cost`·x + Σ `price`·excess = `total`, over the remaining pairs and the side rows. The costs are reduced by
    `shift` (a whole number for each vertex, subtracted for both ends of a pair), which keeps the numbers small.
    """

    name: TierName
    cost: Ints
    price: Ints
    total: int
    shift: Ints

    def unshifted(self, a: Ints, b: Ints, cost: Ints) -> tuple[list[int], list[int], int]:
        """Pair costs, excess prices and total without the shift: the common divisors of the original costs help CP-SAT.

        `cost` are the shifted costs of pairs a, b. They stay shifted where the sums would be too great for CP-SAT.
        """
        original, total = cost + self.shift[a] + self.shift[b], self.total + int(self.shift.sum())
        if max(total, int(original.max(initial=0)) * (len(self.shift) + 1)) < GREATEST_SUM:
            return original.tolist(), self.price.tolist(), total
        return cost.tolist(), self.price.tolist(), self.total


@dataclass(slots=True, eq=False)
class Remaining:
    """What earlier tiers leave open.

    Pairs `a`, `b`, sorted; `tight_sets`, odd sets that exactly one pair leaves; the `state` of the side rows; `levels`,
    the cost rows of tiers with a gap; `chosen`, the positions of the incumbent's pairs; `initial_sets`, odd sets whose
    rows the next tier starts with.
    """

    a: Ints
    b: Ints
    tight_sets: list[Mask]
    state: SideRowState
    levels: tuple[Level, ...]
    chosen: Ints
    initial_sets: list[Mask] = field(default_factory=list, kw_only=True)
