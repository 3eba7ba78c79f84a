"""Commands that print tables: groups, standings."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import AsJson, Dir, desk, extra, progress, say, say_json, tell_notes, warn

if TYPE_CHECKING:
    from ..desk.standings import Ranked
    from ..model.tournament.tournament import Tournament

commands = typer.Typer()


@commands.command()
def groups(
    path: Dir,
    simulate: Annotated[int, typer.Option(min=0, help="Play it so many times under each bar.")] = 0,
    supergroups: Annotated[str, typer.Option(help="With --simulate: sizes with commas, 0 = none.")] = "0",
    seed: Annotated[int, typer.Option(min=0, help="With --simulate: seed of the first; the others follow.")] = 1,
    model: Annotated[str, typer.Option(help="With --simulate: rating model egf, egf-komi, aga, fixed.")] = "egf",
    bar: Annotated[str, typer.Option(help="As they would be with this bar: a rank, auto or none.")] = "",
    as_json: AsJson = False,
) -> None:
    """Show the start groups: how many on each score, who is next to each boundary, what each bar would give."""
    from ..desk.answers.players import groups_answer
    from ..desk.standings import groups as grouped
    from ..desk.standings import to_simulate
    from .views.groups import groups_text

    if simulate:
        _advise(to_simulate(desk(path).read(), bar).tournament, simulate, (supergroups, seed, model), as_json)
        return
    found = desk(path).ask(lambda state: grouped(state, bar)).value
    if as_json:
        say_json(groups_answer(found))
    else:
        say(groups_text(found))


def _advise(tournament: Tournament, count: int, how: tuple[str, int, str], as_json: bool) -> None:
    """What each bar would do, from simulated tournaments."""
    with extra("bench"):
        from ..bench.adviser import AdviserTrials, advise, choices_of
        from ..bench.answers import advice_answer
        from ..bench.results_model import ResultModel
    from .views.advice import advice_text

    sizes, seed, model = how
    choices = choices_of(tournament, sizes)
    with progress(f"playing {count} tournaments under each of {len(choices)} bars …"):
        found = advise(tournament, choices, AdviserTrials(count, seed, ResultModel(model), workers=0))
    if as_json:
        say_json(advice_answer(found))
        return
    say(advice_text(found, tournament.settings))
    say(f"Shares of {count} simulated tournaments ({model}, seed {seed}) with 95 % intervals; * is the bar as it is.")


@commands.command()
def standings(
    path: Dir,
    after: Annotated[
        int | None, typer.Option("--after", "--round", "-r", help="After this round; by default the last.")
    ] = None,
    explain: Annotated[str, typer.Option(metavar="PLAYER", help="Why this player has its place: id or name.")] = "",
    by: Annotated[str, typer.Option(metavar="COLUMN", help="In sections: band, group, club, or any column.")] = "",
    only: Annotated[str, typer.Option(metavar="COLUMN=VALUE", help="One section: women=yes, country=CZ.")] = "",
    ratings: Annotated[bool, typer.Option("--ratings", help="With expected European ratings.")] = False,
    ratings_file: Annotated[Path | None, typer.Option(metavar="FILE", help="Write all ratings to a CSV file.")] = None,
    criteria: Annotated[str, typer.Option(help="Rank by others than those of the settings: MMS,SOS,SODOS.")] = "",
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
) -> None:
    """Show the standings after any round, with the crosstable; in sections, with ratings, or explain one place."""
    from ..desk.standings import Ranking
    from ..desk.standings import standings as ranked
    from ..model.errors import InputError

    if sum(map(bool, (explain, by, only))) > 1 or (explain and (ratings or ratings_file or as_csv)):
        raise InputError("--explain goes with --after and --json only, --by not with --only")
    if as_json and as_csv:
        raise InputError("--json and --csv exclude each other")
    if explain:
        _explain(path, (explain, after, criteria), as_json)
        return
    request = Ranking(after, by, only, ratings or ratings_file is not None, criteria)
    outcome = desk(path).ask(lambda state: ranked(state, request))
    tell_notes(outcome)
    if ratings_file is not None:
        _write_ratings(outcome.value, ratings_file)
    _tell_standings(outcome.value, outcome.state.tournament, ratings, "json" if as_json else "csv" if as_csv else "")


def _write_ratings(found: Ranked, file: Path) -> None:
    from ..desk.standings import write_ratings

    expected = found.ratings or {}
    write_ratings(expected, file)
    warn(f"expected ratings of {len(expected)} players are in {file}")


def _tell_standings(found: Ranked, tournament: Tournament, ratings: bool, form: str) -> None:
    """Print the standings as text, `json` or `csv`; expected ratings only where they are asked for."""
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


def _explain(path: Path, wanted: tuple[str, int | None, str], as_json: bool) -> None:
    """Print why a player, after a round and by some criteria, has its place."""
    from ..desk.answers.standings import place_answer
    from ..desk.standings import ExplainPlace, explain
    from .views.standings import explanation_text

    found = desk(path).ask(lambda state: explain(state, ExplainPlace(*wanted))).value
    if as_json:
        say_json(place_answer(found.place))
    else:
        say(explanation_text(found.place, found.standings))
