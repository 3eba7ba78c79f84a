"""How a text that somebody types finds a name or a number. No pairing and no place ever depends on it."""

from __future__ import annotations

from functools import lru_cache

from .latin import ascii_text
from .person import Player, name_key
from .same_names import one_for_two

LONGEST_TYPED = 100  # letters of a part of a name; what is longer would only take time

#: The words of a text, first in plain letters, then with one letter for `ae`, `oe`, `ue`, `aa` and `ss`, too.
SearchKeys = tuple[tuple[str, ...], tuple[str, ...]]


def is_found(typed: str, *players: Player, table: int = 0) -> bool:
    """Whether a text finds one of these players, or is the number of the table at which they sit."""
    return typed == str(table) or any(search_rank(typed, player_keys(p)) for p in players)


def player_keys(player: Player) -> SearchKeys:
    """By what a player is found: id, names, club, country, rank and groups, those of all members."""
    people = (f"{m.name} {m.club}" for m in player.members)
    parts = (player.id, player.name, player.club, player.country, player.rank_name, *player.groups, *people)
    return search_keys(" ".join(parts))


@lru_cache(20_000)  # the names of some tournaments
def search_keys(text: str) -> SearchKeys:
    """The words of a text as somebody types them on any keyboard: without accents, in Latin letters, ü also as ue."""
    words = tuple(filter(None, (name_key(ascii_text(word)) for word in text.replace(",", " ").split())))
    return words, tuple(map(one_for_two, words))


def search_rank(typed: str, keys: SearchKeys) -> int:
    """How well a text fits: 2 if it begins a word, 1 if each of its words is a part of one, else 0.

    A word typed that begins with a digit is a whole word or none: 8k is not 18k.
    """
    return max(_rank(wanted, words) for wanted, words in zip(search_keys(typed[:LONGEST_TYPED]), keys, strict=True))


def _rank(wanted: tuple[str, ...], words: tuple[str, ...]) -> int:
    whole = "".join(wanted)
    if not whole:
        return 0
    if not whole[0].isdigit() and any("".join(words[k:]).startswith(whole) for k in range(len(words))):
        return 2
    return int(all(part in words if part[0].isdigit() else any(part in word for word in words) for part in wanted))
