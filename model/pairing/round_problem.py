"""One round as an optimisation problem, independent of any solver: entrants, allowed pairs, costs, rules, its print.

Two problems share a print only if every legal round costs the same in both.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..tournament.rules import PAIR_RULES, Rule, bits_of
from .counts import Count
from .criteria import Criterion, formula
from .evaluation import PairValues, of_each, values_by_gap
from .field import Field, Flags, Ints
from .formula import Formula
from .profile import Profile

#: A pair of entrants by their positions.
IndexPair = tuple[int, int]

#: Whether a bye breaks the rule that nobody has a second one.
SECOND_BYE = formula("i.byes > 0")
TIE_BITS = 40  # more than 2^10 × the pairs of 20,000 players, so that equal sums are very unlikely


@dataclass(frozen=True, slots=True)
class RelaxedRules:
    """Hard rules that the director allows to be broken: rules of pairs, and rules over sets of pairs by name."""

    rules: frozenset[Rule] = frozenset()
    counts: frozenset[str] = frozenset()
    byes: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class KeptBoards:
    """Boards that should be kept: every other pair costs `price` in a tier. `partner` by entrant, -1 for none."""

    name: str
    partner: Ints
    price: int
    tier: int

    def cost(self, i: Ints, j: Ints) -> Ints:
        """The cost of each pair; byes cost nothing."""
        return np.asarray(self.price * (self.partner[i] != j).astype(np.int64))

    def identity(self) -> tuple[object, ...]:
        """A value that differs from that of any other kept boards for the same entrants (for prints 1 and 2)."""
        return self.name, self.partner.tolist(), self.price, self.tier


@dataclass(frozen=True, slots=True, eq=False)
class NewBoardLimits:
    """Limits for a round that is drawn again, in steps of the pairing score.

    `differences` limits the score difference of a new board by entrant (both must agree to it), `bye` the score of the
    player with the bye. Boards of the earlier round are not limited: `partner` has each entrant's earlier partner, -1
    for none.
    """

    partner: Ints
    differences: Ints
    bye: int

    def pairs(self, field: Field, i: Ints, j: Ints) -> Flags:
        """Which pairs are within the limit, or are earlier boards."""
        most = np.minimum(self.differences[i], self.differences[j])
        narrow = np.abs(field.score[i] - field.score[j]) <= most
        return np.asarray(narrow | (self.partner[i] == j))

    def identity(self) -> tuple[object, ...]:
        """A value that differs from that of any other limits for the same entrants (for prints 1 and 2)."""
        return self.partner.tolist(), self.differences.tolist(), self.bye


@dataclass(frozen=True, slots=True, eq=False)
class RoundProblem:
    """All data that a solver needs to draw one round, and nothing else.

    Indices are positions in `field.ids`. `barred` are forbidden pairs as codes lo·n + hi, ascending; `barred_by` has
    the bits of the rules that forbid each. `forced` pairs, as (lo, hi), and `forced_byes` are fixed before the draw.
    `max_difference` is in points and `max_handicap` in stones; 0 means no limit. `counts` are rules over sets of pairs.
    `relaxed` rules (and `relaxed_counts`, by name) may be broken: the number of breaches is minimised before all tiers.
    When a round is drawn again, `kept` are boards that should be kept and `limits` restrict the new boards. Index
    arrays passed to the methods broadcast against each other.
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
        """The nonzero weights by criterion, of all tiers."""
        return {w.criterion: w.weight for w in self.profile.weights if w.weight}

    @property
    def tiers(self) -> tuple[int, ...]:
        """The numbers of the tiers in lexicographic order; (1,) for a profile without weights and prices."""
        priced = {count.rule.tier for count in self.counts if count.rule.price is not None}
        own = {w.tier for w in self.profile.weights if w.weight} | priced or {1}
        return tuple(sorted(own | {boards.tier for boards in self.kept}))

    def counted(self, tier: int | None = None) -> list[tuple[Criterion, int]]:
        """The criteria with their nonzero weights, of one tier or of all."""
        return [(w.record, w.weight) for w in self.profile.weights if w.weight and tier in (None, w.tier)]

    def free(self) -> Ints:
        """The indices of the entrants without a forced pair or bye."""
        forced = {i for pair in self.forced for i in pair} | set(self.forced_byes)
        return np.array([i for i in range(len(self)) if i not in forced], dtype=np.int64)

    def cost(self, i: Ints, j: Ints, tier: int | None = None) -> Ints:
        """The cost of each pair in a tier (or in all): Σ weight × value of the criteria, plus prices of kept boards."""
        total = PairValues(self.field, i, j).sum([(one.of_pair, weight) for one, weight in self.counted(tier)])
        for boards in self.kept:
            if tier in (None, boards.tier):
                total += boards.cost(i, j)
        return total

    def bye_cost(self, tier: int | None = None) -> Ints:
        """The weighted cost of giving the bye to each entrant, in a tier or in all."""
        return of_each(self.field).sum([(one.of_bye, weight) for one, weight in self.counted(tier)])

    def gap_bound(self, gap: Ints, tier: int | None = None) -> Ints:
        """A lower bound of the cost of pairs whose scores differ by `gap` steps, from the score criteria alone."""
        total = np.zeros_like(gap)
        for criterion, weight in self.counted(tier):
            if criterion.of_pair.of_gap:
                total += weight * values_by_gap(criterion.of_pair, gap, self.field.steps)
        return total

    def breaches(self, i: Ints, j: Ints) -> Ints:
        """The hard rules that each pair breaks, as a sum of `Rule.bit`s."""
        i, j = np.asarray(i), np.asarray(j)
        pairs = PairValues(self.field, i, j)
        code = np.minimum(i, j) * len(self) + np.maximum(i, j)
        bits = np.zeros(code.shape, dtype=np.int64)
        if len(self.barred):
            at = np.minimum(np.searchsorted(self.barred, code), len(self.barred) - 1)
            bits = np.where(self.barred[at] == code, self.barred_by[at], 0)
        for rule, broken in self.rules_of_pairs():
            bits = bits | rule.bit * pairs.of(broken)
        return bits

    def rules_of_pairs(self) -> list[tuple[Rule, Formula]]:
        """The rules of pairs that no list says, each with the condition under which a pair breaks it."""
        found = []
        if self.max_difference:
            found.append((Rule.DIFFERENCE_CAP, formula(f"gap > {self.max_difference} * steps")))
        if self.max_handicap:
            found.append((Rule.HANDICAP_CAP, formula(f"stones > {self.max_handicap}")))
        return found

    def bye_breaches(self) -> Ints:
        """The hard rules that each entrant's bye breaks, as a sum of `Rule.bit`s."""
        return Rule.SECOND_BYE.bit * of_each(self.field).of(SECOND_BYE)

    def breaches_of(self, pairs: Sequence[IndexPair], byes: Sequence[int]) -> int:
        """How many hard rules are broken by what was not settled by hand, those over sets of pairs unit by unit."""
        settled = {frozenset(pair) for pair in self.forced}
        free = np.array([p for p in pairs if frozenset(p) not in settled], dtype=np.int64).reshape(-1, 2)
        own = np.array([p for p in byes if p not in self.forced_byes], dtype=np.int64)
        broken = int(popcount(self.breaches(*free.T)).sum()) + int(popcount(self.bye_breaches()[own]).sum())
        for count in self.counts:
            if count.rule.price is None:
                total = count.of_pairs(self.field, *free.T)
                over = count.limits - total if count.rule.at_least else total - count.limits
                broken += int(np.maximum(over, 0).sum())
        return broken

    def allowed(self, i: Ints, j: Ints) -> Flags:
        """Which pairs are allowed: two different players, no unrelaxed rule broken, within the limits."""
        legal = np.asarray((self.breaches(i, j) & ~bits_of(self.relaxed) == 0) & (np.asarray(i) != np.asarray(j)))
        return legal if self.limits is None else legal & self.limits.pairs(self.field, i, j)

    def bye_allowed(self) -> Flags:
        """Which entrants may get the bye."""
        legal = np.asarray(self.bye_breaches() & ~bits_of(self.relaxed) == 0)
        return legal if self.limits is None else legal & (self.field.score <= self.limits.bye)

    def lottery(self, i: Ints, j: Ints) -> Ints:
        """The seeded lottery number of each pair, below 2^40: the cost in the last tier, which breaks ties."""
        return self.field.lots(i, j, TIE_BITS)

    def bye_lottery(self) -> Ints:
        """The seeded lottery number of each entrant's bye, below 2^40."""
        return self.field.bye_lots(TIE_BITS)

    def relax(self, rules: Iterable[Rule], counts: Iterable[str] = ()) -> RoundProblem:
        """The same problem with more rules that may be broken."""
        return replace(self, relaxed=self.relaxed | set(rules), relaxed_counts=self.relaxed_counts | set(counts))

    def strict(self) -> RoundProblem:
        """The same problem with no rule relaxed."""
        return replace(self, relaxed=frozenset(), relaxed_counts=frozenset())

    def as_proven(self, breaches: int) -> RoundProblem:
        """The problem that a certificate is of, by the breaches of its pairing: without any, no rule may be broken."""
        return self if breaches else self.strict()

    def relax_everything(self) -> RoundProblem:
        """The same problem with every hard rule relaxed."""
        return self.relax(PAIR_RULES, (count.rule.name for count in self.counts if count.rule.price is None))

    def costs_by_criterion(self, pairs: Sequence[IndexPair], byes: Sequence[int]) -> dict[str, int]:
        """The weighted cost of a pairing by name of criterion, soft rule (with a price) and kept boards."""
        i, j = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        bye = np.array(byes, dtype=np.int64)
        costs = dict.fromkeys(self.weights, 0)
        own, each = PairValues(self.field, i, j), of_each(self.field)
        for criterion, weight in self.counted():
            if len(pairs):
                costs[criterion.name] += weight * int(own.of(criterion.of_pair).sum())
            if len(byes):
                costs[criterion.name] += weight * int(each.of(criterion.of_bye)[bye].sum())
        for count in self.counts:
            if count.rule.price is not None:
                excess = count.excess(count.of_pairs(self.field, i, j))
                costs[count.rule.name] = count.rule.price * int(excess.sum())
        return costs | {boards.name: int(boards.cost(i, j).sum()) for boards in self.kept}

    def priced_by(self) -> list[tuple[object, ...]]:
        """The criteria that count: name, version, weight and tier of each (for print 2)."""
        weights = (w for w in self.profile.weights if w.weight)
        return [(w.criterion, *w.record.identity(), w.weight, w.tier) for w in weights]

    def by_tier(self, costs: Mapping[str, int]) -> tuple[int, ...]:
        """The sum of costs (by criterion or rule) in each tier, in the order of `tiers`."""
        of = {name: self.tier_of(name) for name in costs}
        return tuple(sum(cost for name, cost in costs.items() if of[name] == tier) for tier in self.tiers)

    def tier_of(self, name: str) -> int:
        """The tier of a criterion, of a rule over sets of pairs or of kept boards, by name."""
        tiers = {w.criterion: w.tier for w in self.profile.weights}
        tiers |= {count.rule.name: count.rule.tier for count in self.counts}
        return (tiers | {boards.name: boards.tier for boards in self.kept})[name]


def popcount(bits: Ints) -> NDArray[np.int64]:
    """The number of rules in each sum of `Rule.bit`s."""
    return sum((bits >> k) & 1 for k in range(len(PAIR_RULES)))  # type: ignore[return-value]


#: Print 2 names what a problem uses: a new column, criterion or rule changes no print that was ever made. Print 1
#: covers every column of version 1.0.0, in the order of that time; files that have it stay valid.
PREFIX = "2:"
#: Every problem reads the lottery numbers, and who has had a bye.
ALWAYS = ("key", "byes")


def has_print(problem: RoundProblem, text: str) -> bool:
    """Whether a print, of whichever kind, is this problem's; print 1 covers no formulas."""
    if text.startswith(PREFIX) or problem.profile.own_criteria:
        return text == fingerprint(problem)
    return text == print_1(problem)


def fingerprint(problem: RoundProblem) -> str:
    """Print 2 of a problem, the newest: `2:` and a hash of what it uses, by name, as JSON with its keys in order.

    A column is there if a criterion with a weight, a rule or a limit reads it; a criterion with its version, weight and
    tier; everything else only if it is set. Reasons and other rounds of a rule neither forbid nor cost: they are left
    out.
    """
    used: dict[str, Any] = {
        "ids": problem.field.ids,
        "columns": {name: _plain(value) for name, value in _columns(problem)},
        "criteria": sorted(problem.priced_by()),
        "barred": problem.barred.tolist(),
        "barred_by": problem.barred_by.tolist(),
        "forced": sorted(problem.forced),
        "forced_byes": sorted(problem.forced_byes),
        "max_difference": problem.max_difference,
        "max_handicap": problem.max_handicap,
        "relaxed": bits_of(problem.relaxed),
        "relaxed_counts": sorted(problem.relaxed_counts),
        "counts": [(_unexplained(rule), *rest) for rule, *rest in (count.identity() for count in problem.counts)],
        "kept": [boards.identity() for boards in problem.kept],
        "limits": problem.limits.identity() if problem.limits is not None else (),
    }
    text = json.dumps({name: value for name, value in used.items() if value}, sort_keys=True, default=int)
    return PREFIX + sha256(text.encode()).hexdigest()


def _columns(problem: RoundProblem) -> Iterator[tuple[str, Any]]:
    """The columns that are used, each once; `columns.Town` and `sets.guests` are those that rules over pairs name.

    A table counts by the hash of its numbers.
    """
    names = {*ALWAYS, *(name for criterion, _ in problem.counted() for name in criterion.reads)}
    names |= {name for count in problem.counts for name in count.reads}
    names |= {name for _, broken in problem.rules_of_pairs() for name in broken.reads}
    names |= {"score", "steps"} if problem.limits is not None else set()
    for name in names:
        column, _, inner = name.partition(".")
        value = getattr(problem.field, column)
        value = value[inner] if inner else value
        yield name, sha256(value.astype("<i8").tobytes()).hexdigest() if column == "tables" else value


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


def _unexplained(rule: Any) -> dict[str, Any]:
    return {key: value for key, value in rule.items() if key not in ("reason", "rounds")}


#: The columns of print 1, for ever in this order; `steps` and `first_places` only where they differ from all rounds
#: before there were half points and simulated futures.
COLUMNS_1 = (
    "ids", "score", "strength", "even", "exempt", "club", "country", "families", "local", "met_local", "place", "size",
    "drawn_down", "drawn_up", "colours", "byes", "free_wins", "key", "first_places", "seeding", "float_down",
    "float_up", "stones_off", "most_stones", "columns", "sets", "steps",
)  # fmt: skip


def print_1(problem: RoundProblem) -> str:
    """A hash of all columns and of the rest of the problem, as version 1.0.0 made it."""
    field, weights = problem.field, problem.profile.weights
    left_out = {"steps"} if field.steps == 1 else set()
    left_out |= set() if field.first_places.any() else {"first_places"}
    parts = [getattr(field, name) for name in COLUMNS_1 if name not in left_out]
    parts += [problem.barred, problem.barred_by]
    parts += [[(w.criterion, w.weight, w.tier) for w in weights] or ()]
    parts += [problem.forced, problem.forced_byes, problem.max_difference, problem.max_handicap]
    parts += [bits_of(problem.relaxed), sorted(problem.relaxed_counts)]
    parts += [count.identity() for count in problem.counts]
    parts += [boards.identity() for boards in problem.kept]
    parts += [problem.limits.identity()] if problem.limits is not None else []
    text = "\n".join(str(_listed(part)) for part in parts)
    return sha256(text.encode()).hexdigest()


def _listed(part: Any) -> Any:
    """A part of print 1 in plain values: mappings of arrays as lists, by name."""
    return {key: _plain(part[key]) for key in sorted(part)} if isinstance(part, Mapping) else _plain(part)
