"""Line-ups of teams: who sits at which board in a round, faults in that, and line-ups that captains hand in."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ..tournament.person import Member, Player, regulars, rounds_or_all
from ..tournament.round_sets import every_round
from ..tournament.settings.settings import Settings

Seats = tuple[Member | None, ...]


def seats(team: Player, number: int, settings: Settings) -> Seats:
    """Who sits at each board of a team in a round, from board 1; None for a board that stays empty.

    The first members have a board each and keep it: nobody moves up for somebody who is missing. Substitutes of the
    round, and then members behind those with a board, take the empty boards in their order. Where the settings say
    so, those who play share the boards that are taken anew by strength as soon as a substitute plays.
    """
    boards = settings.teams.boards
    people = regulars(team.members)
    own: list[Member | None] = [m if m.plays(number) else None for m in people[:boards]]
    own += [None] * (boards - len(own))
    if settings.teams.substitutes == "none":
        return tuple(own)
    named = [m for m in team.members if m.substitute]
    waiting = [m for m in (*named, *people[boards:]) if m.plays(number)]
    found = [m or (waiting.pop(0) if waiting else None) for m in own]
    if settings.teams.substitutes == "strength" and found != own:
        return _by_strength(found, settings)
    return tuple(found)


def _by_strength(found: Sequence[Member | None], settings: Settings) -> Seats:
    """The same people at the boards that are taken, the strongest first; equal ones stay in their order."""
    strongest = sorted((m for m in found if m), key=lambda m: -strength(m, settings))
    return tuple(m and strongest.pop(0) for m in found)


def strength(member: Member, settings: Settings) -> int:
    """What the order of boards goes by: rating where the settings say so, else rank."""
    return member.rating if settings.teams.order == "rating" else member.rank


class FaultKind(StrEnum):
    """What may be wrong with a line-up."""

    ORDER = "order"
    TWICE = "twice"
    SUBSTITUTE = "substitute"


@dataclass(frozen=True, slots=True)
class LineUpFault:
    """Somebody (`member`, at `board`) who may not sit there, in the line-up of a team (an id).

    `other` sits behind, at `other_board`, and is stronger by more than the tolerance; `by` says how much.
    """

    team: str
    kind: FaultKind
    board: int
    member: Member
    other: Member | None = None
    other_board: int = 0
    by: int = 0


def faults(team: Player, line_up: Seats, settings: Settings) -> list[LineUpFault]:
    """Everything that is wrong with a line-up: order by strength within the tolerance, nobody at two boards."""
    found = []
    there = [(board, m) for board, m in enumerate(line_up, 1) if m]
    seen: set[str] = set()
    for board, m in there:
        if m.id in seen:
            found.append(LineUpFault(team.id, FaultKind.TWICE, board, m))
        seen.add(m.id)
        if m.substitute and settings.teams.substitutes == "none":
            found.append(LineUpFault(team.id, FaultKind.SUBSTITUTE, board, m))
    if settings.teams.order == "free":
        return found
    for k, (board, m) in enumerate(there):
        weaker = [(strength(o, settings) - strength(m, settings), lower, o) for lower, o in there[k + 1 :]]
        by, lower, other = max(weaker, key=lambda entry: (entry[0], -entry[1]), default=(0, 0, m))
        if by > settings.teams.tolerance:
            found.append(LineUpFault(team.id, FaultKind.ORDER, board, m, other, lower, by))
    return found


class LineUpDecision(StrEnum):
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
    decision: LineUpDecision = LineUpDecision.OPEN


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
