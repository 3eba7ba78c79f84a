"""Placing criteria: each is one line in `TIE_BREAKS` (rules: section 7). Greater is better.

Values are whole multiples of 1/unit (2 = half points, 4 = quarter points); those that are normalised are fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ..language import Words
from ..tournament.person import Player
from ..tournament.ranks import rank_name
from . import direct_comparison as direct
from . import sums as terms
from .direct_comparison import LaterKeys
from .sums import Sums, Terms, Value, Vector


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A placing criterion: its name, the unit of its values, and what it is in words."""

    name: str
    unit: int
    doc: str

    def text(self, value: Value) -> str:
        """A value as the standings print it."""
        return value_text(value, self.unit)


@dataclass(frozen=True, slots=True)
class SumOfRounds(TieBreak):
    """A sum of one term for each round, with the start score if `start`, without so many lowest and highest terms."""

    terms: Terms
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
        """A value as the standings print it."""
        return self.shown(int(value)) if self.shown else value_text(value, self.unit)

    def values(self, sums: Sums) -> Vector:
        """The value of every player."""
        return {pid: self.of(sums, player) for pid, player in sums.players.items()}


@dataclass(frozen=True, slots=True)
class AmongTied(TieBreak):
    """A comparison of players whom all criteria before it leave tied; `remarks` tell a player what it rests on.

    With `later`, the criteria behind it choose between two players whom no chain of wins connects.
    """

    among: Callable[[Sums, Sequence[str], LaterKeys], Vector]
    remarks: Callable[[Sums, Sequence[str], str, Words], list[str]]
    later: bool = False


def _boards(count: int) -> str:
    return "board 1" if count == 1 else f"boards 1 to {count}"


#: Criteria of team events by OpenGotha's names: points of matches and of boards.
_OF_TEAMS: tuple[SumOfRounds, ...] = (
    SumOfRounds("TEAMP", 1, "team points: 2 for a match won, 1 for a draw", terms.points),
    SumOfRounds("SOST", 1, "sum of opponents' team points", terms.opponents_points),
    SumOfRounds("BDW", 2, "points won at all boards", terms.board_points),
    *(SumOfRounds(f"BDW{k}U", 2, f"points won at {_boards(k)}", terms.top_boards(k)) for k in range(1, 10)),
)

_ALL: tuple[SumOfRounds | OfPlayer | AmongTied, ...] = (
    SumOfRounds("MMS", 2, "McMahon score", terms.points, start=True),
    SumOfRounds("SCOREX", 2, "McMahon score without points for absences", terms.points_without_absences, start=True),
    SumOfRounds("WINS", 2, "wins", terms.wins),
    OfPlayer("START", 2, "start score", lambda sums, player: sums.scores.start[player.id]),
    SumOfRounds("SOS", 2, "sum of opponents' scores", terms.opponents),
    SumOfRounds("SOS-1", 2, "sum of opponents' scores without the lowest", terms.opponents, lowest=1),
    SumOfRounds("SOS-2", 2, "sum of opponents' scores without the two lowest", terms.opponents, lowest=2),
    SumOfRounds(
        "SOS-MEDIAN",
        2,
        "sum of opponents' scores without the lowest and highest",
        terms.opponents,
        lowest=1,
        highest=1,
    ),
    SumOfRounds("SOSOS", 2, "sum of opponents' SOS", terms.opponents_sos),
    SumOfRounds("SODOS", 4, "sum of defeated opponents' scores", terms.opponents_beaten),
    SumOfRounds("SODOSOS", 4, "sum of defeated opponents' SOS", terms.opponents_beaten_sos),
    SumOfRounds("CUSS", 2, "cumulative sum of scores", terms.mms_so_far),
    SumOfRounds("CUSP", 2, "cumulative sum of points won", terms.points_won_so_far),
    SumOfRounds("SOS-N", 2, "normalised sum of opponents' adjusted scores", terms.opponents_normalised),
    SumOfRounds(
        "SODOS-N", 4, "normalised sum of defeated opponents' adjusted scores", terms.opponents_beaten_normalised
    ),
    SumOfRounds("SOSW", 2, "sum of opponents' wins", terms.opponents_wins),
    SumOfRounds("SOSW-1", 2, "sum of opponents' wins without the lowest", terms.opponents_wins, lowest=1),
    SumOfRounds("SOSW-2", 2, "sum of opponents' wins without the two lowest", terms.opponents_wins, lowest=2),
    SumOfRounds("SODOSW", 4, "sum of defeated opponents' wins", terms.opponents_beaten_wins),
    SumOfRounds("SOSOSW", 2, "sum of opponents' SOSW", terms.opponents_sosw),
    SumOfRounds("CUSSW", 2, "cumulative sum of wins", terms.wins_so_far),
    *_OF_TEAMS,
    AmongTied("SDC", 1, "wins against the tied players, if all of them have met", direct.simple, direct.simple_remarks),
    AmongTied(
        "DC", 1, "direct comparison: number of tied players placed below", direct.full, direct.full_remarks, True
    ),
    OfPlayer("RATING", 1, "rating at registration", lambda sums, player: player.rating),
    OfPlayer("RANK", 1, "declared rank", lambda sums, player: player.rank, rank_name),
)

TIE_BREAKS: dict[str, SumOfRounds | OfPlayer | AmongTied] = {criterion.name: criterion for criterion in _ALL}


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
