"""The search for weights by which rounds, drawn again from their real history, have what the director wishes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from ...model.errors import InputError
from ...model.judging.plain_counts import Counts
from ...model.pairing.criteria.score import gap_cost
from ...model.pairing.profile import CRITERION_NAMES, GREATEST_WEIGHT, Profile
from .comparing import Column, by_profile
from .redrawn import Redrawn

PLAIN = tuple(f.name for f in fields(Counts))


def criterion_named(text: str, names: Sequence[str] = CRITERION_NAMES) -> str:
    """The criterion that a word means: its name, or the only one that the word is part of. Raises InputError."""
    word = text.strip().lower().replace("-", "_").replace(" ", "_")
    found = [name for name in names if word == name] or [name for name in names if word and word in name]
    if len(found) != 1:
        which = ", ".join(found or names)
        raise InputError(f"{text!r} {'may be several' if found else 'is none'}; right would be: one of {which}")
    return found[0]


def parse_weights(texts: Sequence[str]) -> dict[str, int]:
    """Weights by criterion out of `club=50`. Raises InputError."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not value.strip().isdecimal() or int(value) > GREATEST_WEIGHT:
            raise InputError(
                f"--set {text!r}; right would be: a criterion and a weight from 0 to {GREATEST_WEIGHT}, club=50000"
            )
        found[criterion_named(name)] = int(value)
    return found


@dataclass(frozen=True, slots=True)
class Wish:
    """At most so many of something over all rounds replayed: a criterion as the draw counts it, or a plain count."""

    name: str
    limit: int
    plain: bool = False

    def value(self, column: Column) -> int:
        """What a column has of it."""
        return int(getattr(column.counts, self.name)) if self.plain else column.values[self.name]

    def __str__(self) -> str:
        ambiguous = self.plain and self.name in CRITERION_NAMES
        return f"{'plain.' if ambiguous else ''}{self.name} <= {self.limit}"


def parse_wishes(texts: Sequence[str]) -> list[Wish]:
    """Wishes out of `same_club<=2` or `plain.four_or_more_apart<=0`. Raises InputError."""
    wishes = []
    for text in texts:
        name, sign, limit = text.replace(" ", "").partition("<=")
        if not sign or not limit.isdecimal():
            raise InputError(f"--want {text!r}; right would be: same_club<=2, or plain.four_or_more_apart<=0")
        if name.startswith("plain."):
            wishes.append(Wish(criterion_named(name.removeprefix("plain."), PLAIN), int(limit), True))
        elif any(name in known for known in CRITERION_NAMES):
            wishes.append(Wish(criterion_named(name), int(limit)))
        else:
            wishes.append(Wish(criterion_named(name, PLAIN), int(limit), True))
    return wishes


#: The criteria that bring a plain count down.
DRIVERS = {
    "mms_diff_sum": ("mms_difference",),
    "four_or_more_apart": ("mms_difference",),
    "draw_downs": ("mms_difference",),
    "same_club": ("same_club",),
    "same_country": ("same_country",),
    "handicap_games": ("handicap", "mms_difference"),
    "handicap_stones": ("handicap", "mms_difference"),
    "repeated_draw_downs": ("drawn_down_again",),
    "repeated_draw_ups": ("drawn_up_again",),
    "colour_imbalance_even": ("colour_balance",),
}
UP, DOWN = (2, 8, 64), (2, 8)
MOST_GAP = 20
FIRST_WEIGHT = 1000  # of a criterion that has none


@dataclass(frozen=True, slots=True)
class Tuned:
    """What a search for weights found: the profile, its column and the base's, and the wishes that are met."""

    profile: Profile
    before: Column
    after: Column
    met: tuple[Wish, ...]
    unmet: tuple[Wish, ...]
    tried: int


class _Trials:
    """The profiles tried so far: base and changes of weights, with what came of them."""

    def __init__(
        self, rounds: Sequence[Redrawn], base: Profile, wishes: Sequence[Wish], tell: Callable[[str], None]
    ) -> None:
        self.rounds, self.base, self.wishes, self.tell = rounds, base, wishes, tell
        self.columns: dict[tuple[tuple[str, int], ...], Column] = {}

    def column(self, changes: Mapping[str, int]) -> Column:
        """The rounds drawn by the base with these weights."""
        key = tuple(sorted(changes.items()))
        if key not in self.columns:
            self.columns[key] = by_profile(self.rounds, "tuned", self.base.with_weights(changes))
            self.tell(f"{len(self.columns)} profiles tried, {self.excess(changes)} over the wishes")
        return self.columns[key]

    def excess(self, changes: Mapping[str, int]) -> int:
        """How much is over the wishes."""
        column = self.column(changes)
        return sum(max(0, wish.value(column) - wish.limit) for wish in self.wishes)

    def cost(self, changes: Mapping[str, int]) -> int:
        """What the rounds cost by the base."""
        values = self.column(changes).values
        return sum(weight.weight * values[weight.criterion] for weight in self.base.weights)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a search for weights may take, and who is told of every profile tried."""

    seconds: float = 120.0
    tell: Callable[[str], None] = lambda text: None


def tune(
    rounds: Sequence[Redrawn],
    base: Profile,
    wishes: Sequence[Wish],
    patience: Patience | None = None,
    origin: Profile | None = None,
) -> Tuned:
    """Weights by which the rounds, drawn again from their history, have what is wished, changed as little as can be.

    From the base one weight at a time is changed: the step that lessens the excess over the wishes most, and of those
    the one that costs least by the base; then every changed weight goes back as far as the wishes allow. It is a
    search: that no other weights would do better is not proven. `origin` is what the reasons compare with, where the
    base has been changed already. Raises as `solve` does.
    """
    patience = patience or Patience()
    end = time.perf_counter() + patience.seconds
    trials = _Trials(rounds, base, wishes, patience.tell)
    weights = {w.criterion: w.weight for w in base.weights}
    changes: dict[str, int] = {}
    while trials.excess(changes) and time.perf_counter() < end:
        better = []
        for step in _steps(weights | changes, wishes, trials.column(changes)):
            if time.perf_counter() >= end:
                break
            trial = changes | step
            if trials.excess(trial) < trials.excess(changes):
                better.append((trials.excess(trial), trials.cost(trial), sorted(trial.items())))
        if not better:
            break
        changes = dict(min(better)[2])
    reached = trials.excess(changes)
    changes = _as_near_as_can_be(weights, changes, lambda trial: trials.excess(trial) <= reached, end)
    before = by_profile(rounds, origin.name, origin) if origin else trials.column({})
    after, was = trials.column(changes), {w.criterion: w.weight for w in (origin or base).weights}
    reasons = {name: _reason(was.get(name, 0), wishes, before, after) for name in changes}
    tuned = base.with_weights(changes)
    tuned = replace(
        tuned,
        about="; ".join([base.about if "tuned" in base.about else f"{base.name}, tuned", *map(str, wishes)]),
        weights=tuple(replace(w, reason=reasons.get(w.criterion, w.reason)) for w in tuned.weights),
    )
    met = tuple(wish for wish in wishes if wish.value(after) <= wish.limit)
    unmet = tuple(wish for wish in wishes if wish not in met)
    return Tuned(tuned, before, after, met, unmet, len(trials.columns))


def _steps(weights: Mapping[str, int], wishes: Sequence[Wish], column: Column) -> Iterator[dict[str, int]]:
    """One weight changed: up for what brings an open wish down, down for all others."""
    open_ = [wish for wish in wishes if wish.value(column) > wish.limit]
    drivers = {name for wish in open_ for name in (DRIVERS.get(wish.name, ()) if wish.plain else (wish.name,))}
    for name in sorted(drivers):
        own = weights.get(name, 0) or FIRST_WEIGHT
        for factor in UP:
            yield {name: min(GREATEST_WEIGHT, own * factor)}
    for name, value in weights.items():
        if name not in drivers and value:
            for factor in DOWN:
                yield {name: value // factor}


def _as_near_as_can_be(
    weights: Mapping[str, int], changes: dict[str, int], good: Callable[[dict[str, int]], bool], end: float
) -> dict[str, int]:
    """Every changed weight moved back towards the base as long as the wishes are as well met, to about a part in 16."""
    for name in list(changes):
        without = {key: value for key, value in changes.items() if key != name}
        if time.perf_counter() < end and good(without):
            changes = without
            continue
        bad, fine = weights.get(name, 0), changes[name]
        while abs(fine - bad) > max(1, max(fine, bad) // 16) and time.perf_counter() < end:
            middle = (bad + fine) // 2
            if good(changes | {name: middle}):
                fine = middle
            else:
                bad = middle
        changes = changes | {name: fine}
    return changes


def _reason(old: int, wishes: Sequence[Wish], before: Column, after: Column) -> str:
    """What a change of a weight is for, and what the whole change costs elsewhere."""
    reached = ", ".join(f"{wish.name} {wish.value(before)} to {wish.value(after)}" for wish in wishes)
    wished = {wish.name for wish in wishes}
    counts = ((name, getattr(before.counts, name), getattr(after.counts, name)) for name in PLAIN if name not in wished)
    paid = ", ".join(f"{name} {less} to {more}" for name, less, more in counts if more > less)
    return f"was {old:,}; for {reached}" + (f"; paid for by {paid}" if paid else "")


def parse_gaps(texts: Sequence[str]) -> dict[str, int]:
    """Points by criterion out of `club=2`. Raises InputError."""
    found = {}
    for text in texts:
        name, equals, points = text.partition("=")
        if not equals or not points.strip().isdecimal() or not 1 <= int(points) <= MOST_GAP:
            raise InputError(
                f"--unless-gap {text!r}; right would be: a criterion and points from 1 to {MOST_GAP}, club=2"
            )
        found[criterion_named(name)] = int(points)
    return found


def with_gaps(base: Profile, gaps: Mapping[str, int]) -> Profile:
    """The base with weights worth games of these differences of score, in the tier of those. Raises InputError."""
    changed = base.with_weights({name: worth_a_gap(base, points) for name, points in gaps.items()})
    reasons = {n: f"avoided unless that costs what a game {p} points apart costs" for n, p in gaps.items()}
    tier = next(w.tier for w in base.weights if w.criterion == "mms_difference") if gaps else 1
    weights = tuple(
        replace(w, reason=reasons[w.criterion], tier=tier) if w.criterion in reasons else w for w in changed.weights
    )
    wishes = "; ".join(f"{name} unless it costs a gap of {points}" for name, points in gaps.items())
    about = f"{base.name}, tuned: {wishes}" if gaps else base.about
    return replace(changed, about=about, weights=weights)


def worth_a_gap(profile: Profile, points: int) -> int:
    """The weight of something avoided at any price below one game between players so many points apart.

    Raises InputError where differences of score have no weight.
    """
    weight = next((w.weight for w in profile.weights if w.criterion == "mms_difference"), 0)
    if not weight:
        raise InputError(f"profile {profile.name} has no weight of mms_difference that a gap could be worth")
    return min(GREATEST_WEIGHT, int(gap_cost(points)) * weight - 1)  # type: ignore[arg-type]
