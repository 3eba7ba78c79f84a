"""What is asked back on a terminal, where a command would replace something or leaves open what it is about."""

from __future__ import annotations

import sys
from collections.abc import Callable
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
        if not typer.confirm(question, err=True):
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
        known = [str(one) for one in error.rounds]
        chosen = typer.prompt(
            f"Which round: {' or '.join(known)}? Blank to stop", default="", show_default=False, err=True
        )
        if chosen.strip() not in known:
            complain("nothing was written")
            raise typer.Exit(error.exit_code) from None
    return run(int(chosen))


def _show(error: InputError) -> None:
    """Say what there is to decide, without the options that would decide it."""
    complain("\n".join(problem.text(problem.argument) for problem in error.problems))
