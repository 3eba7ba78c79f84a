"""Commands that answer players' questions: explain, alternatives."""

from __future__ import annotations

from typing import Annotated

import typer

from .common import AsJson, Dir, RoundOption, desk, example, progress, say, say_json, tell_notes, warn

commands = typer.Typer()

Whole = Annotated[bool, typer.Option("--all", help="Name every board that changes, not only the first few.")]


@commands.command(epilog=example("explain spring 17", "explain spring 17 23"))
def explain(
    path: Dir,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="Another player: why the two do not meet.")] = "",
    number: RoundOption = 0,
    whole: Whole = False,
    as_json: AsJson = False,
) -> None:
    """Explain why a player has this opponent, or why two players do not meet, with proven costs."""
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


@commands.command(epilog=example("alternatives spring -k 3", "alternatives spring --within 500"))
def alternatives(
    path: Dir,
    most: Annotated[int, typer.Option("-k", metavar="N", min=1, max=1000, help="How many.")] = 5,
    within: Annotated[
        int | None, typer.Option(metavar="COST", min=0, help="Only pairings that cost at most this much more.")
    ] = None,
    number: RoundOption = 0,
    whole: Whole = False,
    as_json: AsJson = False,
) -> None:
    """List the next cheapest pairings of a round, each proven, and their differences."""
    from ..desk.answers.questions import alternatives_answer
    from ..desk.questions.why import Alternatives
    from ..desk.questions.why import alternatives as others
    from ..desk.words.plans import left_out_line
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
        say_json(alternatives_answer(rounds, found), None)
        return
    left_out = left_out_line(rounds)
    if left_out:
        say(left_out)
    if not found:
        say("No other pairing " + ("exists." if within is None else "costs at most that much more."))
    elif rounds.may_be_more(len(found)):
        warn(f"there may be more than these {most}; to see more: -k {2 * most}")
