"""Second opinions in the background: CP-SAT is asked about the round that is looked at, and nobody waits for it.

What it says is kept in memory, by the print of the problem, and never written: no revision changes under a page.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...desk.options import Clock
from ...desk.rounds.proof.proving import Stated
from ...desk.rounds.proof.standing_opinion import (
    OpinionProcess,
    StandingOpinion,
    opinion_key,
    opinion_on,
    stated_for_opinion,
)
from ...model.pairing.pairing import ByCpSat
from ...model.pairing.round_problem import fingerprint
from ...model.records.state import State

log = logging.getLogger("mcmahon.web")

SECONDS, EFFORT = 20.0, 2.0  # of one opinion: wall clock, and units of deterministic time
PAUSE = 1.0  # seconds before one is begun: somebody who only clicks through the pages starts nothing
MOST_KEPT = 200


@dataclass(slots=True, eq=False)
class Opinions:
    """The opinions that are known, and the one that is being asked for; of several the newest."""

    process: OpinionProcess = field(default_factory=lambda: OpinionProcess(in_background=True))
    _known: OrderedDict[str, StandingOpinion] = field(default_factory=OrderedDict)
    _wanted: tuple[str, State, Stated] | None = None
    _asked: str = ""  # the one that is being answered
    _clock: Clock | None = None
    _thread: threading.Thread | None = None
    _lock: Any = field(default_factory=threading.Lock)

    def known(self, state: State, number: int, folder: Path) -> StandingOpinion | None:
        """What is known of a round; None if nothing is yet."""
        key = opinion_key(state, number, folder)
        return self._known.get(key) if key else None

    def ask(self, state: State, number: int, folder: Path, busy: bool = False) -> tuple[StandingOpinion | None, bool]:
        """What is known of a round, and whether something will be: it is asked for now, unless a search is `busy`."""
        stated = stated_for_opinion(state, number, folder)
        key = fingerprint(stated.own.problem) if stated is not None else ""
        if stated is None or key in self._known or busy:
            return self._known.get(key), bool(key) and key not in self._known
        with self._lock:
            self._wanted = (key, state, stated) if key != self._asked else None
            if self._thread is None:
                self._thread = threading.Thread(target=self._answer, daemon=True)
                self._thread.start()
        return None, True

    def stop(self) -> None:
        """Let a draw have the machine: what is asked for is given up, until somebody looks at the round again."""
        with self._lock:
            self._wanted = None
            if self._clock is not None:
                self._clock.stop()

    def close(self) -> None:
        """End the process."""
        self.stop()
        self.process.end()

    def _answer(self) -> None:
        """Answer what is wanted until nothing is."""
        while True:
            time.sleep(PAUSE)
            with self._lock:
                if self._wanted is None:
                    self._thread, self._asked = None, ""
                    return
                (key, state, stated), self._wanted = self._wanted, None
                self._asked, self._clock = key, Clock(SECONDS)
                clock = self._clock
            try:
                found = opinion_on(state, stated, self.process, clock, EFFORT)
            except Exception as error:  # a fault of a solver must never stop a congress
                log.exception("a second opinion failed")
                found = StandingOpinion(ByCpSat(why=str(error)))
            with self._lock:
                self._asked = ""
                if not clock.stopped:
                    self._known[key] = found  # also that the time was up: no page asks again and again
                while len(self._known) > MOST_KEPT:
                    self._known.popitem(last=False)
