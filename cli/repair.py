"""The command that mends a round after a late change: repair."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import AsJson, Dir, change_of, folder, progress, quoted, say, warn

if TYPE_CHECKING:
    from ..desk.repairing import LateChange, Repair
    from ..io.folder.folder import State
    from ..model.pairing.pairing import Pairing
    from ..solver.engine import Options

commands = typer.Typer()

FAR = 4  # points of score between two players who should not meet
DEAR = 3  # times the cost of the cheapest round

Seconds = Annotated[float, typer.Option(min=0.1, help="Longest time for each pairing.")]


@commands.command()
def repair(
    path: Dir,
    without: Annotated[list[str] | None, typer.Option(metavar="PLAYER", help="Who does not play after all.")] = None,
    late: Annotated[list[str] | None, typer.Option("--with", metavar="PLAYER", help="Who plays after all.")] = None,
    keep: Annotated[str, typer.Option(metavar="TABLES", help="Tables that are playing already: 1-40,45.")] = "",
    bye: Annotated[list[str] | None, typer.Option(metavar="PLAYER", help="Who is to have the bye.")] = None,
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
        gone, come, byes = ([state.tournament.find(p).id for p in named or []] for named in (without, late, bye))
        return LateChange(gone, come, keep, byes)

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


def _new_boards(mended: Repair) -> list[tuple[str, bool]]:
    """The new boards with ranks and scores, and whether the two are far apart, which the text says too."""
    from ..model.placing.scores import score
    from ..model.placing.tie_breaks import value_text

    names, scores = mended.tournament.by_id(), score(mended.tournament.before(mended.round.number))
    at = mended.round.number - 1
    lines = []
    for game in mended.new:
        halves = [scores.mms_after[player][at] for player in game.players]
        white, black = (
            f"{names[player].name} {names[player].rank_name} ({value_text(half, 2)})"
            for player, half in zip(game.players, halves, strict=True)
        )
        stones = f", handicap {game.handicap}" if game.handicap else ""
        apart = abs(halves[0] - halves[1])
        far = apart >= 2 * FAR
        gap = f", {value_text(apart, 2)} points apart" if far else ""
        lines.append((f"table {game.table}: {white} – {black}{stones}{gap}", far))
    return lines


def _print_repair(mended: Repair, as_json: bool, path: Path) -> None:
    from ..io.terminal import costs_text
    from ..model.words import counted

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
    verb = "is" if len(mended.given_up) == 1 else "are"
    of = f"{len(mended.given_up)} of {rest} boards {verb} given up"
    if mended.lost:
        lost = counted(len(mended.lost), "board")
        of = f"{lost} lost a player; of the other {rest}, {len(mended.given_up)} {verb} given up"
    say(f"Round {mended.round.number}: {of}.")
    for a, b in (*mended.lost, *mended.given_up):
        say(f"  out: {names[a].name} – {names[b].name}")
    boards = _new_boards(mended)
    for line, _ in boards:
        say(f"  in:  {line}")
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
    bad = [line for line, far in boards if far]
    if mended.pairing.cost > DEAR * least.pairing.cost and len(mended.pairing.tiers) == 1:
        bad.append(f"it costs {mended.pairing.cost // max(least.pairing.cost, 1)} times as much as the cheapest round")
    if bad and least.changed > len(mended.given_up):
        better = f"with some more boards given up it gets better: --changes {len(mended.given_up) + 4}, say"
        warn(f"{bad[0]}; {better}, and --curve shows what each of them buys")
    for note in mended.notes:
        warn(note)
