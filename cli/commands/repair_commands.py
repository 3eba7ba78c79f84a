"""The command that repairs a round after a late change: repair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from typer import Option, Typer

from ...desk.messages.changed_rounds import points_text, value_text
from ...desk.messages.foresight_texts import guarantee_lines
from ...desk.options import Options
from ...desk.rounds.new_boards import NewBoard
from ...desk.rounds.repair.repair_case import Repair
from ...desk.rounds.repair.repair_round import REPAIR, Repaired
from ...desk.rounds.repair.repair_round import curve as trade_off
from ...desk.rounds.repair.repaired import RepairDone, repair_answer, trade_off_answer
from ...model.language import counted
from ..board_texts import costs_text
from ..common import agreed, ask, echo, echo_json, echo_outcome, warn
from ..output import columns, quoted
from ..request_options import AsJson, Dir, example, takes

if TYPE_CHECKING:
    from ...model.pairing.pairing import Pairing

commands = Typer()


@commands.command(epilog=example("repair spring --without 17", "repair spring --with 23 --dry-run"))
@takes("rounds.repair.repair_case:Repair", names={"without": ("--without", "--absent")})
def repair(
    path: Dir,
    asked: Repair,
    curve: Annotated[bool, Option("--curve", help="Only show the cost for each number of boards given up.")] = False,
    as_json: AsJson = False,
) -> None:
    """Re-pair the last round after a no-show or a late arrival, with few boards changed at a reasonable cost."""
    if curve:
        outcome = ask(path, lambda state: trade_off(state, asked, Options(asked.seconds)), "repairing …")
        if as_json:
            echo_json(trade_off_answer(outcome.value), None)
        else:
            echo_outcome(outcome, curve_text(outcome.value))
        return
    done = agreed(path, REPAIR, asked, "Repair the round anyway?", "repairing …").outcome
    if as_json:
        echo_json(repair_answer(done.value), None)
        return
    echo(*repair_lines(done.value, quoted(path)))
    warn(*repair_notes(done.value))
    echo_outcome(done)


def repair_lines(done: RepairDone, folder: str) -> list[str]:
    """The boards given up, the new boards, the bye, the cost, and the cheapest round."""
    least = done.cheapest
    lines = [_given_up(done), *_boards(done), *_bye(done)]
    proof = "proven" if done.pairing.optimal else f"not proven, at least {done.pairing.bound:,}"
    lines.append(f"Cost {_cost_text(done.pairing)} ({costs_text(done.record.costs)}), {proof}")
    lines += guarantee_lines(done.record.foresight)
    if done.can_keep_more:
        lines.append(f"Fewer changes: {_other(done.fewest)}")
    if done.can_be_cheaper:
        lines.append(f"Cheaper: {_other(least)}; for all choices between: mcmahon repair {folder} … --curve")
    return lines if done.changed else [*lines, "Nothing to repair."]


def _other(round_: Repaired) -> str:
    """The boards given up and the cost of another round, and the option for it."""
    return f"give up {counted(round_.changed, 'board')}, cost {_cost_text(round_.pairing)} (--changes {round_.changed})"


def _given_up(done: RepairDone) -> str:
    rest = len(done.old.games) - len(done.lost)
    verb = "is" if len(done.given_up) == 1 else "are"
    of = f"{len(done.given_up)} of {rest} boards {verb} given up"
    if done.lost:
        lost = counted(len(done.lost), "board")
        of = f"{lost} lost a player; of the other {rest}, {len(done.given_up)} {verb} given up"
    return f"Round {done.round.number}: {of}."


def _boards(done: RepairDone) -> list[str]:
    names = done.tournament.by_id()
    out = [f"  out: {names[a].name} – {names[b].name}" for a, b in (*done.lost, *done.given_up)]
    return [*out, *(f"  in:  {_board_text(board, done)}" for board in done.new_boards)]


def _board_text(board: NewBoard, done: RepairDone) -> str:
    """A new board with ranks and scores; with their distance if the scores are far apart."""
    game, names = board.game, done.tournament.by_id()
    white, black = (
        f"{names[player].name} {names[player].rank_name} ({value_text(half, 2)})"
        for player, half in zip(game.players, board.scores, strict=True)
    )
    stones = f", handicap {game.handicap}" if game.handicap else ""
    gap = f", {points_text(board.apart)} apart" if board.far else ""
    return f"table {game.table}: {white} – {black}{stones}{gap}"


def _bye(done: RepairDone) -> list[str]:
    if set(done.round.byes) == set(done.old.byes):
        return []
    names = done.tournament.by_id()
    old, new = (", ".join(names[p].name for p in r.byes) or "nobody" for r in (done.old, done.round))
    return [f"  bye: {new} instead of {old}"]


def _cost_text(pairing: Pairing) -> str:
    """The cost; with several tiers the cost of each, because the first difference decides."""
    if len(pairing.tiers) < 2:
        return f"{pairing.cost:,}"
    return "by tier " + ", ".join(f"{tier.tier}: {tier.cost:,}" for tier in pairing.tiers)


def repair_notes(done: RepairDone) -> list[str]:
    """The drawback of the round, if giving up more boards would improve it."""
    if done.better_with is None:
        return []
    far = (_board_text(board, done) for board in done.new_boards if board.far)
    bad = next(far, f"the round costs {done.times_dear} times as much as the cheapest one")
    better = f"the round gets better if you give up more boards, e.g. --changes {done.better_with}"
    return [f"{bad}; {better}; to see what each board gains: --curve"]


def curve_text(points: Sequence[Repaired]) -> str:
    """The boards given up and the cost of every choice."""
    rows = [[p.changed, _cost_text(p.pairing), "" if p.pairing.optimal else "not proven"] for p in points]
    return columns(["boards given up", "cost", ""], rows, "rr")
