"""The journal of a tournament folder: every step whole or not at all, none ever lost, each undone and redone.

`.journal/` holds the contents that files have had (`objects/`, gzip, named by their SHA-256), one file a step
(`steps/00000012.json`: command, time, and the content of every file after it), and the lock. A step counts from the
moment its file appears, by one rename; the folder's files follow, each by a rename of its own. All that needs room on
the disk is written before, so that a full disk leaves the old state. If the machine dies between the renames, or a file
cannot be replaced, the next command brings the files up to the last step before it does anything else.

A step knows where `undo` and `redo` lead from it, so undoing is a step too and the journal only ever grows.
"""

from __future__ import annotations

import errno
import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ..model.errors import FolderError, InputError
from .files import cannot_write, check_replaceable, drop, move, read_bytes, replace_file, write_beside

Tree = Mapping[str, str]

REMEDY = "the tournament's own files are readable without it: move .journal away and a new one begins"

_KEPT = ("command", "time", "undo_to", "redo_to", "done", "tree")


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the content (by digest) of each file after it, and the steps that undo and redo lead to (0 = none).

    `done` is the command whose work stands last after this step: what `undo` would take back.
    """

    number: int
    command: str
    time: str
    tree: Tree
    undo_to: int
    redo_to: int
    done: str

    @property
    def local_time(self) -> str:
        """The time on this machine's clock, with its distance from UTC, in which `time` is kept."""
        try:
            return datetime.fromisoformat(self.time).astimezone().isoformat(" ", "seconds")
        except (ValueError, OverflowError):
            return self.time


def _sync_folder(path: Path) -> None:
    """Make renames in a folder durable, where the system can; some file systems have no such thing for folders."""
    if os.name == "posix":
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS):
                raise
        finally:
            os.close(handle)


class Journal:
    """The journal in a folder; the caller holds the lock while it writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / ".journal"
        self._objects = self.home / "objects"
        self._steps = self.home / "steps"
        self._applied_file = self.home / "applied"

    def last(self) -> Step | None:
        """The last step, or None in a folder without any."""
        numbers = self._numbers()
        return self.step(numbers[-1]) if numbers else None

    def steps(self) -> list[Step]:
        """All steps, oldest first."""
        return [self.step(number) for number in self._numbers()]

    def _numbers(self) -> list[int]:
        if not self._steps.is_dir():
            return []
        return sorted(int(name[:8]) for name in os.listdir(self._steps) if name[:8].isdecimal() and len(name) == 13)

    def step(self, number: int) -> Step:
        """A step by its number. Raises FolderError when it cannot be read."""
        path = self._steps / f"{number:08}.json"
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            return Step(number, **{name: data[name] for name in _KEPT})
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise FolderError(f"the journal is damaged ({path}: {error}); {REMEDY}") from None

    def tracked(self) -> dict[str, bytes]:
        """The folder's own files as they are on disk: settings, players, rounds, profiles."""
        paths = [*self.folder.glob("*.toml"), *self.folder.glob("players.csv")]
        paths += [p for p in self.folder.glob("rounds/*") if p.suffix in (".csv", ".json")]
        names = sorted(p.relative_to(self.folder).as_posix() for p in paths if not p.name.startswith("."))
        return {name: read_bytes(self.folder / name) for name in names if (self.folder / name).is_file()}

    def settled(self) -> int | None:
        """The number of the last step (0 = none), or None while its files are not all in their places."""
        numbers = self._numbers()
        last = numbers[-1] if numbers else 0
        return last if self._applied() == last else None

    def digests(self, files: Mapping[str, bytes]) -> dict[str, str]:
        """The digest of each file's content."""
        return {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}

    def recover(self) -> bool:
        """Bring the files up to the last step if a command died between its step and its files. True if it had to."""
        for leftover in (*self.folder.glob(".*.tmp"), *self.folder.glob("rounds/.*.tmp"), *self.home.rglob(".*.tmp")):
            drop(leftover)
        last = self.last()
        applied = self._applied()
        if last is None or applied == last.number:
            return False
        before = self.step(applied).tree if applied else {}
        on_disk = self.digests(self.tracked())
        for name in sorted({*last.tree, *before}):
            untouched = on_disk.get(name) == before.get(name)
            if untouched and on_disk.get(name) != last.tree.get(name):
                self._put(name, last.tree.get(name))
        self._sync_files()
        self._mark_applied(last.number)
        return True

    def note_edits(self) -> list[str]:
        """Journal what somebody changed by hand since the last step. The names of the files changed."""
        files = self.tracked()
        tree = self.digests(files)
        last = self.last()
        before: Tree = last.tree if last else {}
        changed = sorted(name for name in {*tree, *before} if tree.get(name) != before.get(name))
        if changed and last is not None:
            self._keep(files, tree)
            self._append(f"edited by hand: {', '.join(changed)}", tree, last.number)
            self._mark_applied(last.number + 1)
        elif last is None:
            self._keep(files, tree)
            self._append("start of the journal", tree, 0)
            self._mark_applied(1)
        return changed if last is not None else []

    def commit(self, command: str, changes: Mapping[str, bytes | None]) -> Step | None:
        """Record a command and write its files; None as content removes a file. Nothing happens without a change."""
        last = self._require()
        tree = dict(last.tree)
        new = {name: data for name, data in changes.items() if data is not None}
        tree.update(self.digests(new))
        for name in changes.keys() - new.keys():
            tree.pop(name, None)
        if tree == last.tree:
            return None
        on_disk = self.digests(self.tracked())
        edited = sorted(name for name in {*changes} if on_disk.get(name) != last.tree.get(name))
        if edited:
            raise FolderError(f"{', '.join(edited)} was edited while the command ran; nothing was written, try again")
        self._keep(new, tree)
        return self._go(command, tree, last.number)

    def undo(self) -> str:
        """Take back the last step that stands; its command. Raises InputError when there is none."""
        last = self._require()
        if last.undo_to == 0:
            raise InputError("there is nothing to undo")
        goal = self.step(last.undo_to)
        self._go(f"undo: {last.done}", goal.tree, goal.undo_to, last.number, goal.done)
        return last.done

    def redo(self) -> str:
        """Do again what was undone last; its command. Raises InputError when there is nothing."""
        last = self._require()
        if last.redo_to == 0:
            raise InputError("there is nothing to redo")
        goal = self.step(last.redo_to)
        self._go(f"redo: {goal.done}", goal.tree, last.number, goal.redo_to, goal.done)
        return goal.done

    def _require(self) -> Step:
        last = self.last()
        if last is None:
            raise InputError("the journal is empty")
        return last

    def _keep(self, files: Mapping[str, bytes], tree: Tree) -> None:
        """Store contents that the journal does not have yet."""
        for name, data in files.items():
            path = self._objects / f"{tree[name]}.gz"
            if not path.exists():
                replace_file(path, gzip.compress(data, 6, mtime=0))
        if files:
            _sync_folder(self._objects)

    def _append(self, command: str, tree: Tree, undo_to: int, redo_to: int = 0, done: str = "") -> Step:
        """Write a step; from here on it counts."""
        last = self.last()
        number = last.number + 1 if last else 1
        time = datetime.now(UTC).isoformat(timespec="seconds")
        step = Step(number, command, time, dict(sorted(tree.items())), undo_to, redo_to, done or command)
        data = {name: getattr(step, name) for name in _KEPT}
        text = json.dumps(data, ensure_ascii=False) + "\n"  # a command may name a path that is no UTF-8
        replace_file(self._steps / f"{number:08}.json", text.encode(errors="backslashreplace"))
        return step

    def _go(self, command: str, tree: Tree, undo_to: int, redo_to: int = 0, done: str = "") -> Step:
        """Record a step and write its files. An OSError means that nothing has happened, a FolderError may say else."""
        last = self._require()
        changed = sorted(name for name in {*tree, *last.tree} if tree.get(name) != last.tree.get(name))
        for name in changed:
            check_replaceable(self.folder / name)
        ready = {self.folder / name: self._content(name, tree[name]) for name in changed if name in tree}
        ready[self._applied_file] = f"{last.number + 1}\n".encode()
        beside: dict[Path, Path] = {}
        try:
            for path, data in ready.items():
                beside[path] = write_beside(path, data)
            step = self._append(command, tree, undo_to, redo_to, done)
            try:
                self._finish(changed, beside)
            except OSError as error:
                text = "the change is in the journal, and the next command finishes it before anything else"
                raise FolderError(f"{cannot_write(error.filename or self.folder, error)}; {text}") from None
        finally:
            for temporary in beside.values():
                drop(temporary)
        return step

    def _finish(self, changed: Iterable[str], beside: Mapping[Path, Path]) -> None:
        """Move the files of a step that has just been recorded to their places."""
        _sync_folder(self._steps)
        for path in (self.folder / name for name in changed):
            if path in beside:
                move(beside[path], path)
            else:
                path.unlink(missing_ok=True)
        self._sync_files()
        move(beside[self._applied_file], self._applied_file)

    def _sync_files(self) -> None:
        for folder in (self.folder, self.folder / "rounds"):
            if folder.is_dir():
                _sync_folder(folder)

    def _put(self, name: str, digest: str | None) -> None:
        """Bring one file to its content in the journal, or away."""
        path = self.folder / name
        if digest is None:
            path.unlink(missing_ok=True)
        else:
            replace_file(path, self._content(name, digest))

    def _content(self, name: str, digest: str) -> bytes:
        """A content that the journal has. Raises FolderError when it cannot be read."""
        try:
            return gzip.decompress((self._objects / f"{digest}.gz").read_bytes())
        except (OSError, EOFError, zlib.error) as error:
            raise FolderError(f"the journal is damaged (no content for {name}: {error}); {REMEDY}") from None

    def _applied(self) -> int:
        try:
            return int(self._applied_file.read_text())
        except (OSError, ValueError):
            return 0

    def _mark_applied(self, number: int) -> None:
        replace_file(self._applied_file, f"{number}\n".encode())
