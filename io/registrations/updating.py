"""What a line of registrations changes of a player who is known."""

from __future__ import annotations

from dataclasses import replace

from ...model.tournament.player import Player, Status
from ...model.tournament.ranks import rating_from_rank
from .reading import Entry


def comes_back(old: Player, entry: Entry) -> bool:
    """Whether a line takes in somebody who had withdrawn."""
    return old.status is Status.WITHDRAWN and "status" in entry.given and entry.player.status is Status.FINAL


def updated_by(old: Player, entry: Entry) -> Player:
    """The player with what the line fills in; who comes back after withdrawing enters the rounds of before."""
    new, given = entry.player, entry.given
    extra = dict(old.extra) | {title: value for title, value in new.extra if value or title not in dict(old.extra)}
    updated = replace(
        old,
        club=new.club if "club" in given else old.club,
        country=new.country if "country" in given else old.country,
        pin=new.pin or old.pin,
        aga=new.aga or old.aga,
        rounds=new.rounds if "rounds" in given else old.rounds,
        status=new.status if "status" in given else old.status,
        correction=new.correction if "correction" in given else old.correction,
        unexcused=new.unexcused if "unexcused" in given else old.unexcused,
        groups=new.groups if "group" in given else old.groups,
        extra=tuple(extra.items()),
    )
    if entry.has_id and {"name", "surname"} & given:
        updated = replace(updated, surname=new.surname, first_name=new.first_name)
    if "rank" in given:
        updated = replace(updated, rank=new.rank, pro=new.pro, rank_is_derived=False)
        if updated.rating_is_derived:
            updated = replace(updated, rating=rating_from_rank(new.rank))
    if "rating" in given:
        updated = replace(updated, rating=new.rating, rating_is_derived=new.rating_is_derived)
    return updated
