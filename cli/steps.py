"""Commands about the journal: undo, redo, log."""

from __future__ import annotations

import typer

from ..model.words import one_line
from .common import Dir, folder, say, tell_recovered

commands = typer.Typer()


@commands.command()
def undo(path: Dir) -> None:
    """Take back the last command, or the last edit by hand."""
    tournament = folder(path)
    done = tournament.take_back()
    tell_recovered(tournament.recovered)
    say(f"undone: {one_line(done)}")


@commands.command()
def redo(path: Dir) -> None:
    """Do again what was undone last."""
    tournament = folder(path)
    done = tournament.do_again()
    tell_recovered(tournament.recovered)
    say(f"done again: {one_line(done)}")


@commands.command()
def log(path: Dir) -> None:
    """List every step of the journal, with the time on this machine's clock."""
    from ..io.folder.journal_steps import UnsoundStep

    tournament = folder(path)
    tournament.read()
    for step in tournament.journal.history():
        if isinstance(step, UnsoundStep):
            say(f"{int(step.path.stem):5}  cannot be read: {step}")
        else:
            say(f"{step.number:5}  {step.local_time}  {one_line(step.command)}")
