"""Common parts of all commands: printing, changing a folder, questions on a terminal, Ctrl-C.

Ctrl-C stops the clock of a draw, which then returns the best pairing found so far.
"""

from __future__ import annotations

import json
import logging
import shlex
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import typer

from .output import fold, quoted

if TYPE_CHECKING:
    from ..desk.desk import Desk
    from ..desk.files.grids import Grid
    from ..desk.options import Clock
    from ..desk.verb import Committed, Outcome, Request, Verb
    from ..model.errors import InputError, UnclearRoundError
    from ..model.records.state import State

Value = TypeVar("Value")


def echo(*texts: str) -> None:
    """Print texts on standard output, folded on a terminal."""
    for text in texts:
        print(fold(text, shutil.get_terminal_size().columns) if sys.stdout.isatty() else text)


def echo_json(answer: object, indent: int | None = 1) -> None:
    """Print an answer, or a list of answers, as JSON; without an indent on one line."""
    from ..desk.verb import plain

    print(json.dumps(plain(answer), ensure_ascii=False, indent=indent))


def echo_or_json(as_json: bool, answer: object, *texts: str, indent: int | None = 1) -> None:
    """Print an answer as JSON if that is asked for, else the texts."""
    if as_json:
        echo_json(answer, indent)
    else:
        echo(*texts)


def check_to(file: Path | None, *others: bool) -> None:
    """Raise InputError or FolderError unless the table can be written to the file; `others` are other forms of it."""
    if file is None:
        return
    from ..desk.files.grids import check_file
    from ..model.errors import InputError

    if any(others):
        raise InputError("--to can be used only without other forms of the same answer")
    check_file(file)


def write_to(file: Path, grid: Grid) -> None:
    """Write a table to the file, and say so."""
    from ..desk.files.grids import write_grid
    from ..model.language import counted

    write_grid(grid, file)
    echo(f"wrote {counted(len(grid.rows), 'row')} to {quoted(file)}")


def warn(*notes: str) -> None:
    """Print notes on standard error."""
    for note in notes:
        print(f"note: {note}", file=sys.stderr)


class Notes(logging.Handler):
    """Prints the warnings that the package logs as notes."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        """Print one warning."""
        warn(record.getMessage())
        if record.exc_info:  # an error of the program itself, in a desk that goes on
            print(logging.Formatter().formatException(record.exc_info), file=sys.stderr)


def echo_error(text: str) -> None:
    """Print an error."""
    print(f"mcmahon: {text}", file=sys.stderr)


def fail(text: str, code: int) -> NoReturn:
    """Print an error and end the program with this exit code."""
    echo_error(text)
    sys.exit(code)


def command() -> str:
    """The command for the journal, quoted for a shell."""
    return shlex.join(["mcmahon", *sys.argv[1:]])


def desk(path: Path) -> Desk:
    """The desk of a tournament folder."""
    from ..desk.desk import Desk

    return Desk(path)


def ask(path: Path, use_case: Callable[[State], Outcome[Value]], working: str = "") -> Outcome[Value]:
    """What a use case finds in a folder, which stays as it is; a terminal shows meanwhile what is done."""
    with progress(working):
        return desk(path).ask(use_case)


def done_at(path: Path, use_case: Callable[[State], Outcome[Value]]) -> Committed[Value]:
    """Run a use case and write its changes as a step named after this command; print what was found before it."""
    return _told(desk(path).do(use_case, command()))


def carried_out(
    path: Path, verb: Verb[Any, Value], asked: Request, working: str = "", clock: Clock | None = None
) -> Committed[Value]:
    """Do what is asked for as one step, and print as `done_at`; Ctrl-C stops the clock, if there is one."""
    own = desk(path)
    with progress(working):
        done = stoppable(clock, lambda: own.carry_out(verb, asked, command(), clock))
    return _told(done)


def _told(done: Committed[Value]) -> Committed[Value]:
    """What was done, with what was found before it and the round in hand printed."""
    warn(*done.found)
    if number := done.after.tournament.in_hand:
        from ..model.ways import END_HAND_PAIRING
        from .way_texts import ways_text

        warn(f"round {number} is being paired by hand{ways_text([END_HAND_PAIRING])}")
    return done


def agreed(
    path: Path,
    verb: Verb[Any, Value],
    asked: Request,
    question: str,
    working: str = "",
    yes: Sequence[str] = ("anyway",),
) -> Committed[Value]:
    """Do what is asked for, if need be after a yes to the question: then with these fields of the request set.

    Raises UnconfirmedError if nobody can be asked. After a no the command ends, and nothing is written.
    """
    from ..model.errors import UnconfirmedError

    try:
        return carried_out(path, verb, asked, working)
    except UnconfirmedError as error:
        _show_on_terminal(error)
        confirm(question)
    return carried_out(path, verb, asked.but(**dict.fromkeys(yes, True)), working)


def echo_outcome(outcome: Outcome[object], *texts: str) -> None:
    """Print texts, then the notes of an outcome, with what to do."""
    from .way_texts import note_lines

    echo(*texts)
    warn(*note_lines(outcome.notes, outcome.state.tournament))


def echo_slow_rounds() -> None:
    """Print, once on a machine, that no compiler was there at the installation."""
    from ..desk.self_check import slow_rounds_told

    warn(*filter(None, [slow_rounds_told()]))


@contextmanager
def progress(text: str) -> Iterator[None]:
    """Show on a terminal that work is in progress; print nothing into a pipe."""
    shown = bool(text) and sys.stderr.isatty()
    if shown:
        print(text, end="\r", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if shown:
            print(" " * len(text), end="\r", file=sys.stderr, flush=True)


def on_terminal() -> bool:
    """Whether there is a terminal on which somebody can answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def confirm(question: str) -> None:
    """Return after a yes; otherwise the command ends, and nothing is written."""
    if not answered(lambda: typer.confirm(question, err=True)):
        fail("nothing was written", 2)


def chosen(question: str, words: Sequence[str], options: str) -> str:
    """One of several words, typed or begun; without one the command ends. InputError if nobody can be asked."""
    from ..model.errors import InputError

    if not on_terminal():
        raise InputError(options)
    typed = answered(lambda: typer.prompt(question, default="", show_default=False, prompt_suffix=" ", err=True))
    begun = typed.strip().casefold()
    found = [word for word in words if begun == word or (begun and word.isalpha() and word.startswith(begun))]
    if len(found) != 1:
        fail("nothing was written", 2)
    return found[0]


def chosen_round(error: UnclearRoundError) -> int:
    """The round that the director chooses; without one the command ends. Raises the error if nobody can be asked."""
    _show_on_terminal(error)
    if len(error.rounds) == 1:
        confirm(f"Is it round {error.rounds[0]}?")
        return error.rounds[0]
    rounds = [*map(str, error.rounds)]
    return int(chosen(f"Which round, {' or '.join(rounds)}? (Enter: cancel)", rounds, "--round"))


def answered(ask: Callable[[], Value]) -> Value:
    """The answer to a question; on Ctrl-C or the end of input the command ends, and nothing is written."""
    leave = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return ask()
    except (typer.Abort, KeyboardInterrupt):
        print(file=sys.stderr)  # the cursor is still on the line of the question
        fail("stopped; nothing was written", 130)
    finally:
        signal.signal(signal.SIGINT, leave)


def _show_on_terminal(error: InputError) -> None:
    """Print what there is to decide, without hints at options. Raises the error if nobody can answer."""
    if not on_terminal():
        raise error
    echo_error("\n".join(problem.text(problem.argument) for problem in error.problems))


def stoppable(clock: Clock | None, work: Callable[[], Value]) -> Value:
    """What the work finds, or has found when Ctrl-C stops its clock; exits with 130 if that is nothing."""
    if clock is None:
        return work()
    from concurrent.futures import Future

    from ..model.errors import NoAnswerError

    done: Future[Value] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    with _stopped_by_ctrl_c(clock):
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(0.1)
    try:
        return done.result()
    except NoAnswerError:
        if clock.stopped:
            fail("stopped before a pairing was found; nothing was written", 130)
        raise


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
