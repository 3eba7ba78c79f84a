"""Commands about the journal: undo, redo, log."""

from __future__ import annotations

import typer

from ..model.words import one_line
from .common import Dir, desk, say, tell_found

commands = typer.Typer()


@commands.command()
def undo(path: Dir) -> None:
    """Take back the last command that changed something, or the last edit by hand; one that was refused is no step."""
    from ..desk.steps import undo as take_back

    done = take_back(desk(path))
    tell_found(done.found)
    say(f"undone: {one_line(done.command)}")
    say(f"as it was after: {one_line(done.stands)}")


@commands.command()
def redo(path: Dir) -> None:
    """Do again what was undone last."""
    from ..desk.steps import redo as do_again

    done = do_again(desk(path))
    tell_found(done.found)
    say(f"done again: {one_line(done.command)}")


@commands.command()
def log(path: Dir) -> None:
    """List every step of the journal, with the time on this machine's clock."""
    from ..desk.steps import log as steps
    from .views.steps import log_lines

    for line in log_lines(steps(desk(path))):
        say(line)
