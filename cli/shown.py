"""Makes texts from files and arguments safe to print: control characters and invisible ones are escaped."""

from __future__ import annotations

import io
import os
import sys
from typing import Any, TextIO, cast

from ..model.words import one_line, visible


class VisibleStream:
    """A stream that writes control characters and other invisible characters as `\\u001b`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._broken = [word for word in sys.argv[1:] if len(word.splitlines()) > 1]

    def write(self, text: str) -> int:
        """Write a text; an argument with a line break, such as a path, is printed on one line."""
        for word in self._broken:
            text = text.replace(word, one_line(word))
        return self._stream.write(text if text == "\r" else visible(text))  # a line of progress is overwritten

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def shown(stream: TextIO) -> TextIO:
    """A stream to print on that accepts every character.

    Files and pipes get UTF-8. A terminal, or an encoding set by PYTHONIOENCODING, gets ? for what it cannot show. Bytes
    of a path that are not text are shown as `\\xff`.
    """
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    if stream.isatty() or "PYTHONIOENCODING" in os.environ:
        stream.reconfigure(errors="replace")
    else:
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    return cast(TextIO, VisibleStream(stream))
