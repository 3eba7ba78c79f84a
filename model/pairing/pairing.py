"""The answer of an engine: a pairing, its cost, and how good it is proven to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .certificate import Certificate


@dataclass(frozen=True, slots=True)
class TierValue:
    """One tier of the profile: its number, what the pairing costs there, and a proven lower bound of it.

    The bound is for pairings that are optimal in the tiers before; 0 when one of those is not proven.
    """

    tier: int
    cost: int
    bound: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """Pairs and byes as indices of the problem's entrants.

    `cost` is the weighted sum over all tiers without hard rules, `bound` the sum of the tiers' bounds: equal when
    `optimal`. `tiers` has them one by one. `breaches` counts relaxed hard rules that are broken, the least possible
    number when `optimal`. `tie_proven` says that the seeded tie-break is proven too, so that the boards are the same on
    any machine. `certificate` proves the bounds; None when nothing was left to draw, or no bound was found in time.
    `settled` names the proven tiers (as the certificate does) where the duals leave a gap that CP-SAT has closed.
    `seconds` are those of the clock: `solve`, and `total` with the judge's.
    """

    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]
    cost: int
    bound: int
    tiers: tuple[TierValue, ...] = ()
    breaches: int = 0
    optimal: bool = True
    tie_proven: bool = True
    certificate: Certificate | None = field(default=None, compare=False, repr=False)
    closed_by_cp_sat: tuple[str, ...] = field(default=(), compare=False)
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)

    @property
    def status(self) -> Literal["optimal", "feasible"]:
        """`optimal` or `feasible`."""
        return "optimal" if self.optimal else "feasible"
