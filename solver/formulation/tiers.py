"""A tier of the lexicographic objective: one exact integer cost over the pairs that earlier tiers leave open.

The first tier computes the costs of all allowed pairs in blocks of score groups, later ones list their pairs. What a
tier knows is handed on to the next, and to variants of the round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations_with_replacement

import numpy as np

from ...model.pairing.evaluation import PairValues
from ...model.pairing.round_problem import RoundProblem
from ..tuning import DEFAULTS, Tuning
from .costs import TierName, checked_costs, cost_functions, pair_costs
from .duals import Bounded, Duals, PairBlock, cheapest, least_per_vertex
from .side_rows import SideRows, SideRowState
from .vertices import (
    EMPTY,
    LONGEST,
    NO_PAIRS,
    Ints,
    Mask,
    Numbers,
    Pairs,
    Vertices,
    odd_clubs,
    odd_components,
    odd_runs,
)

#: What variants have in common; they differ in weights, tiers and kept boards.
COMMON = ("field", "barred", "forced", "forced_byes", "max_difference", "max_handicap", "relaxed", "limits")
#: Values kept, most of them a byte each.
MOST_VALUES = 400_000_000


@dataclass(slots=True, eq=False)
class PairCache:
    """What is known of a round's pairs, whatever the weights; `a`, `b` are the last candidates. It only saves time."""

    problem: RoundProblem
    a: Ints = field(default_factory=EMPTY.copy)
    b: Ints = field(default_factory=EMPTY.copy)
    _values: dict[tuple[str, int, int], Ints] = field(default_factory=dict)
    _count: int = 0

    def suits(self, problem: RoundProblem, tier: TierName) -> bool:
        """Whether a problem is such a variant, and the tier one of its profile."""
        both = [(getattr(self.problem, name), getattr(problem, name)) for name in COMMON]
        same = all(one is other or (not isinstance(one, np.ndarray) and one == other) for one, other in both)
        return same and not problem.counts and isinstance(tier, int)

    def costs(self, vertices: Vertices, tier: int, s: int, t: int) -> Ints:
        """The costs of the pairs between two stretches in a tier of a variant: sums of kept values."""
        problem = vertices.problem
        one, other = (vertices.who[slice(*vertices.stretches[k])] for k in (s, t))
        i, j = one[:, None], other[None, :]
        cost = np.zeros((len(one), len(other)), dtype=np.int64)
        pairs = PairValues(problem.field, i, j)
        for criterion, weight in problem.counted(tier):
            name = criterion.name
            value = self._values.get((name, s, t))
            if value is None:
                value = pairs.of(criterion.of_pair)
                value = value.astype(np.min_scalar_type(int(value.max(initial=0)))) if value.any() else EMPTY
                if self._count < MOST_VALUES:
                    self._values[name, s, t] = value
                    self._count += value.size
            if len(value):
                cost += np.multiply(value, weight, dtype=np.int64)
        for boards in problem.kept:
            if boards.tier == tier:
                cost += boards.cost(i, j)
        return cost


GREATEST_SUM = 2**60  # of the terms of one row in CP-SAT


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """The row "cost of an earlier tier = its optimum", needed where the dual bound of that tier left a gap.

    Σ `cost`·x + Σ `price`·excess = `total`, over the remaining pairs and the side rows. The costs are reduced by
    `shift` (a whole number for each vertex, subtracted for both ends of a pair), which keeps the numbers small.
    """

    name: TierName
    cost: Ints
    price: Ints
    total: int
    shift: Ints

    def unshifted(self, a: Ints, b: Ints, cost: Ints) -> tuple[list[int], list[int], int]:
        """Pair costs, excess prices and total without the shift: the common divisors of the original costs help CP-SAT.

        `cost` are the shifted costs of pairs a, b. They stay shifted where the sums would be too great for CP-SAT.
        """
        original, total = cost + self.shift[a] + self.shift[b], self.total + int(self.shift.sum())
        if max(total, int(original.max(initial=0)) * (len(self.shift) + 1)) < GREATEST_SUM:
            return original.tolist(), self.price.tolist(), total
        return cost.tolist(), self.price.tolist(), self.total


@dataclass(slots=True, eq=False)
class Remaining:
    """What earlier tiers leave open.

    Pairs `a`, `b`, sorted; `tight_sets`, odd sets that exactly one pair leaves; the `state` of the side rows; `levels`,
    the cost rows of tiers with a gap; `chosen`, the positions of the incumbent's pairs; `initial_sets`, odd sets whose
    rows the next tier starts with.
    """

    a: Ints
    b: Ints
    tight_sets: list[Mask]
    state: SideRowState
    levels: tuple[Level, ...]
    chosen: Ints
    initial_sets: list[Mask] = field(default_factory=list, kw_only=True)


#: Pairs whose costs are computed at once: their arrays stay in the cache of a processor, which is four times faster.
AT_ONCE = 40_000


class BlockTier:
    """The first tier (of the profile, or `breaches`), over all allowed pairs; only blocks that can matter are computed.

    `incumbent` is a known pairing (a, b), whose pairs join the first candidates. `start` sets `likely_infeasible`: more
    than a tenth of the players have few opponents near their scores.
    """

    levels: tuple[Level, ...] = ()

    def __init__(
        self,
        vertices: Vertices,
        rows: SideRows,
        name: TierName,
        incumbent: tuple[Ints, Ints] | None = None,
        tuning: Tuning = DEFAULTS,
        known: PairCache | None = None,
    ) -> None:
        self.name, self.vertices, self.rows = name, vertices, rows
        self.state = replace(rows.initial_state(), price=rows.prices(name))
        self.incumbent, self.tuning = incumbent, tuning
        self.known = known if known is not None and known.suits(vertices.problem, name) else None
        self.likely_infeasible = False
        self._pair, self._bye = cost_functions(vertices.problem, name)
        self._cache: dict[tuple[int, int], PairBlock] = {}
        self._cached = 0
        self.tight_sets: list[Mask] = []

    @cached_property
    def initial_sets(self) -> list[Mask]:
        """Odd sets for the first LP."""
        return odd_runs(self.vertices) + odd_components(self.vertices) + odd_clubs(self.vertices)

    @property
    def raises_big_m(self) -> bool:
        """Whether the big-M of the artificial columns is raised before the tier is called infeasible.

        Not without an incumbent: minimising the number of breaches decides feasibility at less cost.
        """
        return self.incumbent is not None or self.name == "breaches"

    @property
    def outgrows_memory(self) -> bool:
        """Whether the costs of all pairs are more than are kept in memory."""
        return len(self.vertices) ** 2 > 2 * self.tuning.cached_pairs

    def block(self, s: int, t: int) -> PairBlock:
        """All pairs between two stretches (s ≤ t), each once; kept in memory up to `cached_pairs`."""
        if (s, t) in self._cache:
            return self._cache[s, t]
        vertices, problem = self.vertices, self.vertices.problem
        a, b = np.arange(*vertices.stretches[s])[:, None], np.arange(*vertices.stretches[t])[None, :]
        i, j = vertices.who[a], vertices.who[b]
        parts = np.array_split(i, -(-i.size * j.size // AT_ONCE))
        allowed = np.concatenate([problem.allowed(part, j) for part in parts])
        if s == t:
            allowed &= a < b
        groups = vertices.group_of[a], vertices.group_of[b]
        costs = [checked_costs(cost) for cost in self._costs(s, t, parts, j)]
        small = max(int(cost.max(initial=0)) for cost in costs) < 2**31
        cost = np.concatenate([cost.astype(np.int32) if small else cost for cost in costs])  # half the memory
        block = PairBlock(a, b, cost, allowed, groups)
        if self._cached < self.tuning.cached_pairs:
            self._cached += block.cost.size
            self._cache[s, t] = block
        return block

    def _costs(self, s: int, t: int, parts: Sequence[Ints], j: Ints) -> Iterator[Ints]:
        """The costs of a block, some rows at a time; what is known from another problem is not computed again."""
        if self.known is not None and isinstance(self.name, int):
            yield self.known.costs(self.vertices, self.name, s, t)
        else:
            yield from (self._pair(part, j) for part in parts)

    def byes(self) -> PairBlock | None:
        """The byes as pairs with the bye vertex; None in an even field."""
        if not self.vertices.odd:
            return None
        who = self.vertices.who
        a = np.arange(len(who), dtype=np.int64)
        allowed = self.vertices.problem.bye_allowed()[who]
        return PairBlock(a, np.full(len(who), len(who), dtype=np.int64), self._bye[who], allowed)

    def blocks_below(
        self, duals: Bounded, limit: float, scale: int = 1, in_memory: bool = False
    ) -> Iterator[PairBlock]:
        """Blocks with every pair of reduced cost (× scale) below the limit, or those in memory; exact for integers."""
        vertices, y = self.vertices, duals.y
        players, begins = len(vertices.who), [begin for begin, _ in vertices.stretches]
        gap = np.abs(vertices.group_score[:, None] - vertices.group_score)
        by_gap = vertices.problem.gap_bound(gap, self.name) if isinstance(self.name, int) else np.zeros_like(gap)
        of_pairs = scale * by_gap - duals.upper_bounds()
        # for each group and stretch, a lower bound of the reduced costs of pairs before the dual of the first player
        parts = np.union1d([g[0] for g in vertices.groups], begins).astype(np.int64)  # of one group and one stretch
        of_parts = of_pairs[:, vertices.group_of[parts]] - np.maximum.reduceat(y[:players], parts)
        of_rows = np.minimum.reduceat(of_parts, np.searchsorted(parts, begins), axis=1)
        needed = of_rows[vertices.group_of] - y[:players, None] < limit  # for each player and stretch
        for s, (begin, end) in enumerate(vertices.stretches):
            for t in range(s, len(vertices.stretches)):
                if in_memory and (s, t) not in self._cache:
                    continue
                rows = np.flatnonzero(needed[begin:end, t])
                if len(rows):
                    yield self._part(s, t, rows, np.flatnonzero(needed[slice(*vertices.stretches[t]), s]))
        bye = self.byes()
        if bye is not None:
            yield bye

    def _part(self, s: int, t: int, rows: Ints, columns: Ints) -> PairBlock:
        """Some rows and columns of a block: the whole block, where they are most of it."""
        block = self.block(s, t)
        if len(rows) * len(columns) * 2 > block.cost.size or block.allowed is None or block.groups is None:
            return block
        at = np.ix_(rows, columns)
        g, h = block.groups
        a, b = block.a[rows], block.b[:, columns]
        return PairBlock(a, b, block.cost[at], block.allowed[at], (g[rows], h[:, columns]))

    def start(self) -> Pairs:
        """The last search's candidates, else the cheapest of each vertex in its own and the next two score groups."""
        if self.known is not None and len(self.known.a):
            return Pairs(self.known.a, self.known.b, self.costs(self.known.a, self.known.b))
        rng = np.random.default_rng(20090423)
        chosen = self._cheapest_nearby(rng)
        ends = np.concatenate([end for found in chosen for end in found[:2]])
        degree = np.bincount(ends, minlength=len(self.vertices.who))
        few = degree < self.tuning.fewest_candidates
        self.likely_infeasible = 10 * int(np.sum(few)) > len(degree) > self.tuning.small_field
        needy = np.arange(len(degree)) if self.name == "breaches" else np.flatnonzero(few)
        chosen += self._cheapest_anywhere(needy, rng)
        bye = self.byes()
        if bye is not None and bye.allowed is not None:
            chosen.append(bye.select(bye.allowed))
        if self.incumbent is not None:
            a, b = self.incumbent
            game = b < len(self.vertices.who)  # all byes are candidates anyway
            chosen.append(Pairs(a[game], b[game], self.costs(a[game], b[game])))
        found = Pairs.joined(chosen)
        _, first = np.unique(found.a * len(self.vertices) + found.b, return_index=True)
        return found.at(first)

    def _cheapest_nearby(self, rng: np.random.Generator) -> list[Pairs]:
        """The cheapest pairs in and between neighbouring score groups; between all groups in a small field."""
        vertices, depth = self.vertices, self.tuning.candidates
        far = len(vertices.groups) if len(vertices) <= self.tuning.small_field else len(depth)
        wanted = np.array([depth[apart] if apart < len(depth) else 1 for apart in range(far)])
        groups = [(vertices.group_of[begin], vertices.group_of[end - 1]) for begin, end in vertices.stretches]
        near = [
            (s, t) for s, t in combinations_with_replacement(range(len(groups)), 2) if groups[t][0] - groups[s][1] < far
        ]
        most = self.tuning.cached_pairs // LONGEST**2
        if len(near) > most:  # too many to look at: those inside groups or stretches, and a share of the others
            inside = {(s, t) for s, t in near if s == t or groups[s][1] == groups[t][0]}
            sure = inside if len(inside) <= most else {(s, s) for s in range(len(groups))}
            share = (most - len(sure)) / len(near)
            near = [pair for pair in near if pair in sure or rng.random() < share]
        chosen = []
        times = np.bincount(np.array(near).ravel(), minlength=len(groups))  # that a stretch is in a block
        shares = [-(-len(vertices.groups[first]) // LONGEST) for first, _ in groups]  # stretches that share a group
        for s, t in near:
            per_vertex = -(-wanted // min(max(shares[s], shares[t]), int(max(times[s], times[t]))))
            chosen.append(cheapest(self.block(s, t), per_vertex.tolist(), self.tuning.candidates_at_random, rng))
        return chosen

    def _cheapest_anywhere(self, players: Ints, rng: np.random.Generator) -> list[Pairs]:
        """The cheapest allowed pairs of some players over the whole field, ties broken at random."""
        who, found = self.vertices.who, []
        every = np.arange(len(who), dtype=np.int64)
        for some in np.array_split(players, len(players) * len(who) // self.tuning.chunk_pairs + 1):
            a, b = some[:, None], every[None, :]
            allowed = self.vertices.problem.allowed(who[a], who[b])
            cost = np.where(allowed, self._pair(who[a], who[b]) + rng.random(allowed.shape), np.inf)
            depth = min(2 * self.tuning.fewest_candidates, len(every))
            partners = np.argpartition(cost, depth - 1, axis=1)[:, :depth]
            first, second = np.repeat(some, depth), partners.ravel()
            keep = np.take_along_axis(allowed, partners, axis=1).ravel()
            a, b = np.minimum(first, second)[keep], np.maximum(first, second)[keep]
            found.append(Pairs(a, b, self.costs(a, b)))
        return found

    def costs(self, a: Ints, b: Ints) -> Ints:
        """The costs of pairs a, b in this tier."""
        return pair_costs(self.vertices, a, b, self.name)

    def level_costs(self, a: Ints, b: Ints) -> list[Ints]:
        """The costs of pairs in earlier tiers with a gap: the first tier has none."""
        return []


class ListedTier:
    """A tier over a list of `pairs`, the optimal face of the tier before; `chosen` are positions of the incumbent."""

    likely_infeasible = False
    raises_big_m = True

    def __init__(
        self,
        name: TierName,
        vertices: Vertices,
        rows: SideRows,
        remaining: Remaining,
        tuning: Tuning = DEFAULTS,
    ) -> None:
        self.tuning = tuning
        self.name, self.vertices, self.rows = name, vertices, rows
        self.state = replace(remaining.state, price=rows.prices(name))
        self.initial_sets, self.tight_sets = remaining.initial_sets, remaining.tight_sets
        self.levels, self.chosen = remaining.levels, remaining.chosen
        cost = pair_costs(vertices, remaining.a, remaining.b, name)
        self.pairs = PairBlock(remaining.a, remaining.b, cost, levels=[level.cost for level in remaining.levels])

    def blocks_below(self, duals: Duals, limit: float, scale: int = 1) -> Iterator[PairBlock]:
        """All pairs of the tier, as one block."""
        yield self.pairs

    def start(self) -> Pairs:
        """The first candidates: all pairs when they are few, else the incumbent's and the cheapest."""
        every = Pairs(self.pairs.a, self.pairs.b, self.pairs.cost)
        if len(every.a) <= self.tuning.all_pairs_below * len(self.vertices):
            return every
        return every.at(np.union1d(self.chosen, least_per_vertex(*every, self.tuning.later_candidates)))

    def costs(self, a: Ints, b: Ints) -> Ints:
        """The costs of pairs a, b of the list in this tier."""
        return self.pairs.cost[self._places(a, b)]

    def level_costs(self, a: Ints, b: Ints) -> list[Ints]:
        """The costs of pairs a, b of the list in each earlier tier with a gap."""
        if not self.levels:
            return []
        at = self._places(a, b)
        return [level.cost[at] for level in self.levels]

    def _places(self, a: Ints, b: Ints) -> Ints:
        """The positions of pairs in the tier's list, which is sorted by a, then b."""
        size = len(self.vertices) + 1
        return np.searchsorted(self.pairs.a * size + self.pairs.b, a * size + b)


Tier = BlockTier | ListedTier


def pairs_below(tier: Tier, duals: Duals, limit: float, scale: int = 1) -> tuple[Pairs, Numbers]:
    """All pairs of a tier of reduced cost (× scale) below the limit, and those reduced costs."""
    found, values = [NO_PAIRS], [np.zeros(0, dtype=duals.y.dtype)]
    for block in tier.blocks_below(duals, limit, scale):
        reduced = duals.reduced_costs(block, scale)
        mask = reduced < limit
        if block.allowed is not None:
            mask &= block.allowed
        if mask.any():
            found.append(block.select(mask))
            values.append(reduced[mask])
    return Pairs.joined(found), np.concatenate(values)
