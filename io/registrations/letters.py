"""Letters that were lost on the way: a file saved or read in an encoding that has them not."""

from __future__ import annotations

import re

_REPLACED = re.compile(r"\ufffd|\w\?|\?\w")


def lost_letters(text: str) -> str:
    """What is wrong with a name, in words; nothing where all its letters seem to be there.

    `?ukasz` and U+FFFD have lost them; `PoznaÅ„` is UTF-8 that was taken for an old western encoding.
    """
    if _REPLACED.search(text):
        return "letters were lost in another encoding"
    meant = _meant(text)
    return f"UTF-8 that was read as another encoding, perhaps {meant}" if meant else ""


def _meant(text: str) -> str:
    """The text whose UTF-8 somebody has read as Windows-1252; nothing where it is none."""
    if text.isascii():
        return ""
    try:
        data = b"".join(letter.encode("latin-1" if "\x80" <= letter <= "\x9f" else "cp1252") for letter in text)
        return data.decode("utf-8")
    except UnicodeError:
        return ""
