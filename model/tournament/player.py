"""A registered player."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from ..errors import InputError, Problem
from .ranks import rank_name
from .round_sets import every_round


class Status(StrEnum):
    """Whether a player takes part: preliminary entries are never paired, withdrawn players no longer."""

    FINAL = "final"
    PRELIMINARY = "preliminary"
    WITHDRAWN = "withdrawn"


class Absence(StrEnum):
    """How a missed round counts: as agreed, without excuse, or as a game that is lost by forfeit.

    Excused it gives `points.absence`, without excuse nothing; by a forfeit the board stays and the opponent wins.
    """

    EXCUSED = "excused"
    UNEXCUSED = "unexcused"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Player:
    """One entry of the tournament.

    `rank` counts from 1 dan = 0; `rating` is on the European scale; `rounds` are the rounds entered for (None = all);
    `correction` is added to the start score in whole points (BGA handbook 4.4); `groups` are families and the like;
    `unexcused` are rounds that give nothing where the player misses them;
    `extra` keeps the columns of the registrations that this program does not use.
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
    status: Status = Status.FINAL
    correction: int = 0
    unexcused: frozenset[int] = frozenset()
    extra: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """Surname and first name as entered."""
        return f"{self.surname} {self.first_name}".strip()

    @property
    def rank_name(self) -> str:
        """`3d`, `12k` or `2p`."""
        return rank_name(self.rank, self.pro)

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


@lru_cache(20_000)  # the names and clubs of some tournaments
def name_key(*parts: str) -> str:
    """The text by which names are compared: no accents, blanks, commas, hyphens or case. Never stored, never shown.

    Vowels that some scripts write as marks are no accents: they tell names apart.
    """
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


def is_spelt(text: str, player: Player, in_part: bool = False) -> bool:
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
    "club": "club", "country": "country", "rank": "rank_name", "rating": "rating", "surname": "surname",
    "first name": "first_name", "pin": "pin",
}  # fmt: skip


def column(title: str, players: Sequence[Player]) -> list[str]:
    """The texts of a column of the registrations, one a player. Raises InputError when there is none of this name."""
    own = _OWN_COLUMNS.get(title.casefold())
    if own is not None:
        return [str(getattr(p, own)) for p in players]
    titles = {name.casefold(): name for p in players for name, _ in p.extra}
    if title.casefold() not in titles:
        known = ", ".join([*_OWN_COLUMNS, *sorted(titles.values())])
        raise InputError([Problem("the registrations have no column", value=title, expected=f"one of {known}")])
    return [dict(p.extra).get(titles[title.casefold()], "") for p in players]
