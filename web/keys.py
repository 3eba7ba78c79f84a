"""The key of a desk and its port, kept on this machine: a page that is open finds the desk again after a restart.

They stand in a file that only its owner reads, one for each folder of tournaments, and never in that folder: it may lie
on a stick, or be copied for somebody else.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import secrets
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

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
    found = _known(private_file("desk", folder))
    return found if found and not new else Kept(secrets.token_urlsafe(BYTES), found.port if found else 0)


def keep(folder: Path, what: Kept) -> None:
    """Keep it for the next start. Where that cannot be written the desk works all the same, and a warning says so."""
    try:
        write_private(private_file("desk", folder), json.dumps(asdict(what) | {"folder": str(folder)}).encode())
    except OSError as error:
        log.warning("the key of the desk cannot be kept (%s): open pages will not find it after a restart", error)


def _known(file: Path) -> Kept | None:
    """What a file keeps; None where there is none, or others could have read it."""
    try:
        found = json.loads(read_private(file))
        token, port = found["token"], found["port"]
    except (ValueError, TypeError, KeyError):
        return None
    sound = isinstance(token, str) and token.isascii() and len(token) >= SHORTEST
    return Kept(token, port) if sound and type(port) is int and 0 <= port < 2**16 else None


def read_private(file: Path) -> bytes:
    """What a file of this person keeps; nothing where there is none, or others could have read it."""
    try:
        if os.name == "posix" and file.stat().st_mode & 0o077:
            return b""
        return file.read_bytes()
    except OSError:
        return b""


def write_private(file: Path, data: bytes) -> None:
    """Keep something for the next start, for the owner alone. Raises OSError."""
    beside = file.with_suffix(f".{secrets.token_hex(4)}")
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(data)
    beside.replace(file)


def private_file(kind: str, folder: Path) -> Path:
    """Where something of a folder is kept on this machine, readable for its owner alone."""
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return _state_folder() / "mcmahon" / f"{kind}-{name}.json"


def _state_folder() -> Path:
    """Where programs of this person keep such things; `XDG_STATE_HOME` says it on every system."""
    given = os.environ.get("XDG_STATE_HOME", "")
    if Path(given).is_absolute():
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path.home() / ".local" / "state"
