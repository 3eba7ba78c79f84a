"""Rounds by several weights: side by side, intervals of weights, and fronts between criteria."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from msgspec import field

from .answer import Answer, plain

if TYPE_CHECKING:
    from ..questions.comparing import Column
    from ..questions.weights import FrontFound, Intervals
    from ..questions.what_if import Compared


class CountsAnswer(Answer, frozen=True):
    """What anybody can count in one round or several. Points are of scores with halves dropped.

    pairs: games
    byes: byes
    repeats: games of two who have met before
    repeated_byes: byes of players who have had one before
    mms_diff_sum: points between the two players, summed over all games
    four_or_more_apart: games of two who are four or more points apart
    same_club: games of two of one club
    same_country: games of two of one country
    handicap_games: games with handicap
    handicap_stones: stones of all handicaps together
    draw_downs: games of two who are not equal in points
    repeated_draw_downs: of these, games whose upper player was drawn down before
    repeated_draw_ups: of these, games whose lower player was drawn up before
    colour_imbalance_even: how many more even games one colour has than the other, summed over all players
    """

    pairs: int
    byes: int
    repeats: int
    repeated_byes: int
    mms_diff_sum: int
    four_or_more_apart: int
    same_club: int
    same_country: int
    handicap_games: int
    handicap_stones: int
    draw_downs: int
    repeated_draw_downs: int
    repeated_draw_ups: int
    colour_imbalance_even: int


class ColumnAnswer(Answer, frozen=True):
    """One round or several, drawn by one profile or as they stand.

    label: the profile, weights, setting or file; "as it stands" for the rounds as they are
    counts: what anybody can count in them
    criteria: what they count in each criterion of the draw, without its weight
    cost: what they cost by the column's own weights, over all tiers
    differing: boards that differ from those of the rounds as they stand
    proven: whether every round is proven optimal; pairs of a file never are
    """

    label: str
    counts: CountsAnswer
    criteria: dict[str, int]
    cost: int
    differing: int
    proven: bool


class IntervalAnswer(Answer, frozen=True):
    """The weights of one criterion by which a round stays optimal, all others unchanged.

    criterion: its name
    weight: its weight now
    low: the least weight, a whole number
    high: the greatest weight, a whole number
    counts: what the round counts in the criterion, without its weight
    below: what changes with a weight just below, in words; blank where nothing is below
    above: what changes with a weight just above, in words; blank where nothing is above
    """

    criterion: str
    weight: int
    low: int
    high: int
    counts: int
    below: str
    above: str


class FrontPointAnswer(Answer, frozen=True):
    """A point of a front, behind a key for each criterion asked for: what the round counts in it, without its weight.

    cost by the profile: what it costs by the weights of the round's profile, over all tiers
    by some weights: whether some weights of these criteria make it optimal
    boards that differ: from those of the round as it stands; 0 where it has not been drawn
    proven: whether the point is proven
    """

    cost: int = field(name="cost by the profile")
    supported: bool = field(name="by some weights")
    differing: int = field(name="boards that differ")
    proven: bool


def compared_answer(found: Compared) -> list[ColumnAnswer]:
    """The rounds as they stand, where they are all drawn, then a column for whatever they were drawn by."""
    return [_column(column) for column in found.shown]


def _column(column: Column) -> ColumnAnswer:
    return ColumnAnswer(
        label=column.label,
        counts=CountsAnswer(**asdict(column.counts)),
        criteria=dict(column.values),
        cost=column.cost,
        differing=column.differing,
        proven=column.proven,
    )


def intervals_answer(intervals: Intervals) -> list[IntervalAnswer]:
    """The interval of every weight, in the order of the profile."""
    return [
        IntervalAnswer(i.criterion, i.weight, i.low, i.high, i.amount, below, above)
        for i, below, above in intervals.found
    ]


def front_answer(front: FrontFound) -> list[dict[str, int | bool]]:
    """The points of a front: what each counts in the criteria, then the keys of FrontPointAnswer."""
    return [
        dict(zip(front.criteria, point.values, strict=True))
        | plain(FrontPointAnswer(cost, point.supported, boards, point.pairing.optimal))
        for point, cost, boards in front.points
    ]
