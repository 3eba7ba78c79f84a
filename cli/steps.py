"""Commands about the journal: undo, redo, log."""

from __future__ import annotations

import typer

from .common import Dir, folder, say

commands = typer.Typer()


@commands.command()
def undo(path: Dir) -> None:
    """Take back the last command, or the last edit by hand."""
    say(f"undone: {folder(path).take_back()}")


@commands.command()
def redo(path: Dir) -> None:
    """Do again what was undone last."""
    say(f"done again: {folder(path).do_again()}")


@commands.command()
def log(path: Dir) -> None:
    """List every step of the journal."""
    folder(path).read()
    for step in folder(path).journal.steps():
        say(f"{step.number:5}  {step.time}  {step.command}")
