"""The entrants of a round as arrays: all the data that criteria and rules over pairs use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """n entrants in canonical order (by id); every array has length n unless said otherwise.

    `score` is the pairing score, with `steps` to a point: 1, or 2 where half points count; `strength` the number that
    handicaps are computed from; `even` marks who plays even games only, `exempt` for whom club and country count apart
    against another exempt player; `club` and `country` are codes, -1 when unknown, n × k where an entrant has several;
    `families` is n × k, padded with -1;
    `place` is the position (from 0) in the own score group and `size` that group's size; `met_local` marks who has had
    a local opponent; `colours` is Whites minus Blacks so far; `key` the lottery number; `first_places` in how many
    simulated futures the player comes first, 0 where nobody asks. `columns` are codes by column (-1: empty; shaped as
    those of clubs) and `sets` sets of players by name, as rules over sets of pairs name them; `numbers` are columns of
    the registrations that own criteria read; `tables`, n × n, are what own criteria say of each pair and, on the
    diagonal, of each bye.
    """

    ids: tuple[str, ...]
    score: Ints
    strength: Ints
    even: Flags
    exempt: Flags
    club: Ints
    country: Ints
    families: Ints
    local: Flags
    met_local: Flags
    place: Ints
    size: Ints
    drawn_down: Ints
    drawn_up: Ints
    colours: Ints
    byes: Ints
    free_wins: Ints
    key: NDArray[np.uint64]
    first_places: Ints
    seeding: str
    float_down: str
    float_up: str
    stones_off: int
    most_stones: int
    columns: Mapping[str, Ints]
    sets: Mapping[str, Flags]
    steps: int = 1
    numbers: Mapping[str, Ints] = field(default_factory=dict)
    tables: Mapping[str, Ints] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.ids)

    def index(self) -> dict[str, int]:
        """The index of every entrant, by id."""
        return {pid: i for i, pid in enumerate(self.ids)}

    def lots(self, i: Ints, j: Ints, bits: int) -> Ints:
        """A lottery number below 2^bits for each pair, the same for (i, j) and (j, i); splitmix64 of the two keys."""
        return self._mixed(self.key[i] + self.key[j], bits)

    def bye_lots(self, bits: int) -> Ints:
        """A lottery number below 2^bits for each entrant's bye."""
        return self._mixed(self.key, bits)

    @staticmethod
    def _mixed(x: NDArray[np.uint64], bits: int) -> Ints:
        with np.errstate(over="ignore"):
            x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            x = x ^ (x >> np.uint64(31))
        return np.asarray(x >> np.uint64(64 - bits)).astype(np.int64)
