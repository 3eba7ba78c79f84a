"""Christoph Gerlach's MacMahon XML (3.x), read and written. Levels are ranks, with professionals above 9 dan."""

from .reading import read_macmahon
from .writing import write_macmahon

__all__ = ["read_macmahon", "write_macmahon"]
