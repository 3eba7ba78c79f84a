"""Commands for the questions at the desk: explain, alternatives, repair."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import AsJson, Dir, RoundOption, change_of, folder, progress, quoted, round_number, say, warn

if TYPE_CHECKING:
    from ..desk.explaining import Drawn, Explained, WhyNot
    from ..desk.repairing import LateChange, Repair
    from ..io.folder import State
    from ..model.difference import Difference
    from ..model.pairing import Pairing
    from ..solver.engine import Options

commands = typer.Typer()

Seconds = Annotated[float, typer.Option(min=0.1, help="Longest time for each pairing.")]


def drawn_of(path: Path, number: int) -> Drawn:
    """A drawn round of a folder with its problem, the last one by default."""
    from ..desk.explaining import drawn_round

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
    from ..desk.explaining import explain_pair, explain_player

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


def _print_explained(drawn: Drawn, explained: Explained) -> None:
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


def history_text(drawn: Drawn, explained: Explained) -> str:
    """The two players at the draw, side by side."""
    from ..io.terminal import columns
    from ..model.board_case import points_text

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


def difference_text(drawn: Drawn, found: Difference) -> str:
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


def difference_data(drawn: Drawn, found: Difference) -> dict[str, Any]:
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


def _explained_data(drawn: Drawn, explained: Explained) -> dict[str, Any]:
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


def _why_not_data(drawn: Drawn, why: WhyNot) -> dict[str, Any]:
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
    from ..desk.explaining import next_best

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


@commands.command()
def repair(
    path: Dir,
    without: Annotated[list[str] | None, typer.Option(metavar="PLAYER", help="Who does not play after all.")] = None,
    late: Annotated[list[str] | None, typer.Option("--with", metavar="PLAYER", help="Who plays after all.")] = None,
    keep: Annotated[str, typer.Option(metavar="TABLES", help="Tables that are playing already: 1-40,45.")] = "",
    changes: Annotated[int | None, typer.Option(min=0, help="Least cost with at most so many boards given up.")] = None,
    curve: Annotated[bool, typer.Option("--curve", help="Only show what each change of boards buys.")] = False,
    dry_run: Annotated[bool, typer.Option(help="Show it without writing it.")] = False,
    seconds: Seconds = 60.0,
    as_json: AsJson = False,
) -> None:
    """Mend the last round after a late change: as many boards as possible stay, then it costs least; proven."""
    from ..desk.repairing import LateChange, repair_round
    from ..model.errors import InputError
    from ..solver.engine import Options

    if curve and changes is not None:
        raise InputError("--curve shows the rounds for every number of changes: leave --changes out")

    def late_change(state: State) -> LateChange:
        find = state.tournament.find
        return LateChange([find(p).id for p in without or []], [find(p).id for p in late or []], keep)

    if curve:
        state = folder(path).read()
        _print_curve(state, late_change(state), Options(seconds), path, as_json)
        return

    def mend(state: State) -> Repair:
        with progress("mending …"):
            return repair_round(state, late_change(state), changes, Options(seconds), path)

    if dry_run:
        mended = mend(folder(path).read())
    else:
        with change_of(path) as change:
            mended = mend(change.state)
            if (mended.round, mended.tournament) != (mended.old, change.tournament):
                change.state = change.state.with_record(mended.round.number, mended.record)
                change.tournament = mended.tournament
    _print_repair(mended, as_json, path)


def _print_curve(state: State, change: LateChange, options: Options, path: Path, as_json: bool) -> None:
    from ..desk.repairing import trade_off_of
    from ..io.terminal import columns

    with progress("mending …"):
        points = trade_off_of(state, change, options, path)
    if as_json:
        plain = [{"changed": p.changed, "cost": p.pairing.cost, "proven": p.pairing.optimal} for p in points]
        say(json.dumps(plain))
        return
    rows = [[p.changed, _cost_text(p.pairing), "" if p.pairing.optimal else "not proven"] for p in points]
    say(columns(["boards given up", "cost", ""], rows, "rr"))
    if change.gone:
        warn("boards of those who do not play are not counted")


def _tiers(pairing: Pairing) -> list[int]:
    return [tier.cost for tier in pairing.tiers]


def _cost_text(pairing: Pairing) -> str:
    """The cost; with several tiers each of them, as the first that differs decides."""
    if len(pairing.tiers) < 2:
        return f"{pairing.cost:,}"
    return "by tier " + ", ".join(f"{tier.tier}: {tier.cost:,}" for tier in pairing.tiers)


def _print_repair(mended: Repair, as_json: bool, path: Path) -> None:
    from ..io.terminal import costs_text
    from ..model.notes import counted

    names = mended.tournament.by_id()
    if as_json:
        data = {
            "round": mended.round.number,
            "lost": [list(pair) for pair in mended.lost],
            "given_up": [list(pair) for pair in mended.given_up],
            "new": [{"table": g.table, "white": g.white, "black": g.black, "handicap": g.handicap} for g in mended.new],
            "byes": list(mended.round.byes),
            "cost": mended.pairing.cost,
            "status": mended.pairing.status,
            "cheapest": {"given_up": mended.cheapest.changed, "cost": mended.cheapest.pairing.cost},
            "notes": list(mended.notes),
        }
        say(json.dumps(data, ensure_ascii=False))
        return
    rest = len(mended.old.games) - len(mended.lost)
    of = f"{len(mended.given_up)} of {rest} boards are given up"
    if mended.lost:
        lost = counted(len(mended.lost), "board")
        of = f"{lost} lost a player; of the other {rest}, {len(mended.given_up)} are given up"
    say(f"Round {mended.round.number}: {of}.")
    for a, b in (*mended.lost, *mended.given_up):
        say(f"  out: {names[a].name} – {names[b].name}")
    for game in mended.new:
        stones = f", handicap {game.handicap}" if game.handicap else ""
        say(f"  in:  table {game.table}: {names[game.white].name} – {names[game.black].name}{stones}")
    if set(mended.round.byes) != set(mended.old.byes):
        old, new = (", ".join(names[p].name for p in r.byes) or "nobody" for r in (mended.old, mended.round))
        say(f"  bye: {new} instead of {old}")
    proof = "proven" if mended.pairing.optimal else f"not proven, at least {mended.pairing.bound:,}"
    say(f"Cost {_cost_text(mended.pairing)} ({costs_text(mended.record.costs)}), {proof}")
    least = mended.cheapest
    if least.changed > len(mended.given_up) and _tiers(least.pairing) < _tiers(mended.pairing):
        would = f"{_cost_text(least.pairing)} and give up {counted(least.changed, 'board')}"
        say(f"The cheapest round would cost {would}; what lies between: mcmahon repair {quoted(path)} … --curve")
    if mended.round == mended.old:
        say("Nothing is to be mended.")
    for note in mended.notes:
        warn(note)
