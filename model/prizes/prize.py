"""A prize of the table: for whom and for which place it is, and what it is worth. Money is in hundredths of a currency.

Conditions say who is on its list: `women=yes and rank 5k-1k`, `born>=2008 and wins>=3`; each part is a term about a
column of the registrations, or what the standings know of a player: wins, MMS, games played, place, band.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import ge, gt, le, lt
from typing import TypeAlias

from ..errors import WrongValue
from ..placing.sections import text_key, texts_of
from ..placing.standings import Standings, StandingsRow
from ..tournament.ranks import parse_rank

EXPECTED = "everybody, kyu, dan, rank 5k-1k, COLUMN=VALUE, COLUMN!=VALUE, wins>=3; several are joined by and"
LONGEST = 500

#: What is asked by each sign of an order.
SIGNS: dict[str, Callable[[Fraction, Fraction], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}
_OTHER_SIGNS = {"<>": "!=", "≠": "!=", "≤": "<=", "≥": ">=", "==": "="}
_TERM = re.compile(r"([^<>=!≤≥≠]+?)\s*(<=|>=|!=|<>|==|=|<|>|≤|≥|≠)\s*([^<>=!≤≥≠]+)")
_RANKS = re.compile(
    r"rank\s*[=:]?\s*(\w+)\s*(?:-|–|to)\s*(\w+)|(\d+\s*[kdp])\s*(?:-|–|to)\s*(\d+\s*[kdp])", re.IGNORECASE
)
_AND = re.compile(r'\s+and\s+(?=(?:[^"]*"[^"]*")*[^"]*$)', re.IGNORECASE)
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,9}([.,]\d{1,3})?", re.ASCII)
_EVERYBODY = ("", "all", "everybody", "everyone")


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a condition: a column, a sign, and the values that it may have (one, except after = and !=)."""

    column: str
    sign: str
    values: tuple[str, ...]

    @property
    def text(self) -> str:
        """The term as it is written."""
        return f"{self.column}{self.sign}{'|'.join(map(_quoted, self.values))}"


@dataclass(frozen=True, slots=True)
class Condition:
    """Terms that all must hold; none holds for everybody."""

    terms: tuple[Term, ...] = ()

    @property
    def text(self) -> str:
        """The condition as it is written; blank for everybody."""
        return " and ".join(term.text for term in self.terms)


def _quoted(value: str) -> str:
    return f'"{value}"' if _AND.search(f" {value} ") or "|" in value else value


def parse_condition(text: str) -> Condition:
    """A condition as somebody writes it. Raises WrongValue."""
    if len(text) > LONGEST:
        raise WrongValue("a condition of this length")
    if text.strip().casefold() in _EVERYBODY:
        return Condition()
    return Condition(tuple(term for part in _AND.split(text.strip()) for term in _terms(part.strip())))


def _terms(part: str) -> list[Term]:
    word = part.casefold()
    if word in ("kyu", "dan"):
        return [Term("rank", "<" if word == "kyu" else ">=", ("1d",))]
    ranks, term = _RANKS.fullmatch(part), _TERM.fullmatch(part)
    if ranks is not None:
        low, high = sorted(filter(None, ranks.groups()), key=_rank)
        return [Term("rank", ">=", (low,)), Term("rank", "<=", (high,))]
    if term is None:
        raise WrongValue(f"{part!r} is no condition")
    column, sign = term[1].strip(), _OTHER_SIGNS.get(term[2], term[2])
    values = tuple(value.strip().strip('"').strip() for value in ([term[3]] if '"' in term[3] else term[3].split("|")))
    if not all(values) or not column or (len(values) > 1 and sign not in ("=", "!=")):
        raise WrongValue(f"{part!r} is no condition")
    if column.casefold() == "rank":
        values = tuple(value for value in values if _rank(value) is not None)
    return [Term(column, sign, values)]


def _rank(text: str) -> Fraction:
    try:
        return Fraction(parse_rank(text)[0])
    except ValueError:
        raise WrongValue(f"{text!r} is no rank") from None


def _number(text: str) -> Fraction | None:
    return Fraction(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


#: What the standings know of a player, by the name of the column, out of the row and the number of games played.
_KNOWN: dict[str, Callable[[StandingsRow, int], Fraction]] = {
    "wins": lambda row, _: Fraction(row.wins, 2),
    "mms": lambda row, _: Fraction(row.mms, 2),
    "place": lambda row, _: Fraction(row.place),
    "rank": lambda row, _: Fraction(row.player.rank),
    "rating": lambda row, _: Fraction(row.player.rating),
    "played": lambda _, played: Fraction(played),
}


class PrizeField:
    """Those who can be on a list, a row each, asked by conditions; people of `pairs` have the results of these."""

    def __init__(
        self, standings: Standings, rows: Sequence[StandingsRow] = (), pairs: Mapping[str, str] | None = None
    ) -> None:
        self.standings, self.rows, self._pairs = standings, rows or standings.rows, pairs or {}
        self.excluded: Mapping[str, Term] = {}  # who can win no prize
        self._texts: dict[str, list[tuple[str, ...]]] = {}
        self._holds: dict[Term, Mapping[str, bool]] = {}

    def who(self, row: StandingsRow) -> str:
        """The id in the standings of whoever has the results of a row."""
        return self._pairs.get(row.player.id, row.player.id)

    def failed(self, condition: Condition) -> dict[str, Term]:
        """The first term that does not hold, for each player for whom one does not. Raises InputError, WrongValue."""
        found: dict[str, Term] = {}
        for term in condition.terms:
            if term not in self._holds:
                self._holds[term] = self._asked(term)
            found |= {pid: term for pid, holds in self._holds[term].items() if not holds and pid not in found}
        return found

    def shown(self, column: str, player: str) -> str:
        """What a player has in a column, as the registrations write it; blank for what the standings know."""
        if column.casefold() in _KNOWN and column.casefold() not in ("rank", "rating"):
            return ""
        texts = self._column(column)
        at = next(k for k, row in enumerate(self.rows) if row.player.id == player)
        return ", ".join(filter(None, texts[at]))

    def _column(self, column: str) -> list[tuple[str, ...]]:
        if column not in self._texts:
            by_pair = self._pairs and column.casefold() == "band"
            players = self.standings.sums.players
            rows = [replace(row, player=players[self.who(row)]) for row in self.rows] if by_pair else self.rows
            self._texts[column] = texts_of(replace(self.standings, rows=tuple(rows)), column)
        return self._texts[column]

    def _asked(self, term: Term) -> dict[str, bool]:
        rows = self.rows
        known = _KNOWN.get(term.column.casefold())
        if known is not None:
            bounds = [_bound(term, value) for value in term.values]
            entries = self.standings.sums.scores.entries
            values = ((r.player.id, known(r, sum(e.played for e in entries[self.who(r)]))) for r in rows)
            if term.sign in ("=", "!="):
                return {pid: (value in bounds) == (term.sign == "=") for pid, value in values}
            compare = SIGNS[term.sign]
            return {pid: compare(value, bounds[0]) for pid, value in values}
        cells = zip(rows, self._column(term.column), strict=True)
        if term.sign in ("=", "!="):
            wanted = {text_key(value) for value in term.values}
            return {r.player.id: bool(wanted & {*map(text_key, own)}) == (term.sign == "=") for r, own in cells}
        read = _reader(term)
        return {r.player.id: any(read(text) for text in own) for r, own in cells}


def _bound(term: Term, value: str) -> Fraction:
    """The number that a value of the standings is compared with. Raises WrongValue."""
    if term.column.casefold() == "rank":
        return _rank(value)
    number = _number(value)
    if number is None:
        raise WrongValue(f"{value!r} is no number")
    return number


def _reader(term: Term) -> Callable[[str], bool]:
    """What compares a cell of the registrations with a number or a day; a blank or other cell never holds."""
    compare, value = SIGNS[term.sign], term.values[0]
    day, number = _DAY.fullmatch(value), _number(value)
    if day is None and number is None:
        raise WrongValue(f"{value!r} is neither a number nor a day such as 2008-01-01")
    bound = _days(value) if day else number
    assert bound is not None

    def holds(text: str) -> bool:
        text = text.strip()
        born = _DAY.fullmatch(text)  # of a day the year counts as a number
        own = _days(text) if day else Fraction(int(born[1])) if born else _number(text)
        return own is not None and compare(own, bound)

    return holds


def _days(text: str) -> Fraction | None:
    """A day as a number that grows with it; a year alone counts as its first day."""
    match = _DAY.fullmatch(f"{text}-01-01" if re.fullmatch(r"\d{4}", text, re.ASCII) else text)
    return Fraction(int("".join(match.groups()))) if match else None


#: A list: its condition, its order, and whether it is of people or of entrants.
ListKey: TypeAlias = "tuple[Condition, str, bool]"
EACH = 0  # the place of a prize that everybody on its list gets
MOST_PLACE, MOST_VALUE = 9_999, 10**11  # a thousand million

_MONEY = re.compile(r"(\d{1,3}(?:[ .,'’]\d{3}){1,3}|\d{1,12})(?:[.,](\d{1,2}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Prize:
    """A line of the table, or one place of it.

    `number` counts on in the order of the table, `line` is that of the file. `order` is by what the list goes: blank
    for the standings, `upset`, `upset rating`, or placing criteria. `place` EACH is for everybody on the list. `value`
    is money where there is a currency, else what the thing is worth. `besides` says whether it is given besides
    another prize; None: only if it has no value. `people`: its list is of the members of pairs and teams, each for
    themselves.
    """

    number: int
    name: str
    condition: Condition
    order: str = ""
    place: int = 1
    value: int = 0
    currency: str = ""
    thing: str = ""
    besides: bool | None = None
    line: int = 0
    people: bool = False

    @property
    def list(self) -> ListKey:
        """The list that the prize is for: its condition, its order, and whether it is of people."""
        return self.condition, self.order, self.people

    @property
    def money(self) -> int:
        """What is paid, in hundredths; 0 for a thing."""
        return self.value if self.currency else 0

    @property
    def is_besides(self) -> bool:
        """Whether it is given besides another prize."""
        return not self.value if self.besides is None else self.besides


def money_text(value: int) -> str:
    """`150`, or `37.50` where there are hundredths."""
    whole, rest = divmod(value, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


def parse_money(text: str) -> int:
    """Hundredths of `150`, `37.50`, `37,5`, `1,500.00` and `2.150`. Raises WrongValue."""
    match = _MONEY.fullmatch(text.strip())
    if match is None:
        raise WrongValue("not an amount of money")
    value = int(re.sub(r"\D", "", match[1])) * 100 + int((match[2] or "").ljust(2, "0"))
    if value > MOST_VALUE:
        raise WrongValue("too large an amount")
    return value
