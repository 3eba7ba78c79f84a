"""The entry of the command line: Ctrl-C is cared for before anything else is loaded."""

from __future__ import annotations

import os
import signal
import sys

_STOPPED = b"mcmahon: stopped; the folder says what it said before or after the command, nothing in between\n"


def _stop(*_: object) -> None:
    """Leave at once. Every write is one rename, so no tidying up is needed, and none could fail."""
    try:
        os.write(2, _STOPPED)
    finally:
        os._exit(130)


def _open_streams() -> None:
    """What the caller has closed becomes the null device, before any other file gets its number."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, name, open(number, mode, encoding="utf-8"))  # noqa: SIM115


def main() -> None:
    """Run the command line."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
    _open_streams()
    from .cli import run

    run()


if __name__ == "__main__":
    main()
