"""The time limit of a search, which another thread or a signal can end early."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come in a tier: the cost of the best pairing so far, and a bound that none is below.

    None: not known yet.
    """

    tier: str
    cost: int | None = None
    bound: int | None = None


class Clock:
    """A deadline that `stop` can bring forward, from another thread or a signal handler.

    `report`, where it is given, is told how far the search has come; it never changes what is found. `effort` is what
    searches for plans may spend in all, in units of CP-SAT's deterministic time, which are the same on any machine.
    """

    def __init__(
        self, seconds: float, report: Callable[[Progress], None] | None = None, effort: float = math.inf
    ) -> None:
        self.report = report
        self._effort = effort
        self._deadline = time.perf_counter() + seconds
        self._stopped = False
        self._running: Any = None

    def stop(self) -> None:
        """End the search now; a running CP-SAT search returns its incumbent."""
        self._stopped = True
        running = self._running
        if running is not None:
            running.stop_search()

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped

    def limited_to(self, seconds: float) -> Clock:
        """A clock with the same deadline and `stop`, but at most so many seconds from now."""
        return _LimitedClock(self, seconds)

    def grace(self, seconds: float) -> Clock:
        """A clock of so many seconds from now, even when this one has expired; `stop` still ends it."""
        return _GraceClock(self, seconds)

    def remaining(self) -> float:
        """Seconds until the deadline; 0 when stopped, below 0 when it has passed."""
        return 0.0 if self._stopped else self._deadline - time.perf_counter()

    def expired(self) -> bool:
        """Whether the deadline has passed or `stop` was called."""
        return self.remaining() <= 0

    @property
    def effort(self) -> float:
        """What searches for plans may still spend, in units of deterministic time; not below 0."""
        return max(self._effort, 0.0)

    def spend(self, effort: float) -> None:
        """A search has taken so many units of deterministic time."""
        self._effort -= effort

    def tell(self, tier: object, cost: int | None = None, bound: int | None = None) -> None:
        """Report how far the search has come."""
        if self.report is not None:
            self.report(Progress(str(tier), cost, bound))

    def run(self, solver: Any, model: Any, callback: Any = None) -> Any:
        """The status of `solver.solve(model)`, run so that `stop` can interrupt it."""
        self._running = solver
        try:
            return solver.solve(model) if callback is None else solver.solve(model, callback)
        finally:
            self._running = None


class _LimitedClock(Clock):
    """A clock that ends with another one, or earlier."""

    def __init__(self, whole: Clock, seconds: float) -> None:
        super().__init__(min(seconds, whole.remaining()), whole.report)
        self._whole = whole

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called on the whole clock."""
        return self._whole.stopped

    def remaining(self) -> float:
        """Seconds until the earlier of the two deadlines."""
        return min(super().remaining(), self._whole.remaining())

    @property
    def effort(self) -> float:
        """What is left of the whole clock's."""
        return self._whole.effort

    def spend(self, effort: float) -> None:
        """It is spent of the whole clock's."""
        self._whole.spend(effort)

    def run(self, solver: Any, model: Any, callback: Any = None) -> Any:
        """The status of `solver.solve(model)`, run so that `stop` of the whole clock can interrupt it."""
        return self._whole.run(solver, model, callback)


class _GraceClock(_LimitedClock):
    """A clock with its own deadline, past that of another one, whose `stop` still ends it."""

    def __init__(self, whole: Clock, seconds: float) -> None:
        Clock.__init__(self, seconds, whole.report)
        self._whole = whole

    def remaining(self) -> float:
        """Seconds until its own deadline."""
        return 0.0 if self.stopped else Clock.remaining(self)
