"""The second opinion: CP-SAT is asked for the least cost of a round that the matching engine has solved.

It is asked in a process of its own, which may die, hang or take all memory: the round is drawn all the same. The
process loads OR-Tools while the matching engine still works, stays for later questions, and ends after the question at
hand when the program that started it has ended.
"""

from __future__ import annotations

import math
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..model.errors import McMahonError
from ..model.pairing.pairing import ByCpSat, Pairing
from ..model.pairing.round_problem import IndexPair, RoundProblem
from .clock import Clock
from .cpsat.run import new_model
from .cpsat.solving import ModelAnswer, solve_model
from .engine import Options, solve
from .formulation.costs import TierName

#: Pairs of everybody with everybody, up to which an opinion takes about a second: 265 players.
MOST_PAIRS = 35_000
#: Units of deterministic time for all tiers together. Rounds of 250 players take up to 0.03; one unit is about ten
#: seconds of a slow search.
EFFORT = 0.5


@dataclass(frozen=True, slots=True)
class Cheaper:
    """Boards that CP-SAT holds to be legal and cheaper than the round it was asked about; the judge decides."""

    pairs: tuple[IndexPair, ...]
    byes: tuple[int, ...]
    values: Mapping[TierName, int]


def too_great(problem: RoundProblem) -> str:
    """Why no opinion is asked for a round of this size; empty if one is."""
    pairs = len(problem) * (len(problem) - 1) // 2
    return f"the round has more than {MOST_PAIRS:,} pairs" if pairs > MOST_PAIRS else ""


def answer_about(problem: RoundProblem, pairing: Pairing, effort: float = EFFORT) -> ModelAnswer:
    """The least cost by CP-SAT, without the lottery, with rows of the certificate; strict if no rule is broken."""
    own = problem.as_proven(pairing.breaches)
    return solve_model(
        own, list(known_values(problem, pairing)), Clock(math.inf, effort=effort), pairing.certificate, effort
    )


def known_values(problem: RoundProblem, pairing: Pairing) -> dict[TierName, int]:
    """What the pairing costs in each tier, breaches of relaxed rules first if there are any."""
    values: dict[TierName, int] = {"breaches": pairing.breaches} if pairing.breaches else {}
    return values | {tier.tier: tier.cost for tier in pairing.tiers}


def opinion(answer: ModelAnswer, problem: RoundProblem, pairing: Pairing) -> ByCpSat | Cheaper:
    """What an answer says of the pairing: that none costs less, that one does, or why it says nothing."""
    if answer.infeasible:
        return ByCpSat(why="it finds no legal round, although there is one")
    for name, known in known_values(problem, pairing).items():
        value, bound = answer.values.get(name), answer.bounds.get(name)
        if bound is not None and bound > known:
            return ByCpSat(why=f"it says that no round costs less than {bound:,}, but this one costs {known:,}")
        if value is not None and value < known and answer.pairs is not None:
            return Cheaper(answer.pairs, answer.byes, answer.values)
        if value is None or value != bound:
            tier = f" in tier {name}" if len(pairing.tiers) > 1 or pairing.breaches else ""
            return ByCpSat(why=f"it did not settle the cost{tier} within its effort")
    return ByCpSat(agrees=True, pairs=answer.variables, odd_sets=answer.rows)


BETWEEN = 0.02  # seconds between two looks at the clock
NICE = 10  # for opinions in the background

#: A problem, its pairing by the matching engine (None: it is to be solved first), and the effort.
Question = tuple[RoundProblem, Pairing | None, float]
Reply = tuple[Pairing, ModelAnswer]


class NoOpinionError(Exception):
    """There is no answer; the text says why."""


class OpinionProcess:
    """A process that answers one question at a time. It is started by the first one, or beforehand by `start`."""

    def __init__(self, in_background: bool = False) -> None:
        self._in_background = in_background
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start the process if it does not run, so that it can load OR-Tools meanwhile. Raises NoOpinionError."""
        with self._lock:
            self._start()

    def _start(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        if not sys.executable:
            raise NoOpinionError("its process cannot be started: this program has no interpreter of its own")
        code = "import sys; from mcmahon.solver.opinion import serve; serve(int(sys.argv[1]))"
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", code, str(NICE if self._in_background else 0)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": paths},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )  # fmt: skip
        except OSError as error:
            raise NoOpinionError(f"its process cannot be started: {error.strerror}") from None

    def ask(self, problem: RoundProblem, pairing: Pairing | None, clock: Clock, effort: float = EFFORT) -> Reply:
        """The answer about a pairing, by default the matching engine's, until the clock ends. Raises NoOpinionError."""
        while not self._lock.acquire(timeout=BETWEEN):
            _check(clock)
        try:
            self._start()
            said = self._said((problem, pairing, effort), clock)
        except BaseException:  # whatever it would still say belongs to no later question
            self.end()
            raise
        finally:
            self._lock.release()
        if isinstance(said, str):
            raise NoOpinionError(said)
        return pairing or said[0], said[1]

    def _said(self, question: Question, clock: Clock) -> Any:
        """What the process says to a question: an answer, or why there is none. Raises NoOpinionError."""
        process, said = self._process, list[Any]()
        assert process is not None
        thread = threading.Thread(target=_talk, args=(process, question, said), daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(BETWEEN)
            if thread.is_alive():
                _check(clock)
        if not said:
            with suppress(subprocess.TimeoutExpired):
                raise NoOpinionError(f"its process has ended ({_ended(process.wait(1))})")
            raise NoOpinionError("its answer could not be read")
        return said[0]

    def end(self) -> None:
        """End the process, whatever it does; the next question starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # what was not sent any more
                    if pipe is not None:
                        pipe.close()


def _check(clock: Clock) -> None:
    """Raise NoOpinionError if a clock has ended."""
    if clock.expired():
        raise NoOpinionError("the search was stopped" if clock.stopped else "the time was up")


def _ended(code: int) -> str:
    """How a process ended."""
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _talk(process: subprocess.Popen[bytes], question: Question, said: list[Any]) -> None:
    """Send a question and wait for the answer; nothing is said if the process ends before."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(Exception):  # whatever it is: there is no answer
        pickle.dump(question, process.stdin)
        process.stdin.flush()
        said.append(pickle.load(process.stdout))


def serve(nice: int) -> None:
    """Answer questions from standard input until it ends: the whole of the other process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that asks
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is no answer
    with suppress(ImportError):  # the answer says so
        new_model()  # loads OR-Tools while the other program still draws
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            pickle.dump(_answer(pickle.load(sys.stdin.buffer)), out)
            out.flush()


def _answer(question: Question) -> tuple[Pairing | None, ModelAnswer] | str:
    """The answer to a question, or why there is none: a fault of a solver must never stop a congress."""
    problem, pairing, effort = question
    try:
        own = pairing or solve(problem, Options(lottery=False))
        return None if pairing else own, answer_about(problem, own, effort)
    except ImportError as error:
        return f"OR-Tools cannot be loaded: {error}"
    except MemoryError:
        return "there was not enough memory for it"
    except McMahonError as error:
        return str(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


_KEPT = OpinionProcess()


def kept_process() -> OpinionProcess:
    """The one process that this program keeps for the rounds it draws."""
    return _KEPT
