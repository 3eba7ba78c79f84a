"""Lines of other programs, answered side by side by several workers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

from ...desk.engine_lines import (
    EngineCancel,
    EngineError,
    Head,
    Id,
    answer,
    players_in,
    read_line,
    with_id,
    written,
    wrong_input,
)
from ...desk.failures import failure_of
from ...model.errors import InputError, McMahonError, Problem
from .workers import Limits, OverLimitError, Worker

MOST_WAITING, MOST_HELD = 1000, 256 * 2**20  # lines that are read ahead, and their bytes
LARGEST_LINE = 64 * 2**20
MOST_PLAYERS = 20_000
SEARCHED = 0.9  # part of a request's time that its search may take; the rest is for reading, judging and writing

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
    """Several workers, with what one request may take; `say` is called with one answer at a time, by any thread."""

    size: int
    say: Say
    players: int = MOST_PLAYERS
    limits: Limits = field(default_factory=Limits)
    _waiting: SimpleQueue[_Asked | None] = field(default_factory=SimpleQueue)
    _asked: set[_Asked] = field(default_factory=set)
    _held: int = 0
    _workers: list[Worker] = field(default_factory=list)
    _threads: list[threading.Thread] = field(default_factory=list)
    _lock: Any = field(default_factory=threading.Condition)
    speaking: Any = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._workers = [Worker(self.limits) for _ in range(self.size)]
        self._threads = [threading.Thread(target=self._serve, args=(one,), daemon=True) for one in self._workers]
        for thread in self._threads:
            thread.start()

    def take(self, line: bytes, number: int) -> None:
        """A line, with its number: a request waits for its turn, a cancel is heeded at once."""
        head = read_line(line, Head)
        if isinstance(head, EngineError):
            self._tell(None, written(head, number))
        elif head.cancel is not None:
            cancel = read_line(line, EngineCancel)
            if isinstance(cancel, EngineError):
                self._tell(head.id, written(cancel, number))
            else:
                self._cancel(head.cancel)
        else:
            self._hand_on(_Asked(head.id, number, line))

    def _hand_on(self, asked: _Asked) -> None:
        """Let a request wait for a worker, unless it has too many players."""
        found = players_in(asked.line)
        if found > self.players:
            expected = f"at most {self.players:,}; --players allows more"
            problem = Problem("too many:", "players", value=f"{found:,}", expected=expected)
            self._tell(asked.id, written(wrong_input(InputError([problem])), asked.number))
            return
        with self._lock:
            self._lock.wait_for(lambda: self._has_room(len(asked.line)))
            self._asked.add(asked)
            self._held += len(asked.line)
        self._waiting.put(asked)

    def _has_room(self, size: int) -> bool:
        return not self._asked or (len(self._asked) < MOST_WAITING and self._held + size <= MOST_HELD)

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
                self._held -= len(asked.line)
                self._lock.notify_all()

    def _answer(self, worker: Worker, asked: _Asked) -> bytes:
        if asked.cancelled:
            return written(EngineError("cancelled", ("cancelled before it was begun",)), asked.number)
        try:
            searched = SEARCHED * self.limits.seconds
            said: bytes = worker.run_as(asked.ticket, answer, asked.line, asked.number, searched)
        except OverLimitError as error:
            why = f"{error}; --{error.limit} allows more"
            return written(EngineError("no answer", (why,)), asked.number)
        except McMahonError as error:
            return written(EngineError("failed", failure_of(error).lines), asked.number)
        return said

    def _tell(self, own: Id, said: bytes) -> None:
        with self.speaking:
            self.say(with_id(own, said))
