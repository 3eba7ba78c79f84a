"""Placing criteria: each is one record in `TIE_BREAKS` (rules: section 7). Greater is better in all of them.

Values are whole multiples of 1/unit; those that are normalised are fractions. Settings, standings, pages and the
reference have all that they say of a criterion from its record. In direct comparison of tied players, SDC and DC, wins
by forfeit count only by a setting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import ClassVar, TypeAlias

from ..language import ENGLISH, Words, marked
from ..tournament.person import Player
from ..tournament.ranks import rank_name
from ..tournament.settings.kinds import PLACING
from . import sums as terms
from .sums import Sums, Terms, Value, Vector

MOST_BOARDS = 10  # in a match of teams
WHOLE, HALVES, QUARTERS = 1, 2, 4  # units of values
#: What the later criteria say of each player; greater is better.
LaterKeys = Mapping[str, tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A placing criterion: its name, what it is in words, and how many `unit`s of its values are a point.

    `also` has other names that are read, separated by blanks; `heading` and `short` are those of its column on pages
    and in narrow tables, if they are not the name; a column that is `always` there is shown even if nobody is placed
    by it. `rule` says what the words leave open, `source` whose criterion it is.
    """

    name: str
    doc: str
    _: KW_ONLY
    unit: int = HALVES
    also: str = ""
    heading: str = ""
    short: str = ""
    always: bool = False
    rule: str = ""
    source: str = ""
    of_tied: ClassVar[bool] = False  # whether it compares tied players only, so that it can seed no score group

    def text(self, value: Value) -> str:
        """A value as the standings print it."""
        return value_text(value, self.unit)


@dataclass(frozen=True, slots=True)
class SumOfRounds(TieBreak):
    """A sum of one term for each round, with the start score if `start`, without so many lowest and highest terms."""

    terms: Terms
    _: KW_ONLY
    start: bool = False
    lowest: int = 0
    highest: int = 0

    def values(self, sums: Sums) -> Vector:
        """The value of every player."""
        if self.lowest or self.highest:
            rows = sums.rows(self.terms).by_player
            return {pid: sum(sorted(row)[self._kept(row)]) for pid, row in rows.items()}
        totals = sums.totals(self.terms)
        return {pid: sums.scores.start[pid] + total for pid, total in totals.items()} if self.start else totals

    def kept(self, row: Sequence[Value]) -> list[int]:
        """The rounds of a row, from 0, whose terms are not dropped; of equal terms the earlier counts as the lower."""
        if not (self.lowest or self.highest):
            return [*range(len(row))]
        order = sorted(range(len(row)), key=lambda k: (row[k], k))
        return sorted(order[self._kept(row)])

    def _kept(self, row: Sequence[Value]) -> slice:
        """Where the kept terms of a row are, from the lowest to the highest."""
        return slice(self.lowest, max(len(row) - self.highest, self.lowest))


@dataclass(frozen=True, slots=True)
class OfPlayer(TieBreak):
    """Something that a player brings along."""

    of: Callable[[Sums, Player], int]
    shown: Callable[[int], str] | None = None

    def text(self, value: Value) -> str:
        return self.shown(int(value)) if self.shown else value_text(value, self.unit)

    def values(self, sums: Sums) -> Vector:
        """The value of every player."""
        return {pid: self.of(sums, player) for pid, player in sums.players.items()}


@dataclass(frozen=True, slots=True)
class AmongTied(TieBreak):
    """A comparison of players whom all criteria before leave tied; with `later`, those behind it decide the rest."""

    among: Callable[[Sums, Sequence[str], LaterKeys], Vector]
    remarks: Callable[[Sums, Sequence[str], str, Words], list[str]]
    later: bool = False
    of_tied: ClassVar[bool] = True


AnyTieBreak: TypeAlias = SumOfRounds | OfPlayer | AmongTied


def simple(sums: Sums, tied: Sequence[str], later: LaterKeys) -> Vector:
    """Wins inside the tied set, if every two of it have met and all their games had a winner; otherwise 0 for all."""
    wins = _wins(sums, tied)
    met = _all_decided(sums, tied, wins)
    return {pid: sum(wins[pid].values()) if met else 0 for pid in tied}


def simple_remarks(sums: Sums, tied: Sequence[str], player: str, words: Words = ENGLISH) -> list[str]:
    """Why nobody is ahead, where it is so."""
    text = words.say("some of them have not met, or their game had no winner, so all count as equal")
    return [] if _all_decided(sums, tied, _wins(sums, tied)) else [text]


def full_remarks(sums: Sums, tied: Sequence[str], player: str, words: Words = ENGLISH) -> list[str]:
    """The cycle that a player is in, and how the order comes about."""
    cycle = _cycles(_beaten(sums, tied))
    others = [sums.players[pid].name for pid in tied if cycle[pid] == cycle[player] and pid != player]
    cycle_text = marked("in a cycle of wins with {players}: wins inside it do not count")
    rule = words.say(
        "places are given from the bottom: the last one goes to a player who has beaten none of the others; "
        "if there are several, later criteria decide"
    )
    return [words.say(cycle_text, players=words.commas(others)), rule] if others else [rule]


def chain_of_wins(sums: Sums, tied: Sequence[str], a: str, b: str) -> bool:
    """Whether wins lead from one of two players to the other, and not back as well."""
    beaten = _beaten(sums, tied)
    return (b in _reached(beaten, a)) != (a in _reached(beaten, b))


def _all_decided(sums: Sums, tied: Sequence[str], wins: Mapping[str, Mapping[str, int]]) -> bool:
    """Whether every two of the tied have met, and each of their games is a win that counts."""
    games = {pid: Counter(entry.opponent for entry in sums.scores.counting[pid]) for pid in tied}
    return all(0 < games[a][b] == wins[a].get(b, 0) + wins[b].get(a, 0) for a, b in combinations(tied, 2))


def full(sums: Sums, tied: Sequence[str], later: LaterKeys) -> Vector:
    """Places from the bottom, from 0 for a player without a win against the rest; equal ones by later criteria.

    In a cycle no win counts, and to beat one of it is to beat all of it.
    """
    beaten = _beaten(sums, tied)
    cycle = _cycles(beaten)
    over: dict[str, set[str]] = {name: set() for name in cycle.values()}
    for pid in tied:
        over[cycle[pid]] |= {cycle[b] for b in beaten[pid]} - {cycle[pid]}
    rest = list(tied)
    places: dict[str, int] = {}
    while rest:
        left = {cycle[pid] for pid in rest}
        without_win = [pid for pid in rest if not over[cycle[pid]] & left]
        least = min(later[pid] for pid in without_win)
        last = [pid for pid in without_win if later[pid] == least]
        places.update(dict.fromkeys(last, len(places)))
        rest = [pid for pid in rest if pid not in places]
    return places


def _beaten(sums: Sums, tied: Sequence[str]) -> dict[str, set[str]]:
    """Whom of the tied each has beaten: of several games of two, who has won more of them."""
    wins = _wins(sums, tied)
    return {pid: {other for other, won in own.items() if won > wins[other].get(pid, 0)} for pid, own in wins.items()}


def _wins(sums: Sums, tied: Sequence[str]) -> dict[str, dict[str, int]]:
    """How often each of the tied has beaten each other one: wins, by forfeit only if `placing.forfeits_in_dc`."""
    inside, entries = set(tied), sums.scores.counting
    forfeits = sums.scores.settings.placing.forfeits_in_dc
    wins: dict[str, dict[str, int]] = {pid: {} for pid in tied}
    for pid in tied:
        for k, entry in enumerate(entries[pid]):
            if (
                (entry.played or (forfeits and entry.by_default))
                and entry.game_half_points == 2
                and entry.opponent in inside
                and entries[entry.opponent][k].game_half_points == 0
            ):
                wins[pid][entry.opponent] = wins[pid].get(entry.opponent, 0) + 1
    return wins


def _cycles(beaten: Mapping[str, set[str]]) -> dict[str, str]:
    """A name for the cycle of each player: that of the first player who can be reached from it and reaches it."""
    reached = {pid: _reached(beaten, pid) for pid in beaten}
    return {pid: next(q for q in beaten if q == pid or (q in reached[pid] and pid in reached[q])) for pid in beaten}


def _reached(beaten: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    todo = [start]
    while todo:
        new = beaten[todo.pop()] - found
        found |= new
        todo += new
    return found


_WITHOUT = "of equal terms the earlier round counts as the lower"
_BY_WINS = "wins instead of McMahon scores; a round without an opponent adds 0"
_NORMALISED = "R / r × Σ (start + wins really played + ½ for every other round), R rounds, r with an opponent"


def records(*all_of_them: AnyTieBreak) -> dict[str, AnyTieBreak]:
    """By name, in this order; raises ValueError if two have one name."""
    spellings = [word for one in all_of_them for word in (one.name, *one.also.split())]
    if len({*spellings}) < len(spellings):
        raise ValueError("a name twice")
    return {one.name: one for one in all_of_them}


TIE_BREAKS = records(
    SumOfRounds("MMS", "McMahon score", terms.points, start=True, always=True,
                rule="start score and the points of every round", source="EGF"),
    SumOfRounds("SCOREX", "McMahon score without points for absences", terms.points_without_absences, start=True,
                source="MacMahon"),
    SumOfRounds("WINS", "wins", terms.wins, short="Pt", heading=marked("Wins"), always=True, also="NBW",
                rule="half for a jigo; `points.*` says what else counts", source="OpenGotha"),
    OfPlayer("START", "start score", lambda sums, player: sums.scores.start[player.id], source="EGF"),
    SumOfRounds("SOS", "sum of opponents' scores", terms.opponents, also="SOSM", rule="final McMahon scores",
                source="EGF, BGA"),
    SumOfRounds("SOS-1", "sum of opponents' scores without the lowest", terms.opponents, lowest=1, also="SOSM-1",
                rule=_WITHOUT, source="OpenGotha"),
    SumOfRounds("SOS-2", "sum of opponents' scores without the two lowest", terms.opponents, lowest=2, also="SOSM-2",
                rule=_WITHOUT, source="OpenGotha"),
    SumOfRounds("SOS-MEDIAN", "sum of opponents' scores without the lowest and highest", terms.opponents, lowest=1,
                highest=1, also="HARKNESS", rule=_WITHOUT, source="Mays, appendix D"),
    SumOfRounds("SOSOS", "sum of opponents' SOS", terms.opponents_sos, also="SOSOSM", source="BGA"),
    SumOfRounds("SODOS", "sum of defeated opponents' scores", terms.opponents_beaten, unit=QUARTERS, also="SDOS SODOSM",
                rule="half for a jigo", source="EGF, Mays"),
    SumOfRounds("SODOSOS", "sum of defeated opponents' SOS", terms.opponents_beaten_sos, unit=QUARTERS,
                rule="half for a jigo"),
    SumOfRounds("CUSS", "cumulative sum of scores", terms.mms_so_far, also="ROS CUSSM",
                rule="the player's own McMahon score after every round", source="EGF, BGA"),
    SumOfRounds("CUSP", "cumulative sum of points won", terms.points_won_so_far,
                rule="the points won so far after every round, without free wins", source="BGA"),
    SumOfRounds("SOS-N", "normalised sum of opponents' adjusted scores", terms.opponents_normalised,
                rule=_NORMALISED, source="Mays, appendix A; appendix C with `placing.default_games = false`"),
    SumOfRounds("SODOS-N", "normalised sum of defeated opponents' adjusted scores", terms.opponents_beaten_normalised,
                unit=QUARTERS, also="SDOS-N", rule="the same over the opponents beaten", source="Mays, appendix A"),
    SumOfRounds("SOSW", "sum of opponents' wins", terms.opponents_wins, rule=_BY_WINS, source="OpenGotha"),
    SumOfRounds("SOSW-1", "sum of opponents' wins without the lowest", terms.opponents_wins, lowest=1, rule=_BY_WINS,
                source="OpenGotha"),
    SumOfRounds("SOSW-2", "sum of opponents' wins without the two lowest", terms.opponents_wins, lowest=2,
                rule=_BY_WINS, source="OpenGotha"),
    SumOfRounds("SODOSW", "sum of defeated opponents' wins", terms.opponents_beaten_wins, unit=QUARTERS,
                rule=_BY_WINS, source="OpenGotha"),
    SumOfRounds("SOSOSW", "sum of opponents' SOSW", terms.opponents_sosw, rule=_BY_WINS, source="OpenGotha"),
    SumOfRounds("CUSSW", "cumulative sum of wins", terms.wins_so_far, rule="the player's own wins after every round",
                source="OpenGotha"),
    SumOfRounds("TEAMP", "team points: 2 for a match won, 1 for a draw", terms.points, unit=WHOLE, rule="byes too",
                source="OpenGotha"),
    SumOfRounds("SOST", "sum of opponents' team points", terms.opponents_points, unit=WHOLE, source="OpenGotha"),
    SumOfRounds("BDW", "points won at all boards", terms.top_boards(MOST_BOARDS), also="BDP",
                rule="in matches of teams", source="OpenGotha"),
    *(SumOfRounds(f"BDW{k}U", f"points won at board{'s 1 to' if k > 1 else ''} {k}", terms.top_boards(k),
                  rule="in matches of teams", source="OpenGotha") for k in range(1, MOST_BOARDS)),
    AmongTied("SDC", "wins against the tied players, if all of them have met", simple, simple_remarks,
              unit=WHOLE, source="OpenGotha",
              rule="only if each of these games had a winner and was really played (or `placing.forfeits_in_dc`); "
                   "else all are equal; each of several games of two counts"),
    AmongTied("DC", "direct comparison: number of tied players placed below", full, full_remarks,
              later=True, unit=WHOLE, source="OpenGotha",
              rule="a player without a win against the rest of the tied set is last, and so on from the bottom; later "
                   "criteria choose among several such players; in a cycle of wins no win counts, and a win against "
                   "one player of the cycle is a win against all; of two who meet more than once, who has won more of "
                   "their games is the winner; wins by forfeit count if `placing.forfeits_in_dc` (FIDE: DE/P)"),
    OfPlayer("RATING", "rating at registration", lambda sums, player: player.rating, unit=WHOLE, also="MNR"),
    OfPlayer("RANK", "declared rank", lambda sums, player: player.rank, rank_name, unit=WHOLE),
)  # fmt: skip
PLACING.update(TIE_BREAKS)


def plain_values(name: str, sums: Sums) -> Vector:
    """The value of every player by a criterion that compares no tied players. Raises ValueError for one that does."""
    criterion = TIE_BREAKS[name]
    if isinstance(criterion, AmongTied):
        raise ValueError(f"{name} compares tied players only")
    return criterion.values(sums)


def in_points(value: Value, name: str) -> float:
    """A value of a criterion in points, for print and for tables."""
    return float(value / TIE_BREAKS[name].unit)


@lru_cache(4096)
def value_text(value: Value, unit: int) -> str:
    """`12½` for 25 halves, quarters as ¼ and ¾; other fractions with three decimals at most."""
    fraction = Fraction(value, unit)
    if 4 % fraction.denominator:
        return f"{float(round(fraction, 3)):.3f}".rstrip("0").rstrip(".")
    whole, quarters = divmod(int(abs(fraction) * 4), 4)
    sign = "-" if fraction < 0 else ""
    return f"{sign}{whole or ('' if quarters else 0)}{('', '¼', '½', '¾')[quarters]}"
