"""The command that writes a round as a model for other solvers: model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import Dir, desk, example, progress, say

commands = typer.Typer()


@commands.command(epilog=example("model spring round4.mps", "model spring round2.lp --round 2"))
def model(
    path: Dir,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write: .mps, .lp, or .pbtxt for CP-SAT.")],
    tier: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="The tier of the profile; by default its first one.")
    ] = None,
    number: Annotated[
        int,
        typer.Option(
            "--round",
            "-r",
            metavar="N",
            show_default=False,
            help="A round already drawn, as it was drawn; by default the next one to draw.",
        ),
    ] = 0,
    missing_results: Annotated[
        bool, typer.Option("--missing-results", help="Write the next round although results are missing.")
    ] = False,
) -> None:
    """Write a round as a model for other solvers, with the cost of one tier.

    No hard rule is relaxed, and the lottery is left out.
    """
    from ..desk.rounds.own_model import ExportModel, export_model, write_model

    request = ExportModel(file, tier or 0, number, missing_results)
    with progress("writing the model …"):
        found = desk(path).ask(lambda state: export_model(state, request)).value
        write_model(found, file)
    of = f"tier {found.tier} of {', '.join(map(str, found.tiers))}" if len(found.tiers) > 1 else f"tier {found.tier}"
    size = f"{found.variables:,} variables, {found.rows:,} rows"
    say(f"{file}: round {found.number}, {found.players} players, {of}; {size}")
