"""Commands that print tables: groups, standings, congress (who would be in two events at once)."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Exit, Option, Typer

from ...desk.messages.written_values import criterion_heading, rank_range, value_text
from ...desk.placing import double_bookings as several
from ...desk.placing.double_bookings import Congress, CongressAnswer, Event, sitting_text
from ...desk.placing.rank import (
    ExplainPlace,
    Ranked,
    Ranking,
    ShowGroups,
    explain,
    groups_answer,
    place_answer,
    standings_answer,
)
from ...desk.placing.rank import groups as grouped
from ...desk.placing.rank import standings as ranked
from ...desk.verb import build
from ...model.errors import InputError
from ...model.language import counted
from ...model.tournament.person import Player
from ...model.tournament.tournament import Tournament
from ..common import ask, check_to, echo, echo_json, echo_or_json, echo_outcome, warn, write_to
from ..output import columns, fitted
from ..request_options import AsJson, Dir, ToFile, example, takes

if TYPE_CHECKING:
    from ...model.placing.ratings import ExpectedRating
    from ...model.placing.sections import StandingsSection
    from ...model.placing.standings import Standings, StandingsRow
    from ...model.placing.start_groups import Groups
    from ...model.reasons.place_explained import PlaceExplained

    #: Expected ratings by player id, or None where they are not asked for.
    Ratings = Mapping[str, ExpectedRating] | None

commands = Typer()


@commands.command(epilog=example("groups spring --bar 2d"))
@takes("placing.rank:ShowGroups")
def groups(path: Dir, asked: ShowGroups, as_json: AsJson = False) -> None:
    """Show the start groups: their sizes, the players next to each boundary, and the effect of each bar."""
    found = ask(path, lambda state: grouped(state, asked)).value
    echo_or_json(as_json, groups_answer(found), groups_text(found))


@commands.command(epilog=example("standings spring --after 3", "standings spring --explain 17"))
@takes("placing.rank:Ranking", names={"after": ("--after", "--round", "-r")})
def standings(
    path: Dir,
    asked: Ranking,
    explain: Annotated[str, Option(metavar="PLAYER", help="Explain the place of this player: id or name.")] = "",
    ratings_file: Annotated[Path | None, Option(metavar="FILE", help="Write all ratings to a file.")] = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, Option("--csv", help="Print CSV.")] = False,
    to: ToFile = None,
) -> None:
    """Show the standings after any round, with the crosstable; or explain the place of one player."""
    if sum(map(bool, (explain, asked.by, asked.only))) > 1 or (explain and (asked.ratings or ratings_file or as_csv)):
        raise InputError(
            "--explain can be used only with --after, --criteria and --json; --by cannot be used with --only"
        )
    if as_json and as_csv:
        raise InputError("--json and --csv cannot be used together")
    check_to(to, as_json or as_csv or bool(explain))
    check_to(ratings_file)
    if explain:
        _explain(path, explain, asked, as_json)
        return
    request = asked.but(ratings=asked.ratings or ratings_file is not None)
    outcome = ask(path, lambda state: ranked(state, request))
    echo_outcome(outcome)
    if ratings_file is not None:
        _write_ratings(outcome.value, outcome.state.tournament, ratings_file)
    form = to or ("json" if as_json else "csv" if as_csv else "")
    _tell_standings(outcome.value, outcome.state.tournament, asked.ratings, form)


def _write_ratings(found: Ranked, tournament: Tournament, file: Path) -> None:
    from ...desk.files.grids import ratings_grid, write_grid

    grid = ratings_grid(tournament, found.ratings or {})
    write_grid(grid, file)
    warn(f"wrote the expected ratings of {len(grid.rows)} players to {file}")


def _tell_standings(found: Ranked, tournament: Tournament, ratings: bool, form: str | Path) -> None:
    """Print the standings as text, `json` or `csv`, or write them to a file; with ratings only if asked for."""
    shown = found if ratings else replace(found, ratings=None)
    if not form:
        echo(ranked_text(shown, tournament))
        return
    if form == "json":
        echo_json(standings_answer(shown))
        return
    from ...desk.files.grids import grid_csv, standings_grid

    grid = standings_grid(tournament, shown)
    if isinstance(form, Path):
        write_to(form, grid)
    else:
        sys.stdout.write(grid_csv(grid))
        if shown.standings.provisional:
            warn("provisional: results are missing")


def _explain(path: Path, player: str, asked: Ranking, as_json: bool) -> None:
    """Print why a player has this place in the standings asked for."""
    request = build(ExplainPlace, player=player, after=asked.after, criteria=asked.criteria, people=asked.people)
    found = ask(path, lambda state: explain(state, request)).value
    echo_or_json(as_json, place_answer(found), explanation_text(found))


@commands.command(epilog=example("congress main pairgo youth"))
@takes("placing.double_bookings:Congress")
def congress(asked: Congress, as_json: AsJson = False) -> None:
    """Show who would have to play in two events at the same time, by the start times of their rounds."""
    events = several.read_events(asked)
    found = several.congress(events)
    echo_or_json(as_json, found, congress_text(events, found))
    if found.clashes:
        raise Exit(1)


WHO = 24  # columns that a name with id, rank and rating keeps while a column beside it can go


def groups_text(found: Groups) -> str:
    """The start groups: counts by score, the players next to each boundary, and the effect of each bar."""
    settings, groups = found.settings, found.groups
    count = sum(len(group.players) for group in groups)
    waiting = (
        f"; {counted(len(found.waiting), 'entry')} preliminary, withdrawn or entered for no round"
        if found.waiting
        else ""
    )
    head = f"{settings.name}: {counted(count, 'player')} in {counted(len(groups), 'start group')}"
    lines = [f"{head}, scheme {settings.start.scheme}{waiting}"]
    if settings.start.scheme == "regular":
        why = "set by hand" if settings.start.group_size else f"from the table for {settings.rounds} rounds"
        of = "As at the first draw" if settings.decided.boundaries else f"Groups of {found.size}, {why}"
        lines.append(f"{of}; players are sorted by {settings.start.sorted_by} first.")
    if groups:
        lines += ["", _groups_table(found)]
    return "\n".join([*lines, *_bars_lines(found)])


def _groups_table(found: Groups) -> str:
    rows, in_all = [], 0
    for group, below in zip_longest(found.groups, found.groups[1:]):
        in_all += len(group.players)
        boundary = ["", ""] if below is None else [_entrant(group.players[-1]), _entrant(below.players[0])]
        ranks = rank_range([p.rank for p in group.players])
        rows.append([value_text(group.start, 2), len(group.players), in_all, ranks, *boundary, "; ".join(group.marks)])
    titles = ["Start", "Players", "In all", "Ranks", "Just above the boundary", "Just below it", ""]
    return fitted(titles, rows, "rrr", ("Just below it", "In all"), least=WHO)


def _entrant(player: Player) -> str:
    return f"{player.label} {player.rank_name} {player.rating}"


def _bars_lines(found: Groups) -> list[str]:
    """The effect of each plausible bar, and which one is used and why."""
    settings, bars = found.settings, found.bars
    if not bars:
        return []
    (low, high), most = found.table, 2**settings.rounds
    some = f"{low} to {high} players at or above the bar, never more than {most}"
    table = some if settings.rounds > 2 else f"not more than {most} players at or above the bar"
    near = [bar for k, bar in enumerate(bars) if k == 0 or bars[k - 1].count <= most or bar.taken or bar.automatic]
    rows = []
    for bar in near:
        marks = ["auto would choose it"] if bar.automatic else []
        rows.append([bar.rank, bar.count, bar.verdict, ", ".join([*marks, "in use"] if bar.taken else marks)])
    taken = f"start.bar = {settings.start.bar}"
    taken += f": the bar is {settings.decided.bar}" if settings.start.bar == "auto" else " (set by you)"
    if all(len(group.top) == len(group.players) for group in found.groups):
        taken += "; everybody is at or above it, so all start with the same score and all games are even"
    return [
        f"\nThe BGA's table for {settings.rounds} rounds: {table}.",
        columns(["Bar", "Players", "By the table", ""], rows, "rr"),
        taken,
    ]


def heading(tournament: Tournament, standings: Standings) -> str:
    """The line above the standings; it says if results are missing."""
    order = ", ".join(standings.criteria)
    provisional = "; provisional: results are missing" if standings.provisional else ""
    return f"{tournament.settings.name}: standings after round {standings.after_round} by {order}{provisional}"


def ranked_text(found: Ranked, tournament: Tournament) -> str:
    """A heading, and the whole table or its sections."""
    table, ratings = found.standings, found.ratings
    lines = [heading(tournament, table)]
    if found.sections is None:
        lines.append(standings_text(table, ratings, teams=found.teams))
    lines += [f"\n{part.title}\n{standings_text(table, ratings, part, found.teams)}" for part in found.sections or ()]
    return "\n".join(lines)


def standings_text(
    standings: Standings,
    ratings: Ratings = None,
    section: StandingsSection | None = None,
    teams: Mapping[str, str] | None = None,
) -> str:
    """The result list: place, name, rank, club or team, MMS, one column a round, points, criteria (rules: section 10).

    On a narrow terminal long names are cut, and the columns that matter least for places are left out first. A shared
    place is empty; game columns refer to line numbers, which go on counting. A section has places of its own, and
    beside them the line numbers of the whole list.
    """
    rounds, criteria = standings.after_round, standings.own_columns
    games, own = (str(k) for k in range(1, rounds + 1)), map(criterion_heading, ("WINS", *criteria))
    titles = ["Pl", "Name", "Str", "Cl.", "MMS", *games, *own]
    right = "r   r" + " " * rounds + "r" * (1 + len(criteria))
    listed = _with_places(standings, section)
    rows = [_cells(row, place, criteria) for row, place in listed]
    if teams:
        titles[3] = "Team"
        rows = [[*cells[:3], teams[row.player.id], *cells[4:]] for cells, (row, _) in zip(rows, listed, strict=True)]
    if ratings is not None:
        titles, right = [*titles, "Rating", "Expected", "±"], right + "rrr"
        rows = [[*cells, *_rated(ratings[row.player.id])] for cells, (row, _) in zip(rows, listed, strict=True)]
    if section is not None:
        titles, right = ["Line", *titles], "r" + right
        rows = [[str(row.line), *cells] for row, cells in zip(section.rows, rows, strict=True)]
    return fitted(titles, rows, right, _least_first(standings))


def _least_first(standings: Standings) -> list[str]:
    """What a narrow terminal leaves out, in order: the last round stays longer than criteria that decide no place."""
    *rounds, last = (str(k) for k in range(1, standings.after_round + 1)) if standings.after_round else ("",)
    used, others = ([*map(criterion_heading, names)] for names in (standings.criteria, reversed(standings.beside)))
    deciding = _deciding(standings)
    idle, decide = reversed(used[deciding:]), reversed(used[1:deciding])
    return ["Cl.", "Team", "±", "Rating", *rounds, *others, *idle, last, *decide]


def _deciding(standings: Standings) -> int:
    """How many of the criteria, from the first, decide a place; at least one."""
    most, names = 1, standings.criteria
    for one, other in pairwise(standings.rows):
        differ = (k for k, name in enumerate(names, 1) if one.text(name) != other.text(name))
        most = max(most, next(differ, 1))
    return most


def _cells(row: StandingsRow, place: str, criteria: Sequence[str]) -> list[str]:
    player, values = row.player, [row.text(name) for name in criteria]
    club = unicodedata.normalize("NFC", player.club)[:3]
    head = [place, player.name, player.rank_name, club, value_text(row.mms, 2)]
    return [*head, *row.rounds, value_text(row.wins, 2), *values]


def _rated(expected: ExpectedRating) -> list[str]:
    """The rating before (in parentheses if derived from the rank), the expected rating, and the change."""
    before = f"({expected.before})" if expected.player.rating_is_derived else str(expected.before)
    change = round(expected.after) - expected.before
    return [before, str(round(expected.after)), f"{change:+d}" if change else "0"]


def _with_places(standings: Standings, section: StandingsSection | None) -> list[tuple[StandingsRow, str]]:
    """Every row with its printed place, blank if it is shared with the row above."""
    if section is None:
        return [(row, row.place_text) for row in standings.rows]
    numbered = enumerate(zip(section.rows, section.places, strict=True), 1)
    return [(row, str(place) if place == k else "") for k, (row, place) in numbered]


def explanation_text(explained: PlaceExplained) -> str:
    """A place explained: the rounds, every criterion as its sum, and the neighbours."""
    row, standings = explained.row, explained.standings
    place = f"place {row.place} of {len(standings.rows)}" if row.place else "without a place"
    place = f"disqualified, {place}" if row.player.disqualified else place
    head = f"{row.player.label}, {row.player.rank_name}: {place}"
    lines = [f"{head} after round {standings.after_round}" + (", provisional" if standings.provisional else "")]
    lines += [f"  {text}" for text in explained.rounds]
    for criterion in explained.criteria:
        lines.append(f"{criterion}  ({criterion.doc})")
        lines += [f"  {note}" for note in criterion.notes]
    return "\n".join([*lines, *explained.neighbours])


def congress_text(events: Sequence[Event], found: CongressAnswer) -> str:
    """The events, how many people are in several, and a line for each clash."""
    timed = [sum(map(bool, one.tournament.settings.event.round_times)) for one in events]
    rows = [[one.name, len(one.tournament.participants()), count] for one, count in zip(events, timed, strict=True)]
    lines = [columns(["Event", "Entrants", "Rounds with a time"], rows, "lrr"), ""]
    lines += [f"{name}: no round has a start time (setting event.round_times)" for name in found.untimed]
    several = f"{found.shared} {'person is' if found.shared == 1 else 'people are'} in several events"
    if not found.clashes:
        return "\n".join([*lines, f"{several}; nobody would have to be in two places at once."])
    clashing = [[one.name, sitting_text(one.first), sitting_text(one.second)] for one in found.clashes]
    free = "To free somebody: mcmahon absent DIR PLAYER 1; of a pair or team: with --member and --substitute"
    head = f"{several}; in two places at once:"
    return "\n".join([*lines, head, columns(["Who", "is in", "and in"], clashing, "lll"), free])
