"""The people of pairs and teams as those who can be on a list of a prize, each for themselves."""

from __future__ import annotations

from dataclasses import replace

from ..people import people_of, person_id
from ..placing.standings import Standings, StandingsRow, standings
from ..teams.people import TEAM, as_people
from ..tournament.member import regulars
from ..tournament.player import Player
from ..tournament.tournament import Tournament
from .conditions import Field


def people_field(tournament: Tournament, table: Standings) -> Field | None:
    """Everybody in a pair or team, by `person_id`; None where single players take part.

    People of teams are placed among each other by their own games, at all boards. People of a pair have its place and
    its results; substitutes of a pair are on no list, as they played for a round only. What the registrations say of
    the entrant counts for its people, where they do not say it of the person.
    """
    if not any(p.members for p in tournament.players):
        return None
    if tournament.settings.of_teams:
        own = standings(as_people(tournament, whole_ids=True))
        of = {person_id(team.id, m.id): team for team in tournament.players for m in team.members}
        rows = [replace(row, player=_person(row.player, of[row.player.id])) for row in own.rows]
        return Field(own, rows)
    found: list[StandingsRow] = []
    pairs: dict[str, str] = {}
    for row in table.rows:
        regular = {person_id(row.player.id, m.id) for m in regulars(row.player.members)}
        for person in people_of(row.player):
            if person.id in regular or not row.player.members:
                found.append(replace(row, player=_person(person, row.player)))
                pairs[person.id] = row.player.id
    return Field(table, found, pairs)


def _person(person: Player, entrant: Player) -> Player:
    """A person with what is said of the entrant alone, and its name as column `team`."""
    extra = {TEAM: entrant.name, **dict(entrant.extra), **dict(person.extra)}
    return replace(person, extra=tuple(extra.items()))
