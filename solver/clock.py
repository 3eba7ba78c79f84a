"""The time limit of a search, which another thread or a signal can end early."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Progress:
    """The cost of the best pairing so far in a tier, and a bound that none is below; None: not known yet."""

    tier: str
    cost: int | None = None
    bound: int | None = None


@dataclass(slots=True)
class _Shared:
    """What a clock has in common with those made of it."""

    report: Callable[[Progress], None] | None
    effort: float
    stopped: bool = False
    running: Any = None


class Clock:
    """A deadline that `stop` can bring forward, from another thread or a signal handler.

    `report`, where it is given, is told how far the search has come; it never changes what is found. `effort` is what
    searches for plans may spend in all, in units of CP-SAT's deterministic time, which are the same on any machine.
    """

    def __init__(
        self, seconds: float, report: Callable[[Progress], None] | None = None, effort: float = math.inf
    ) -> None:
        self._deadline = time.perf_counter() + seconds
        self._shared = _Shared(report, effort)

    def stop(self) -> None:
        """End the search now; a running CP-SAT search returns its incumbent."""
        self._shared.stopped = True
        running = self._shared.running
        if running is not None:
            running.stop_search()

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._shared.stopped

    @property
    def reports(self) -> bool:
        """Whether anybody is told how far the search has come."""
        return self._shared.report is not None

    def limited_to(self, seconds: float) -> Clock:
        """A clock with the same deadline and `stop`, but at most so many seconds from now."""
        return self.grace(min(seconds, self._deadline - time.perf_counter()))

    def grace(self, seconds: float) -> Clock:
        """A clock of so many seconds from now, even when this one has expired; `stop` still ends it."""
        part = Clock(seconds)
        part._shared = self._shared
        return part

    def remaining(self) -> float:
        """Seconds until the deadline; 0 when stopped, below 0 when it has passed."""
        return 0.0 if self.stopped else self._deadline - time.perf_counter()

    def expired(self) -> bool:
        """Whether the deadline has passed or `stop` was called."""
        return self.remaining() <= 0

    @property
    def effort(self) -> float:
        """What searches for plans may still spend, in units of deterministic time; not below 0."""
        return max(self._shared.effort, 0.0)

    def spend(self, effort: float) -> None:
        """A search has taken so many units of deterministic time."""
        self._shared.effort -= effort

    def tell(self, tier: object, cost: int | None = None, bound: int | None = None) -> None:
        """Report how far the search has come."""
        if self._shared.report is not None:
            self._shared.report(Progress(str(tier), cost, bound))

    def run(self, solver: Any, model: Any, callback: Any = None) -> Any:
        """The status of `solver.solve(model)`, run so that `stop` can interrupt it."""
        self._shared.running = solver
        try:
            return solver.solve(model) if callback is None else solver.solve(model, callback)
        finally:
            self._shared.running = None
