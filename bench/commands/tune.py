"""The command tune: weights searched for wishes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from mcmahon.cli.commands.weight_commands import columns_text
from mcmahon.cli.common import command, desk, echo, warn
from mcmahon.cli.output import quoted
from mcmahon.cli.request_options import example

from .research import told_progress

if TYPE_CHECKING:
    from ..tuning.search import TuneDone

commands = typer.Typer()


@commands.command(epilog=example('tune spring --want "same_club<=2"', "tune spring --unless-gap club=2"))
def tune(
    paths: Annotated[list[Path], typer.Argument(metavar="DIR", help="Tournament folders with drawn rounds.")],
    want: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WISH", help="A wish: same_club<=2, four_or_more_apart@below_bar<=0, same_club@women=yes<=0 …"
        ),
    ] = None,
    unless_gap: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CRITERION=POINTS",
            help="club=2: avoid games of clubmates, unless that would need a game of players two points apart.",
        ),
    ] = None,
    base: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="Start from this profile; by default that of the first round.")
    ] = "",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the profile to this TOML file.")] = None,
    replay: Annotated[bool, typer.Option("--replay/--last", help="Use all rounds so far, or only the last.")] = True,
    seconds: Annotated[float, typer.Option(metavar="SECONDS", min=1, help="Time limit.")] = 120.0,
) -> None:
    """Search for weights by which the rounds would meet your wishes, and show them as a profile."""
    from mcmahon.cli.output import name_folder
    from mcmahon.io.settings.profiles import profile_named

    from ..tuning.search import StopRule, Tune, find_weights, tuned_text, write_tuned

    request = Tune(want or (), unless_gap or (), profile_named(base, paths[0]) if base else None, replay, out)
    name_folder(paths[0])
    with told_progress() as told:
        done = find_weights([desk(path).read() for path in paths], request, StopRule(seconds, told)).value
    for line in tuned_lines(done):
        echo(line)
    warn(*tuned_notes(done))
    text = tuned_text(done, command())
    if out is None:
        print(text.rstrip())  # a file, so it is not folded
        return
    write_tuned(text, out)
    echo(f"{out}: the profile; to use it: mcmahon pair {quoted(paths[0])} --profile {quoted(out)}")


def tuned_lines(done: TuneDone) -> list[str]:
    """The rounds with the profiles before and after, and the wishes that are met."""
    found = done.found
    shown = [*([done.standing] if done.standing is not None else []), found.before, found.after]
    wishes = [[f"wish: {wish}", *(wish.value(column) for column in shown)] for wish in found.wishes]
    lines = [columns_text(done.standing, [found.before, found.after], wishes)]
    lines.append(f"Tried {found.tried} profiles on {done.rounds} rounds.")
    for wish in found.met:
        how = ", without players at or above the bar, who are exempt in the draw" if wish.not_of_exempt else ""
        lines.append(f"met: {wish} ({wish.value(found.after)}{how})")
    return lines


def tuned_notes(done: TuneDone) -> list[str]:
    """The wishes that are not met."""
    found = done.found
    return [f"not met: {wish}; the best found is {wish.value(found.after)}" for wish in found.unmet]
