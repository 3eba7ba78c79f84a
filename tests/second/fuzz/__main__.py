"""Damaged inputs for every reader, form and route of the API: none may end in anything but an answer in plain words.

PYTHONPATH=tests python -m second.fuzz ROWS.csv [--inputs 10000000] [--cpu-hours 10] [--only NAME]
PYTHONPATH=tests python -m second.fuzz --again NAME BATCH.INPUT

A fault is an exception that is not one of the program's own, an error in Python's words, more than 5 seconds of
processor time, or more than 1 GB of memory. Each batch runs in a process of its own (Linux and macOS) and is made from
its number: `--again` repeats an input of it. Inputs that lead somewhere new are damaged further in the rest of it.
"""

from __future__ import annotations

import argparse
import faulthandler
import multiprocessing
import os
import re
import resource
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Sequence
from ctypes import c_int64
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawValue
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Protocol

import psutil
from mcmahon.desk.failures import failure_of
from mcmahon.model.errors import McMahonError

from ..batches import Batches, run_batches, total
from .readers import readers
from .requests import prepare, sites

SECONDS, MEMORY = 5, 2**30  # of one input: processor time; bytes of the process, the program itself among them
STUCK = 300  # seconds without a new input after which a process waits for something that will not come
COUNTED = ("inputs", "answered", "refused", "kinds", "faults")
MOST_TOLD = 5
#: What Python says of its own faults, and nobody else.
PYTHON = re.compile(
    r"object (at 0x|is|has|does|of type)|<class |Traceback|NoneType|invalid literal|could not convert|unhashable"
    r"|not subscriptable|has no attribute|setting an array|inhomogeneous|positional argument|unpack|codec can't"
)


class Session(Protocol):
    """The inputs of a batch."""

    def make(self, rng: Random) -> Any:
        """The next input."""

    def take(self, given: Any) -> str:
        """Hand it over: in words, what came of it. Raises McMahonError; anything else is a fault."""

    def keep(self, given: Any) -> None:
        """It led somewhere new: others are made from it."""


class Target(Protocol):
    """What takes inputs."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def inputs(self) -> int:
        """The size of a batch."""

    def begin(self, batch: int) -> Session:
        """The inputs of a batch."""


@dataclass(slots=True)
class Found:
    """What a batch has found: counts, and the faults by what they are, each with its first input."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: dict[str, str] = field(default_factory=dict)

    def fault(self, what: str, where: str) -> None:
        """A fault of the program."""
        self.counts["faults"] += 1
        self.faults.setdefault(what, where)

    def row(self) -> dict[str, object]:
        """As a row of the file."""
        told = [f"{where}: {what}" for what, where in self.faults.items()][:MOST_TOLD]
        return {name: self.counts[name] for name in COUNTED} | {"told": "\n".join(told)}


def kind_of(error: BaseException) -> str:
    """What an error is and where it comes from: the last file and line of it."""
    places = traceback.extract_tb(error.__traceback__, -1) if error.__traceback__ else []
    at = f"{Path(places[-1].filename).name}:{places[-1].lineno}" if places else ""
    return f"{type(error).__name__} at {at}"


def play(target: Target, batch: int, at: Any, last: int | None = None) -> Found:
    """The inputs of a batch, or those up to one; `at` says which one it is now."""
    rng, found, kinds = Random(f"{target.name} {batch}"), Found(), set()
    session = target.begin(batch)
    for number in range(target.inputs if last is None else last + 1):
        given, at.value, what = session.make(rng), number, "answered"
        if number == last:
            print(repr(given))
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            kind = session.take(given)
        except McMahonError as error:
            said = "\n".join(failure_of(error).lines)
            what, kind = "refused", kind_of(error) + "".join(re.findall(r"[a-z ]{5,}", said[:200]))
            if not said.strip() or PYTHON.search(said):
                found.fault(f"not in plain words: {kind}: {said[:200]!r}", f"{target.name} {batch}.{number}")
        except Exception as error:
            kind = kind_of(error)
            found.fault(f"{kind}: {str(error)[:200]!r}", f"{target.name} {batch}.{number}")
            if number == last:
                traceback.print_exception(error)
        signal.setitimer(signal.ITIMER_PROF, 0)
        found.counts.update(("inputs", what))
        if kind not in kinds:
            kinds.add(kind)
            session.keep(given)
        if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 > MEMORY:
            found.fault("more than 1 GB of memory", f"{target.name} {batch}.{number}")
            break
    found.counts["kinds"] = len(kinds)
    return found


def _child(target: Target, batch: int, at: Any, place: str, answer: Connection) -> None:
    """A batch in this process, which writes nowhere but in its place, and reaches no network."""
    most = psutil.Process().memory_info().vms + 3 * MEMORY  # libraries reserve addresses that they never use
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    faulthandler.register(signal.SIGPROF, all_threads=True, chain=True)
    confine(place)
    answer.send(play(target, batch, at))


def confine(place: str) -> None:
    """Refuse what goes out of a folder: files written, programs begun, machines asked."""
    os.environ.update(HOME=place, XDG_STATE_HOME=place, TMPDIR=place)
    tempfile.tempdir = place
    os.chdir(place)

    def look(event: str, values: tuple[Any, ...]) -> None:
        if event in ("socket.connect", "socket.getaddrinfo", "subprocess.Popen", "os.system"):
            raise PermissionError(13, f"not while damaged inputs are tried: {event}")
        writes = event in _WRITING or (event == "open" and isinstance(values[2], int) and values[2] & _TO_WRITE)
        for path in values[:2] if writes and event != "open" else values[:1] if writes else ():
            if isinstance(path, str | bytes | os.PathLike):
                real = os.path.realpath(os.fsdecode(path))
                if not real.startswith(place + os.sep) and real not in (place, os.devnull):
                    raise PermissionError(13, "not while damaged inputs are tried", real)

    sys.addaudithook(look)


_TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_WRITING = ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod")


def a_batch(target: Target, batch: int) -> Found:
    """A batch in a process of its own; what ends that process is a fault, too."""
    at = RawValue(c_int64)
    context = multiprocessing.get_context("fork")
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=memory) as place:
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=_child, args=(target, batch, at, os.path.realpath(place), there), daemon=True)
        process.start()
        there.close()
        before = -1
        while not here.poll(STUCK) and process.is_alive() and before != at.value:
            before = at.value
        try:
            found: Found = here.recv() if here.poll() else Found()
        except EOFError:
            found = Found()
        if not found.counts:
            process.kill()
            process.join()
            found.counts["inputs"] = at.value + 1
            slow = {-signal.SIGPROF: f"more than {SECONDS} s of processor time", -signal.SIGKILL: "it waits for ever"}
            code = process.exitcode or 0
            found.fault(slow.get(code, f"the process ended with {code}"), f"{target.name} {batch}.{at.value}")
        process.join()
    return found


def batches_of(targets: Sequence[Target]) -> Batches:
    """Batches for all targets in turn."""

    def run(batch: int) -> dict[str, object]:
        target = targets[batch % len(targets)]
        return {"target": target.name} | a_batch(target, batch).row()

    return Batches(("target", *COUNTED, "told"), run)


def main(words: Sequence[str] | None = None) -> int:
    """Go on with a file of rows, and print what it says; 1 where there is a fault."""
    assert __doc__
    parser = argparse.ArgumentParser(prog="PYTHONPATH=tests python -m second.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("rows", type=Path, nargs="?", help="the file of rows, one for a batch; goes on where it ends")
    parser.add_argument("--inputs", type=int, default=10_000_000, help="inputs in all")
    parser.add_argument("--cpu-hours", type=float, default=10.0, help="processor time to use now at most")
    parser.add_argument("--only", default="", metavar="NAME", help="batches of this target alone")
    parser.add_argument("--again", nargs=2, metavar=("NAME", "BATCH.INPUT"), help="repeat an input, and show it")
    asked = parser.parse_args(words)
    known: list[Target] = [*readers(), *sites()]
    targets = [one for one in known if asked.only in ("", one.name)]
    if asked.again:
        name, number = asked.again
        batch, _, last = number.partition(".")
        with tempfile.TemporaryDirectory() as place:
            confine(os.path.realpath(place))
            faulthandler.register(signal.SIGPROF, all_threads=True, chain=True)
            play(next(one for one in targets if one.name == name), int(batch), SimpleNamespace(value=0), int(last))
        return 0
    prepare()
    rows = run_batches(asked.rows, batches_of(targets), range(asked.inputs), asked.cpu_hours, ("inputs", asked.inputs))
    print(report(rows))
    return 1 if total(rows, "faults") else 0


def report(rows: Sequence[dict[str, str]]) -> str:
    """What the rows say, a line for each target, and the first input of each fault."""
    lines = [f"{'':24}{'inputs':>12}{'answered':>12}{'refused':>12}{'faults':>8}{'a second':>10}"]
    names = sorted({row["target"] for row in rows})
    for name in (*names, ""):
        own = [row for row in rows if name in ("", row["target"])]
        sums = [total(own, column) for column in ("inputs", "answered", "refused", "faults", "cpu_seconds")]
        speed = sums[0] / sums[4] if sums[4] else 0
        lines.append(f"{name or 'all':24}{sums[0]:12,.0f}{sums[1]:12,.0f}{sums[2]:12,.0f}{sums[3]:8,.0f}{speed:10,.0f}")
    return "\n".join(lines + [row["told"] for row in rows if row["told"]])


if __name__ == "__main__":
    raise SystemExit(main())
