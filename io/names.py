"""The order of names on lists, and how a typed part finds one. No pairing and no place ever depends on it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..model.tournament.person import Player, name_key
from .foreign.foreign_names import ascii_text

_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ø": "oe", "å": "aa"})

#: Letters of the surname, of the first name, then accents and case of both; the id where all of it is equal.
NameOrder = tuple[Any, ...]

LONGEST_TYPED = 100  # letters of a part of a name; what is longer would only take time


def by_name(players: Iterable[Player]) -> list[Player]:
    """The players as a list by name has them."""
    return sorted(players, key=name_order)


def name_order(player: Player) -> NameOrder:
    """Sort key by surname, then first name (Unicode Collation Algorithm); accents and case decide only at the end."""
    surname, first_name = (_collator().sort_key(text) for text in (player.surname, player.first_name))
    letters = (key[: key.index(0)] for key in (surname, first_name))  # its first level, which a zero ends
    return *letters, surname, first_name, player.id


def search_keys(name: str) -> tuple[tuple[str, ...], ...]:
    """The words of a name as somebody types them on any keyboard: without accents, in Latin letters, ü also as ue."""
    spelt = name.translate(_SPELT_OUT)
    return tuple(dict.fromkeys(_search_words(text) for text in (name, spelt)))


def search_rank(typed: str, keys: Iterable[tuple[str, ...]]) -> int:
    """How well a text fits a name: 2 where it begins a word, 1 where each of its words is a part of one, else 0."""
    wanted = _typed_words(typed[:LONGEST_TYPED])
    whole = "".join(wanted)
    if not whole:
        return 0
    if any("".join(words[k:]).startswith(whole) for words in keys for k in range(len(words))):
        return 2
    return int(any(all(any(part in word for word in words) for part in wanted) for words in keys))


@lru_cache(maxsize=64)
def _typed_words(text: str) -> tuple[str, ...]:
    return _search_words(text)


def _search_words(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (name_key(ascii_text(word)) for word in text.replace(",", " ").split())))


@lru_cache(maxsize=1)
def _collator() -> Any:
    """The collator of the Unicode version that the library has newest; of its table it reads what names need."""
    from pyuca.collator import COLL_ELEMENT_PATTERN, Collator_10_0_0

    class Collator(Collator_10_0_0):  # type: ignore[misc]
        def load(self, filename: str) -> None:
            """Keep the lines by the sign that they begin with: to read all of them takes a tenth of a second."""
            self._lines: dict[str, list[str]] = {}
            for line in Path(filename).read_text(encoding="utf-8").splitlines():
                self._lines.setdefault(line[: line.find(" ")], []).append(line.partition("#")[0])
            for line in self._lines["@implicitweights"]:
                self.implicit_weights.append([int(number, 16) for number in re.findall("[0-9A-F]+", line)])

        def collation_elements(self, text: str) -> Any:
            for sign in set(text):
                for line in self._lines.pop(f"{ord(sign):04X}", ()):
                    key, _, elements = line.partition(";")
                    weights = [[int(w, 16) for w in element] for element in COLL_ELEMENT_PATTERN.findall(elements)]
                    self.table.add([int(part, 16) for part in key.split()], weights)
            return super().collation_elements(text)

    return Collator()
