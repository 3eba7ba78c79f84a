"""One round as a problem: entrants, which pairs the rules allow, and what each pair costs. Knows no solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from ..tournament.rules import PAIR_RULES, Rule, bits_of
from .counts import Count
from .criteria import CRITERIA
from .criteria.field import Field, Flags, Ints
from .criteria.score import OF_THE_GAP
from .profile import Profile, Weight

#: A pair of entrants by their positions.
IndexPair = tuple[int, int]

TIE_BITS = 40  # 2^10 times the pairs of 20,000 players and more, so that equal sums hardly happen


@dataclass(frozen=True, slots=True)
class RelaxedRules:
    """What a director allows to be broken: rules of pairs, and hard rules over sets of pairs by name."""

    rules: frozenset[Rule] = frozenset()
    counts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class KeptBoards:
    """Boards to be kept: every other pair costs `price` in a tier. `partner` is each entrant's, -1 for none."""

    name: str
    partner: Ints
    price: int
    tier: int

    def cost(self, i: Ints, j: Ints) -> Ints:
        """What each pair costs, byes aside."""
        return np.asarray(self.price * (self.partner[i] != j).astype(np.int64))

    def identity(self) -> tuple[object, ...]:
        """What tells these boards from any others of the same entrants."""
        return self.name, self.partner.tolist(), self.price, self.tier


@dataclass(frozen=True, slots=True, eq=False)
class NewBoardLimits:
    """How wide a new board may be, and how high a bye: `difference` and `bye` in points of pairing score.

    A pair that is another's `partner` (-1 for none) stands already, and may be as wide as it is.
    """

    partner: Ints
    difference: int
    bye: int

    def pairs(self, field: Field, i: Ints, j: Ints) -> Flags:
        """Which pairs stand already, or are narrow enough."""
        narrow = np.abs(field.score[i] - field.score[j]) <= self.difference
        return np.asarray(narrow | (self.partner[i] == j))

    def identity(self) -> tuple[object, ...]:
        """What tells these limits from any others of the same entrants."""
        return self.partner.tolist(), self.difference, self.bye


@dataclass(frozen=True, slots=True, eq=False)
class RoundProblem:
    """Everything an engine needs to draw one round, and nothing else.

    Indices are positions in `field.ids`. `barred` are codes lo·n + hi of pairs, ascending, that a rule of `barred_by`
    keeps apart. `forced` pairs, as (lo, hi), and `forced_byes` are settled before the draw. `max_difference` is in
    points and `max_handicap` in stones; 0 is no limit. `counts` are rules over sets of pairs.
    `relaxed` rules (and `relaxed_counts`, by name) may be broken: the number of breaches is minimised before anything
    else. `kept` are boards to be kept, where a round is drawn again, and `limits` hold for its new boards. Index arrays
    broadcast against each other.
    """

    round: int
    field: Field
    profile: Profile
    barred: Ints
    barred_by: Ints
    forced: tuple[IndexPair, ...] = ()
    forced_byes: tuple[int, ...] = ()
    max_difference: int = 0
    max_handicap: int = 0
    relaxed: frozenset[Rule] = frozenset()
    counts: tuple[Count, ...] = ()
    relaxed_counts: frozenset[str] = frozenset()
    kept: tuple[KeptBoards, ...] = ()
    limits: NewBoardLimits | None = None

    def __len__(self) -> int:
        return len(self.field)

    @property
    def weights(self) -> dict[str, int]:
        """Weight by criterion, those that count, over all tiers."""
        return {w.criterion: w.weight for w in self.profile.weights if w.weight}

    @property
    def tiers(self) -> tuple[int, ...]:
        """The numbers of the tiers, the first decides first; the profile's is 1 where it has no weight and no price."""
        priced = {count.rule.tier for count in self.counts if count.rule.price is not None}
        own = {w.tier for w in self.profile.weights if w.weight} | priced or {1}
        return tuple(sorted(own | {boards.tier for boards in self.kept}))

    def tier_weights(self, tier: int | None = None) -> dict[str, int]:
        """Weight by criterion in one tier, or in all."""
        return {w.criterion: w.weight for w in self.profile.weights if w.weight and tier in (None, w.tier)}

    def free(self) -> Ints:
        """Indices of the entrants whom no forced pair and no forced bye has settled."""
        settled = {i for pair in self.forced for i in pair} | set(self.forced_byes)
        return np.array([i for i in range(len(self)) if i not in settled], dtype=np.int64)

    def cost(self, i: Ints, j: Ints, tier: int | None = None) -> Ints:
        """The weighted cost of each pair in a tier (or in all): the sum over the criteria of weight × value."""
        total = np.zeros(np.broadcast_shapes(np.shape(i), np.shape(j)), dtype=np.int64)
        for name, weight in self.tier_weights(tier).items():
            total += weight * CRITERIA[name].pair(self.field, i, j)
        for boards in self.kept:
            if tier in (None, boards.tier):
                total += boards.cost(i, j)
        return total

    def bye_cost(self, tier: int | None = None) -> Ints:
        """The weighted cost of giving the bye to each entrant, in a tier or in all."""
        total = np.zeros(len(self), dtype=np.int64)
        for name, weight in self.tier_weights(tier).items():
            total += weight * CRITERIA[name].bye(self.field)
        return total

    def gap_bound(self, gap: Ints, tier: int | None = None) -> Ints:
        """A lower bound of the cost of pairs whose scores differ by `gap` points: the score terms alone."""
        total = np.zeros_like(gap)
        for name, weight in self.tier_weights(tier).items():
            if name in OF_THE_GAP:
                total += weight * OF_THE_GAP[name](gap)
        return total

    def breaches(self, i: Ints, j: Ints) -> Ints:
        """The hard rules that each pair breaks, as `Rule.bit`s."""
        i, j = np.asarray(i), np.asarray(j)
        code = np.minimum(i, j) * len(self) + np.maximum(i, j)
        bits = np.zeros(code.shape, dtype=np.int64)
        if len(self.barred):
            at = np.minimum(np.searchsorted(self.barred, code), len(self.barred) - 1)
            bits = np.where(self.barred[at] == code, self.barred_by[at], 0)
        if self.max_difference:
            wide = np.abs(self.field.score[i] - self.field.score[j]) > self.max_difference
            bits = bits | np.where(wide, Rule.DIFFERENCE_CAP.bit, 0)
        if self.max_handicap:
            bits = bits | np.where(self.field.handicap(i, j) > self.max_handicap, Rule.HANDICAP_CAP.bit, 0)
        return bits

    def bye_breaches(self) -> Ints:
        """The hard rules that a bye of each entrant breaks, as `Rule.bit`s."""
        return np.where(self.field.byes > 0, Rule.SECOND_BYE.bit, 0)

    def allowed(self, i: Ints, j: Ints) -> Flags:
        """Which pairs may be made: two different players, no rule broken that is not relaxed, within the limits."""
        legal = np.asarray((self.breaches(i, j) & ~bits_of(self.relaxed) == 0) & (np.asarray(i) != np.asarray(j)))
        return legal if self.limits is None else legal & self.limits.pairs(self.field, i, j)

    def bye_allowed(self) -> Flags:
        """Who may get the bye."""
        legal = np.asarray(self.bye_breaches() & ~bits_of(self.relaxed) == 0)
        return legal if self.limits is None else legal & (self.field.score <= self.limits.bye)

    def lottery(self, i: Ints, j: Ints) -> Ints:
        """The seeded lottery number that decides between pairings of equal cost, below 2^40 for each pair."""
        return self.field.lots(i, j, TIE_BITS)

    def bye_lottery(self) -> Ints:
        """The seeded lottery number of each entrant's bye."""
        return self.field.bye_lots(TIE_BITS)

    def relax(self, rules: Iterable[Rule], counts: Iterable[str] = ()) -> RoundProblem:
        """The same problem with more rules that may be broken."""
        return replace(self, relaxed=self.relaxed | set(rules), relaxed_counts=self.relaxed_counts | set(counts))

    def strict(self) -> RoundProblem:
        """The same problem with no rule relaxed."""
        return replace(self, relaxed=frozenset(), relaxed_counts=frozenset())

    def relax_everything(self) -> RoundProblem:
        """The same problem with every rule relaxed that a pairing can break."""
        return self.relax(PAIR_RULES, (count.rule.name for count in self.counts if count.rule.price is None))

    def costs_by_criterion(self, pairs: Sequence[IndexPair], byes: Sequence[int]) -> dict[str, int]:
        """The weighted cost of a whole pairing, by criterion and by rule that has a price."""
        i = np.array([a for a, _ in pairs], dtype=np.int64)
        j = np.array([b for _, b in pairs], dtype=np.int64)
        bye = np.array(byes, dtype=np.int64)
        costs = {
            name: weight * int(CRITERIA[name].pair(self.field, i, j).sum() + CRITERIA[name].bye(self.field)[bye].sum())
            for name, weight in self.weights.items()
        }
        for count in self.counts:
            if count.rule.price is not None:
                excess = count.excess(count.of_pairs(self.field, i, j))
                costs[count.rule.name] = count.rule.price * int(excess.sum())
        return costs | {boards.name: int(boards.cost(i, j).sum()) for boards in self.kept}

    def fingerprint(self) -> str:
        """A text that two problems share only if they are the same: entrants, history, rules, weights, seed, boards.

        Kept boards, given amounts and limits add to it only where there are some, so that the text of a plain draw
        stays.
        """
        field = self.field
        parts = [getattr(field, f.name) for f in fields(field)] + [self.barred, self.barred_by]
        parts += [self.profile.weights, self.forced, self.forced_byes, self.max_difference, self.max_handicap]
        parts += [bits_of(self.relaxed), sorted(self.relaxed_counts)]
        parts += [count.identity() for count in self.counts]
        parts += [boards.identity() for boards in self.kept]
        parts += [self.limits.identity()] if self.limits is not None else []
        text = "\n".join(str(part.tolist() if isinstance(part, np.ndarray) else _plain(part)) for part in parts)
        return sha256(text.encode()).hexdigest()

    def by_tier(self, costs: Mapping[str, int]) -> tuple[int, ...]:
        """Costs by criterion or rule, added up in each tier, in the order of `tiers`."""
        of = {name: self.tier_of(name) for name in costs}
        return tuple(sum(cost for name, cost in costs.items() if of[name] == tier) for tier in self.tiers)

    def tier_of(self, name: str) -> int:
        """The tier of a criterion or of a rule that has a price."""
        tiers = {w.criterion: w.tier for w in self.profile.weights}
        tiers |= {count.rule.name: count.rule.tier for count in self.counts}
        return (tiers | {boards.name: boards.tier for boards in self.kept})[name]


def _plain(part: object) -> object:
    """Arrays in mappings as lists, reasons of weights left out."""
    if isinstance(part, Mapping):
        return {key: value.tolist() for key, value in sorted(part.items())}
    if isinstance(part, tuple) and part and isinstance(part[0], Weight):
        return [(w.criterion, w.weight, w.tier) for w in part]
    return part


def popcount(bits: Ints) -> NDArray[np.int64]:
    """The number of rules in each set of bits."""
    return sum((bits >> k) & 1 for k in range(len(PAIR_RULES)))  # type: ignore[return-value]
