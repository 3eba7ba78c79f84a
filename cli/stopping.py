"""Ctrl-C during a draw stops its clock; the draw then returns the best pairing found so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from .common import complain

if TYPE_CHECKING:
    from ..desk.options import Clock

Found = TypeVar("Found")


def stoppable(clock: Clock, work: Callable[[], Found]) -> Found:
    """What the work finds before Ctrl-C stops its clock; a second Ctrl-C ends the program.

    Exits with 130 if it was stopped before it found a pairing.
    """
    from ..model.errors import NoAnswerError

    done: list[Found] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:
            failed.append(error)

    with _stopped_by_ctrl_c(clock):
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(0.1)
    if failed and clock.stopped and isinstance(failed[0], NoAnswerError):
        complain("stopped before a pairing was found; nothing was written")
        raise typer.Exit(130)
    if failed:
        raise failed[0]
    return done[0]


@contextmanager
def _stopped_by_ctrl_c(clock: Clock) -> Iterator[None]:
    leave = signal.getsignal(signal.SIGINT)

    def stop(*details: Any) -> None:
        if clock.stopped and callable(leave):
            leave(*details)
        clock.stop()

    if leave is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, leave)
