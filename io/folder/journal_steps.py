"""The steps of a journal, a file each, never changed once it is there; and how far a folder's files follow them.

A journal is untrusted input, so everything in it is checked. A step file that does not fit is an `UnsoundStep` with the
reason, and the steps around it stay usable; a content that does not match its name is a `LostContent`.
"""

from __future__ import annotations

import errno
import gzip
import hashlib
import json
import os
import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec

from ...model.errors import FolderError, InputError
from ..files import LARGEST_FILE, drop, listed, move, put_in_place, read_own, write_beside
from ..typed import converted
from .own_files import EXPECTED, SETTINGS, is_own

Tree = Mapping[str, str]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
Seal = Annotated[str, msgspec.Meta(pattern=r"^([0-9]{8}:[0-9a-f]{64})?\Z")]

LARGEST_STEP = 8 * 1024 * 1024
LARGEST_STEPS = 128 * 1024 * 1024  # together: 5,000 steps of a tournament of 200 files
LAST_NUMBER = 99_000_000  # the file of a step has eight digits


class UnsoundStep(FolderError):
    """A step file that does not fit; the text names it, what was found, and what was expected."""

    def __init__(self, path: Path, reason: str) -> None:
        self.path = path
        super().__init__(f"{path}: {reason}")


class LostContent(FolderError):
    """A content that the journal does not have any more; the text names the file of the tournament and the object."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the digest of each file after it, and the steps that undo and redo lead to (0 = none).

    `done`: the command that `undo` takes back. `before`: number and SHA-256 of the last step; empty in version 1.
    """

    command: str
    time: str
    undo_to: int
    redo_to: int
    done: str
    tree: Mapping[str, Digest]
    before: Seal = ""
    number: int = 0

    @property
    def is_before_all(self) -> bool:
        """Whether it holds a folder before its tournament was begun; undo never goes back to it."""
        return self.undo_to == 0 and SETTINGS not in self.tree

    @property
    def local_time(self) -> str:
        """The time on this machine's clock, with its distance from UTC, in which `time` is kept."""
        try:
            return datetime.fromisoformat(self.time).astimezone().isoformat(" ", "seconds")
        except (ValueError, OverflowError, OSError):  # OSError: Windows has no local time before 1970
            return self.time


def parse_step(data: bytes, number: int) -> Step:
    """The step in a file's content. Raises ValueError with what was found and what was expected."""
    try:
        step = replace(converted(json.loads(data), Step), number=number)  # a command may name a path that is no UTF-8
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise ValueError("not JSON; expected a step as the program writes it") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not a step as the program writes it: {error}") from None
    for name, goal in (("undo_to", step.undo_to), ("redo_to", step.redo_to)):
        if not 0 <= goal < number:
            raise ValueError(
                f"{name} is {goal if goal < 10**12 else 'large'}; expected an earlier step, 0 to {number - 1}"
            )
    for name in step.tree:
        if not is_own(name):
            raise ValueError(f"the tree names {json.dumps(name[:60])}; expected {EXPECTED}")
    return step


class Steps:
    """The files of the steps, by number."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "steps"
        self._aside = home / "set-aside"

    def numbers(self) -> list[int]:
        """The numbers that have a file, in order; it may be unsound."""
        return sorted(int(name[:8]) for name in listed(self.folder) if re.fullmatch(r"[0-9]{8}\.json", name))

    def check_size(self) -> None:
        """Raise InputError where all steps together are too large to be read at once."""
        if sum(self._path(number).lstat().st_size for number in self.numbers()) > LARGEST_STEPS:
            raise InputError(f"{self.folder}: its files together are larger than {LARGEST_STEPS // 2**20} MiB")

    def read(self, number: int) -> Step:
        """A step. Raises UnsoundStep, also where it is missing, and FolderError when its file cannot be read."""
        path = self._path(number)
        if not os.path.lexists(path):
            raise UnsoundStep(path, "this step is missing")
        if not 1 <= number <= LAST_NUMBER:
            raise UnsoundStep(path, f"not a step number; expected 1 to {LAST_NUMBER}")
        try:
            return parse_step(read_own(path, LARGEST_STEP), number)
        except (InputError, ValueError) as error:
            raise UnsoundStep(path, str(error).removeprefix(f"{path}: ")) from None

    def back_from(self, number: int = 10**8) -> Iterator[Step | UnsoundStep]:
        """The step of this number (the last by default) and those before it, the latest first; also what is unsound."""
        for found in reversed([n for n in self.numbers() if n <= number]):
            try:
                yield self.read(found)
            except UnsoundStep as unsound:
                yield unsound

    def write(self, step: Step) -> None:
        """Write a step; from here on it counts. Raises OSError."""
        data = {name: value for name, value in asdict(step).items() if name != "number" and (value or name != "before")}
        text = json.dumps(data, ensure_ascii=False) + "\n"
        self.folder.mkdir(exist_ok=True)
        path = self._path(step.number)
        move(write_beside(path, text.encode(errors="backslashreplace")), path)

    def seal(self, number: int) -> str:
        """What the next step says of this one: number and SHA-256 of its file. Raises FolderError, InputError."""
        return f"{number:08}:{hashlib.sha256(read_own(self._path(number), LARGEST_STEP)).hexdigest()}"

    def altered(self, steps: Iterable[Step]) -> list[int]:
        """The numbers of the steps whose file is another than when the step after it was written."""
        there = {*self.numbers()}
        said = {int(step.before[:8]): step.before for step in steps if step.before}
        return sorted(number for number, seal in said.items() if number in there and self.seal(number) != seal)

    def drop(self, number: int) -> None:
        """Take the file of a step away, for good. Raises OSError."""
        self._path(number).unlink(missing_ok=True)

    def set_aside(self, unsound: UnsoundStep) -> Path:
        """Move an unsound step out of the way, whatever it is; its new place. Raises OSError."""
        self._aside.mkdir(exist_ok=True)
        goal = self._aside / unsound.path.name
        more = 1
        while os.path.lexists(goal):
            more += 1
            goal = self._aside / f"{unsound.path.name}.{more}"
        put_in_place(unsound.path, goal)
        return goal

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:08}.json"


class Objects:
    """The contents that files have had, gzip, named by their SHA-256."""

    def __init__(self, home: Path) -> None:
        self._folder = home / "objects"

    def keep(self, contents: Mapping[str, bytes]) -> None:
        """Store contents, by digest, that are not there yet, or not any more as they were. Raises OSError."""
        self._folder.mkdir(exist_ok=True)
        for digest, data in contents.items():
            try:
                self.content(digest, "")
            except LostContent:
                path = self._path(digest)
                move(write_beside(path, gzip.compress(data, 6, mtime=0)), path)
        if contents:
            sync_folder(self._folder)

    def content(self, digest: str, name: str) -> bytes:
        """A content, the same that was stored. Raises LostContent, in which `name` is the file that had it."""
        path = self._path(digest)
        try:
            return _unpacked(read_own(path, LARGEST_FILE + 2**20), digest)
        except (FolderError, InputError, ValueError) as error:
            reason = str(error).removeprefix(f"{path}: ").removeprefix(f"cannot read {path}: ")
            raise LostContent(f"the journal has lost an earlier version of {name} ({path}: {reason})") from None

    def drop_others(self, digests: Collection[str]) -> None:
        """Take all contents but these away, for good. Raises OSError."""
        for name in os.listdir(self._folder) if self._folder.is_dir() else ():
            if name.removesuffix(".gz") not in digests:
                (self._folder / name).unlink(missing_ok=True)

    def _path(self, digest: str) -> Path:
        return self._folder / f"{digest}.gz"


def _unpacked(data: bytes, digest: str) -> bytes:
    """The content of a gzip file of one part. Raises ValueError for another one, or more than a file may have."""
    unpack = zlib.decompressobj(wbits=31)
    try:
        whole = unpack.decompress(data, LARGEST_FILE + 1)
    except zlib.error as error:
        raise ValueError(f"not a gzip file: {error}") from None
    if len(whole) > LARGEST_FILE:
        raise ValueError(f"larger than {LARGEST_FILE // 2**20} MiB when unpacked")
    if not unpack.eof:
        raise ValueError("the gzip file is cut off")
    if hashlib.sha256(whole).hexdigest() != digest:
        raise ValueError("the content does not match its name")
    return whole


def sync_folder(path: Path) -> None:
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


def clean(folders: tuple[Path, ...]) -> None:
    """Take away what commands that died have left beside files: `.NAME.PID.tmp`."""
    for folder in folders:
        for name in listed(folder):
            if re.fullmatch(r"\..+\.[0-9]+\.tmp", name):
                drop(folder / name)


AS_THEY_ARE = "the folder's files are used as they are"


@dataclass(frozen=True, slots=True)
class JournalStatus:
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


def journal_status(steps: Steps, mark: Path) -> JournalStatus:
    """The status by the steps and by the mark, the number of the step that was applied last. Raises FolderError."""
    applied = _applied(mark)  # before the steps: what is written meanwhile then looks unfinished, never in doubt
    unsound: list[UnsoundStep] = []
    for found in steps.back_from():
        if isinstance(found, Step):
            before, doubt = _before(steps, found, applied, mark)
            return JournalStatus(found, before, tuple(unsound), doubt)
        unsound.append(found)
    return JournalStatus(None, None, tuple(unsound), "" if applied in ("", "0") else _doubt(mark, applied, 0))


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
