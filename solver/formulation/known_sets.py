"""Odd sets that one search needed, for the next one over the same players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .arrays import Mask
from .vertices import Vertices


@dataclass(slots=True, eq=False)
class KnownSets:
    """Odd sets with a dual, of searches whose vertices are the same players in the same order."""

    _found: dict[bytes, dict[bytes, Mask]] = field(default_factory=dict)

    def of(self, vertices: Vertices) -> list[Mask]:
        """The sets that searches over these vertices needed, in the order in which they were found."""
        return list(self._found.get(vertices.who.tobytes(), {}).values())

    def add(self, vertices: Vertices, masks: Iterable[Mask]) -> None:
        """Add sets that a search over these vertices needed."""
        known = self._found.setdefault(vertices.who.tobytes(), {})
        known.update({mask.tobytes(): mask for mask in masks})
