"""Pairgoth's own tournament file (`.tour`, JSON inside), read and written."""

from .pairgoth_reading import read_pairgoth
from .pairgoth_writing import write_pairgoth

__all__ = ["read_pairgoth", "write_pairgoth"]
