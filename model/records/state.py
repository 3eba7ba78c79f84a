"""Everything that a tournament is at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..errors import McMahonError
from ..pairing.profile import Profile
from ..teams.boards import with_boards
from ..tournament.tournament import Tournament
from .record import Record


@dataclass(frozen=True, slots=True)
class State:
    """A tournament, the weights that it is drawn by, and how each round was drawn.

    `own_profile` is the profile that the settings name, or the error that says why there is none. `settings_text` is
    the director's `tournament.toml` with its comments, `profile_texts` are the files of profiles beside it, by name;
    `tables` are tables of the director's beside them (prizes), as they are written.
    `revision` is the number of the journal's step that led here, 0 where there is no journal.
    """

    tournament: Tournament
    own_profile: Profile | McMahonError
    records: Mapping[int, Record] = field(default_factory=dict)
    settings_text: str = ""
    profile_texts: Mapping[str, str] = field(default_factory=dict)
    revision: int = 0
    tables: Mapping[str, str] = field(default_factory=dict)

    @property
    def profile(self) -> Profile:
        """The weights that the tournament is drawn by. Raises InputError where the settings name none."""
        if isinstance(self.own_profile, McMahonError):
            raise self.own_profile
        return self.own_profile

    def profile_of_round(self, number: int) -> Profile:
        """The weights that a round was drawn by, where that is known; else the tournament's. Raises InputError."""
        record = self.records.get(number)
        return record.profile if record else self.profile

    def with_tournament(self, tournament: Tournament) -> State:
        """With another tournament, by the same settings text; matches of teams have the boards of their line-ups."""
        return replace(self, tournament=with_boards(tournament))

    def with_record(self, number: int, record: Record) -> State:
        """With the record of a round."""
        return replace(self, records={**self.records, number: record})

    def says_the_same(self, other: State) -> bool:
        """Whether two states differ in their revision at most."""
        return replace(self, revision=0, own_profile=other.own_profile) == replace(other, revision=0)
