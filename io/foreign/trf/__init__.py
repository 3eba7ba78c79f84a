"""FIDE's tournament report (TRF), which chess engines read: start scores are virtual points in all rounds.

What TRF cannot express is written as comment lines `### mcmahon: …`, which other programs skip. They are read back.
"""

from .reading import read_trf
from .writing import write_trf
from .written import WrittenLine, WrittenLines, written_lines

__all__ = ["WrittenLine", "WrittenLines", "read_trf", "write_trf", "written_lines"]
