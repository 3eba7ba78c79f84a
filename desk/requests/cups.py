"""Cups: made, changed, removed, and who advances."""

from __future__ import annotations

from ..cups import Decide, RemoveCup, SetCup
from .request import Change


class CupRequest(Change, frozen=True, kw_only=True):
    """A cup to be made, or to be changed where it is there; null keeps what it has, or is as by default.

    name: name of the cup
    size: players in it, 4 to 64
    first: round of its first games
    who: conditions such as "category=U12", which all of its players fulfil
    seeding: "rating", "rank", "start", "standings" or "given"
    after: round whose standings seed it; 0 for the one before the first
    groups: column of groups, from each of which the same number comes
    players: exactly these players (id or name), the best first
    third_place: whether there is a match for third place
    counts: games that count in the tournament: "all", "none" or "before-semifinals"
    handicap: whether its games have handicaps as all others
    in_rounds: rounds in which it plays, such as 5, 7 and 9; empty for rounds that follow the first
    """

    name: str
    size: int | None = None
    first: int | None = None
    who: tuple[str, ...] | None = None
    seeding: str | None = None
    after: int | None = None
    groups: str | None = None
    players: tuple[str, ...] | None = None
    third_place: bool | None = None
    counts: str | None = None
    handicap: bool | None = None
    in_rounds: tuple[int, ...] | None = None

    def asked(self) -> SetCup:
        """The same for the desk."""
        own = (self.size, self.first, self.who, self.seeding, self.after, self.groups, self.players)
        return SetCup(self.name, *own, self.third_place, self.counts, self.handicap, self.in_rounds)


class RemoveCupRequest(Change, frozen=True, kw_only=True):
    """A cup to be removed; its games stay as games of the tournament.

    name: name of the cup
    anyway: remove it even if it has begun
    """

    name: str
    anyway: bool = False

    def asked(self) -> RemoveCup:
        """The same for the desk."""
        return RemoveCup(self.name, self.anyway)


class DecideRequest(Change, frozen=True, kw_only=True):
    """Who advances from a match of a cup.

    name: name of the cup
    player: the player (id or name) who advances
    nobody: nobody advances from the match of this player
    by_result: what was decided for the match of this player is forgotten, so that its result says it again
    stage: round of the cup, from 1; 0 for the match that is open
    """

    name: str
    player: str
    nobody: bool = False
    by_result: bool = False
    stage: int = 0

    def asked(self) -> Decide:
        """The same for the desk."""
        return Decide(self.name, self.player, self.nobody, self.by_result, self.stage)
