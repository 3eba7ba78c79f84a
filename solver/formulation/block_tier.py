"""The first tier: costs over all allowed pairs, in blocks of score group × score group."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..parameters import DEFAULTS, Parameters
from .arrays import Ints, Mask
from .candidates import cheapest, merge
from .costs import TierName, checked, cost_functions, pair_costs
from .duals import Duals, Part
from .remaining import Level
from .rows import Rows, RowState
from .vertices import Vertices, odd_camps, odd_columns, odd_runs


class BlockTier:
    """A tier over all allowed pairs, evaluated in blocks of score group × score group, only those that matter.

    It is the first tier of a profile, or `breaches`; `known` is a pairing that shall be among the candidates.
    `doubtful` is set by `start`: many players have hardly anybody to play near their scores.
    """

    levels: tuple[Level, ...] = ()

    def __init__(
        self,
        name: TierName,
        vertices: Vertices,
        rows: Rows,
        state: RowState,
        known: tuple[Ints, Ints] | None = None,
        parameters: Parameters = DEFAULTS,
    ) -> None:
        self.name, self.vertices, self.rows, self.state = name, vertices, rows, state
        self.known, self.parameters = known, parameters
        self.doubtful = False
        self._pair, self._bye = cost_functions(vertices.problem, name)
        self._cache: dict[tuple[int, int], Part] = {}
        self._cached = 0
        self.equalities: list[Mask] = []
        self.seeds = odd_runs(vertices) + odd_camps(vertices) + odd_columns(vertices)

    @property
    def patient(self) -> bool:
        """Whether staying alone is made ever dearer before the tier is called infeasible.

        Without a known pairing it is not: the least number of breaches tells the truth more cheaply.
        """
        return self.known is not None or self.name == "breaches"

    def block(self, g: int, h: int) -> Part:
        """All pairs between two groups (g ≤ h), each once."""
        if (g, h) in self._cache:
            return self._cache[g, h]
        who, problem = self.vertices.who, self.vertices.problem
        a, b = self.vertices.groups[g][:, None], self.vertices.groups[h][None, :]
        real = problem.allowed(who[a], who[b])
        if g == h:
            real &= a < b
        part = Part(a, b, checked(self._pair(who[a], who[b])), real, (g, h))
        if self._cached < self.parameters.cached_pairs:
            self._cached += part.cost.size
            self._cache[g, h] = part
        return part

    def byes(self) -> Part | None:
        """The byes as pairs with the bye vertex, in an odd field."""
        if not self.vertices.odd:
            return None
        who = self.vertices.who
        a = np.arange(len(who), dtype=np.int64)
        real = self.vertices.problem.bye_allowed()[who]
        return Part(a, np.full(len(who), len(who), dtype=np.int64), self._bye[who], real)

    def parts(self, duals: Duals, limit: float, scale: int = 1) -> Iterator[Part]:
        """Parts that hold every pair of scaled reduced cost below the limit; exact when duals and limit are whole."""
        groups, score = self.vertices.groups, self.vertices.group_score
        top = np.array([duals.y[g].max() for g in groups])
        most = duals.most()
        for g in range(len(groups)):
            bound = scale * self._least(score[g] - score[g:]) - top[g] - top[g:] - most[g, g:]
            for h in np.flatnonzero(bound < limit):
                yield self._narrowed(g, g + int(h), duals.y, float(bound[h]) - float(limit))
        bye = self.byes()
        if bye is not None:
            yield bye

    def _least(self, gap: Ints) -> Ints:
        """The least that a pair of such differences of score can cost."""
        return self.vertices.problem.gap_bound(gap, self.name) if isinstance(self.name, int) else np.zeros_like(gap)

    def _narrowed(self, g: int, h: int, y: Ints, room: float) -> Part:
        """A block without the rows and columns whose players' duals are too far below their groups' greatest."""
        part = self.block(g, h)
        own, other = y[self.vertices.groups[g]], y[self.vertices.groups[h]]
        slack = -room * (1 + 1e-9) + 1
        rows = np.flatnonzero(own >= own.max() - slack)
        columns = np.flatnonzero(other >= other.max() - slack)
        if len(rows) * len(columns) * 2 > part.cost.size or part.real is None:
            return part
        at = np.ix_(rows, columns)
        a, b = self.vertices.groups[g][rows], self.vertices.groups[h][columns]
        return Part(a[:, None], b[None, :], part.cost[at], part.real[at], part.block)

    def start(self) -> tuple[Ints, Ints, Ints]:
        """First candidates: the cheapest pairs of every vertex in the own and next two groups, and some at random."""
        rng = np.random.default_rng(20090423)
        chosen = self._near(rng)
        met = np.bincount(np.concatenate([c for found in chosen for c in found[:2]]), minlength=len(self.vertices.who))
        few = met < self.parameters.fewest_candidates
        lonely = self.name == "breaches" or few
        self.doubtful = 10 * int(np.sum(few)) > len(met) > self.parameters.small_field
        chosen += self._from_all(np.flatnonzero(np.broadcast_to(lonely, met.shape)), rng)
        bye = self.byes()
        if bye is not None and bye.real is not None:
            chosen.append(bye.select(bye.real))
        if self.known is not None:
            chosen.append(self._of_known(*self.known))
        a, b, cost = merge(chosen)
        _, first = np.unique(a * len(self.vertices) + b, return_index=True)
        return a[first], b[first], cost[first]

    def _near(self, rng: np.random.Generator) -> list[tuple[Ints, Ints, Ints]]:
        """The cheapest pairs of neighbouring groups; in a small field of all."""
        depth, count = self.parameters.candidates, len(self.vertices.groups)
        small = len(self.vertices) <= self.parameters.small_field
        chosen = []
        for g in range(count):
            for h in range(g, count if small else min(g + 3, count)):
                most = depth[h - g] if h - g < 3 else 1
                chosen.append(cheapest(self.block(g, h), most, self.parameters.candidates_at_random, rng))
        return chosen

    def _from_all(self, players: Ints, rng: np.random.Generator) -> list[tuple[Ints, Ints, Ints]]:
        """The cheapest legal pairs of some players over the whole field, equals at random."""
        who, found = self.vertices.who, []
        every = np.arange(len(who), dtype=np.int64)
        for some in np.array_split(players, len(players) * len(who) // self.parameters.chunk_pairs + 1):
            a, b = some[:, None], every[None, :]
            real = self.vertices.problem.allowed(who[a], who[b])
            cost = np.where(real, self._pair(who[a], who[b]) + rng.random(real.shape), np.inf)
            depth = min(2 * self.parameters.fewest_candidates, len(every))
            near = np.argpartition(cost, depth - 1, axis=1)[:, :depth]
            one, other = np.repeat(some, depth), near.ravel()
            legal = np.take_along_axis(real, near, axis=1).ravel()
            one, other = np.minimum(one, other)[legal], np.maximum(one, other)[legal]
            found.append((one, other, self.costs(one, other)))
        return found

    def costs(self, a: Ints, b: Ints) -> Ints:
        """The costs of listed pairs."""
        return pair_costs(self.vertices, a, b, self.name)

    def level_costs(self, a: Ints, b: Ints) -> list[Ints]:
        """What listed pairs cost in the levels before: there are none."""
        return []

    def _of_known(self, a: Ints, b: Ints) -> tuple[Ints, Ints, Ints]:
        """The pairs of a pairing that is known, byes left out (they are all candidates)."""
        real = b < len(self.vertices.who)
        return a[real], b[real], self.costs(a[real], b[real])
