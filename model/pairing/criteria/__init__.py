"""The soft criteria of a draw: each gives a whole number ≥ 0 for any pairs, and for any byes.

In: the `Field` (the entrants as arrays) and two index arrays, which broadcast against each other, so that one function
serves a single pair, a list, a block of the cost matrix or all of it. Out: the unweighted values, symmetric in the two
players, in a shape that broadcasts to that of the pairs (a list's is the same); `RoundProblem.cost` multiplies them by
the profile's weights.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .byes import bye_after_free_win, bye_score
from .colours import colour_balance, colour_balance_of_bye
from .contenders import contenders, contenders_of_bye
from .field import Field, Ints, nothing
from .floats import drawn_down_again, drawn_up_again, float_place, float_uncompensated
from .score import handicap, mms_difference, point_gap, wide_gap
from .seeding import seeding
from .social import (
    family,
    no_local_yet,
    no_local_yet_of_bye,
    same_club,
    same_club_at_bar,
    same_country,
    same_country_at_bar,
    visitor_local,
)

PairCost = Callable[[Field, Ints, Ints], Ints]
ByeCost = Callable[[Field], Ints]


def _nothing(field: Field) -> Ints:
    return np.zeros(len(field), dtype=np.int64)


def _no_pair(field: Field, i: Ints, j: Ints) -> Ints:
    return nothing(i, j)


@dataclass(frozen=True, slots=True)
class Criterion:
    """A named cost of pairs (`pair`) and of byes (`bye`), whole numbers ≥ 0; `wish` says in words what is preferred."""

    name: str
    wish: str
    pair: PairCost = _no_pair
    bye: ByeCost = _nothing


CRITERIA: dict[str, Criterion] = {
    criterion.name: criterion
    for criterion in (
        Criterion("mms_difference", "opponents have the same McMahon score", mms_difference),
        Criterion("point_gap", "the sum of points between opponents is small", point_gap),
        Criterion("wide_gap", "opponents are at most three points apart", wide_gap),
        Criterion("drawn_down_again", "nobody is drawn down twice", drawn_down_again),
        Criterion("drawn_up_again", "nobody is drawn up twice", drawn_up_again),
        Criterion(
            "float_uncompensated", "a player drawn down before is drawn up now, or the reverse", float_uncompensated
        ),
        Criterion("float_place", "floats come from the part of the group that the settings name", float_place),
        Criterion("seeding", "pairs inside a score group follow the seeding", seeding),
        Criterion("colour_balance", "every player has as many Whites as Blacks", colour_balance, colour_balance_of_bye),
        Criterion("same_club", "opponents are from different clubs", same_club),
        Criterion("same_country", "opponents are from different countries", same_country),
        Criterion(
            "same_club_at_bar",
            "opponents at or above the bar are from different clubs (if exempt from same_club)",
            same_club_at_bar,
        ),
        Criterion(
            "same_country_at_bar",
            "opponents at or above the bar are from different countries (if exempt from same_country)",
            same_country_at_bar,
        ),
        Criterion("family", "opponents have no family or group in common", family),
        Criterion("visitor_local", "visitors meet locals", visitor_local),
        Criterion("no_local_yet", "a visitor who has not met a local yet meets one", no_local_yet, no_local_yet_of_bye),
        Criterion("handicap", "handicaps are small", handicap),
        Criterion("bye_score", "the bye goes to a low score", bye=bye_score),
        Criterion("bye_after_free_win", "the bye does not go to a player who won by forfeit", bye=bye_after_free_win),
        Criterion(
            "contenders", "players who can still win the tournament meet each other", contenders, contenders_of_bye
        ),
    )
}

__all__ = ["CRITERIA", "Criterion", "Field", "Ints"]
