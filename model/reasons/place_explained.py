"""Why a player has this place: every criterion as its sum round by round, and what decided against the neighbours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..errors import InputError
from ..placing.direct_comparison import chain_of_wins
from ..placing.scores import RoundKind, RoundScore
from ..placing.standings import Standings, StandingsRow
from ..placing.sums import Over, Rows, Sums
from ..placing.tie_breaks import TIE_BREAKS, AmongTied, SumOfRounds, value_text
from ..tournament.games import Result
from ..tournament.player import Player

#: What is said of an absence that the director has not excused.
WITHOUT_EXCUSE = "absent without excuse"

#: How a player is named in a sentence.
Named = Callable[[Player], str]


def with_id(player: Player) -> str:
    """The name with the id, as directors type it: `Bo Linden (7)`."""
    return f"{player.name} ({player.id})"


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

    row: StandingsRow
    rounds: tuple[str, ...]
    criteria: tuple[CriterionExplained, ...]
    neighbours: tuple[str, ...]


def explain_place(standings: Standings, player: Player, named: Named = with_id) -> PlaceExplained:
    """Why a player has its place; `named` says how sentences name the others.

    Raises InputError for somebody who is not in the standings.
    """
    sums = standings.sums
    row = next((row for row in standings.rows if row.player.id == player.id), None)
    if row is None:
        raise InputError(f"{player.name} ({player.id}) is not in the standings: status {player.status.value}, no game")
    entries = sums.scores.entries[player.id]
    return PlaceExplained(
        row,
        tuple(f"round {k}: {event(sums, entry, named)}" for k, entry in enumerate(entries, 1)),
        tuple(_criterion(standings, row, name, named) for name in standings.criteria),
        tuple(_neighbours(standings, row, named)),
    )


def event(sums: Sums, entry: RoundScore, named: Named = with_id) -> str:
    """What a round was for a player: `won against Bo (7) by forfeit`."""
    if not entry.excused:
        return WITHOUT_EXCUSE
    if entry.kind is not RoundKind.GAME:
        return {RoundKind.BYE: "bye", RoundKind.ABSENT: "absent", RoundKind.UNPAIRED: "entered, but without a game"}[
            entry.kind
        ]
    how = {
        Result.UNKNOWN: "result not known yet, against",
        Result.VOID: "no result, against",
        Result.JIGO: "jigo with",
        Result.BOTH_WIN: "a win for both, against",
        Result.BOTH_LOSE: "a loss for both, against",
    }
    decided = "won against" if entry.game_half_points else "lost to"
    stones = abs(entry.handicap_given)
    terms = f", {'giving' if entry.handicap_given > 0 else 'taking'} {stones} stones" if stones > 1 else ""
    terms = ", with handicap 1" if stones == 1 else terms
    by_default = " by forfeit" if entry.by_default else ""
    return f"{how.get(entry.result or Result.WHITE, decided)} {named(sums.players[entry.opponent])}{by_default}{terms}"


def _criterion(standings: Standings, row: StandingsRow, name: str, named: Named) -> CriterionExplained:
    criterion, sums, player = TIE_BREAKS[name], standings.sums, row.player.id
    value = criterion.text(row.values[name]) if name in row.values else "–"
    terms: Sequence[str] = ()
    notes: Sequence[str] = ()
    if isinstance(criterion, SumOfRounds):
        terms, notes = _sum(criterion, sums, player, named)
    elif isinstance(criterion, AmongTied):
        notes = _comparison(standings, row, criterion, named)
    elif name == "RATING" and row.player.rating_is_derived:
        notes = ["none was registered: it is the middle of the rank"]
    return CriterionExplained(name, criterion.doc, value, tuple(terms), tuple(notes))


@dataclass(frozen=True, slots=True)
class _Unusual:
    """Why a term is worth a note: reasons, and words that stand before its value."""

    reasons: tuple[str, ...] = ()
    words: str = ""


def _sum(criterion: SumOfRounds, sums: Sums, player: str, named: Named) -> tuple[list[str], list[str]]:
    """The terms of a sum, and notes about the unusual ones."""
    rows = sums.rows(criterion.terms)
    row, entries = rows.by_player[player], sums.scores.entries[player]
    kept = criterion.kept(row)
    values = [value_text(term, criterion.unit) for term in row]
    terms = [f"start {value_text(sums.scores.start[player], 2)}"] if criterion.start else []
    terms += [values[k] for k in kept]
    notes = []
    for k, entry in enumerate(entries):
        why = _over_opponent(sums, entries, k, rows.over) if rows.over else _own(entry, rows, player, k)
        if k not in kept:
            notes.append(f"round {k + 1} dropped: {values[k]}")
        elif why is not None:
            text = "; ".join(why.reasons)
            parts = [f"round {k + 1}, {event(sums, entry, named)}", text, f"{why.words} {values[k]}".strip()]
            notes.append(": ".join(filter(None, parts)))
    return terms, notes


def _own(entry: RoundScore, rows: Rows, player: str, k: int) -> _Unusual | None:
    """What is unusual about a term of one's own points; nothing about a game with a result."""
    if entry.rated:
        return None
    term = rows.by_player[player][k]
    if rows.since is not None:
        before = rows.by_player[player][k - 1] if k else rows.since[player]
        return _Unusual(words="adds nothing; total" if term == before else "total")
    if rows.given is not None and term != rows.given(entry):
        return _Unusual((f"{value_text(rows.given(entry), 2)}, rounded down in the total",))
    return _Unusual()


def _over_opponent(sums: Sums, entries: Sequence[RoundScore], k: int, over: Over) -> _Unusual | None:
    """What is unusual about a term over an opponent; nothing about one who simply counts."""
    entry = entries[k]
    if not sums.opponent_counts(entry):
        words, own = over.empty
        alone = own is None and not any(map(sums.opponent_counts, entries))  # so there is no mean
        return _Unusual(words=("nothing" if over.beaten else "own start") if alone else words)
    reasons = []
    counted, scored = over.counted[entry.opponent], over.scored[entry.opponent]
    if counted != scored:
        shown = f"{value_text(counted, 2)}, not {value_text(scored, 2)}"
        reasons.append(f"counts {shown} (half a point for each round not played)")
    if over.handicap and entry.handicap:
        sign = "+" if entry.handicap_given > 0 else "-"
        reasons.append(f"{value_text(counted, 2)} {sign} {entry.handicap} for the handicap")
    if over.beaten and entry.game_half_points == 1 and reasons:
        reasons.append("half of it")
    if over.beaten and not entry.game_half_points:
        reasons = []
    return None if entry.played and not reasons else _Unusual(tuple(reasons))


def _comparison(standings: Standings, row: StandingsRow, criterion: AmongTied, named: Named) -> list[str]:
    """With whom a player was compared, their games, and what else the comparison rests on."""
    tied = _tied(standings, criterion.name, row)
    others = [pid for pid in tied if pid != row.player.id]
    if not others:
        return ["no player is tied on the criteria before it"]
    sums = standings.sums
    entries = enumerate(sums.scores.entries[row.player.id], 1)
    met = [f"round {k} {event(sums, entry, named)}" for k, entry in entries if entry.opponent in others]
    notes = [f"tied on the criteria before it: {', '.join(named(sums.players[pid]) for pid in others)}", *met]
    return [*notes, *criterion.remarks(sums, tied, row.player.id)]


def _tied(standings: Standings, name: str, row: StandingsRow) -> list[str]:
    """Whom the criteria before one leave tied with a player, and the player."""
    before = standings.criteria[: standings.criteria.index(name)]
    key = [row.values.get(other) for other in before]
    return [r.player.id for r in standings.rows if [r.values.get(other) for other in before] == key]


def _connected(standings: Standings, name: str, row: StandingsRow, other: StandingsRow) -> bool:
    return chain_of_wins(standings.sums, _tied(standings, name, row), row.player.id, other.player.id)


def _neighbours(standings: Standings, row: StandingsRow, named: Named) -> list[str]:
    """Who shares the place, and what decided against the next players above and below."""
    rows = standings.rows
    lines = []
    shared = [named(r.player) for r in rows if r.place == row.place and r is not row]
    if shared:
        lines.append(f"shares place {row.place} with {', '.join(shared)}: equal in all criteria")
    above = [r for r in rows if r.place < row.place]
    below = [r for r in rows if r.place > row.place]
    for where, others in (("above", above[-1:]), ("below", below[:1])):
        for other in others:
            decided = _decided(standings, row, other)
            lines.append(f"{where}: place {other.place}, {named(other.player)}: {decided}")
    return lines


def _decided(standings: Standings, row: StandingsRow, other: StandingsRow) -> str:
    """The first criterion in which two rows differ; where later ones have chosen in it, the first of these too."""
    equal: list[str] = []
    for name, value in row.values.items():
        criterion = TIE_BREAKS[name]
        theirs = other.values.get(name, value)
        if theirs == value:
            equal.append(name)
            continue
        after = f", equal in {', '.join(equal)}" if equal else ""
        chosen = ""
        if isinstance(criterion, AmongTied) and criterion.later and not _connected(standings, name, row, other):
            later = [n for n in standings.criteria[standings.criteria.index(name) + 1 :] if n in row.values]
            differs = next((n for n in later if row.values[n] != other.values.get(n)), "")
            where = f": {differs} {_both(differs, other, row)}" if differs else ""
            chosen = f"; no chain of wins connects the two, so a later criterion decided{where}"
        return f"{name} {_both(name, other, row)}{after}{chosen}"
    return "equal in all criteria"


def _both(name: str, other: StandingsRow, row: StandingsRow) -> str:
    text = TIE_BREAKS[name].text
    return f"{text(other.values[name])} against {text(row.values[name])}"
