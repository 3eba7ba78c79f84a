"""The rounds to come as a CP-SAT model: a Boolean for each pair and each bye of each round, and their constraints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...model.pairing.round_problem import IndexPair
from ...model.plan.ahead import Ahead, RoundAhead
from .obstacles import OddSet

BYE = -1
MOST_BOOLEANS = 100_000  # pairs of all rounds to come, above which CP-SAT is not asked: it would take minutes


@dataclass(slots=True, eq=False)
class RoundVariables:
    """One round to come: the Booleans of its pairs, and those of byes as pairs of a player and `BYE`."""

    ahead: RoundAhead
    played: dict[IndexPair, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class PlanModel:
    """A CP-SAT model with the rounds to come in it."""

    model: Any
    rounds: list[RoundVariables] = field(default_factory=list)


def add_rounds(
    model: Any, ahead: Ahead, taken: Mapping[IndexPair, Any] | None = None, again: bool = False
) -> PlanModel:
    """The rounds to come added to a model.

    `taken` are the Booleans of a round before them in the same model, by pair or bye. With `again`, players who have
    met may meet again and a second bye may be given (see `breaches`).
    """
    found = PlanModel(model)
    for one in ahead.rounds:
        found.rounds.append(_round(model, ahead, one, again))
        if one.clash:
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
    """A round's Booleans."""
    free = one.free
    pairs, variables = ahead.may_meet(one, again), RoundVariables(one)
    if len(free) % 2 or ahead.more_byes:
        pairs = [*pairs, *((player, BYE) for player in free if again or ahead.byes_again or player not in ahead.byes)]
    for pair in pairs:
        variables.played[pair] = model.new_bool_var("")
    return variables


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
    """The hard rules over sets of pairs, in each part of the field."""
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
    """At least one pair leaves each odd set in each round that it is odd in, and no more than the others can spare.

    `taken` is a round before, by number.
    """
    for odd_set in sets:
        rounds = {variables.ahead.number: variables.played for variables in found.rounds} | (
            dict([taken]) if taken else {}
        )
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
