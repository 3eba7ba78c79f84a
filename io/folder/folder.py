"""A tournament as a folder of plain files: reading it, and changing it in whole steps that can be undone.

tournament.toml   settings                 rounds/1.csv    boards, byes, absences, results
players.csv       everybody registered     rounds/1.json   how the round was drawn, and whether it is a draft
members.csv       the people of pairs and teams   rounds/1.boards.csv   the boards of a team match, where there are some
prizes.csv        what can be won          prizes-announced.csv  who was announced to have won it
cups.toml         knock-outs in it         .journal/             every step, and the lock
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from ...model.errors import ConflictError, FolderError, InputError
from ...model.records.state import State
from ...model.ways import Way
from ..files import can_write_in, cannot_write
from ..tables.decode import decode
from .journal import Journal, UnfinishedStep
from .journal_steps import AS_THEY_ARE, LostContent
from .own_files import SETTINGS, check_places, lock_of
from .state_files import PLAYERS, changed_files, check_readable, parse_state, state_files

LOCK_SECONDS = 10.0

INTERRUPTED = "the last command was interrupted and cannot be finished"

log = logging.getLogger("mcmahon")


class MovedOnError(FolderError):
    """The folder holds another state than the one that a change was made from: `state`. Nothing was written."""

    def __init__(self, state: State, edited: tuple[str, ...] = (), recovered: bool = False) -> None:
        self.state, self.edited, self.recovered = state, edited, recovered
        super().__init__("the tournament was changed in the meantime; nothing was written, try again")


class TournamentFolder:
    """A tournament folder on disk."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.recovered = False  # whether an interrupted command had to be finished before the last reading or stepping
        self.journal = Journal(self.path)

    def read(self, *, tell: bool = True) -> State:
        """The state of the folder, also while another command works on it without writing yet.

        A command that died half way is finished first, where the folder can be written, and a file that something has
        replaced by an older version, so that they do not fit together, is brought back. What does not fit in the
        journal is logged and left alone. Raises FolderError, and InputError with every problem of its files.
        """
        try:
            return self._read(tell)
        except InputError:
            if not self._put_back():
                raise
            return self._read(tell)

    def look(self) -> State:
        """The state by the files as they are; nothing is finished, brought back or locked. Raises as `read`."""
        check_places(self.path)
        found = self._files_between_steps(tell=False)
        return self._parse(*(found or (self.journal.tracked(), 0)))

    def _put_back(self) -> bool:
        """Bring back files that something has replaced by older versions; whether there were any."""
        with suppress(FolderError):
            if self._can_write():
                with self.locked():
                    return bool(self.journal.put_back())
        return False

    def _read(self, tell: bool) -> State:
        check_places(self.path)
        self.recovered = False
        found = self._files_between_steps(tell)
        if found is None and self._can_write():
            with self.locked():
                try:
                    self.recovered = self.journal.recover()
                except FolderError as error:  # a damaged journal is no reason not to read the files
                    if tell:
                        _tell(f"{INTERRUPTED}: {error}; {AS_THEY_ARE}")
                found = self.journal.tracked(), self.journal.number()
        return self._parse(*(found or (self.journal.tracked(), 0)))

    def _can_write(self) -> bool:
        return self.journal.home.is_dir() and can_write_in(self.journal.home)

    def at(self, revision: int) -> State:
        """The state after a step of the journal; 0 is before its first. Raises FolderError where there is none."""
        return self._parse(self.journal.contents_after(revision), revision)

    def _files_between_steps(self, tell: bool) -> tuple[dict[str, bytes], int] | None:
        """The files and the last step's number, read without the lock; None while, or after, a step is half written."""
        with suppress(FolderError, OSError):
            before, files, after = self.journal.status(), self.journal.tracked(), self.journal.status()
            same = (before.number, before.remarks()) == (after.number, after.remarks())
            if same and before.before is None and after.before is None:
                for remark in before.remarks() if tell else ():
                    _tell(remark)
                return files, before.number
        return None

    def _bring_up(self) -> bool:
        """Before a command writes: set aside what does not fit, and finish one that died half way. Whether one had."""
        self.journal.set_aside()
        try:
            return self.journal.recover()
        except LostContent as lost:
            log.warning("%s: %s; %s", INTERRUPTED, lost, AS_THEY_ARE)
            self.journal.give_up_recovering()
            return False

    def _parse(self, files: Mapping[str, bytes], revision: int) -> State:
        if SETTINGS not in files:
            why = f"{self.path} is not a tournament folder: it has no {SETTINGS}"
            raise FolderError(why, Way("to make one", "new"))
        texts = {name: decode(data, name) for name, data in files.items()}
        return parse_state(texts, self.path, revision)

    @contextmanager
    def locked(self, seconds: float | None = None) -> Iterator[None]:
        """Hold the folder's lock. Raises FolderError when another command keeps it for so long, else LOCK_SECONDS."""
        import filelock

        held = False
        try:
            check_places(self.path)
            with lock_of(self.journal.home, LOCK_SECONDS if seconds is None else seconds):
                held = True
                yield
        except filelock.Timeout:
            raise FolderError(f"another command is writing {self.path}; try again when it has finished") from None
        except UnfinishedStep:
            raise
        except (OSError, FolderError, InputError) as error:
            if held:
                self._check_still_there()
            if not isinstance(error, OSError):
                raise
            raise cannot_write(error.filename or self.path, error) from None

    def _check_still_there(self) -> None:
        """Raise FolderError when the folder was moved while a command had its lock."""
        if not self.journal.home.is_dir():
            text = f"{self.path} was moved, or its disk removed, while the command ran; nothing was changed"
            raise FolderError(f"{text}. Repeat the command with the folder's new place")

    def commit(self, base: State, after: State, command: str) -> CommittedFiles:
        """Write what was made of a state that was read here, as one step of the journal; takes milliseconds.

        Files edited by hand since the last step become a step of their own first; those that are older versions of
        themselves are brought back. Raises MovedOnError, and writes nothing, if the folder holds another state by now.
        """
        if base.revision or not (self.path / SETTINGS).is_file():
            self._check_still_there()  # what is no tournament folder shall not become one by a journal
        texts = changed_files(base, after)
        check_readable(after, texts, self.path)
        changes = {name: text.encode() if text is not None else None for name, text in texts.items()}
        with self.locked():
            recovered, put_back = self._bring_up(), self.journal.put_back()
            edited, number = tuple(self.journal.note_edits()), self.journal.number()
            if edited or recovered or put_back or number != base.revision:  # it is read only if that is in doubt
                now = self._parse(self.journal.tracked(), number)
                if not now.says_the_same(base):
                    raise MovedOnError(now, edited, recovered)
            self._check_still_there()
            self.journal.commit(command, changes)
            return CommittedFiles(replace(after, revision=self.journal.number()), edited, recovered)

    def create(self, state: State, command: str) -> None:
        """Put a tournament into this folder, as its first step. Raises FolderError when there is one already."""
        files = state_files(state)
        parse_state(files, self.path)  # what is written can be read again
        if not self.journal.home.is_dir():
            self._check_free()  # a folder that is refused gets no journal
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_write(error.filename or self.path, error) from None
        with self.locked():
            self._bring_up()
            self._check_free()
            self.journal.note_edits()
            self.journal.commit(command, {name: text.encode() for name, text in files.items()})

    def _check_free(self) -> None:
        """Raise FolderError where no tournament can begin; a journal of nothing is what a `new` that died has left."""
        if (self.path / SETTINGS).exists():
            raise FolderError(f"{self.path} already contains a tournament")
        taken = [name for name in (PLAYERS, "rounds") if (self.path / name).exists()]
        if any(step.tree for step in self.journal.steps()):
            taken.append(self.journal.home.name)
        if taken:
            raise FolderError(
                f"{self.path} already contains {', '.join(taken)}; choose another folder, or move these files away"
            )

    def take_back(self) -> str:
        """Undo the last step; the command that was undone."""
        with self._stepping():
            return self.journal.undo()

    def take_back_all(self, count: int, last: int) -> list[str]:
        """Undo so many steps; their commands. Raises ConflictError unless this step is still the last."""
        with self._stepping():
            if self.journal.number() != last:
                raise ConflictError("something else was done meanwhile; nothing was taken back, look at the log again")
            return [self.journal.undo() for _ in range(count)]

    def do_again(self) -> str:
        """Redo what was undone last; the command that was done again."""
        with self._stepping():
            return self.journal.redo()

    @contextmanager
    def _stepping(self) -> Iterator[None]:
        if not self.journal.home.is_dir():
            raise InputError(f"{self.path} has no journal yet: nothing to undo or redo")
        with self.locked():
            self.recovered = self._bring_up()
            self.journal.note_edits()
            yield


@lru_cache(maxsize=64)
def _tell(remark: str) -> None:
    """Log what does not fit in a folder that is read: a desk reads it for each page, and says it once."""
    log.warning(remark)


@dataclass(frozen=True, slots=True)
class CommittedFiles:
    """A state as it was written. `edited` names files that somebody had edited by hand before; `recovered`: a command
    that had died half way was finished first."""

    state: State
    edited: tuple[str, ...] = ()
    recovered: bool = False
