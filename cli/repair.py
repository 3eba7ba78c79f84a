"""The command that mends a round after a late change: repair."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import AsJson, Dir, desk, done_at, progress, quoted, say, say_json, tell, tell_notes

if TYPE_CHECKING:
    from ..desk.options import Options
    from ..desk.outcome import Outcome
    from ..desk.rounds.repairing import Repair, RepairDone
    from ..model.records.state import State

commands = typer.Typer()

Seconds = Annotated[float, typer.Option(min=0.1, help="Longest time for each pairing.")]


@commands.command()
def repair(
    path: Dir,
    without: Annotated[list[str] | None, typer.Option(metavar="PLAYER", help="Who does not play after all.")] = None,
    late: Annotated[list[str] | None, typer.Option("--with", metavar="PLAYER", help="Who plays after all.")] = None,
    keep: Annotated[str, typer.Option(metavar="TABLES", help="Tables that are playing already: 1-40,45.")] = "",
    bye: Annotated[list[str] | None, typer.Option(metavar="PLAYER", help="Who is to have the bye.")] = None,
    unexcused: Annotated[bool, typer.Option("--unexcused", help="Who is named by --without gets 0 points.")] = False,
    changes: Annotated[int | None, typer.Option(min=0, help="Least cost with at most so many boards given up.")] = None,
    curve: Annotated[bool, typer.Option("--curve", help="Only show what each change of boards buys.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show it without writing it.")] = False,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Also where a published round gives up boards or gets one far wider.")
    ] = False,
    seconds: Seconds = 60.0,
    as_json: AsJson = False,
) -> None:
    """Re-pair the last round after a no-show or a late arrival: change as few boards as is sane."""
    from ..desk.options import Options
    from ..desk.rounds.repairing import Repair

    request = Repair(without or (), late or (), keep, bye or (), changes, unexcused, anyway or dry_run)
    if curve:
        _tell_curve(path, request, Options(seconds), as_json)
    else:
        _tell_repair(path, _mended(path, request, Options(seconds), dry_run), as_json)


def _mended(path: Path, request: Repair, options: Options, dry_run: bool) -> Outcome[RepairDone]:
    """The mended round, written unless it is a dry run."""
    from ..desk.rounds.repairing import repair as repaired
    from .asking import with_yes

    def mended(yes: bool) -> Outcome[RepairDone]:
        def case(state: State) -> Outcome[RepairDone]:
            with progress("mending …"):
                return repaired(state, replace(request, anyway=yes), options)

        return desk(path).ask(case) if dry_run else done_at(path, case).outcome

    return with_yes(mended, request.anyway, "Do it all the same?")


def _tell_repair(path: Path, outcome: Outcome[RepairDone], as_json: bool) -> None:
    """Print what was mended, and what is bad about it."""
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
    """Print what each change of boards buys."""
    from ..desk.answers.repair import trade_off_answer
    from ..desk.rounds.repairing import curve
    from .views.repair import curve_text

    with progress("mending …"):
        outcome = desk(path).ask(lambda state: curve(state, request, options))
    if as_json:
        say_json(trade_off_answer(outcome.value), None)
        return
    say(curve_text(outcome.value))
    tell_notes(outcome)
