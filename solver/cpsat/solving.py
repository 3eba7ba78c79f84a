"""The model of a round solved by CP-SAT: tier by tier, the last one together with the lottery.

Callers believe that there is no round only if the matching engine says so, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...model.errors import InputError, Problem
from ...model.pairing.evaluation import values
from ...model.pairing.pairing import Certificate
from ...model.pairing.round_problem import TIE_BITS, IndexPair, RoundProblem
from ..clock import Clock
from ..formulation.costs import TierName
from ..formulation.vertices import EMPTY, Ints
from .figures import Figures, Left, figures_of
from .model import RoundModel, TimeUp, cost_in, round_model
from .run import How, SearchRun, Unit, run_twice

#: CP-SAT calls a model invalid if the greatest values of all terms of its objective add up to about 2^62, and some a
#: little earlier, after its presolve.
GREATEST_OBJECTIVE = 2**60
#: Bits of a lot in one objective with costs, at least: with fewer, equal sums would be common, and the lottery has a
#: search of its own after a row "cost = optimum", which is slow.
FEWEST_LOT_BITS = 16
#: With its linear relaxation of all rows: without it an odd field of 75 players is not proven in a minute. Probing and
#: symmetries cost more than half of the time and find nothing in a matching.
ALONE = How(subsolver="max_lp", probing=False)
#: With rows that leave nearly no gap presolve only costs time.
WITH_FIGURES = How(subsolver="max_lp", probing=False, presolve=False)


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What CP-SAT has found: boards (indices of entrants; None: no round), and value and bound of the tiers it reached.

    `variables` are the games and byes of the model, `rows` the odd sets taken from a certificate. `proven`: every tier
    asked for has its bound; `infeasible`: CP-SAT says that no round keeps the rules.
    """

    pairs: tuple[IndexPair, ...] | None
    byes: tuple[int, ...]
    values: dict[TierName, int]
    bounds: dict[TierName, int]
    variables: int
    rows: int = 0
    proven: bool = False
    infeasible: bool = False

    def optimal(self, tier: TierName) -> bool:
        """Whether the value of a tier is proven."""
        return tier in self.values and self.values[tier] == self.bounds.get(tier)


def solve_model(
    problem: RoundProblem,
    names: Sequence[TierName],
    clock: Clock,
    certificate: Certificate | None = None,
    effort: float | None = None,
) -> ModelAnswer:
    """The least cost in these tiers. Raises ImportError, ArithmeticError; InputError if a weight is too great."""
    search = ModelSearch(problem, clock, certificate, effort)
    with suppress(TimeUp):
        search.solve(names)
    return search.answer(names)


@dataclass(slots=True, eq=False)
class ModelSearch:
    """The state between two tiers: what is settled, and what is left."""

    problem: RoundProblem
    clock: Clock
    certificate: Certificate | None
    effort: float | None
    values: dict[TierName, int] = field(default_factory=dict)
    bounds: dict[TierName, int] = field(default_factory=dict)
    chosen: tuple[Ints, Ints] | None = None  # pairs by their position among all, byes by entrant
    left: Left | None = None
    rows: list[TierName] = field(default_factory=list)  # tiers that need a row "cost = optimum"
    variables: int = 0
    odd_sets: int = 0
    infeasible: bool = False

    def solve(self, names: Sequence[TierName]) -> None:
        """One tier after the other, up to the first that is not proven."""
        todo = list(names)
        while todo and not self.infeasible:
            model = self.open_model()
            tight = self.left.tight if self.left is not None else frozenset()
            figures = figures_of(model, self.certificate, todo[0], tight)
            if figures is not None and _fits(model, figures.shifted(model, cost_in(model, todo[0]))):
                done, settled = 1, self._by_figures(model, todo[0], figures)
                if settled and todo[1:] == ["tie"] and self.rows[-1:] == todo[:1]:
                    self.rows.pop()  # with the lottery in one objective no row has to say what the tier costs
                    proven = dict(self.values), dict(self.bounds), self.chosen
                    done, settled = self._alone(self.open_model(), todo)
                    if not settled:
                        self.values, self.bounds, self.chosen = proven
            else:
                done, settled = self._alone(model, todo)
            todo = todo[done:]
            if not settled:
                return

    def open_model(self) -> RoundModel:
        """The model of what is left open, with a row for each earlier tier that needs one."""
        model = round_model(self.problem, only=self.left.where if self.left is not None else None, clock=self.clock)
        if not self.variables:
            self.variables = len(model.pairs) + len(model.byes)
        for name in self.rows:
            model.cp.add(row_sum(model, cost_in(model, name)) == self.values[name])
        if self.left is not None and self.certificate is not None:
            self.left.add_rows(model, self.certificate)
        return model

    def _by_figures(self, model: RoundModel, name: TierName, figures: Figures) -> bool:
        """Whether a tier alone is settled, with rows and shifted costs; what it leaves open is noted."""
        cost = cost_in(model, name)
        rows = figures.add_rows(model)
        self.odd_sets = rows if not self.values else self.odd_sets
        coefficients = figures.shifted(model, cost)
        done = self._run(model, coefficients, WITH_FIGURES, Unit(name, figures.constant, figures.scale))
        if done.bounded:
            self.bounds[name] = max(0, -(-(done.bound + figures.constant) // figures.scale))
        if not done.feasible:
            return False
        self._take(model, done, [name])
        if not done.optimal:
            return False
        self.bounds[name] = self.values[name]
        left = figures.left_open(model, cost, self.values[name])
        if left is not None:
            before = self.left.no_excess if self.left is not None else frozenset()
            self.left = replace(left, no_excess=left.no_excess | before)
        if left is None or not left.exact:
            self.rows.append(name)
        return True

    def _alone(self, model: RoundModel, todo: Sequence[TierName]) -> tuple[int, bool]:
        """How many tiers were solved without figures, the first of them or the last two, and whether they are settled.

        More tiers in one objective were slower, from 0.3 s to over a minute: the later ones only spoil the bound.
        """
        name = todo[0]
        joined = _with_lots(model, cost_in(model, name)) if list(todo[1:]) == ["tie"] else None
        objective = joined or _Objective(cost_in(model, name))
        if not _fits(model, objective.coefficients):
            raise _too_great(model, name)
        group = todo[:2] if joined else todo[:1]
        if self.chosen is not None:
            _hint(model, *self.chosen)
        done = self._run(model, objective.coefficients, ALONE, Unit(name, scale=objective.factor))
        if done.bounded:
            self.bounds[name] = done.bound // objective.factor
        if not done.feasible:
            return len(group), False
        solution = self._take(model, done, group)
        if not done.optimal:
            return len(group), False
        self.bounds[name] = self.values[name]
        self.rows.append(name)
        if joined and (not joined.dropped or self._no_better_lots(model, joined, solution)):
            self.bounds["tie"] = self.values["tie"]
        return len(group), not joined or "tie" in self.bounds

    def _no_better_lots(self, model: RoundModel, objective: _Objective, solution: Ints) -> bool:
        """Whether the lottery is proven although the last bits of its lots were dropped; a better round is taken.

        A round whose objective is greater by the number of boards has greater lots, whatever was dropped. So each next
        best round is looked for, with at least one other board, until its bound is that great.
        """
        boards = len(self.problem) // 2 + 1
        best, lots = int(objective.coefficients @ solution), cost_in(model, "tie")
        while not self.clock.expired():
            literals = [*model.pairs, *model.byes]
            chosen = np.flatnonzero(solution[: len(literals)])
            model.cp.add_bool_or([~literals[k] for k in chosen.tolist()])
            done = self._run(model, objective.coefficients, ALONE, enough=best + boards)
            if done.infeasible or (done.bounded and done.bound >= best + boards):
                return True
            if not done.optimal:
                return False
            solution = _values(model, done)
            if int(objective.coefficients @ solution) >= best + boards:
                return True
            if self._same_costs(model, solution) and int(lots @ solution) < self.values["tie"]:
                self._take(model, done, ["tie"])
        return False

    def _same_costs(self, model: RoundModel, solution: Ints) -> bool:
        return all(
            int(cost_in(model, name) @ solution) == value for name, value in self.values.items() if name != "tie"
        )

    def _take(self, model: RoundModel, done: SearchRun, group: Sequence[TierName]) -> Ints:
        """Note the boards of a solution and its values in some tiers; the values of all its variables come back."""
        solution = _values(model, done)
        pairs, byes = len(model.pairs), len(model.byes)
        self.chosen = model.pair_at[solution[:pairs] > 0], model.bye_at[solution[pairs : pairs + byes] > 0]
        self.values |= {name: int(cost_in(model, name) @ solution) for name in group}
        return solution

    def _run(
        self, model: RoundModel, coefficients: Ints, how: How, unit: Unit | None = None, enough: float = math.inf
    ) -> SearchRun:
        """A search for the least sum of coefficient × variable, told to the clock in costs of its first tier."""
        minimise(model, coefficients)
        if self.clock.expired():
            raise TimeUp
        done = run_twice(model.cp, self.clock, replace(how, effort=self.effort), unit, enough)
        self.infeasible = done.infeasible and not self.values
        return done

    def answer(self, names: Sequence[TierName]) -> ModelAnswer:
        """What was found until now."""
        i, j = np.triu_indices(len(self.problem), 1)
        pairs = None
        if self.chosen is not None:
            pairs = tuple(zip(i[self.chosen[0]].tolist(), j[self.chosen[0]].tolist(), strict=True))
        byes = tuple(self.chosen[1].tolist()) if self.chosen is not None else ()
        proven = all(name in self.values and self.values[name] == self.bounds.get(name) for name in names)
        return ModelAnswer(
            pairs, byes, self.values, self.bounds, self.variables, self.odd_sets, proven, self.infeasible
        )


def minimise(model: RoundModel, coefficients: Ints) -> None:
    """Give the model an objective, written straight into its proto: a hundred times as fast as an expression."""
    used = np.flatnonzero(coefficients)
    model.cp.clear_objective()
    objective: Any = model.cp.proto.objective
    objective.vars.extend(used.tolist())
    objective.coeffs.extend(coefficients[used].tolist())


def _hint(model: RoundModel, pairs: Ints, byes: Ints) -> None:
    """Hint at a known round."""
    model.cp.clear_hints()
    values = [*np.isin(model.pair_at, pairs).tolist(), *np.isin(model.bye_at, byes).tolist()]
    hint: Any = model.cp.proto.solution_hint
    hint.vars.extend(range(len(values)))
    hint.values.extend(int(value) for value in values)


def _values(model: RoundModel, done: SearchRun) -> Ints:
    """The values of the round's variables in a solution; they come before any of one's own."""
    size = len(model.pairs) + len(model.byes) + len(model.excess)
    return np.fromiter(done.solver.response_proto.solution, dtype=np.int64)[:size]


def row_sum(model: RoundModel, coefficients: Ints) -> Any:
    """Σ coefficient × variable, for a row "cost = optimum"."""
    variables = model.variables
    return sum(int(coefficients[k]) * variables[k] for k in np.flatnonzero(coefficients).tolist())


@dataclass(frozen=True, slots=True, eq=False)
class _Objective:
    """Coefficients of a tier × factor, and of the lots if any, without their last `dropped` bits (CP-SAT's range)."""

    coefficients: Ints
    factor: int = 1
    dropped: int = 0


def _with_lots(model: RoundModel, cost: Ints) -> _Objective | None:
    """A tier and the lottery in one objective, the tier always deciding first; None if too few bits of lots fit."""
    lots = cost_in(model, "tie")
    for dropped in range(TIE_BITS - FEWEST_LOT_BITS + 1):
        factor = _greatest(model, lots >> dropped) + 1
        if _fits(model, cost, factor, lots >> dropped):
            return _Objective(cost * factor + (lots >> dropped), factor, dropped)
    return None


def _greatest(model: RoundModel, cost: Ints) -> int:
    """A bound of what a round costs: half the sum of everybody's dearest game, each dearest bye, all excess."""
    pairs, byes = len(model.pair_at), len(model.bye_at)
    dearest = np.zeros(len(model.problem), dtype=np.int64)
    for ends in (model.i, model.j):
        np.maximum.at(dearest, ends[model.pair_at], cost[:pairs])
    rest = np.zeros(len(model.problem), dtype=np.int64)
    rest[model.bye_at] = cost[pairs : pairs + byes]
    excess = sum(price * worst for price, worst in zip(cost[pairs + byes :].tolist(), model.worst, strict=True))
    return int(dearest.sum()) // 2 + int(rest.sum()) + int(excess)


def _fits(model: RoundModel, cost: Ints, factor: int = 1, more: Ints = EMPTY) -> bool:
    """Whether cost · factor + more is an objective that CP-SAT takes, by the greatest values of all its terms."""
    most = np.concatenate([np.ones(len(cost) - len(model.worst)), model.worst])
    total = float(np.abs(cost) @ most) * factor + (float(np.abs(more) @ most) if len(more) else 0.0)
    return bool(total < GREATEST_OBJECTIVE)


def _too_great(model: RoundModel, tier: TierName) -> InputError:
    """The error that names the weight, or price, which costs most in a tier."""
    problem, i, j = model.problem, model.i[model.pair_at], model.j[model.pair_at]
    if not isinstance(tier, int):
        return InputError(f"the round is too great for CP-SAT: {len(model.pairs):,} pairs")
    shares = {
        one.name: weight * int(values(one.of_pair, problem.field, i, j).sum()) for one, weight in problem.counted(tier)
    }
    shares |= {count.rule.name: count.rule.price or 0 for count, _ in model.excess_of if count.rule.tier == tier}
    blame = max(shares, key=lambda name: shares[name])
    value = problem.weights.get(blame, 0) or next(c.rule.price for c, _ in model.excess_of if c.rule.name == blame)
    expected = "a smaller weight, or another engine"
    return InputError([Problem(f"{blame}: the weight is too great for CP-SAT", value=f"{value:,}", expected=expected)])
