"""Several tournaments at the same time: who would have to be at two boards at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

from .teams.line_up import seats
from .teams.people import boards_of
from .tournament.games import Round
from .tournament.members import lineup, people_of, person_id
from .tournament.person import Player, name_key
from .tournament.setting_kinds import START
from .tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Event:
    """One tournament of a congress, by the name that it is called by."""

    name: str
    tournament: Tournament

    @property
    def timed(self) -> bool:
        """Whether the start of some round is set."""
        return any(self.tournament.settings.event.round_times)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A round of an event, and from when to when it is played; the end is no part of it."""

    event: str
    round: int
    begins: datetime
    ends: datetime

    def meets(self, other: Sitting) -> bool:
        """Whether both are played at some same moment."""
        return self.begins < other.ends and other.begins < self.ends


@dataclass(frozen=True, slots=True)
class Clash:
    """A person (name as in the first event) who would have to play in two rounds at the same time.

    `entrant` is the id in the first event, `member` that of the person in it where it is a pair or team.
    """

    name: str
    first: Sitting
    second: Sitting
    entrant: str = ""
    member: str = ""


def clashes(events: Sequence[Event]) -> list[Clash]:
    """Everybody who would have to be in two places at once, in order of time.

    A round that is drawn counts for those who have a game in it, another for all who are entered for it. Of a pair or
    team it counts for those who sit at a board: who is missing is free, a substitute only where nobody is missing.
    """
    found = [clash for first, second in combinations(events, 2) for clash in _between(first, second)]
    return sorted(found, key=lambda one: (max(one.first.begins, one.second.begins), one.first.round, one.name))


def shared(events: Sequence[Event]) -> int:
    """How many people are in several of the events; somebody in three of them counts once."""
    several: set[tuple[str, ...]] = set()
    for first, second in combinations(events, 2):
        several |= {_key(a) for a, _ in _both(first, second)}
    return len(several)


def sittings(event: Event) -> list[Sitting]:
    """The rounds of an event whose start is set, with the length that its settings give."""
    times, length = event.tournament.settings.event, event.tournament.settings.event.round_minutes
    begins = [(n, datetime.strptime(text, START)) for n, text in enumerate(times.round_times, 1) if text]
    return [Sitting(event.name, n, begin, begin + timedelta(minutes=length)) for n, begin in begins]


def _between(first: Event, second: Event) -> Iterator[Clash]:
    """The clashes of two events."""
    pairs = [(a, b) for a in sittings(first) for b in sittings(second) if a.meets(b)]
    if not pairs:
        return
    here = {n: _playing(first.tournament, n) for n in {a.round for a, _ in pairs}}
    there = {n: _playing(second.tournament, n) for n in {b.round for _, b in pairs}}
    both = _both(first, second)
    of = {person_id(p.id, m.id): (p.id, m.id) for p in first.tournament.players for m in p.members}
    for a, b in pairs:
        for one, other in both:
            if one.id in here[a.round] and other.id in there[b.round]:
                yield Clash(one.name, a, b, *of.get(one.id, (one.id, "")))


def _playing(tournament: Tournament, number: int) -> set[str]:
    """The people (ids) who play in a round: those with a game, or before its draw those who are entered."""
    drawn = tournament.round(number) if number <= len(tournament.rounds) else None
    if drawn is not None:
        entrants = [player for player in tournament.players if player.id in drawn.paired]
    else:
        entrants = tournament.entrants(number)
    return {pid for entrant in entrants for pid in _seated(entrant, tournament, number, drawn)}


def _seated(entrant: Player, tournament: Tournament, number: int, drawn: Round | None) -> Iterator[str]:
    """The people (ids) of an entrant who sit at a board in a round."""
    if not entrant.members:
        yield entrant.id
    elif drawn is not None and tournament.settings.of_teams:
        yield from (person_id(entrant.id, m.id) for m in entrant.members if boards_of(drawn, entrant.id, m.id))
    else:
        line_up = (
            seats(entrant, number, tournament.settings) if tournament.settings.of_teams else lineup(entrant, number)
        )
        yield from (person_id(entrant.id, m.id) for m in line_up if m)


def _both(first: Event, second: Event) -> list[tuple[Player, Player]]:
    """The people of two events who are one: the same pin, or where one has none the same name and club."""
    by_pin: dict[str, list[Player]] = {}
    by_name: dict[tuple[str, str], list[Player]] = {}
    for entrant in second.tournament.players:
        for person in people_of(entrant):
            by_name.setdefault(_name(person), []).append(person)
            if person.pin:
                by_pin.setdefault(person.pin, []).append(person)
    found = []
    for entrant in first.tournament.players:
        for person in people_of(entrant):
            same = [other for other in by_name.get(_name(person), ()) if not (person.pin and other.pin)]
            found += [(person, other) for other in [*(by_pin.get(person.pin, ()) if person.pin else ()), *same]]
    return found


def _name(person: Player) -> tuple[str, str]:
    return name_key(person.surname, person.first_name), name_key(person.club)


def _key(person: Player) -> tuple[str, ...]:
    return (person.pin,) if person.pin else _name(person)
