"""What was found in a folder before a step, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from ...model.notes import EditedByHand, Recovered, StepNote
from ...model.tournament.games import Allowed


def step_texts(notes: Iterable[StepNote]) -> list[str]:
    """A sentence for each."""
    return [_text(note) for note in notes]


#: What stands between a command and the rules that it broke; a shell reads no further than to the first sign of it.
BROKEN = " # broken by hand: "


def logged_command(command: str, allowed: Iterable[tuple[int, Allowed]]) -> str:
    """A command as the journal keeps it: with the rules that it broke by hand, and whom (ids) that concerns."""
    broken = [f"round {number}: {one.rule}{_whom(one)}" for number, one in allowed]
    return f"{command}{BROKEN}{'; '.join(broken)}" if broken else command


def _whom(one: Allowed) -> str:
    of = one.players or ((f"{one.part}: {one.found}" if one.part else str(one.found)),)
    return f" ({', '.join(of)})"


def _text(note: StepNote) -> str:
    """The sentence of one."""
    match note:
        case Recovered():
            return "the last command was interrupted; it has now been finished first"
        case EditedByHand(files):
            return f"edited by hand since the last command, now recorded as a step: {', '.join(files)}"
        case _:
            assert_never(note)
