"""Rounds by several weights: side by side, intervals of weights, and fronts between criteria."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from msgspec import field

from ..verb import Answer, plain, told

if TYPE_CHECKING:
    from ..questions.comparing import Column
    from ..questions.weights import FrontFound, Intervals
    from ..questions.what_if import Compared


class CountsAnswer(Answer, frozen=True):
    """What anybody can count in one round or several. Points are of scores with halves dropped."""

    pairs: Annotated[int, told("games")]
    byes: Annotated[int, told("byes")]
    repeats: Annotated[int, told("games of two who have met before")]
    repeated_byes: Annotated[int, told("byes of players who have had one before")]
    mms_diff_sum: Annotated[int, told("points between the two players, summed over all games")]
    four_or_more_apart: Annotated[int, told("games of two who are four or more points apart")]
    same_club: Annotated[int, told("games of two of one club")]
    same_country: Annotated[int, told("games of two of one country")]
    handicap_games: Annotated[int, told("games with handicap")]
    handicap_stones: Annotated[int, told("stones of all handicaps together")]
    draw_downs: Annotated[int, told("games of two who are not equal in points")]
    repeated_draw_downs: Annotated[int, told("of these, games whose upper player was drawn down before")]
    repeated_draw_ups: Annotated[int, told("of these, games whose lower player was drawn up before")]
    colour_imbalance_even: Annotated[
        int, told("how many more even games one colour has than the other, summed over all players")
    ]


class ColumnAnswer(Answer, frozen=True):
    """One round or several, drawn by one profile or as they stand."""

    label: Annotated[str, told('the profile, weights, setting or file; "as it stands" for the rounds as they are')]
    counts: Annotated[CountsAnswer, told("what anybody can count in them")]
    criteria: Annotated[dict[str, int], told("what they count in each criterion of the draw, without its weight")]
    cost: Annotated[int, told("what they cost by the column's own weights, over all tiers")]
    differing: Annotated[int, told("boards that differ from those of the rounds as they stand")]
    proven: Annotated[bool, told("whether every round is proven optimal; pairs of a file never are")]


class IntervalAnswer(Answer, frozen=True):
    """The weights of one criterion by which a round stays optimal, all others unchanged."""

    criterion: Annotated[str, told("its name")]
    weight: Annotated[int, told("its weight now")]
    low: Annotated[int, told("the least weight, a whole number")]
    high: Annotated[int, told("the greatest weight, a whole number")]
    counts: Annotated[int, told("what the round counts in the criterion, without its weight")]
    below: Annotated[str, told("what changes with a weight just below, in words; blank where nothing is below")]
    above: Annotated[str, told("what changes with a weight just above, in words; blank where nothing is above")]


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
