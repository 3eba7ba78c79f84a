"""Commands about rounds that are drawn: publish-round, show, result, swap, board, move, check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import AsJson, Dir, RoundOption, desk, done_at, say, say_json, tell, tell_notes

if TYPE_CHECKING:
    from ..desk.desk import Done
    from ..desk.outcome import Outcome
    from ..desk.rounds.boards import BoardDone, Swapped
    from ..desk.rounds.results import ResultsDone

commands = typer.Typer()


@commands.command("publish-round")
def publish_round(
    path: Dir,
    number: RoundOption = 0,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Publish it although entrants or scores have changed since the draw.")
    ] = False,
) -> None:
    """Make the draft final, so that results can be entered and `pair` draws the next round."""
    from ..desk.rounds.next_round import Publish, publish

    done = done_at(path, lambda state: publish(state, Publish(number, anyway)))
    say(f"Round {done.value} is published.")


@commands.command()
def show(path: Dir, number: RoundOption = 0, as_json: AsJson = False) -> None:
    """Show the boards and results of a round."""
    from ..desk.answers.rounds import round_answer
    from ..desk.tables import show as shown
    from .views.boards import boards_text

    found = desk(path).ask(lambda state: shown(state, number))
    tournament, drawn = found.state.tournament, found.value.round
    if as_json:
        say_json(round_answer(found.value, tournament))
        return
    say(f"{tournament.settings.name}: round {drawn.number}{' (draft)' if drawn.draft else ''}")
    say(boards_text(tournament, drawn, found.value.scores))


@commands.command()
def result(
    path: Dir,
    results: Annotated[list[str] | None, typer.Argument(metavar="[TABLE RESULT]…", help="4 1-0 7 jigo 9 0-1!")] = None,
    number: RoundOption = 0,
    file: Annotated[Path | None, typer.Option(help="CSV with columns table and result (and round).")] = None,
    again: Annotated[bool, typer.Option("--again", help="Replace results that are there already.")] = False,
) -> None:
    """Enter or correct results, White's points first: 1-0, 0-1, jigo, 0-0, 1-1, void, ?; with ! a win by forfeit."""
    from ..desk.rounds.results import Results, enter, results_table
    from ..desk.words.notes import published_lines as stale_lines
    from .asking import with_round, with_yes
    from .views.rounds import impossible_jigos, published_lines, result_lines, still_missing

    table = results_table(file) if file is not None else None

    def entered(number: int, again: bool) -> Done[ResultsDone]:
        return done_at(path, lambda state: enter(state, Results(results or (), table, number, again)))

    done = with_round(lambda of: with_yes(lambda yes: entered(of, yes), again, "Replace?"), number)
    for line in result_lines(done.value, done.after.tournament):
        say(line)
    tell(impossible_jigos(done.value))
    for line in published_lines(done.value):
        say(line)
        if done.value.stale:
            tell(stale_lines(done.value.stale, done.before.tournament))
    say(still_missing(done.value))
    tell_notes(done.outcome)


@commands.command()
def swap(
    path: Dir,
    a: Annotated[str, typer.Argument(metavar="A", help="Id or name.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Id or name.")],
    number: RoundOption = 0,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show boards, cost and broken rules; write nothing.")
    ] = False,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Also where it breaks a rule or takes a result out.")
    ] = False,
) -> None:
    """Swap two players by hand, and say what it costs and whether the round stays legal."""
    from ..desk.rounds.boards import Swap
    from ..desk.rounds.boards import swap as swapped
    from .asking import with_yes
    from .views.rounds import replaced_notes, swap_lines, verdict_lines

    def done(yes: bool) -> Outcome[Swapped]:
        return done_at(path, lambda state: swapped(state, Swap(a, b, number, yes))).outcome

    if dry_run:
        outcome = desk(path).ask(lambda state: swapped(state, Swap(a, b, number, trial=True)))
    else:
        outcome = with_yes(done, anyway, "Swap them all the same?")
    for line in swap_lines(outcome.value, dry_run, outcome.state.tournament):
        say(line)
    tell(replaced_notes(outcome.value, dry_run))
    tell_notes(outcome)
    for verdict in outcome.value.verdicts:
        for line in verdict_lines(verdict, outcome.state.tournament):
            say(line)


@commands.command()
def board(
    path: Dir,
    table: Annotated[int, typer.Argument(metavar="TABLE")],
    white: Annotated[str, typer.Option(help="Who takes White.")] = "",
    handicap: Annotated[int | None, typer.Option(help="Stones.")] = None,
    komi: Annotated[str, typer.Option(help="Komi, such as 0.5.")] = "",
    number: RoundOption = 0,
    anyway: Annotated[bool, typer.Option("--anyway", help="Also where it breaks a rule.")] = False,
) -> None:
    """Change colours, handicap or komi of a board by hand, and check the round."""
    from ..desk.rounds.boards import EditBoard, edit
    from .asking import with_yes
    from .views.rounds import board_line, verdict_lines

    def edited(yes: bool) -> Done[BoardDone]:
        return done_at(path, lambda state: edit(state, EditBoard(table, white, handicap, komi, number, yes)))

    done = with_yes(edited, anyway, "Change it all the same?")
    say(board_line(done.value, done.after.tournament))
    for line in verdict_lines(done.value.verdict, done.after.tournament):
        say(line)


@commands.command()
def move(
    path: Dir,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    table: Annotated[int, typer.Argument(metavar="TABLE")],
    number: RoundOption = 0,
) -> None:
    """Move a player's game to another table; a game that is there takes the old one."""
    from ..desk.rounds.boards import Move
    from ..desk.rounds.boards import move as moved
    from .views.rounds import move_lines

    done = done_at(path, lambda state: moved(state, Move(player, table, number)))
    for line in move_lines(done.value, done.after.tournament):
        say(line)


@commands.command()
def check(path: Dir) -> None:
    """Check every round against every hard rule and recompute its cost; exit code 1 if one is broken."""
    from ..desk.rounds.boards import check as judged
    from .views.rounds import verdict_lines

    outcome = desk(path).ask(judged)
    verdicts = outcome.value
    if not verdicts:
        say("no round has been drawn")
    for verdict in verdicts:
        for line in verdict_lines(verdict, outcome.state.tournament):
            say(line)
    if not all(verdict.legal for verdict in verdicts):
        raise typer.Exit(1)
