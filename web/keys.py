"""The key of a desk and its port, kept on this machine: a page that is open finds the desk again after a restart.

They stand in a file that only its owner reads, one for each folder of tournaments, and never in that folder: it may lie
on a stick, or be copied for somebody else.
"""

from __future__ import annotations

import json
import logging
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from ..desk.files import private_files
from ..model.errors import FolderError

log = logging.getLogger("mcmahon")

BYTES = 24  # of a key: 192 bits
SHORTEST = 32  # letters that so many bytes make


@dataclass(frozen=True, slots=True)
class Kept:
    """What a desk opens with, and the port where it was last; 0 where it was nowhere yet."""

    token: str
    port: int = 0


def kept(folder: Path, *, new: bool = False) -> Kept:
    """What is kept for a folder of tournaments; a new key where that is asked for, or no safe one is there."""
    found = _known(folder)
    return found if found and not new else Kept(secrets.token_urlsafe(BYTES), found.port if found else 0)


def keep(folder: Path, what: Kept) -> None:
    """Keep it for the next start. Where that cannot be written the desk works all the same, and a warning says so."""
    try:
        private_files.keep("desk", folder, json.dumps(asdict(what) | {"folder": str(folder)}).encode())
    except FolderError as error:
        log.warning("the key of the desk cannot be kept (%s): open pages will not find it after a restart", error)


def _known(folder: Path) -> Kept | None:
    """What is kept for a folder; None where there is none, or others could have read it."""
    try:
        found = json.loads(private_files.kept("desk", folder))
        token, port = found["token"], found["port"]
    except (ValueError, TypeError, KeyError):
        return None
    sound = isinstance(token, str) and token.isascii() and len(token) >= SHORTEST
    return Kept(token, port) if sound and type(port) is int and 0 <= port < 2**16 else None
