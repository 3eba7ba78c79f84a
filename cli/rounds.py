"""Commands about drawn rounds: publish-round, show, result, swap, board, move, check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import (
    AsJson,
    Dir,
    DirOrFile,
    RoundOption,
    desk,
    done_at,
    example,
    progress,
    say,
    say_json,
    tell,
    tell_notes,
)

if TYPE_CHECKING:
    from ..desk.desk import Done
    from ..desk.outcome import Outcome
    from ..desk.rounds.boards import BoardDone, Swapped
    from ..desk.rounds.proof.checking import Checked
    from ..desk.rounds.results import ResultsDone

commands = typer.Typer()


@commands.command("publish-round", epilog=example("publish-round spring"))
def publish_round(
    path: Dir,
    number: RoundOption = 0,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Publish even if entrants, scores or wishes have changed since the draw.")
    ] = False,
) -> None:
    """Make the draft final. Then you can enter results, and draw the next round."""
    from ..desk.rounds.next_round import Publish, publish

    done = done_at(path, lambda state: publish(state, Publish(number, anyway)))
    say(f"Round {done.value} is published.")
    tell_notes(done.outcome)


@commands.command(epilog=example("show spring", "show spring --round 2"))
def show(path: Dir, number: RoundOption = 0, as_json: AsJson = False) -> None:
    """Show the boards and results of a round."""
    from ..desk.answers.rounds import round_answer
    from ..desk.tables import show as shown
    from .views.boards import boards_text
    from .views.teams import team_boards_lines

    found = desk(path).ask(lambda state: shown(state, number))
    tournament, drawn = found.state.tournament, found.value.round
    if as_json:
        say_json(round_answer(found.value, tournament))
        return
    stand = " (draft, being paired by hand)" if drawn.hand_pairing else " (draft)" if drawn.draft else ""
    say(f"{tournament.settings.name}: round {drawn.number}{stand}")
    say(boards_text(tournament, drawn, found.value.scores))
    for line in team_boards_lines(drawn, tournament):
        say(line)


@commands.command(epilog=example("result spring 4 1-0 5 0-1! 7 jigo", "result teams 4.2 1-0 5 1-0,0-1,1-0"))
def result(
    path: Dir,
    results: Annotated[
        list[str] | None, typer.Argument(metavar="TABLE RESULT", help="Tables and results: 4 1-0 7 jigo 9 0-1!")
    ] = None,
    number: RoundOption = 0,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="CSV with columns table, result and, if you like, round.")
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Replace results that were already entered.")] = False,
) -> None:
    """Enter or correct results, White first: 1-0, 0-1, jigo, 0-0, 1-1, void, ?; add ! for a win by forfeit (1-0!).

    In a match of teams 4.2 is board 2 of table 4, and 4 1-0,0-1,1-0 are all its boards.
    """
    from ..desk.rounds.results import Results, enter, results_table
    from ..desk.words.notes import published_lines as stale_lines
    from .asking import on_terminal, with_round, with_yes
    from .views.rounds import impossible_jigos, published_lines, result_lines, still_missing

    table = results_table(file) if file is not None else None

    def entered(number: int, again: bool) -> Done[ResultsDone]:
        request = Results(results or (), table, number, again, doubt=on_terminal())
        return done_at(path, lambda state: enter(state, request))

    done = with_round(lambda of: with_yes(lambda yes: entered(of, yes), again, "Enter it anyway?"), number)
    for line in result_lines(done.value, done.after.tournament):
        say(line)
    tell(impossible_jigos(done.value))
    for line in published_lines(done.value):
        say(line)
        if done.value.stale:
            tell(stale_lines(done.value.stale, done.before.tournament))
    say(still_missing(done.value))
    tell_notes(done.outcome)


@commands.command(epilog=example("swap spring 3 17 --dry-run"))
def swap(
    path: Dir,
    a: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    b: Annotated[str, typer.Argument(metavar="OTHER", help="Id or name.")],
    number: RoundOption = 0,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show boards, cost and broken rules; write nothing.")
    ] = False,
    anyway: Annotated[
        bool,
        typer.Option(
            "--anyway",
            help="Do it even if it breaks a rule, removes a result, makes a far wider board, or a later round "
            "impossible.",
        ),
    ] = False,
) -> None:
    """Swap two players by hand; show the cost and whether the round stays legal."""
    from ..desk.rounds.boards import Swap
    from ..desk.rounds.boards import swap as swapped
    from ..desk.words.wide import wide_lines
    from .asking import with_yes
    from .views.rounds import replaced_notes, swap_lines, verdict_lines

    def done(yes: bool) -> Outcome[Swapped]:
        return done_at(path, lambda state: swapped(state, Swap(a, b, number, yes))).outcome

    if dry_run:
        outcome = desk(path).ask(lambda state: swapped(state, Swap(a, b, number, trial=True)))
    else:
        outcome = with_yes(done, anyway, "Swap them anyway?")
    for line in swap_lines(outcome.value, dry_run, outcome.state.tournament):
        say(line)
    if dry_run:
        tell(wide_lines(outcome.value.wide, outcome.value.before, outcome.state.tournament))
    tell(replaced_notes(outcome.value, dry_run))
    tell_notes(outcome)
    for verdict in outcome.value.verdicts:
        for line in verdict_lines(verdict, outcome.state.tournament):
            say(line)


@commands.command(epilog=example("board spring 4 --white 17", "board spring 4 --handicap 2"))
def board(
    path: Dir,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Number of the table; 3.2 in a match of teams.")],
    white: Annotated[str, typer.Option(metavar="PLAYER", help="The player or team who takes White.")] = "",
    handicap: Annotated[int | None, typer.Option(metavar="STONES", help="Handicap stones.")] = None,
    komi: Annotated[str, typer.Option(metavar="POINTS", help="Komi, e.g. 0.5.")] = "",
    number: RoundOption = 0,
    anyway: Annotated[bool, typer.Option("--anyway", help="Do it even if it breaks a rule.")] = False,
) -> None:
    """Change colours, handicap or komi of a board by hand, and check the round."""
    from ..desk.rounds.boards import EditBoard, edit
    from .asking import with_yes
    from .views.rounds import board_line, verdict_lines

    def edited(yes: bool) -> Done[BoardDone]:
        return done_at(path, lambda state: edit(state, EditBoard(table, white, handicap, komi, number, yes)))

    done = with_yes(edited, anyway, "Change it anyway?")
    say(board_line(done.value, done.after.tournament))
    tell_notes(done.outcome)
    for line in verdict_lines(done.value.verdict, done.after.tournament):
        say(line)


@commands.command(epilog=example("move spring 17 1"))
def move(
    path: Dir,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    table: Annotated[int, typer.Argument(metavar="TABLE", help="Number of the new table.")],
    number: RoundOption = 0,
) -> None:
    """Move a player's game to another table; a game already there takes the old table."""
    from ..desk.rounds.boards import Move
    from ..desk.rounds.boards import move as moved
    from .views.rounds import move_lines

    done = done_at(path, lambda state: moved(state, Move(player, table, number)))
    for line in move_lines(done.value, done.after.tournament):
        say(line)
    tell_notes(done.outcome)


@commands.command(epilog=example("check spring --prove", "check open.trf --json"))
def check(
    path: DirOrFile,
    number: Annotated[
        int, typer.Option("--round", "-r", metavar="N", show_default=False, help="The round; by default all.")
    ] = 0,
    prove: Annotated[
        bool, typer.Option("--prove", help="Solve each round again: does none cost less, does its proof hold?")
    ] = False,
    engine: Annotated[
        str,
        typer.Option(metavar="ENGINE", help="Engine that solves each round again: matching, cp-sat, or both."),
    ] = "matching",
    seconds: Annotated[float, typer.Option(metavar="SECONDS", min=0.1, help="Time limit for all rounds.")] = 300.0,
    as_json: AsJson = False,
) -> None:
    """Check every round against every hard rule and recompute its cost; exit code 1 if something is wrong.

    Of a TRF file also the points and places in it.
    """
    from ..desk.answers.checks import verdict_answer
    from ..desk.options import Clock, Options
    from ..desk.rounds.proof.checking import Check, check_all, check_file
    from .stopping import stoppable
    from .views.checks import checked_lines

    request, clock = Check(number, prove, engine), Clock(seconds)
    options = Options(clock=clock)

    def checked() -> Outcome[Checked]:
        if path.is_file():
            return check_file(path, request, options)
        return desk(path).ask(lambda state: check_all(state, request, options))

    with progress("checking …"):
        asked = stoppable(clock, checked)
    if as_json:
        say_json(verdict_answer(asked.value, asked.state.tournament, prove))
    else:
        for line in checked_lines(asked.value, asked.state.tournament):
            say(line)
        tell([*asked.value.remarks])
        tell_notes(asked)
    if not asked.value.sound:
        raise typer.Exit(1)
