"""What the faces pass on to a draw: how long may be searched, how, and what is settled before."""

from __future__ import annotations

from pathlib import Path

from ..io.settings.toml_text import read_text
from ..model.pairing.draw import Locks, split_pair
from ..solver.clock import Clock, Progress
from ..solver.engine import Options
from ..solver.parameters import DEFAULTS, Parameters, parameters_from

__all__ = ["Clock", "Locks", "Options", "Progress", "parameters_in", "split_pair"]


def parameters_in(path: Path | None) -> Parameters:
    """The parameters of the search in a TOML file; the defaults without one. Raises FolderError, InputError."""
    return DEFAULTS if path is None else parameters_from(read_text(path), str(path))
