"""The pairs that have a column in the restricted master so far."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..formulation.arrays import EMPTY, Ints, Mask

SHIFT = 32  # bits of a vertex in a key


@dataclass(slots=True, eq=False)
class PairColumns:
    """Pairs with a column: vertices a and b, cost in the tier, and the column's number in the LP."""

    a: Ints = field(default_factory=EMPTY.copy)
    b: Ints = field(default_factory=EMPTY.copy)
    cost: Ints = field(default_factory=EMPTY.copy)
    number: Ints = field(default_factory=EMPTY.copy)
    _keys: Ints = field(default_factory=EMPTY.copy, repr=False)  # a and b as one number, sorted

    def add(self, a: Ints, b: Ints, cost: Ints, number: Ints) -> None:
        """Append pairs whose columns were added to the LP."""
        self.a, self.b = np.concatenate([self.a, a]), np.concatenate([self.b, b])
        self.cost, self.number = np.concatenate([self.cost, cost]), np.concatenate([self.number, number])
        self._keys = np.sort(np.concatenate([self._keys, a << SHIFT | b]), kind="stable")

    def missing(self, a: Ints, b: Ints) -> Mask:
        """Which of these pairs have no column yet, as flags."""
        keys = a << SHIFT | b
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.asarray(self._keys[at] != keys) if len(self._keys) else np.ones(len(keys), dtype=bool)
