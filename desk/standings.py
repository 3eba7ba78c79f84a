"""Where everybody stands: the start groups before the first round, the standings after any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from ..io.folder.state_files import with_settings
from ..io.settings.settings_file import parse_assignment
from ..model.errors import InputError, wrong_argument
from ..model.language import counted
from ..model.notes import Note
from ..model.placing.ratings import ExpectedRating, expected_ratings
from ..model.placing.score_groups import Groups, start_groups
from ..model.placing.sections import StandingsSection, section_of, sections, without_section
from ..model.placing.standings import Standings
from ..model.placing.standings import standings as ranked
from ..model.reasons.place_explained import PlaceExplained, explain_place
from ..model.records.state import State
from ..model.teams.people import as_people, people_ids
from ..model.tournament.settings.kinds import placing_criterion
from ..model.tournament.tournament import Tournament
from .outcome import Outcome
from .verb import Request, told


@dataclass(frozen=True, slots=True)
class WithoutSection(Note):
    """So many players have nothing in the column that sorts the standings into sections."""

    players: int
    column: str

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        return f"in no section, because {self.column} is blank: {counted(self.players, 'player')}"


def with_bar(state: State, bar: str) -> State:
    """As it would be with this bar: a rank, `auto` or `none`; empty: the one it has. Raises InputError."""
    return with_settings(state, {"start.bar": bar}) if bar else state


def groups(state: State, bar: str = "") -> Outcome[Groups]:
    """The start groups as the next draw would make them, with this bar where one is named. Raises InputError."""
    return Outcome(state, start_groups(with_bar(state, bar).tournament))


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
    """Standings with their sections and expected ratings by id, None where they were not asked for.

    `teams`: where the people of teams are ranked, the name of everybody's team by their id.
    """

    standings: Standings
    sections: Sequence[StandingsSection] | None = None
    ratings: Mapping[str, ExpectedRating] | None = None
    teams: Mapping[str, str] = field(default_factory=dict)


def standings(state: State, request: Ranking | None = None) -> Outcome[Ranked]:
    """The standings after a round. Raises InputError for a round that is not there or a draft, and wrong sections."""
    request = request or Ranking()
    table = ranked(_ranked(state, request), request.after)
    none = without_section(table, request.by) if request.by else 0
    notes: list[Note] = [WithoutSection(none, request.by)] if none else []
    expected = expected_ratings(table) if request.ratings else None
    names = {team.id: team.name for team in state.tournament.players}
    ids = people_ids(state.tournament) if request.people else {}
    teams = {pid: names[team] for (team, _), pid in ids.items()}
    return Outcome(state, Ranked(table, _sections(table, request), expected, teams), notes)


def _ranked(state: State, request: Ranking | ExplainPlace) -> Tournament:
    """The tournament that is ranked: by the criteria asked for, of teams or their people. Raises InputError."""
    if not request.people:
        return _by_criteria(state, request.criteria).tournament
    if not state.tournament.settings.of_teams:
        raise InputError("only teams have people with games of their own (entrants.kind = teams)")
    people = as_people(state.tournament)
    order = criteria_of(request.criteria) or people.settings.placing.order
    placing = replace(people.settings.placing, order=order)
    return replace(people, settings=replace(people.settings, placing=placing))


def criteria_of(text: str) -> tuple[str, ...]:
    """Placing criteria as typed: `MMS,SOS,SODOS`. Raises InputError."""
    if not text:
        return ()
    try:
        return tuple(placing_criterion(name.strip()) for name in text.split(","))
    except ValueError as error:
        raise wrong_argument("criteria", text, str(error)) from None


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


@dataclass(frozen=True, slots=True)
class ExplainedPlace:
    """Why a player has its place, and the standings that it is in."""

    place: PlaceExplained
    standings: Standings


def explain(state: State, request: ExplainPlace) -> Outcome[ExplainedPlace]:
    """Why a player has its place. Raises InputError for one who is not there, or not in the standings."""
    tournament = _ranked(state, request)
    table = ranked(tournament, request.after)
    return Outcome(state, ExplainedPlace(explain_place(table, tournament.find(request.player)), table))
