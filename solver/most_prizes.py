"""The prizes given so that most of them are: an exact assignment by CP-SAT, one prize a person, and fair.

Fair: whoever gets a prize leaves nobody behind who is placed better in its list and has none of at least its value; and
no prize is left while somebody on its list has none, or a smaller one. Among all fair ways, in this order:

1. as many prizes as possible are given;
2. they are worth as much as possible together;
3. prize by prize, the most valuable first (of equal ones the first of the table), to the best placed tier.

The last makes the answer unique as to tiers. Where the most valuable first gives every prize, that is the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..model.errors import NoAnswerError
from ..model.prizes.awards import Levels, PrizeClaim, highest_first, in_order_of_value
from .clock import Clock
from .cpsat.run import How, new_model, run

EFFORT, SECONDS = 60.0, 120.0  # for one goal: units of CP-SAT's deterministic time, and seconds


def most_prizes(claims: Sequence[PrizeClaim]) -> list[int | None]:
    """The tier that takes each prize; None for a prize that nobody takes. Raises NoAnswerError."""
    first = highest_first(claims)
    if all(level is not None or not claim.tiers for level, claim in zip(first, claims, strict=True)):
        return first
    return _Assignment(claims, first).best()


class _Assignment:
    """The model: `given` by claim and tier, `got` by claim and player, `safe` by player and value.

    A player is safe at a value with a prize of at least that value, if everybody who shares the prize is safe at it,
    too. What they share then gives each of them at least the value.
    """

    def __init__(self, claims: Sequence[PrizeClaim], first: Levels) -> None:
        self.claims, self.model = claims, new_model()
        self.given: list[list[Any]] = []
        self.got: list[dict[str, Any]] = []
        self.safe: dict[tuple[str, int], Any] = {}
        self._one_each()
        self._fair()
        self._all_share()
        for k, level in enumerate(first):
            for t, variable in enumerate(self.given[k]):
                self.model.add_hint(variable, t == level)

    def _safe(self, player: str, value: int) -> Any:
        """The variable for a player and a value, a new one at the first time."""
        if (player, value) not in self.safe:
            self.safe[player, value] = self.model.new_bool_var("")
        return self.safe[player, value]

    def _tiers(self, k: int) -> list[tuple[str, ...]]:
        """The tiers that may take a prize: all who are placed better have prizes, so there are not many of them."""
        tiers, before = [], 0
        for tier in self.claims[k].tiers:
            if before > len(self.claims):
                break
            tiers.append(tier)
            before += len(tier)
        return tiers

    def _one_each(self) -> None:
        """A prize goes to one player of one tier, and a player gets one at most."""
        of_player: dict[str, list[Any]] = {}
        for k in range(len(self.claims)):
            tiers = self._tiers(k)
            self.given.append([self.model.new_bool_var("") for _ in tiers])
            self.got.append({player: self.model.new_bool_var("") for tier in tiers for player in tier})
            for variable, tier in zip(self.given[k], tiers, strict=True):
                self.model.add(sum(self.got[k][player] for player in tier) == variable)
            self.model.add_at_most_one(self.given[k])
            for player, variable in self.got[k].items():
                of_player.setdefault(player, []).append(variable)
        for variables in of_player.values():
            self.model.add_at_most_one(variables)

    def _fair(self) -> None:
        """All tiers above the one that takes a prize are safe at its value; where nobody takes it, all are."""
        for k in range(len(self.claims)):
            passed: Any = None  # the prize goes to no tier up to here
            for variable, tier in zip(self.given[k], self._tiers(k), strict=True):
                further = self.model.new_bool_var("")
                self.model.add(further + variable == (1 if passed is None else passed))
                for player in tier:
                    self.model.add_implication(further, self._safe(player, self.claims[k].prize.value))
                passed = further

    def _all_share(self) -> None:
        """A safe player has a prize of at least the value, and everybody tied for that prize is safe."""
        with_prize: dict[str, list[tuple[int, int]]] = {}
        for k in range(len(self.claims)):
            for t, tier in enumerate(self._tiers(k)):
                for player in tier:
                    with_prize.setdefault(player, []).append((k, t))
        todo = list(self.safe)
        while todo:
            player, value = todo.pop()
            safe = self._safe(player, value)
            large = [(k, t) for k, t in with_prize[player] if self.claims[k].prize.value >= value]
            self.model.add(sum(self.got[k][player] for k, _ in large) >= safe)
            for k, t in large:
                for other in self.claims[k].tiers[t]:
                    if (other, value) not in self.safe:
                        todo.append((other, value))
                    if other != player:
                        self.model.add_bool_or(~safe, ~self.got[k][player], self._safe(other, value))

    def best(self) -> list[int | None]:
        """The tiers of the best assignment, goal by goal."""
        every = [(k, variable) for k, row in enumerate(self.given) for variable in row]
        self._fix(sum(variable for _, variable in every), greatest=True)
        self._fix(sum(self.claims[k].prize.value * variable for k, variable in every), greatest=True)
        levels = self.levels
        for k in in_order_of_value(self.claims):
            row = self.given[k]
            if levels[k] != 0 and row:
                nobody = len(row) * (1 - sum(row))
                self._fix(sum(t * variable for t, variable in enumerate(row)) + nobody, greatest=False)
                levels = self.levels
            for t, variable in enumerate(row):
                self.model.add(variable == (t == levels[k]))
        return levels

    def _fix(self, goal: Any, greatest: bool) -> None:
        """Solve for a goal, and keep it at its best."""
        (self.model.maximize if greatest else self.model.minimize)(goal)
        done = run(self.model, Clock(SECONDS), How(EFFORT))
        if not done.optimal:
            raise NoAnswerError("no assignment of the prizes was proven best in time; give the highest value first")
        solver = done.solver
        self.model.add(goal == round(solver.objective_value))
        self.levels: list[int | None] = [
            next((t for t, variable in enumerate(row) if solver.value(variable)), None) for row in self.given
        ]
        self.model.clear_hints()
        for row in self.given:
            for variable in row:
                self.model.add_hint(variable, solver.value(variable))
