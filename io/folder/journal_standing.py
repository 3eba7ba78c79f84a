"""How far the files of a folder follow its journal: up to the last step, not yet, or unknown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ...model.errors import FolderError, InputError
from ..files import read_own
from .journal_steps import Step, Steps, Tree, UnsoundStep

AS_THEY_ARE = "the folder's files are used as they are"


@dataclass(frozen=True, slots=True)
class Standing:
    """The last sound step, and what the files held before it where they have not been brought up to it yet.

    `unsound` are step files after the last sound one; `doubt` says what is wrong with the mark in `applied`.
    """

    last: Step | None
    before: Tree | None = None
    unsound: tuple[UnsoundStep, ...] = ()
    doubt: str = ""

    @property
    def number(self) -> int:
        """The number of the last sound step; 0 = none."""
        return self.last.number if self.last else 0

    def remarks(self) -> list[str]:
        """What does not fit, as sentences for the person at the desk."""
        remarks = [f"{unsound}; this step is ignored, and {AS_THEY_ARE}" for unsound in self.unsound]
        return [f"{self.doubt}; {AS_THEY_ARE}"] if self.doubt and not remarks else remarks


def standing_of(steps: Steps, mark: Path) -> Standing:
    """The standing by the steps and by the mark, which has the number of the step that the files were brought to.

    Raises FolderError when a step cannot be read.
    """
    applied = _applied(mark)  # before the steps: what is written meanwhile then looks unfinished, never in doubt
    unsound: list[UnsoundStep] = []
    for found in steps.back_from():
        if isinstance(found, Step):
            before, doubt = _before(steps, found, applied, mark)
            return Standing(found, before, tuple(unsound), doubt)
        unsound.append(found)
    return Standing(None, None, tuple(unsound), "" if applied in ("", "0") else _doubt(mark, applied, 0))


def _before(steps: Steps, last: Step, applied: str, mark: Path) -> tuple[Tree | None, str]:
    """What the files held before the last step if they have not reached it yet, and any doubt about that."""
    if applied == str(last.number):
        return None, ""
    if applied in ("", "0") and last.number == steps.numbers()[0]:
        return {}, ""
    if re.fullmatch("[0-9]{1,8}", applied) and 0 < int(applied) < last.number:
        try:
            return steps.read(int(applied)).tree, ""
        except UnsoundStep as lost:
            return None, f"{mark}: found {applied}, but that step is lost ({lost})"
    return None, _doubt(mark, applied, last.number)


def _doubt(mark: Path, applied: str, last: int) -> str:
    found = f"found {applied[:40]!r}" if applied else "the file is missing"
    return f"{mark}: {found}; expected {last}, the last step, or the number of an earlier step"


def _applied(mark: Path) -> str:
    """The content of the mark; empty without one."""
    try:
        return read_own(mark, 100).decode(errors="replace").strip()
    except FolderError:
        return ""
    except InputError as error:
        return error.problems[0].message.removeprefix(f"{mark}: ")
