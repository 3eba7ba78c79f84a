"""Pairing Go tournaments by the McMahon system: every round the least cost, proven.

    import mcmahon
    tournament = mcmahon.read_tournament("my-tournament")
    drawn = mcmahon.pair_round(tournament)           # boards, cost by criterion, bound
    mcmahon.standings(drawn.tournament)              # a DataFrame
    mcmahon.check(drawn.tournament)                  # every broken rule; empty = legal

Everything heavy is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._version import __version__

if TYPE_CHECKING:
    from .api import (
        boards,
        check,
        explain_place,
        new_tournament,
        pair_round,
        read_tournament,
        register,
        standings,
        start_groups,
    )
    from .model.pairing.draw import Locks

_API = (
    "Locks", "boards", "check", "explain_place", "new_tournament", "pair_round", "read_tournament", "register",
    "standings", "start_groups",
)  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _API:
        from . import api

        return getattr(api, name)
    raise AttributeError(f"module 'mcmahon' has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, imported yet or not."""
    return [*__all__]


__all__ = [
    "Locks", "__version__", "boards", "check", "explain_place", "new_tournament", "pair_round", "read_tournament",
    "register", "standings", "start_groups",
]  # fmt: skip
