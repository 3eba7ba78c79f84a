"""Letters that were lost because a file was saved or read in an encoding without them."""

from __future__ import annotations

import re

_REPLACED = re.compile(r"\ufffd|\w\?|\?\w")


def lost_letters(text: str) -> str:
    """What is wrong with a name, in words; nothing where all its letters seem to be there.

    `?ukasz` and U+FFFD have lost them; `PoznaÅ„` is UTF-8 that was taken for an old western encoding.
    """
    if _REPLACED.search(text):
        return "some letters were lost in another encoding"
    meant = _meant(text)
    return f"read in the wrong encoding; perhaps {meant}" if meant else ""


def _meant(text: str) -> str:
    """The text whose UTF-8 was read as Windows-1252; empty for other texts."""
    if text.isascii():
        return ""
    try:
        data = b"".join(letter.encode("latin-1" if "\x80" <= letter <= "\x9f" else "cp1252") for letter in text)
        return data.decode("utf-8")
    except UnicodeError:
        return ""
