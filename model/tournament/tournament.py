"""A tournament: settings, players and rounds, immutable; and its people, with who sits where in a round."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from ..cup import Cup
from ..errors import InputError, Meaning, Problem
from ..language import first_few
from ..ways import Way
from .games import Round
from .name_search import search_keys, search_rank
from .person import (
    Member,
    Player,
    Status,
    as_member,
    as_player,
    is_spelt,
    joined_name,
    mean,
    name_key,
    regulars,
    shared_club,
    shared_country,
)
from .ranks import rating_from_rank
from .same_names import words_key
from .settings.settings import Settings

MOST_NAMED = 6  # players whom a text could mean


@dataclass(frozen=True, slots=True)
class Tournament:
    """One tournament. `rounds` from 1, the last perhaps a draft; those after the settings' last are of `cups` alone."""

    settings: Settings
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    cups: tuple[Cup, ...] = ()

    @property
    def in_hand(self) -> int:
        """The number of the round that is being paired by hand; 0 where none is."""
        return next((drawn.number for drawn in self.rounds if drawn.hand_pairing), 0)

    def player(self, player_id: str) -> Player:
        """The player with this id. Raises InputError."""
        for player in self.players:
            if player.id == player_id:
                return player
        raise InputError(f"no player has the id {player_id!r}")

    def by_id(self) -> dict[str, Player]:
        """All players by id."""
        return {player.id: player for player in self.players}

    def find(self, text: str) -> Player:
        """The one player whose id, whole name, or part of the name this is. Raises InputError with the candidates."""
        key, words = name_key(text), words_key(text)
        found = (
            [p for p in self.players if p.id == text]
            or [p for p in self.players if key in (name_key(p.name), name_key(p.first_name, p.surname))]
            or [p for p in self.players if words and words == words_key(p.name)]
            or [p for p in self.players if len(key) > 1 and search_rank(text, search_keys(p.name)) == 2]
            or [p for p in self.players if search_rank(text, search_keys(p.name))]
        )
        if len(found) > 1:
            found = [p for p in found if is_spelt(text, p, in_part=True)] or found
        if len(found) == 1:
            return found[0]
        if found:
            few = found[:MOST_NAMED]
            could_be = tuple(Meaning(text, p.id, f"{p.name} {p.rank_name}") for p in few if len(found) == len(few))
            message = f"{text!r} is ambiguous: {first_few([p.label for p in found], MOST_NAMED)}; use the id"
            raise InputError([Problem(message, could_be=could_be)])
        message = f"no player has the id or the name {text!r}"
        of = [(p, m) for p in self.players for m in p.members if text == m.id or (key and key in name_key(m.name))]
        if of:
            members = [f"{m.name} is a member of {p.label}" for p, m in of]
            raise InputError(f"{message}; {first_few(members, MOST_NAMED)}")
        parts = {p.id: {name_key(text) for text in (p.name, *p.name.split())} for p in self.players}
        near = get_close_matches(key, sorted(set().union(*parts.values())), 3, 0.75)
        if alike := first_few([p.label for p in self.players if parts[p.id].intersection(near)], MOST_NAMED):
            raise InputError(f"{message}; did you mean {alike}?")
        raise InputError(message, Way("to list all players", "players"))

    def round(self, number: int) -> Round:
        """A round that has been drawn. Raises InputError."""
        if not 1 <= number <= len(self.rounds):
            raise InputError(f"round {number} has not been drawn; rounds drawn: {len(self.rounds)}")
        return self.rounds[number - 1]

    def entrants(self, number: int) -> list[Player]:
        """The players to be paired in a round: final entries that take part in it."""
        return [player for player in self.players if player.enters(number)]

    @property
    def published(self) -> list[Round]:
        """The rounds that are no drafts."""
        return [drawn for drawn in self.rounds if not drawn.draft]

    def before(self, number: int) -> Tournament:
        """The tournament before a round: its later rounds left out."""
        return replace(self, rounds=self.rounds[: number - 1])

    def with_round(self, new: Round) -> Tournament:
        """With a round replaced, or added behind the last. Raises InputError for any other number."""
        if not 1 <= new.number <= len(self.rounds) + 1:
            raise InputError(f"round {new.number} cannot follow {len(self.rounds)} rounds")
        return replace(self, rounds=(*self.rounds[: new.number - 1], new, *self.rounds[new.number :]))

    def with_players(self, changed: Iterable[Player]) -> Tournament:
        """With players replaced by id, new ones behind the others."""
        new = {player.id: player for player in changed}
        kept = tuple(new.pop(player.id, player) for player in self.players)
        return replace(self, players=kept + tuple(new.values()))

    def entered_as_drawn(self, number: int) -> Tournament:
        """With exactly those entered for a round who had a game or the bye in it, whatever has changed since."""
        drawn = self.round(number)
        return self.entered(number, drawn.paired | set(drawn.byes))

    def entered(self, number: int, present: Collection[str]) -> Tournament:
        """With exactly these players (ids) entered for a round."""
        come = frozenset(present)
        return self.with_entries(number, come, {p.id for p in self.players} - come)

    def with_entries(self, number: int, come: Collection[str], gone: Collection[str]) -> Tournament:
        """With some players (ids) entered for a round and some not; all others are as they were."""
        total = self.settings.rounds

        def entry(player: Player) -> Player:
            rounds = player.rounds_entered(total)
            if player.id in come:
                player = player.with_rounds(rounds | {number}, total)
                return player if player.status is Status.FINAL else replace(player, status=Status.FINAL)
            return player.with_rounds(rounds - {number}, total) if player.id in gone else player

        players = tuple(entry(p) for p in self.players)
        return self if players == self.players else replace(self, players=players)

    def participants(self, after: int | None = None) -> list[Player]:
        """Whoever has played in the published rounds until one, or is still to play; as in lists for the EGD."""
        rounds = [drawn for drawn in self.rounds[:after] if not drawn.draft]
        seen = {player for drawn in rounds for player in (*drawn.paired, *drawn.byes)}
        to_come = range(len(rounds) + 1, self.settings.rounds + 1)
        return [p for p in self.players if p.id in seen or any(p.enters(number) for number in to_come)]

    def placed(self, after: int | None = None) -> list[Player]:
        """Who stands in the standings after a round: the participants, without those whose first round comes later.

        Before the first round all of them. Somebody who did not come without an excuse, or has points of their own for
        a round (FIDE's byes on request), was there, and stands in the table.
        """
        rounds = [drawn for drawn in self.rounds[:after] if not drawn.draft]
        seen = {player for drawn in rounds for player in drawn.present}
        begun = range(1, min(len(rounds), self.settings.rounds) + 1)
        found = self.participants(after)
        if not begun:
            return found
        given = {p.id: {*p.unexcused, *(number for number, _ in p.granted)} for p in found}
        return [p for p in found if p.id in seen or any(p.enters(n) or n in given[p.id] for n in begun)]


def lineup(entrant: Player, number: int) -> tuple[Member | None, ...]:
    """Who sits in each seat of an entrant in a round; substitutes in their order for who is missing, else None."""
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
            members = [
                replace(as_member(people[pid]), id=m.id, substitute=m.substitute) if pid in people else m
                for m, pid in zip(entrant.members, ids, strict=True)
            ]
            found.append(with_members(entrant, members, rule))
    return tournament.with_players(found)
