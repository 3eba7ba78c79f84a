"""Why a player is where it is: every criterion as its sum round by round, and what decided against the neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .errors import InputError
from .player import Player
from .scores import Entry, Kind
from .standings import Row, Standings
from .sums import Rows, Sums, Value
from .tie_breaks import TIE_BREAKS, AmongTied, OfPlayer, SumOfRounds, value_text


@dataclass(frozen=True, slots=True)
class CriterionExplained:
    """A criterion of one player: its value, the terms that add up to it, and the reason of each unusual term."""

    name: str
    doc: str
    value: str
    terms: tuple[str, ...]
    notes: tuple[str, ...]

    def __str__(self) -> str:
        signed = [f"- {t[1:]}" if t.startswith("-") else f"+ {t}" for t in self.terms[1:]]
        return f"{self.name} {self.value}" + (f" = {' '.join([self.terms[0], *signed])}" if self.terms else "")


@dataclass(frozen=True, slots=True)
class PlaceExplained:
    """A player's line of the standings, its rounds in words, every criterion, and the players above and below."""

    row: Row
    rounds: tuple[str, ...]
    criteria: tuple[CriterionExplained, ...]
    neighbours: tuple[str, ...]


def explain_place(standings: Standings, player: Player) -> PlaceExplained:
    """Why a player has its place. Raises InputError for somebody who is not in the standings."""
    sums = standings.sums
    row = next((row for row in standings.rows if row.player.id == player.id), None)
    if row is None:
        raise InputError(f"{player.name} ({player.id}) is not in the standings: {player.status.value}, without a game")
    entries = sums.scores.entries[player.id]
    return PlaceExplained(
        row,
        tuple(f"round {k}: {event(sums, entry)}" for k, entry in enumerate(entries, 1)),
        tuple(_criterion(standings, row, name) for name in standings.criteria),
        tuple(_neighbours(standings, row)),
    )


def event(sums: Sums, entry: Entry) -> str:
    """What a round was for a player: `won against Bo (7) by default`."""
    if entry.kind is not Kind.GAME:
        return {Kind.BYE: "bye", Kind.ABSENT: "absent", Kind.UNPAIRED: "entered, but without a game"}[entry.kind]
    how = {2: "won against", 1: "half a point each with", 0: "lost to"}[entry.won] if entry.known else "no result with"
    stones = abs(entry.handicap_given)
    terms = f", {'giving' if entry.handicap_given > 0 else 'taking'} {stones} stones" if stones > 1 else ""
    return f"{how} {_named(sums, entry.opponent)}{' by default' if entry.by_default else ''}{terms}"


def _named(sums: Sums, player: str) -> str:
    return f"{sums.players[player].name} ({player})"


def _criterion(standings: Standings, row: Row, name: str) -> CriterionExplained:
    criterion, sums, player = TIE_BREAKS[name], standings.sums, row.player.id
    value = value_text(row.values[name], criterion.unit) if name in row.values else "–"
    terms: Sequence[str] = ()
    notes: Sequence[str] = ()
    if isinstance(criterion, SumOfRounds):
        terms, notes = _sum(criterion, sums, player)
    elif isinstance(criterion, AmongTied):
        notes = _comparison(standings, row, name)
    else:
        assert isinstance(criterion, OfPlayer)
    return CriterionExplained(name, criterion.doc, value, tuple(terms), tuple(notes))


def _sum(criterion: SumOfRounds, sums: Sums, player: str) -> tuple[list[str], list[str]]:
    """The terms of a sum, and notes about the unusual ones."""
    rows = sums.rows(criterion.terms)
    row, entries = rows.by_player[player], sums.scores.entries[player]
    kept = criterion.kept(row)
    terms = [f"start {value_text(sums.scores.start[player], 2)}"] if criterion.start else []
    terms += [value_text(row[k], criterion.unit) for k in kept]
    notes = []
    for k, entry in enumerate(entries):
        reason = _own_reason(sums, entry, row[k], rows) if rows.of is None else _reason(sums, entry, rows)
        dropped = "" if k in kept else f"dropped: {value_text(row[k], criterion.unit)}"
        if reason or dropped:
            value = "" if dropped else value_text(row[k], criterion.unit)
            notes.append(f"round {k + 1} " + "; ".join(filter(None, (f"{reason} {value}".strip(), dropped))))
    return terms, notes


def _own_reason(sums: Sums, entry: Entry, term: Value, rows: Rows) -> str:
    """Why a term of one's own points is unusual; blank for a game with a result."""
    if entry.rated:
        return ""
    rounded = f" ({value_text(entry.points, 2)}, rounded down in all)" if rows.rounded and term != entry.points else ""
    return f"{event(sums, entry)}{rounded}:"


def _reason(sums: Sums, entry: Entry, rows: Rows) -> str:
    """Why a term over an opponent is unusual; blank for one who simply counts."""
    if not sums.opponent_counts(entry):
        return f"{event(sums, entry)}: {rows.empty}"
    assert rows.of is not None
    opponent = entry.opponent
    counted, scored = rows.of[opponent], sums.as_scored(rows.of)[opponent]
    parts = [] if entry.rated else [event(sums, entry)]
    if scored != counted:
        shown = f"{value_text(counted, 2)}, not {value_text(scored, 2)}"
        parts.append(f"{_named(sums, opponent)} counts {shown} (a half for each round not played)")
    if rows.handicap and entry.handicap:
        sign = "+" if entry.handicap_given > 0 else "-"
        parts.append(f"{value_text(counted, 2)} {sign} {entry.handicap} for the handicap")
    return "; ".join(parts) + ":" if parts else ""


def _comparison(standings: Standings, row: Row, name: str) -> list[str]:
    """With whom a player was compared, and the wins inside the set."""
    before = standings.criteria[: standings.criteria.index(name)]
    key = [row.values.get(other) for other in before]
    tied = [r.player.id for r in standings.rows if [r.values.get(other) for other in before] == key and r is not row]
    if not tied:
        return ["nobody is tied by the criteria before it"]
    sums = standings.sums
    entries = [(k, e) for k, e in enumerate(sums.scores.entries[row.player.id], 1) if e.opponent in tied]
    met = [f"round {k} {event(sums, entry)}" for k, entry in entries]
    return [f"tied by the criteria before it: {', '.join(_named(sums, pid) for pid in tied)}", *met]


def _neighbours(standings: Standings, row: Row) -> list[str]:
    """Who shares the place, and what decided against the next players above and below."""
    rows, sums = standings.rows, standings.sums
    lines = []
    shared = [r.player.id for r in rows if r.place == row.place and r is not row]
    if shared:
        lines.append(f"shares place {row.place} with {', '.join(_named(sums, pid) for pid in shared)}: equal on all")
    above = [r for r in rows if r.place < row.place]
    below = [r for r in rows if r.place > row.place]
    for where, others in (("above", above[-1:]), ("below", below[:1])):
        for other in others:
            lines.append(f"{where}: place {other.place}, {_named(sums, other.player.id)}: {_decided(row, other)}")
    return lines


def _decided(row: Row, other: Row) -> str:
    """The first criterion in which two rows differ."""
    equal: list[str] = []
    for name, value in row.values.items():
        unit = TIE_BREAKS[name].unit
        theirs = other.values.get(name, value)
        if theirs != value:
            after = f", after equal {', '.join(equal)}" if equal else ""
            return f"{name} {value_text(theirs, unit)} against {value_text(value, unit)}{after}"
        equal.append(name)
    return "equal on all"
