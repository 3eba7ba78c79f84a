"""Words of a command line as somebody types them: quoted for the shells of this system."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable
from contextvars import ContextVar
from pathlib import Path

#: Whether commands are printed for PowerShell and the command prompt, which know no single quotes in common.
WINDOWS = os.name == "nt"

_FOLDER: ContextVar[Path | None] = ContextVar("folder", default=None)


def quoted(word: str) -> str:
    """A word quoted where a shell would read it otherwise. On Windows a comma, too: PowerShell makes a list of it."""
    if not WINDOWS:
        return shlex.quote(word)
    return word if re.fullmatch(r"[\w.:/\\=+-]+", word) else '"' + word.replace('"', '\\"') + '"'


def joined(words: Iterable[str]) -> str:
    """Words as one line."""
    return " ".join(map(quoted, words))


def name_folder(path: Path | None) -> Path | None:
    """Keep the folder that was typed, so that hints can name it."""
    _FOLDER.set(path)
    return path


def folder() -> str:
    """The folder that was typed, quoted; DIR if there is none."""
    path = _FOLDER.get()
    return "DIR" if path is None else quoted(str(path))
