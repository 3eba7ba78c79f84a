"""The command over several tournaments: congress."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import AsJson, example, say, say_json

commands = typer.Typer()


@commands.command(epilog=example("congress main pairgo youth"))
def congress(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR", help="The tournament folders of the events.")],
    as_json: AsJson = False,
) -> None:
    """Show who would have to play in two events at the same time, by the start times of their rounds."""
    from ..desk.answers.congress import congress_answer
    from ..desk.congress import congress as found_in
    from .views.congress import congress_text

    found = found_in(folders)
    if as_json:
        say_json(congress_answer(found))
    else:
        say(congress_text(found))
    if found.clashes:
        raise typer.Exit(1)
