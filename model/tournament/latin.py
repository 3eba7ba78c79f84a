"""Letters in ASCII: without marks, spelt out, or transliterated from other scripts."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_LETTERS = {
    "ß": "ss", "ẞ": "SS", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "ł": "l", "Ł": "L", "æ": "ae",
    "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "Th", "ı": "i", "’": "'",
}  # fmt: skip


def ascii_text(text: str) -> str:
    """The text in ASCII: marks dropped, special letters spelt out, other scripts transliterated; all else is `_`."""
    return "".join(map(_ascii_letter, unicodedata.normalize("NFC", text)))


def latin_text(text: str) -> str:
    """The text with Latin letters in ASCII; letters of other scripts stay."""
    return "".join(c if (plain := _latin_letter(c)) is None else plain for c in unicodedata.normalize("NFC", text))


@lru_cache(4096)
def _ascii_letter(letter: str) -> str:
    plain = _latin_letter(letter)
    if plain is not None:
        return plain
    from anyascii import anyascii  # only for names in another script

    kind = unicodedata.category(letter)[0]
    spelt = anyascii(letter) if kind in "LMNP" else ""  # for pictures anyascii has names: `:grinning:`
    return spelt or ("" if kind == "M" else "_")


def _latin_letter(letter: str) -> str | None:
    """A letter in ASCII by the whole letter: taken apart, `김` would be three. None for one of another script."""
    if unicodedata.combining(letter) or "\ufe00" <= letter <= "\ufe0f":
        return ""
    taken_apart = unicodedata.normalize("NFKD", _LETTERS.get(letter, letter))
    plain = "".join(c for c in taken_apart if not unicodedata.combining(c))
    return plain if all(" " <= c <= "~" for c in plain) else None
