"""Tournament folders made and changed by tests, as the desk does it: read, compute, commit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.settings.settings_file import parse_settings
from mcmahon.model.records.state import State
from mcmahon.model.tournament.tournament import Tournament


@dataclass(slots=True)
class Change:
    """A change under way: assign `state` or `tournament`. The rest is known when the block has ended."""

    state: State
    edited: tuple[str, ...] = ()
    recovered: bool = False

    @property
    def tournament(self) -> Tournament:
        return self.state.tournament

    @tournament.setter
    def tournament(self, new: Tournament) -> None:
        self.state = self.state.with_tournament(new)


@contextmanager
def changing(folder: TournamentFolder, command: str) -> Iterator[Change]:
    """One change of a folder, written when the block ends well."""
    base = folder.read(tell=False)
    change = Change(base)
    yield change
    done = folder.commit(base, change.state, command)
    change.state, change.edited, change.recovered = done.state, done.edited, done.recovered


def create(folder: TournamentFolder, text: str, command: str, tournament: Tournament | None = None) -> None:
    """A new tournament in a folder, empty or as given."""
    begun = tournament or Tournament(parse_settings(text, "tournament.toml"))
    folder.create(in_memory(begun, settings_text=text), command)
