"""OpenGotha's XML (3.4x to 3.5x), read and written; Pairgoth's dialect of it is read too."""

from .opengotha_reading import read_opengotha
from .opengotha_writing import write_opengotha

__all__ = ["read_opengotha", "write_opengotha"]
