"""Commands that print tables: groups, standings."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import AsJson, Dir, desk, example, say, say_json, tell_notes, warn

if TYPE_CHECKING:
    from ..desk.standings import Ranked
    from ..model.tournament.tournament import Tournament

commands = typer.Typer()


@commands.command(epilog=example("groups spring --bar 2d"))
def groups(
    path: Dir,
    bar: Annotated[
        str, typer.Option(metavar="RANK", help="Show the groups with another bar: a rank, auto or none.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Show the start groups: their sizes, the players next to each boundary, and the effect of each bar."""
    from ..desk.answers.players import groups_answer
    from ..desk.standings import groups as grouped
    from .views.groups import groups_text

    found = desk(path).ask(lambda state: grouped(state, bar)).value
    if as_json:
        say_json(groups_answer(found))
    else:
        say(groups_text(found))


@commands.command(epilog=example("standings spring --after 3", "standings spring --explain 17"))
def standings(
    path: Dir,
    after: Annotated[
        int | None, typer.Option("--after", "--round", "-r", metavar="N", help="After round N; by default the last.")
    ] = None,
    explain: Annotated[str, typer.Option(metavar="PLAYER", help="Explain the place of this player: id or name.")] = "",
    by: Annotated[str, typer.Option(metavar="COLUMN", help="Show sections by band, group, club or any column.")] = "",
    only: Annotated[str, typer.Option(metavar="COLUMN=VALUE", help="Show one section: women=yes, country=CZ.")] = "",
    ratings: Annotated[bool, typer.Option("--ratings", help="Add expected European ratings.")] = False,
    ratings_file: Annotated[Path | None, typer.Option(metavar="FILE", help="Write all ratings to a CSV file.")] = None,
    criteria: Annotated[
        str, typer.Option(metavar="NAMES", help="Use other tie-breaks than the settings: MMS,SOS,SODOS.")
    ] = "",
    people: Annotated[bool, typer.Option("--people", help="Teams: show their people, each with their games.")] = False,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
) -> None:
    """Show the standings after any round, with the crosstable; or explain the place of one player."""
    from ..desk.standings import Ranking
    from ..desk.standings import standings as ranked
    from ..model.errors import InputError

    if sum(map(bool, (explain, by, only))) > 1 or (explain and (ratings or ratings_file or as_csv)):
        raise InputError(
            "--explain can be used only with --after, --criteria and --json; --by cannot be used with --only"
        )
    if as_json and as_csv:
        raise InputError("--json and --csv cannot be used together")
    if explain:
        _explain(path, (explain, after, criteria, people), as_json)
        return
    request = Ranking(after, by, only, ratings or ratings_file is not None, criteria, people)
    outcome = desk(path).ask(lambda state: ranked(state, request))
    tell_notes(outcome)
    if ratings_file is not None:
        _write_ratings(outcome.value, ratings_file)
    _tell_standings(outcome.value, outcome.state.tournament, ratings, "json" if as_json else "csv" if as_csv else "")


def _write_ratings(found: Ranked, file: Path) -> None:
    from ..desk.standings import write_ratings

    expected = found.ratings or {}
    write_ratings(expected, file)
    warn(f"wrote the expected ratings of {len(expected)} players to {file}")


def _tell_standings(found: Ranked, tournament: Tournament, ratings: bool, form: str) -> None:
    """Print the standings as text, `json` or `csv`; with expected ratings only if asked for."""
    from ..desk.answers.standings import standings_answer
    from ..desk.standings import standings_csv
    from .views.standings import ranked_text

    shown = found if ratings else replace(found, ratings=None)
    if form == "json":
        say_json(standings_answer(shown))
    elif form == "csv":
        sys.stdout.write(standings_csv(shown))
        if shown.standings.provisional:
            warn("provisional: results are missing")
    else:
        say(ranked_text(shown, tournament))


def _explain(path: Path, wanted: tuple[str, int | None, str, bool], as_json: bool) -> None:
    """Print why a player has this place, after a round and by some criteria."""
    from ..desk.answers.standings import place_answer
    from ..desk.standings import ExplainPlace, explain
    from .views.standings import explanation_text

    found = desk(path).ask(lambda state: explain(state, ExplainPlace(*wanted))).value
    if as_json:
        say_json(place_answer(found.place))
    else:
        say(explanation_text(found.place, found.standings))
