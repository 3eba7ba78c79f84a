"""Numbers of players in rating lists: which can be one of the EGD, and what people type where they have none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_RUN = "01234567890123456789"
#: The European Go Database has eight digits.
_PLAUSIBLE = re.compile(r"[0-9]{8}")
#: As many players never share a number by mistake.
MANY = 3


def is_egd_pin(pin: str) -> bool:
    """Whether this can be a pin of the EGD. Anything else may be a number of another association: it is only kept."""
    return re.fullmatch("[1-9][0-9]{7}", pin) is not None


def placeholders(pins: Iterable[str]) -> frozenset[str]:
    """Which of these stand for no number: `0`, `123456789`, `xxxyyyzzz`, and what so many players share.

    A plausible number that two share is none of these: it is one player's, and typed wrong for the other.
    """
    counts = Counter(pin for pin in pins if pin)
    return frozenset(pin for pin, count in counts.items() if _stands_for_none(pin, count))


def _stands_for_none(pin: str, count: int) -> bool:
    plain = re.sub(r"[\W_]", "", pin)
    if not re.search("[0-9]", plain) or not plain.strip("0") or count >= MANY:
        return True
    if len(plain) >= 5 and len(set(plain)) == 1:
        return True
    if _PLAUSIBLE.fullmatch(plain):
        return False
    return count > 1 or (len(plain) >= 5 and (plain in _RUN or plain in _RUN[::-1]))
