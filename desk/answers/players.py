"""Players, and the start groups they are in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ...model.tournament.person import Status
from ..verb import Answer, told

if TYPE_CHECKING:
    from ...model.placing.score_groups import Groups
    from ...model.tournament.person import Member
    from ..people.players import PlayerList


class MemberAnswer(Answer, frozen=True):
    """One of the people of a pair or team."""

    id: Annotated[str, told("id, as in members.csv")]
    name: Annotated[str, told("surname, then first name")]
    rank: Annotated[str, told('such as "3d", "12k", "2p"')]
    rating: Annotated[int, told("on the European scale; that of the rank where none was registered")]
    club: Annotated[str, told("blank where it is not known")]
    country: Annotated[str, told("two letters, blank where it is not known")]
    pin: Annotated[str, told("EGD pin")]
    rounds: Annotated[tuple[int, ...] | None, told("those that the person plays, where these are not all")]
    substitute: Annotated[bool, told("whether the person plays only in these rounds, for somebody who is missing")]


class PlayerAnswer(Answer, frozen=True):
    """A registered player."""

    id: Annotated[str, told("id, as in players.csv")]
    name: Annotated[str, told("surname, then first name")]
    rank: Annotated[str, told('such as "3d", "12k", "2p"')]
    rating: Annotated[int, told("on the European scale; that of the rank where none was registered")]
    club: Annotated[str, told("blank where it is not known")]
    country: Annotated[str, told("two letters, blank where it is not known")]
    start: Annotated[float, told("start score, in points")]
    status: Annotated[Status, told('"final", "preliminary" or "withdrawn"; only final entries are paired')]
    takes_part: Annotated[bool, told("whether the entry is final and for at least one round")]
    unexcused: Annotated[tuple[int, ...], told("rounds that give nothing where the player misses them")]
    members: Annotated[
        tuple[MemberAnswer, ...], told("the people of a pair or team in board order; empty for a single player")
    ] = ()


class GroupAnswer(Answer, frozen=True):
    """The players of one start score."""

    start: Annotated[float, told("start score, in points")]
    players: Annotated[tuple[str, ...], told("their ids, the strongest first")]
    marks: Annotated[tuple[str, ...], told("what is special about the group, in words")]


class BarAnswer(Answer, frozen=True):
    """A rank that the bar may be on."""

    rank: Annotated[str, told('such as "3d"')]
    players: Annotated[int, told("how many would be at or above it")]
    verdict: Annotated[str, told("what the BGA's table says of that many, in words")]
    taken: Annotated[bool, told("whether the bar is here")]
    automatic: Annotated[bool, told("whether the program would choose it")]


class GroupsAnswer(Answer, frozen=True):
    """The start groups, as the next draw would make them."""

    scheme: Annotated[str, told('how start scores are made: "rank", "regular" …, the setting start.scheme')]
    groups: Annotated[tuple[GroupAnswer, ...], told("the groups, from the top")]
    bars: Annotated[
        tuple[BarAnswer, ...],
        told("where the bar may be, the strongest rank first; empty unless start scores are by rank"),
    ]
    not_counted: Annotated[tuple[str, ...], told("ids of entries that are preliminary, withdrawn or for no round")]


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
