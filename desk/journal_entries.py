"""The journal of a folder: what was done, taken back, done again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from ..io.folder.journal import BEGINNING, FIRST_STEP
from ..io.folder.journal_steps import Step, UnsoundStep
from ..model.errors import InputError
from .desk import Desk
from .verb import Answer, DoneAnswer, Request, found_before, told


@dataclass(frozen=True, slots=True)
class StepDone:
    """A step taken back or done again: the command, what was found in the folder before it, and what stands now."""

    command: str
    found: list[str]
    stands: str = ""


@dataclass(frozen=True, slots=True)
class LoggedStep:
    """A step of the journal; `unsound` says why it cannot be read; `is_first` if it began the tournament."""

    number: int
    time: str = ""
    command: str = ""
    unsound: str = ""
    is_first: bool = False


class UndoRequest(Request, frozen=True, kw_only=True):
    """A step to take back: the last one."""

    step: Annotated[int, told("its number; if another is the last by now, it is refused")]


class RedoRequest(Request, frozen=True, kw_only=True):
    """The step that was taken back last, to be done again."""


class StepAnswer(DoneAnswer, frozen=True, kw_only=True):
    """A step taken back, or done again."""

    command: Annotated[str, told("what the journal calls the step")]


class LoggedAnswer(Answer, frozen=True):
    """A step of the journal."""

    number: Annotated[int, told("its number")]
    time: Annotated[str, told("on the clock of the desk's machine")]
    command: Annotated[str, told("what was done, and who did it")]


def undo(desk: Desk, seen: int | None = None) -> StepDone:
    """Take back the last command, or the last edit by hand. Raises InputError if it began the tournament.

    `seen` is the step that was the last when somebody wanted this. Raises ConflictError where another is by now.
    """
    [command] = desk.folder.take_back_all(1, seen) if seen is not None else [desk.folder.take_back()]
    last = desk.folder.journal.last()
    return StepDone(command, found_before((), desk.folder.recovered), last.done if last else "")


def undoable_steps(desk: Desk) -> Sequence[LoggedStep]:
    """The steps whose work stands now, the last first: undo takes them back one by one, but not the first of all."""
    sound = {step.number: step for step in desk.folder.journal.steps()}
    found: list[LoggedStep] = []
    step = sound[max(sound)] if sound else None
    while step is not None and step.undo_to:
        own = _first_of(step, sound)
        step = sound.get(step.undo_to)
        is_first = step is not None and step.is_before_all
        found.append(LoggedStep(own.number, own.local_time, _short(own.done, desk), is_first=is_first))
    return found


def _first_of(step: Step, sound: Mapping[int, Step]) -> Step:
    """The step that did first what a step has come back to, by undo or redo; itself where it did something new."""
    if step.command == step.done:
        return step
    same = (one for one in sound.values() if (one.done, one.undo_to, one.tree) == (step.done, step.undo_to, step.tree))
    return min(same, key=lambda one: one.number)


def before(desk: Desk, number: int) -> Sequence[LoggedStep]:
    """What is to be taken back to come before a step that stands, the last first. Raises InputError."""
    steps = undoable_steps(desk)
    place = next((k for k, step in enumerate(steps, 1) if step.number == number), 0)
    if not place:
        raise InputError(f"step {number} does not stand any more, so nothing can be taken back to before it")
    if steps[place - 1].is_first:
        raise InputError(FIRST_STEP)
    return steps[:place]


def back_to_before(desk: Desk, number: int, seen: int) -> Sequence[str]:
    """Take back a step and all after it: their commands, the last first. Each can be done again.

    `seen` is the last step when this was decided. Raises ConflictError where somebody has done another since, and
    InputError if the step does not stand, or began the tournament.
    """
    return desk.folder.take_back_all(len(before(desk, number)), seen)


def redo(desk: Desk) -> StepDone:
    """Do again what was undone last. Raises InputError when there is nothing."""
    command = desk.folder.do_again()
    return StepDone(command, found_before((), desk.folder.recovered))


def log(desk: Desk) -> Sequence[LoggedStep]:
    """Every step, oldest first, with the time on this machine's clock."""
    desk.read()
    return [
        LoggedStep(int(step.path.stem), unsound=str(step))
        if isinstance(step, UnsoundStep)
        else LoggedStep(step.number, step.local_time, _short(step.command, desk))
        for step in desk.folder.journal.history()
    ]


def newest(desk: Desk, most: int) -> Sequence[LoggedStep]:
    """The last steps that somebody has done, the newest first."""
    return [
        LoggedStep(step.number, step.local_time, _short(step.command, desk))
        for step in desk.folder.journal.newest(most)
        if step.command != BEGINNING
    ]


def _short(command: str, desk: Desk) -> str:
    """A command with folders named as people call them: the tournament's, and those of files, without the way there."""
    command = command.replace(str(desk.path.resolve()), desk.path.name)
    return re.sub(r"(?<![^\s'\"=])/(?:[^/\s'\"]+/)+(?=[^/\s'\"])", "", command)
