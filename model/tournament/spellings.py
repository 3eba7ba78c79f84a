"""Which names may be one: in another order of their words, or as another keyboard spells them."""

from __future__ import annotations

import re

from .player import name_key

#: Letters that are no other letter with an accent, as they are spelt without them.
_PLAIN = str.maketrans(
    {"Ø": "O", "Æ": "A", "Œ": "O", "Å": "A", "Ł": "L", "Đ": "D", "Ð": "D", "Þ": "TH", "Ħ": "H", "Ŧ": "T", "ẞ": "SS"}
)
#: Two letters for one that a keyboard has not: `ae` for ä or æ, `oe` for ö or ø, `ue` for ü, `aa` for å, `ss` for ß.
_TWO_FOR_ONE = re.compile("([AOU])E|(A)A|(S)S")


def words_key(*parts: str) -> str:
    """The text by which a name is compared whatever the order of its words, with or without a comma or hyphens."""
    words = re.split(r"[\s,\-\u2010-\u2015]+", " ".join(parts))
    return " ".join(sorted(filter(None, map(name_key, words))))


def spelling_key(*parts: str) -> str:
    """The text by which names may be one: Müller, Mueller and Muller; Øst, Oest and Ost. Words as in `words_key`.

    It is looser than `name_key`, which alone decides; what is alike by this one only is asked about.
    """
    plain = (word.translate(_PLAIN) for word in words_key(*parts).split())
    return " ".join(sorted(_TWO_FOR_ONE.sub(_one, word) for word in plain))


def _one(two: re.Match[str]) -> str:
    return two[1] or two[2] or two[3]
