"""The order of names on lists that people read. No pairing and no place ever depends on it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ..model.tournament.player import Player

#: Letters of the surname, of the first name, then accents and case of both; the id where all of it is equal.
NameOrder = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], str]


def by_name(players: Iterable[Player]) -> list[Player]:
    """The players as a list by name has them."""
    return sorted(players, key=name_order)


def name_order(player: Player) -> NameOrder:
    """The key of a player on a list by name: surname first, then first name (Unicode Collation Algorithm).

    Accents and case decide only between names of the same letters, so that Müller and MULLER stand by first names.
    """
    surname, first_name = _key(player.surname), _key(player.first_name)
    return _letters(surname), _letters(first_name), surname, first_name, player.id


def _letters(key: tuple[int, ...]) -> tuple[int, ...]:
    """The part of a key that the letters alone give: its first level, which a zero ends."""
    return key[: key.index(0)]


def _key(text: str) -> tuple[int, ...]:
    key: tuple[int, ...] = _collator().sort_key(text)
    return key


@lru_cache(maxsize=1)
def _collator() -> Any:
    """The collator of the Unicode version that the library has newest; its table takes a tenth of a second to read."""
    from pyuca.collator import Collator_10_0_0

    return Collator_10_0_0()
