"""Line-ups that captains hand in: what was said, and who would sit where if the desk took it now."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum

from ..tournament.member import Member
from ..tournament.player import Player, rounds_or_all
from ..tournament.round_sets import every_round
from ..tournament.settings import Settings
from .line_up import Seats, seats


class Decision(StrEnum):
    """What the desk has said of a line-up."""

    OPEN = "open"
    TAKEN = "taken"
    NOT_TAKEN = "not taken"


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What a captain says last of a team (an id) in a round: who plays, or `seated`, who sits at each board from 1.

    `people` are ids, blank for a board that stays empty; `times` is how often something was said.
    """

    team: str
    round: int
    people: tuple[str, ...] = ()
    seated: bool = False
    times: int = 0
    decision: Decision = Decision.OPEN


def seats_asked(one: HandedIn, team: Player, settings: Settings) -> Seats:
    """Who would sit at each board of the team as it is now."""
    if one.seated:
        known = {m.id: m for m in team.members}
        return tuple(known.get(person) for person in one.people)
    return seats(attending(team, one.round, one.people, settings.rounds), one.round, settings)


def attending(team: Player, number: int, people: Collection[str], rounds: int) -> Player:
    """The team with these of its members (ids) in a round, and no others; of other rounds nothing changes."""
    return replace(team, members=tuple(_attending(m, number, m.id in people, rounds) for m in team.members))


def _attending(member: Member, number: int, plays: bool, rounds: int) -> Member:
    own = every_round(rounds) if member.rounds is None else member.rounds
    new = own | {number} if plays else own - {number}
    return member if new == own else replace(member, rounds=rounds_or_all(new, rounds))
