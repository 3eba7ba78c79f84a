"""The people of entrants: who sits where in a round, what an entrant has from them, and everybody as a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from .person import Member, Player, as_member, as_player, joined_name, mean, regulars, shared_club, shared_country
from .ranks import rating_from_rank
from .tournament import Tournament


def lineup(entrant: Player, number: int) -> tuple[Member | None, ...]:
    """Who sits in each seat of an entrant in a round, in board order; None for a seat that nobody takes.

    Everybody keeps their seat. The substitutes of the round take the seats of those who are missing, in their order.
    """
    waiting = [m for m in entrant.members if m.substitute and m.plays(number)]
    seats: list[Member | None] = []
    for member in regulars(entrant.members):
        seats.append(member if member.plays(number) else waiting.pop(0) if waiting else None)
    return tuple(seats)


def missing(entrant: Player, number: int) -> list[tuple[Member, Member | None]]:
    """The members who miss a round, each with the substitute who plays instead, None for nobody."""
    seats = zip(regulars(entrant.members), lineup(entrant, number), strict=True)
    return [(member, seat) for member, seat in seats if seat is not member]


def with_members(entrant: Player, members: Sequence[Member], rule: str) -> Player:
    """The entrant of these people. What nobody has given the entrant itself follows from them.

    Name, club and country are those of its people. A rank that is derived is the mean of the regular members' ranks by
    the rule, and its rating the mean of their ratings; a rank of its own has the rating of that rank.
    """
    people = tuple(members)
    if not people:
        own = replace(entrant, members=(), club=entrant.own_club, country=entrant.own_country, rank_is_derived=False)
        return own if entrant.members else entrant
    changes: dict[str, object] = {
        "members": people,
        "club": entrant.own_club or shared_club(people),
        "country": entrant.own_country or shared_country(people),
    }
    if not entrant.surname or (entrant.members and entrant.name == joined_name(entrant.members)):
        changes |= {"surname": joined_name(people), "first_name": ""}
    counted = regulars(people) or people
    if entrant.rank_is_derived:
        changes |= {"rank": mean([m.rank for m in counted], rule), "pro": 0}
    if entrant.rating_is_derived:
        of_members = mean([m.rating for m in counted], rule)
        changes["rating"] = of_members if entrant.rank_is_derived else rating_from_rank(entrant.rank)
    return replace(entrant, **changes)  # type: ignore[arg-type]


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
