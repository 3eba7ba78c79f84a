"""Lines of other programs, answered side by side by several workers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Queue
from typing import Any

from ..desk.answers.engine import EngineError
from ..desk.engine import Id, answer, cancel_of, head_of, with_id, written
from .work import Worker, WorkError

MOST_WAITING = 1000  # lines that are read ahead
LARGEST_LINE = 64 * 2**20

Say = Callable[[bytes], None]


@dataclass(slots=True, eq=False)
class _Asked:
    """A line that is not answered yet, with the worker that has it and the number by which it can be stopped."""

    id: Id
    number: int
    line: bytes
    worker: Worker | None = None
    ticket: int = 0
    cancelled: bool = False


@dataclass(slots=True, eq=False)
class Pool:
    """Several workers. `say` is called with each answer, by any thread, for one answer at a time."""

    size: int
    say: Say
    _waiting: Queue[_Asked | None] = field(default_factory=lambda: Queue(MOST_WAITING))
    _asked: set[_Asked] = field(default_factory=set)
    _workers: list[Worker] = field(default_factory=list)
    _threads: list[threading.Thread] = field(default_factory=list)
    _lock: Any = field(default_factory=threading.Lock)
    speaking: Any = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._workers = [Worker() for _ in range(self.size)]
        self._threads = [threading.Thread(target=self._serve, args=(one,), daemon=True) for one in self._workers]
        for thread in self._threads:
            thread.start()

    def take(self, line: bytes, number: int) -> None:
        """A line, with its number: a request waits for its turn, a cancel is heeded at once."""
        head = head_of(line)
        if isinstance(head, EngineError):
            self._tell(None, written(head, number))
        elif head.cancel is not None:
            cancel = cancel_of(line)
            if isinstance(cancel, EngineError):
                self._tell(head.id, written(cancel, number))
            else:
                self._cancel(head.cancel)
        else:
            asked = _Asked(head.id, number, line)
            with self._lock:
                self._asked.add(asked)
            self._waiting.put(asked)

    def refuse(self, why: str, number: int) -> None:
        """Say of a line why it is not even read."""
        self._tell(None, written(EngineError("wrong input", (why,)), number))

    def finish(self) -> None:
        """Answer what waits, and end."""
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()
        self.close()

    def close(self) -> None:
        """End the workers; what waits is not answered."""
        for worker in self._workers:
            worker.close()

    def _cancel(self, own: Id) -> None:
        with self._lock:
            for asked in self._asked:
                if asked.id == own:
                    asked.cancelled = True
                    if asked.worker is not None:
                        asked.worker.stop(asked.ticket)

    def _serve(self, worker: Worker) -> None:
        while (asked := self._waiting.get()) is not None:
            with self._lock:
                asked.worker, asked.ticket = worker, worker.ticket()
            self._tell(asked.id, self._answer(worker, asked))
            with self._lock:
                self._asked.remove(asked)

    @staticmethod
    def _answer(worker: Worker, asked: _Asked) -> bytes:
        if asked.cancelled:
            return written(EngineError("cancelled", ("cancelled before it was begun",)), asked.number)
        try:
            said: bytes = worker.run_as(asked.ticket, answer, asked.line, asked.number)
        except WorkError as error:
            return written(EngineError("failed", tuple(error.lines)), asked.number)
        return said

    def _tell(self, own: Id, said: bytes) -> None:
        with self.speaking:
            self.say(with_id(own, said))
