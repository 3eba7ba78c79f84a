"""What was found in a folder before a step, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.tournament.games import Allowed
from ..notes import StepNote


def step_texts(notes: Iterable[StepNote]) -> list[str]:
    """A sentence for each."""
    return [note.says() for note in notes]


#: What stands between a command and the rules that it broke; a shell reads no further than to the first sign of it.
BROKEN = " # broken by hand: "


def logged_command(command: str, allowed: Iterable[tuple[int, Allowed]]) -> str:
    """A command as the journal keeps it: with the rules that it broke by hand, and whom (ids) that concerns."""
    broken = [f"round {number}: {one.rule}{_whom(one)}" for number, one in allowed]
    return f"{command}{BROKEN}{'; '.join(broken)}" if broken else command


def _whom(one: Allowed) -> str:
    of = one.players or ((f"{one.part}: {one.found}" if one.part else str(one.found)),)
    return f" ({', '.join(of)})"
