"""Players: listed with their start scores; one by one entered, changed, absent, withdrawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from ...io.registrations.merging import Merge, merge
from ...io.registrations.reading import read_registrations
from ...io.tables import Row, Table
from ...model.edits import with_entry
from ...model.edits import withdraw as withdrawn
from ...model.errors import InputError
from ...model.hints import Advice, Hint
from ...model.notes import Note
from ...model.noticing import bar_text, sleeping_notes
from ...model.placing.scores import score
from ...model.records.state import State
from ...model.tournament.player import Player, Status
from ...model.tournament.round_sets import every_round, parse_rounds
from ...model.tournament.tournament import Tournament
from ..notes import doubtful_notes, draft_notes
from ..outcome import Outcome
from ..rounds.numbers import next_round


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The players, their start scores in half points by id, and the bar in words."""

    players: Sequence[Player]
    start: Mapping[str, int]
    bar: str


def players(state: State) -> Outcome[PlayerList]:
    """Everybody registered, with their start scores."""
    tournament = state.tournament
    start = score(tournament.before(1)).start
    return Outcome(state, PlayerList(tournament.players, start, bar_text(tournament)))


@dataclass(frozen=True, slots=True)
class Cells:
    """What a person typed about a player, as a line of registrations has it; None where nothing was said."""

    name: str | None = None
    rank: str | None = None
    rating: str | None = None
    club: str | None = None
    country: str | None = None
    rounds: str | None = None
    group: str | None = None
    status: str | None = None
    correction: str | None = None

    def said(self) -> dict[str, str]:
        """The cells of which something was said, by title."""
        cells = ((f.name, getattr(self, f.name)) for f in fields(self))
        return {title: text for title, text in cells if text is not None}


def add(state: State, request: Cells) -> Outcome[Player]:
    """With one player more. Raises InputError for somebody who is registered, and with every cell that is wrong."""
    before = state.tournament
    cells = {"name": "", "rank": ""} | {title: text for title, text in request.said().items() if text}
    merged = _merged(before, cells, cells)
    if not merged.new:
        known = before.find(cells["name"])
        raise InputError(f"{known.name} is registered already", Hint(Advice.CHANGE_PLAYER, (known.id,)))
    after = merged.tournament
    notes: tuple[Note, ...] = (*merged.remarks, *draft_notes(after))
    return Outcome(state.with_tournament(after), after.player(merged.new[0]), notes)


def _merged(before: Tournament, cells: Mapping[str, str], given: Iterable[str]) -> Merge:
    """One line of registrations merged in; only what is given changes a player. Raises InputError."""
    reading = read_registrations(Table("player", tuple(cells), (Row(0, dict(cells)),)), before.settings.rounds)
    for entry in reading.entries:
        entry.given = frozenset(given) - ({"rank"} - entry.given)  # ? is no rank, but nothing as a rating is its rank's
    return merge(before, reading, "options")


@dataclass(frozen=True, slots=True)
class ChangePlayer:
    """A player (id or name), and what is to be different."""

    who: str
    cells: Cells


def change(state: State, request: ChangePlayer) -> Outcome[Player]:
    """With one player changed: the player as they are then. Raises InputError."""
    before = state.tournament
    old, given = before.find(request.who), request.cells.said()
    merged = _merged(before, {"id": old.id, "name": old.name, "rank": old.rank_name, **given}, given)
    after = merged.tournament
    notes: tuple[Note, ...] = (*merged.remarks, *doubtful_notes(before, after), *draft_notes(after))
    return Outcome(state.with_tournament(after), after.player(old.id), notes)


@dataclass(frozen=True, slots=True)
class Absent:
    """A player (id or name) and the rounds to be missed, as typed: `2,4-5`; blank is the next to be drawn."""

    who: str
    rounds: str = ""


@dataclass(frozen=True, slots=True)
class Missed:
    """A player, and the rounds that they will miss, in order."""

    player: Player
    rounds: Sequence[int]


def absent(state: State, request: Absent) -> Outcome[Missed]:
    """With a player who misses rounds that are not published yet. Raises InputError."""
    tournament = state.tournament
    old = tournament.find(request.who)
    total = tournament.settings.rounds
    missed = _rounds(request.rounds or str(next_round(tournament)), total)
    played = [drawn.number for drawn in tournament.rounds if drawn.number in missed and not drawn.draft]
    if played:
        raise InputError(f"round {played[0]} is published already", Hint(Advice.ENTER_DEFAULT))
    plays = (every_round(total) if old.rounds is None else old.rounds) - missed
    after = with_entry(tournament, replace(old, rounds=plays))
    notes: tuple[Note, ...] = (*sleeping_notes(after, old.id), *draft_notes(after))
    return Outcome(state.with_tournament(after), Missed(after.player(old.id), sorted(missed)), notes)


def _rounds(text: str, total: int) -> frozenset[int]:
    try:
        return parse_rounds(text, total)
    except ValueError as error:
        raise InputError(f"rounds {text!r}; right would be: {error}") from None


def withdraw(state: State, who: str) -> Outcome[Player]:
    """With a player (id or name) out of all rounds to come; what has been played stays. Raises InputError."""
    old = state.tournament.find(who)
    if old.status is Status.WITHDRAWN:
        raise InputError(f"{old.id} ({old.name}) has withdrawn already")
    after = withdrawn(state.tournament, old)
    return Outcome(state.with_tournament(after), after.player(old.id), draft_notes(after))
