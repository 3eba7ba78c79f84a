"""A round paired by hand beside the engine's, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...model.tournament.tournament import Tournament
    from ..rounds.pair_by_hand import HandPairingAnswer, SeatedAnswer


def more_text(extra: int) -> str:
    """`120 more`, `80 less`, or that both cost the same."""
    return f"{abs(extra):,} {'more' if extra > 0 else 'less'}" if extra else "the same"


def ended_text(kept: bool, number: int, cost: int) -> str:
    """Which round stands after pairing by hand, and what it costs."""
    whose = "Your round is kept" if kept else "The engine's round is taken"
    return f"{whose}: round {number}, cost {cost:,}. It is a draft until you publish it."


def difference_text(found: HandPairingAnswer) -> str:
    """What the round by hand and the engine's cost, or that they are the same."""
    if found.engine_cost is None or found.extra is None:
        return f"cost {found.cost:,}; the engine finds no legal round"
    if found.same:
        return f"the same as the engine's, cost {found.cost:,}"
    proof = "" if found.proven else ", not proven to be the least"
    return f"cost {found.cost:,}, the engine's {found.engine_cost:,}{proof}: {more_text(found.extra)}"


def exchange_lines(found: HandPairingAnswer, tournament: Tournament) -> Iterator[str]:
    """For each set of boards that differ: those by hand, the engine's, and what they cost more or less."""
    names = {player.id: player.name for player in tournament.players}
    for one in found.exchanges:
        yield f"  by hand {_boards(one.by_hand, names)}"
        yield f"  engine  {_boards(one.engine, names)}: by hand {more_text(one.extra)}"
    if found.beside:
        yield f"  rules over pairs, and players in one of the rounds only: by hand {more_text(found.beside)}"


def _boards(boards: Sequence[SeatedAnswer], names: Mapping[str, str]) -> str:
    """Boards with their prices: `Ada – Bo (120), bye Cy (0)`."""
    texts = (
        f"{'' if one.table else 'bye '}{' – '.join(names[player] for player in one.players)} ({one.cost:,})"
        for one in boards
    )
    return ", ".join(texts) or "nothing"
