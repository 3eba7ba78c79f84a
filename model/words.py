"""Numbers and lists in words, and texts without signs that nobody sees."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

#: What a text can have that no reader sees, but a terminal or a browser obeys: control characters (escape sequences
#: begin with one), marks that turn the direction of writing round, signs of no width. Line breaks and tabs aside, and
#: the joiners U+200C and U+200D, without which Persian and Indian names are spelt wrong.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)
_BREAKS = re.compile("[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")


def visible(text: str) -> str:
    """The text with each unseen sign as JSON writes it: `\\u001b`. Line breaks and tabs stay."""
    return _UNSEEN.sub(_escaped, text)


def one_line(text: str) -> str:
    """The same with line breaks and tabs shown as well: `\\n`."""
    return visible(re.sub("[\t\n]", _escaped, text))


def plain_line(text: str) -> str:
    """The text on one line without unseen signs; what parted words, parts them still."""
    return without_unseen(_BREAKS.sub(" ", text))


def without_unseen(text: str) -> str:
    """The text without unseen signs; line breaks and tabs stay."""
    if text.replace("\n", "").isprintable():  # no unseen sign is, and to ask takes a fifth of the time
        return text
    return _UNSEEN.sub("", text)


def _escaped(sign: re.Match[str]) -> str:
    return json.dumps(sign[0])[1:-1]


def counted(number: int, noun: str) -> str:
    """`1 player`, `2 players`, `2 entries`."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def first_few(texts: Sequence[str], most: int, between: str = ", ") -> str:
    """`a, b, c`, and `a, b …` where there are more than so many."""
    return between.join(texts[:most]) + (" …" if len(texts) > most else "")
