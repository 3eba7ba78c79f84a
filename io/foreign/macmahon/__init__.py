"""Christoph Gerlach's MacMahon XML (3.x), read and written. Levels are ranks, with professionals above 9 dan."""

from ..format import Format, is_macmahon
from .macmahon_reading import read_macmahon
from .macmahon_writing import write_macmahon

FORMAT = Format(
    "macmahon", "MacMahon", (".xml",), is_macmahon, read_macmahon, write_macmahon, scored=True, order=1,
    about="version 3 (Gerlach)",
)  # fmt: skip
__all__ = ["FORMAT", "read_macmahon", "write_macmahon"]
