"""A weight profile: how much each criterion counts, and why."""

from __future__ import annotations

from dataclasses import dataclass

#: What can be weighed; `model/criteria` defines each (a test holds the two together).
CRITERION_NAMES = (
    "mms_difference", "drawn_down_again", "drawn_up_again", "float_uncompensated", "float_place", "seeding",
    "colour_balance", "same_club", "same_country", "family", "visitor_local", "handicap", "bye_score",
    "bye_after_free_win",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Weight:
    """The weight of one criterion, a whole number from 0, with its reason."""

    criterion: str
    weight: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of weights; criteria that it does not name count nothing."""

    name: str
    about: str
    weights: tuple[Weight, ...]
