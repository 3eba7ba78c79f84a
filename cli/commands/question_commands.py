"""Commands that answer players' questions: explain, alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

import typer

from ..common import AsJson, Dir, RoundOption, desk, echo, echo_json, echo_notes, example, progress, warn
from ..output import columns, room_of_terminal, width

if TYPE_CHECKING:
    from ...desk.questions.explaining import ExplainedBoard
    from ...desk.questions.standing_round import StandingRound
    from ...desk.questions.why import Explanation
    from ...desk.questions.why_not import WhyNot
    from ...model.reasons.difference import PairingDifference

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
    from ...desk.answers.questions import explanation_answer
    from ...desk.questions.why import ExplainBoard
    from ...desk.questions.why import explain as explained

    with progress("comparing …"):
        outcome = desk(path).ask(lambda state: explained(state, ExplainBoard(player, other, number)))
    echo_notes(outcome)
    if as_json:
        echo_json(explanation_answer(outcome.value), None)
    else:
        echo(explanation_text(outcome.value, whole))


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
    from ...desk.answers.questions import alternatives_answer
    from ...desk.questions.why import Alternatives
    from ...desk.questions.why import alternatives as others
    from ...desk.words.plans import left_out_line

    rounds = desk(path).ask(lambda state: others(state, Alternatives(most, within, number))).value
    found = []
    with progress("looking for other pairings …"):
        for k, other in enumerate(rounds, 1):
            found.append(other)
            if not as_json:
                echo(f"{k}.")
                echo(difference_text(rounds.drawn, other, whole))
    if as_json:
        echo_json(alternatives_answer(rounds, found), None)
        return
    left_out = left_out_line(rounds)
    if left_out:
        echo(left_out)
    if not found:
        echo("No other pairing " + ("exists." if within is None else "costs at most that much more."))
    elif rounds.may_be_more(len(found)):
        warn(f"there may be more than these {most}; to see more: -k {2 * most}")


MOST_BOARDS = 6  # boards named for each chain, and chains shown


def explanation_text(explanation: Explanation, whole: bool = False) -> str:
    """Why a player has a board, or why two players do not meet; long chains are cut unless `whole`."""
    from ...desk.questions.why_not import WhyNot

    drawn, found = explanation.drawn, explanation.found
    return why_not_text(drawn, found, whole) if isinstance(found, WhyNot) else explained_text(drawn, found, whole)


def explained_text(drawn: StandingRound, explained: ExplainedBoard, whole: bool) -> str:
    """A board: sentences for its player, then its costs, both histories and the best round without it."""
    parts = [explained.title, explained.paragraph]
    if explained.costs:
        rows = [[name, value, f"{cost:,}"] for name, cost, value in explained.costs]
        total = sum(cost for _, cost, _ in explained.costs)
        parts.append(columns(["Cost of the board", "units", "cost"], [*rows, ["total", "", f"{total:,}"]], "lrr"))
    history = history_text(drawn, explained)
    if history:
        parts.append(history)
    if explained.without is not None:
        parts.append(f"The best round without it:\n{difference_text(drawn, explained.without, whole)}")
    return "\n\n".join(parts)


def history_text(drawn: StandingRound, explained: ExplainedBoard) -> str:
    """The two players at the draw, a line each; on a narrow terminal a column each."""
    from ...desk.words.changed_rounds import points_text, value_text

    here = [drawn.ledger.entrants[p] for p in explained.players if p in drawn.ledger.entrants]
    rows = [
        [
            e.name,
            points_text(e.mms) + (f" + {value_text(e.virtual, 2)} virtual" if e.virtual else ""),
            f"{e.place} of {e.size}",
            e.drawn_down,
            e.drawn_up,
            f"{e.colours:+d}" if e.colours else "0",
            e.byes,
        ]
        for e in here
    ]
    titles = ["At the draw", "score", "place in group", "drawn down", "drawn up", "Whites minus Blacks", "byes"]
    table, room = columns(titles, rows, "lrlrrrr"), room_of_terminal()
    if 0 < room < width(table.partition("\n")[0]):
        head, *lines = zip(titles, *rows, strict=True)
        table = columns(head, lines)
    return table if rows else ""


def why_not_text(drawn: StandingRound, why: WhyNot, whole: bool) -> str:
    """Why two players do not meet, and what differs in the best round in which they do."""
    lines = [why.title, why.sentence]
    if why.forced is not None:
        lines.append(difference_text(drawn, why.forced, whole))
    return "\n".join(lines)


def difference_text(drawn: StandingRound, found: PairingDifference, whole: bool = False) -> str:
    """A difference: cost by criterion, then each chain of players whose boards change, long ones cut."""
    costs = sorted(found.costs.items(), key=lambda item: (-abs(item[1]), item[0]))
    terms = ", ".join(f"{name} {cost:+,}" for name, cost in costs) or "all criteria unchanged"
    cost = f"{found.cost:+,}"
    if len(found.tiers) > 1:
        by_tier = zip(drawn.problem.tiers, found.tiers, strict=True)
        cost = "by tier " + ", ".join(f"{tier}: {extra:+,}" for tier, extra in by_tier)
    lines = [f"  cost {cost}: {terms}", f"  boards that change: {len(found.gone)}"]
    shown = found.chains if whole else found.chains[:MOST_BOARDS]
    for chain in shown:
        steps = [" – ".join(drawn.names(step)) for step in pairwise(chain)]
        lines.append(f"    in:  {_some(steps[::2], whole)}")
        lines.append(f"    out: {_some(steps[1::2], whole) or 'nothing'}")
    if len(shown) < len(found.chains):
        lines.append(f"    … and {len(found.chains) - len(shown)} more changes; to see all: --all")
    if found.byes_new:
        new, old = (", ".join(drawn.names(some)) or "nobody" for some in (found.byes_new, found.byes_gone))
        lines.append(f"    bye: {new} instead of {old}")
    return "\n".join(lines)


def _some(boards: Sequence[str], whole: bool) -> str:
    """The boards of a chain, or the first few of them."""
    more = 0 if whole else len(boards) - MOST_BOARDS
    return (
        "; ".join(boards[:MOST_BOARDS]) + f" … and {more} more (to see all: --all)" if more > 0 else "; ".join(boards)
    )
