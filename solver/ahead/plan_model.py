"""The rounds to come as a CP-SAT model: a Boolean for each pair and each bye of each round, and their constraints.

Some reasons why they cannot all be paired are found without a search, for which CP-SAT alone may take minutes. Every
round takes at least one pair out of each odd set of players (with an odd number of entrants, the bye is one of them).
So k rounds need k pairs that leave the set: if fewer are left, they are impossible, and where few are left, the same
rows, one for each round, tell CP-SAT what its relaxation cannot see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...model.pairing.field import Flags
from ...model.pairing.round_problem import IndexPair
from ...model.plan.ahead import Ahead, RoundAhead
from ..lp.cuts import odd_sides

MOST_CUT = 64  # vertices of a graph whose odd cuts are looked for


@dataclass(frozen=True, slots=True)
class OddSet:
    """An odd set of players that few pairs leave; with `bye`, the bye is one of it. `rounds` are those it is odd in."""

    players: frozenset[int]
    bye: bool
    rounds: frozenset[int]
    leaving: int

    @property
    def most(self) -> int:
        """How many pairs may leave it in one of its rounds: an odd number in each, and at least one in the others."""
        return 1 + (self.leaving - len(self.rounds)) // 2 * 2

    def leaves(self, a: int, b: int, bye: int) -> bool:
        """Whether a pair, or a player and the bye, has one of the two inside."""
        return (a in self.players) != (self.bye if b == bye else b in self.players)


def impossible(ahead: Ahead) -> bool:
    """Whether some round has two forced games of a player, or an odd number of players who meet nobody else."""
    if any(one.clash for one in ahead.rounds):
        return True
    graphs: dict[tuple[object, ...], bool] = {}
    for one in ahead.rounds:
        key = one.entrants, one.forced, one.barred
        if key not in graphs:
            graphs[key] = _odd_component(graph(ahead, one))
    return any(graphs.values())


def narrow_sets(ahead: Ahead) -> list[OddSet]:
    """Odd sets that at most twice as many pairs leave as there are rounds in which they are odd."""
    found, groups = [], dict[tuple[object, ...], list[RoundAhead]]()
    for one in ahead.rounds:
        groups.setdefault((one.entrants, one.forced, one.barred), []).append(one)
    for rounds in groups.values():
        if len(rounds[0].free) < MOST_CUT:
            found += _narrow(ahead, rounds)
    return found


def _narrow(ahead: Ahead, rounds: Sequence[RoundAhead]) -> list[OddSet]:
    """The narrow odd sets of rounds with the same graph: the odd cuts of its Gomory-Hu tree (Padberg and Rao 1982)."""
    free, may = rounds[0].free, graph(ahead, rounds[0])
    if not may.any():
        return []
    numbers, found = frozenset(one.number for one in rounds), []
    for side, leaving in odd_sides(may, 2 * len(rounds)):
        inside = np.flatnonzero(side).tolist()
        if 1 < len(inside) < len(may) - 1:
            players = frozenset(free[v] for v in inside if v < len(free))
            found.append(OddSet(players, len(free) in inside, numbers, leaving))
    return found


def graph(ahead: Ahead, one: RoundAhead) -> Flags:
    """Who may meet whom in a round; with an odd number of free entrants the last vertex is the bye."""
    may, free = ahead.allowed(one), one.free
    if len(free) % 2 == 0:
        return may
    fresh = np.array([player not in ahead.byes for player in free], dtype=bool)
    return np.block([[may, fresh[:, None]], [fresh[None, :], np.zeros((1, 1), dtype=bool)]])


def _odd_component(may: Flags) -> bool:
    """Whether some connected component of the graph has an odd number of vertices."""
    left = np.ones(len(may), dtype=bool)
    while left.any():
        reached = np.zeros(len(may), dtype=bool)
        reached[int(np.argmax(left))] = True
        while True:
            wider = reached | may[reached].any(axis=0)
            if (wider == reached).all():
                break
            reached = wider
        if reached.sum() % 2:
            return True
        left &= ~reached
    return False


BYE = -1
MOST_BOOLEANS = 100_000  # pairs of all rounds to come, above which CP-SAT is not asked: it would take minutes


@dataclass(slots=True, eq=False)
class RoundVariables:
    """One round to come: the Booleans of its pairs, and those of byes as pairs of a player and `BYE`."""

    ahead: RoundAhead
    played: dict[IndexPair, Any]


@dataclass(slots=True, eq=False)
class PlanModel:
    """A CP-SAT model with the rounds to come in it."""

    model: Any
    rounds: list[RoundVariables]


def add_rounds(
    model: Any, ahead: Ahead, taken: Mapping[IndexPair, Any] | None = None, again: bool = False
) -> PlanModel:
    """The rounds to come in a model, after one with the Booleans `taken`; `again`: repeats are let (see `breaches`)."""
    found = PlanModel(model, [_round(model, ahead, one, again) for one in ahead.rounds])
    if any(one.clash for one in ahead.rounds):
        model.add_bool_or([])  # no round keeps two forced games of one player
    _one_game_each(found, ahead.more_byes)
    _counts(found)
    if not again:
        _once(found, taken or {}, ahead.byes_again)
        if not ahead.byes_again:
            _ordered(found)
    return found


def booleans(ahead: Ahead) -> int:
    """About how many pairs there are in all rounds to come."""
    return sum(len(one.free) * (len(one.free) - 1) // 2 for one in ahead.rounds)


def _round(model: Any, ahead: Ahead, one: RoundAhead, again: bool) -> RoundVariables:
    free = one.free
    pairs = ahead.may_meet(one, again)
    if len(free) % 2 or ahead.more_byes:
        pairs = [*pairs, *((player, BYE) for player in free if again or ahead.byes_again or player not in ahead.byes)]
    return RoundVariables(one, {pair: model.new_bool_var("") for pair in pairs})


def had(ahead: Ahead, pair: IndexPair) -> bool:
    """Whether a pair has met, or a player has had the bye."""
    a, b = pair
    return a in ahead.byes if b == BYE else b in ahead.met[a]


def breaches(found: PlanModel, ahead: Ahead) -> Any:
    """How often a pair meets again or a player has a second bye, in a model that lets them."""
    uses: dict[IndexPair, list[Any]] = {}
    for variables in found.rounds:
        for pair, literal in variables.played.items():
            uses.setdefault(pair, []).append(literal)
    total: list[Any] = []
    for pair, literals in uses.items():
        if had(ahead, pair):
            total += literals
        elif len(literals) > 1:
            excess = found.model.new_int_var(0, len(literals) - 1, "")
            found.model.add(sum(literals) <= 1 + excess)
            total.append(excess)
    return sum(total)


def _one_game_each(found: PlanModel, more_byes: bool) -> None:
    """Every free entrant has one game or the bye; with an odd number, exactly one has the bye, unless more may."""
    for variables in found.rounds:
        of: dict[int, list[Any]] = {player: [] for player in variables.ahead.free}
        for (a, b), literal in variables.played.items():
            of[a].append(literal)
            of.setdefault(b, []).append(literal)
        if more_byes:
            of.pop(BYE, None)
        for literals in of.values():
            found.model.add_exactly_one(literals)


def _once(found: PlanModel, taken: Mapping[IndexPair, Any], byes_again: bool) -> None:
    """No pair twice, and no second bye unless `byes_again`; a pair forced in an earlier round is not paired again."""
    uses: dict[IndexPair, list[Any]] = {pair: [literal] for pair, literal in taken.items()}
    settled = set[IndexPair]()
    for variables in found.rounds:
        for pair, literal in variables.played.items():
            if pair in settled:
                found.model.add(literal == 0)
            uses.setdefault(pair, []).append(literal)
        settled |= set(variables.ahead.forced)
    for (_, other), literals in uses.items():
        if len(literals) > 1 and not (byes_again and other == BYE):
            found.model.add_at_most_one(literals)


def _counts(found: PlanModel) -> None:
    for variables in found.rounds:
        pairs = [pair for pair in variables.played if pair[1] != BYE]
        for count, entries in variables.ahead.amounts(pairs):
            terms: list[list[Any]] = [[] for _ in count.labels]
            for part, k, amount in entries:
                terms[part].append(amount * variables.played[pairs[k]])
            for own, limit in zip(terms, count.limits.tolist(), strict=True):
                total = sum(own)
                found.model.add(total >= limit if count.rule.at_least else total <= limit)


def alike(a: RoundAhead, b: RoundAhead) -> bool:
    """Whether two rounds have the same entrants and locks, so that a plan may exchange them."""
    rules = [count.rule for count in a.counts] == [count.rule for count in b.counts]
    return (a.entrants, a.forced, a.barred) == (b.entrants, b.forced, b.barred) and rules and not a.forced


def add_odd_sets(
    found: PlanModel, sets: Iterable[OddSet], taken: tuple[int, Mapping[IndexPair, Any]] = (0, {})
) -> None:
    """One pair or more leaves each odd set in its rounds, but no more than the others can spare."""
    for odd_set in sets:
        rounds = {variables.ahead.number: variables.played for variables in found.rounds} | dict([taken])
        for number in sorted(odd_set.rounds & rounds.keys()):
            leaving = [literal for (a, b), literal in rounds[number].items() if odd_set.leaves(a, b, BYE)]
            if odd_set.most == 1:
                found.model.add_exactly_one(leaving)
                continue
            found.model.add_bool_or(leaving)
            found.model.add(sum(leaving) <= odd_set.most)


def _ordered(found: PlanModel) -> None:
    """Rounds that are alike come in the order of the first player's partners: one order instead of all of them."""
    for one, other in zip(found.rounds, found.rounds[1:], strict=False):
        if alike(one.ahead, other.ahead) and one.ahead.free:
            first = one.ahead.free[0]
            found.model.add(_partner(one, first) + 1 <= _partner(other, first))


def _partner(variables: RoundVariables, player: int) -> Any:
    """The position of a player's partner, -1 for the bye, as a linear expression."""
    terms = [(a + b - player) * literal for (a, b), literal in variables.played.items() if player in (a, b)]
    return sum(terms)


def in_order(ahead: Ahead, rounds: Sequence[Sequence[IndexPair]]) -> list[list[IndexPair]]:
    """The pairs and byes of each round, those of rounds that are alike in the order that the model asks for."""
    found = [list(pairs) for pairs in rounds]
    start = 0
    for k in range(1, len(found) + 1):
        if k == len(found) or not alike(ahead.rounds[k - 1], ahead.rounds[k]):
            free = ahead.rounds[start].free
            if free:
                found[start:k] = sorted(found[start:k], key=lambda pairs: _partner_in(pairs, free[0]))
            start = k
    return found


def _partner_in(pairs: Sequence[IndexPair], player: int) -> int:
    return next((a + b - player for a, b in pairs if player in (a, b)), BYE)
