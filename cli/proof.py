"""The command that checks the proof of a round: verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import progress, say, warn

commands = typer.Typer()


@commands.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate: .npz, or .json with DIR.")],
    path: Annotated[Path | None, typer.Argument(metavar="[DIR]", help="The tournament folder.")] = None,
) -> None:
    """Check the proof of a round in whole numbers.

    Exit code 1: it is refused, leaves a gap in a cost, or proves a round by other terms than the folder's.
    """
    from ..model.words import one_line
    from ..desk.verifying import verify_file

    with progress("checking every pair …"):
        verified = verify_file(file, path)
    say(f"{verified.title}: the pairing is legal")
    for name, value, bound in verified.tiers:
        what = {"tie": "lottery", "breaches": "broken rules"}.get(name, f"cost, tier {name}")
        least = "proven least" + " under the certificate's own terms" * bool(verified.differences)
        rest = least if value == bound else f"not proven least, the proof leaves a gap of {value - bound:,}"
        say(f"{what}: {value:,}, no pairing below {bound:,}: {rest}")
    for line in verified.terms:
        say(one_line(line))
    for line in verified.differences:
        warn(f"other terms than the folder's: {one_line(line)}")
    if verified.other_boards:
        what = f"{verified.other_boards} games or byes of the proven one are not there"
        warn(f"the folder's round is another one: {what}")
    for note in verified.notes:
        warn(one_line(note))
    if not verified.proven:
        raise typer.Exit(1)
