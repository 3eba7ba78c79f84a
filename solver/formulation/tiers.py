"""A tier of the lexicographic objective: one exact integer cost over the pairs that are still open, in blocks."""

from __future__ import annotations

from ..parameters import DEFAULTS, Parameters
from .arrays import Ints
from .block_tier import BlockTier
from .costs import TierName, tier_prices
from .known import Known
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
    known: Known | None = None,
) -> BlockTier:
    """The first tier of a search, over all allowed pairs; `incumbent` is a known pairing (a, b)."""
    state = rows.initial_state().with_price(tier_prices(rows, name))
    return BlockTier(name, vertices, rows, state, incumbent, parameters, known)
