"""Rounds by several profiles side by side: what each counts, and which boards differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...model.errors import InputError
from ...model.judging.round_costs import Counts, plain_counts
from ...model.pairing.boards import make_round
from ...model.pairing.criteria import IN_STEPS
from ...model.pairing.profile import CRITERION_NAMES, Profile
from ...model.pairing.round_problem import IndexPair, RoundProblem
from ...model.pairing.variants import unweighted_values
from ...model.placing.start_scores import start_scores
from ...model.records.state import State
from ...model.tournament.games import Round
from ...model.tournament.person import column
from ...model.tournament.tournament import Tournament
from ...solver.engine import Options, solve
from .redrawn import DrawInputs, redrawn

BELOW_BAR, AT_BAR = "below_bar", "at_bar"

#: Plain counts, and criteria unweighted.
Amounts = tuple[Counts, Mapping[str, int]]
#: Pairs and byes as indices of a problem.
Found = tuple[tuple[IndexPair, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class FieldPart:
    """A part of the field: below the bar, at or above it, or who has a value in a column of the registrations.

    A game counts where one of its players belongs to it.
    """

    name: str
    value: str = ""

    def __str__(self) -> str:
        return f"{self.name}={self.value}" if self.value else self.name

    def players(self, tournament: Tournament) -> frozenset[str]:
        """The ids of those who belong to it. Raises InputError where no column has the name."""
        entered = tournament.players
        if self.name in (BELOW_BAR, AT_BAR):
            top = start_scores(entered, tournament.settings).top
            return frozenset(p.id for p in entered if (p.id in top) is (self.name == AT_BAR))
        texts = column(self.name, entered)
        wanted = self.value.casefold()
        return frozenset(p.id for p, text in zip(entered, texts, strict=True) if text.casefold() == wanted)


@dataclass(frozen=True, slots=True)
class Column:
    """One profile's answer to one round or several: counts, cost by that profile, boards that differ from those played.

    `values` are the criteria unweighted, as the draw counts them (so without clubmates at the bar, where these are
    exempt); where half points count, differences of score are added up in points, each round rounded up. `proven`:
    every round. `parts` has both again for parts of the field.
    """

    label: str
    counts: Counts
    values: Mapping[str, int]
    cost: int
    differing: int
    proven: bool
    parts: Mapping[FieldPart, Amounts] = field(default_factory=dict)


def rounds_of(state: State, number: int = 0, replay: bool = False) -> list[DrawInputs]:
    """The rounds of a tournament to be drawn again: one (0: the last), or all so far. Raises InputError."""
    if not replay:
        return [redrawn(state, number)]
    return [redrawn(state, k) for k in range(1, len(state.tournament.rounds) + 1)]


@dataclass(slots=True)
class _Total:
    """A column being added up, round by round."""

    counts: Counts = field(default_factory=Counts)
    values: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CRITERION_NAMES, 0))
    cost: int = 0
    differing: int = 0
    parts: dict[FieldPart, _Total] = field(default_factory=dict)

    def add(self, one: DrawInputs, problem: RoundProblem, drawn: Round, found: Found) -> None:
        """One more round: its boards, and the same as indices of the problem whose weights give the cost."""
        games = [(g.white, g.black, g.handicap) for g in drawn]
        self.counts += plain_counts(one.entered, one.number, games, drawn.byes)
        self.cost += sum(problem.costs_by_criterion(*found).values())
        for name, value in unweighted_values(problem, CRITERION_NAMES, *found).items():
            self.values[name] += -(-value // problem.field.steps) if name in IN_STEPS else value
        if one.drawn is not None:
            self.differing += len({frozenset(g.players) for g in drawn} - {frozenset(g.players) for g in one.drawn})
        for part, total in self.parts.items():
            total.add(one, problem, *_of_part(part.players(one.entered), problem, drawn, found))

    def column(self, label: str, proven: bool) -> Column:
        """The column."""
        parts: dict[FieldPart, Amounts] = {part: (total.counts, total.values) for part, total in self.parts.items()}
        return Column(label, self.counts, self.values, self.cost, self.differing, proven, parts)


def _of_part(players: Collection[str], problem: RoundProblem, drawn: Round, found: Found) -> tuple[Round, Found]:
    """The games and byes of some players, as a round and as indices."""
    ids, (pairs, byes) = problem.field.ids, found
    games = tuple(game for game in drawn if not set(game.players).isdisjoint(players))
    some = tuple((i, j) for i, j in pairs if ids[i] in players or ids[j] in players)
    own = replace(drawn, games=games, byes=tuple(p for p in drawn.byes if p in players))
    return own, (some, tuple(i for i in byes if ids[i] in players))


def _total(parts: Iterable[FieldPart]) -> _Total:
    """Nothing yet, of the whole field and of parts of it."""
    return _Total(parts={part: _Total() for part in parts})


def as_it_stands(rounds: Sequence[DrawInputs], parts: Iterable[FieldPart] = ()) -> Column | None:
    """The rounds with their current boards; None where one has not been drawn."""
    total = _total(parts)
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
    parts: Iterable[FieldPart] = (),
) -> Column:
    """The rounds drawn by one profile. Raises as `solve` does."""
    total, proven = _total(parts), True
    for one in rounds:
        problem = one.problem(profile)
        answer = solve(problem, options)
        found = answer.pairs, answer.byes
        total.add(one, problem, make_round(one.entered, problem, *found), found)
        proven &= answer.optimal
    return total.column(label, proven)


def by_pairs(rounds: Sequence[DrawInputs], label: str, pairs: Mapping[int, Sequence[tuple[str, str]]]) -> Column:
    """The rounds with pairings from another source (ids, by round); a player without a pair has the bye.

    The cost is by each round's own profile; nothing is judged. Raises InputError where a pair cannot be in its round.
    """
    total = _Total()
    for one in rounds:
        problem = one.problem()
        index = problem.field.index()
        own = pairs.get(one.number, ())
        left = _left_over(one, label, own, index)
        found = tuple((index[a], index[b]) for a, b in own), tuple(index[p] for p in left)
        total.add(one, problem, make_round(one.entered, problem, *found), found)
    return total.column(label, False)


def _left_over(one: DrawInputs, label: str, own: Sequence[tuple[str, str]], present: Collection[str]) -> list[str]:
    """Who has no game in given pairs of a round. Raises InputError where the pairs do not fit the round."""
    if not own:
        raise InputError(f"{label} has no pairs for round {one.number}; pairs of several rounds need a column round")
    busy = Counter(player for pair in own for player in pair)
    wrong = [p for p, games in busy.items() if p not in present or games > 1]
    left = [p for p in present if p not in busy]
    if wrong:
        why = "has two games, or a game with itself" if wrong[0] in present else "is not entered"
        raise InputError(f"round {one.number} of {label}: player {wrong[0]} {why}")
    if len(left) > max(1, len(one.drawn.byes) if one.drawn else 1):
        raise InputError(f"round {one.number} of {label}: {len(left)} players have no game; the first is {left[0]}")
    return left
