"""Processes of the program, forked from one that has loaded it."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from . import under_fault

#: What takes long to load, and is loaded once.
LOADED = [
    f"{__package__}.under_fault", f"{__package__}.day", "mcmahon.cli", "mcmahon.desk.rounds.next_round",
    "mcmahon.desk.rounds.results", "mcmahon.desk.rounds.boards", "mcmahon.desk.people.players", "mcmahon.desk.pages",
    "mcmahon.web.server", "mcmahon.web.app", "uvicorn", "uvicorn.protocols.http.auto", "filelock", "tomlkit",
    "mcmahon.io.registrations.updating", "mcmahon.cli.desk", "mcmahon.cli.rounds", "mcmahon.cli.draw",
]  # fmt: skip

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(LOADED)
_starting = threading.Lock()
_numbers = itertools.count(1)


class Started:
    """A command that runs; it prints into two files of a folder, or its errors into one that is given."""

    def __init__(
        self, words: Sequence[str], env: Mapping[str, str], place: Path, limits: Mapping[str, int], err: Path | None
    ) -> None:
        place.mkdir(exist_ok=True)
        number = next(_numbers)
        self._out, self._err = place / f"{number}.out", err or place / f"{number}.err"
        args = (list(words), dict(env), dict(limits), str(self._out), str(self._err))
        self._process = _context.Process(target=under_fault.run, args=args)
        with _starting:
            self._process.start()

    @property
    def pid(self) -> int:
        """Its number."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def out(self) -> str:
        """What it has printed so far."""
        return self._out.read_text(errors="replace") if self._out.exists() else ""

    @property
    def err(self) -> str:
        """Its notes and errors so far."""
        return self._err.read_text(errors="replace") if self._err.exists() else ""

    def send(self, what: signal.Signals) -> None:
        """Send it a signal, if it still runs."""
        if self.runs():
            os.kill(self.pid, what)

    def kill(self) -> None:
        """End it at once, and wait until it is gone."""
        self.send(signal.SIGKILL)
        self._process.join()

    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._process.is_alive()

    def wait(self, seconds: float) -> int | None:
        """Its exit code, negative for a signal; None where it still runs after that time."""
        self._process.join(seconds)
        return self._process.exitcode
