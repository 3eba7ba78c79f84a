"""A weight profile: the weight of each criterion, its tier and the reason for it; and rules over sets of pairs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from numbers import Integral

from ..errors import InputError, Problem
from ..tournament.rules import CountRule
from .criteria import CRITERIA, Criterion

GREATEST_WEIGHT, GREATEST_TIER = 10**6, 99


@dataclass(frozen=True, slots=True)
class Weight:
    """The weight of one criterion, 0 to GREATEST_WEIGHT, with its tier, 1 to GREATEST_TIER, and its reason.

    `own` is a criterion of the profile's own. A negative or fractional weight raises InputError with the criterion.
    """

    criterion: str
    weight: int
    reason: str = ""
    tier: int = 1
    own: Criterion | None = None

    def __post_init__(self) -> None:
        for what, least in (("weight", 0), ("tier", 1)):
            number = getattr(self, what)
            if isinstance(number, bool) or not isinstance(number, Integral) or int(number) < least:
                raise self._wrong(what)
            object.__setattr__(self, what, int(number))  # one of numpy is as good

    def as_written(self) -> Weight:
        """The same, as somebody may write it. Raises InputError with the criterion if it or its tier is too great."""
        for what, most in (("weight", GREATEST_WEIGHT), ("tier", GREATEST_TIER)):
            if getattr(self, what) > most:
                raise self._wrong(what)
        return self

    def _wrong(self, what: str) -> InputError:
        low, high = {"weight": (0, GREATEST_WEIGHT), "tier": (1, GREATEST_TIER)}[what]
        value = json.dumps(getattr(self, what), ensure_ascii=False, default=str)
        expected = f"a whole number from {low:,} to {high:,}"
        return InputError([Problem(f"wrong {what} of {self.criterion}:", value=value, expected=expected)])

    @property
    def record(self) -> Criterion:
        """The criterion: one of the profile's own, or the program's."""
        return self.own or CRITERIA[self.criterion]


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of weights; criteria without a weight are ignored.

    The weighted criteria of one tier are added up. The order of tiers is lexicographic: a lower tier number always
    decides first, however great the weights of later tiers.
    """

    name: str
    about: str
    weights: tuple[Weight, ...]
    rules: tuple[CountRule, ...] = ()

    def weight_of(self, criterion: str) -> int:
        """The weight of a criterion, 0 where it has none."""
        return sum(weight.weight for weight in self.weights if weight.criterion == criterion)

    @property
    def own_criteria(self) -> tuple[Criterion, ...]:
        """The criteria of its own."""
        return tuple(weight.own for weight in self.weights if weight.own)

    @property
    def criteria(self) -> dict[str, Criterion]:
        """All criteria that it can weigh, by name: the program's and its own."""
        return CRITERIA | {own.name: own for own in self.own_criteria}

    def only(self, weights: Mapping[str, int], tier: int = 1) -> tuple[Weight, ...]:
        """Weights of some of these criteria, all in one tier."""
        own = {one.name: one for one in self.own_criteria}
        return tuple(Weight(name, weight, "", tier, own.get(name)) for name, weight in weights.items())

    def with_weights(self, changes: Mapping[str, int]) -> Profile:
        """The profile with some weights changed; each criterion keeps its tier (tier 1 if it had no weight).

        Raises InputError for a name that is no criterion of the profile.
        """
        if unknown := [name for name in changes if name not in self.criteria]:
            expected = f"one of {', '.join(self.criteria)}"
            raise InputError([Problem("unknown criterion", value=unknown[0], expected=expected)])
        own = {weight.criterion: weight for weight in self.weights}
        for name, value in changes.items():
            own[name] = replace(own.get(name, Weight(name, 0)), weight=value)
        return replace(self, weights=tuple(own.values()))

    def with_criteria(self, other: Profile) -> Profile:
        """The profile that can also weigh the own criteria of another, which count nothing yet."""
        more = (w for w in other.weights if w.own and w.criterion not in self.criteria)
        return replace(self, weights=(*self.weights, *(replace(w, weight=0) for w in more)))

    @property
    def judged(self) -> Profile:
        """The profile for a round that stands: what its own criteria read may have been emptied since the draw."""
        return _judged(self) if self.own_criteria else self

    def by_step(self, steps: int) -> Profile:
        """The profile with its weights for a whole point shared out among the steps of a point, rounded up."""
        own = [weight for weight in self.weights if weight.record.a_point]
        return self.with_weights({w.criterion: -(-w.weight // steps) for w in own}) if steps > 1 else self


@lru_cache(64)  # the same objects, as fields are kept by them
def _judged(profile: Profile) -> Profile:
    weights = (replace(w, own=replace(w.own, judged=True)) if w.own else w for w in profile.weights)
    return replace(profile, weights=tuple(weights))
