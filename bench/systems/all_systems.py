"""Every system by name."""

from __future__ import annotations

from .burstein import burstein
from .dutch import dutch
from .keizer import keizer
from .nearest import at_random, danish, monrad, random_in_groups
from .others import OTHERS
from .system import System

_OWN = (
    System("dutch", dutch, "FIDE C.04.3 of 2026"),
    System("burstein", burstein, "FIDE C.04.4.2 of 2026"),
    System("monrad", monrad, "the Monrad system of Norwegian and Danish chess, with seeds in place of lots"),
    System("danish", danish, "as Monrad, with repeated games", repeats=True),
    System("keizer", keizer, "J. H. Keizer's system, without repeated games"),
    System("random in groups", random_in_groups, "lots inside score groups"),
    System("all at random", at_random, "lots"),
)
#: Every system by name; those of others need the extra `engines`.
SYSTEMS: dict[str, System] = {system.name: system for system in _OWN} | {
    name: System(name, draw, source, library=library) for name, (draw, source, library) in OTHERS.items()
}
