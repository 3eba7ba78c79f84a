"""Everything that a tournament is at one moment, with how each round was drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from ..errors import McMahonError
from ..pairing.profile import Profile
from ..pairing.standing_locks import Locks
from ..plan.plan import NO_FORESIGHT, Foresight
from ..teams.match_boards import with_boards
from ..tournament.rules import Rule
from ..tournament.tournament import Tournament
from .ledger import Ledger


class UnreadLedger(Protocol):
    """A ledger that is read when somebody asks for it: most commands never look at those of earlier rounds."""

    def read(self) -> Ledger:
        """The ledger. Raises InputError where it is damaged."""


@dataclass(frozen=True, slots=True)
class Record:
    """How a round was drawn: profile and weights, locks, relaxed rules, what it cost and what was proven.

    `bound` is proven of all legal rounds by these terms; `status` speaks only of the rounds that were looked for: those
    that leave a plan, or a repair that changes few boards. `kept` is the ledger of the draw, None where none was kept;
    `seed` that of its lottery, None in records of old. `foresight` says which of the later rounds the draw has kept
    possible, with the plan that shows it. `engine` found the round: `matching` or `cp-sat`.
    """

    profile: Profile
    locks: Locks = field(default_factory=Locks)
    relaxed: tuple[str, ...] = ()
    cost: int = 0
    bound: int = 0
    status: str = ""
    costs: Mapping[str, int] = field(default_factory=dict)
    version: str = ""
    kept: Ledger | UnreadLedger | None = None
    seed: int | None = None
    foresight: Foresight = NO_FORESIGHT
    engine: str = "matching"

    @property
    def wished_byes(self) -> tuple[str, ...]:
        """Who was to have the bye; nobody if more byes were allowed, as the draw may have chosen them itself."""
        return () if Rule.BYES in self.relaxed else self.locks.bye

    @property
    def ledger(self) -> Ledger | None:
        """What was true at the draw; None where that was not kept. Raises InputError when it is damaged."""
        return self.kept if self.kept is None or isinstance(self.kept, Ledger) else self.kept.read()


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
