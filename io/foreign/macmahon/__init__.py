"""Christoph Gerlach's MacMahon XML (3.x), read and written. Levels are ranks, with professionals above 9 dan."""

from .macmahon_reading import read_macmahon
from .macmahon_writing import write_macmahon

__all__ = ["read_macmahon", "write_macmahon"]
