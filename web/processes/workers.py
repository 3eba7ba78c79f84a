"""Long work in a process of its own, so that no page waits for a search: one thing at a time, which can be stopped.

The process is started when it is first needed, or a little before, and stays, with the solver loaded and the folders'
files known. Its jobs are functions of this module: they read the folder, compute, and commit, as a command in a
terminal does.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, TypeVar

from ...desk.all_verbs import verb_of
from ...desk.desk import Desk
from ...desk.failures import Failure, WorkError, failure_of
from ...desk.files.grids import Grid, grid_bytes
from ...desk.files.publish_pages import pages_folder, publish, site_place
from ...desk.options import Clock, Options, Progress
from ...desk.people.change_players import AddPlayer
from ...desk.people.new_tournament import NewTournament, create
from ...desk.people.register import Register, in_file
from ...desk.questions.explain_board import ExplainBoard, explain
from ...desk.rounds.draw_round import Draw
from ...desk.verb import DoneAnswer, Outcome, Request, build
from ...model.errors import McMahonError, NoAnswerError
from ...model.judging.violation import NoPairingError
from ...model.notes import note_texts

SECONDS = 60.0  # that a search takes at most, unless it is asked for more

BETWEEN = 0.15  # seconds between two words about a search
LOOK_EVERY = 0.25  # seconds between two looks at what a job has taken

Job = Callable[..., Any]
Value = TypeVar("Value")
Found = tuple[Value, tuple[str, ...]]  # by a use case, with its notes in sentences


class Superseded(NoAnswerError):
    """Something newer was asked for before this was begun or finished."""

    def __init__(self) -> None:
        super().__init__("something newer was asked for")


class OverLimitError(NoAnswerError):
    """A job has taken more than its limits allow, and its process was ended; `limit` names which."""

    def __init__(self, limit: str, line: str) -> None:
        super().__init__(line)
        self.limit = limit


@dataclass(frozen=True, slots=True)
class Limits:
    """What one job may take: seconds, and GB of memory that its process holds."""

    seconds: float = 600.0
    memory: float = 4.0

    def check(self, began: float, held: int) -> None:
        """Raises OverLimitError if a job that began then, in a process that holds so many bytes, is beyond them."""
        if monotonic() - began > self.seconds:
            raise OverLimitError("seconds", f"no answer within {self.seconds:g} seconds")
        if held > self.memory * 1e9:
            raise OverLimitError("memory", f"it takes more than {self.memory:g} GB of memory")


@dataclass(frozen=True, slots=True)
class Done:
    """The answer of a job, or the failure that it raised; `superseded`: something newer was asked for meanwhile."""

    value: Any = None
    failure: Failure | None = None
    superseded: bool = False


class Worker:
    """A process for jobs, used by threads of the server. With limits, a job beyond them is ended with its process."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits
        self._one_at_a_time, self._ending = threading.Lock(), threading.Lock()
        self._process: Any = None
        self._jobs: Connection | None = None
        self._stops: Connection | None = None
        self._newest: Counter[object] = Counter()
        self._tickets = count(1)
        self._open: dict[int, object] = {}  # what each job that runs or waits is about, by its ticket
        self._progress: tuple[object, Progress] | None = None
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether a job is being done."""
        return self._one_at_a_time.locked()

    def run(self, job: Job, subject: object, *args: Any) -> Any:
        """The answer of a job about a folder, or a line; it waits for those before it. Raises McMahonError."""
        return self.run_as(self.ticket(), job, subject, *args)

    def ticket(self) -> int:
        """A number for the next job, by which it can be stopped at any time, even before it has begun."""
        return next(self._tickets)

    def run_as(
        self, ticket: int, job: Job, subject: object, *args: Any, wanted: Callable[[], bool] = lambda: True
    ) -> Any:
        """The answer of a job with a number of its own. Raises McMahonError, Superseded if it is `wanted` no more."""
        self._open[ticket] = subject
        try:
            with self._one_at_a_time:
                if not wanted():
                    raise Superseded
                return self._ask(ticket, job, (subject, *args))
        finally:
            del self._open[ticket]

    def run_newest(self, job: Job, subject: object, *args: Any) -> Any:
        """The answer of a job that stops all before it about the same. Raises Superseded if a newer one does so."""
        self._newest[subject] += 1
        own = self._newest[subject]
        self.stop_all(subject)
        answer = self.run_as(self.ticket(), job, subject, *args, wanted=lambda: own == self._newest[subject])
        if own != self._newest[subject]:
            raise Superseded
        return answer

    def stop(self, ticket: int) -> None:
        """Let the search of a job end with the best it has, or end at once if it has not begun yet."""
        stops = self._stops
        if stops is not None:
            with suppress(OSError):
                stops.send(ticket)

    def stop_all(self, subject: object) -> None:
        """Stop every job about this, and none about something else."""
        for ticket, own in list(self._open.items()):
            if own == subject:
                self.stop(ticket)

    def progress(self, subject: object) -> Progress | None:
        """How far the search about this has come; None if there is none, or nothing is known of it."""
        found = self._progress
        return found[1] if found is not None and found[0] == subject else None

    def close(self) -> None:
        """End the process, for good: what runs ends without an answer, and what waits is not begun."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        with self._ending:  # a job that fails and a server that closes may both end it
            process, self._process = self._process, None
            self._jobs = self._stops = None
        if process is not None:
            process.terminate()
            process.join(2)
            process.kill()

    def _ask(self, ticket: int, job: Job, args: tuple[Any, ...]) -> Any:
        if self._closed:
            raise NoAnswerError("the desk is being closed")
        try:
            if self._process is None or not self._process.is_alive():
                self._start()
            jobs, began = self._jobs, monotonic()
            assert jobs is not None
            jobs.send((ticket, job, args))
            while isinstance(done := self._heard(jobs, began), Progress):
                self._progress = args[0], done
            self._end_if_large()
        except OverLimitError:
            self._end()
            raise
        except (EOFError, OSError):
            self._end()
            raise NoAnswerError("the search has ended without an answer; try again") from None
        finally:
            self._progress = None
        assert isinstance(done, Done)
        if done.superseded:
            raise Superseded
        if done.failure is not None:
            raise WorkError(done.failure)
        return done.value

    def _heard(self, jobs: Connection, began: float) -> Any:
        """What the process says next. Raises OverLimitError, EOFError."""
        if self._limits is not None:
            self._limits.check(began, self._held())
            while not jobs.poll(LOOK_EVERY):
                self._limits.check(began, self._held())
        return jobs.recv()

    def _held(self) -> int:
        """The bytes of memory that the process holds; 0 if it is gone."""
        import psutil

        try:
            held: int = psutil.Process(self._process.pid).memory_info().rss
        except psutil.Error:
            return 0
        return held

    def _end_if_large(self) -> None:
        """End a process that has kept much memory, which would count as the next job's."""
        if self._limits is not None and self._held() > self._limits.memory * 1e9 / 2:
            self._end()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._jobs, jobs = context.Pipe()
        self._stops, stops = context.Pipe()
        self._process = context.Process(target=_work, args=(jobs, stops), daemon=True)
        self._process.start()
        jobs.close()
        stops.close()
        self._jobs.recv()  # it has loaded its modules: the time of a job begins


def _work(jobs: Connection, stops: Connection) -> None:
    """Answer jobs until the server is gone, however it went; a stop is for the job with its number alone."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's
    running: dict[int, Clock] = {}
    stopped: set[int] = set()
    threading.Thread(target=_listen, args=(stops, running, stopped), daemon=True).start()
    with suppress(EOFError, OSError):
        jobs.send("ready")
        while True:
            ticket, job, args = jobs.recv()
            running[ticket] = clock = Clock(SECONDS, _teller(jobs))
            if ticket in stopped:
                clock.stop()
            answer = answered(job, Options(clock=clock), args)
            running.clear()
            stopped.discard(ticket)
            jobs.send(answer)


def _listen(stops: Connection, running: dict[int, Clock], stopped: set[int]) -> None:
    with suppress(EOFError, OSError):
        while True:
            ticket = stops.recv()
            stopped.add(ticket)
            if clock := running.get(ticket):
                clock.stop()
    os._exit(0)  # the server was closed or killed: nobody waits for what is searched


def answered(job: Job, options: Options, args: tuple[Any, ...]) -> Done:
    """What a job answers or raises."""
    try:
        return Done(job(options, *args))
    except Superseded:
        return Done(superseded=True)
    except Exception as error:  # the process goes on with the next job
        if not isinstance(error, McMahonError | OSError | MemoryError):
            traceback.print_exc()
        return Done(failure=failure_of(error))


def _teller(jobs: Connection) -> Callable[[Progress], None]:
    """Sends on how far a search has come, a few times a second; the first word of a tier at once."""
    last = [("", 0.0)]

    def tell(progress: Progress) -> None:
        tier, time = last[0]
        if progress.tier != tier or monotonic() - time > BETWEEN:
            last[0] = progress.tier, monotonic()
            jobs.send(progress)

    return tell


def carry_out(options: Options, path: Path, asked: Request, command: str) -> DoneAnswer:
    """Do what is asked for in a folder; a round without a legal pairing names its players."""
    verb, desk = verb_of(asked), Desk(path)
    try:
        return verb.answer(desk.carry_out(verb, asked, command, options.clock))
    except NoPairingError as error:
        raise WorkError(failure_of(error, desk.read().tournament)) from None


def get_ready(options: Options, _: str) -> None:
    """Draw and explain a round of a few players, which loads all that this needs: so the first draw takes no longer."""
    with TemporaryDirectory() as place:
        desk = Desk(Path(place) / "ready")
        create(desk, build(NewTournament, name="ready", rounds=1), "new")
        for name in "abcd":
            carry_out(options, desk.path, build(AddPlayer, name=name, rank="1d"), "add")
        carry_out(options, desk.path, build(Draw), "draw")
        find(options, desk.path, explain, build(ExplainBoard, player="a"))


def find(options: Options, path: Path, question: Callable[..., Outcome[Value]], *asked: object) -> Found[Value]:
    """What a use case finds in a folder, and its notes in sentences."""
    outcome = question(Desk(path).read(), *asked, options=options)
    return outcome.value, tuple(note_texts(outcome.notes, outcome.state.tournament))


def find_whole(options: Options, path: Path, question: Callable[..., Outcome[Value]], *asked: object) -> Found[Value]:
    """The same of a search that is worth nothing where it was stopped. Raises Superseded."""
    found = find(options, path, question, *asked)
    if options.clock is not None and options.clock.stopped:
        raise Superseded
    return found


def read_list(_: Options, asked: Register, data: bytes, name: str) -> Register:
    """The list of players in a file that somebody has sent."""
    return in_file(asked, data, name)


def table_file(_: Options, path: Path, grid: Grid, ending: str) -> bytes:
    """A table in a format for which pandas is loaded."""
    return grid_bytes(grid, ending)


def write_pages(_: Options, path: Path, place: str) -> int:
    """Write the web pages of a folder into a place, or into its own if that is blank; how many files there are."""
    target = pages_folder(path, site_place(place) if place else None)
    return len(publish(Desk(path).read(), target, path).value.files)
