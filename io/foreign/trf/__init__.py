"""FIDE's tournament report (TRF), which chess engines read: start scores are virtual points in all rounds.

What TRF cannot express is written as comment lines `### mcmahon: …`, which other programs skip. They are read back.
"""

from .trf_reading import WrittenLine, WrittenLines, read_trf, written_lines
from .trf_writing import write_trf

__all__ = ["WrittenLine", "WrittenLines", "read_trf", "write_trf", "written_lines"]
