"""Commands that answer players' questions: explain, alternatives."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Annotated

from typer import Option, Typer

from ...desk.messages.changed_rounds import points_text, value_text
from ...desk.questions.explain_board import BoardReasonsAnswer, ExplainBoard, Explanation, WhyNotAnswer
from ...desk.questions.explain_board import explain as explained
from ...desk.questions.next_best import Alternatives
from ...desk.questions.next_best import alternatives as others
from ...desk.questions.standing_round import DifferenceAnswer
from ...model.records.ledger import Entrant
from ...model.tournament.tournament import Tournament
from ..board_texts import extra_text
from ..common import ask, echo, echo_json, echo_or_json, echo_outcome, progress, warn
from ..output import columns, room_of_terminal, width
from ..request_options import AsJson, Dir, example, takes

commands = Typer()

Whole = Annotated[bool, Option("--all", help="Name every board that changes, not only the first few.")]


@commands.command(epilog=example("explain spring 17", "explain spring 17 23"))
@takes("questions.explain_board:ExplainBoard", words=("other",))
def explain(path: Dir, asked: ExplainBoard, whole: Whole = False, as_json: AsJson = False) -> None:
    """Explain why a player has this opponent, or why two players do not meet, with proven costs."""
    outcome = ask(path, lambda state: explained(state, asked), "comparing …")
    echo_outcome(outcome)
    text = explanation_text(outcome.value, outcome.state.tournament, whole)
    echo_or_json(as_json, outcome.value.found, text, indent=None)


@commands.command(epilog=example("alternatives spring -k 3", "alternatives spring --within 500"))
@takes("questions.next_best:Alternatives", names={"most": ("-k",)})
def alternatives(path: Dir, asked: Alternatives, whole: Whole = False, as_json: AsJson = False) -> None:
    """List the next cheapest pairings of a round, each proven, and their differences."""
    outcome = ask(path, lambda state: others(state, asked))
    rounds, found = outcome.value, []
    tiers = rounds.drawn.problem.tiers
    with progress("looking for other pairings …"):
        for k, other in enumerate(rounds, 1):
            found.append(other)
            if not as_json:
                echo(f"{k}.", difference_text(outcome.state.tournament, tiers, other, whole))
    answer = rounds.answer(found)
    if as_json:
        echo_json(answer, None)
        return
    echo(*answer.sentences)
    if not found:
        echo("No other pairing " + ("exists." if asked.within is None else "costs at most that much more."))
    elif rounds.may_be_more(len(found)):
        warn(f"there may be more than these {asked.most}; to see more: -k {2 * asked.most}")


MOST_BOARDS = 6  # boards named for each chain, and chains shown


def explanation_text(explanation: Explanation, tournament: Tournament, whole: bool = False) -> str:
    """Why a player has a board, or why two players do not meet; long chains are cut unless `whole`."""
    found, tiers = explanation.found, explanation.tiers
    if isinstance(found, WhyNotAnswer):
        forced = [difference_text(tournament, tiers, found.forced, whole)] if found.forced is not None else []
        return "\n".join([found.title, found.sentence, *forced])
    parts = [*board_parts(found, explanation.alike), history_text(explanation.entrants)]
    if found.without is not None:
        parts.append(f"The best round without it:\n{difference_text(tournament, tiers, found.without, whole)}")
    return "\n\n".join(filter(None, parts))


def board_parts(found: BoardReasonsAnswer, alike: Collection[str]) -> list[str]:
    """A board: sentences for its player, then its costs, with one sum of those that say nothing of any board."""
    parts = [found.title, found.paragraph]
    if found.costs:
        rows = [[name, found.counts[name], f"{cost:,}"] for name, cost in found.costs.items() if name not in alike]
        like_others = sum(cost for name, cost in found.costs.items() if name in alike)
        rows += [["as every even game", "", f"{like_others:,}"]] if like_others else []
        total = f"{sum(found.costs.values()):,}"
        parts.append(columns(["Cost of the board", "units", "cost"], [*rows, ["total", "", total]], "lrr"))
    return parts


def history_text(entrants: Sequence[Entrant]) -> str:
    """The two players at the draw, a line each; on a narrow terminal a column each."""
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
        for e in entrants
    ]
    titles = ["At the draw", "score", "place in group", "drawn down", "drawn up", "Whites minus Blacks", "byes"]
    table, room = columns(titles, rows, "lrlrrrr"), room_of_terminal()
    if 0 < room < width(table.partition("\n")[0]):
        head, *lines = zip(titles, *rows, strict=True)
        table = columns(head, lines)
    return table if rows else ""


def difference_text(tournament: Tournament, tiers: Sequence[int], found: DifferenceAnswer, whole: bool = False) -> str:
    """A difference: cost by criterion, then each chain of players whose boards change, long ones cut."""
    terms = extra_text(found.costs) or "all criteria unchanged"
    cost = f"{found.cost:+,}"
    if len(found.tiers) > 1:
        by_tier = zip(tiers, found.tiers, strict=True)
        cost = "by tier " + ", ".join(f"{tier}: {extra:+,}" for tier, extra in by_tier)
    lines = [f"  cost {cost}: {terms}", f"  boards that change: {len(found.out)}"]
    players = tournament.by_id()
    shown = found.chains if whole else found.chains[:MOST_BOARDS]
    for chain in shown:
        steps = [" – ".join(players[one].name for one in step) for step in pairwise(chain)]
        lines.append(f"    in:  {_some(steps[::2], whole)}")
        lines.append(f"    out: {_some(steps[1::2], whole) or 'nothing'}")
    if len(shown) < len(found.chains):
        lines.append(f"    … and {len(found.chains) - len(shown)} more changes; to see all: --all")
    if found.bye_in:
        new, old = (", ".join(players[p].name for p in some) or "nobody" for some in (found.bye_in, found.bye_out))
        lines.append(f"    bye: {new} instead of {old}")
    return "\n".join(lines)


def _some(boards: Sequence[str], whole: bool) -> str:
    """The boards of a chain, or the first few of them."""
    more = 0 if whole else len(boards) - MOST_BOARDS
    return (
        "; ".join(boards[:MOST_BOARDS]) + f" … and {more} more (to see all: --all)" if more > 0 else "; ".join(boards)
    )
