"""Standings, and a place explained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET, UnsetType

from ..verb import Answer, told
from ..words.values import in_points

if TYPE_CHECKING:
    from ...model.placing.ratings import ExpectedRating
    from ...model.placing.sections import StandingsSection
    from ...model.placing.standings import StandingsRow
    from ...model.reasons.place_explained import PlaceExplained
    from ..standings import Ranked


class RatingAnswer(Answer, frozen=True):
    """A player's expected European rating."""

    before: Annotated[int, told("rating before the tournament")]
    from_rank: Annotated[bool, told("whether that is only the rating of the rank, as none was registered")]
    games: Annotated[int, told("how many games count")]
    expected: Annotated[float, told("rating to expect after them, with three decimals")]


class RowAnswer(Answer, frozen=True):
    """A line of the standings."""

    place: Annotated[int, told("place, shared by equals")]
    line: Annotated[int, told("number of the line, from 1; the games refer to it")]
    id: Annotated[str, told("id of the player")]
    name: Annotated[str, told("surname, then first name")]
    rank: Annotated[str, told('such as "3d"')]
    club: Annotated[str, told("blank where it is not known")]
    country: Annotated[str, told("two letters, blank where it is not known")]
    mms: Annotated[float, told("McMahon score, in points")]
    wins: Annotated[float, told("points of the games without the start score")]
    rounds: Annotated[tuple[str, ...], told('a game a round, as in a crosstable: "12+" is a win against line 12')]
    values: Annotated[
        dict[str, float],
        told("each criterion of the order, in points (ranks and ratings as numbers); SDC and DC are 0 without a tie"),
    ]
    rating: Annotated[RatingAnswer | UnsetType, told("expected rating; only where ratings were asked for")] = UNSET


class SectionRowAnswer(Answer, frozen=True):
    """A line of a section."""

    place: Annotated[int, told("place inside the section")]
    id: Annotated[str, told("id of the player")]


class SectionAnswer(Answer, frozen=True):
    """A section of the standings."""

    title: Annotated[str, told("what it is called")]
    rows: Annotated[tuple[SectionRowAnswer, ...], told("its players, in their order")]


class StandingsAnswer(Answer, frozen=True):
    """The standings after a round."""

    after_round: Annotated[int, told("number of the round; 0 before the first")]
    provisional: Annotated[bool, told("whether results are missing")]
    rows: Annotated[tuple[RowAnswer, ...], told("the whole list, also where sections were asked for")]
    sections: Annotated[tuple[SectionAnswer, ...] | UnsetType, told("the sections; only where they were asked for")] = (
        UNSET
    )


class CriterionAnswer(Answer, frozen=True):
    """A criterion of one player."""

    name: Annotated[str, told('such as "SOS"')]
    doc: Annotated[str, told("what it counts, in words")]
    value: Annotated[str, told('its value as printed, in points: "12½"; "–" where it does not apply')]
    terms: Annotated[tuple[str, ...], told("what adds up to it, as printed, in points")]
    notes: Annotated[tuple[str, ...], told("why a term is unusual, in words")]


class PlaceAnswer(Answer, frozen=True):
    """Why a player has its place."""

    id: Annotated[str, told("id of the player")]
    name: Annotated[str, told("surname, then first name")]
    place: Annotated[int, told("place, shared by equals")]
    line: Annotated[int, told("number of the line, from 1")]
    rounds: Annotated[tuple[str, ...], told("what each round was for the player, in words")]
    criteria: Annotated[tuple[CriterionAnswer, ...], told("every criterion of the order")]
    neighbours: Annotated[tuple[str, ...], told("what decided against the players just above and below, in words")]


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


def _section(section: StandingsSection) -> SectionAnswer:
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
