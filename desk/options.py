"""What the faces pass on to a draw: how long may be searched, and what is settled before."""

from __future__ import annotations

from ..model.pairing.draw import Locks, split_pair
from ..solver.clock import Clock
from ..solver.engine import Options

__all__ = ["Clock", "Locks", "Options", "split_pair"]
