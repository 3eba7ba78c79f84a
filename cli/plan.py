"""The command that looks at the rounds to come: plan."""

from __future__ import annotations

import typer

from .common import AsJson, Dir, desk, example, progress, say, say_json, tell_notes

commands = typer.Typer()


@commands.command(epilog=example("plan spring"))
def plan(path: Dir, as_json: AsJson = False) -> None:
    """Show which rounds to come can still be paired by the rules, and one way to do it; the draw will pair by results.

    Exit code 1: not all rounds to come can be paired. Where the search ended before it was known, the code is 0.
    """
    from ..desk.rounds.plan.planning import plan as planned
    from .views.plan import plan_text

    with progress("looking ahead …"):
        outcome = desk(path).ask(planned)
    tell_notes(outcome)
    tournament = outcome.state.tournament
    if as_json:
        from ..desk.answers.plans import plan_answer

        say_json(plan_answer(outcome.value, tournament))
    else:
        say(plan_text(outcome.value, tournament))
    if outcome.value.foresight.short:
        raise typer.Exit(1)
