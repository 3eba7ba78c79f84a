"""The answer of an engine: a pairing, its cost, and how good it is proven to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Pairing:
    """Pairs and byes as indices of the problem's entrants.

    `cost` is the weighted sum without hard rules, `bound` a proven lower bound of it: equal when `optimal`.
    `breaches` counts relaxed hard rules that are broken, the least possible number when `optimal`.
    `tie_proven` says that the seeded tie-break is proven too, so that the boards are the same on any machine.
    """

    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]
    cost: int
    bound: int
    breaches: int = 0
    optimal: bool = True
    tie_proven: bool = True
    seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def status(self) -> str:
        """`optimal` or `feasible`."""
        return "optimal" if self.optimal else "feasible"
