"""The order of names on lists. No pairing and no place ever depends on it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..model.tournament.person import Player

#: Letters of the surname, of the first name, then accents and case of both; the id where all of it is equal.
NameOrder = tuple[Any, ...]


def by_name(players: Iterable[Player]) -> list[Player]:
    """The players as a list by name has them."""
    return sorted(players, key=name_order)


def name_order(player: Player) -> NameOrder:
    """Sort key by surname, then first name (Unicode Collation Algorithm); accents and case decide only at the end."""
    surname, first_name = (_collator().sort_key(text) for text in (player.surname, player.first_name))
    letters = (key[: key.index(0)] for key in (surname, first_name))  # its first level, which a zero ends
    return *letters, surname, first_name, player.id


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
