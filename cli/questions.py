"""Commands for the questions at the desk: explain, alternatives."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import AsJson, Dir, RoundOption, folder, progress, round_number, say, warn

if TYPE_CHECKING:
    from ..desk.questions.explaining import Explained, StandingRound, WhyNot
    from ..model.reasons.difference import Difference

commands = typer.Typer()


def drawn_of(path: Path, number: int) -> StandingRound:
    """A drawn round of a folder with its problem, the last one by default."""
    from ..desk.questions.explaining import drawn_round

    state = folder(path).read()
    return drawn_round(state, round_number(state.tournament, number), path)


@commands.command()
def explain(
    path: Dir,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    other: Annotated[str, typer.Argument(metavar="[OTHER]", help="Why these two do not meet.")] = "",
    number: RoundOption = 0,
    as_json: AsJson = False,
) -> None:
    """Say why a player has this board, or why two players do not meet, with what it would cost; all of it proven."""
    from ..desk.questions.explaining import explain_pair, explain_player

    with progress("comparing …"):
        drawn = drawn_of(path, number)
        a = drawn.tournament.find(player).id
        if other:
            why = explain_pair(drawn, a, drawn.tournament.find(other).id)
        else:
            explained = explain_player(drawn, a)
    if not drawn.kept:
        warn("the draw has left no ledger for this round: scores and history are reckoned from the results of today")
    if as_json:
        say(json.dumps(_why_not_data(drawn, why) if other else _explained_data(drawn, explained), ensure_ascii=False))
    elif other:
        say(why.title)
        say(why.sentence)
        if why.forced is not None:
            say(difference_text(drawn, why.forced))
    else:
        _print_explained(drawn, explained)


def _print_explained(drawn: StandingRound, explained: Explained) -> None:
    from ..io.terminal import columns

    say(explained.title)
    say()
    say(explained.paragraph)
    if explained.costs:
        say()
        rows = [[name, value, f"{cost:,}"] for name, cost, value in explained.costs]
        total = sum(cost for _, cost, _ in explained.costs)
        say(columns(["Cost of the board", "counts", "cost"], [*rows, ["together", "", f"{total:,}"]], "lrr"))
    history = history_text(drawn, explained)
    if history:
        say()
        say(history)
    if explained.without is not None:
        say()
        say("The best round without it:")
        say(difference_text(drawn, explained.without))


def history_text(drawn: StandingRound, explained: Explained) -> str:
    """The two players at the draw, side by side."""
    from ..io.terminal import columns
    from ..model.reasons.board_case import points_text

    here = [drawn.ledger.entrants[p] for p in explained.players if p in drawn.ledger.entrants]
    rows = [
        [
            e.name,
            points_text(e.mms),
            f"{e.place} of {e.size}",
            e.drawn_down,
            e.drawn_up,
            f"{e.colours:+d}" if e.colours else "0",
            e.byes,
        ]
        for e in here
    ]
    titles = ["At the draw", "score", "in the group", "drawn down", "drawn up", "Whites less Blacks", "byes"]
    return columns(titles, rows, "lrlrrrr") if rows else ""


def difference_text(drawn: StandingRound, found: Difference) -> str:
    """A difference: cost by criterion, then each chain of players whose boards change."""
    costs = sorted(found.costs.items(), key=lambda item: (-abs(item[1]), item[0]))
    terms = ", ".join(f"{name} {cost:+,}" for name, cost in costs) or "every criterion the same"
    cost = f"{found.cost:+,}"
    if len(found.tiers) > 1:
        by_tier = zip(drawn.problem.tiers, found.tiers, strict=True)
        cost = "by tier " + ", ".join(f"{tier}: {extra:+,}" for tier, extra in by_tier)
    lines = [f"  cost {cost}: {terms}", f"  boards that change: {len(found.gone)}"]
    names, ids = drawn.tournament.by_id(), drawn.problem.field.ids

    def pair(i: int, j: int) -> str:
        return f"{names[ids[i]].name} – {names[ids[j]].name}"

    for chain in found.chains:
        steps = list(pairwise(chain))
        lines.append(f"    in:  {'; '.join(pair(*step) for step in steps[::2])}")
        lines.append(f"    out: {'; '.join(pair(*step) for step in steps[1::2]) or 'nothing'}")
    if found.byes_new:
        byes = [", ".join(names[ids[p]].name for p in some) or "nobody" for some in (found.byes_new, found.byes_gone)]
        lines.append(f"    bye: {byes[0]} instead of {byes[1]}")
    return "\n".join(lines)


def difference_data(drawn: StandingRound, found: Difference) -> dict[str, Any]:
    """A difference as plain data, players by id."""
    ids = drawn.problem.field.ids
    return {
        "cost": found.cost,
        "costs": dict(found.costs),
        "tiers": list(found.tiers),
        "out": [[ids[i], ids[j]] for i, j in found.gone],
        "in": [[ids[i], ids[j]] for i, j in found.new],
        "bye_out": [ids[i] for i in found.byes_gone],
        "bye_in": [ids[i] for i in found.byes_new],
        "chains": [[ids[i] for i in chain] for chain in found.chains],
    }


def _explained_data(drawn: StandingRound, explained: Explained) -> dict[str, Any]:
    without = difference_data(drawn, explained.without) if explained.without is not None else None
    return {
        "title": explained.title,
        "paragraph": explained.paragraph,
        "reasons": [{"reason": name, "sentence": text} for name, text in explained.reasons],
        "costs": {name: cost for name, cost, _ in explained.costs},
        "counts": {name: value for name, _, value in explained.costs},
        "without": without,
        "ledger_of_the_draw": drawn.kept,
    }


def _why_not_data(drawn: StandingRound, why: WhyNot) -> dict[str, Any]:
    forced = difference_data(drawn, why.forced) if why.forced is not None else None
    return {"title": why.title, "sentence": why.sentence, "forbidden_by": list(why.forbidden_by), "forced": forced}


@commands.command()
def alternatives(
    path: Dir,
    most: Annotated[int, typer.Option("-k", min=1, max=1000, help="How many.")] = 5,
    within: Annotated[int | None, typer.Option(min=0, help="Only those that cost at most so much more.")] = None,
    number: RoundOption = 0,
    as_json: AsJson = False,
) -> None:
    """List the cheapest other pairings of a round, each proven to be the next, with what differs."""
    from ..desk.questions.explaining import next_best

    drawn = drawn_of(path, number)
    found = []
    with progress("looking for other pairings …"):
        for k, other in enumerate(next_best(drawn, most, within), 1):
            found.append(other)
            if not as_json:
                say(f"{k}.")
                say(difference_text(drawn, other))
    if as_json:
        say(json.dumps([difference_data(drawn, other) for other in found], ensure_ascii=False))
    elif not found:
        say("There is no other pairing" + (" within that." if within is not None else "."))
    elif within is not None and len(found) == most:
        warn(f"there may be more: {most} are shown; for more: -k {2 * most}")
