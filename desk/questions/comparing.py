"""Rounds by several profiles side by side: what each counts, and which boards differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...model.judging.round_costs import Counts, plain_counts
from ...model.pairing.boards import make_round
from ...model.pairing.criteria import IN_STEPS
from ...model.pairing.profile import CRITERION_NAMES, Profile
from ...model.pairing.round_problem import IndexPair, RoundProblem
from ...model.pairing.variants import unweighted_values
from ...model.records.state import State
from ...model.tournament.games import Round
from ...solver.engine import Options, solve
from .redrawn import DrawInputs, redrawn

#: Why a round is another than its own weights draw today.
DRAWN_OTHERWISE = (
    "The weights are those of the tournament, but the round differs from what they give today: since it was drawn, "
    "results or players were corrected, or boards were changed by hand or repaired."
)

#: Pairs and byes as indices of a problem.
Found = tuple[tuple[IndexPair, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Column:
    """One profile's answer to one round or several: counts, cost by that profile, boards that differ from those played.

    `values` are the criteria unweighted, as the draw counts them (so without clubmates at the bar, where these are
    exempt); where half points count, differences of score are added up in points, each round rounded up. `proven`:
    every round.
    """

    label: str
    counts: Counts
    values: Mapping[str, int]
    cost: int
    differing: int
    proven: bool


def rounds_of(state: State, number: int = 0, replay: bool = False) -> list[DrawInputs]:
    """The rounds of a tournament to be drawn again: one (0: the last), or all so far. Raises InputError."""
    if not replay:
        return [redrawn(state, number)]
    return [redrawn(state, k) for k in range(1, len(state.tournament.rounds) + 1)]


@dataclass(slots=True)
class Total:
    """A column being added up, round by round."""

    counts: Counts = field(default_factory=Counts)
    values: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CRITERION_NAMES, 0))
    cost: int = 0
    differing: int = 0

    def add(self, one: DrawInputs, problem: RoundProblem, drawn: Round, found: Found) -> None:
        """One more round: its boards, and the same as indices of the problem whose weights give the cost."""
        games = [(g.white, g.black, g.handicap) for g in drawn]
        self.counts += plain_counts(one.entered, one.number, games, drawn.byes)
        self.cost += sum(problem.costs_by_criterion(*found).values())
        for name, value in unweighted_values(problem, CRITERION_NAMES, *found).items():
            self.values[name] += -(-value // problem.field.steps) if name in IN_STEPS else value
        if one.drawn is not None:
            self.differing += len({frozenset(g.players) for g in drawn} - {frozenset(g.players) for g in one.drawn})

    def column(self, label: str, proven: bool) -> Column:
        """The column."""
        return Column(label, self.counts, self.values, self.cost, self.differing, proven)


def as_it_stands(rounds: Sequence[DrawInputs], total: Total | None = None) -> Column | None:
    """The rounds with their current boards, added up by `total`; None where one has not been drawn."""
    total = total or Total()
    for one in rounds:
        if one.drawn is None:
            return None
        problem = one.problem()
        total.add(one, problem, one.drawn, one.standing(problem))
    return total.column("as it stands", True)


def by_profile(
    rounds: Sequence[DrawInputs],
    label: str,
    profile: Profile,
    options: Options | None = None,
    total: Total | None = None,
) -> Column:
    """The rounds drawn by one profile, added up by `total`. Raises as `solve` does."""
    total, proven = total or Total(), True
    for one in rounds:
        problem = one.problem(profile)
        answer = solve(problem, options)
        found = answer.pairs, answer.byes
        total.add(one, problem, make_round(one.entered, problem, *found), found)
        proven &= answer.optimal
    return total.column(label, proven)
