"""What a line of a rating list would change of a player, and that applied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from ..tournament.members import with_people
from ..tournament.person import Player, country_key
from ..tournament.ranks import rating_from_rank
from ..tournament.same_names import is_code_of, whole_name
from ..tournament.tournament import Tournament
from .rating_match import (
    FIELDS,
    FILLED_IN,
    PIN_OF_LIST,
    REFRESHED,
    MatchVerdict,
    RatingChange,
    RatingMatch,
    pin_key,
    pin_of,
)


@dataclass(frozen=True, slots=True)
class TakenPin:
    """A pin that the list gives to one player, and another one has."""

    player: Player
    owner: Player
    pin: str


def with_changes(
    match: RatingMatch, form: str, only: Sequence[str] = (), clubs: Collection[tuple[str, str]] = (), name: str = ""
) -> RatingMatch:
    """The match with what it would change: the fields of `only`, else rating and pin and what is empty.

    `clubs` are those of the tournament with their countries: a list that cuts names means one of them. `name` is the
    player's own with a comma behind the surname, where the list knows which word that is.
    """
    player, listed = match.player, match.listed
    if listed is None:
        return match
    rating = "" if player.rating_is_derived else str(player.rating)
    new_rating = "" if listed.rating is None else str(listed.rating)
    same_country = country_key(player.country) == country_key(listed.country)
    club = whole_name(listed.club, listed.country or player.country, clubs)
    same_pin = pin_key(pin_of(player, form), form) == pin_key(listed.pin, form)
    found = {
        "rank": (player.rank_name, listed.rank_name),
        "rating": (rating, new_rating),
        "club": (player.club, player.club if is_code_of(listed.club, player.club) else club),
        "country": (player.country, player.country if same_country else listed.country),
        "pin": (pin_of(player, form), pin_of(player, form) if same_pin else listed.pin),
        "name": (player.name, name),
    }
    wanted = only or (*REFRESHED, *(name for name in FILLED_IN if not found[name][0]))
    changes = (RatingChange(name, *found[name]) for name in FIELDS if name in wanted)
    return replace(match, changes=tuple(change for change in changes if change.new and change.new != change.old))


def without_taken_pins(matches: Sequence[RatingMatch], form: str) -> list[RatingMatch]:
    """The matches, doubtful where somebody else would keep the pin that the list gives; only the EGD's must differ.

    Who stays as they are keeps their pin, which may be another one's in turn.
    """
    found = list(matches)
    while form == "egd":
        after = [_pin_after(match) for match in found]
        counts = Counter(after)
        clashes = [k for k, pin in enumerate(after) if pin != found[k].player.pin and counts[pin] > 1]
        if not clashes:
            break
        for k in clashes:
            owner = next(m.player for j, m in enumerate(found) if j != k and after[j] == after[k])
            reason = f"{owner.label} has the pin {after[k]}"
            found[k] = replace(found[k], verdict=MatchVerdict.DOUBTFUL, reason=reason)
    return found


def taken_pins(matches: Sequence[RatingMatch], form: str) -> list[TakenPin]:
    """The pins of doubtful players that somebody else has who is not the player of that line."""
    sure = {m.player.id for m in matches if m.verdict is MatchVerdict.SURE}
    owners = {m.player.pin: m.player for m in matches if m.player.pin and m.player.id not in sure}
    taken = []
    for match in matches:
        listed, player = match.listed, match.player
        if form == "egd" and match.verdict is MatchVerdict.DOUBTFUL and listed is not None and not match.by_pin:
            owner = owners.get(listed.pin)
            if owner is not None and owner.id != player.id:
                taken.append(TakenPin(player, owner, listed.pin))
    return taken


def _pin_after(match: RatingMatch) -> str:
    """The pin of the player after a sure match is applied."""
    new = [change.new for change in match.changes if change.field == "pin" and match.verdict is MatchVerdict.SURE]
    return new[0] if new else match.player.pin


def applied(tournament: Tournament, matches: Iterable[RatingMatch], form: str) -> Tournament:
    """The tournament with the changes of all sure matches."""
    sure = [match for match in matches if match.verdict is MatchVerdict.SURE and match.changes]
    return with_people(tournament, (_changed(match, form) for match in sure))


def _changed(match: RatingMatch, form: str) -> Player:
    player, listed = match.player, match.listed
    assert listed is not None
    new = {change.field: change.new for change in match.changes}
    player = replace(player, club=new.get("club", player.club), country=new.get("country", player.country))
    if "name" in new:
        surname, _, first_name = new["name"].partition(", ")
        player = replace(player, surname=surname, first_name=first_name)
    if "rank" in new and listed.rank is not None:
        player = replace(player, rank=listed.rank, pro=listed.pro)
        if player.rating_is_derived:
            player = replace(player, rating=rating_from_rank(listed.rank))
    if "rating" in new and listed.rating is not None:
        player = replace(player, rating=listed.rating, rating_is_derived=False)
    return with_pin(player, form, new["pin"]) if "pin" in new else player


def with_pin(player: Player, form: str, pin: str) -> Player:
    """The player with another number in a list of this form."""
    place = PIN_OF_LIST[form]
    if place == "FFG":
        title = next((title for title, _ in player.extra if title.casefold() == "ffg"), "FFG")
        extra = dict(player.extra) | {title: pin}
        return replace(player, extra=tuple(extra.items()))
    return replace(player, aga=pin) if place == "aga" else replace(player, pin=pin)


def changing(matches: Iterable[RatingMatch]) -> int:
    """How many players the sure matches change."""
    return sum(match.verdict is MatchVerdict.SURE and bool(match.changes) for match in matches)
