"""Pairgoth's own tournament file (`.tour`, JSON inside), read and written."""

from .reading import read_pairgoth
from .writing import write_pairgoth

__all__ = ["read_pairgoth", "write_pairgoth"]
