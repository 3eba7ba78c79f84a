"""Questions to the director on a terminal: before something is replaced, and when a command is ambiguous."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import typer

from .common import complain

if TYPE_CHECKING:
    from ..model.errors import InputError

Value = TypeVar("Value")


def on_terminal() -> bool:
    """Whether there is a terminal on which somebody can answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def with_yes(run: Callable[[bool], Value], said: bool, question: str) -> Value:
    """What a command returns. If it would replace something, it needs a yes: by option, or as answer to the question.

    Raises UnconfirmedError if nobody can be asked. After a no the command ends, and nothing is written.
    """
    from ..model.errors import UnconfirmedError

    try:
        return run(said)
    except UnconfirmedError as error:
        if not on_terminal():
            raise
        _show(error)
        if not answered(lambda: typer.confirm(question, err=True)):
            complain("nothing was written")
            raise typer.Exit(error.exit_code) from None
    return run(True)


def with_round(run: Callable[[int], Value], number: int) -> Value:
    """What a command returns for a round; if several rounds are possible, for the one that the director chooses.

    Raises UnclearRoundError if nobody can be asked.
    """
    from ..model.errors import UnclearRoundError

    try:
        return run(number)
    except UnclearRoundError as error:
        if not on_terminal():
            raise
        _show(error)
        rounds = error.rounds
        chosen = answered(lambda: _chosen(rounds))
        if chosen is None:
            complain("nothing was written")
            raise typer.Exit(error.exit_code) from None
    return run(chosen)


def _chosen(rounds: Sequence[int]) -> int | None:
    """The round that the director chooses, or None."""
    if len(rounds) == 1:
        return rounds[0] if typer.confirm(f"Is it round {rounds[0]}?", err=True) else None
    question = f"Which round, {' or '.join(map(str, rounds))}? (Enter: cancel)"
    typed = typer.prompt(question, default="", show_default=False, prompt_suffix=" ", err=True)
    return next((number for number in rounds if str(number) == typed.strip()), None)


def chosen(question: str, words: Sequence[str]) -> int:
    """Which of several words is typed, or begun; without one the command ends, and nothing is written."""
    typed = answered(lambda: typer.prompt(question, default="", show_default=False, prompt_suffix=" ", err=True))
    found = [k for k, word in enumerate(words) if typed.strip() and word.startswith(typed.strip().casefold())]
    if len(found) != 1:
        complain("nothing was written")
        raise typer.Exit(2)
    return found[0]


def answered(ask: Callable[[], Value]) -> Value:
    """The answer to a question; on Ctrl-C or the end of input the command ends, and nothing is written."""
    leave = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return ask()
    except (typer.Abort, KeyboardInterrupt):
        print(file=sys.stderr)  # the cursor is still on the line of the question
        complain("stopped; nothing was written")
        raise typer.Exit(130) from None
    finally:
        signal.signal(signal.SIGINT, leave)


def _show(error: InputError) -> None:
    """Print what there is to decide, without hints at options."""
    complain("\n".join(problem.text(problem.argument) for problem in error.problems))
