"""A tier: one exact integer cost over the pairs that are still in play, handed out in parts."""

from __future__ import annotations

from ..parameters import DEFAULTS, Parameters
from .arrays import Ints
from .block_tier import BlockTier
from .costs import TierName, tier_prices
from .listed_tier import ListedTier
from .side_rows import SideRows
from .vertices import Vertices

Tier = BlockTier | ListedTier


def first_tier(
    vertices: Vertices,
    rows: SideRows,
    name: TierName,
    incumbent: tuple[Ints, Ints] | None = None,
    parameters: Parameters = DEFAULTS,
) -> BlockTier:
    """A tier over all pairs, before any other has settled anything."""
    state = rows.initial_state().with_price(tier_prices(rows, name))
    return BlockTier(name, vertices, rows, state, incumbent, parameters)
