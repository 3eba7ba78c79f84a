"""Players, and the start groups they are in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...model.tournament.person import Status
from .answer import Answer

if TYPE_CHECKING:
    from ...model.placing.groups import Groups
    from ...model.tournament.person import Member
    from ..people.players import PlayerList


class MemberAnswer(Answer, frozen=True):
    """One of the people of a pair or team.

    id: id, as in members.csv
    name: surname, then first name
    rank: such as "3d", "12k", "2p"
    rating: on the European scale; that of the rank where none was registered
    club: blank where it is not known
    country: two letters, blank where it is not known
    pin: EGD pin
    rounds: those that the person plays, where these are not all
    substitute: whether the person plays only in these rounds, for somebody who is missing
    """

    id: str
    name: str
    rank: str
    rating: int
    club: str
    country: str
    pin: str
    rounds: tuple[int, ...] | None
    substitute: bool


class PlayerAnswer(Answer, frozen=True):
    """A registered player.

    id: id, as in players.csv
    name: surname, then first name
    rank: such as "3d", "12k", "2p"
    rating: on the European scale; that of the rank where none was registered
    club: blank where it is not known
    country: two letters, blank where it is not known
    start: start score, in points
    status: "final", "preliminary" or "withdrawn"; only final entries are paired
    takes_part: whether the entry is final and for at least one round
    unexcused: rounds that give nothing where the player misses them
    members: the people of a pair or team in board order; empty for a single player
    """

    id: str
    name: str
    rank: str
    rating: int
    club: str
    country: str
    start: float
    status: Status
    takes_part: bool
    unexcused: tuple[int, ...]
    members: tuple[MemberAnswer, ...] = ()


class GroupAnswer(Answer, frozen=True):
    """The players of one start score.

    start: start score, in points
    players: their ids, the strongest first
    marks: what is special about the group, in words
    """

    start: float
    players: tuple[str, ...]
    marks: tuple[str, ...]


class BarAnswer(Answer, frozen=True):
    """A rank that the bar may be on.

    rank: such as "3d"
    players: how many would be at or above it
    verdict: what the BGA's table says of that many, in words
    taken: whether the bar is here
    automatic: whether the program would choose it
    """

    rank: str
    players: int
    verdict: str
    taken: bool
    automatic: bool


class GroupsAnswer(Answer, frozen=True):
    """The start groups, as the next draw would make them.

    scheme: how start scores are made: "rank", "regular" …, the setting start.scheme
    groups: the groups, from the top
    bars: where the bar may be, the strongest rank first; empty unless start scores are by rank
    not_counted: ids of entries that are preliminary, withdrawn or for no round
    """

    scheme: str
    groups: tuple[GroupAnswer, ...]
    bars: tuple[BarAnswer, ...]
    not_counted: tuple[str, ...]


def players_answer(listed: PlayerList) -> list[PlayerAnswer]:
    """The players in the order of the list."""
    return [
        PlayerAnswer(
            id=player.id,
            name=player.name,
            rank=player.rank_name,
            rating=player.rating,
            club=player.club,
            country=player.country,
            start=listed.start[player.id] / 2,
            status=player.status,
            takes_part=player.takes_part,
            unexcused=tuple(sorted(player.unexcused)),
            members=tuple(map(_member, player.members)),
        )
        for player in listed.players
    ]


def _member(m: Member) -> MemberAnswer:
    rounds = None if m.rounds is None else tuple(sorted(m.rounds))
    return MemberAnswer(m.id, m.name, m.rank_name, m.rating, m.club, m.country, m.pin, rounds, m.substitute)


def groups_answer(found: Groups) -> GroupsAnswer:
    """The start groups from the top, and the possible bars."""
    return GroupsAnswer(
        scheme=found.settings.start.scheme,
        groups=tuple(GroupAnswer(g.start / 2, tuple(p.id for p in g.players), g.marks) for g in found.groups),
        bars=tuple(BarAnswer(b.rank, b.count, b.verdict, b.taken, b.automatic) for b in found.bars),
        not_counted=tuple(player.id for player in found.waiting),
    )
