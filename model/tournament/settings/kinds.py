"""Kinds of setting values: each turns what a TOML file says into a value, or says what was expected."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import pairwise
from typing import Any, Protocol

from ...errors import WrongValue
from ...language import LANGUAGES, plain_line
from ..numbers import number_in
from ..ranks import parse_rank, rank_name
from ..rules import EXPECTED, CountRule, parse_count_rule
from ..same_names import parse_club_groups

LONGEST_LINE = 500  # each page of the hall has the name of the tournament


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class SettingKind:
    """A kind of value: how it is read, how to say what it may be, and how a file says it.

    `parse` raises ValueError, TypeError or AttributeError for a wrong value; `expects` is the end of the sentence
    "expected …", or makes it when it is asked for; `plain` is the inverse of `parse`: half points as points, tuples as
    lists. `words` are all that it may be, if that is a choice.
    """

    parse: Callable[[Any], Any]
    expects: str | Callable[[], str]
    plain: Callable[[Any], Any] = _listed
    words: tuple[str, ...] = ()

    @property
    def expected(self) -> str:
        """The end of the sentence "expected …"."""
        return self.expects if isinstance(self.expects, str) else self.expects()

    def holds(self, value: Any) -> bool:
        """Whether it is a value as `parse` gives it."""
        try:
            return bool(self.parse(self.plain(value)) == value)
        except (ValueError, TypeError, AttributeError):
            return False

    def first_of(self, candidates: Iterable[Any]) -> Any:
        """The first of several readings of a text that `parse` takes. Raises WrongValue with its reason, if any."""
        reason = ""
        for candidate in candidates:
            try:
                self.parse(candidate)
            except WrongValue as error:
                reason = reason or str(error)
            except (ValueError, TypeError, AttributeError, ArithmeticError):
                continue
            else:
                return candidate
        raise WrongValue(reason)


def _fail(value: object) -> Any:
    raise ValueError(value)


def choice(*words: str) -> SettingKind:
    """One of a few words, whatever its case."""
    known = {word.casefold(): word for word in words}

    def parse(value: Any) -> str:
        text = _text(value).casefold()
        return known[text] if text in known else str(_fail(value))

    return SettingKind(parse, " or ".join(words), words=words)


def whole(low: int, high: int) -> SettingKind:
    """A whole number between two limits."""

    def parse(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(value)
        return value

    return SettingKind(parse, f"a whole number from {low} to {high}")


def rank_or(*words: str) -> SettingKind:
    """A rank, kept as text such as `4d`, or one of a few words."""

    def parse(value: Any) -> str:
        if not isinstance(value, str):
            raise ValueError(value)
        return value if value in words else rank_name(parse_rank(value)[0])

    return SettingKind(
        parse, ", or ".join(["a rank such as 4d or 12k", *filter(None, [" or ".join(filter(None, words))])])
    )


def _halves(low: int, high: int) -> Callable[[Any], int]:
    def parse(value: Any) -> int:
        number = number_in(value) if isinstance(value, str) else value  # "6,5" and "½" are numbers, too
        if isinstance(number, bool) or not isinstance(number, int | float | Decimal):
            raise ValueError(value)
        doubled = Decimal(str(number)) * 2
        if doubled != int(doubled) or not low <= doubled <= high:
            raise ValueError(value)
        return int(doubled)

    return parse


def _points(halves: int) -> int | float:
    return halves // 2 if halves % 2 == 0 else halves / 2


def _text(value: Any) -> str:
    return value if isinstance(value, str) else _fail(value)


def _line(value: Any) -> str:
    line = plain_line(_text(value))
    return line if len(line) <= LONGEST_LINE else _fail(value)


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(value)
    return tuple(_text(item) for item in value)


def _ids(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(value)
    return tuple(_id(item) for item in value)


def _id(value: Any) -> str:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else str(_fail(value))


def _table(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else int(_fail(value))


def _tables(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(value)
    return tuple(_table(number) for number in value)


def _fixed(value: Any) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, dict):
        raise ValueError(value)
    return tuple((str(player), _table(number)) for player, number in value.items())


def _bands(value: Any) -> tuple[str, ...]:
    bands = _texts(value)
    for band in bands:
        parse_band(band)
    return bands


def parse_band(text: str) -> tuple[int, int]:
    """Weakest and strongest rank of a band such as `7d-1d`. Raises ValueError."""
    ends = [parse_rank(end)[0] for end in text.split("-")]
    if len(ends) != 2:
        raise ValueError(text)
    return min(ends), max(ends)


SEEDING_METHODS = ("slide", "fold", "adjacent", "random")
_SEEDING = re.compile(r"(\d+)(?:(\+)|-(\d+))?\s+(\w+)((?:\s+[\w-]+)*)")


def parse_seeding(text: str) -> tuple[int, int, str, tuple[str, ...]]:
    """First round, last round, method and ordering keys of `1-2 slide RATING`. Raises ValueError."""
    match = _SEEDING.fullmatch(text.strip())
    if match is None or match[4].lower() not in SEEDING_METHODS:
        raise ValueError(text)
    first = int(match[1])
    last = 10**6 if match[2] else int(match[3]) if match[3] else first
    keys = tuple(placing_criterion(key) for key in match[5].split())
    if last < first or any(PLACING[key].of_tied for key in keys):  # a score group is not tied
        raise ValueError(text)
    return first, last, match[4].lower(), keys


def _seeding(value: Any) -> tuple[str, ...]:
    lines = _texts(value)
    for line in lines:
        parse_seeding(line)
    return lines


class PlacingCriterion(Protocol):
    """What settings know of a placing criterion; `also` are other names of it, in other programs and documents."""

    @property
    def name(self) -> str:
        """The name in our spelling."""

    @property
    def also(self) -> str:
        """Other names, separated by blanks."""

    @property
    def of_tied(self) -> bool:
        """Whether it compares tied players only."""


#: The placing criteria by name. `placing.tie_breaks`, a floor above, has the records, and enters them here.
PLACING: dict[str, PlacingCriterion] = {}


def placing_criterion(text: str) -> str:
    """The name of a placing criterion in our spelling. Raises WrongValue."""
    word = text.upper()
    if word in PLACING:
        return word
    for one in PLACING.values():
        if word in one.also.split():
            return one.name
    raise WrongValue(f"no criterion is called {text!r}")


def _criteria(value: Any) -> tuple[str, ...]:
    names = tuple(placing_criterion(name) for name in _texts(value))
    twice = [name for k, name in enumerate(names) if name in names[:k]]
    if twice:
        raise WrongValue(f"{twice[0]} is listed twice")
    return names or tuple(_fail(value))


#: Players, those they are locked against (none: all among themselves), and the rounds as text.
Lock = tuple[tuple[str, ...], tuple[str, ...], str]


def _locks(value: Any) -> tuple[Lock, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(value)
    return tuple(_lock(item) for item in value)


def _lock(item: Any) -> Lock:
    if not isinstance(item, dict) or not {"players"} <= set(item) <= {"players", "against", "rounds"}:
        raise ValueError(item)
    players, against = _ids(item["players"]), _ids(item.get("against", []))
    if len(players) + len(against) < 2:
        raise ValueError(item)
    return players, against, str(item.get("rounds", ""))


def _plain_locks(locks: tuple[Lock, ...]) -> list[dict[str, Any]]:
    keys = ("players", "against", "rounds")
    return [{key: _listed(own) for key, own in zip(keys, lock, strict=True) if own} for lock in locks]


def _rules(value: Any) -> tuple[CountRule, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(value)
    return different(parse_count_rule(item) for item in value)


def different(rules: Iterable[CountRule]) -> tuple[CountRule, ...]:
    """The rules, if no two have one name. Raises WrongValue."""
    by_name: dict[str, CountRule] = {}
    for rule in rules:
        if rule.name in by_name:
            raise WrongValue(f"two rules have the name {rule.name!r}")
        by_name[rule.name] = rule
    return tuple(by_name.values())


def _boundaries(value: Any) -> tuple[str, ...]:
    for line in _texts(value):
        rank, rating, lot = line.split()
        parse_rank(rank), int(rating), int(lot)
    return tuple(value)


def _boundary(value: Any) -> str:
    return _boundaries([_text(value)])[0] if value != "" else ""


def _whole_text(value: Any) -> str:
    text = _text(value)
    return text if text == "" or str(int(text)) == text else str(_fail(value))


WHOLE_TEXT = SettingKind(_whole_text, 'a whole number in quotes, such as "20"')
BOUNDARY = SettingKind(_boundary, "rank, rating and lot, as written by the first draw")
BOUNDARIES = SettingKind(_boundaries, "a list of lines of rank, rating and lot, as written by the first draw")
TEXT = SettingKind(_text, "a text in quotes")
LINE = SettingKind(_line, f"one line of text in quotes, of at most {LONGEST_LINE} letters")
TEXTS = SettingKind(_texts, 'a list of texts, such as ["A", "B"]')
IDS = SettingKind(_ids, 'a list of player ids, such as ["3", "17"]')
NUMBERS = SettingKind(_tables, "a list of table numbers, such as [13, 14]")
FIXED = SettingKind(_fixed, 'table numbers by player id, such as {"17" = 1}', dict)
FLAG = SettingKind(lambda v: v if isinstance(v, bool) else _fail(v), "true or false")
HALVES = SettingKind(_halves(-200, 200), "a multiple of 0.5, such as 6.5", _points)
POINTS = SettingKind(_halves(0, 2), "0, 0.5 or 1", _points)
BANDS = SettingKind(_bands, 'rank ranges, strongest first, such as ["7d-1d", "1k-6k"]')
SEEDING = SettingKind(
    _seeding,
    'lines: rounds, method (slide, fold, adjacent, random), criteria, as in ["1-2 slide RATING", "3+ fold SOS"]',
)
CRITERIA = SettingKind(_criteria, lambda: "a list of different criteria from " + ", ".join(PLACING))
CLUB_GROUPS = SettingKind(
    parse_club_groups,
    'a list of groups of clubs, such as [["Ulm", "Neu-Ulm"]]',
    lambda groups: [list(g) for g in groups],
)
LOCKS = SettingKind(_locks, 'a list of tables, such as [{players = ["3", "8"], rounds = "1-3"}]', _plain_locks)
RULES = SettingKind(_rules, f"a list of tables, such as [{EXPECTED}]", lambda rules: [rule.plain() for rule in rules])
PRESET = choice("bga", "egf", "aga", "german", "opengotha", "club", "swiss", "round-robin")


#: Day and time of day, as settings say when a round starts.
START = "%Y-%m-%d %H:%M"


def _plain_text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(value)
    return value


def _date(value: Any) -> str:
    """A day as text; TOML's own days are taken too."""
    text = value.isoformat() if isinstance(value, date) else _plain_text(value)
    return text if text == "" else date.fromisoformat(text).isoformat()


def _times(value: Any) -> tuple[str, ...]:
    """Starts of rounds as texts; TOML's own times are taken too. Blank for one that is not known yet."""
    if not isinstance(value, list | tuple):
        raise ValueError(value)
    times = tuple(_time(number, item) for number, item in enumerate(value, 1))
    known = [(number, text) for number, text in enumerate(times, 1) if text]
    for (before, earlier), (number, text) in pairwise(known):
        if text <= earlier:
            raise WrongValue(f"round {number} ({text}) must start after round {before} ({earlier})")
    return times


def _time(number: int, value: Any) -> str:
    text = value.isoformat(" ") if isinstance(value, datetime) else _plain_text(value).strip()
    if text == "":
        return ""
    text = text.replace("T", " ", 1)
    try:
        return datetime.strptime(text.removesuffix(":00") if text.count(":") == 2 else text, START).strftime(START)
    except ValueError:
        raise WrongValue(f"round {number}: {text!r} is not a day and time") from None


def _file_name(value: Any) -> str:
    text = _plain_text(value)
    if text and (set(text) & set("/\\:") or text.startswith(".") or plain_line(text) != text):
        raise ValueError(value)
    return text


def _colour(value: Any) -> str:
    text = _plain_text(value).lower()
    if not re.fullmatch("(#[0-9a-f]{6})?", text):
        raise ValueError(value)
    return text


def _languages(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(value)
    codes = tuple(_plain_text(item).strip().lower() for item in value)
    unknown = [code for code in codes if code not in LANGUAGES]
    if unknown:
        raise WrongValue(f"there are no pages in {unknown[0]!r}")
    return codes


LANGUAGE_LIST = SettingKind(_languages, "a list of languages from " + ", ".join(LANGUAGES))
DATE = SettingKind(_date, "a day, such as 2026-03-07")
TIMES = SettingKind(
    _times, 'day and time of each round, from round 1, such as ["2026-05-01 10:00", "2026-05-01 14:30"]'
)
FILE_NAME = SettingKind(_file_name, 'the name of a file beside tournament.toml, such as "logo.png"')
COLOUR = SettingKind(_colour, 'a colour of six hexadecimal digits, such as "#1f4e79"')
