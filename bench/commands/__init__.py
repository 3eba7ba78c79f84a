"""The commands of this distribution; the program finds them by its entry points `mcmahon.commands`."""

from __future__ import annotations

import typer

from . import bars, bench, research, tune

commands = typer.Typer()
for room in (tune, research):
    commands.add_typer(room.commands)
bench.commands.add_typer(bars.commands)
commands.add_typer(bench.commands, name="bench")
