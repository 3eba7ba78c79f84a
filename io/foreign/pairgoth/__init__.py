"""Pairgoth's own tournament file (`.tour`, JSON inside), read and written."""

from ..format import Format, is_pairgoth
from .pairgoth_reading import read_pairgoth
from .pairgoth_writing import write_pairgoth

FORMAT = Format(
    "pairgoth", "Pairgoth", (".tour",), is_pairgoth, read_pairgoth, write_pairgoth, scored=True,
    about="its own file, of single players",
)  # fmt: skip
__all__ = ["FORMAT", "read_pairgoth", "write_pairgoth"]
