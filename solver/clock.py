"""How much time a search has: until a deadline, or until somebody asks for what there is."""

from __future__ import annotations

import time
from typing import Any


class Clock:
    """When to stop: at a deadline, or as soon as somebody asks for it, from another thread or a signal."""

    def __init__(self, seconds: float) -> None:
        self._deadline = time.perf_counter() + seconds
        self._stopped = False
        self._running: Any = None

    def stop(self) -> None:
        """Ask whatever is running to give the best it has."""
        self._stopped = True
        running = self._running
        if running is not None:
            running.stop_search()

    @property
    def stopped(self) -> bool:
        """Whether somebody asked."""
        return self._stopped

    def limited_to(self, seconds: float) -> Clock:
        """A clock that stops with this one, and earlier when so many seconds have passed."""
        return _LimitedClock(self, seconds)

    def grace(self, seconds: float) -> Clock:
        """A clock of so many seconds from now, even when this one is over; it stops when somebody stops this one."""
        return _GraceClock(self, seconds)

    def remaining(self) -> float:
        """Seconds that remain."""
        return 0.0 if self._stopped else self._deadline - time.perf_counter()

    def expired(self) -> bool:
        """Whether there is no time left."""
        return self.remaining() <= 0

    def run(self, solver: Any, model: Any) -> Any:
        """Solve, so that `stop` reaches the solver."""
        self._running = solver
        try:
            return solver.solve(model)
        finally:
            self._running = None


class _LimitedClock(Clock):
    """Part of another clock's time."""

    def __init__(self, whole: Clock, seconds: float) -> None:
        super().__init__(min(seconds, whole.remaining()))
        self._whole = whole

    @property
    def stopped(self) -> bool:
        """Whether somebody asked."""
        return self._whole.stopped

    def remaining(self) -> float:
        """Seconds that remain."""
        return min(super().remaining(), self._whole.remaining())

    def run(self, solver: Any, model: Any) -> Any:
        """Solve, so that `stop` reaches the solver."""
        return self._whole.run(solver, model)


class _GraceClock(_LimitedClock):
    """More time than another clock has."""

    def __init__(self, whole: Clock, seconds: float) -> None:
        Clock.__init__(self, seconds)
        self._whole = whole

    def remaining(self) -> float:
        """Seconds that remain."""
        return 0.0 if self.stopped else Clock.remaining(self)
