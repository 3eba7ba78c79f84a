"""What reaches a terminal: texts of anywhere, with nothing in them that a terminal would obey or hide."""

from __future__ import annotations

import io
import os
import sys
from typing import Any, TextIO, cast

from ..model.words import one_line, visible


class VisibleStream:
    """A stream on which control characters and other unseen signs are written as `\\u001b`, whoever prints them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._broken = [word for word in sys.argv[1:] if len(word.splitlines()) > 1]

    def write(self, text: str) -> int:
        """Write a text; an argument with a line break, such as a path, is told on one line."""
        for word in self._broken:
            text = text.replace(word, one_line(word))
        return self._stream.write(text if text == "\r" else visible(text))  # a line of progress is written over

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def shown(stream: TextIO) -> TextIO:
    """The stream for whatever the command line prints; every letter can be written to it.

    Files and pipes get UTF-8; a terminal, or who asks for another encoding, gets ? for what it cannot show. A path that
    is no text is shown with its bytes as `\\xff`.
    """
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    if stream.isatty() or "PYTHONIOENCODING" in os.environ:
        stream.reconfigure(errors="replace")
    else:
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    return cast(TextIO, VisibleStream(stream))
