"""The command that checks the proof of a round: verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import desk, example, progress, say, tell
from .shell import name_folder

commands = typer.Typer()


@commands.command(epilog=example("verify proof.json spring", "verify proof.npz"))
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The certificate: .npz, or .json (needs DIR).")],
    path: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="The tournament folder.", callback=name_folder)
    ] = None,
) -> None:
    """Check the proof of a round, in whole numbers.

    Exit code 1: the certificate is wrong, leaves a gap, or is for another round or other terms than the folder.
    """
    from ..desk.rounds.proof.verifying import verify_file
    from .views.proof import verified_lines, verified_notes

    with progress("checking every pair …"):
        state = desk(path).read() if path is not None else None
        verified = verify_file(file, state)
    for line in verified_lines(verified):
        say(line)
    tell(verified_notes(verified, state.tournament if state else None))
    if not verified.proven:
        raise typer.Exit(1)
