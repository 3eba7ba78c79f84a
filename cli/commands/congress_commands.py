"""The command about several tournaments at the same time: congress."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..common import AsJson, example, say, say_json
from ..output import columns

if TYPE_CHECKING:
    from ...desk.congress import Congress

commands = typer.Typer()


@commands.command(epilog=example("congress main pairgo youth"))
def congress(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR", help="The tournament folders of the events.")],
    as_json: AsJson = False,
) -> None:
    """Show who would have to play in two events at the same time, by the start times of their rounds."""
    from ...desk.answers.congress import congress_answer
    from ...desk.congress import congress as found_in

    found = found_in(folders)
    if as_json:
        say_json(congress_answer(found))
    else:
        say(congress_text(found))
    if found.clashes:
        raise typer.Exit(1)


def congress_text(found: Congress) -> str:
    """The events, how many people are in several, and a line for each clash."""
    from ...desk.words.clashes import sitting_text

    rows = [
        [event.name, len(event.tournament.participants()), sum(map(bool, event.tournament.settings.event.round_times))]
        for event in found.events
    ]
    lines = [columns(["Event", "Entrants", "Rounds with a time"], rows, "lrr"), ""]
    lines += [f"{name}: no round has a start time (setting event.round_times)" for name in found.untimed]
    several = f"{found.shared} {'person is' if found.shared == 1 else 'people are'} in several events"
    if not found.clashes:
        return "\n".join([*lines, f"{several}; nobody would have to be in two places at once."])
    head = f"{several}; in two places at once:"
    clashing = [[one.name, sitting_text(one.first), sitting_text(one.second)] for one in found.clashes]
    free = "To free somebody: mcmahon absent DIR PLAYER 1; of a pair or team: with --member and --substitute"
    return "\n".join([*lines, head, columns(["Who", "is in", "and in"], clashing, "lll"), free])
