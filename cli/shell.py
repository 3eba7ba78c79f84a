"""Words of a command line as somebody types them: quoted for the shells of this system."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable

#: Whether commands are printed for PowerShell and the command prompt, which know no single quotes in common.
WINDOWS = os.name == "nt"


def quoted(word: str) -> str:
    """A word quoted where a shell would read it otherwise. On Windows a comma, too: PowerShell makes a list of it."""
    if not WINDOWS:
        return shlex.quote(word)
    return word if re.fullmatch(r"[\w.:/\\=+-]+", word) else '"' + word.replace('"', '\\"') + '"'


def joined(words: Iterable[str]) -> str:
    """Words as one line."""
    return " ".join(map(quoted, words))
