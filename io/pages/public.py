"""What the public may see of a tournament, field by field. Whatever is not listed here reaches no page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...model.language import ENGLISH, Words
from ...model.placing.scores import RoundScore
from ...model.placing.standings import Standings, game_cell
from ...model.placing.start_scores import start_scores
from ...model.placing.sums import Sums
from ...model.placing.tie_breaks import value_text
from ...model.teams.people import people_ids
from ...model.tournament.player import Player, Status
from ...model.tournament.round_sets import rounds_text
from ...model.tournament.settings import Settings
from ...model.tournament.tournament import Tournament
from ..settings.settings_file import toml_value
from ..settings.settings_listed import listed_settings
from .cells import entered_rounds, minus, said_name
from .line_ups import PublicMember, missing_by_round, public_members


def _names(top: str, **sections: str) -> frozenset[str]:
    """Dotted names of settings: those at the top, and those of each section."""
    return frozenset([*top.split(), *(f"{name}.{key}" for name, keys in sections.items() for key in keys.split())])


#: Settings that pages show with their values.
PUBLIC_SETTINGS = _names(
    "preset name rounds komi",
    start="scheme bar floor zero sorted_by group_size bands supergroup_points supergroup_size acceleration",
    handicap="rule reduction maximum none_from komi",
    points="bye bye_wins absence absence_wins default_wins round_down void",
    placing="order empty_round empty_round_sosos default_games opponents_unplayed handicap_in_sos",
    groups="number apart finalists final carry_over",
    event="place country begin end round_times internet basic_time overtime overtime_seconds overtime_stones",
    entrants="kind rank",
    teams="boards colours handicaps order tolerance substitutes",
    rating="tournament_class",
    pairing="rounding seeding draw_down draw_up even_at_bar default_is_met meet_again max_difference max_handicap "
    "geography_at_bar",
)

#: Of these, those that say nothing where single players take part.
ENTRANT_SETTINGS = _names("", entrants="kind rank")
#: And those of matches of teams.
TEAM_SETTINGS = _names("", teams="boards colours handicaps order tolerance substitutes")

#: Settings that pages never show: they name players, show who belongs together, or matter only to the organisers.
PRIVATE_SETTINGS = _names(
    "seed",
    start="supergroup",
    pairing="profile families local_clubs club_groups forbid force rules repair_wider plan_ahead engine",
    event="round_minutes congress",
    tables="first out_of_use fixed",
    pages="logo colour accent language languages",
    hall="confirm",
    prizes="give ties tie_criteria equal unit remainder eligible",
    decided="scheme bar boundaries zero_shift seed supergroup supergroup_ids acceleration drawn_groups finalists",
)


@dataclass(frozen=True, slots=True)
class PublicPlayer:
    """A player as the public may see it: the file of its page, and what is shown next to the name.

    `members` are the people of a pair or team; `missing` says by round who of them is missing, and who plays instead.
    `team` is that of a person in a team.
    """

    file: str
    name: str
    rank: str
    rating: str
    club: str
    country: str
    start: str
    rounds: str
    members: tuple[PublicMember, ...] = ()
    missing: tuple[tuple[int, str], ...] = ()
    team: str = ""


def public_players(tournament: Tournament, words: Words = ENGLISH) -> dict[str, PublicPlayer]:
    """Everybody in the standings as pages show them, by the ids that pages do not show.

    Who is entered only preliminarily, or has withdrawn without a game, is nobody's business yet, or any more.
    """
    taking_part = {p.id for p in tournament.participants()}
    start = start_scores(tournament.players, tournament.settings).half_points
    return {
        p.id: PublicPlayer(
            file=f"player-{k}.html",
            name=said_name(p.name, words),
            rank=p.rank_name,
            rating="" if p.rating_is_derived else str(p.rating),
            club=p.club,
            country=p.country,
            start=minus(value_text(start[p.id], 2)),
            rounds=_rounds(p, tournament, words),
            members=public_members(p, f"player-{k}.html", words),
            missing=missing_by_round(p, tournament, words),
        )
        for k, p in enumerate(tournament.players, 1)
        if p.id in taking_part
    }


def public_people(
    tournament: Tournament, teams: Mapping[str, PublicPlayer], whole_ids: bool = False
) -> dict[str, PublicPlayer]:
    """The people of public pairs and teams as pages show them, by the ids of `people_ids`; each leads to their page."""
    ids = people_ids(tournament, whole_ids)
    shown = {}
    for team in tournament.players:
        public = teams.get(team.id)
        for member, seen in zip(team.members, public.members if public else (), strict=False):
            shown[ids[team.id, member.id]] = PublicPlayer(
                file=seen.file,
                name=seen.name,
                rank=seen.rank,
                rating="",
                club=seen.club,
                country=seen.country,
                start="",
                rounds="",
                team=public.name if public else "",
            )
    return shown


def public_winners(
    tournament: Tournament, entrants: Mapping[str, PublicPlayer]
) -> dict[str, tuple[PublicPlayer, tuple[str, ...]]]:
    """Everybody who can win a prize, by id: entrants with the names of their people, people with that of their entrant.

    Ids of people are those of `person_id`.
    """
    people = public_people(tournament, entrants, whole_ids=True)
    found = {p: (one, tuple(m.name for m in one.members if not m.substitute)) for p, one in entrants.items()}
    return found | {p: (one, (one.team,)) for p, one in people.items()}


def _rounds(player: Player, tournament: Tournament, words: Words) -> str:
    """The rounds that a player is entered for; of who has left, or comes to no more, the ones they were in."""
    total = tournament.settings.rounds
    if player.status is Status.FINAL and player.takes_part:
        return entered_rounds(player, total, words)
    was_in = rounds_text((r.number for r in tournament.rounds if not r.draft and r.holds(player.id)), 0)
    return words.say("{rounds}, then left", rounds=was_in)


def public_standings(table: Standings) -> Standings:
    """The standings without excuses: an absence is an absence, and the points it gave are all that anybody sees."""
    scores = table.sums.scores
    unexcused = {pid for pid, row in scores.entries.items() if not all(entry.excused for entry in row)}
    entries = {**scores.entries, **{pid: tuple(map(_excused, scores.entries[pid])) for pid in unexcused}}
    lines = {row.player.id: row.line for row in table.rows}
    rows = tuple(
        replace(row, rounds=tuple(game_cell(entry, lines) for entry in entries[row.player.id]))
        if row.player.id in unexcused
        else row
        for row in table.rows
    )
    return replace(table, rows=rows, sums=Sums(replace(scores, entries=entries), table.sums.players))


def _excused(entry: RoundScore) -> RoundScore:
    return entry if entry.excused else replace(entry, excused=True)


def public_name(player: Player, words: Words = ENGLISH) -> str:
    """How sentences on pages name a player: without the id."""
    return said_name(player.name, words)


def public_settings(settings: Settings) -> list[tuple[str, str, str]]:
    """Name, value and meaning of every setting that is public."""
    listed = listed_settings(settings)
    shown = PUBLIC_SETTINGS - (ENTRANT_SETTINGS if settings.entrants.kind == "players" else frozenset())
    shown -= frozenset() if settings.of_teams else TEAM_SETTINGS
    return [(name, toml_value(value), doc) for name, value, doc in listed if name in shown]
