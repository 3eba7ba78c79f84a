"""How long may be searched: what the faces pass on to the solver."""

from __future__ import annotations

from ..solver.clock import Clock
from ..solver.engine import Options

__all__ = ["Clock", "Options"]
