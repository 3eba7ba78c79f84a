"""A round's model with constraints of one's own: its variables by the players' ids, and the model solved.

Constraints are added to the `cp` of a `RoundModel`, which stays as it is. The bound holds under them alone, so it is
never a proof of the round.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..model.errors import InputError
from ..model.pairing.round_problem import IndexPair
from ..model.reasons.board_reasons import RULE_WORDS
from ..model.tournament.rules import Rule, rules_in
from .by_cp_sat import known_pairing
from .clock import Clock
from .cpsat.model import RoundModel, TimeUp, cost_in, round_model, tier_names
from .cpsat.run import How, run_twice
from .cpsat.solving import ModelAnswer, ModelSearch, row_sum
from .engine import Options


@dataclass(frozen=True, slots=True, eq=False)
class Plays(Mapping[tuple[str, str], Any]):
    """The variables of pairs by two ids, in either order. A pair that may not meet raises KeyError with the rule."""

    model: RoundModel

    def __getitem__(self, pair: tuple[str, str]) -> Any:
        model, size = self.model, len(self.model.problem)
        a, b = sorted(_entrant(model, player) for player in pair)
        at = a * size - a * (a + 1) // 2 + b - a - 1  # the position among all pairs
        found = int(np.searchsorted(model.pair_at, at))
        if a != b and found < len(model.pair_at) and model.pair_at[found] == at:
            return model.pairs[found]
        raise KeyError(_why_not(model, a, b, at))

    def __iter__(self) -> Iterator[tuple[str, str]]:
        ids = self.model.problem.field.ids
        at = self.model.pair_at
        return ((ids[a], ids[b]) for a, b in zip(self.model.i[at].tolist(), self.model.j[at].tolist(), strict=True))

    def __len__(self) -> int:
        return len(self.model.pairs)


@dataclass(frozen=True, slots=True, eq=False)
class Byes(Mapping[str, Any]):
    """The variables of byes by id. A player who may not have the bye raises KeyError with the rule."""

    model: RoundModel

    def __getitem__(self, player: str) -> Any:
        model, a = self.model, _entrant(self.model, player)
        found = int(np.searchsorted(model.bye_at, a))
        if found < len(model.bye_at) and model.bye_at[found] == a:
            return model.byes[found]
        if model.settled()[a]:
            raise KeyError(f"{player} is in a forced pair")
        if model.bye_broken[a] & Rule.SECOND_BYE.bit:
            raise KeyError(f"{player} {RULE_WORDS[Rule.SECOND_BYE]} (rule {Rule.SECOND_BYE.value})")
        raise KeyError("the number of players is even, so nobody has a bye")

    def __iter__(self) -> Iterator[str]:
        return (self.model.problem.field.ids[a] for a in self.model.bye_at.tolist())

    def __len__(self) -> int:
        return len(self.model.byes)


def _entrant(model: RoundModel, player: str) -> int:
    """The index of an entrant. Raises KeyError."""
    if player not in model.problem.field.ids:
        raise KeyError(f"no player {player!r} is entered for round {model.problem.round}")
    return model.problem.field.ids.index(player)


def _why_not(model: RoundModel, a: int, b: int, at: int) -> str:
    """Why two entrants, or one and the same, have no variable."""
    ids, settled = model.problem.field.ids, model.settled()
    if a == b:
        return f"{ids[a]} cannot play against themselves"
    by_hand = [ids[k] for k in (a, b) if settled[k]]
    if by_hand:
        return f"{by_hand[0]} is in a forced pair or has a bye by hand"
    broken = [rule for rule in rules_in(int(model.broken[at])) if rule not in model.problem.relaxed]
    words = " and ".join(f"{RULE_WORDS[rule]} (rule {rule.value})" for rule in broken)
    return f"{ids[a]} and {ids[b]} {words or 'are further apart than a repair allows'}"


OPTIMAL = "optimal under your constraints"
FEASIBLE = "feasible"
INFEASIBLE = "infeasible: your constraints leave no round"
NO_ROUND = "infeasible: no round keeps the hard rules, whatever your constraints"
NOT_FOUND = "no round was found in the time allowed"


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """The cheapest round found under somebody's own constraints: boards (None: none found) as indices of entrants.

    `cost` and `bound` are sums over the tiers of the profile, as those of `Pairing`; no round that keeps the
    constraints costs less than the bound.
    """

    pairs: tuple[IndexPair, ...] | None
    byes: tuple[int, ...]
    cost: int | None
    bound: int
    status: str


def solve_own(model: RoundModel, clock: Clock) -> OwnAnswer:
    """The cheapest round that keeps the constraints of a model; an objective that somebody has given it is ignored.

    Raises ImportError; InputError if a weight is too great for CP-SAT, or the model is wrong.
    """
    known = known_pairing(model.problem, Options(clock=clock, lottery=False))  # its figures exclude no round
    search = _OwnSearch(model.problem, clock, known.certificate if known is not None else None, None, own=model)
    names = tier_names(model.problem)
    try:
        with suppress(TimeUp):
            search.solve(names)
    except ArithmeticError:
        fault = model.cp.validate() or "its numbers are too great"
        raise InputError(f"CP-SAT refuses the model: {' '.join(fault.split())}") from None
    return _own_answer(search, search.answer(names), model, clock)


@dataclass(slots=True, eq=False)
class _OwnSearch(ModelSearch):
    """A search in which every group of tiers has a copy of somebody's model; `closed` are pairs and byes left out."""

    own: RoundModel | None = None
    closed: set[int] = field(default_factory=set)

    def open_model(self) -> RoundModel:
        """A copy of the model with what earlier tiers have settled: a row for each, and what they leave open."""
        assert self.own is not None
        model = copy.copy(self.own)
        model.cp = self.own.cp.clone()
        for name in self.rows:
            model.cp.add(row_sum(model, cost_in(model, name)) == self.values[name])
        if self.left is not None and self.certificate is not None:
            where, literals = self.left.where, [*model.pairs, *model.byes]
            kept = np.concatenate([np.isin(model.pair_at, where.pairs), np.isin(model.bye_at, where.byes)])
            self.closed.update(np.flatnonzero(~kept).tolist())
            model.cp.add_bool_and([~literals[k] for k in sorted(self.closed)])
            self.left.add_rows(model, self.certificate)
        return model


def _own_answer(search: ModelSearch, found: ModelAnswer, model: RoundModel, clock: Clock) -> OwnAnswer:
    """The caller's view of an answer."""
    problem = model.problem
    if found.pairs is None:
        status = _why_none(search, model, clock) if found.infeasible else NOT_FOUND
        return OwnAnswer(None, (), None, _bound(found, problem.tiers), status)
    optimal = all(found.optimal(name) for name in tier_names(problem) if name != "tie")
    cost = sum(problem.costs_by_criterion(found.pairs, found.byes).values())
    status = OPTIMAL if optimal else FEASIBLE
    return OwnAnswer(found.pairs, found.byes, cost, _bound(found, problem.tiers), status)


def _bound(found: ModelAnswer, tiers: tuple[int, ...]) -> int:
    """The sum of the tiers' bounds, up to the first one that is not proven: those after it have none."""
    total = 0
    for tier in tiers:
        total += found.bounds.get(tier, 0)
        if not found.optimal(tier):
            break
    return total


def _why_none(search: ModelSearch, model: RoundModel, clock: Clock) -> str:
    """Why no round keeps the constraints: those of one's own, if there is a round without them; else the hard rules.

    The matching engine's certificate shows such a round; without one, CP-SAT is asked.
    """
    if search.certificate is not None:
        return INFEASIBLE
    found = run_twice(round_model(model.problem).cp, clock, How(stop_at_first=True))
    return INFEASIBLE if found.feasible else NO_ROUND if found.infeasible else NOT_FOUND
