"""FIDE's tournament report (TRF), which chess engines read: start scores are virtual points in all rounds.

What TRF cannot express is written as comment lines `### mcmahon: …`, which other programs skip. They are read back.
"""

from .reading import read_trf
from .to_pair import ToPair, read_to_pair
from .writing import write_trf
from .written import WrittenLine, WrittenLines, written_lines

__all__ = ["ToPair", "WrittenLine", "WrittenLines", "read_to_pair", "read_trf", "write_trf", "written_lines"]
