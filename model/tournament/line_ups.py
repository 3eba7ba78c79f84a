"""The people of an entrant: who sits where in a round, and what the entrant has from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .member import Member, joined_name, mean, regulars, shared_club, shared_country
from .player import Player
from .ranks import rating_from_rank


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
