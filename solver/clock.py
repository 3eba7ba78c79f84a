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

    def within(self, seconds: float) -> Clock:
        """A clock that stops with this one, and earlier when so many seconds have passed."""
        return _Part(self, seconds)

    def beyond(self, seconds: float) -> Clock:
        """A clock of so many seconds from now, even when this one is over; it stops when somebody stops this one."""
        return _Grace(self, seconds)

    def left(self) -> float:
        """Seconds that remain."""
        return 0.0 if self._stopped else self._deadline - time.perf_counter()

    def over(self) -> bool:
        """Whether there is no time left."""
        return self.left() <= 0

    def run(self, solver: Any, model: Any) -> Any:
        """Solve, so that `stop` reaches the solver."""
        self._running = solver
        try:
            return solver.solve(model)
        finally:
            self._running = None


class _Part(Clock):
    """Part of another clock's time."""

    def __init__(self, whole: Clock, seconds: float) -> None:
        super().__init__(min(seconds, whole.left()))
        self._whole = whole

    @property
    def stopped(self) -> bool:
        """Whether somebody asked."""
        return self._whole.stopped

    def left(self) -> float:
        """Seconds that remain."""
        return min(super().left(), self._whole.left())

    def run(self, solver: Any, model: Any) -> Any:
        """Solve, so that `stop` reaches the solver."""
        return self._whole.run(solver, model)


class _Grace(_Part):
    """More time than another clock has."""

    def __init__(self, whole: Clock, seconds: float) -> None:
        Clock.__init__(self, seconds)
        self._whole = whole

    def left(self) -> float:
        """Seconds that remain."""
        return 0.0 if self.stopped else Clock.left(self)
