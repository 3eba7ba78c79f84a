"""Artificial columns: they make a row hold where no pair does, at a price that is raised until nobody pays it."""

from __future__ import annotations

import numpy as np

from ..formulation.arrays import Floats, Ints
from ..parameters import Parameters
from .glop import GrowingProgramme


class Artificials:
    """The artificial columns of a programme; the first ones, of vertices, are cheaper by the shift of their costs."""

    def __init__(self, programme: GrowingProgramme, dearest: float, shift: Floats, parameters: Parameters) -> None:
        self._programme, self._shift, self._dearer = programme, shift, parameters.dearer_artificials
        self.price = parameters.artificial_price * dearest + 1
        self._enough = parameters.artificial_price * dearest * len(shift)
        each = np.arange(len(shift), dtype=np.int64)
        self.columns = programme.add_columns(self.price - shift, (each, each, np.ones(len(shift))))

    def add(self, rows: Ints, coefficient: float) -> None:
        """A column for each of these rows."""
        entries = (rows, np.arange(len(rows), dtype=np.int64), np.full(len(rows), coefficient))
        new = self._programme.add_columns(np.full(len(rows), self.price), entries)
        self.columns = np.concatenate([self.columns, new])

    def raise_price(self) -> bool:
        """Make them dearer; False when they cost more already than any pairing could."""
        if self.price > self._enough:
            return False
        self.price = min(self.price * self._dearer, 2 * self._enough)
        price = np.full(len(self.columns), self.price)
        price[: len(self._shift)] -= self._shift
        self._programme.set_costs(self.columns, price)
        return True
