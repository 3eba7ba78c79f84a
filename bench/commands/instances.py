"""How the library of rounds is printed: as a list, and one round with all that is known of it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from mcmahon.cli.output import columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..library.table import Instance

HEAD = ("Name", "Players", "Round", "Profile", "Rules", "Least cost known", "Proven", "Hard")


def instances_text(lines: Sequence[Instance]) -> str:
    """A table of all rounds."""
    rows = [
        (i.name, f"{i.players:,}", str(i.round), i.profile, str(i.counts or ""), i.cost, i.proven, i.hard)
        for i in lines
    ]
    return columns(HEAD, rows, " rr r   ")


def instance_text(instance: Instance) -> str:
    """Everything that is known of a round, a line each."""
    return "\n".join(f"{name}: {value}" for name, value in asdict(instance).items() if value != "")
