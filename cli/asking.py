"""What is asked back on a terminal, where a command would replace something or leaves open what it is about."""

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
    """Whether somebody sits there who can answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def with_yes(run: Callable[[bool], Value], said: bool, question: str) -> Value:
    """What a command gives; where it would replace something, only after a yes, said before or to the question.

    Raises UnconfirmedError where nobody can be asked; ends the command after a no, with nothing written.
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
    """What a command gives, for the round named, or for the one that is chosen where several are possible.

    Raises UnclearRoundError where nobody can be asked.
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
    """The round that somebody chooses, None for none of them."""
    if len(rounds) == 1:
        return rounds[0] if typer.confirm(f"Is it round {rounds[0]}?", err=True) else None
    question = f"Which round, {' or '.join(map(str, rounds))}? (Enter: cancel)"
    typed = typer.prompt(question, default="", show_default=False, prompt_suffix=" ", err=True)
    return next((number for number in rounds if str(number) == typed.strip()), None)


def answered(ask: Callable[[], Value]) -> Value:
    """What is answered to a question; Ctrl-C, or an end of the input, ends the command with nothing written."""
    leave = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return ask()
    except (typer.Abort, KeyboardInterrupt):
        print(file=sys.stderr)  # the cursor is still behind the question
        complain("stopped; nothing was written")
        raise typer.Exit(130) from None
    finally:
        signal.signal(signal.SIGINT, leave)


def _show(error: InputError) -> None:
    """Say what there is to decide, without the options that would decide it."""
    complain("\n".join(problem.text(problem.argument) for problem in error.problems))
