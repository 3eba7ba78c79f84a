"""Rounds by several profiles side by side: what each counts, and which boards differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..io.folder import State
from ..model.boards import make_round
from ..model.errors import InputError
from ..model.games import Round
from ..model.plain_counts import Counts, plain_counts
from ..model.profile import CRITERION_NAMES, Profile, Weight
from ..model.round_problem import RoundProblem
from ..solver.engine import Options, solve
from .redrawn import Redrawn, redrawn


@dataclass(frozen=True, slots=True)
class Column:
    """One profile's answer to one round or several: counts, cost by that profile, boards that differ from those played.

    `values` are the criteria unweighted, as the draw counts them (so without clubmates at the bar, where these are
    exempt). `proven`: every round.
    """

    label: str
    counts: Counts
    values: Mapping[str, int]
    cost: int
    differing: int
    proven: bool


def rounds_of(state: State, number: int = 0, replay: bool = False, folder: Path | None = None) -> list[Redrawn]:
    """The rounds of a tournament to be drawn again: one (0: the last), or all so far. Raises InputError."""
    if not replay:
        return [redrawn(state, number, folder)]
    return [redrawn(state, k, folder) for k in range(1, len(state.tournament.rounds) + 1)]


def as_it_stands(rounds: Sequence[Redrawn]) -> Column | None:
    """The rounds with the boards they have; None where one has not been drawn."""
    total, cost, values = Counts(), 0, dict.fromkeys(CRITERION_NAMES, 0)
    for one in rounds:
        if one.drawn is None:
            return None
        total += _counts(one, one.drawn)
        problem = one.problem()
        index = {pid: i for i, pid in enumerate(problem.field.ids)}
        pairs = [(index[g.white], index[g.black]) for g in one.drawn]
        byes = [index[p] for p in one.drawn.byes]
        cost += sum(problem.costs_by_criterion(pairs, byes).values())
        values = _added(values, problem, pairs, byes)
    return Column("as it stands", total, values, cost, 0, True)


def by_profile(rounds: Sequence[Redrawn], label: str, profile: Profile, options: Options | None = None) -> Column:
    """The rounds drawn by one profile. Raises as `solve` does."""
    total, cost, differing, proven = Counts(), 0, 0, True
    values = dict.fromkeys(CRITERION_NAMES, 0)
    for one in rounds:
        problem = one.problem(profile)
        answer = solve(problem, options)
        drawn = make_round(one.entered, problem, answer.pairs, answer.byes)
        total += _counts(one, drawn)
        cost += answer.cost
        proven &= answer.optimal
        values = _added(values, problem, answer.pairs, answer.byes)
        if one.drawn is not None:
            differing += len({frozenset(g.players) for g in drawn} - {frozenset(g.players) for g in one.drawn})
    return Column(label, total, values, cost, differing, proven)


def _counts(one: Redrawn, drawn: Round) -> Counts:
    pairs = [(g.white, g.black, g.handicap) for g in drawn]
    return plain_counts(one.entered, one.number, pairs, drawn.byes)


def _added(
    values: Mapping[str, int], problem: RoundProblem, pairs: Sequence[tuple[int, int]], byes: Sequence[int]
) -> dict[str, int]:
    """The values of all criteria with those of one more round."""
    alone = replace(problem, profile=Profile("", "", tuple(Weight(name, 1) for name in CRITERION_NAMES)), counts=())
    more = alone.costs_by_criterion(pairs, byes)
    return {name: value + more[name] for name, value in values.items()}


def by_pairs(rounds: Sequence[Redrawn], label: str, pairs: Mapping[int, Sequence[tuple[str, str]]]) -> Column:
    """The rounds with anybody's pairs (ids, by round); who is in none of a round's pairs has the bye.

    The cost is by each round's own profile; nothing is judged. Raises InputError where a pair cannot be in its round.
    """
    total, cost, differing, values = Counts(), 0, 0, dict.fromkeys(CRITERION_NAMES, 0)
    for one in rounds:
        problem = one.problem()
        index = {pid: i for i, pid in enumerate(problem.field.ids)}
        own = pairs.get(one.number, ())
        if not own:
            raise InputError(f"{label} has no pairs of round {one.number}; with --replay a column round is needed")
        busy = [player for pair in own for player in pair]
        odd = [p for p in dict.fromkeys(busy) if p not in index or busy.count(p) > 1]
        left = [p for p in index if p not in set(busy)]
        if odd:
            why = "has two games, or one with himself" if odd[0] in index else "is not entered"
            raise InputError(f"round {one.number} of {label}: player {odd[0]} {why}")
        if len(left) > max(1, len(one.drawn.byes) if one.drawn else 1):
            raise InputError(f"round {one.number} of {label}: {len(left)} players have no game, the first is {left[0]}")
        found = [(index[a], index[b]) for a, b in own]
        byes = [index[p] for p in left]
        drawn = make_round(one.entered, problem, found, byes)
        total += _counts(one, drawn)
        cost += sum(problem.costs_by_criterion(found, byes).values())
        values = _added(values, problem, found, byes)
        if one.drawn is not None:
            differing += len({frozenset(pair) for pair in own} - {frozenset(g.players) for g in one.drawn})
    return Column(label, total, values, cost, differing, False)
