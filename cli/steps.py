"""Commands about the journal: undo, redo, log."""

from __future__ import annotations

import typer

from ..model.words import one_line
from .common import Dir, desk, example, say, tell_found

commands = typer.Typer()


@commands.command(epilog=example("undo spring"))
def undo(path: Dir) -> None:
    """Take back the last change: a command, or an edit of a file by hand."""
    from ..desk.steps import undo as take_back

    done = take_back(desk(path))
    tell_found(done.found)
    say(f"undone: {one_line(done.command)}")
    say(f"the tournament is now as it was after: {one_line(done.stands)}")


@commands.command(epilog=example("redo spring"))
def redo(path: Dir) -> None:
    """Do again what you undid last."""
    from ..desk.steps import redo as do_again

    done = do_again(desk(path))
    tell_found(done.found)
    say(f"redone: {one_line(done.command)}")


@commands.command(epilog=example("log spring"))
def log(path: Dir) -> None:
    """List every step of the journal, with the time of this computer."""
    from ..desk.steps import log as steps
    from .views.steps import log_lines

    for line in log_lines(steps(desk(path))):
        say(line)
