"""Commands that print tables: standings."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from .common import AsJson, Dir, folder, say

commands = typer.Typer()


@commands.command()
def standings(
    path: Dir,
    after: Annotated[int | None, typer.Option("--after", "-r", help="After this round; by default the last.")] = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
) -> None:
    """The standings after any round, with the crosstable."""
    from ..io.tables import write_table
    from ..io.terminal import standings_data, standings_rows, standings_text
    from ..model.errors import InputError
    from ..model.standings import standings as ranked

    tournament = folder(path).read().tournament
    if after is not None and not 0 <= after <= len(tournament.rounds):
        raise InputError(f"round {after} has not been drawn; rounds drawn: {len(tournament.rounds)}")
    table = ranked(tournament, after)
    if as_json:
        say(json.dumps(standings_data(table), ensure_ascii=False, indent=1))
    elif as_csv:
        sys.stdout.write(write_table(*standings_rows(table)))
    else:
        say(f"{tournament.settings.name}: standings after round {table.after_round}")
        say(standings_text(table))
