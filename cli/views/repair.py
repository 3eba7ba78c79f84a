"""A mended round as it is printed, and what further changes would buy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...desk.words.points import points_text, value_text
from ...model.words import counted
from .boards import costs_text
from .columns import columns

if TYPE_CHECKING:
    from ...desk.rounds.mended import NewBoard
    from ...desk.rounds.repairing import RepairDone, Repaired
    from ...model.pairing.pairing import Pairing


def repair_lines(done: RepairDone, folder: str) -> list[str]:
    """What is given up, the new boards, the bye, the cost, and what the cheapest round would be."""
    least = done.cheapest
    lines = [_given_up(done), *_boards(done), *_bye(done)]
    proof = "proven" if done.pairing.optimal else f"not proven, at least {done.pairing.bound:,}"
    lines.append(f"Cost {_cost_text(done.pairing)} ({costs_text(done.record.costs)}), {proof}")
    if done.can_keep_more:
        lines.append(f"Fewer boards: {_other(done.fewest)}")
    if done.can_be_cheaper:
        lines.append(f"Cheaper: {_other(least)}; all in between: mcmahon repair {folder} … --curve")
    return lines if done.changed else [*lines, "Nothing is to be mended."]


def _other(round_: Repaired) -> str:
    """What another round gives up and costs, and how to have it."""
    return f"give up {round_.changed} for {_cost_text(round_.pairing)} (--changes {round_.changed})"


def _given_up(done: RepairDone) -> str:
    """How many boards go, of how many."""
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
    """A new board with ranks and scores, and how far apart the two are where that is far."""
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
    """The cost; with several tiers each of them, as the first that differs decides."""
    if len(pairing.tiers) < 2:
        return f"{pairing.cost:,}"
    return "by tier " + ", ".join(f"{tier.tier}: {tier.cost:,}" for tier in pairing.tiers)


def repair_notes(done: RepairDone) -> list[str]:
    """What is bad about the round where more boards given up would make it better."""
    if done.better_with is None:
        return []
    far = (_board_text(board, done) for board in done.new_boards if board.far)
    bad = next(far, f"it costs {done.times_dear} times as much as the cheapest round")
    better = f"with some more boards given up it gets better: --changes {done.better_with}, say"
    return [f"{bad}; {better}, and --curve shows what each of them buys"]


def curve_text(points: Sequence[Repaired]) -> str:
    """The boards given up and the cost of every point."""
    rows = [[p.changed, _cost_text(p.pairing), "" if p.pairing.optimal else "not proven"] for p in points]
    return columns(["boards given up", "cost", ""], rows, "rr")
