"""Standings, and a place explained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from ..words.values import in_points
from .answer import Answer

if TYPE_CHECKING:
    from ...model.placing.ratings import ExpectedRating
    from ...model.placing.sections import Section
    from ...model.placing.standings import StandingsRow
    from ...model.reasons.place_explained import PlaceExplained
    from ..standings import Ranked


class RatingAnswer(Answer, frozen=True):
    """A player's expected European rating.

    before: rating before the tournament
    from_rank: whether that is only the rating of the rank, as none was registered
    games: how many games count
    expected: rating to expect after them, with three decimals
    """

    before: int
    from_rank: bool
    games: int
    expected: float


class RowAnswer(Answer, frozen=True):
    """A line of the standings.

    place: place, shared by equals
    line: number of the line, from 1; the games refer to it
    id: id of the player
    name: surname, then first name
    rank: such as "3d"
    club: blank where it is not known
    country: two letters, blank where it is not known
    mms: McMahon score, in points
    wins: points of the games without the start score
    rounds: a game a round, as in a crosstable: "12+" is a win against line 12
    values: each criterion of the order, in points (ranks and ratings as numbers); SDC and DC are 0 without a tie
    rating: expected rating; only where ratings were asked for
    """

    place: int
    line: int
    id: str
    name: str
    rank: str
    club: str
    country: str
    mms: float
    wins: float
    rounds: tuple[str, ...]
    values: dict[str, float]
    rating: RatingAnswer | UnsetType = UNSET


class SectionRowAnswer(Answer, frozen=True):
    """A line of a section.

    place: place inside the section
    id: id of the player
    """

    place: int
    id: str


class SectionAnswer(Answer, frozen=True):
    """A section of the standings.

    title: what it is called
    rows: its players, in their order
    """

    title: str
    rows: tuple[SectionRowAnswer, ...]


class StandingsAnswer(Answer, frozen=True):
    """The standings after a round.

    after_round: number of the round; 0 before the first
    provisional: whether results are missing
    rows: the whole list, also where sections were asked for
    sections: the sections; only where they were asked for
    """

    after_round: int
    provisional: bool
    rows: tuple[RowAnswer, ...]
    sections: tuple[SectionAnswer, ...] | UnsetType = UNSET


class CriterionAnswer(Answer, frozen=True):
    """A criterion of one player.

    name: such as "SOS"
    doc: what it counts, in words
    value: its value as printed, in points: "12½"; "–" where it does not apply
    terms: what adds up to it, as printed, in points
    notes: why a term is unusual, in words
    """

    name: str
    doc: str
    value: str
    terms: tuple[str, ...]
    notes: tuple[str, ...]


class PlaceAnswer(Answer, frozen=True):
    """Why a player has its place.

    id: id of the player
    name: surname, then first name
    place: place, shared by equals
    line: number of the line, from 1
    rounds: what each round was for the player, in words
    criteria: every criterion of the order
    neighbours: what decided against the players just above and below, in words
    """

    id: str
    name: str
    place: int
    line: int
    rounds: tuple[str, ...]
    criteria: tuple[CriterionAnswer, ...]
    neighbours: tuple[str, ...]


def standings_answer(found: Ranked) -> StandingsAnswer:
    """The standings, with sections and expected ratings where they were asked for."""
    table, sections, ratings = found.standings, found.sections, found.ratings
    return StandingsAnswer(
        after_round=table.after_round,
        provisional=table.provisional,
        rows=tuple(
            _row(row, table.criteria, None if ratings is None else ratings[row.player.id]) for row in table.rows
        ),
        sections=UNSET if sections is None else tuple(map(_section, sections)),
    )


def _row(row: StandingsRow, criteria: Sequence[str], expected: ExpectedRating | None) -> RowAnswer:
    player = row.player
    return RowAnswer(
        place=row.place,
        line=row.line,
        id=player.id,
        name=player.name,
        rank=player.rank_name,
        club=player.club,
        country=player.country,
        mms=row.mms / 2,
        wins=row.wins / 2,
        rounds=tuple(row.rounds),
        values={name: in_points(row.values.get(name, 0), name) for name in criteria},
        rating=UNSET if expected is None else _rating(expected),
    )


def _rating(expected: ExpectedRating) -> RatingAnswer:
    from_rank = expected.player.rating_is_derived
    return RatingAnswer(expected.before, from_rank, expected.games, round(expected.after, 3))


def _section(section: Section) -> SectionAnswer:
    placed = zip(section.places, section.rows, strict=True)
    return SectionAnswer(section.title, tuple(SectionRowAnswer(place, row.player.id) for place, row in placed))


def place_answer(explained: PlaceExplained) -> PlaceAnswer:
    """Why a player has its place, criterion by criterion."""
    row = explained.row
    return PlaceAnswer(
        id=row.player.id,
        name=row.player.name,
        place=row.place,
        line=row.line,
        rounds=explained.rounds,
        criteria=tuple(CriterionAnswer(c.name, c.doc, c.value, c.terms, c.notes) for c in explained.criteria),
        neighbours=explained.neighbours,
    )
