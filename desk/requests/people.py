"""Players and settings: registered, changed, absent."""

from __future__ import annotations

import msgspec

from ...model.tournament.person import Absence
from ...model.tournament.same_names import Same
from ..people.absences import Absent, Withdraw
from ..people.entries import Registrations
from ..people.players import TYPED, Cells, ChangePlayer
from ..settings import ChangeSettings
from .request import Change

LONGEST_NAME = 200


class RegisterRequest(Change, frozen=True, kw_only=True):
    """Registrations to merge in, by id or else by name.

    text: lines of a CSV file with titles, or of a list such as OpenGotha's
    name: what messages call it
    skip: lines to leave out, such as "4,7-9"
    keep_paired: whether players who are already paired stay as they are
    dry_run: whether nothing is written
    same: "ids" or "names": what decides who a line is, if they disagree; "" is an error then
    guess: whether the likelier counts if a column may be two things; else it is an error
    """

    text: str
    name: str = "registrations"
    skip: str = ""
    keep_paired: bool = False
    dry_run: bool = False
    same: Same = Same.ASK
    guess: bool = False

    def asked(self) -> Registrations:
        """The same for the desk."""
        name = self.name[:LONGEST_NAME]
        return Registrations(self.text, name, self.skip, keep_paired=self.keep_paired, same=self.same, guess=self.guess)


class PlayerRequest(Change, frozen=True, kw_only=True):
    """A player, in cells as a line of registrations has them; null is what nothing is said about.

    name: surname, comma, first name
    rank: such as "3d"
    rating: on the European scale
    club: as it is called
    country: two letters, or its name
    rounds: such as "1-3,5", "all" or "none"
    group: families and travel groups, separated by semicolons
    status: "final", "preliminary", "withdrawn" or "disqualified"
    correction: of the start score
    pin: EGD pin
    aga: AGA number
    unexcused: rounds missed without an excuse
    columns: other columns by title
    members: the people of a pair or team: "Sato, Kei 3d; club=Ulm" for a new one, "2: rank=2d" to change the second
    drop: members who leave it, by place, id or name
    """

    name: str | None = None
    rank: str | None = None
    rating: str | None = None
    club: str | None = None
    country: str | None = None
    rounds: str | None = None
    group: str | None = None
    status: str | None = None
    correction: str | None = None
    pin: str | None = None
    aga: str | None = None
    unexcused: str | None = None
    columns: dict[str, str] = msgspec.field(default_factory=dict)
    members: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()

    def cells(self) -> Cells:
        """The same for the desk."""
        own = {key: getattr(self, key) for key in TYPED if hasattr(self, key)}
        return Cells(**own, columns=self.columns, members=self.members, drop=self.drop)


class ChangePlayerRequest(PlayerRequest, frozen=True, kw_only=True):
    """What is to be different of a player.

    who: id or name
    clear: titles of columns to be emptied
    """

    who: str
    clear: tuple[str, ...] = ()

    def asked(self) -> ChangePlayer:
        """The same for the desk."""
        return ChangePlayer(self.who, self.cells(), self.clear)


class AbsentRequest(Change, frozen=True, kw_only=True):
    """Players who miss rounds.

    who: ids or names
    rounds: such as "2,4-5"; blank is the next one
    counts: how that counts
    """

    who: tuple[str, ...]
    rounds: str = ""
    counts: Absence = Absence.EXCUSED

    def asked(self) -> Absent:
        """The same for the desk."""
        return Absent(self.who, self.rounds, self.counts)


class WithdrawRequest(Change, frozen=True, kw_only=True):
    """Players who leave for good.

    who: ids or names
    counts: how the rounds to come count; a forfeit is of the board that they have not finished
    """

    who: tuple[str, ...]
    counts: Absence = Absence.EXCUSED

    def asked(self) -> Withdraw:
        """The same for the desk."""
        return Withdraw(self.who, self.counts)


class SettingsRequest(Change, frozen=True, kw_only=True):
    """Settings to change, all of them or none.

    assignments: each as typed: "start.bar=3d", "placing.order=MMS,SOS", "komi=" for the default
    replace: whether a list that has something may be replaced
    anyway: whether start scores may change after a round is published
    """

    assignments: tuple[str, ...]
    replace: bool = False
    anyway: bool = False

    def asked(self) -> ChangeSettings:
        """The same for the desk."""
        return ChangeSettings(self.assignments, replace=self.replace, anyway=self.anyway)
