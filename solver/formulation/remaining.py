"""What earlier tiers leave open for the next one."""

from __future__ import annotations

from dataclasses import dataclass, field

from .arrays import Ints, Mask
from .costs import TierName
from .side_rows import SideRowState

GREATEST_SUM = 2**60


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """An earlier tier that its duals did not settle: its costs add up to `total`, over pairs and excess of side rows.

    `cost` is of the pairs in play, less the `shift` of each of the two vertices, which keeps the numbers small.
    """

    name: TierName
    cost: Ints
    price: Ints
    total: int
    shift: Ints

    def unshifted(self, a: Ints, b: Ints, cost: Ints) -> tuple[list[int], list[int], int]:
        """Costs, prices and total for listed pairs as the tier had them, whose common divisors help CP-SAT a lot.

        They stay shifted where the sums would become too great for it.
        """
        whole, total = cost + self.shift[a] + self.shift[b], self.total + int(self.shift.sum())
        if max(total, int(whole.max(initial=0)) * (len(self.shift) + 1)) < GREATEST_SUM:
            cost, total_of = whole, total
        else:
            total_of = self.total
        return cost.tolist(), self.price.tolist(), total_of


@dataclass(slots=True, eq=False)
class Remaining:
    """What earlier tiers leave open: candidate pairs, tight sets, side rows, tiers with a gap; one pairing; cuts."""

    a: Ints
    b: Ints
    tight_sets: list[Mask]
    state: SideRowState
    levels: tuple[Level, ...]
    chosen: Ints
    initial_sets: list[Mask] = field(default_factory=list, kw_only=True)
