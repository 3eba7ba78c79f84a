"""A setting as a record: a field of its section's class, declared once by its kind with all that is said of it.

A kind turns what a TOML file says into a value, or says what was expected. Reading, forms, the comments of a new
`tournament.toml`, the reference, error messages and what pages may show come from these declarations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from decimal import Decimal
from itertools import pairwise
from typing import Any, ClassVar, TypeVar

from ...errors import InputError, Problem, WrongValue
from ...language import LANGUAGES, plain_line
from ..numbers import day_as_iso, number_in
from ..ranks import STRONGEST, WEAKEST, parse_rank, rank_name
from ..rules import EXPECTED, CountRule, parse_count_rule
from ..same_names import parse_club_groups

Read = TypeVar("Read")
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
    offered: tuple[str, ...] = ()

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

    def private(self, default: Any, title: str, doc: str, redraws: bool | None = None, **forms: Any) -> Any:
        """A field of a section that no page shows: it names players or who belongs together, or is the organisers'."""
        return field(default=default, metadata={"setting": DeclaredSetting(self, title, doc, False, redraws, **forms)})

    def public(self, default: Any, title: str, doc: str, redraws: bool | None = None, **forms: Any) -> Any:
        """A field of a section that pages may show."""
        return field(default=default, metadata={"setting": DeclaredSetting(self, title, doc, True, redraws, **forms)})


@dataclass(frozen=True, slots=True)
class DeclaredSetting:
    """What is said of a setting; without `redraws` of its own, a draft depends on it as on its section.

    `toml` is an example as the file has it, and `typed` how people type it into a form. `names` are what values are
    called in forms and sentences, if not by their own words.
    """

    kind: SettingKind
    title: str
    doc: str
    public: bool
    redraws: bool | None
    toml: str = ""
    typed: str = ""
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def meaning(self) -> str:
        """What it means, with the values of a choice unless that names them all itself, or with an example."""
        words = [word for word in self.kind.words if word]
        doc = f"{self.doc}: {self.toml}" if self.toml else self.doc
        return doc if all(word in doc for word in words) else f"{doc} ({', '.join(words)})"

    def name_of(self, word: str) -> str:
        """A value in words."""
        return self.names.get(word, {"true": "yes", "false": "no"}.get(word, word))


class Section:
    """Settings that are of their kinds, with a title in forms. Raises InputError with every value that is not."""

    __slots__ = ()
    TITLE: ClassVar[str] = ""
    REDRAWS: ClassVar[bool] = False  # whether a standing draft depends on its settings

    def __init_subclass__(cls, title: str = "", redraws: bool = False) -> None:
        if title:  # a class with slots is made twice, the second time without these
            cls.TITLE, cls.REDRAWS = title, redraws

    def __post_init__(self) -> None:
        problems = []
        for f in fields(self):  # type: ignore[arg-type]
            value, declared = getattr(self, f.name), f.metadata.get("setting")
            if declared is not None and not declared.kind.holds(value):
                place, expected = f"{type(self).__name__}.{f.name}", declared.kind.expected
                expected = f"{expected}; in Python, for example {f.default!r}"
                problems.append(Problem(f"{place}: wrong value", value=str(value), expected=expected))
        if problems:
            raise InputError(problems)


def _fail(value: object) -> Any:
    raise ValueError(value)


def choice(*words: str) -> SettingKind:
    """One of a few words, whatever its case."""
    known = {word.casefold(): word for word in words}

    def parse(value: Any) -> str:
        text = text_in(value).casefold()
        return known[text] if text in known else str(_fail(value))

    return SettingKind(parse, " or ".join(words), words=words)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def whole(low: int, high: int) -> SettingKind:
    """A whole number between two limits."""
    parse = when(lambda v: v, lambda v: _is_whole(v) and low <= v <= high)
    return SettingKind(parse, f"a whole number from {low} to {high}")


def rank_or(*words: str) -> SettingKind:
    """A rank, kept as text such as `4d`, or one of a few words."""

    def parse(value: Any) -> str:
        return value if text_in(value) in words else rank_name(parse_rank(value)[0])

    expects = ", or ".join(["a rank such as 4d or 12k", *filter(None, [" or ".join(filter(None, words))])])
    return SettingKind(parse, expects, offered=(*words, *map(rank_name, range(STRONGEST, WEAKEST - 1, -1))))


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


def text_in(value: Any) -> str:
    """The value, if it is a text. Raises ValueError."""
    return value if isinstance(value, str) else _fail(value)


def when(read: Callable[[Any], Read], holds: Callable[[Read], object]) -> Callable[[Any], Read]:
    """What reads a value, and raises ValueError unless something holds of it."""

    def parse(value: Any) -> Read:
        found = read(value)
        return found if holds(found) else _fail(value)

    return parse


def list_of(read: Callable[[Any], Read]) -> Callable[[Any], tuple[Read, ...]]:
    """What reads a list, each of its values by `read`. Raises ValueError for anything else."""

    def parse(value: Any) -> tuple[Read, ...]:
        return tuple(map(read, value)) if isinstance(value, list | tuple) else _fail(value)

    return parse


def lines(check: Callable[[str], object]) -> Callable[[Any], tuple[str, ...]]:
    """What reads a list of texts, as they are, if `check` raises nothing for any."""

    def line(value: Any) -> str:
        check(text_in(value))
        return str(value)

    return list_of(line)


def _id(value: Any) -> str:
    return str(value if isinstance(value, str) or _is_whole(value) else _fail(value))


_table: Callable[[Any], int] = when(lambda v: v, lambda v: _is_whole(v) and v > 0)


def _fixed(value: Any) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, dict):
        raise ValueError(value)
    return tuple((str(player), _table(number)) for player, number in value.items())


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


#: The placing criteria by name. `placing.tie_breaks`, a floor above, has the records, and enters them here.
PLACING: dict[str, Any] = {}


def placing_criterion(text: str) -> str:
    """The name of a placing criterion in our spelling. Raises WrongValue."""
    word = text.upper()
    if word in PLACING:
        return word
    for one in PLACING.values():
        if word in one.also.split():
            return str(one.name)
    raise WrongValue(f"no criterion is called {text!r}")


def _criteria(value: Any) -> tuple[str, ...]:
    """Criteria of a list, of which a text may have several: `MMS, SOS`."""
    given = [name for text in list_of(text_in)(value) for name in re.split(r"[\s,;]+", text.strip())]
    names = tuple(placing_criterion(name) for name in given)
    twice = [name for k, name in enumerate(names) if name in names[:k]]
    if twice:
        raise WrongValue(f"{twice[0]} is listed twice")
    return names or tuple(_fail(value))


#: Players, those they are locked against (none: all among themselves), and the rounds as text.
Lock = tuple[tuple[str, ...], tuple[str, ...], str]


def _lock(item: Any) -> Lock:
    if not isinstance(item, dict) or not {"players"} <= set(item) <= {"players", "against", "rounds"}:
        raise ValueError(item)
    players, against = list_of(_id)(item["players"]), list_of(_id)(item.get("against", []))
    if len(players) + len(against) < 2:
        raise ValueError(item)
    return players, against, str(item.get("rounds", ""))


def _plain_locks(locks: tuple[Lock, ...]) -> list[dict[str, Any]]:
    keys = ("players", "against", "rounds")
    return [{key: _listed(own) for key, own in zip(keys, lock, strict=True) if own} for lock in locks]


def different(rules: Iterable[CountRule]) -> tuple[CountRule, ...]:
    """The rules, if no two have one name. Raises WrongValue."""
    by_name: dict[str, CountRule] = {}
    for rule in rules:
        if rule.name in by_name:
            raise WrongValue(f"two rules have the name {rule.name!r}")
        by_name[rule.name] = rule
    return tuple(by_name.values())


def check_boundary(text: str) -> None:
    """Raise ValueError for a text that is no rank, rating and lot."""
    rank, rating, lot = text.split()
    parse_rank(rank), int(rating), int(lot)


def _boundary(value: Any) -> str:
    if text_in(value):
        check_boundary(value)
    return str(value)


WHOLE_TEXT = SettingKind(
    when(text_in, lambda text: text == "" or str(int(text)) == text), 'a whole number in quotes, such as "20"'
)
BOUNDARY = SettingKind(_boundary, "rank, rating and lot, as written by the first draw")
BOUNDARIES = SettingKind(lines(check_boundary), "a list of lines of rank, rating and lot, as written by the first draw")
TEXT = SettingKind(text_in, "a text in quotes")
LINE = SettingKind(
    when(lambda v: plain_line(text_in(v)), lambda line: len(line) <= LONGEST_LINE),
    f"one line of text in quotes, of at most {LONGEST_LINE} letters",
)
TEXTS = SettingKind(list_of(text_in), 'a list of texts, such as ["A", "B"]')
IDS = SettingKind(list_of(_id), 'a list of player ids, such as ["3", "17"]')
NUMBERS = SettingKind(list_of(_table), "a list of table numbers, such as [13, 14]")
FIXED = SettingKind(_fixed, 'table numbers by player id, such as {"17" = 1}', dict)
FLAG = SettingKind(when(lambda v: v, lambda v: isinstance(v, bool)), "true or false")
HALVES = SettingKind(_halves(-200, 200), "a multiple of 0.5, such as 6.5", _points)
POINTS = SettingKind(_halves(0, 2), "0, 0.5 or 1", _points, offered=("0", "0.5", "1"))
BANDS = SettingKind(lines(parse_band), 'rank ranges, strongest first, such as ["7d-1d", "1k-6k"]')
SEEDING = SettingKind(
    lines(parse_seeding),
    'lines: rounds, method (slide, fold, adjacent, random), criteria, as in ["1-2 slide RATING", "3+ fold SOS"]',
)
CRITERIA = SettingKind(_criteria, lambda: "a list of different criteria from " + ", ".join(PLACING))
CLUB_GROUPS = SettingKind(
    parse_club_groups,
    'a list of groups of clubs, such as [["Ulm", "Neu-Ulm"]]',
    lambda groups: [list(g) for g in groups],
)
LOCKS = SettingKind(list_of(_lock), 'a list of tables, such as [{players = ["3", "8"], rounds = "1-3"}]', _plain_locks)
RULES = SettingKind(
    lambda value: different(list_of(parse_count_rule)(value)),
    f"a list of tables, such as [{EXPECTED}]",
    lambda rules: [rule.plain() for rule in rules],
)
PRESET = choice("bga", "egf", "aga", "german", "opengotha", "club", "swiss", "round-robin")


#: Day and time of day, as settings say when a round starts.
START = "%Y-%m-%d %H:%M"


def _date(value: Any) -> str:
    """A day as text, as ISO writes it; TOML's own days are taken too."""
    text = value.isoformat() if isinstance(value, date) else day_as_iso(text_in(value))
    return text if text == "" else date.fromisoformat(text).isoformat()


def _times(value: Any) -> tuple[str, ...]:
    """Starts of rounds as texts; TOML's own times are taken too. Blank for one that is not known yet."""
    times = tuple(_time(number, item) for number, item in enumerate(list_of(lambda item: item)(value), 1))
    known = [(number, text) for number, text in enumerate(times, 1) if text]
    for (before, earlier), (number, text) in pairwise(known):
        if text <= earlier:
            raise WrongValue(f"round {number} ({text}) must start after round {before} ({earlier})")
    return times


def _time(number: int, value: Any) -> str:
    text = value.isoformat(" ") if isinstance(value, datetime) else text_in(value).strip()
    if text == "":
        return ""
    iso = day_as_iso(text.replace("T", " ", 1))
    try:
        return datetime.strptime(iso.removesuffix(":00") if iso.count(":") == 2 else iso, START).strftime(START)
    except ValueError:
        raise WrongValue(f"round {number}: {text!r} is not a day and time") from None


def _is_file_name(text: str) -> bool:
    return not (set(text) & set("/\\:") or text.startswith(".") or plain_line(text) != text)


def _languages(value: Any) -> tuple[str, ...]:
    codes = list_of(lambda item: text_in(item).strip().lower())(value)
    unknown = [code for code in codes if code not in LANGUAGES]
    if unknown:
        raise WrongValue(f"there are no pages in {unknown[0]!r}")
    return codes


LANGUAGE_LIST = SettingKind(_languages, "a list of languages from " + ", ".join(LANGUAGES))
DATE = SettingKind(_date, "a day, such as 2026-03-07 or 7.3.2026")
TIMES = SettingKind(
    _times, 'day and time of each round, from round 1, such as ["2026-05-01 10:00", "2026-05-01 14:30"]'
)
FILE_NAME = SettingKind(when(text_in, _is_file_name), 'the name of a file beside tournament.toml, such as "logo.png"')
COLOUR = SettingKind(
    when(lambda v: text_in(v).lower(), re.compile("(#[0-9a-f]{6})?").fullmatch),
    'a colour of six hexadecimal digits, such as "#1f4e79"',
)
