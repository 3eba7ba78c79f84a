"""The entry of the command line: Ctrl-C is cared for before anything else is loaded."""

from __future__ import annotations

import os
import signal

_STOPPED = b"mcmahon: stopped; the folder says what it said before or after the command, nothing in between\n"


def _stop(*_: object) -> None:
    """Leave at once. Every write is one rename, so no tidying up is needed, and none could fail."""
    os.write(2, _STOPPED)
    os._exit(130)


def main() -> None:
    """Run the command line."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
    from .cli import run

    run()


if __name__ == "__main__":
    main()
