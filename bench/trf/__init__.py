"""FIDE's tournament report (TRF), which chess engines read: start scores are virtual points in all rounds.

What TRF cannot express is written as comment lines `### mcmahon: …`, which other programs skip. They are read back.
"""

from mcmahon.io.foreign.format import Format

from .trf_checking import compared
from .trf_reading import is_trf, read_trf
from .trf_writing import write_trf

#: Found by the program as an entry point.
FORMAT = Format(
    "trf",
    "FIDE report file",
    (".trf", ".trfx"),
    is_trf,
    read_trf,
    write_trf,
    scored=True,
    marked=True,
    compared=compared,
)
__all__ = ["FORMAT", "read_trf", "write_trf"]
