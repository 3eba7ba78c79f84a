"""Players and settings: registered, changed, absent."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ...model.tournament.same_names import Same
from ..people.entries import Registrations
from ..people.players import TYPED, Cells, ChangePlayer
from ..verb import Change, told

LONGEST_NAME = 200


class RegisterRequest(Change, frozen=True, kw_only=True):
    """Registrations to merge in, by id or else by name."""

    text: Annotated[str, told("lines of a CSV file with titles, or of a list such as OpenGotha's")]
    name: Annotated[str, told("what messages call it")] = "registrations"
    skip: Annotated[str, told('lines to leave out, such as "4,7-9"')] = ""
    keep_paired: Annotated[bool, told("whether players who are already paired stay as they are")] = False
    dry_run: Annotated[bool, told("whether nothing is written")] = False
    same: Annotated[
        Same, told('"ids" or "names": what decides who a line is, if they disagree; "" is an error then')
    ] = Same.ASK
    guess: Annotated[bool, told("whether the likelier counts if a column may be two things; else it is an error")] = (
        False
    )

    def asked(self) -> Registrations:
        """The same for the desk."""
        name = self.name[:LONGEST_NAME]
        return Registrations(self.text, name, self.skip, keep_paired=self.keep_paired, same=self.same, guess=self.guess)


class PlayerRequest(Change, frozen=True, kw_only=True):
    """A player, in cells as a line of registrations has them; null is what nothing is said about."""

    name: Annotated[str | None, told("surname, comma, first name")] = None
    rank: Annotated[str | None, told('such as "3d"')] = None
    rating: Annotated[str | None, told("on the European scale")] = None
    club: Annotated[str | None, told("as it is called")] = None
    country: Annotated[str | None, told("two letters, or its name")] = None
    rounds: Annotated[str | None, told('such as "1-3,5", "all" or "none"')] = None
    group: Annotated[str | None, told("families and travel groups, separated by semicolons")] = None
    status: Annotated[str | None, told('"final", "preliminary", "withdrawn" or "disqualified"')] = None
    correction: Annotated[str | None, told("of the start score")] = None
    pin: Annotated[str | None, told("EGD pin")] = None
    aga: Annotated[str | None, told("AGA number")] = None
    unexcused: Annotated[str | None, told("rounds missed without an excuse")] = None
    columns: Annotated[dict[str, str], told("other columns by title")] = msgspec.field(default_factory=dict)
    members: Annotated[
        tuple[str, ...],
        told('the people of a pair or team: "Sato, Kei 3d; club=Ulm" for a new one, "2: rank=2d" to change the second'),
    ] = ()
    drop: Annotated[tuple[str, ...], told("members who leave it, by place, id or name")] = ()

    def cells(self) -> Cells:
        """The same for the desk."""
        own = {key: getattr(self, key) for key in TYPED if hasattr(self, key)}
        return Cells(**own, columns=self.columns, members=self.members, drop=self.drop)


class ChangePlayerRequest(PlayerRequest, frozen=True, kw_only=True):
    """What is to be different of a player."""

    who: Annotated[str, told("id or name")]
    clear: Annotated[tuple[str, ...], told("titles of columns to be emptied")] = ()

    def asked(self) -> ChangePlayer:
        """The same for the desk."""
        return ChangePlayer(self.who, self.cells(), self.clear)
