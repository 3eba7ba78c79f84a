"""The command that repairs a round after a late change: repair."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import AsJson, Dir, desk, done_at, example, progress, quoted, say, say_json, tell, tell_notes

if TYPE_CHECKING:
    from ..desk.options import Options
    from ..desk.outcome import Outcome
    from ..desk.rounds.repair.repairing import Repair, RepairDone
    from ..model.records.state import State

commands = typer.Typer()

Seconds = Annotated[float, typer.Option(metavar="SECONDS", min=0.1, help="Time limit for each pairing.")]


@commands.command(epilog=example("repair spring --without 17", "repair spring --with 23 --dry-run"))
def repair(
    path: Dir,
    without: Annotated[
        list[str] | None, typer.Option(metavar="PLAYER", help="A player who does not play after all.")
    ] = None,
    late: Annotated[
        list[str] | None, typer.Option("--with", metavar="PLAYER", help="A player who plays after all.")
    ] = None,
    keep: Annotated[str, typer.Option(metavar="TABLES", help="Tables that are already playing: 1-40,45.")] = "",
    bye: Annotated[list[str] | None, typer.Option(metavar="PLAYER", help="Give this player the bye.")] = None,
    unexcused: Annotated[bool, typer.Option("--unexcused", help="Players named by --without get 0 points.")] = False,
    changes: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Find the least cost with at most N boards given up.")
    ] = None,
    curve: Annotated[
        bool, typer.Option("--curve", help="Only show the cost for each number of boards given up.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the repaired round, write nothing.")] = False,
    anyway: Annotated[
        bool,
        typer.Option(
            "--anyway",
            help="Do it even if a bye given by hand is taken away, or a published round gives up boards or gets one "
            "with a far wider gap.",
        ),
    ] = False,
    seconds: Seconds = 60.0,
    as_json: AsJson = False,
) -> None:
    """Re-pair the last round after a no-show or a late arrival, with few boards changed at a reasonable cost."""
    from ..desk.options import Options
    from ..desk.rounds.repair.repairing import Repair

    request = Repair(without or (), late or (), keep, bye or (), changes, unexcused, anyway or dry_run)
    if curve:
        _tell_curve(path, request, Options(seconds), as_json)
    else:
        _tell_repair(path, _repaired(path, request, Options(seconds), dry_run), as_json)


def _repaired(path: Path, request: Repair, options: Options, dry_run: bool) -> Outcome[RepairDone]:
    """The repaired round, written unless it is a dry run."""
    from ..desk.rounds.repair.repairing import repair as repaired
    from .asking import with_yes

    def run(yes: bool) -> Outcome[RepairDone]:
        def case(state: State) -> Outcome[RepairDone]:
            with progress("repairing …"):
                return repaired(state, replace(request, anyway=yes), options)

        return desk(path).ask(case) if dry_run else done_at(path, case).outcome

    return with_yes(run, request.anyway, "Repair the round anyway?")


def _tell_repair(path: Path, outcome: Outcome[RepairDone], as_json: bool) -> None:
    """Print the repaired round, and its drawbacks."""
    from ..desk.answers.repair import repair_answer
    from .views.repair import repair_lines, repair_notes

    if as_json:
        say_json(repair_answer(outcome.value), None)
        return
    for line in repair_lines(outcome.value, quoted(path)):
        say(line)
    tell(repair_notes(outcome.value))
    tell_notes(outcome)


def _tell_curve(path: Path, request: Repair, options: Options, as_json: bool) -> None:
    """Print the cost for each number of boards given up."""
    from ..desk.answers.repair import trade_off_answer
    from ..desk.rounds.repair.repairing import curve
    from .views.repair import curve_text

    with progress("repairing …"):
        outcome = desk(path).ask(lambda state: curve(state, request, options))
    if as_json:
        say_json(trade_off_answer(outcome.value), None)
        return
    say(curve_text(outcome.value))
    tell_notes(outcome)
