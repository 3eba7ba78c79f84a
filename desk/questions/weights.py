"""What one round says about its weights: the interval of each, and fronts between criteria, compared with the round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model.errors import InputError
from ...model.pairing.pairing import Pairing
from ...model.pairing.round_problem import RoundProblem
from ...model.pairing.variants import unweighted
from ...model.reasons.difference import difference
from ...model.words import counted, first_few
from ...solver.engine import Options
from ...solver.questions.front import Front, Point
from ...solver.questions.sensitivity import Interval, sensitivity
from .explaining import StandingRound
from .redrawn import Redrawn

_SHOWN = 3  # criteria named of what changes


def intervals_of(drawn: StandingRound, options: Options | None = None) -> Iterator[tuple[Interval, str, str]]:
    """The interval of every weight, with what changes just below and just above it, in words.

    Raises InputError where the round is not the cheapest (any more), or cannot be reckoned any more.
    """
    if not drawn.unchanged:
        raise InputError("players, results or settings have changed since the draw: weights cannot be compared")
    now = Pairing(drawn.pairs, drawn.byes, 0, 0)
    for interval in sensitivity(drawn.problem, now, options):
        yield interval, _beyond(drawn.problem, now, interval.below), _beyond(drawn.problem, now, interval.above)


def _beyond(problem: RoundProblem, now: Pairing, other: Pairing | None) -> str:
    """`2 boards: same_club 1 to 0, mms_difference 39 to 46`."""
    if other is None:
        return ""
    before, after = (unweighted(problem, problem.weights, p.pairs, p.byes) for p in (now, other))
    moved = [(name, before[name], after[name]) for name in before if before[name] != after[name]]
    own = problem.weights
    moved.sort(key=lambda item: (-abs(item[1] - item[2]) * own[item[0]], item[0]))
    boards = len(difference(problem, (now.pairs, now.byes), (other.pairs, other.byes)).gone)
    words = first_few([f"{name} {old} to {new}" for name, old, new in moved], _SHOWN)
    return f"{counted(boards, 'board')}: {words}"


def front_of(
    own: Redrawn, criteria: Sequence[str], every: bool = False, most: int = 200, options: Options | None = None
) -> list[tuple[Point, int, int]]:
    """The points of a round's front, each with its cost by the round's profile and the boards that differ.

    All points, or the corners that some weights lead to. Raises as `solve` does.
    """
    problem = own.problem()
    front = Front(problem, criteria, options)
    points = list(front.every(most)) if every else front.supported()
    boards = set(own.standing(problem)[0])
    found = []
    for point in points:
        cost = sum(problem.costs_by_criterion(point.pairing.pairs, point.pairing.byes).values())
        found.append((point, cost, len(set(point.pairing.pairs) - boards) if boards else 0))
    return found


def standing_values(own: Redrawn, criteria: Sequence[str]) -> tuple[int, ...] | None:
    """What the round as it stands counts in the criteria; None where it is not drawn."""
    if own.drawn is None:
        return None
    problem = own.problem()
    costs = unweighted(problem, criteria, *own.standing(problem))
    return tuple(costs[name] for name in criteria)
