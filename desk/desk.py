"""The desk: reads a tournament folder, runs a use case on what it has read, and commits what comes of it.

No lock is held while anything is computed. The commit takes milliseconds and succeeds only if the folder still holds
what was read. If somebody else has changed other things meanwhile, the use case is applied again to the new state; if
they have changed the same things, the change is refused with both versions named.
"""

from __future__ import annotations

from collections.abc import Callable
from os.path import isfile
from pathlib import Path
from typing import TypeVar

from ..io.files import cannot_write, is_link, private_file, read_private, write_private
from ..io.folder.folder import MovedOnError, TournamentFolder
from ..io.folder.state_files import in_memory
from ..model.errors import ConflictError, FolderError
from ..model.records.state import State
from ..solver.clock import Clock
from .changes import allowed_since, conflict_text, contradictions, logged_command
from .verb import Committed, Outcome, Request, Run, Verb

__all__ = ["Desk", "in_memory", "is_tournament"]

Value = TypeVar("Value")
Asked = TypeVar("Asked", bound=Request)

MOST_RUNS = 50  # of an edit that takes no time; each is in vain only if another one has been written
MOST_DRAWS = 2  # of what takes long: once more when what it was computed from has changed


def is_tournament(path: Path) -> bool:
    """Whether a folder has a tournament in it; a link, which a folder from somebody else may bring, is none."""
    return isfile(path / "tournament.toml") and not is_link(path)


def kept(kind: str, folder: Path) -> bytes:
    """What is kept of a kind on this machine for a folder; nothing if there is none, or others could have read it."""
    return read_private(private_file(kind, folder))


def keep(kind: str, folder: Path, data: bytes) -> None:
    """Keep something on this machine, for its owner alone: a key, an address. Raises FolderError."""
    file = private_file(kind, folder)
    try:
        write_private(file, data)
    except OSError as error:
        raise cannot_write(file, error) from None


class Desk:
    """A tournament folder as the faces see it."""

    def __init__(self, path: Path | str) -> None:
        self.folder = TournamentFolder(path)

    @property
    def path(self) -> Path:
        """Where the folder is."""
        return self.folder.path

    def read(self) -> State:
        """The state of the folder, whoever is writing meanwhile. Raises FolderError, InputError."""
        return self.folder.read()

    def ask(self, use_case: Callable[[State], Outcome[Value]]) -> Outcome[Value]:
        """What a use case finds; nothing is written, whatever it would change."""
        return use_case(self.read())

    def do(
        self, use_case: Callable[[State], Outcome[Value]], command: str, seen: int | None = None
    ) -> Committed[Value]:
        """Run a use case and write what it changes as one step, which the journal calls by the command.

        Where it breaks rules by hand, the journal says which.
        `seen` is the revision that the person at the desk has before them, where that may be older than the folder's.
        Revision 0 is one, too: a folder without a journal. Raises ConflictError when somebody else has changed the same
        things since, and as the use case does.
        """
        base = self.folder.read(tell=False)  # the commit reports and repairs what does not fit in the journal
        if seen is not None and seen != base.revision:
            base = self._seen(seen)
        outcome, runs = use_case(base), 1
        edited: tuple[str, ...] = ()
        recovered = self.folder.recovered
        while True:
            try:
                logged = logged_command(command, allowed_since(base, outcome.state))
                done = self.folder.commit(base, outcome.state, logged)
            except MovedOnError as moved:
                edited, recovered = (*edited, *moved.edited), recovered or moved.recovered
                found = contradictions(base, outcome.state, moved.state)
                if found:
                    raise ConflictError(conflict_text(found, moved.state.tournament)) from None
                kept = outcome.again(moved.state) if outcome.again else None
                if kept is None and runs >= (MOST_DRAWS if outcome.again else MOST_RUNS):
                    raise ConflictError("the tournament keeps changing while this is computed; try again") from None
                base, runs = moved.state, runs + (kept is None)
                outcome = kept or use_case(base)
            else:
                after = Outcome(done.state, outcome.value, outcome.notes)
                files = tuple(dict.fromkeys((*edited, *done.edited)))
                return Committed(base, after, files, recovered or done.recovered, runs)

    def carry_out(
        self, verb: Verb[Asked, Value], asked: Asked, command: str, clock: Clock | None = None, by_director: bool = True
    ) -> Committed[Value]:
        """Do what is asked for, as a step that the journal calls so; a dry run writes nothing. Raises as `do`."""
        run = Run(self.path, clock, by_director)
        if getattr(asked, "dry_run", False):
            before = self.read()
            return Committed(before, verb.does(before, asked, run))
        return self.do(lambda state: verb.does(state, asked, run), command, getattr(asked, "seen", None))

    def _seen(self, revision: int) -> State:
        """The state of an earlier revision. Raises ConflictError where the journal does not have it any more."""
        try:
            return self.folder.at(revision)
        except FolderError:
            raise ConflictError("what you see is too old to be changed; load it again") from None
