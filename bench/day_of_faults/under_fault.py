"""The program under a fault, in a process of its own.

The program itself has no hook for faults. Here its calls to the system are watched from outside: each that writes or
reads below a folder first looks into a file, which says what is broken right now. Workers that the program starts load
this module again, so that the same is broken for them.

Processes are forked from one that has loaded the program already: a thousand commands need not load it again. Each has
a number of its own, can be killed, and shares nothing with the others.
"""

from __future__ import annotations

import errno
import json
import os
import resource
import runpy
import signal
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Any

WATCHED, SAID = "DAY_OF_FAULTS_FOLDER", "DAY_OF_FAULTS_FILE"  # in the environment: the folder, and what is broken
WRITES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate"}
SPAWNED = "__mp_main__"

_inside = threading.local()
_calls = [0]


def broken() -> dict[str, Any]:
    """What is broken now; nothing where the file is not there, or being written."""
    _inside.now = True
    try:
        with open(os.environ[SAID], encoding="utf-8") as file:
            found: dict[str, Any] = json.load(file)
            return found
    except (OSError, ValueError):
        return {}
    finally:
        _inside.now = False


def _audit(event: str, args: tuple[Any, ...]) -> None:
    """Let a call of the system fail as what is broken says."""
    if (event != "open" and event not in WRITES) or getattr(_inside, "now", False):
        return
    places = [os.fspath(one) for one in args[:2] if isinstance(one, str | os.PathLike)]
    if not any(os.fsdecode(place).startswith(os.environ[WATCHED]) for place in places):
        return
    writes = event != "open" or bool(args[2] & (os.O_WRONLY | os.O_RDWR))
    said = broken()
    match said.get("fault"):
        case "killed" if writes:
            _count(said["call"])
        case "full" if event == "open" and args[2] & os.O_CREAT and said["at"] == "open":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), places[0])
        case "read-only" if writes:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), places[0])
        case "held" if writes and any(place.endswith(said["file"]) for place in places):
            if event == "os.rename" or said["at"] == "open":
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), places[0])
        case "unreadable" if event == "open" and places[0].endswith(said["file"]):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), places[0])


def _count(call: int) -> None:
    """Die before this call, as by kill -9."""
    _calls[0] += 1
    if _calls[0] == call:
        os.kill(os.getpid(), signal.SIGKILL)


def _fsync(real: Any) -> Any:
    def fsync(handle: int) -> None:
        said = broken()
        match said.get("fault"):
            case "full" if said["at"] == "fsync":
                if os.path.isfile(f"/proc/self/fd/{handle}"):
                    os.ftruncate(handle, os.fstat(handle).st_size * 2 // 3)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            case "slow":
                time.sleep(said["seconds"])
            case "killed":
                _count(said["call"])
        real(handle)

    return fsync


class _Shifted(datetime):
    """The clock on the wall, which somebody may have set."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        said = broken()
        if said.get("fault") == "clock" and os.environ.get("TZ") != said["zone"]:
            os.environ["TZ"] = said["zone"]
            time.tzset()
        return datetime.now(tz) + timedelta(seconds=said.get("shift", 0))


def install() -> None:
    """Put what is broken between the program and the system."""
    from mcmahon.desk.hall import links
    from mcmahon.io.folder import journal

    os.fsync = _fsync(os.fsync)
    sys.addaudithook(_audit)
    for module in (journal, links):
        module.datetime = _Shifted  # type: ignore[attr-defined]


def run(words: Sequence[str], env: Mapping[str, str], limits: Mapping[str, int], out: str, err: str) -> None:
    """Be `mcmahon WORDS …`: with this environment, these limits, and what is printed in two files."""
    for handle, path in ((1, out), (2, err)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666), handle)
    sys.stdout, sys.stderr = (os.fdopen(handle, "w", encoding="utf-8", closefd=False) for handle in (1, 2))
    os.setsid()  # a terminal of its own
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    for name, more in limits.items():
        most = more + (memory(os.getpid()) if name == "RLIMIT_AS" else 0)
        resource.setrlimit(getattr(resource, name), (most, most))
    sys.modules["__main__"] = sys.modules[__name__]  # what a worker loads first
    install()
    sys.argv = ["mcmahon", *words]
    runpy.run_module("mcmahon.__main__", run_name="__main__")


def memory(process: int) -> int:
    """The size of a process, in bytes."""
    with open(f"/proc/{process}/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


if __name__ == SPAWNED:
    install()
