"""Numbers as people write them, read in the same way everywhere: settings, results, ratings, prizes; as pages do."""

from __future__ import annotations

import re
from decimal import Decimal

#: Halves and quarters as one sign, alone or after a whole number.
_FRACTIONS = {"½": ".5", "¼": ".25", "¾": ".75"}
_THOUSANDS = re.compile(r"(\d)[.,'’\s](\d{3})")
_MINUS = re.compile(r"(?<!\w)-(?=[ \d¼½¾])")
_PLAIN = re.compile(r"[+-]?(\d{1,9}(\.\d{1,6})?|\.\d{1,6})")


def number_in(text: str, thousands: bool = False) -> Decimal | None:
    """The number of `6.5`, `6,5`, `6½`, `.5`; with `thousands` 2150 of `2.150`, `2,150` and `2 150`; None for none."""
    plain = text.strip()
    if thousands and (found := _THOUSANDS.fullmatch(plain)):
        return Decimal(found[1] + found[2])
    plain = plain.replace(",", ".")
    for sign, decimals in _FRACTIONS.items():
        plain = plain.removesuffix(sign) + decimals if plain.endswith(sign) else plain
    return Decimal(plain) if _PLAIN.fullmatch(plain) else None


def halves_in(text: str) -> int | None:
    """Half points of a number of whole or half points; None for anything else."""
    number = number_in(text)
    return int(number * 2) if number is not None and number * 2 == int(number * 2) else None


def parse_int(text: str) -> int | None:
    """The whole number of a text, None for anything else, and for one that no table or round has."""
    return int(text) if text.isdecimal() and len(text) <= 9 else None


def minus(text: object) -> str:
    """A text for a page, in which the hyphen before a number is the minus sign, as wide as a plus."""
    shown = str(text)
    return _MINUS.sub("\N{MINUS SIGN}", shown) if "-" in shown else shown
