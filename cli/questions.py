"""Commands for the questions at the desk: explain, alternatives."""

from __future__ import annotations

from typing import Annotated

import typer

from .common import AsJson, Dir, RoundOption, desk, progress, say, say_json, tell_notes, warn

commands = typer.Typer()

Whole = Annotated[bool, typer.Option("--all", help="Name every board that changes, not the first few.")]


@commands.command()
def explain(
    path: Dir,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    other: Annotated[str, typer.Argument(metavar="[OTHER]", help="Why these two do not meet.")] = "",
    number: RoundOption = 0,
    whole: Whole = False,
    as_json: AsJson = False,
) -> None:
    """Explain why a player has this board, or why two players do not meet, and what it would cost; proven."""
    from ..desk.answers.questions import explanation_answer
    from ..desk.questions.why import ExplainBoard
    from ..desk.questions.why import explain as explained
    from .views.questions import explanation_text

    with progress("comparing …"):
        outcome = desk(path).ask(lambda state: explained(state, ExplainBoard(player, other, number)))
    tell_notes(outcome)
    if as_json:
        say_json(explanation_answer(outcome.value), None)
    else:
        say(explanation_text(outcome.value, whole))


@commands.command()
def alternatives(
    path: Dir,
    most: Annotated[int, typer.Option("-k", min=1, max=1000, help="How many.")] = 5,
    within: Annotated[int | None, typer.Option(min=0, help="Only those that cost at most so much more.")] = None,
    number: RoundOption = 0,
    whole: Whole = False,
    as_json: AsJson = False,
) -> None:
    """List the cheapest other pairings of a round, each proven to be the next, with what differs."""
    from ..desk.answers.questions import difference_answer
    from ..desk.questions.why import Alternatives
    from ..desk.questions.why import alternatives as others
    from .views.questions import difference_text

    rounds = desk(path).ask(lambda state: others(state, Alternatives(most, within, number))).value
    found = []
    with progress("looking for other pairings …"):
        for k, other in enumerate(rounds, 1):
            found.append(other)
            if not as_json:
                say(f"{k}.")
                say(difference_text(rounds.drawn, other, whole))
    if as_json:
        say_json([difference_answer(rounds.drawn, other) for other in found], None)
    elif not found:
        say("There is no other pairing" + (" within that." if within is not None else "."))
    elif rounds.may_be_more(len(found)):
        warn(f"there may be more: {most} are shown; for more: -k {2 * most}")
