"""What was found in a folder before a step, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from ...model.notes import EditedByHand, Recovered, StepNote


def step_texts(notes: Iterable[StepNote]) -> list[str]:
    """A sentence for each."""
    return [_text(note) for note in notes]


def _text(note: StepNote) -> str:
    """The sentence of one."""
    match note:
        case Recovered():
            return "the last command was interrupted; it has now been finished first"
        case EditedByHand(files):
            return f"edited by hand since the last command, now recorded as a step: {', '.join(files)}"
        case _:
            assert_never(note)
