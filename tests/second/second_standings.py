"""Standings a second time, from the rules as they are written and without a line of the program.

It follows docs/reference/rules.md and docs/reference/tie-breaks.md, and imports nothing of the package. Everything is
in points, as fractions. `cross_check.py` compares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

HALF, ZERO, ONE = Fraction(1, 2), Fraction(0), Fraction(1)
#: White's and Black's points of a result; a void game and one not known yet are settled by the rules.
POINTS = {
    "1-0": (ONE, ZERO),
    "0-1": (ZERO, ONE),
    "jigo": (HALF, HALF),
    "0-0": (ZERO, ZERO),
    "1-1": (ONE, ONE),
    "?": (ZERO, ZERO),
}


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part. `rank`: 1 dan is 0, 1 kyu −1. `rounds` are those entered for; `unexcused` those missed so."""

    id: str
    rank: int
    rating: int
    rounds: frozenset[int]
    correction: int = 0
    unexcused: frozenset[int] = frozenset()
    supergroup: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A game: `result` as typed, `!` behind it for a forfeit. In a match of teams `boards` are (White's, Black's)."""

    white: str
    black: str
    result: str
    handicap: int = 0
    boards: tuple[tuple[Fraction, Fraction], ...] = ()

    @property
    def token(self) -> str:
        """The result without its sign of a forfeit."""
        return self.result.removesuffix("!")

    @property
    def unplayed(self) -> bool:
        """Whether it is a forfeit; a 0-0 counts as one everywhere."""
        return self.result.endswith("!") or self.token == "0-0"


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round: its games, who had the bye, and who was there without either. All others were absent."""

    games: tuple[Board, ...]
    byes: tuple[str, ...] = ()
    unpaired: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SmallField:
    """A tournament as plain data; `rules` are settings by the names that tournament.toml has for them."""

    rounds: int
    rules: Mapping[str, object]
    entrants: tuple[Entrant, ...]
    played: tuple[PlayedRound, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """What a round was to one player: against whom, what it gave, and as what it counts."""

    kind: str  # game, bye, absent, unpaired
    points: Fraction = ZERO
    wins: Fraction = ZERO
    opponent: str = ""
    stones: int = 0  # given, below 0: taken
    forfeit: bool = False
    known: bool = True
    won: bool = False  # a game really played, with a winner
    won_by_forfeit: bool = False  # alone, the other lost
    boards: tuple[Fraction, ...] = ()

    @property
    def really_played(self) -> bool:
        """A game with a result that was no forfeit."""
        return self.kind == "game" and not self.forfeit and self.known


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the standings; a comparison of tied players has no value for somebody who was tied with nobody."""

    id: str
    place: int
    values: Mapping[str, Fraction] = field(default_factory=dict)


class Second:
    """The standings of a field, each figure as its rule says it."""

    def __init__(self, data: SmallField):
        self.data, self.rules = data, data.rules
        self.by_id = {e.id: e for e in data.entrants}
        seen = {p for r in data.played for b in r.games for p in (b.white, b.black)}
        seen |= {p for r in data.played for p in r.byes}
        to_come = range(len(data.played) + 1, data.rounds + 1)
        known = [e for e in data.entrants if e.id in seen or any(n in e.rounds for n in to_come)]
        came = seen | {p for r in data.played for p in r.unpaired}
        begun = range(1, len(data.played) + 1)  # nobody is placed before their own first round
        self.in_it = [
            e.id for e in known if not begun or e.id in came or any(n in e.rounds | e.unexcused for n in begun)
        ]
        self.entered = [e for e in data.entrants if e.rounds] or [*data.entrants]

    def _points(self, name: str) -> Fraction:
        return Fraction(str(self.rules[f"points.{name}"]))

    # Start scores: section 1

    @cached_property
    def start(self) -> dict[str, Fraction]:
        """The start scores, with what the zero adds."""
        own = {e.id: self._base(e) for e in self.data.entrants}
        shift = self._shift(own)
        return {e.id: Fraction(own[e.id] + shift + e.correction) for e in self.data.entrants}

    def _base(self, entrant: Entrant) -> int:
        """The start score before correction, counted from 1 dan = 0; in other schemes from the lowest group."""
        scheme = self.rules["start.scheme"]
        if scheme == "swiss":
            return 0
        if scheme == "bands":
            return self._band(entrant.rank)
        if scheme == "regular":
            return self._group(entrant)
        bar = self.rules["start.bar"]
        if isinstance(bar, int) and entrant.supergroup:
            return bar + int(str(self.rules["start.supergroup_points"]))
        return self._by_rank(entrant.rank)

    def _by_rank(self, rank: int) -> int:
        bar, floor = self.rules["start.bar"], self.rules["start.floor"]
        assert isinstance(floor, int)
        return min(max(rank, floor), bar) if isinstance(bar, int) else max(rank, floor)

    def _band(self, rank: int) -> int:
        """The number of the band that has the rank or is nearest to it, in doubt the lower; the lowest is 0."""
        bands = self.rules["start.bands"]
        assert isinstance(bands, tuple)
        distance = {k: max(low - rank, rank - high, 0) for k, (high, low) in enumerate(reversed(bands))}
        return min(distance, key=lambda k: (distance[k], k))

    def _group(self, entrant: Entrant) -> int:
        """McMahon Regular: groups of one size from the top of those who are entered, the lowest is 0."""
        stronger = sum((e.rank, e.rating) > (entrant.rank, entrant.rating) for e in self.entered)
        return self._highest - min(stronger // self._size, self._highest)

    @property
    def _size(self) -> int:
        """Players of a group of McMahon Regular, by the number of rounds."""
        return next(s for most, s in ((1, 2), (3, 4), (6, 8), (12, 16), (99, 32)) if self.data.rounds <= most)

    @property
    def _highest(self) -> int:
        """The number of the highest group or band."""
        bands = self.rules["start.bands"]
        assert isinstance(bands, tuple)
        scheme = self.rules["start.scheme"]
        return {"bands": len(bands) - 1, "regular": (len(self.entered) - 1) // self._size}.get(str(scheme), 0)

    def _shift(self, own: Mapping[str, int]) -> int:
        zero = self.rules["start.zero"]
        scheme, bar = self.rules["start.scheme"], self.rules["start.bar"]
        if scheme != "rank":
            return -self._highest if zero == "top" else 0
        if zero == "bottom":
            return -min(self._by_rank(e.rank) for e in self.entered)
        if zero == "top":
            return -int(str(bar))
        assert isinstance(zero, int)
        return -zero

    # What the rounds gave: section 2

    @cached_property
    def turns(self) -> dict[str, list[Turn]]:
        """Everybody's rounds."""
        return {e.id: [self._turn(e, n, r) for n, r in enumerate(self.data.played, 1)] for e in self.data.entrants}

    def _turn(self, entrant: Entrant, number: int, played: PlayedRound) -> Turn:
        for board in played.games:
            if entrant.id in (board.white, board.black):
                return self._game(board, entrant.id)
        if entrant.id in played.byes:
            return Turn("bye", self._points("bye"), self._points("bye_wins"))
        if entrant.id in played.unpaired:
            return Turn("unpaired")
        if number in entrant.unexcused:
            return Turn("absent")
        return Turn("absent", self._points("absence"), self._points("absence_wins"))

    def _game(self, board: Board, player: str) -> Turn:
        side = 0 if player == board.white else 1
        void = self._points("void")
        gives = (POINTS | {"void": (void, void)})[board.token][side]
        wins = self._points("default_wins") if board.result.endswith("!") and gives == ONE else gives
        decided = board.token in ("1-0", "0-1") and not board.unplayed
        by_forfeit = board.token in ("1-0", "0-1") and board.unplayed and gives == ONE
        return Turn(
            "game",
            gives,
            wins,
            board.black if side == 0 else board.white,
            board.handicap if side == 0 else -board.handicap,
            board.unplayed,
            board.token != "?",
            decided and gives == ONE,
            by_forfeit,
            tuple(pair[side] for pair in board.boards),
        )

    def _so_far(self, start: Fraction, turns: Iterable[Turn], of: Callable[[Turn], Fraction]) -> list[Fraction]:
        """The total after each round: what is rounded down is added up first, on its own."""
        down = {"none": (), "absences": ("absent",), "absences and byes": ("absent", "bye")}
        kinds = down[str(self.rules["points.round_down"])]
        plain, rounded, totals = start, ZERO, []
        for turn in turns:
            if turn.kind in kinds:
                rounded += of(turn)
            else:
                plain += of(turn)
            totals.append(plain + rounded // 1)
        return totals

    @cached_property
    def mms_after(self) -> dict[str, list[Fraction]]:
        """McMahon scores after each round."""
        return {p: self._so_far(self.start[p], self.turns[p], lambda t: t.points) for p in self.by_id}

    @cached_property
    def wins_after(self) -> dict[str, list[Fraction]]:
        """Wins after each round, rounded down on their own."""
        return {p: self._so_far(ZERO, self.turns[p], lambda t: t.wins) for p in self.by_id}

    def mms(self, player: str) -> Fraction:
        """The final McMahon score."""
        return self.mms_after[player][-1] if self.mms_after[player] else self.start[player]

    def scorex(self, player: str) -> Fraction:
        """The same without the points for absences."""
        rows = self._so_far(self.start[player], self.turns[player], lambda t: ZERO if t.kind == "absent" else t.points)
        return rows[-1] if rows else self.start[player]

    def wins(self, player: str) -> Fraction:
        """Wins, half for a jigo."""
        return self.wins_after[player][-1] if self.wins_after[player] else ZERO

    def adjusted_wins(self, player: str) -> Fraction:
        """Wins of games really played, and a half for every other round (Mays)."""
        return sum((t.points if t.really_played else HALF for t in self.turns[player]), ZERO)

    # Sums: section 7, and 8 for those that are normalised

    def _meets(self, turn: Turn) -> bool:
        return turn.kind == "game" and (bool(self.rules["placing.default_games"]) or not turn.forfeit)

    def _row(
        self,
        player: str,
        term: Callable[[Turn], Fraction],
        empty: Fraction | None,
        of_none: Fraction = ZERO,
    ) -> list[Fraction]:
        """A term for each round; `empty` for those without an opponent, None for the mean of the other rounds."""
        found = [term(t) if self._meets(t) else None for t in self.turns[player]]
        met = [value for value in found if value is not None]
        if empty is None:
            empty = sum(met, ZERO) / len(met) if met else of_none
        return [empty if value is None else value for value in found]

    @property
    def _half(self) -> bool:
        return self.rules["placing.opponents_unplayed"] == "half"

    def _score_of(self, turn: Turn, adjusted: bool) -> Fraction:
        """The McMahon score that an opponent counts with, stones given included where the settings say so."""
        o = turn.opponent
        own = self.start[o] + self.adjusted_wins(o) if adjusted else self.mms(o)
        return own + (turn.stones if self.rules["placing.handicap_in_sos"] else 0)

    @cached_property
    def lift(self) -> dict[str, Fraction]:
        """What takes everybody's score to a scale on which 30 kyu or the lowest group starts at 0, and nobody below."""
        low = 30 if self.rules["start.scheme"] == "rank" else 0
        own = {e.id: max(self._base(e) + e.correction + low, 0) for e in self.data.entrants}
        return {p: own[p] - self.start[p] for p in self.by_id}

    def _lifted(self, turn: Turn, adjusted: bool) -> Fraction:
        """The same on that scale, for sums with as many terms as wins."""
        return self._score_of(turn, adjusted) + self.lift[turn.opponent]

    def _defeated(self, turn: Turn, adjusted: bool) -> Fraction:
        """What a game counts in SODOS: a win never costs, whatever stones the opponent gave."""
        return turn.points * max(self._lifted(turn, adjusted), ZERO)

    def _wins_of(self, turn: Turn) -> Fraction:
        return self.adjusted_wins(turn.opponent) if self._half else self.wins(turn.opponent)

    @property
    def _mean_or_zero(self) -> Fraction | None:
        return None if self.rules["placing.empty_round"] == "normalised" else ZERO

    def sos_row(self, player: str) -> list[Fraction]:
        """The opponents' final McMahon scores."""
        if self.rules["placing.empty_round"] == "zero":
            return self.lifted_row(player)
        own = self.start[player]
        empty = {"own start": own, "normalised": None}[str(self.rules["placing.empty_round"])]
        return self._row(player, lambda t: self._score_of(t, self._half), empty, own)

    def lifted_row(self, player: str) -> list[Fraction]:
        """The opponents' final McMahon scores from the lowest start."""
        own = self.start[player] + self.lift[player]
        empty = {"own start": own, "zero": ZERO, "normalised": None}[str(self.rules["placing.empty_round"])]
        return self._row(player, lambda t: self._lifted(t, self._half), empty, own)

    @cached_property
    def lifted_sos(self) -> dict[str, Fraction]:
        """Their sums."""
        return {p: sum(self.lifted_row(p), ZERO) for p in self.by_id}

    @cached_property
    def sos(self) -> dict[str, Fraction]:
        """Their sums."""
        return {p: sum(self.sos_row(p), ZERO) for p in self.by_id}

    def sodos(self, player: str) -> Fraction:
        """The same over those beaten, half for a jigo."""
        return sum(self._row(player, lambda t: self._defeated(t, self._half), self._mean_or_zero), ZERO)

    def sosos(self, player: str) -> Fraction:
        """The opponents' SOS."""
        rule = str(self.rules["placing.empty_round_sosos"])
        lifted = rule == "zero" or self.rules["placing.empty_round"] == "zero"
        sos, own = (
            (self.lifted_sos, self.start[player] + self.lift[player]) if lifted else (self.sos, self.start[player])
        )
        empty = {"own SOS": sos[player], "own start": own * len(self.data.played), "zero": ZERO}
        return sum(self._row(player, lambda t: sos[t.opponent], empty[rule]), ZERO)

    def sodosos(self, player: str) -> Fraction:
        """The SOS of those beaten."""
        return sum(self._row(player, lambda t: t.points * max(self.lifted_sos[t.opponent], ZERO), ZERO), ZERO)

    def sos_n(self, player: str) -> Fraction:
        """Mays: R / r_p × the sum of the opponents' adjusted scores; R × own start where there is none."""
        return sum(self._row(player, lambda t: self._score_of(t, True), None, self.start[player]), ZERO)

    def sodos_n(self, player: str) -> Fraction:
        """The same over those beaten."""
        return sum(self._row(player, lambda t: self._defeated(t, True), None), ZERO)

    def sosw_row(self, player: str) -> list[Fraction]:
        """The opponents' wins."""
        return self._row(player, self._wins_of, self._mean_or_zero)

    @cached_property
    def sosw(self) -> dict[str, Fraction]:
        """Their sums."""
        return {p: sum(self.sosw_row(p), ZERO) for p in self.by_id}

    def sodosw(self, player: str) -> Fraction:
        """The wins of those beaten."""
        return sum(self._row(player, lambda t: t.points * self._wins_of(t), self._mean_or_zero), ZERO)

    def sososw(self, player: str) -> Fraction:
        """The opponents' SOSW."""
        own = self.sosw[player] if self.rules["placing.empty_round_sosos"] == "own SOS" else ZERO
        return sum(self._row(player, lambda t: self.sosw[t.opponent], own), ZERO)

    def cusp(self, player: str) -> Fraction:
        """The sum over the rounds of the points won so far, without free wins."""
        total = sofar = ZERO
        for turn in self.turns[player]:
            if turn.kind == "game" and not turn.forfeit:
                sofar += turn.points
            total += sofar
        return total

    # Teams

    def teamp(self, player: str) -> Fraction:
        """Points of matches, 2 for a win and 1 for a draw; byes too."""
        return 2 * (self.mms(player) - self.start[player])

    def sost(self, player: str) -> Fraction:
        """The opponents' team points."""
        return sum(self._row(player, lambda t: self.teamp(t.opponent), self._mean_or_zero), ZERO)

    def boards(self, player: str, count: int) -> Fraction:
        """Points at the first boards; a round without a match gives at each what it gives."""
        most = min(count, int(str(self.rules.get("teams.boards", 0))))
        turns = self.turns[player]
        return sum((sum(t.boards[:count], ZERO) if t.kind == "game" else t.points * most for t in turns), ZERO)

    # Places

    def values(self, name: str) -> dict[str, Fraction]:
        """Everybody's value by a criterion that compares no tied players."""
        base, _, without = name.partition("-")
        rows = {"SOS": self.sos_row, "SOSW": self.sosw_row}
        if base in rows and without in ("1", "2", "MEDIAN"):
            low, high = {"1": (1, 0), "2": (2, 0), "MEDIAN": (1, 1)}[without]
            return {p: _without(rows[base](p), low, high) for p in self.by_id}
        if name.startswith("BDW") and name.endswith("U"):
            return {p: self.boards(p, int(name[3:-1])) for p in self.by_id}
        return {p: OF[name](self, p) for p in self.by_id}

    def _beaten(self, player: str, among: Iterable[str]) -> set[str]:
        return {other for other in among if self._wins(player, other) > self._wins(other, player)}

    def _wins(self, player: str, other: str) -> int:
        forfeits = bool(self.rules["placing.forfeits_in_dc"])
        return sum(t.opponent == other and (t.won or (forfeits and t.won_by_forfeit)) for t in self.turns[player])

    def sdc(self, tied: Sequence[str]) -> dict[str, Fraction]:
        """Wins inside the tied set, if all in it have met and each game had a winner; else all are equal."""
        pairs = [(a, b) for a in tied for b in tied if a != b]
        games = {(a, b): sum(t.opponent == b for t in self.turns[a]) for a, b in pairs}
        met = all(0 < games[a, b] == self._wins(a, b) + self._wins(b, a) for a, b in pairs)
        return {p: Fraction(sum(self._wins(p, q) for q in tied if q != p)) if met else ZERO for p in tied}

    def dc(self, tied: Sequence[str], later: Mapping[str, Sequence[Fraction]]) -> dict[str, Fraction]:
        """From the bottom: who has no win against the rest is last, the later criteria choosing among several.

        Where wins go round in a circle they do not count; a win against one of it is a win against all of it.
        """
        reach = {p: self._reached(p, tied) for p in tied}
        circle = {p: {q for q in reach[p] if p in reach[q]} | {p} for p in tied}
        left = list(tied)
        below: dict[str, Fraction] = {}
        while left:
            rest = set(left)
            none = [p for p in left if not self._over(circle[p], circle, rest)]
            worst = min(tuple(later[p]) for p in none)
            below |= {p: Fraction(len(tied) - len(rest)) for p in none if tuple(later[p]) == worst}
            left = [p for p in left if p not in below]
        return below

    def _over(self, own: set[str], circle: Mapping[str, set[str]], rest: set[str]) -> bool:
        """Whether a circle (or a player alone) has a win against somebody of the rest outside it."""
        won = {q for p in own for q in self._beaten(p, circle)}
        return any(member in rest for q in won - own for member in circle[q])

    def _reached(self, player: str, among: Sequence[str]) -> set[str]:
        found: set[str] = set()
        new = self._beaten(player, among)
        while new:
            found |= new
            new = {q for p in new for q in self._beaten(p, among)} - found
        return found

    def standings(self, order: Sequence[str]) -> list[Place]:
        """Everybody's place, equal ones sharing it, and the values of each criterion."""
        plain = {name: self.values(name) for name in order if name not in ("SDC", "DC")}
        found: dict[str, dict[str, Fraction]] = {p: {} for p in self.in_it}
        groups = [self.in_it]
        for k, name in enumerate(order):
            after = [later for later in order[k + 1 :] if later in plain]
            new: list[list[str]] = []
            for group in groups:
                if name in plain:
                    own = {p: plain[name][p] for p in group}
                elif len(group) == 1:
                    new.append(group)
                    continue
                elif name == "SDC":
                    own = self.sdc(group)
                else:
                    own = self.dc(group, {p: [plain[n][p] for n in after] for p in group})
                for p in group:
                    found[p][name] = own[p]
                new += [[p for p in group if own[p] == v] for v in sorted(set(own.values()), reverse=True)]
            groups = new
        places, above = [], 0
        for group in groups:
            places += [Place(p, above + 1, found[p]) for p in group]
            above += len(group)
        return places


def _without(row: Sequence[Fraction], low: int, high: int) -> Fraction:
    """The sum of a row without so many of its lowest and highest terms."""
    kept = sorted(row)[low:]
    return sum(kept[: len(kept) - high] if high else kept, ZERO)


#: The value of a player by each criterion that is no sum without some of its terms.
OF: dict[str, Callable[[Second, str], Fraction]] = {
    "MMS": Second.mms,
    "SCOREX": Second.scorex,
    "WINS": Second.wins,
    "START": lambda own, p: own.start[p],
    "SOS": lambda own, p: own.sos[p],
    "SODOS": Second.sodos,
    "SOSOS": Second.sosos,
    "SODOSOS": Second.sodosos,
    "SOS-N": Second.sos_n,
    "SODOS-N": Second.sodos_n,
    "SOSW": lambda own, p: own.sosw[p],
    "SODOSW": Second.sodosw,
    "SOSOSW": Second.sososw,
    "CUSS": lambda own, p: sum(own.mms_after[p], ZERO),
    "CUSSW": lambda own, p: sum(own.wins_after[p], ZERO),
    "CUSP": Second.cusp,
    "TEAMP": Second.teamp,
    "SOST": Second.sost,
    "BDW": lambda own, p: own.boards(p, 99),
    "RATING": lambda own, p: Fraction(own.by_id[p].rating),
    "RANK": lambda own, p: Fraction(own.by_id[p].rank),
}
_WITHOUT_TERMS = re.compile(r"SOSW?-([12]|MEDIAN)|BDW\dU")


def knows(name: str) -> bool:
    """Whether this program has a criterion, so that two can be compared."""
    return name in OF or name in ("SDC", "DC") or bool(_WITHOUT_TERMS.fullmatch(name))
