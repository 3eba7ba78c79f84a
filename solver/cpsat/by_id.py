"""The variables of a round by the players' ids, for constraints of one's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...model.reasons.board_reasons import RULE_WORDS
from ...model.tournament.rules import Rule, rules_in
from .model import RoundModel


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
