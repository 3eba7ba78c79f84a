"""What the faces pass on to a draw: how long may be searched, how, and what is settled before."""

from __future__ import annotations

from pathlib import Path

from ..io.settings.settings_file import read_text
from ..model.pairing.draw import Locks
from ..solver.clock import Clock, Progress
from ..solver.engine import Options
from ..solver.tuning import DEFAULTS, Tuning, tuning_from

__all__ = ["Clock", "Locks", "Options", "Progress", "tuning_in"]


def tuning_in(path: Path | None) -> Tuning:
    """The tuning of the search by a TOML file of parameters; the usual one without. Raises FolderError, InputError."""
    return DEFAULTS if path is None else tuning_from(read_text(path), str(path))
