"""The search for weights by which rounds, drawn again from their real history, have what the director wishes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
from mcmahon.desk.questions.standing_round import DrawInputs
from mcmahon.desk.questions.what_if import ColumnAnswer, as_it_stands, by_profile, rounds_of
from mcmahon.desk.verb import Outcome
from mcmahon.io.files import check_target, write_file
from mcmahon.io.settings.profiles import load_profile, parse_profile, profile_names, profile_text
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.profile import GREATEST_WEIGHT, Profile
from mcmahon.model.records.state import State
from mcmahon.model.tournament.rules import COUNTS

from .field_parts import PartTotal
from .wishes import Wish, parse_gaps, parse_wishes, with_gaps

#: The criteria that bring a count down.
DRIVERS = {
    "mms_diff_sum": ("mms_difference", "point_gap"),
    "four_or_more_apart": ("wide_gap", "mms_difference"),
    "draw_downs": ("mms_difference", "point_gap"),
    "clubmates": ("same_club", "same_club_at_bar"),
    "compatriots": ("same_country", "same_country_at_bar"),
    "handicap_games": ("handicap", "mms_difference"),
    "handicap_stones": ("handicap", "mms_difference"),
    "repeated_draw_downs": ("drawn_down_again",),
    "repeated_draw_ups": ("drawn_up_again",),
    "colour_imbalance_even": ("colour_balance",),
}
UP, DOWN = (2, 8, 64), (2, 8)
OWN_STEP = 4
FIRST_WEIGHT = 1000  # of a criterion that has none


@dataclass(frozen=True, slots=True)
class Tuned:
    """What a search for weights found: the profile, its column and the base's, and the wishes that are met."""

    profile: Profile
    before: ColumnAnswer
    after: ColumnAnswer
    met: tuple[Wish, ...]
    unmet: tuple[Wish, ...]
    tried: int

    @property
    def wishes(self) -> tuple[Wish, ...]:
        """All wishes, those that are met first."""
        return (*self.met, *self.unmet)


class _Trials:
    """The profiles tried so far: base and changes of weights, with what came of them."""

    def __init__(
        self, rounds: Sequence[DrawInputs], base: Profile, wishes: Sequence[Wish], tell: Callable[[str], None]
    ) -> None:
        self.rounds, self.base, self.wishes, self.tell = rounds, base, wishes, tell
        self.columns: dict[tuple[tuple[str, int], ...], ColumnAnswer] = {}

    def column(self, changes: Mapping[str, int]) -> ColumnAnswer:
        """The rounds drawn by the base with these weights."""
        key = tuple(sorted(changes.items()))
        if key not in self.columns:
            profile = self.base.with_weights(changes)
            self.columns[key] = by_profile(self.rounds, "tuned", profile, None, total_of(self.wishes))
            self.tell(f"{len(self.columns)} profiles tried, {self.excess(changes)} still above your limits")
        return self.columns[key]

    def excess(self, changes: Mapping[str, int]) -> int:
        """How much is over the wishes."""
        return sum(self.over(wish, changes) for wish in self.wishes)

    def over(self, wish: Wish, changes: Mapping[str, int]) -> int:
        """How much is over one wish."""
        return max(0, wish.value(self.column(changes)) - wish.limit)

    def cost(self, changes: Mapping[str, int]) -> int:
        """What the rounds cost by the base."""
        values = self.column(changes).criteria
        return sum(weight.weight * values[weight.criterion] for weight in self.base.weights)


@dataclass(frozen=True, slots=True)
class StopRule:
    """How long a search for weights may take, and who is told of every profile tried."""

    seconds: float = 120.0
    tell: Callable[[str], None] = lambda text: None


@dataclass(frozen=True, slots=True)
class Tune:
    """What is wished of rounds drawn again, as typed: `same_club<=2`, and gaps as `club=2`.

    Without a profile the search begins from that of the first round. All rounds so far are drawn again, or the last
    only. `out` is where the profile will be written: whether it can be is checked first.
    """

    want: Sequence[str] = ()
    unless_gap: Sequence[str] = ()
    profile: Profile | None = None
    replay: bool = True
    out: Path | None = None


@dataclass(frozen=True, slots=True)
class TuneDone:
    """The weights found; `standing` are the rounds as they stand, `base` is the profile that the search began from."""

    found: Tuned
    base: Profile
    standing: ColumnAnswer | None
    rounds: int


def find_weights(states: Sequence[State], request: Tune, stop_rule: StopRule | None = None) -> Outcome[TuneDone]:
    """Weights by which the rounds of one tournament or several have what is wished; nothing is written.

    Raises InputError, FolderError, and as `solve` does.
    """
    wishes, gaps = parse_wishes(request.want), parse_gaps(request.unless_gap)
    if not wishes and not gaps:
        raise InputError("no wish is given; expected --want 'same_club<=2', or --unless-gap club=2")
    if request.out is not None:
        check_target(request.out)
    rounds = [one for state in states for one in rounds_of(state, 0, request.replay)]
    if not rounds or any(one.drawn is None for one in rounds):
        raise InputError("no round has been drawn, so there is nothing to draw again")
    base = request.profile or rounds[0].profile
    found = tune(rounds, with_gaps(base, gaps), wishes, stop_rule, base)
    found = replace(found, before=msgspec.structs.replace(found.before, label=base.name))
    return Outcome(states[0], TuneDone(found, base, as_it_stands(rounds, total_of(wishes)), len(rounds)))


def total_of(wishes: Iterable[Wish]) -> PartTotal:
    """Nothing yet, of the whole field and of the parts that wishes are about."""
    return PartTotal.of(dict.fromkeys(wish.part for wish in wishes if wish.part))


def tuned_text(done: TuneDone, comment: str) -> str:
    """The profile found as TOML, over the profile of the program that the search began from; a comment on top."""
    base = load_profile(done.base.name) if done.base.name in profile_names() else None
    text = profile_text(done.found.profile, base, comment)
    parse_profile(text, "tuned", "tuned")  # what is written can be read
    return text


def write_tuned(text: str, target: Path) -> None:
    """Write the text of a profile. Raises FolderError."""
    write_file(target, text.encode())


def tune(
    rounds: Sequence[DrawInputs],
    base: Profile,
    wishes: Sequence[Wish],
    stop_rule: StopRule | None = None,
    origin: Profile | None = None,
) -> Tuned:
    """Weights by which the rounds, drawn again from their history, have what is wished, changed as little as can be.

    First each wish's own weight is raised until the wish is met or nothing more comes of it. Where that does not
    suffice, one weight at a time is changed: the step that lessens the excess over the wishes most, and of those the
    one that costs least by the base. Then every changed weight goes back as far as the wishes allow. It is a search:
    that no other weights would do better is not proven. `origin` is what the reasons compare with, where the base has
    been changed already. Raises as `solve` does.
    """
    stop_rule = stop_rule or StopRule()
    end = time.perf_counter() + stop_rule.seconds
    trials = _Trials(rounds, base, wishes, stop_rule.tell)
    weights = {w.criterion: w.weight for w in base.weights}
    changes = _own_weights(trials, weights, end)
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
    before = by_profile(rounds, origin.name, origin, None, total_of(wishes)) if origin else trials.column({})
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


def _own_weights(trials: _Trials, weights: Mapping[str, int], end: float) -> dict[str, int]:
    """For each wish its own weight, raised until the wish is met, or raising it further twice has gained nothing."""
    changes: dict[str, int] = {}
    for wish in trials.wishes:
        name, idle = _drivers(wish)[:1], 0
        weight = weights.get(name[0], 0) if name else GREATEST_WEIGHT
        best = changes
        while weight < GREATEST_WEIGHT and trials.over(wish, best) and idle < 2 and time.perf_counter() < end:
            weight = min(GREATEST_WEIGHT, weight * OWN_STEP or FIRST_WEIGHT)
            trial = changes | {name[0]: weight}
            if trials.excess(trial) < trials.excess(best):
                best, idle = trial, 0
            else:
                idle += 1
        changes = best
    return changes


def _drivers(wish: Wish) -> tuple[str, ...]:
    """The criteria that bring down what is wished, its own first; none for what no weight is about."""
    return DRIVERS.get(wish.name, ()) if wish.name in COUNTS else (wish.name,)


def _steps(weights: Mapping[str, int], wishes: Sequence[Wish], column: ColumnAnswer) -> Iterator[dict[str, int]]:
    """One weight changed: up for what brings an open wish down, down for all others."""
    open_ = [wish for wish in wishes if wish.value(column) > wish.limit]
    drivers = {name for wish in open_ for name in _drivers(wish)}
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


def _reason(old: int, wishes: Sequence[Wish], before: ColumnAnswer, after: ColumnAnswer) -> str:
    """What a change of a weight is for, and what the whole change costs elsewhere."""
    reached = ", ".join(f"{wish.name} from {wish.value(before)} to {wish.value(after)}" for wish in wishes)
    wished = {wish.name for wish in wishes}
    counts = ((name, before.counts.by_name[name], after.counts.by_name[name]) for name in COUNTS if name not in wished)
    paid = ", ".join(f"{name} from {less} to {more}" for name, less, more in counts if more > less)
    return f"was {old:,}; brings {reached}" + (f"; the price is {paid}" if paid else "")
