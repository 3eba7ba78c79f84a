"""The lock of a folder in which one program writes at a time."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def lock_of(home: Path, seconds: float, *, poll: float = 0.05, private: bool = False) -> Iterator[None]:
    """Hold the lock in a folder, which is made; `private`: nobody else may read there.

    Raises filelock.Timeout where somebody else keeps it for so long, and OSError, also where the folder was moved away
    meanwhile: filelock makes it again, and what was written there would be lost.
    """
    import filelock

    home.mkdir(mode=0o700 if private else 0o777, exist_ok=True)
    before = home.stat()
    file = home / "lock"
    with filelock.FileLock(file, timeout=seconds, mode=0o600 if private else 0o644).acquire(poll_interval=poll):
        if not os.path.samestat(before, home.stat()):
            with suppress(OSError):  # only what has just been made, and is empty
                file.unlink()
                home.rmdir()
                home.parent.rmdir()
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(home))
        yield
