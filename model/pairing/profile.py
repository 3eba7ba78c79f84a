"""A weight profile: how much each criterion counts, in which tier, and why; and rules over sets of pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..tournament.count_rule import CountRule

#: What can be weighed; `model/criteria` defines each (a test holds the two together).
CRITERION_NAMES = (
    "mms_difference", "point_gap", "wide_gap", "drawn_down_again", "drawn_up_again", "float_uncompensated",
    "float_place", "seeding", "colour_balance", "same_club", "same_country", "same_club_at_bar", "same_country_at_bar",
    "family", "visitor_local", "no_local_yet", "handicap", "bye_score", "bye_after_free_win",
)  # fmt: skip

GREATEST_WEIGHT, GREATEST_TIER = 10**6, 99


@dataclass(frozen=True, slots=True)
class Weight:
    """The weight of one criterion, 0 to GREATEST_WEIGHT, with its tier, 1 to GREATEST_TIER, and its reason."""

    criterion: str
    weight: int
    reason: str = ""
    tier: int = 1


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of weights; criteria that it does not name count nothing.

    Weights of one tier are summed; a lower tier comes strictly before a higher one, however great the weights there.
    """

    name: str
    about: str
    weights: tuple[Weight, ...]
    rules: tuple[CountRule, ...] = ()

    def with_weights(self, changes: Mapping[str, int]) -> Profile:
        """The profile with other weights of some criteria, each in the tier that it has (tier 1 where it has none)."""
        own = {weight.criterion: weight for weight in self.weights}
        for name, value in changes.items():
            own[name] = replace(own.get(name, Weight(name, 0)), weight=value)
        return replace(self, weights=tuple(own.values()))
