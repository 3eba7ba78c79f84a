"""Commands that print tables: groups, standings."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import AsJson, Dir, extra, folder, progress, say, warn

if TYPE_CHECKING:
    from ..model.placing.sections import Section
    from ..model.placing.standings import Standings
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
    """The start groups: how many on each score, who is next to each boundary, what each bar would give."""
    from ..io.terminal import groups_data, groups_text
    from ..model.placing.groups import start_groups

    state = folder(path).read()
    tournament = (state.with_settings({"start.bar": bar}) if bar else state).tournament
    if simulate:
        _advise(tournament, simulate, (supergroups, seed, model), as_json)
        return
    found = start_groups(tournament)
    if as_json:
        say(json.dumps(groups_data(found), ensure_ascii=False, indent=1))
    else:
        say(groups_text(found))


def _advise(tournament: Tournament, count: int, how: tuple[str, int, str], as_json: bool) -> None:
    """What each bar would do, from simulated tournaments."""
    from dataclasses import asdict

    from ..model.errors import InputError

    with extra("bench"):
        from ..bench.adviser import Trials, advice_text, advise, possible_choices
        from ..bench.results_model import ResultModel
    sizes, seed, model = how
    if not all(word.strip().isdecimal() for word in sizes.split(",")):
        raise InputError(f"--supergroups {sizes!r}; right would be: whole numbers with commas, such as 0,8,16")
    choices = possible_choices(tournament, [int(word) for word in sizes.split(",")])
    with progress(f"playing {count} tournaments under each of {len(choices)} bars …"):
        found = advise(tournament, choices, Trials(count, seed, ResultModel(model), workers=-1))
    if as_json:
        say(json.dumps([asdict(line) for line in found], ensure_ascii=False, indent=1))
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
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
) -> None:
    """The standings after any round, with the crosstable; in sections, with ratings, or one place explained."""
    from ..io.files import write_file
    from ..io.pages.result_list import heading, ratings_rows, standings_data, standings_rows, standings_text
    from ..io.tables import write_table
    from ..model.errors import InputError
    from ..model.placing.ratings import expected_ratings
    from ..model.placing.standings import standings as ranked

    tournament = folder(path).read().tournament
    if sum(map(bool, (explain, by, only))) > 1 or (explain and (ratings or ratings_file or as_csv)):
        raise InputError("--explain goes with --after and --json only, --by not with --only")
    if as_json and as_csv:
        raise InputError("--json and --csv exclude each other")
    table = ranked(tournament, after)
    if explain:
        _explain(tournament, table, explain, as_json)
        return
    parts = _sections(table, by, only)
    expected = expected_ratings(table) if ratings or ratings_file is not None else {}
    shown = expected if ratings else None
    if ratings_file is not None:
        write_file(ratings_file, write_table(*ratings_rows(expected)).encode())
        warn(f"expected ratings of {len(expected)} players are in {ratings_file}")
    if as_json:
        say(json.dumps(standings_data(table, shown, parts), ensure_ascii=False, indent=1))
    elif as_csv:
        sys.stdout.write(write_table(*standings_rows(table, shown, parts)))
        if table.provisional:
            warn("provisional: results are missing")
    else:
        say(heading(tournament, table))
        if parts is None:
            say(standings_text(table, shown))
        for part in parts or ():
            say(f"\n{part.title}\n{standings_text(table, shown, part)}")


def _sections(table: Standings, by: str, only: str) -> list[Section] | None:
    """The sections asked for; None for the whole list."""
    from ..model.errors import InputError
    from ..model.placing.sections import section_of, sections, without_section
    from ..model.words import counted

    if by:
        found, none = sections(table, by), without_section(table, by)
        if none:
            warn(f"{counted(none, 'player')} with no {by}, and so in no section")
        return found
    column, equals, value = (part.strip() for part in only.partition("="))
    if only and not (column and equals and value):
        raise InputError(f"--only {only!r}; right would be: COLUMN=VALUE, such as women=yes")
    return [section_of(table, column, value)] if only else None


def _explain(tournament: Tournament, table: Standings, who: str, as_json: bool) -> None:
    from ..io.pages.result_list import explanation_data, explanation_text
    from ..model.reasons.place_explained import explain_place

    explained = explain_place(table, tournament.find(who))
    if as_json:
        say(json.dumps(explanation_data(explained), ensure_ascii=False, indent=1))
    else:
        say(explanation_text(explained, table))
