"""Faults of processes: what dies, sleeps, or has too little of something."""

from __future__ import annotations

import os
import resource
import signal
import time
from contextlib import suppress
from pathlib import Path

from .crowd import Crowd
from .hall import Hall
from .people import NextRound
from .under_fault import memory

MB = 2**20
#: Signals that end a process; what is ignored here, as under `nohup`, is ignored by those that are started, too.
HEARD = [
    signal.SIGKILL,
    *(one for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT) if signal.getsignal(one) is not signal.SIG_IGN),
]


def server_killed(hall: Hall, crowd: Crowd) -> None:
    """kill -9 of the desk among the answers."""
    _ended(hall, crowd, signal.SIGKILL)


def server_ended(hall: Hall, crowd: Crowd) -> None:
    """The desk is told to end, its terminal is closed, or somebody presses Ctrl-C."""
    _ended(hall, crowd, hall.lot.choice(HEARD[1:]))


def _ended(hall: Hall, crowd: Crowd, how: signal.Signals) -> None:
    assert hall.server is not None
    crowd.start()
    hall.pause(0.0, 0.8)
    hall.ends(hall.server, how)
    crowd.wait()
    hall.opens()


def command_killed(hall: Hall, crowd: Crowd) -> None:
    """kill -9 of commands at a call that writes."""
    crowd.kills = hall.lot.randint(1, 45)
    crowd.act()


def command_interrupted(hall: Hall, crowd: Crowd) -> None:
    """A command is killed, ended, or stopped by Ctrl-C at any moment."""
    how = hall.lot.choice(HEARD)
    words = next((wish.words() for who, wish in crowd.wishes if who == "terminal"), ["standings", "DIR"])
    run = hall.begun(words)
    hall.pause(0.0, 0.4)
    run.send(how)
    hall.ended(run, words[0])
    crowd.act()


def draw_stopped(hall: Hall, crowd: Crowd) -> None:
    """Ctrl-C, or kill -9, in the middle of a draw in a terminal."""
    wish = NextRound(hall.played.number + 1)
    run = hall.begun(wish.words())
    hall.pause(0.0, 2.0)
    run.send(hall.lot.choice((signal.SIGINT, signal.SIGKILL, signal.SIGTERM)))
    said = hall.ended(run, "pair")
    hall.takes_back_draft(wish, said.answer)
    crowd.act()


def solver_killed(hall: Hall, crowd: Crowd) -> None:
    """The system kills the process that draws for the browser."""
    _drawn_while(hall, lambda worker: os.kill(worker, signal.SIGKILL))
    crowd.act()


def solver_without_memory(hall: Hall, crowd: Crowd) -> None:
    """The process that draws for the browser, or a command that draws, gets no more memory."""
    if hall.lot.random() < 0.5:
        wish = NextRound(hall.played.number + 1)
        said = hall.terminal(wish.words(), limits={"RLIMIT_AS": hall.lot.randint(1, 120) * MB})
        hall.takes_back_draft(wish, said.answer)
    else:
        more = hall.lot.randint(1, 40) * MB
        _drawn_while(hall, lambda worker: _limit(worker, memory(worker) + more))
    crowd.act()
    assert hall.server is not None
    for worker in children(hall.server.process.pid):  # so that the next draw has one with memory again
        with suppress(OSError):
            os.kill(worker, signal.SIGKILL)


def _drawn_while(hall: Hall, act) -> None:  # type: ignore[no-untyped-def]
    """Draw by the browser, and do something to the process that does it."""
    assert hall.server is not None
    wish = NextRound(hall.played.number + 1)
    crowd = Crowd(hall, [("browser", wish)])
    crowd.start()
    end = time.monotonic() + 10
    while not children(hall.server.process.pid) and time.monotonic() < end:
        time.sleep(0.02)
    hall.pause(0.1, 2.5)
    for worker in children(hall.server.process.pid):
        with suppress(OSError):
            act(worker)
    crowd.wait()
    hall.takes_back_draft(wish, crowd.said[0].answer)


def children(parent: int) -> list[int]:
    """The processes that a process has started and that work for it."""
    found = []
    for one in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            above = (one / "stat").read_text().rpartition(")")[2].split()[1]
            if int(above) == parent and b"spawn_main" in (one / "cmdline").read_bytes():
                found.append(int(one.name))
    return found


def _limit(process: int, most: int) -> None:
    resource.prlimit(process, resource.RLIMIT_AS, (most, most))


def asleep(hall: Hall, crowd: Crowd) -> None:
    """The laptop sleeps with its lid closed, and wakes up."""
    assert hall.server is not None
    crowd.start()
    hall.pause(0.0, 0.3)
    hall.server.process.send(signal.SIGSTOP)
    hall.pause(0.5, 2.0)
    hall.server.process.send(signal.SIGCONT)
    crowd.wait()


def lock_held(hall: Hall, crowd: Crowd) -> None:
    """A command falls asleep, perhaps while it has the lock, and goes on or is killed."""
    words = next((wish.words() for who, wish in crowd.wishes if who == "terminal"), ["standings", "DIR"])
    run = hall.begun(words)
    hall.pause(0.0, 0.4)
    run.send(signal.SIGSTOP)
    crowd.start()
    hall.pause(0.3, 1.5)
    run.send(hall.lot.choice((signal.SIGCONT, signal.SIGKILL)))
    hall.ended(run, words[0])
    crowd.wait()


def two_servers(hall: Hall, crowd: Crowd) -> None:
    """Two desks are open on the same folder, and people use both."""
    other = hall.open("state-2")
    hall.others = [other]
    crowd.ports = (hall.port, other.port)
    crowd.act()
    hall.ends(other, signal.SIGTERM)
    hall.others = []


def files_open(hall: Hall, crowd: Crowd) -> None:
    """The desk may have hardly one more file open."""
    assert hall.server is not None
    process = hall.server.process.pid
    before = resource.prlimit(process, resource.RLIMIT_NOFILE)
    now = len(list(Path(f"/proc/{process}/fd").iterdir()))
    resource.prlimit(process, resource.RLIMIT_NOFILE, (now + hall.lot.randint(0, 4), before[1]))
    crowd.start()
    hall.pause(0.5, 1.5)
    resource.prlimit(process, resource.RLIMIT_NOFILE, before)
    crowd.wait()
