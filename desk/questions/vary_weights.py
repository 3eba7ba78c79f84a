"""What one round says about its weights: the interval of each, and fronts between criteria, compared with the round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from msgspec import Meta, field

from ...io.files import check_target, write_file
from ...io.pages.contents.pictures import front_svg
from ...model.errors import InputError, contradicted
from ...model.language import counted, first_few
from ...model.pairing.pairing import Pairing
from ...model.pairing.profile import GREATEST_WEIGHT
from ...model.pairing.round_problem import RoundProblem
from ...model.pairing.variants import unweighted_values
from ...model.reasons.difference import difference
from ...model.records.state import State
from ...model.ways import Way
from ...solver.engine import Options, solve
from ...solver.questions.other_pairings import Front, Interval, Point
from ...solver.questions.other_pairings import sensitivity as intervals
from ..messages.written_values import criterion_text
from ..rounds.round_numbers import round_number
from ..verb import Answer, Outcome, Request, Seconds, plain, told
from .standing_round import DrawInputs, StandingRound, drawn_round, redrawn
from .what_if import criterion_named

_SHOWN = 3  # criteria named of what changes
MOST_POINTS = 200


class IntervalAnswer(Answer, frozen=True):
    """The weights of one criterion by which a round stays optimal, all others unchanged."""

    criterion: Annotated[str, told("its name")]
    weight: Annotated[int, told("its weight now")]
    low: Annotated[int, told("the least weight, a whole number")]
    high: Annotated[int, told("the greatest weight, a whole number")]
    counts: Annotated[int, told("what the round counts in the criterion, without its weight")]
    below: Annotated[str, told("what changes with a weight just below, in words; blank where nothing is below")]
    above: Annotated[str, told("what changes with a weight just above, in words; blank where nothing is above")]


@dataclass(frozen=True, slots=True)
class Intervals:
    """The interval of each weight in which a round stays optimal, and what changes just below and just above it."""

    number: int
    found: list[IntervalAnswer]


def sensitivity(
    state: State,
    number: int = 0,
    options: Options | None = None,
    only: Collection[str] = (),
    called: Callable[[str], str] = str,
) -> Outcome[Intervals]:
    """The interval of each weight of a round, or `only` of some criteria, `called` so. Raises InputError."""
    drawn = drawn_round(state, round_number(state.tournament, number))
    found = [
        IntervalAnswer(i.criterion, i.weight, i.low, high=i.high, counts=i.amount, below=below, above=above)
        for i, below, above in intervals_of(drawn, options, only, called)
    ]
    return Outcome(state, Intervals(drawn.round.number, found))


class Pareto(Request, frozen=True, kw_only=True):
    """The front of a round between two or three criteria."""

    criteria: Annotated[tuple[str, ...], told("two or three criteria, such as mms club", "CRITERION")]
    every: Annotated[bool, told("show all points, also those that no weights reach")] = False
    most: Annotated[
        Annotated[int, Meta(ge=1)] | None, told("at most so many points, if all are shown; by default 200")
    ] = None
    seconds: Annotated[Seconds, told("time limit for each point", "SECONDS")] = 20.0
    svg: Annotated[Path | None, told("write a picture of two criteria", to="here")] = None
    round: Annotated[int, told("number of the round; 0 is the last")] = 0


@dataclass(frozen=True, slots=True)
class FrontFound:
    """The points of a front, each with its cost by the profile and boards that differ; `standing`: the round itself."""

    criteria: Sequence[str]
    points: Sequence[tuple[Point, int, int]]
    standing: tuple[int, ...] | None
    may_be_more: bool = False

    @property
    def titles(self) -> list[str]:
        """The titles of a table of the points."""
        return [*self.criteria, "cost by the profile", "by some weights", "boards that differ"]

    @property
    def proven(self) -> bool:
        """Whether every point is."""
        return all(point.pairing.optimal for point, _, _ in self.points)


class FrontPointAnswer(Answer, frozen=True):
    """A point of a front, after a key for each criterion asked for: what the round counts in it, without its weight."""

    cost: Annotated[int, told("what it costs by the weights of the round's profile, over all tiers")] = field(
        name="cost by the profile"
    )
    supported: Annotated[bool, told("whether some weights of these criteria make it optimal")] = field(
        name="by some weights"
    )
    differing: Annotated[int, told("from those of the round as it stands; 0 where it has not been drawn")] = field(
        name="boards that differ"
    )
    proven: Annotated[bool, told("whether the point is proven")]


def front_answer(front: FrontFound) -> list[dict[str, int | bool]]:
    """The points of a front: what each counts in the criteria, then the keys of FrontPointAnswer."""
    return [
        dict(zip(front.criteria, point.values, strict=True))
        | plain(FrontPointAnswer(cost, point.supported, boards, point.pairing.optimal))
        for point, cost, boards in front.points
    ]


def pareto(state: State, request: Pareto, options: Options | None = None) -> Outcome[FrontFound]:
    """The exact front between criteria; nothing is written. Raises InputError, FolderError, and as `solve` does."""
    own = redrawn(state, request.round)
    known = own.profile.with_criteria(state.profile)
    names = _names_of(request, known.criteria)
    own = own if own.profile.criteria.keys() >= {*names} else replace(own, profile=known)
    if request.most is not None and not request.every:
        why = "it limits the list of all points, but only the points that some weights reach are shown"
        raise contradicted("most", why, Way("to show all points", every=True))
    most = request.most or MOST_POINTS
    points = front_of(own, names, request.every, most, options or Options(request.seconds))
    more = request.every and len(points) == most
    return Outcome(state, FrontFound(names, points, standing_values(own, names), more))


def _names_of(request: Pareto, known: Collection[str]) -> list[str]:
    """The whole names of the criteria; the picture asked for can show them. Raises InputError, FolderError."""
    names = [criterion_named(text, known) for text in request.criteria]
    if not 2 <= len(set(names)) == len(names) <= 3:
        raise InputError("pareto needs two or three different criteria, such as mms club")
    if request.svg is not None:
        if len(names) == 3:
            raise contradicted("svg", "a picture shows two criteria only", Way("to write a table", to="FILE"))
        check_target(request.svg)
    return names


def some_weights(point: Point) -> str:
    """Whether some weights make a point optimal; `?` where the point is not proven at all."""
    return "?" if not point.pairing.optimal else "yes" if point.supported else "no"


def front_picture(front: FrontFound, links: Sequence[str] = ()) -> bytes:
    """The points of two criteria as a picture in SVG; a click on a point leads to its link, where there are any."""
    points = [(p.values[0], p.values[1], p.supported) for p, _, _ in front.points]
    return front_svg([criterion_text(name) for name in front.criteria], points, front.standing, links).encode()


@dataclass(frozen=True, slots=True)
class BoardsMoved:
    """Boards that go and come from a round to another pairing of it, by the names of their players; byes, too."""

    gone: Sequence[str]
    come: Sequence[str]


def boards_moved(state: State, pairing: Pairing) -> Outcome[BoardsMoved]:
    """What another pairing would change on the boards of the last round. Raises InputError."""
    own = redrawn(state)
    problem = own.problem()
    ids = problem.field.ids
    moved = difference(problem, own.standing(problem), (pairing.pairs, pairing.byes))

    def named(pairs: Sequence[tuple[int, int]], byes: Sequence[int]) -> list[str]:
        boards = [" – ".join(own.entered.player(ids[i]).name for i in pair) for pair in pairs]
        return [*boards, *(f"{own.entered.player(ids[i]).name} – bye" for i in byes)]

    return Outcome(state, BoardsMoved(named(moved.gone, moved.byes_gone), named(moved.new, moved.byes_new)))


def moved_by(state: State, weights: Mapping[str, int], options: Options | None = None) -> Outcome[BoardsMoved]:
    """What other weights would change on the boards of the last round. Raises InputError, and as `solve` does."""
    own = redrawn(state)
    pairing = solve(own.problem(own.profile.with_criteria(state.profile).with_weights(dict(weights))), options)
    return boards_moved(state, pairing)


def write_front(front: FrontFound, request: Pareto) -> None:
    """Write the picture that was asked for. Raises FolderError."""
    if request.svg is not None:
        write_file(request.svg, front_picture(front))


def intervals_of(
    drawn: StandingRound, options: Options | None = None, only: Collection[str] = (), called: Callable[[str], str] = str
) -> Iterator[tuple[Interval, str, str]]:
    """The interval of every weight, and what changes beyond. Raises InputError unless the round is the cheapest."""
    if not drawn.unchanged:
        raise InputError("players, results or settings have changed since the draw, so weights cannot be compared")
    now = Pairing(drawn.pairs, drawn.byes, 0, 0)
    for interval in intervals(drawn.problem, now, options, only):
        shown = _by_point(interval, drawn)
        below = _beyond(drawn.problem, now, interval.below, called)
        yield shown, below, _beyond(drawn.problem, now, interval.above, called)


def _by_point(interval: Interval, drawn: StandingRound) -> Interval:
    """The interval of the weight that the profile has: for a whole point, not for a step of one."""
    steps = drawn.problem.field.steps
    own = next(w for w in drawn.profile.weights if w.criterion == interval.criterion)
    if steps == 1 or not own.record.a_point:
        return interval
    weight = own.weight
    low, high = max(0, steps * (interval.low - 1) + 1), min(GREATEST_WEIGHT, steps * interval.high)
    return replace(interval, weight=weight, low=low, high=high)


def _beyond(problem: RoundProblem, now: Pairing, other: Pairing | None, called: Callable[[str], str]) -> str:
    """`2 boards: same_club 1 to 0, mms_difference 39 to 46`."""
    if other is None:
        return ""
    before, after = (unweighted_values(problem, problem.weights, p.pairs, p.byes) for p in (now, other))
    moved = [(name, before[name], after[name]) for name in before if before[name] != after[name]]
    own = problem.weights
    moved.sort(key=lambda item: (-abs(item[1] - item[2]) * own[item[0]], item[0]))
    boards = len(difference(problem, (now.pairs, now.byes), (other.pairs, other.byes)).gone)
    words = first_few([f"{called(name)} {old} to {new}" for name, old, new in moved], _SHOWN)
    return f"{counted(boards, 'board')}: {words}"


def front_of(
    own: DrawInputs, criteria: Sequence[str], every: bool = False, most: int = 200, options: Options | None = None
) -> list[tuple[Point, int, int]]:
    """The points of a front (all, or the corners), each with its cost and boards that differ. Raises as `solve`."""
    problem = own.problem()
    front = Front(problem, criteria, options)
    points = list(front.all_points(most)) if every else front.supported()
    boards = set(own.standing(problem)[0])
    found = []
    for point in points:
        cost = sum(problem.costs_by_criterion(point.pairing.pairs, point.pairing.byes).values())
        found.append((point, cost, len(set(point.pairing.pairs) - boards) if boards else 0))
    return found


def standing_values(own: DrawInputs, criteria: Sequence[str]) -> tuple[int, ...] | None:
    """What the round as it stands counts in the criteria; None where it is not drawn."""
    if own.drawn is None:
        return None
    problem = own.problem()
    costs = unweighted_values(problem, criteria, *own.standing(problem))
    return tuple(costs[name] for name in criteria)
