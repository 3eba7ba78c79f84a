"""The events of a congress, each in its folder: who would have to be in two of them at the same time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..io.folder.folder import TournamentFolder
from ..model.congress import Clash, Event, clashes, shared
from ..model.errors import FolderError, InputError, McMahonError
from ..model.notes import MoreClashes, Note, Remark, TwoPlacesAtOnce
from ..model.records.state import State
from ..model.tournament.games import Result


@dataclass(frozen=True, slots=True)
class Congress:
    """Several events: people in more than one of them, who clashes, and the names of events without start times."""

    events: Sequence[Event]
    shared: int
    clashes: Sequence[Clash]
    untimed: Sequence[str]


def congress(folders: Sequence[Path]) -> Congress:
    """What the events in these folders have in common. Raises InputError, FolderError."""
    if len(folders) < 2:
        raise InputError("one event alone has no clashes; expected two or more tournament folders")
    return of_states([(folder, TournamentFolder(folder).read()) for folder in folders])


def of_states(read: Sequence[tuple[Path, State]]) -> Congress:
    """What the events of folders have in common that were read."""
    events = [_event(folder, state) for folder, state in read]
    names = [event.name for event in events]
    if len(set(names)) < len(names):  # two of one name: the folders tell them apart
        events = [
            Event(f"{one.name} ({path.name})", one.tournament) for one, (path, _) in zip(events, read, strict=True)
        ]
    return Congress(events, shared(events), clashes(events), [one.name for one in events if not one.timed])


def _event(folder: Path, state: State) -> Event:
    return Event(state.tournament.settings.name or folder.resolve().name, state.tournament)


MOST_EVENTS = 30  # of `event.congress` that are read: a folder may come from somebody else
MOST_CLASHES = 6  # that are named of a round; how many more there are, is counted


def elsewhere(folder: Path, state: State, number: int = 0) -> list[Note]:
    """Who of this tournament would have to be elsewhere at the same time: in a round, or in one that is not over.

    The first few of them. The other events are those of `event.congress`; one that cannot be read is named. They are
    only read: nothing in their folders is finished or locked, and no share of a network is asked for.
    """
    others = state.tournament.settings.event.congress
    here = _event(folder, state)
    if not others or not here.timed:
        return []
    rounds = state.tournament.rounds
    first = len(rounds) + all(game.result is not Result.UNKNOWN for game in (rounds[-1] if rounds else ()))
    unread: list[Note] = []
    notes: list[Note] = []
    if len(others) > MOST_EVENTS:
        unread.append(Remark(f"only the first {MOST_EVENTS} of {len(others):,} other events are read"))
    for text in others[:MOST_EVENTS]:
        path = folder / text
        try:
            if text.replace("\\", "/").startswith("//"):
                raise FolderError("it is in a network")
            there = _event(path, TournamentFolder(path).look())
        except (McMahonError, OSError, ValueError) as error:  # a name that no system takes is a ValueError
            why = error.strerror or error if isinstance(error, OSError) else error
            unread.append(Remark(f"the other event {text!r} cannot be read: {why}"))
            continue
        found = clashes([here, Event(there.name if there.name != here.name else path.name, there.tournament)])
        notes += [
            TwoPlacesAtOnce(one) for one in found if (one.first.round == number if number else one.first.round >= first)
        ]
    if len(notes) > MOST_CLASHES:
        folders = tuple(os.path.normpath(path) for path in (folder, *(folder / text for text in others)))
        notes = [*notes[:MOST_CLASHES], MoreClashes(len(notes) - MOST_CLASHES, folders)]
    return [*unread, *notes]
