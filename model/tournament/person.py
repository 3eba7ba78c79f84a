"""A registered player, and one of the people of an entrant (a pair, a rengo team, a team)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import lru_cache
from keyword import iskeyword
from typing import Any

from ..errors import InputError, Problem
from .numbers import every_round
from .ranks import rank_name

#: How the mean of several ranks or ratings becomes a whole number. Means are the practice of European congresses
#: (rengo and teams of 2015); what happens to fractions is ours.
RANK_RULES = ("mean", "mean down", "mean up")
MOST_MEMBERS, MOST_OF_PAIR = 30, 5  # of a team with its substitutes; pair go and rengo


@dataclass(frozen=True, slots=True)
class Person:
    """What the registrations say of one person, or of an entrant of several.

    `rank` counts from 1 dan = 0; `rating` is on the European scale; `rounds` are those that the person plays (None =
    all); `groups` are families and the like; `extra` keeps the columns of the registrations that this program does not
    use.
    """

    id: str
    surname: str
    first_name: str = ""
    rank: int = -30
    pro: int = 0
    rating: int = -900
    rating_is_derived: bool = False
    club: str = ""
    country: str = ""
    pin: str = ""
    aga: str = ""
    rounds: frozenset[int] | None = None
    groups: tuple[str, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """Surname and first name as entered."""
        return f"{self.surname} {self.first_name}".strip()

    @property
    def rank_name(self) -> str:
        """`3d`, `12k` or `2p`."""
        return rank_name(self.rank, self.pro)

    def as_person(self) -> dict[str, Any]:
        """The values of all that belongs to a person, by field."""
        return {f.name: getattr(self, f.name) for f in fields(Person)}


@dataclass(frozen=True, slots=True)
class Member(Person):
    """One person of an entrant; a `substitute` plays only in the rounds named here."""

    substitute: bool = False

    def plays(self, round_number: int) -> bool:
        """Whether the person plays in a round; a substitute only where that is said."""
        return self.rounds is None or round_number in self.rounds


def regulars(members: Iterable[Member]) -> tuple[Member, ...]:
    """The members who are no substitutes, in board order."""
    return tuple(m for m in members if not m.substitute)


def mean(values: Sequence[int], rule: str) -> int:
    """The mean of whole numbers as a whole number: `mean` to the nearest (a half down), or always down, or up."""
    total, count = sum(values), len(values)
    if rule == "mean down":
        return total // count
    return -(-total // count) if rule == "mean up" else -((count - 2 * total) // (2 * count))


def joined_name(members: Iterable[Member]) -> str:
    """What an entrant is called after its people: `Sato & Maier`."""
    return " & ".join(m.surname or m.name for m in regulars(members))


def shared_club(members: Iterable[Member]) -> str:
    """The clubs of several people as one text: `Ulm`, or `Ulm / Bonn`."""
    return " / ".join(different(m.club for m in members))


def shared_country(members: Iterable[Member]) -> str:
    """The countries of several people as one text: `DE`, or `DE/JP`."""
    return "/".join(different(m.country for m in members))


def different(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts that are not empty, each once, in their order."""
    return tuple(dict.fromkeys(filter(None, texts)))


class Status(StrEnum):
    """Whether a player takes part: preliminary entries are never paired, withdrawn players no longer.

    Disqualified players are not, either, and have no place and no prize; their games count for their opponents.
    """

    FINAL = "final"
    PRELIMINARY = "preliminary"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


class Absence(StrEnum):
    """How a missed round counts: as agreed, without excuse, or as a game that is lost by forfeit.

    Excused it gives `points.absence`, without excuse nothing; by a forfeit the board stays and the opponent wins.
    """

    EXCUSED = "excused"
    UNEXCUSED = "unexcused"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Player(Person):
    """One entry of the tournament: a person, or an entrant of several people (`members`, in board order).

    `correction` is added to the start score in whole points (BGA handbook 4.4); `unexcused` are rounds that give
    nothing if the player misses them. `granted` are rounds that give other points than those of an absence, as a round
    and its half points: FIDE's byes on request. If there are members, club and country are theirs as one text unless
    the entrant has its own, and the rank may be derived from theirs.
    """

    status: Status = Status.FINAL
    correction: int = 0
    unexcused: frozenset[int] = frozenset()
    granted: tuple[tuple[int, int], ...] = ()
    members: tuple[Member, ...] = ()
    rank_is_derived: bool = False

    @property
    def label(self) -> str:
        """Name and id, as directors type it: `Bo Linden (7)`; the id alone where it is all that is known."""
        return self.id if self.name == self.id else f"{self.name} ({self.id})"

    @property
    def own_club(self) -> str:
        """The club that somebody has given the entrant itself; empty where it is only that of its people."""
        return "" if self.members and self.club == shared_club(self.members) else self.club

    @property
    def own_country(self) -> str:
        """The country that somebody has given the entrant itself; empty where it is only that of its people."""
        return "" if self.members and self.country == shared_country(self.members) else self.country

    @property
    def clubs(self) -> tuple[str, ...]:
        """All clubs of the entrant: its own and those of its members; none where nothing is known."""
        return different((self.own_club, *(m.club for m in self.members)))

    @property
    def countries(self) -> tuple[str, ...]:
        """All countries of the entrant: its own and those of its members."""
        return different((self.own_country, *(m.country for m in self.members)))

    @property
    def families(self) -> tuple[str, ...]:
        """All families and other groups of the entrant: its own and those of its members."""
        return different((*self.groups, *(group for m in self.members for group in m.groups)))

    @property
    def has_left(self) -> bool:
        """Whether the player is drawn no more: withdrawn or disqualified."""
        return self.status in (Status.WITHDRAWN, Status.DISQUALIFIED)

    @property
    def disqualified(self) -> bool:
        """Whether the player has no place and no prize."""
        return self.status is Status.DISQUALIFIED

    @property
    def takes_part(self) -> bool:
        """Whether the player is a final entry for some round; who is entered for none is not there at all."""
        return self.status is Status.FINAL and self.rounds != frozenset()

    def enters(self, round_number: int) -> bool:
        """Whether the player is to be paired in this round."""
        return self.status is Status.FINAL and (self.rounds is None or round_number in self.rounds)

    def rounds_entered(self, of: int) -> frozenset[int]:
        """The rounds entered for, in a tournament of so many."""
        return every_round(of) if self.rounds is None else self.rounds

    def with_rounds(self, rounds: Iterable[int], of: int) -> Player:
        """The player entered for these rounds, in a tournament of so many; for all of them, for whatever comes."""
        entered = rounds_or_all(rounds, of)
        return self if entered == self.rounds else replace(self, rounds=entered)


def rounds_or_all(rounds: Iterable[int], of: int) -> frozenset[int] | None:
    """A player's rounds in a tournament of so many; None where they are all of them."""
    chosen = frozenset(rounds)
    return None if chosen >= every_round(of) else chosen


def as_member(p: Player) -> Member:
    """A player as a member, with all that belongs to a person."""
    return Member(**p.as_person())


def as_player(m: Member) -> Player:
    """A member as a player, for what reads and changes registrations."""
    return Player(**m.as_person())


@lru_cache(20_000)  # the names and clubs of some tournaments
def name_key(*parts: str) -> str:
    """The text by which names are compared: no accents (but vowel marks), blanks, commas, hyphens or case."""
    text = unicodedata.normalize("NFKD", "".join(parts).replace("ß", "ss").replace("ı", "i"))
    return text.upper().translate(_COMPARED)


class _Compared(dict[int, str | None]):
    """The letters that names are compared by, found out when one is met first; None for all other characters."""

    def __missing__(self, code: int) -> str | None:
        c = chr(code)
        kept = (c.isalnum() or _is_vowel(c)) and not unicodedata.combining(c)
        self[code] = c if kept else None
        return self[code]


_COMPARED = _Compared()


def is_spelt(text: str, player: Person, in_part: bool = False) -> bool:
    """Whether a text is a player's name to the accent, in either order, or one part of it: Malý is not Maly."""
    parts = (player.surname, player.first_name, *player.name.split()) if in_part else ()
    names = (player.name, f"{player.first_name} {player.surname}", *parts)
    return _spelling(text) in map(_spelling, names)


def _spelling(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().replace(",", " ").split())


def _is_vowel(letter: str) -> bool:
    """Whether it is a mark as Devanagari and Thai write vowels; variation selectors are none."""
    return unicodedata.category(letter) in ("Mn", "Mc") and not "\ufe00" <= letter <= "\ufe0f"


#: Codes that some lists have for a country beside the usual one: European ones for the United Kingdom and Greece.
OTHER_CODES = {"UK": "GB", "EL": "GR"}


def country_key(country: str) -> str:
    """The text by which countries are compared: UK and GB are one, and so are EL and GR."""
    return OTHER_CODES.get(country.upper(), country.upper())


def value_key(title: str, text: str) -> str:
    """The text by which the values of a column of the registrations are compared; empty for none."""
    return country_key(text) if title.casefold() == "country" else name_key(text)


#: Titles of columns that are parts of a player, by our name for them.
_OWN_COLUMNS = {
    one.name.replace("_", " "): "rank_name" if one.name == "rank" else one.name
    for one in fields(Person)
    if one.type in ("str", "int") and one.name not in ("id", "pro")
}


#: Columns in which an entrant of several people has what each of them has.
_OF_MEMBERS = {"club": "clubs", "country": "countries"}


def column(title: str, players: Sequence[Player]) -> list[str]:
    """The texts of a column of the registrations, one a player. Raises InputError when there is none of this name."""
    own = _OWN_COLUMNS.get(title.casefold())
    if own is not None:
        return [str(getattr(p, own)) for p in players]
    name = _own_title(title, players)
    return [dict(p.extra).get(name, "") for p in players]


def column_names(players: Sequence[Player]) -> dict[str, list[str]]:
    """The titles of all columns of text and numbers, by their names in formulas: `home_town` of `Home town`.

    A title that is no name has `column_` before it: `column_2nd_team`, `column_class`.
    """
    titles = [*_OWN_COLUMNS, *(title for p in players for own in _extras(p) for title, _ in own)]
    found: dict[str, list[str]] = {}
    for title in {title.casefold(): title for title in titles}.values():
        name = re.sub(r"\W+", "_", unicodedata.normalize("NFKC", title).lower()).strip("_")
        name = name if name.isidentifier() and not iskeyword(name) else f"column_{name}"
        found.setdefault(name, []).append(title)
    return found


def column_values(title: str, players: Sequence[Player]) -> list[tuple[str, ...]]:
    """The texts of a column that are not empty, of an entrant those of all people. Raises InputError as `column`."""
    own = _OWN_COLUMNS.get(title.casefold())
    if own is not None:
        several = _OF_MEMBERS.get(own)
        return [getattr(p, several) if several else different((str(getattr(p, own)),)) for p in players]
    name = _own_title(title, players)
    return [different(dict(own).get(name, "") for own in _extras(p)) for p in players]


def _extras(player: Player) -> list[tuple[tuple[str, str], ...]]:
    return [player.extra, *(m.extra for m in player.members)]


def _own_title(title: str, players: Sequence[Player]) -> str:
    """The title of a column that this program does not use, as the registrations have it. Raises InputError."""
    titles = {name.casefold(): name for p in players for own in _extras(p) for name, _ in own}
    if title.casefold() not in titles:
        known = ", ".join([*_OWN_COLUMNS, *sorted(titles.values())])
        raise InputError([Problem("the registrations have no column", value=title, expected=f"one of {known}")])
    return titles[title.casefold()]
