"""The journal of a tournament folder: every step whole or not at all, none ever lost, each undone and redone.

`.journal/` holds the contents that files have had (`objects/`, gzip, named by their SHA-256), one file a step
(`steps/00000012.json`: command, time, and the content of every file after it), the number of the step that the files
have been brought to (`applied`), and the lock. A step counts from the moment its file appears, by one rename; the
folder's files follow, each by a rename of its own. All that needs room on the disk is written before, so that a full
disk leaves the old state. If the machine dies between the renames, or a file cannot be replaced, the next command
brings the files up to the last step before it does anything else.

A step knows where `undo` and `redo` lead from it, so undoing is a step too and the journal only ever grows. It also
has the SHA-256 of the step before it: a step that somebody alters later no longer fits the next one.

What does not fit is never followed, and never a reason to lose the rest. A step that cannot be read is moved to
`set-aside/`. Where the mark or the last step is unsound, or a content is lost, the folder's files count as they are,
and what differs from the last sound step is journaled as an edit by hand; only a file that something has replaced by
an older version of itself is brought back.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from ...model.errors import FolderError, InputError
from ...model.ways import Way
from ..files import cannot_write, check_replaceable, drop, move, read_own, write_beside
from .journal_steps import (
    AS_THEY_ARE,
    LAST_NUMBER,
    JournalStatus,
    LostContent,
    Objects,
    Step,
    Steps,
    Tree,
    UnsoundStep,
    clean,
    journal_status,
    sync_folder,
)
from .own_files import JOURNAL, LARGEST_FOLDER, LARGEST_OWN, SETTINGS, own_files

log = logging.getLogger("mcmahon")

BEGINNING = "start of the journal"  # of a folder that somebody has made by hand
BY_HAND = "edited by hand"
FIRST_STEP = "the first step of a tournament cannot be undone; to discard the tournament, delete its folder"


class UnfinishedStep(FolderError):
    """A step is in the journal, and not all of its files are in their places."""


def digests(files: Mapping[str, bytes]) -> dict[str, str]:
    """The digest of each file's content."""
    return {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}


def _differ(one: Tree, other: Tree) -> list[str]:
    """The files that two trees do not have alike, sorted."""
    return sorted({name for name, _ in one.items() ^ other.items()})


class Journal:
    """The journal in a folder; the caller holds the lock while it writes. What does not fit is logged as a warning."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / JOURNAL
        self._steps = Steps(self.home)
        self._objects = Objects(self.home)
        self._mark = self.home / "applied"

    def last(self) -> Step | None:
        """The last sound step, or None in a folder without any."""
        return next((step for step in self._steps.back_from() if isinstance(step, Step)), None)

    def number(self) -> int:
        """The number of the last sound step; 0 where there is none, or no journal."""
        last = self.last() if self.home.is_dir() else None
        return last.number if last else 0

    def steps(self) -> list[Step]:
        """All sound steps, oldest first."""
        return [step for step in self.history() if isinstance(step, Step)]

    def history(self) -> list[Step | UnsoundStep]:
        """All steps, oldest first, also those that cannot be read. Raises InputError for more than a journal has."""
        self._steps.check_size()
        return [*self._steps.back_from()][::-1]

    def newest(self, most: int) -> list[Step]:
        """The last sound steps, the newest first; only so many are read."""
        sound = (step for step in self._steps.back_from() if isinstance(step, Step))
        return [*islice(sound, most)]

    def first_with(self, name: str, wanted: Callable[[bytes], bool]) -> Step | None:
        """The first step after which a file held what is wanted, but for undo and redo; None if none, or altered later.

        Raises LostContent if none is found, and the journal has lost what the file once held.
        """
        seen, lost, steps = set[str](), None, self.steps()
        for step in steps:
            digest = step.tree.get(name, "")
            if not digest or digest in seen:
                continue
            seen.add(digest)
            try:
                found = wanted(self._objects.content(digest, name))
            except LostContent as error:
                lost = error
                continue
            if found:
                return None if step.number in self._steps.altered(steps) else step
        if lost is not None:
            raise lost
        return None

    def altered(self) -> list[int]:
        """The numbers of the steps that somebody has altered since the step after them was written."""
        return self._steps.altered(self.steps())

    def contents_after(self, number: int) -> dict[str, bytes]:
        """What the files held after a step; 0: before the journal began. Raises FolderError where that is lost."""
        try:
            step = self._steps.read(number) if number else next(iter(self.steps()), None)
        except UnsoundStep as lost:
            raise LostContent(str(lost)) from None
        if step is None or (number == 0 and step.command != BEGINNING):
            raise LostContent("nothing was here before the journal")
        return self._contents(step.tree, step.tree)

    def tracked(self) -> dict[str, bytes]:
        """The folder's own files as they are on disk: settings, players, rounds, profiles. Raises as `own_files`."""
        return own_files(self.folder)

    def status(self) -> JournalStatus:
        """How the files stand to the journal. Raises FolderError when that cannot be read."""
        return journal_status(self._steps, self._mark)

    def set_aside(self) -> None:
        """Move unsound steps at the end out of the way, and set a mark that is in doubt to the last sound step."""
        status = self.status()
        for unsound in status.unsound:
            self._set_aside(unsound)
        if status.doubt:
            if not status.unsound:
                log.warning("%s; %s", status.doubt, AS_THEY_ARE)
            self._mark_applied(status.number)

    def _set_aside(self, unsound: UnsoundStep) -> None:
        log.warning("%s; the step was moved to %s, and %s", unsound, self._steps.set_aside(unsound), AS_THEY_ARE)

    def recover(self) -> bool:
        """Finish a step whose files a command left behind; True if so. Raises LostContent, and writes nothing then."""
        clean((self.folder, self.folder / "rounds", self.home, self.home / "steps", self.home / "objects"))
        status = self.status()
        last, before = status.last, status.before
        if last is None or before is None:
            return False
        on_disk = digests(self.tracked())
        if SETTINGS in on_disk and SETTINGS not in last.tree:
            raise LostContent(f"after step {last.number} ({last.done}) there is no {SETTINGS}")
        by_hand = last.command.startswith((BY_HAND, BEGINNING))  # it wrote no file: what is gone was removed since
        touched = () if by_hand else _differ(on_disk, before)
        late = [] if by_hand else [name for name in _differ(on_disk, last.tree) if name not in touched]
        contents = self._contents(last.tree, late)
        self._keep_present(late)
        for path, data in ((self.folder / name, contents.get(name)) for name in late):
            if data is None:
                path.unlink(missing_ok=True)
            else:
                path.parent.mkdir(exist_ok=True)
                check_replaceable(path)
                move(write_beside(path, data), path)
        self._sync_files()
        self._mark_applied(last.number)
        return True

    def give_up_recovering(self) -> None:
        """Take the files as they are for what the last step could not bring them to."""
        self._mark_applied(self.status().number)

    def put_back(self) -> list[str]:
        """Bring back files that something has replaced by what they held before; their names.

        A synchronised folder does that behind everybody's back, and steps that were done would be gone with it. It is
        journaled as an edit by hand that is taken back, so that whoever wants it can do it again. What looks like
        somebody's own edit is left alone: saved since the last step, and the content right before it, or any where the
        last change was by hand, too.
        """
        if (last := self.last()) is None:
            return []
        now = digests(self.tracked()).items() - last.tree.items()
        older = {name: digest for name, digest in now if name in last.tree and self._is_older(name, digest)}
        if not older:
            return []
        self._keep_present(older)
        edit = self._append(f"{BY_HAND}: {', '.join(sorted(older))}", {**last.tree, **older}, last.number)
        self._mark_applied(edit.number)
        try:
            self._go(f"undo: {edit.done}", last.tree, last.undo_to, edit.number, last.done)
        except LostContent as lost:
            log.warning("%s; %s", lost, AS_THEY_ARE)
            return []
        log.warning("replaced by an older version, and brought back: %s", ", ".join(sorted(older)))
        return sorted(older)

    def _is_older(self, name: str, digest: str) -> bool:
        """Whether a file that differs from the last step holds an earlier content that nobody has edited back."""
        known: list[str] = []
        by_hand = False
        for step in self._steps.back_from():
            if isinstance(step, Step) and name in step.tree:
                if step.tree[name] not in known:
                    known.append(step.tree[name])
                if len(known) == 1:
                    by_hand = step.done.startswith(BY_HAND)  # of the earliest step with this content
                if digest == known[-1]:
                    break
        if digest not in known:
            return False
        with suppress(FileNotFoundError):
            if (self.folder / name).stat().st_mtime_ns < self._mark.stat().st_mtime_ns:
                return True  # programs that synchronise keep the time of a version, an editor does not
        return known.index(digest) > 1 and not by_hand

    def note_edits(self) -> list[str]:
        """Journal what somebody changed by hand since the last step. The names of the files changed."""
        files, last = self.tracked(), self.last()
        tree = digests(files)
        changed = _differ(tree, last.tree if last else {})
        if changed or last is None:
            self._objects.keep({tree[name]: data for name, data in files.items()})
            text = f"{BY_HAND}: {', '.join(changed)}" if last else BEGINNING
            self._mark_applied(self._append(text, tree, last.number if last else 0).number)
        return changed if last else []

    def commit(self, command: str, changes: Mapping[str, bytes | None]) -> Step | None:
        """Record a command and write its files; None as content removes a file. Nothing happens without a change."""
        last = self._require()
        new = {name: data for name, data in changes.items() if data is not None}
        tree = {name: digest for name, digest in last.tree.items() if name not in changes} | digests(new)
        if tree == last.tree:
            return None
        on_disk = digests({name: data for name, data in self.tracked().items() if name in changes})
        if edited := [name for name in _differ(on_disk, last.tree) if name in changes]:
            raise FolderError(f"{', '.join(edited)} was edited while the command ran; nothing was written, try again")
        self._objects.keep({tree[name]: data for name, data in new.items()})
        return self._go(command, tree, last.number)

    def undo(self) -> str:
        """Take back the last step that stands; its command. Raises InputError if it is the tournament's first.

        Where the step before is lost, or a content that it needs, the folder goes back to the last before it that is
        whole, with a warning. Raises FolderError when there is none; nothing is written then.
        """
        last = self._require()
        if last.undo_to == 0:
            raise InputError("nothing to undo")
        for goal in self._steps.back_from(last.undo_to):
            if isinstance(goal, UnsoundStep):
                self._set_aside(goal)
            elif not goal.is_before_all:
                try:
                    self._go(f"undo: {last.done}", goal.tree, goal.undo_to, last.number, goal.done)
                except LostContent as lost:
                    log.warning("step %d: %s", goal.number, lost)
                    continue
                if goal.number != last.undo_to:
                    text = "step %d is lost: the folder is back at step %d, %s"
                    log.warning(text, last.undo_to, goal.number, goal.done)
                return last.done
            elif goal.number == last.undo_to:
                raise InputError(FIRST_STEP)
        raise FolderError(f"cannot undo {last.done}: all earlier steps are damaged or lost; nothing was written")

    def redo(self) -> str:
        """Do again what was undone last; its command. Raises InputError if nothing was, FolderError if it is lost."""
        last = self._require()
        if last.redo_to == 0:
            raise InputError("nothing to redo")
        try:
            goal = self._steps.read(last.redo_to)
            self._go(f"redo: {goal.done}", goal.tree, last.number, goal.redo_to, goal.done)
        except (UnsoundStep, LostContent) as lost:
            raise FolderError(f"cannot redo: {lost}; nothing was written") from None
        return goal.done

    def _require(self) -> Step:
        last = self.last()
        if last is None:
            raise InputError("the journal is empty")
        return last

    def _next_number(self) -> int:
        """The number of a new step, above all that have a file, sound or not. Raises FolderError when there is none."""
        number = max(self._steps.numbers(), default=0) + 1
        if number > LAST_NUMBER:
            raise FolderError(f"the journal is full: step {number}, expected at most {LAST_NUMBER}")
        return number

    def _append(self, command: str, tree: Tree, undo_to: int, redo_to: int = 0, done: str = "") -> Step:
        """Write a step; from here on it counts."""
        number, last = self._next_number(), self.last()
        time = datetime.now(UTC).isoformat(timespec="seconds")
        before = self._steps.seal(last.number) if last else ""
        tree = dict(sorted(tree.items()))
        step = Step(
            command, time, undo_to, redo_to=redo_to, done=done or command, tree=tree, before=before, number=number
        )
        self._steps.write(step)
        return step

    def _go(self, command: str, tree: Tree, undo_to: int, redo_to: int = 0, done: str = "") -> Step:
        """Record a step and write its files. Raises UnfinishedStep; any other error means that nothing has happened."""
        changed = _differ(tree, self._require().tree)
        for name in changed:
            check_replaceable(self.folder / name)
        contents = self._contents(tree, changed)
        self._keep_present(changed)
        ready = {self.folder / name: data for name, data in contents.items()}
        ready[self._mark] = f"{self._next_number()}\n".encode()
        beside: dict[Path, Path] = {}
        try:
            for path, data in ready.items():
                path.parent.mkdir(exist_ok=True)
                beside[path] = write_beside(path, data)
            step = self._append(command, tree, undo_to, redo_to, done)
            try:
                self._finish(changed, beside)
            except OSError as error:
                raise self._unfinished(error) from None
        finally:
            for temporary in beside.values():
                drop(temporary)
        return step

    def _unfinished(self, error: OSError) -> UnfinishedStep:
        """That a step is in the journal, and its files are not in their places; and what becomes of it."""
        why = cannot_write(error.filename or self.folder, error)
        if self.home.is_dir():
            return UnfinishedStep(f"{why}; the change is in the journal, and the next command will finish it first")
        return UnfinishedStep(
            f"{why}; {self.folder} was moved, or its disk removed, while the command ran. If its journal lists the "
            "command, it is complete; if not, run it again",
            Way("to see the journal where the folder is now", "log", folder="FOLDER"),
        )

    def _finish(self, changed: Iterable[str], beside: Mapping[Path, Path]) -> None:
        sync_folder(self._steps.folder)
        for path in (self.folder / name for name in changed):
            if path in beside:
                move(beside[path], path)
            else:
                path.unlink(missing_ok=True)
        self._sync_files()
        move(beside[self._mark], self._mark)

    def _sync_files(self) -> None:
        for folder in (self.folder, self.folder / "rounds"):
            if folder.is_dir():
                sync_folder(folder)

    def _keep_present(self, names: Iterable[str]) -> None:
        """Make sure that the journal has what these files hold now, before they are replaced: it may have lost it."""
        data = {name: read_own(self.folder / name, LARGEST_OWN) for name in names if (self.folder / name).is_file()}
        self._objects.keep({digest: data[name] for name, digest in digests(data).items()})

    def _contents(self, tree: Tree, names: Iterable[str]) -> dict[str, bytes]:
        """The contents of those of the files that a tree has. Raises LostContent, also where it is too much."""
        contents: dict[str, bytes] = {}
        room = LARGEST_FOLDER
        for name in names:
            if name in tree:
                contents[name] = self._objects.content(tree[name], name)
                room -= len(contents[name])
            if room < 0:
                raise LostContent(f"the files of a step are larger than {LARGEST_FOLDER // 2**20} MiB")
        return contents

    def _mark_applied(self, number: int) -> None:
        move(write_beside(self._mark, f"{number}\n".encode()), self._mark)
