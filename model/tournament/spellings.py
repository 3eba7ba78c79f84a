"""Which names may be one: in another order of their words, or as another keyboard spells them."""

from __future__ import annotations

import re

from .player import name_key

#: Letters that are no other letter with an accent, as they are spelt without them.
_PLAIN = str.maketrans(
    {"Ø": "O", "Æ": "A", "Œ": "O", "Å": "A", "Ł": "L", "Đ": "D", "Ð": "D", "Þ": "TH", "Ħ": "H", "Ŧ": "T", "ẞ": "SS"}
)
SHORT_WORD = 5  # letters below which a word with another letter in it is another name: Jan and Jon
_FEMALE = "AEI"  # ends of a name that is another's with letters more: Martin and Martina
#: Two letters for one that a keyboard has not: `ae` for ä or æ, `oe` for ö or ø, `ue` for ü, `aa` for å, `ss` for ß.
_TWO_FOR_ONE = re.compile("([AOU])E|(A)A|(S)S")


def words_key(*parts: str) -> str:
    """The text by which a name is compared whatever the order of its words, with or without a comma or hyphens."""
    return " ".join(sorted(filter(None, map(name_key, _words(" ".join(parts))))))


def spelling_key(*parts: str) -> str:
    """The text by which names may be one: Müller, Mueller and Muller; Øst, Oest and Ost. Words as in `words_key`.

    It is looser than `name_key`, which alone decides; what is alike by this one only is asked about.
    """
    plain = (word.translate(_PLAIN) for word in words_key(*parts).split())
    return " ".join(sorted(_TWO_FOR_ONE.sub(_one, word) for word in plain))


def unlike_words(name: str, other: str) -> tuple[str, str] | None:
    """The words by which names that are nearly the same may be two people's; None where it is a typing error.

    Martin and Martina, Jon and Jan, a word that only one has; not Martinsen and Martinson, nor Müller and Mueller.
    """
    one, two = ({spelling_key(word): word for word in _words(text) if spelling_key(word)} for text in (name, other))
    left, right = one.keys() - two.keys(), two.keys() - one.keys()
    if not left | right or len(left) > 1 or len(right) > 1:
        return None
    shorter, longer = sorted(("".join(left), "".join(right)), key=len)
    ending = longer.startswith(shorter) and longer[-1] in _FEMALE
    if len(shorter) >= SHORT_WORD and not ending:
        return None
    return "".join(one[key] for key in left), "".join(two[key] for key in right)


def _words(text: str) -> list[str]:
    return re.split(r"[\s,_\-\u2010-\u2015]+", text)


def _one(two: re.Match[str]) -> str:
    return two[1] or two[2] or two[3]
