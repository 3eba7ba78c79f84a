"""Pairing Go tournaments by the McMahon system: every round the least cost, proven.

    import mcmahon
    spring = mcmahon.Director("my-tournament")       # a folder, with a method for each command
    spring.pair()                                    # .boards is a DataFrame; .cost, .bound, .byes
    spring.results({1: "1-0", 2: "jigo"})
    spring.standings()

    drawn = mcmahon.pair_round(spring.tournament)    # the same on a value in memory; nothing is written
    mcmahon.check(drawn.tournament)                  # every broken rule; empty = legal

Everything heavy is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._version import __version__

if TYPE_CHECKING:
    from .api import (
        Director,
        FolderError,
        InputError,
        Locks,
        NoPairingError,
        boards,
        check,
        check_file,
        explain_place,
        new_tournament,
        pair_round,
        read_tournament,
        register,
        standings,
        start_groups,
    )


def __getattr__(name: str) -> Any:
    if name in __all__:
        from . import api

        return getattr(api, name)
    raise AttributeError(f"module 'mcmahon' has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, imported yet or not."""
    return [*__all__]


__all__ = [
    "Director", "FolderError", "InputError", "Locks", "NoPairingError", "__version__", "boards", "check",
    "check_file", "explain_place", "new_tournament", "pair_round", "read_tournament", "register", "standings",
    "start_groups",
]  # fmt: skip
