"""What is kept on this machine, readable for its owner alone, and never in a folder that comes from somebody else."""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from pathlib import Path


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
    return private_folder() / f"{kind}-{name}.json"


def private_folder() -> Path:
    """Where this program keeps what no tournament's folder may bring along."""
    return _state_folder() / "mcmahon"


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
