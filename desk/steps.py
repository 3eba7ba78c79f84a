"""The journal of a folder: what was done, taken back, done again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..io.folder.journal_steps import UnsoundStep
from ..model.notes import StepNote
from .desk import Desk
from .notes import step_notes


@dataclass(frozen=True, slots=True)
class StepDone:
    """A step taken back or done again: the command, and whether one that had died half way was finished first.

    `stands` is the last command whose work stands now.
    """

    command: str
    recovered: bool
    stands: str = ""

    @property
    def found(self) -> list[StepNote]:
        """What was found in the folder before it."""
        return step_notes((), self.recovered)


@dataclass(frozen=True, slots=True)
class LoggedStep:
    """A step of the journal; `unsound` says why it cannot be read, where it cannot."""

    number: int
    time: str = ""
    command: str = ""
    unsound: str = ""


def undo(desk: Desk) -> StepDone:
    """Take back the last command, or the last edit by hand. Raises InputError when there is none."""
    command = desk.folder.take_back()
    last = desk.folder.journal.last()
    return StepDone(command, desk.folder.recovered, last.done if last else "")


def redo(desk: Desk) -> StepDone:
    """Do again what was undone last. Raises InputError when there is nothing."""
    command = desk.folder.do_again()
    return StepDone(command, desk.folder.recovered)


def log(desk: Desk) -> Sequence[LoggedStep]:
    """Every step, oldest first, with the time on this machine's clock."""
    desk.read()
    return [
        LoggedStep(int(step.path.stem), unsound=str(step))
        if isinstance(step, UnsoundStep)
        else LoggedStep(step.number, step.local_time, step.command)
        for step in desk.folder.journal.history()
    ]
