"""Encodings of old files, western or Central European, told by their letters; and letters that were lost by one."""

from __future__ import annotations

import re

#: How the encodings are called for people.
NAMES = {"cp1252": "Windows-1252", "cp1250": "Windows-1250", "iso-8859-15": "ISO-8859-15"}

#: Signs of Windows-1252 that are letters in Windows-1250; inside a word they are no signs: `³` is ł, `¹` is ą.
_SIGN_IN_WORD = re.compile(r"[£¥ª¯³¹º¼¾¿](?=[a-zß-ÿ])|(?<=[A-Za-zß-ÿ])[£¥ª¯³¹º¼¾¿]")
#: What is a vowel in the west and a consonant in Central Europe: `è` is č, `ø` ř, `æ` ć, `ò` ň.
_VOWELS = "aeiouyáéíóúýäöüôâ"
_TWO_FACED = re.compile(r"[èøæò]", re.IGNORECASE)
#: What is a consonant in both, `ñ` and ń: Spanish has a vowel behind it, Polish has none.
_N = re.compile(rf"ñ(?=[b-df-hj-np-tv-xz])|(?<=[{_VOWELS}])ñ\b", re.IGNORECASE)
#: `ì` (ě) and `ù` (ů) inside a word: Italian has them at its end only.
_INSIDE = re.compile(r"(?<=\w)[ìù](?=\w)", re.IGNORECASE)
#: Letters of western names that are rare ones in Windows-1250: `å` would be ĺ, `à` ŕ.
_WESTERN = re.compile(r"[åàÅÀ]")


def old_encoding(data: bytes) -> str:
    """The likeliest encoding of a text that is not UTF-8.

    A western vowel stands between consonants (Søren, Lefèvre), the Central European consonant of the same byte beside
    a vowel (Jiøí, Èerný): each letter is one vote.
    """
    text = data.decode("cp1252", errors="replace")
    votes = 3 * len(_SIGN_IN_WORD.findall(text)) + len(_N.findall(text)) + len(_INSIDE.findall(text))
    votes -= len(_WESTERN.findall(text))
    for found in _TWO_FACED.finditer(text):
        beside = text[max(found.start() - 1, 0) : found.start()] + text[found.end() : found.end() + 1]
        votes += 1 if any(letter in _VOWELS for letter in beside.lower()) else -1
    return "cp1250" if votes > 0 else western_encoding(data)


def western_encoding(data: bytes) -> str:
    """The encoding of a text that is not UTF-8 and known to be western: Windows has letters where ISO-8859 has none."""
    return "cp1252" if any(0x80 <= byte <= 0x9F for byte in data) else "iso-8859-15"


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
