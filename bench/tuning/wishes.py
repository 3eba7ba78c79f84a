"""Wishes and gaps as a director types them: `same_club<=2`, `club=2`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from mcmahon.desk.questions.what_if import ColumnAnswer, criterion_named
from mcmahon.model.errors import InputError, wrong_argument
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.pairing.evaluation import values_by_gap
from mcmahon.model.pairing.profile import GREATEST_WEIGHT, Profile
from mcmahon.model.tournament.numbers import parse_int
from mcmahon.model.tournament.rules import COUNTS

from .field_parts import AT_BAR, BELOW_BAR, Amounts, FieldPart, PartColumn

MOST_GAP = 20
OF_THE_WHOLE_FIELD = ("colour_imbalance_even",)


@dataclass(frozen=True, slots=True)
class Wish:
    """At most so many of something over all rounds replayed: a criterion as the draw counts it, or one of the COUNTS.

    With a part of the field only its games count.
    """

    name: str
    limit: int
    part: FieldPart | None = None

    def value(self, column: ColumnAnswer) -> int:
        """What a column has of it."""
        amounts: Amounts = column.counts, column.criteria
        if self.part:
            assert isinstance(column, PartColumn)
            amounts = column.parts[self.part]
        counts, criteria = amounts
        return counts.by_name[self.name] if self.name in COUNTS else criteria[self.name]

    @property
    def not_of_exempt(self) -> bool:
        """Whether it is not counted where players at or above the bar are exempt: as the draw counts it."""
        return self.name in ("same_club", "same_country")

    def __str__(self) -> str:
        of = f"@{self.part}" if self.part else ""
        return f"{self.name}{of} <= {self.limit}"


def parse_wishes(texts: Sequence[str]) -> list[Wish]:
    """Wishes out of `same_club<=2`, `four_or_more_apart<=0` or `same_club@below_bar<=1`. Raises InputError."""
    wishes = []
    for text in texts:
        what, sign, limit = (part.strip() for part in text.partition("<="))
        name, at, of = (part.strip() for part in what.partition("@"))
        part, most = _part(of) if at else None, parse_int(limit)
        if not sign or most is None or (at and part is None):
            expected = f"same_club<=2, four_or_more_apart<=0, same_club@{BELOW_BAR}<=1, same_club@women=yes<=0"
            raise wrong_argument("want", text, expected)
        counted = name in COUNTS or not any(name in known for known in CRITERIA)
        wish = Wish(criterion_named(name, COUNTS if counted else CRITERIA), most)
        if part and wish.name in OF_THE_WHOLE_FIELD:
            raise wrong_argument("want", text, f"{wish.name} without @: it is counted for the whole field only")
        wishes.append(replace(wish, part=part))
    return wishes


def _part(text: str) -> FieldPart | None:
    """A part of the field out of `below_bar`, `at_bar` or `women=yes`; None where it is none."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        return FieldPart(name) if name in (BELOW_BAR, AT_BAR) else None
    return FieldPart(name, value) if name and value else None


def parse_gaps(texts: Sequence[str]) -> dict[str, int]:
    """Points by criterion out of `club=2`. Raises InputError."""
    found = {}
    for text in texts:
        name, equals, points = text.partition("=")
        gap = parse_int(points.strip())
        if not equals or gap is None or not 1 <= gap <= MOST_GAP:
            raise wrong_argument("unless_gap", text, f"a criterion and points from 1 to {MOST_GAP}, such as club=2")
        found[criterion_named(name)] = gap
    return found


def with_gaps(base: Profile, gaps: Mapping[str, int]) -> Profile:
    """The base with weights worth games of these differences of score, in the tier of those. Raises InputError."""
    changed = base.with_weights({name: worth_a_gap(base, points) for name, points in gaps.items()})
    reasons = {n: f"avoided unless that costs as much as a game {p} points apart" for n, p in gaps.items()}
    tier = next(w.tier for w in base.weights if CRITERIA[w.criterion].of_pair.of_gap and w.weight) if gaps else 1
    weights = tuple(
        replace(w, reason=reasons[w.criterion], tier=tier) if w.criterion in reasons else w for w in changed.weights
    )
    wishes = "; ".join(f"avoid {name} unless that costs a gap of {points}" for name, points in gaps.items())
    about = f"{base.name}, tuned: {wishes}" if gaps else base.about
    return replace(changed, about=about, weights=weights)


def worth_a_gap(profile: Profile, points: int) -> int:
    """The weight of something avoided at any price below one game between players so many points apart.

    Raises InputError where differences of score have no weight.
    """
    gap = np.array([points], dtype=np.int64)
    by_gap = [w for w in profile.weights if CRITERIA[w.criterion].of_pair.of_gap]
    price = sum(w.weight * int(values_by_gap(CRITERIA[w.criterion].of_pair, gap)[0]) for w in by_gap)
    if not price:
        raise InputError(f"profile {profile.name} has no weight for mms_difference, so a gap has no price")
    return min(GREATEST_WEIGHT, price - 1)
