"""Everybody at a tournament as a person: single players, and the members of pairs and teams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from .tournament.line_ups import with_members
from .tournament.member import Member
from .tournament.player import Player, as_member, as_player
from .tournament.tournament import Tournament


def person_id(entrant: str, member: str) -> str:
    """By what a member of an entrant is known among all people: `3/17.1`."""
    return f"{entrant}/{member}"


def people_of(entrant: Player) -> tuple[Player, ...]:
    """The people of an entrant as players, each by their `person_id`; a single player alone."""
    found = tuple(replace(as_player(m), id=person_id(entrant.id, m.id)) for m in entrant.members)
    return found or (entrant,)


def everybody(tournament: Tournament) -> dict[str, Player]:
    """All people of a tournament, by `person_id`; single players by their id."""
    return {person.id: person for entrant in tournament.players for person in people_of(entrant)}


def entrants_and_people(tournament: Tournament) -> dict[str, Player]:
    """Everybody who can be named: entrants by id, and the people of pairs and teams by `person_id`."""
    return tournament.by_id() | everybody(tournament)


def entrant_of(tournament: Tournament) -> Mapping[str, Player]:
    """The pair or team of every person in one, by `person_id`."""
    return {person.id: entrant for entrant in tournament.players if entrant.members for person in people_of(entrant)}


def with_people(tournament: Tournament, changed: Iterable[Player]) -> Tournament:
    """With these people (as `people_of` has them) changed; what entrants have from their members follows."""
    people = {person.id: person for person in changed}
    rule = tournament.settings.entrants.rank
    found = []
    for entrant in tournament.players:
        if entrant.id in people and not entrant.members:
            found.append(people[entrant.id])
        ids = [person_id(entrant.id, m.id) for m in entrant.members]
        if not people.keys().isdisjoint(ids):
            members = [_changed(m, people.get(pid)) for m, pid in zip(entrant.members, ids, strict=True)]
            found.append(with_members(entrant, members, rule))
    return tournament.with_players(found)


def _changed(member: Member, person: Player | None) -> Member:
    """The member as this person; a substitute stays one."""
    return member if person is None else replace(as_member(person), id=member.id, substitute=member.substitute)
