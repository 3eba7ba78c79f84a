"""The command about teams: line-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .common import Dir, RoundOption, desk, done_at, example, say

if TYPE_CHECKING:
    from ..desk.desk import Done
    from ..desk.rounds.line_ups import TeamLineUp

commands = typer.Typer()


@commands.command("line-up", epilog=example("line-up teams", "line-up teams Ulm 1 3 2 - --round 2"))
def line_up(
    path: Dir,
    team: Annotated[str, typer.Argument(metavar="TEAM", help="Id or name; by default all teams.")] = "",
    people: Annotated[
        list[str] | None,
        typer.Argument(metavar="MEMBER", help="Who sits at boards 1, 2, …: place, id or name; - for nobody."),
    ] = None,
    number: RoundOption = 0,
    anyway: Annotated[bool, typer.Option("--anyway", help="Do it even if the order is not allowed.")] = False,
) -> None:
    """Show who sits at the boards of a round, or seat a team by hand; the word roster seats it as registered."""
    from ..desk.rounds.line_ups import LineUp, line_ups
    from ..desk.rounds.line_ups import line_up as lined_up
    from .asking import with_yes
    from .views.teams import line_up_lines

    if not team or not people:
        found = desk(path).ask(lambda state: line_ups(state, number, team))
        for line in line_up_lines(found.value, found.state.tournament):
            say(line)
        return
    request = LineUp(team, people, number)

    def seated(yes: bool) -> Done[TeamLineUp]:
        return done_at(path, lambda state: lined_up(state, request.agreed(yes)))

    done = with_yes(seated, anyway, "Seat them so anyway?")
    for line in line_up_lines([done.value], done.after.tournament):
        say(line)
