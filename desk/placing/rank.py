"""Where everybody stands: the start groups before the first round, the standings after any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from msgspec import UNSET, UnsetType

from ...io.folder.state_files import with_settings
from ...io.settings.settings_file import parse_assignment
from ...model.errors import InputError, wrong_argument
from ...model.language import counted
from ...model.notes import Remark
from ...model.placing.ratings import ExpectedRating, expected_ratings
from ...model.placing.sections import StandingsSection, section_of, sections, without_section
from ...model.placing.standings import Standings, StandingsRow
from ...model.placing.standings import standings as ranked
from ...model.placing.start_groups import Groups, start_groups
from ...model.placing.tie_breaks import in_points
from ...model.reasons.place_explained import PlaceExplained, explain_place
from ...model.records.state import State
from ...model.teams.people import as_people, people_ids
from ...model.tournament.tournament import Tournament
from ..verb import Answer, Outcome, Request, answer_of, told


def with_bar(state: State, bar: str) -> State:
    """As it would be with this bar: a rank, `auto` or `none`; empty: the one it has. Raises InputError."""
    return with_settings(state, {"start.bar": bar}) if bar else state


class GroupAnswer(Answer, frozen=True):
    """The players of one start score."""

    start: Annotated[float, told("start score, in points")]
    players: Annotated[tuple[str, ...], told("their ids, the strongest first")]
    marks: Annotated[tuple[str, ...], told("what is special about the group, in words")]


class BarAnswer(Answer, frozen=True):
    """A rank that the bar may be on."""

    rank: Annotated[str, told('such as "3d"')]
    players: Annotated[int, told("how many would be at or above it")]
    verdict: Annotated[str, told("what the BGA's table says of that many, in words")]
    taken: Annotated[bool, told("whether the bar is here")]
    automatic: Annotated[bool, told("whether the program would choose it")]


class GroupsAnswer(Answer, frozen=True):
    """The start groups, as the next draw would make them."""

    scheme: Annotated[str, told('how start scores are made: "rank", "regular" …, the setting start.scheme')]
    groups: Annotated[tuple[GroupAnswer, ...], told("the groups, from the top")]
    bars: Annotated[
        tuple[BarAnswer, ...],
        told("where the bar may be, the strongest rank first; empty unless start scores are by rank"),
    ]
    not_counted: Annotated[tuple[str, ...], told("ids of entries that are preliminary, withdrawn or for no round")]


class ShowGroups(Request, frozen=True, kw_only=True):
    """The start groups wanted."""

    bar: Annotated[str, told("show the groups with another bar: a rank, auto or none", "RANK")] = ""


def groups_answer(found: Groups) -> GroupsAnswer:
    """The start groups from the top, and the possible bars."""
    return GroupsAnswer(
        scheme=found.settings.start.scheme,
        groups=tuple(GroupAnswer(g.start / 2, tuple(p.id for p in g.players), g.marks) for g in found.groups),
        bars=tuple(BarAnswer(b.rank, b.count, b.verdict, b.taken, b.automatic) for b in found.bars),
        not_counted=tuple(player.id for player in found.waiting),
    )


def groups(state: State, request: ShowGroups | None = None) -> Outcome[Groups]:
    """The start groups as the next draw would make them, with another bar if one is named. Raises InputError."""
    return Outcome(state, start_groups(with_bar(state, request.bar if request else "").tournament))


class Ranking(Request, frozen=True, kw_only=True):
    """The standings wanted."""

    after: Annotated[int | None, told("after this round; by default the last")] = None
    by: Annotated[str, told("show sections by band, group, club or any column", "COLUMN")] = ""
    only: Annotated[str, told("show one section: women=yes, country=CZ", "COLUMN=VALUE")] = ""
    ratings: Annotated[bool, told("add expected European ratings")] = False
    criteria: Annotated[str, told("other tie-breaks than those of the settings: MMS,SOS,SODOS", "NAMES")] = ""
    people: Annotated[bool, told("of teams: show their people, each with their games")] = False


@dataclass(frozen=True, slots=True)
class Ranked:
    """Standings; sections and expected ratings by id, if asked for; `teams`: of people, the name of each one's team."""

    standings: Standings
    sections: Sequence[StandingsSection] | None = None
    ratings: Mapping[str, ExpectedRating] | None = None
    teams: Mapping[str, str] = field(default_factory=dict)


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


def standings(state: State, request: Ranking | None = None) -> Outcome[Ranked]:
    """The standings after a round. Raises InputError for a round that is not there or a draft, and wrong sections."""
    request = request or Ranking()
    table = ranked(_ranked(state, request), request.after)
    none = without_section(table, request.by) if request.by else 0
    text = f"in no section, because {request.by} is blank: {counted(none, 'player')}"
    notes = [Remark(text)] if none else []
    expected = expected_ratings(table) if request.ratings else None
    names = {team.id: team.name for team in state.tournament.players}
    ids = people_ids(state.tournament) if request.people else {}
    teams = {pid: names[team] for (team, _), pid in ids.items()}
    return Outcome(state, Ranked(table, _sections(table, request), expected, teams), notes)


def _ranked(state: State, request: Ranking | ExplainPlace) -> Tournament:
    """The tournament that is ranked: by the criteria asked for, of teams or their people. Raises InputError."""
    tournament = _by_criteria(state, request.criteria).tournament
    if not request.people:
        return tournament
    if not tournament.settings.of_teams:
        raise InputError("only teams have people with games of their own (entrants.kind = teams)")
    people = as_people(tournament)
    order = (tournament if request.criteria else people).settings.placing.order
    return replace(people, settings=replace(people.settings, placing=replace(people.settings.placing, order=order)))


def _by_criteria(state: State, criteria: str) -> State:
    """As it would be with these placing criteria; empty: those of the settings. Raises InputError."""
    if not criteria:
        return state
    try:
        return with_settings(state, {"placing.order": parse_assignment(f"placing.order={criteria}")[1]})
    except InputError as error:
        expected = error.problems[0].expected
        raise wrong_argument("criteria", criteria, expected or "criteria such as MMS,SOS,SODOS") from None


def _sections(table: Standings, request: Ranking) -> list[StandingsSection] | None:
    """The sections wanted; None for the whole list."""
    if request.by:
        return sections(table, request.by)
    column, equals, value = (part.strip() for part in request.only.partition("="))
    if request.only and not (column and equals and value):
        raise wrong_argument("only", request.only, "COLUMN=VALUE, such as women=yes")
    return [section_of(table, column, value)] if request.only else None


class ExplainPlace(Request, frozen=True, kw_only=True):
    """A player whose place is to be explained."""

    player: Annotated[str, told("the player, by id or name", "PLAYER")]
    after: Annotated[int | None, told("after this round; by default the last")] = None
    criteria: Annotated[str, told("other tie-breaks than those of the settings: MMS,SOS,SODOS", "NAMES")] = ""
    people: Annotated[bool, told("of teams: among their people")] = False


def explain(state: State, request: ExplainPlace) -> Outcome[PlaceExplained]:
    """Why a player has its place. Raises InputError for one who is not there, or not in the standings."""
    tournament = _ranked(state, request)
    return Outcome(state, explain_place(ranked(tournament, request.after), tournament.find(request.player)))


def standings_answer(found: Ranked) -> StandingsAnswer:
    """The standings, with sections and expected ratings where they were asked for."""
    table, sections, ratings = found.standings, found.sections, found.ratings
    rows = tuple(_row(row, table.criteria, ratings[row.player.id] if ratings else None) for row in table.rows)
    parts = UNSET if sections is None else tuple(map(_section, sections))
    return answer_of(StandingsAnswer, table, rows=rows, sections=parts)


def _row(row: StandingsRow, criteria: Sequence[str], expected: ExpectedRating | None) -> RowAnswer:
    player = row.player
    return answer_of(
        RowAnswer,
        player,
        rank=player.rank_name,
        place=row.place,
        line=row.line,
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


def place_answer(found: PlaceExplained) -> PlaceAnswer:
    """Why a player has its place, criterion by criterion."""
    row, criteria = found.row, tuple(answer_of(CriterionAnswer, one) for one in found.criteria)
    own = {"id": row.player.id, "name": row.player.name, "place": row.place, "line": row.line}
    return answer_of(PlaceAnswer, found, criteria=criteria, **own)
