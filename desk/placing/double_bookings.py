"""The events of a congress, each in its folder: who would have to be in two of them at the same time."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from pathlib import Path
from typing import Annotated

from ...io.folder.folder import TournamentFolder
from ...model.errors import FolderError, InputError, McMahonError
from ...model.notes import Remark
from ...model.records.state import State
from ...model.teams.match_boards import seats
from ...model.teams.people import boards_of
from ...model.tournament.games import Result
from ...model.tournament.person import Player, name_key
from ...model.tournament.settings.kinds import START
from ...model.tournament.tournament import Tournament, entrant_of, everybody, lineup, person_id
from ...model.ways import Way
from ..verb import Answer, Request, told

MOST_EVENTS = 30  # of `event.congress` that are read: a folder may come from somebody else
MOST_CLASHES = 6  # that are named of a round; how many more there are, is counted


@dataclass(frozen=True, slots=True)
class Event:
    """One tournament of a congress, by the name that it is called by."""

    name: str
    tournament: Tournament


class SittingAnswer(Answer, frozen=True):
    """A round of an event."""

    event: Annotated[str, told("name of the event")]
    round: Annotated[int, told("number of the round")]
    begins: Annotated[str, told('day and time, such as "2026-08-01 10:00"')]
    ends: Annotated[str, told("day and time")]


class ClashAnswer(Answer, frozen=True):
    """Somebody who would have to be in two rounds at the same time."""

    name: Annotated[str, told("surname, then first name")]
    first: Annotated[SittingAnswer, told("one of the rounds")]
    second: Annotated[SittingAnswer, told("the other one")]
    entrant: Annotated[str, told("id in the first of the two events, of the person or of their pair or team")]
    member: Annotated[str, told("id in the pair or team; blank for a player")]


class CongressAnswer(Answer, frozen=True):
    """Several events."""

    events: Annotated[tuple[str, ...], told("names of the events, in the order of the folders")]
    untimed: Annotated[tuple[str, ...], told("names of those in which no round has a start time")]
    shared: Annotated[int, told("how many people are in several of them")]
    clashes: Annotated[
        tuple[ClashAnswer, ...], told("everybody who would have to be in two places at once, in order of time")
    ]


class Congress(Request, frozen=True, kw_only=True):
    """Events to be compared."""

    folders: Annotated[tuple[str, ...], told("the tournament folders of the events", to="here")]


def read_events(request: Congress) -> list[Event]:
    """The events in these folders. Raises InputError, FolderError."""
    if len(request.folders) < 2:
        raise InputError("one event alone has no clashes; expected two or more tournament folders")
    return events_of([(Path(folder), TournamentFolder(folder).read()) for folder in request.folders])


def events_of(read: Sequence[tuple[Path, State]]) -> list[Event]:
    """The events of folders that were read; two of one name are told apart by their folders."""
    events = [_event(folder, state) for folder, state in read]
    if len({event.name for event in events}) == len(events):
        return events
    return [Event(f"{one.name} ({path.name})", one.tournament) for one, (path, _) in zip(events, read, strict=True)]


def congress(events: Sequence[Event]) -> CongressAnswer:
    """What the events have in common: people in more than one of them, and who would be in two places at once."""
    two = combinations(events, 2)
    shared = {_keys(person)[0] for first, second in two for person, _ in _in_both(first.tournament, second.tournament)}
    untimed = tuple(one.name for one in events if not any(one.tournament.settings.event.round_times))
    return CongressAnswer(tuple(one.name for one in events), untimed, len(shared), tuple(clashes(events)))


def clashes(events: Sequence[Event]) -> list[ClashAnswer]:
    """Everybody who would have to be in two places at once, by the name in the first event, in order of time.

    A round that is drawn counts for those who have a game in it, another for all who are entered for it. Of a pair or
    team it counts for those who sit at a board: who is missing is free, a substitute only if nobody is missing.
    A round that begins when another ends is no clash.
    """
    found = [clash for first, second in combinations(events, 2) for clash in _between(first, second)]
    return sorted(found, key=lambda one: (max(one.first.begins, one.second.begins), one.first.round, one.name))


def other_events_clash(folder: Path, state: State, number: int = 0) -> list[Remark]:
    """Who of this tournament would have to be elsewhere at the same time: in a round, or in one that is not over.

    The first few of them. The other events are those of `event.congress`; one that cannot be read is named. They are
    only read: nothing in their folders is finished or locked, and no share of a network is asked for.
    """
    tournament, others = state.tournament, state.tournament.settings.event.congress
    if not any(tournament.settings.event.round_times):
        return []
    here, last = _event(folder, state), tournament.rounds[-1] if tournament.rounds else ()
    to_come = len(tournament.rounds) + all(game.result is not Result.UNKNOWN for game in last)
    free = "" if number else ": mark them absent in one of the two"  # a draw says it by a way
    remarks, found = list[Remark](), list[ClashAnswer]()
    if len(others) > MOST_EVENTS:
        remarks.append(Remark(f"only the first {MOST_EVENTS} of {len(others):,} other events are read"))
    for text in others[:MOST_EVENTS]:
        path = folder / text
        try:
            if text.replace("\\", "/").startswith("//"):
                raise FolderError("it is in a network")
            there = _event(path, TournamentFolder(path).look())
        except (McMahonError, OSError, ValueError) as error:  # a name that no system takes is a ValueError
            why = error.strerror or error if isinstance(error, OSError) else error
            remarks.append(Remark(f"the other event {text!r} cannot be read: {why}"))
            continue
        both = clashes([here, Event(there.name if there.name != here.name else path.name, there.tournament)])
        found += [one for one in both if (one.first.round == number if number else one.first.round >= to_come)]
    remarks += [Remark(clash_text(one) + free, (_to_free(one),)) for one in found[:MOST_CLASHES]]
    if len(found) > MOST_CLASHES:
        more = len(found) - MOST_CLASHES
        folders = tuple(os.path.normpath(path) for path in (folder, *(folder / text for text in others)))
        text = f"and {more} more {'clash' if more == 1 else 'clashes'} with other events"
        remarks.append(Remark(text, (Way("to see all", "congress", folders=folders),)))
    return remarks


def clash_text(clash: ClashAnswer) -> str:
    """`Ann Lee would play in round 2 of Main (2026-08-01 10:00–13:00) and in round 1 of Pair go (12:00–15:00)`."""
    first, second = sitting_text(clash.first), sitting_text(clash.second, clash.first)
    return f"{clash.name} would have to play in {first} and in {second} at the same time"


def sitting_text(one: SittingAnswer, after: SittingAnswer | None = None) -> str:
    """A round with its time, `round 2 of Main (2026-08-01 10:00–13:00)`; without the day if `after` begins on it."""
    day = one.begins[: len("2026-08-01 ")]
    begins = one.begins.removeprefix(day) if after and after.begins.startswith(day) else one.begins
    return f"round {one.round} of {one.event} ({begins}–{one.ends.removeprefix(day)})"


def _to_free(clash: ClashAnswer) -> Way:
    """How somebody is taken out of the round of the first event."""
    of_member = {"member": clash.member, "substitute": "NAME RANK"} if clash.member else {}
    return Way("to free them", "absent", who=(clash.entrant,), rounds=str(clash.first.round), **of_member)


def _event(folder: Path, state: State) -> Event:
    return Event(state.tournament.settings.name or folder.resolve().name, state.tournament)


def _between(first: Event, second: Event) -> Iterator[ClashAnswer]:
    pairs = [(a, b) for a in _sittings(first) for b in _sittings(second) if a.begins < b.ends and b.begins < a.ends]
    both = _in_both(first.tournament, second.tournament) if pairs else []
    of = entrant_of(first.tournament) if both else {}
    for a, b in pairs:
        here, there = _playing(first.tournament, a.round), _playing(second.tournament, b.round)
        for one, other in both:
            if one.id in here and other.id in there:
                entrant = of.get(one.id, one).id
                yield ClashAnswer(one.name, a, b, entrant, one.id[len(person_id(entrant, "")) :])


def _sittings(event: Event) -> list[SittingAnswer]:
    """The rounds of an event whose start is set, with the length that its settings give."""
    times, length = event.tournament.settings.event.round_times, event.tournament.settings.event.round_minutes
    ends = [datetime.strptime(text, START) + timedelta(minutes=length) if text else None for text in times]
    rounds = enumerate(zip(times, ends, strict=True), 1)
    return [SittingAnswer(event.name, n, begin, f"{end:{START}}") for n, (begin, end) in rounds if end]


def _playing(tournament: Tournament, number: int) -> set[str]:
    """The people (ids) who sit at a board in a round, or before its draw, who would by the entries."""
    drawn = tournament.round(number) if number <= len(tournament.rounds) else None
    paired = drawn.paired if drawn else {entrant.id for entrant in tournament.entrants(number)}
    entrants = [entrant for entrant in tournament.players if entrant.id in paired]
    found = {entrant.id for entrant in entrants if not entrant.members}
    for entrant in entrants:
        if not tournament.settings.of_teams:
            there = lineup(entrant, number)
        elif drawn:
            there = tuple(m for m in entrant.members if boards_of(drawn, entrant.id, m.id))
        else:
            there = seats(entrant, number, tournament.settings)
        found |= {person_id(entrant.id, m.id) for m in there if m}
    return found


def _in_both(first: Tournament, second: Tournament) -> list[tuple[Player, Player]]:
    """The people of two events who are one: the same pin, or where one has none the same name and club."""
    known = defaultdict[tuple[str, ...], list[Player]](list)
    for other in everybody(second).values():
        for key in _keys(other):
            known[key].append(other)
    return [
        (person, other)
        for person in everybody(first).values()
        for key in _keys(person)
        for other in known.get(key, ())
        if len(key) == 1 or not (person.pin and other.pin)
    ]


def _keys(person: Player) -> list[tuple[str, ...]]:
    """By what somebody is known again: their pin, if they have one, and their name and club."""
    by_name = name_key(person.surname, person.first_name), name_key(person.club)
    return [(person.pin,), by_name] if person.pin else [by_name]
