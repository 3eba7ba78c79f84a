"""The entry point of the command line; it handles Ctrl-C before it loads anything else."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading

#: In short lines, because nothing is loaded that could fold them.
_STOPPED = b"""
mcmahon: stopped. The command was written as
  a whole or not at all; `mcmahon log` shows
  which.
"""


#: New objects until the garbage collector looks: nearly all that a command reads and makes lives until its end.
_OBJECTS = 100_000


def _stop(*_: object) -> None:
    """Exit at once. Every write is a single rename, so there is nothing to clean up."""
    try:
        os.write(2, _STOPPED)
    finally:
        os._exit(130)


def _open_streams() -> None:
    """Connect closed standard streams to the null device, before another file can take their number."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, name, open(number, mode, encoding="utf-8"))  # noqa: SIM115


def _leave(code: int) -> None:
    """End with an exit code, and leave it to the system to free the memory: Python takes everything apart, one by one.

    A private part of `atexit` calls what was registered, also before the program began; no public one calls all
    (tests/test_private_parts.py). If other threads still work, or nobody reads the output any more, Python ends as
    usual.
    """
    try:
        if threading.active_count() > 1:
            sys.exit(code)
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):  # the streams are closed
        sys.exit(code)
    os._exit(code)


def main() -> None:
    """Run the command line."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
    _open_streams()
    gc.set_threshold(_OBJECTS)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads for matrices of floats: we have none
    from .cli import run

    try:
        run()
    except SystemExit as end:
        if not isinstance(end.code, int | None):
            raise
        _leave(end.code or 0)
    _leave(0)


if __name__ == "__main__":
    main()
