"""What the columns of registrations mean, by the titles that people really give them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from ...model.errors import Problem
from ..tables.records import Row, Table, plain_title
from .fields import FIELDS

#: Titles by our name, compared without case, blanks, hyphens and dots.
TITLES = {one.name: tuple(one.titles.split()) for one in FIELDS.values()}
#: What a column can be said to be, besides one of ours: kept with the players but not used, or not even kept.
KEEP, LEAVE_OUT = "keep", "leave out"
#: What only files that people send say in this way: a folder's own file has the rounds that are played.
ONLY_SENT = ("absent",)
_BY_TITLE = {title: ours for ours, titles in TITLES.items() for title in titles}
SHORTEST_TITLE, LONG_TITLE = 4, 8  # letters of titles in which one typing error is told, and two
#: Words that are nearly a known title, and mean something else: German for town, and a break.
_OTHER_WORDS = {
    "stadt", "pause", "nickname", "registeredon", "registrationid", "playerno", "bganumber", "ffgnumber", "homecountry",
    "agarating", "ffgrating",
}  # fmt: skip
#: What a column can be said to be: rounds, such as `round 2` or `round 1-3`; ratings of another scale; a club that
#: stands only on the first line of its block.
ROUND_MEANING = re.compile(r"rounds? (\d{1,2})(?:-(\d{1,2}))?")
FILLED_DOWN = "club, filled down"
SCALES = {"AGA rating": "AGA", "FFG rating": "FFG", "EGF rating": "EGF"}
_ROUND_TITLE = re.compile(r"(?:round|runde|ronde|rd|r)?(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Columns:
    """What the titles of a file mean: our columns, one column per round, and unknown ones.

    `places` has the number of each title's column, from 1; `line` is theirs, 0 for what comes from no file. `filled`
    counts the lines that fill in each unknown column. `kept` are those that somebody wants as they are, and `left_out`
    those that are not wanted. `people` say who plays with whom, `states` what has become of an entry. `scale` is that
    of the ratings, if it is not the European one; `zero_is_none`: a rating of 0 or -1 is none.
    `filled_down`: a line without a club has that of the line above.
    """

    ours: Mapping[str, str]
    by_round: Mapping[int, str]
    unknown: tuple[str, ...]
    places: Mapping[str, int]
    line: int = 1
    filled: Mapping[str, int] = field(default_factory=dict)
    kept: frozenset[str] = frozenset()
    left_out: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    scale: str = ""
    zero_is_none: bool = False
    filled_down: bool = False

    @property
    def near(self) -> Mapping[str, str]:
        """Unknown titles that are nearly one which would be understood, and that one: `Garde` and grade."""
        found = ((title, near_title(title, self.ours)) for title in self.unknown if title not in self.kept)
        return {title: near for title, near in found if near}

    def at(self, title: str) -> str:
        """`line 1, column 3: ` before a remark on a title; nothing for what comes from no file."""
        return f"line {self.line}, column {self.places[title]}: " if self.line else ""

    def cell(self, row: Row, name: str) -> str:
        """The cell of our column in a row; empty if the file has no such column."""
        return row.cells[self.ours[name]] if name in self.ours else ""


def split_name(name: str, surname: str, first_name: str) -> tuple[str, str]:
    """Surname and first name; a single name with a comma is split there, one without stays whole."""
    if surname or first_name:
        return (surname, first_name) if surname else (first_name, "")
    last, comma, first = name.partition(",")
    return (last.strip(), first.strip()) if comma else (name, "")


def name_in(row: Row, columns: Columns) -> str:
    """The whole name of a row, as it stands there."""
    return " ".join(filter(None, (columns.cell(row, title) for title in ("name", "surname", "first name"))))


def columns_of(table: Table, rounds: int, meanings: Mapping[str, str] | None = None) -> tuple[Columns, list[Problem]]:
    """The meaning of each title, by itself or as somebody says (our name, KEEP, LEAVE_OUT), and what is wrong."""
    meanings = meanings or {}
    ours: dict[str, str] = {}
    by_round: dict[int, str] = {}
    unknown: list[str] = []
    problems: list[Problem] = []
    line, scale, filled_down = table.line, "", False
    for title in table.titles:
        plain = plain_title(title)
        meaning = meanings.get(title) or _BY_TITLE.get(plain, "")
        if meaning == LEAVE_OUT:
            continue
        if meaning == FILLED_DOWN:
            meaning, filled_down = "club", True
        if meaning in SCALES:
            scale, meaning = SCALES[meaning], "rating"
        number = ROUND_MEANING.fullmatch(meaning) if meaning else _ROUND_TITLE.fullmatch(plain)
        if number:
            first, last = int(number[1]), int(number.groups()[-1] or number[1])
            there = 1 <= first <= last <= rounds
            if there or meaning:
                by_round |= dict.fromkeys(range(first, last + 1), title)
            if not there:
                text, expected = "a column for an unknown round", f"{'' if meaning else 'rounds '}1 to {rounds}"
                problems.append(Problem(text, table.name, line, title, value=meaning or title, expected=expected))
        elif meaning in TITLES:
            if meaning in ours:
                message = f"two columns for {meaning}: {ours[meaning]!r} and"
                problems.append(Problem(message, table.name, line, value=title))
            ours.setdefault(meaning, title)
        elif title:
            unknown.append(title)
    if "name" in ours and "surname" not in ours and "first name" in ours:
        ours["surname"] = ours.pop("name")
    columns = Columns(
        ours,
        by_round,
        tuple(unknown),
        places={title: number for number, title in enumerate(table.titles, 1)},
        line=line if any(row.line for row in table.rows) or table.problems else 0,
        filled={title: sum(bool(row.cells[title]) for row in table.rows) for title in unknown},
        kept=frozenset(title for title in unknown if meanings.get(title) == KEEP),
        left_out=tuple(title for title in table.titles if meanings.get(title) == LEAVE_OUT),
        scale=scale,
        filled_down=filled_down,
    )
    return columns, problems


NAMES = "a column name, or surname and first name, or id for known players"


def wrong_names(table: Table, columns: Columns) -> list[Problem]:
    """The problem of a table in which no column says who the players are, or two do; nothing if one does."""
    ours = columns.ours
    if "name" in ours and "surname" in ours:
        message = f"two columns for names: {ours['name']!r} and"
        return [Problem(message, table.name, columns.line, value=ours["surname"], expected=NAMES)]
    if {"id", "name", "surname"} & set(ours):
        return []
    found = ((title, near_title(title, columns.ours)) for title in columns.unknown)
    near = ", ".join(f"{near} instead of {title}" for title, near in found if near)
    expected = f"{NAMES} (perhaps {near})" if near else NAMES
    expected = f"{expected}; the first line must have titles, such as name,rank,club; without them, Anna 5k on each"
    text, titles = "no column for names among the titles", ", ".join(table.titles)[:80]
    return [Problem(text, table.name, columns.line, value=titles, expected=expected)]


def as_in_a_folder(titles: Iterable[str]) -> dict[str, str]:
    """The titles that are columns like any in a folder's own file, which writes our names.

    Those that only files from people have, and other words for a column that is there by our name: they were kept by a
    version that did not know the word yet.
    """
    plain = {title: plain_title(title) for title in titles}
    there = {plain_title(ours) for ours in TITLES} & {*plain.values()}
    meant = {title: _BY_TITLE.get(word, "") for title, word in plain.items()}
    twice = {title for title, ours in meant.items() if plain_title(ours) in there - {plain[title]}}
    return {title: KEEP for title, ours in meant.items() if ours in ONLY_SENT or title in twice}


def known_title(title: str) -> str:
    """Our name for a title of registrations; the title itself where there is none."""
    return _BY_TITLE.get(plain_title(title), title)


def near_title(title: str, taken: Container[str]) -> str:
    """The known title that this one misspells; empty if it exists already.

    In four letters, only two swapped or one doubled count (`Clubb`): `Note` is not `nome`, `Plays` not `pays`.
    """
    plain = plain_title(title)
    return "" if plain in _OTHER_WORDS else _nearest(plain, frozenset(ours for ours in TITLES if ours in taken))


@lru_cache(4096)  # each title of a list is asked about several times
def _nearest(plain: str, taken: frozenset[str]) -> str:
    return misspelling_of(plain, (known for known, ours in _BY_TITLE.items() if ours not in taken))


def misspelling_of(plain: str, titles: Iterable[str]) -> str:
    """The first of these plain titles of which another one is a misspelling; empty where it is of none."""
    from rapidfuzz.distance import OSA  # takes ten milliseconds, which no other command is to wait for

    for known in titles:
        shorter = min(len(plain), len(known))
        if shorter < SHORTEST_TITLE:
            continue
        errors = OSA.distance(plain, known)
        once, known_once = (re.sub(r"(.)\1", r"\1", title) for title in (plain, known))  # double letters
        swapped_or_doubled = sorted(plain) == sorted(known) or once == known_once
        if errors == 1 and (shorter > SHORTEST_TITLE or swapped_or_doubled):
            return known
        if errors == 2 and shorter >= LONG_TITLE:
            return known
    return ""


def names_players(titles: Iterable[str]) -> bool:
    """Whether one of these is a title for names: then they are titles, and no player."""
    plain = {_BY_TITLE.get(plain_title(title)) for title in titles}
    return bool(plain & {"name", "surname"})


def rounds_named(table: Table) -> int:
    """The last round that has a column of its own, or that a player is entered for by number; 0 where none is."""
    titles = (_ROUND_TITLE.fullmatch(plain_title(title)) for title in table.titles)
    columns = [title for title in table.titles if _BY_TITLE.get(plain_title(title)) in ("rounds", "absent")]
    cells = re.findall(r"\b\d{1,2}\b", " ".join(row.cells[title] for row in table.rows for title in columns))
    return max([0, *(int(title[1]) for title in titles if title), *map(int, cells)])
