"""The soft criteria of a draw, each one record: the wish in words, and the formulas for a pair and for a bye.

Formulas (`formula.py`) give whole numbers ≥ 0, the same for i, j and j, i; `RoundProblem.cost` multiplies them by the
profile's weights. Sources: rules, sections 4 (colours), 5 (byes) and 6 (seeding). No numpy here, so that names and
formulas are read without it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from typing import Any

from .formula import FUNCTIONS, EntrantColumn, Formula, FormulaError, ValueKind, formula_of, unknown_columns

PAIR, BYE = "costs[i, j]", "costs[i, i]"  # the formulas of a criterion that is a table alone
GREATEST_COST = 2**50  # of a pair or a bye, so that sums are exact in 64 bits
MOST_PLAYERS = 1000  # of a table: the record of a draw keeps it, and has 12 MB with the longest numbers

_N, _F, _C, _W = ValueKind.NUMBER, ValueKind.FLAG, ValueKind.CODES, ValueKind.WORD


def _at(part: str) -> str:
    """How far a player is from the top, middle or bottom of the own score group, in hundredths of the group."""
    top, middle, bottom = "i.place", "abs(2 * i.place - (i.size - 1))", "i.size - 1 - i.place"
    return f'100 * where({part} == "top", {top}, where({part} == "middle", {middle}, {bottom})) // max(i.size - 1, 1)'


#: The columns of the entrants (`Field`), as formulas name them, and the values of the round.
COLUMNS: dict[str, EntrantColumn] = {
    column.name: column
    for column in (
        EntrantColumn("score", _N, "pairing score in steps: points, or half points if they count"),
        EntrantColumn("strength", _N, "the number that handicaps are computed from"),
        EntrantColumn("even", _F, "plays even games only, being at or above the bar (pairing.even_at_bar)"),
        EntrantColumn(
            "exempt", _F, "is at or above the bar, so that clubs and countries count apart (pairing.geography_at_bar)"
        ),
        EntrantColumn("club", _C, "clubs; none if unknown"),
        EntrantColumn("country", _C, "countries; none if unknown"),
        EntrantColumn("families", _C, "families and groups"),
        EntrantColumn("local", _F, "is from a local club (pairing.local_clubs)"),
        EntrantColumn("met_local", _F, "has met a local player"),
        EntrantColumn("waiting", _F, "a visitor who has met no local", formula="~i.local & ~i.met_local & any_local"),
        EntrantColumn("place", _N, "place in the own score group by the seeding order, from 0"),
        EntrantColumn("size", _N, "players in the own score group"),
        EntrantColumn(
            "off_down",
            _N,
            "0 to 100: how far from the place in the group where those drawn down come from",
            formula=_at("float_down"),
        ),
        EntrantColumn(
            "off_up",
            _N,
            "0 to 100: how far from the place in the group where those drawn up come from",
            formula=_at("float_up"),
        ),
        EntrantColumn("drawn_down", _N, "times drawn down so far"),
        EntrantColumn("drawn_up", _N, "times drawn up so far"),
        EntrantColumn("colours", _N, "Whites minus Blacks in even games so far"),
        EntrantColumn("byes", _N, "byes so far"),
        EntrantColumn("free_wins", _N, "games won by forfeit so far"),
        EntrantColumn("first_places", _N, "in how many of 64 simulated futures the player comes first"),
        EntrantColumn("steps", _N, "steps to a point: 1, or 2 if half points count", of_round=True),
        EntrantColumn("lowest", _N, "the least score of all entrants", of_round=True, reads=("score",)),
        EntrantColumn("highest", _N, "the greatest score of all entrants", of_round=True, reads=("score",)),
        EntrantColumn("stones_off", _N, "reduction of handicaps (handicap.reduction)", of_round=True),
        EntrantColumn("most_stones", _N, "greatest handicap (handicap.maximum); 0: no handicaps", of_round=True),
        EntrantColumn("any_local", _F, "somebody is from a local club", of_round=True, reads=("local",)),
        EntrantColumn("seeding", _W, "slide, fold, adjacent or random (pairing.seeding)", of_round=True),
        EntrantColumn(
            "float_down",
            _W,
            "top, middle or bottom: where those drawn down come from (pairing.draw_down)",
            of_round=True,
        ),
        EntrantColumn(
            "float_up", _W, "top, middle or bottom: where those drawn up come from (pairing.draw_up)", of_round=True
        ),
    )
}

#: Formulas that others name, and what they say in words.
NAMED = {
    "gap": ("abs(i.score - j.score)", "difference of the scores in steps"),
    "down": ("i.score > j.score", "i is drawn down"),
    "up": ("i.score < j.score", "i is drawn up"),
    "stones": (
        "where(i.even | j.even, 0, min(max(abs(i.strength - j.strength) - stones_off, 0), most_stones))",
        "handicap by the rule",
    ),
    "slide": ("2 * abs(i.place - j.place) - i.size", "how far two of a score group are from half a group apart"),
    "fold": ("i.place + j.place - (i.size - 1)", "how far they are from first against last"),
    "adjacent": ("2 * (abs(i.place - j.place) - 1) + min(i.place, j.place) % 2", "how far they are from neighbours"),
    "clubmates": ("shares(i.club, j.club)", "both are of one club"),
    "compatriots": ("shares(i.country, j.country)", "both are of one country"),
    "both_exempt": ("i.exempt & j.exempt", "both are exempt: club and country count apart"),
    "related": ("shares(i.families, j.families)", "both are of one family or group"),
}
DEFINITIONS: dict[str, Formula] = {}
for _name, (_text, _) in NAMED.items():
    DEFINITIONS[_name] = formula_of(_text, COLUMNS, DEFINITIONS)


#: The stones of a game by the rule.
STONES = DEFINITIONS["stones"]


@cache
def formula(text: str, own: tuple[EntrantColumn, ...] = ()) -> Formula:
    """A formula over our columns, `own` ones and the named formulas, read once. Raises FormulaError."""
    return formula_of(text, COLUMNS | {column.name: column for column in own}, DEFINITIONS)


@dataclass(frozen=True)
class CostsTable:
    """What each game and each bye costs, by ids; formulas of an own criterion look it up as `costs[i, j]`.

    Row k has what player k pays in games with players 0 to k - 1, then for the bye. Raises FormulaError.
    """

    players: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        size = len(self.players)
        if size > MOST_PLAYERS:
            raise FormulaError(f"costs of {size:,} players", f"at most {MOST_PLAYERS:,}")
        if not all(isinstance(player, str) for player in self.players) or len({*self.players}) < size:
            raise FormulaError("players that are not ids, each once", 'players = ["1", "2", …]')
        if len(self.rows) != size:
            raise FormulaError(f"{len(self.rows)} rows of costs for {size} players", "a row for each player")
        for k, (player, row) in enumerate(zip(self.players, self.rows, strict=True), 1):
            if len(row) != k:
                expected = f"{k}: the games with the players before, then the bye"
                raise FormulaError(f"{len(row)} costs in row {k}, of player {player}", expected)
            for cost in row:
                if type(cost) is not int or not 0 <= cost <= GREATEST_COST:
                    expected = f"a whole number from 0 to {GREATEST_COST:,}"
                    raise FormulaError(f"a cost of {cost!r} in row {k}, of player {player}", expected)

    @classmethod
    def of(cls, players: Any, costs: Any) -> CostsTable:
        """A table from the lists of a file. Raises FormulaError."""
        if not isinstance(players, list) or not isinstance(costs, list) or not all(isinstance(r, list) for r in costs):
            expected = 'players = ["1", "2", …] and costs = [[0], [7, 0], …], a list for each player'
            raise FormulaError("a table of costs without its lists", expected)
        return cls(tuple(players), tuple(map(tuple, costs)))

    @cached_property
    def digest(self) -> str:
        """A hash of the whole table."""
        return sha256(repr((self.players, self.rows)).encode()).hexdigest()

    def plain(self) -> dict[str, Any]:
        """The table as a profile and the record of a draw have it."""
        return {"players": list(self.players), "costs": [list(row) for row in self.rows]}


@dataclass(frozen=True, kw_only=True)
class Criterion:
    """A named cost of pairs and of byes, as formulas; `wish` says in words what is preferred, `worse` what there is
    more of if it costs more, `heading` what is counted, in a table.

    `a_point` marks those that count steps of score: their weights are for a whole point. `version` counts the
    definitions: with the columns that are read it is in the print of every problem that uses the criterion. Whoever
    changes what it costs gives it the next version. A criterion of a profile (`own_criterion`) may read `columns` of
    the registrations, whose empty cells count as `blank`, and a table of `costs`, of which `blank` is what games and
    byes of entrants cost whom it lacks; `place` is the file and line that it is from. `judged`: for a round that
    stands, in which a cell that has been emptied since, or a column that is gone, counts as 0.
    """

    name: str
    heading: str
    wish: str
    worse: str
    pair: str = "0"
    bye: str = "0"
    a_point: bool = False
    source: str = ""
    version: int = 1
    columns: tuple[EntrantColumn, ...] = ()
    blank: int | None = None
    place: tuple[str, int] = ("", 0)
    costs: CostsTable | None = None
    judged: bool = False

    @cached_property
    def of_pair(self) -> Formula:
        """The formula for a pair, read."""
        return formula(self.pair, self.columns)

    @cached_property
    def of_bye(self) -> Formula:
        """The formula for the bye of `i`, read."""
        return formula(self.bye, self.columns)

    @property
    def is_own(self) -> bool:
        """Whether it is one of a profile, and none of the program."""
        return self.name not in CRITERIA

    def identity(self) -> tuple[object, ...]:
        """A value that differs from that of any other criterion of this name (for print 2)."""
        if not self.is_own:
            return (self.version,)
        table = (self.costs.digest,) if self.costs else ()
        return (self.version, self.pair, self.bye, self.blank, *table)

    @cached_property
    def reads(self) -> tuple[str, ...]:
        """The columns of the `Field` that it is computed from."""
        return tuple(dict.fromkeys((*self.of_pair.reads, *self.of_bye.reads)))


def _ceil(part: str, whole: str) -> str:
    """100 (part/whole)², rounded up to a whole number so that any deviation counts."""
    return f"-(-100 * {part}**2 // ({whole})**2)"


CRITERIA: dict[str, Criterion] = {
    criterion.name: criterion
    for criterion in (
        Criterion(
            name="mms_difference",
            heading="score difference",
            wish="opponents have the same McMahon score",
            worse="larger score differences",
            pair="stairs(gap)",
            a_point=True,
        ),
        Criterion(
            name="point_gap",
            heading="points apart",
            wish="the sum of points between opponents is small",
            worse="more points between opponents",
            pair="gap",
            a_point=True,
        ),
        Criterion(
            name="wide_gap",
            heading="over 3 points apart",
            wish="opponents are at most three points apart",
            worse="more games of players over three points apart, or further apart",
            pair="max(gap - 3 * steps, 0)",
            a_point=True,
        ),
        Criterion(
            name="drawn_down_again",
            heading="drawn down again",
            wish="nobody is drawn down twice",
            worse="more players drawn down again",
            pair="down * i.drawn_down + up * j.drawn_down",
        ),
        Criterion(
            name="drawn_up_again",
            heading="drawn up again",
            wish="nobody is drawn up twice",
            worse="more players drawn up again",
            pair="down * j.drawn_up + up * i.drawn_up",
        ),
        Criterion(
            name="float_uncompensated",
            heading="float not made up for",
            wish="a player drawn down before is drawn up now, or the reverse",
            worse="fewer players drawn up who were drawn down before, or the reverse",
            pair="down * ((i.drawn_up <= i.drawn_down) + (j.drawn_down <= j.drawn_up))"
            " + up * ((j.drawn_up <= j.drawn_down) + (i.drawn_down <= i.drawn_up))",
        ),
        Criterion(
            name="float_place",
            heading="place in the group",
            wish="floats come from the part of the group that the settings name",
            worse="players drawn up or down from less suitable places in their groups",
            pair="down * (i.off_down + j.off_up) + up * (j.off_down + i.off_up)",
        ),
        Criterion(
            name="seeding",
            heading="seeding",
            wish="pairs inside a score group follow the seeding",
            worse="games that follow the seeding less closely",
            pair='where(gap > 0, 0, where(seeding == "random", lot(101), where(seeding == "adjacent", '
            f'{_ceil("adjacent", "2 * i.size")}, where(seeding == "slide", {_ceil("slide", "i.size")}, '
            f"{_ceil('fold', 'i.size')}))))",
            source="rules 6",
        ),
        Criterion(
            name="colour_balance",
            heading="colours",
            wish="every player has as many Whites as Blacks",
            worse="less balanced colours",
            pair="i.colours**2 + j.colours**2 + where(stones == 0, 2 - 2 * abs(i.colours - j.colours), 0)",
            bye="i.colours**2",
            source="rules 4",
        ),
        Criterion(
            name="same_club",
            heading="clubmates",
            wish="opponents are from different clubs",
            worse="more games between clubmates",
            pair="clubmates & ~both_exempt",
        ),
        Criterion(
            name="same_country",
            heading="compatriots",
            wish="opponents are from different countries",
            worse="more games between compatriots",
            pair="compatriots & ~both_exempt",
        ),
        Criterion(
            name="same_club_at_bar",
            heading="clubmates at the bar",
            wish="opponents at or above the bar are from different clubs, if clubs count less there",
            worse="more games between clubmates at the bar",
            pair="both_exempt & clubmates",
        ),
        Criterion(
            name="same_country_at_bar",
            heading="compatriots at the bar",
            wish="opponents at or above the bar are from different countries, if they count less there",
            worse="more games between compatriots at the bar",
            pair="both_exempt & compatriots",
        ),
        Criterion(
            name="family",
            heading="family or group",
            wish="opponents have no family or group in common",
            worse="more games within families and groups",
            pair="related",
        ),
        Criterion(
            name="visitor_local",
            heading="no visitor–local game",
            wish="visitors meet locals",
            worse="fewer games between visitors and locals",
            pair="any_local & (i.local == j.local)",
        ),
        Criterion(
            name="no_local_yet",
            heading="no local opponent yet",
            wish="a visitor who has not met a local yet meets one",
            worse="more visitors still without a local opponent",
            pair="(i.waiting & ~j.local) + (j.waiting & ~i.local)",
            bye="i.waiting",
        ),
        Criterion(
            name="handicap", heading="handicap", wish="handicaps are small", worse="larger handicaps", pair="stones"
        ),
        Criterion(
            name="bye_score",
            heading="bye at this score",
            wish="the bye goes to a low score",
            worse="a bye for a player with a higher score",
            bye="stairs(i.score - lowest)",
            a_point=True,
        ),
        Criterion(
            name="bye_after_free_win",
            heading="bye after a forfeit win",
            wish="the bye does not go to a player who won by forfeit",
            worse="a bye for a player who has won by forfeit",
            bye="i.free_wins",
        ),
        Criterion(
            name="contenders",
            heading="contenders apart",
            wish="players who can still win the tournament meet each other",
            worse="fewer games between players who can still win the tournament",
            pair="abs(i.first_places - j.first_places)",
            bye="i.first_places",
        ),
        Criterion(
            name="leader_gap",
            heading="leaders drawn down",
            wish="players with the highest score meet each other",
            worse="more leaders who play somebody below them",
            pair="where((i.score == highest) | (j.score == highest), gap, 0)",
            a_point=True,
        ),
    )
}

_TAKEN = ("i", "j", "about", "base", "rule")  # names of the players, and of other parts of a profile
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def own_criterion(
    name: str,
    value: str,
    bye: str,
    *,
    blank: int | None = None,
    wish: str = "",
    place: tuple[str, int] = ("", 0),
    costs: CostsTable | None = None,
) -> Criterion:
    """A criterion by its formulas for a pair and for a bye; columns that we do not know are of the registrations.

    `blank` is the number of an empty cell; with `costs` the formulas may read `costs[i, j]`. Raises FormulaError.
    """
    if not _NAME.fullmatch(name) or name in {*CRITERIA, *COLUMNS, *DEFINITIONS, *FUNCTIONS, *_TAKEN}:
        raise FormulaError(f"{name} cannot be its name", "another name of a-z, 0-9 and _, such as rating_gap")
    kinds = unknown_columns(value, COLUMNS) | unknown_columns(bye, COLUMNS)
    columns = tuple(_of_registrations(column, kind, blank) for column, kind in kinds.items())
    made = Criterion(
        name=name,
        heading=name,
        wish=wish or f"{name.replace('_', ' ')} is small",
        worse=f"more {name.replace('_', ' ')}",
        pair=value,
        bye=bye,
        columns=(*columns, costs_column(name)) if costs else columns,
        blank=blank,
        place=place,
        costs=costs,
    )
    _ = made.of_pair
    if "j" in made.of_bye.sides:
        raise FormulaError("a bye has no j", "a formula of i alone")
    return made


def costs_column(name: str) -> EntrantColumn:
    """The table of costs of an own criterion, as its formulas name it."""
    meaning = "what a pair costs by the criterion's table, and costs[i, i] a bye"
    return EntrantColumn("costs", ValueKind.TABLE, meaning, reads=(f"tables.{name}",))


def plain_criterion(own: Criterion) -> dict[str, Any]:
    """The formulas of an own criterion and its table, as a profile and the record of a draw have them."""
    formulas = {"value": own.pair, "bye": own.bye} | ({} if own.blank is None else {"blank": own.blank})
    return formulas | (own.costs.plain() if own.costs else {})


def _of_registrations(name: str, kind: ValueKind, blank: int | None) -> EntrantColumn:
    """A column, which is another one if its empty cells count as another number."""
    filled = name if blank is None else f"{name} or {blank}"
    reads = f"columns.{name}" if kind is ValueKind.CODES else f"numbers.{filled}"
    return EntrantColumn(name, kind, "a column of the registrations", reads=(reads,))
