"""What the desk keeps on this machine for a folder, for its owner alone: its key, places of copies, addresses."""

from __future__ import annotations

from pathlib import Path

from ...io.files import cannot_write, private_file, read_private, write_private


def kept(kind: str, folder: Path) -> bytes:
    """What is kept of a kind for a folder; nothing if there is none, or others could have read it."""
    return read_private(private_file(kind, folder))


def keep(kind: str, folder: Path, data: bytes) -> None:
    """Keep something for the next start. Raises FolderError."""
    file = private_file(kind, folder)
    try:
        write_private(file, data)
    except OSError as error:
        raise cannot_write(file, error) from None
