"""OpenGotha's XML (3.4x to 3.5x), read and written; Pairgoth's dialect of it is read too."""

from ..format import Format, is_opengotha
from .opengotha_players import read_opengotha, write_opengotha

FORMAT = Format(
    "opengotha", "OpenGotha", (".xml",), is_opengotha, read_opengotha, write_opengotha, scored=True, teams=True,
    about="3.4x to 3.5x; Pairgoth's dialect is read",
)  # fmt: skip
__all__ = ["FORMAT", "read_opengotha", "write_opengotha"]
