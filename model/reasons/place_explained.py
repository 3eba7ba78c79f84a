"""Why a player has this place: every criterion as its sum round by round, and what decided against the neighbours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from ..errors import InputError
from ..language import ENGLISH, Words, marked
from ..placing.scores import RoundKind, RoundScore
from ..placing.standings import Standings, StandingsRow
from ..placing.sums import MEAN, Over, Rows, Sums
from ..placing.tie_breaks import TIE_BREAKS, AmongTied, SumOfRounds, chain_of_wins, value_text
from ..tournament.games import Result
from ..tournament.person import Player

#: What is said of an absence that the director has not excused.
WITHOUT_EXCUSE = marked("absent without excuse")

#: How a player is named in a sentence.
Named = Callable[[Player], str]


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
    standings: Standings = field(repr=False)


@dataclass(frozen=True, slots=True)
class Telling:
    """How sentences about standings are said: how they name a player (`Bo Linden (7)`), and in which language."""

    named: Named = attrgetter("label")
    words: Words = ENGLISH

    def name(self, sums: Sums, player: str) -> str:
        """A player by id, as sentences name it."""
        return self.named(sums.players[player])


def explain_place(standings: Standings, player: Player, words: Words = ENGLISH) -> PlaceExplained:
    """Why a player has its place, in the language of `words`. Raises InputError for somebody not in the standings."""
    row = next((row for row in standings.rows if row.player.id == player.id), None)
    if row is None:
        raise InputError(f"{player.label} is not in the standings: status {player.status.value}, no game")
    sums, telling = standings.sums, Telling(words=words)
    entries = sums.scores.entries[player.id]
    rounds = (
        words.say("round {round}: {event}", round=k, event=event(sums, entry, telling))
        for k, entry in enumerate(entries, 1)
    )
    criteria = explain_criteria(standings, row, telling)
    return PlaceExplained(row, tuple(rounds), criteria, explain_neighbours(standings, row, telling), standings)


def explain_criteria(standings: Standings, row: StandingsRow, telling: Telling) -> tuple[CriterionExplained, ...]:
    """Every criterion of a row of the standings."""
    return tuple(_explain_criterion(standings, row, name, telling) for name in standings.criteria)


#: What a round without a game was.
_WITHOUT_GAME = {
    RoundKind.BYE: marked("bye"),
    RoundKind.ABSENT: marked("absent"),
    RoundKind.UNPAIRED: marked("entered, but without a game"),
}
#: How a game ended that nobody has won alone.
_ENDED = {
    Result.UNKNOWN: marked("result not known yet, against {opponent}"),
    Result.VOID: marked("no result, against {opponent}"),
    Result.JIGO: marked("jigo with {opponent}"),
    Result.BOTH_WIN: marked("a win for both, against {opponent}"),
    Result.BOTH_LOSE: marked("a loss for both, against {opponent}"),
}


def event(sums: Sums, entry: RoundScore, telling: Telling) -> str:
    """What a round was for a player: `won against Bo (7) by forfeit`."""
    words = telling.words
    if not entry.excused:
        return words.say(WITHOUT_EXCUSE)
    if entry.kind is not RoundKind.GAME:
        return words.say(_WITHOUT_GAME[entry.kind])
    opponent = telling.name(sums, entry.opponent)
    decided = marked("won against {opponent}") if entry.game_half_points else marked("lost to {opponent}")
    text = words.say(_ENDED.get(entry.result or Result.WHITE, decided), opponent=opponent)
    text = words.say("{result} by forfeit", result=text) if entry.by_default else text
    text = text if entry.counts else words.say("{result} (a cup game that does not count here)", result=text)
    stones = abs(entry.handicap_given)
    if stones == 1:
        return words.say("{result}, with handicap 1", result=text)
    if stones > 1 and entry.handicap_given > 0:
        return words.count("{result}, giving {n} stone", "{result}, giving {n} stones", stones, result=text)
    if stones > 1:
        return words.count("{result}, taking {n} stone", "{result}, taking {n} stones", stones, result=text)
    return text


def _explain_criterion(standings: Standings, row: StandingsRow, name: str, telling: Telling) -> CriterionExplained:
    criterion, sums, player = TIE_BREAKS[name], standings.sums, row.player.id
    value = criterion.text(row.values[name]) if name in row.values else "–"
    terms: Sequence[str] = ()
    notes: Sequence[str] = ()
    if isinstance(criterion, SumOfRounds):
        terms, notes = _sum(criterion, sums, player, telling)
    elif isinstance(criterion, AmongTied):
        notes = _comparison(standings, row, criterion, telling)
    elif name == "RATING" and row.player.rating_is_derived:
        notes = [telling.words.say("none was registered: it is the middle of the rank")]
    return CriterionExplained(name, telling.words.say(criterion.doc), value, tuple(terms), tuple(notes))


@dataclass(frozen=True, slots=True)
class _Unusual:
    """Why a term is worth a note: reasons, and a sentence around its value."""

    reasons: tuple[str, ...] = ()
    around: str = "{value}"


def _sum(criterion: SumOfRounds, sums: Sums, player: str, telling: Telling) -> tuple[list[str], list[str]]:
    """The terms of a sum, and notes about the unusual ones."""
    words, rows = telling.words, sums.rows(criterion.terms)
    row, entries, played = rows.by_player[player], sums.scores.counting[player], sums.scores.entries[player]
    kept = criterion.kept(row)
    values = [value_text(term, criterion.unit) for term in row]
    start = value_text(sums.scores.start[player], 2)
    terms = [words.say_as("sum", "start {value}", value=start)] if criterion.start else []
    terms += [values[k] for k in kept]
    notes = []
    for k, entry in enumerate(entries):
        why = _over_opponent(sums, entries, k, rows.over, words) if rows.over else _own(entry, rows, player, k, words)
        if k not in kept:
            notes.append(words.say("round {round} dropped: {value}", round=k + 1, value=values[k]))
        elif why is not None:
            what = words.say("round {round}, {event}", round=k + 1, event=event(sums, played[k], telling))
            parts = [what, "; ".join(why.reasons), words.say(why.around, value=values[k])]
            notes.append(": ".join(filter(None, parts)))
    if rows.over is not None and rows.over.above is not None:
        by_rank = sums.scores.settings.start.scheme == "rank"
        scale = marked("scores count from 30 kyu = 0") if by_rank else marked("scores count from the lowest group = 0")
        notes.append(words.say(scale))
    return terms, notes


def _own(entry: RoundScore, rows: Rows, player: str, k: int, words: Words) -> _Unusual | None:
    """What is unusual about a term of one's own points; nothing about a game with a result."""
    if entry.rated:
        return None
    term = rows.by_player[player][k]
    if rows.since is not None:
        before = rows.by_player[player][k - 1] if k else rows.since[player]
        return _Unusual(around=marked("adds nothing; total {value}") if term == before else marked("total {value}"))
    if rows.given is not None and term != rows.given(entry):
        given = value_text(rows.given(entry), 2)
        return _Unusual((words.say("{points}, rounded down in the total", points=given),))
    return _Unusual()


#: What counts in the place of an opponent.
_EMPTY = {
    "nothing": marked("nothing {value}"),
    "own start": marked("own start {value}"),
    "own SOS": marked("own SOS {value}"),
    "own SOSW": marked("own SOSW {value}"),
    MEAN[0]: marked("the mean of the other rounds {value}"),
}


def _over_opponent(sums: Sums, entries: Sequence[RoundScore], k: int, over: Over, words: Words) -> _Unusual | None:
    """What is unusual about a term over an opponent; nothing about one who simply counts."""
    entry = entries[k]
    if not sums.opponent_counts(entry):
        empty, own = over.empty
        alone = own is None and not any(map(sums.opponent_counts, entries))  # so there is no mean
        what, times, rounds = empty.partition(" × ")
        if times:
            return _Unusual(around=words.say("own start × {rounds}", rounds=rounds) + " {value}")
        return _Unusual(around=_EMPTY[("own start" if over.scores else "nothing") if alone else what])
    counted, scored = over.counted[entry.opponent], over.scored[entry.opponent]
    if entry.played and counted == scored and not (over.handicap and entry.handicap):
        return None
    reasons = []
    mine, theirs = value_text(counted, 2), value_text(scored, 2)
    if counted != scored:
        half = marked("counts {counted}, not {scored} (half a point for each round not played)")
        reasons.append(words.say(half, counted=mine, scored=theirs))
    if over.handicap and entry.handicap:
        sign = "+" if entry.handicap_given > 0 else "-"
        sum_ = f"{mine} {sign} {entry.handicap}"
        reasons.append(words.say("{sum} for the handicap", sum=sum_))
    if over.beaten and entry.game_half_points == 1 and reasons:
        reasons.append(words.say("half of it"))
    if over.beaten and not entry.game_half_points:
        reasons = []
    return None if entry.played and not reasons else _Unusual(tuple(reasons))


def _comparison(standings: Standings, row: StandingsRow, criterion: AmongTied, telling: Telling) -> list[str]:
    """With whom a player was compared, their games, and what else the comparison rests on."""
    words, sums = telling.words, standings.sums
    tied = _tied(standings, criterion.name, row)
    others = [pid for pid in tied if pid != row.player.id]
    if not others:
        return [words.say("no player is tied on the criteria before it")]
    entries = enumerate(sums.scores.counting[row.player.id], 1)
    met = [
        words.say("round {round} {event}", round=k, event=event(sums, entry, telling))
        for k, entry in entries
        if entry.opponent in others
    ]
    names = words.commas([telling.name(sums, pid) for pid in others])
    notes = [words.say("tied on the criteria before it: {players}", players=names), *met]
    return [*notes, *criterion.remarks(sums, tied, row.player.id, words)]


def _tied(standings: Standings, name: str, row: StandingsRow) -> list[str]:
    """Whom the criteria before one leave tied with a player, and the player."""
    before = standings.criteria[: standings.criteria.index(name)]
    first = standings.finalists

    def key(r: StandingsRow) -> object:
        return [r.player.id in first, bool(r.place), *(r.values.get(other) for other in before)]

    same = _together(standings, row, key)
    return [standings.rows[k].player.id for k in same]


def _together(standings: Standings, row: StandingsRow, key: Callable[[StandingsRow], object]) -> range:
    """The rows around one that have its key, counted from 0; in the order of the standings they stand together."""
    rows, own, first, end = standings.rows, key(row), row.line - 1, row.line
    while first and key(rows[first - 1]) == own:
        first -= 1
    while end < len(rows) and key(rows[end]) == own:
        end += 1
    return range(first, end)


def explain_neighbours(standings: Standings, row: StandingsRow, telling: Telling) -> tuple[str, ...]:
    """Who shares the place, and what decided against the next players above and below."""
    rows, words = standings.rows, telling.words
    if not row.place:
        return ()
    lines = []
    same = _together(standings, row, lambda r: r.place)
    shared = [telling.named(rows[k].player) for k in same if rows[k] is not row]
    if shared:
        equal = marked("shares place {place} with {players}: equal in all criteria")
        lines.append(words.say(equal, place=row.place, players=words.commas(shared)))
    above, below = rows[max(same.start - 1, 0) : same.start], rows[same.stop : same.stop + 1]
    for sentence, others in ((_ABOVE, above), (_BELOW, below)):
        for other in (one for one in others if one.place):
            decided, name = _decided(standings, row, other, words), telling.named(other.player)
            lines.append(words.say(sentence, place=other.place, player=name, decided=decided))
    return tuple(lines)


_ABOVE = marked("above: place {place}, {player}: {decided}")
_BELOW = marked("below: place {place}, {player}: {decided}")


def _decided(standings: Standings, row: StandingsRow, other: StandingsRow, words: Words) -> str:
    """The first criterion in which two rows differ; where later ones have chosen in it, the first of these too."""
    first = standings.finalists
    if (row.player.id in first) != (other.player.id in first):
        return words.say("finalists are placed before all others")
    equal: list[str] = []
    for name, value in row.values.items():
        criterion = TIE_BREAKS[name]
        theirs = other.values.get(name, value)
        if theirs == value:
            equal.append(name)
            continue
        text = _both(name, other, row, words)
        text = (
            words.say("{decided}, equal in {criteria}", decided=text, criteria=words.commas(equal)) if equal else text
        )
        if isinstance(criterion, AmongTied) and criterion.later:
            tied = _tied(standings, name, row)
            if not chain_of_wins(standings.sums, tied, row.player.id, other.player.id):
                return _by_later(standings, row, other, name, text, words)
        return text
    return words.say("equal in all criteria")


def _by_later(standings: Standings, row: StandingsRow, other: StandingsRow, name: str, text: str, words: Words) -> str:
    """That a criterion behind the comparison has chosen in it, and which one."""
    later = [n for n in standings.criteria[standings.criteria.index(name) + 1 :] if n in row.values]
    differs = next((n for n in later if row.values[n] != other.values.get(n)), "")
    if not differs:
        chosen = marked("{decided}; no chain of wins connects the two, so a later criterion decided")
        return words.say(chosen, decided=text)
    chosen = marked("{decided}; no chain of wins connects the two, so a later criterion decided: {later}")
    return words.say(chosen, decided=text, later=_both(differs, other, row, words))


def _both(name: str, other: StandingsRow, row: StandingsRow, words: Words) -> str:
    text = TIE_BREAKS[name].text
    theirs, own = text(other.values[name]), text(row.values[name])
    return words.say("{criterion} {theirs} against {own}", criterion=name, theirs=theirs, own=own)
