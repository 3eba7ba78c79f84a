"""OpenGotha's XML (3.4x to 3.5x), read and written; Pairgoth's dialect of it is read too."""

from .reading import read_opengotha
from .writing import write_opengotha

__all__ = ["read_opengotha", "write_opengotha"]
