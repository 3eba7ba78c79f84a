"""Numbers, and sets of rounds, lines and tables, as people write them: `6½`, `1-3,5`, `all but 2`, `11011`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import lru_cache

#: Halves and quarters as one sign, alone or after a whole number.
_FRACTIONS = {"½": ".5", "¼": ".25", "¾": ".75"}
_THOUSANDS = re.compile(r"(\d)[.,'’\s](\d{3})")
_MINUS = re.compile(r"(?<!\w)-(?=[ \d¼½¾])")
_DAY = re.compile(r"(\d{1,2})(?:\. ?|/|-)(\d{1,2})(?:\. ?|/|-)(\d{4})(?!\d)")
_PLAIN = re.compile(r"[+-]?(\d{1,9}(\.\d{1,6})?|\.\d{1,6})")


def number_in(text: str, thousands: bool = False) -> Decimal | None:
    """The number of `6.5`, `6,5`, `6½`, `.5`; with `thousands` 2150 of `2.150`, `2,150` and `2 150`; None for none."""
    plain = text.strip().replace("\N{MINUS SIGN}", "-")  # pages write it so
    if thousands and (found := _THOUSANDS.fullmatch(plain)):
        return Decimal(found[1] + found[2])
    plain = plain.replace(",", ".")
    for sign, decimals in _FRACTIONS.items():
        plain = plain.removesuffix(sign) + decimals if plain.endswith(sign) else plain
    return Decimal(plain) if _PLAIN.fullmatch(plain) else None


def day_as_iso(text: str) -> str:
    """The text with the day that it begins with as ISO writes it: 2026-11-24 for `24.11.2026`, `24/11/2026`."""
    plain = text.strip()
    day = _DAY.match(plain)
    return f"{day[3]}-{int(day[2]):02}-{int(day[1]):02}{plain[day.end() :]}" if day else plain


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


LONGEST = 500  # all of 99 rounds, one by one, have 300
_ALL = ("", "all", "alle", "tous", "toutes", "every", "jede")
_NONE = ("none", "-", "keine", "aucune", "aucun")
#: Openings of a text that takes rounds out of all, the longer ones first.
_BUT = (
    "all but", "all except", "alle außer", "alle ausser", "alle ohne", "alle bis auf", "tous sauf", "toutes sauf",
    "except", "not", "nicht", "ohne", "außer", "ausser", "sauf", "sans", "without",
)  # fmt: skip
#: Words for signs, in English, German and French: a range, its open ends, and what stands between two parts.
_SIGNS = (
    (re.compile(r"(?<=\d)\s*(?:to|bis|à|au)\s*(?=\d)"), "-"),
    (re.compile(r"(?:from|ab|von|dès|à partir de|de)\s*(\d{1,3})\s*(?:-|–|\.\.)?"), r"\1-"),
    (re.compile(r"(?:until|up to|to|bis|jusqu'à)\s*(?=\d)"), "1-"),
    (re.compile(r"(?<=\d)\s*(?:and|und|et|&)\s*(?=[\da-zà])"), ","),
)
#: A number of rounds, which does not say which ones.
_COUNT = re.compile(r"(\d{1,3})\s*(?:rounds|runden|rondes)")
#: A mark for each round, as OpenGotha has them: 1 or + to play, 0 or - to miss it.
_MARKS = re.compile(r"[01]{2,}|[+-]{2,}")
_PART = re.compile(r"(\d{1,3})\s*(?:(-|–|\.\.|\+)\s*(\d{1,3})?)?")


@lru_cache(256)
def every_round(rounds: int) -> frozenset[int]:
    """The numbers of all rounds, from 1."""
    return frozenset(range(1, rounds + 1))


@lru_cache(4096)  # many players have the same few texts
def parse_rounds(text: str, rounds: int) -> frozenset[int]:
    """The rounds, from 1, that the text names; blank or `all` is every round of the tournament.

    English, German and French: `all but 2`, `ohne 2`, `sauf 2`, `ab 2`, `bis 3`. A mark for each round is read, too:
    `11011` and `++-++` are all but 3; marks of rounds that the tournament does not have count for nothing.
    Raises ValueError with a sentence when the text names none, or one that the tournament has not, or only how many.
    """
    if len(text) > LONGEST:
        raise ValueError(f"rounds such as 1-3,5 or all but 2, at most {LONGEST} characters")
    count = _COUNT.fullmatch(text.strip().lower())
    if count and int(count[1]) != rounds:
        raise ValueError(f"the numbers of the rounds, such as 1-3,5 or all but 2, from 1 to {rounds}")
    if count:
        return every_round(rounds)
    if len(text.strip()) >= rounds and _MARKS.fullmatch(text.strip()):
        return frozenset(k for k, mark in enumerate(text.strip()[:rounds], 1) if mark in "1+")
    words = " ".join(re.sub("rounds?|runden?|rondes?", " ", text.lower()).split())
    everything = every_round(rounds)
    if words in _ALL:
        return everything
    if words in _NONE:
        return frozenset()
    for opening in _BUT:
        if words.startswith(opening):
            return everything - _listed(words.removeprefix(opening), rounds)
    return _listed(words, rounds)


def _listed(text: str, rounds: int) -> frozenset[int]:
    found: set[int] = set()
    for words, sign in _SIGNS:
        text = words.sub(sign, text)
    whole = re.sub(r"\s*(-|–|\.\.)\s*(?=\d)", r"\1", text.strip())  # `1 - 3` is one range
    for part in re.split(r"[,; +]+(?=\d)", whole):
        match = _PART.fullmatch(part.strip())
        if match is None:
            raise ValueError(f"rounds such as 1-3,5 or all but 2, from 1 to {rounds}")
        first = int(match[1])
        last = int(match[3]) if match[3] else rounds if match[2] else first
        if not 1 <= first <= last <= rounds:
            raise ValueError(f"rounds from 1 to {rounds}")
        found.update(range(first, last + 1))
    return frozenset(found)


def parse_ranges(text: str) -> list[range]:
    """The ranges of whole numbers out of `4,7-9`. Raises ValueError."""
    ranges = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        found = re.fullmatch(r"([0-9]{1,9})\s*(?:-\s*([0-9]{1,9}))?", part)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if last < first:
            raise ValueError(text)
        ranges.append(range(first, last + 1))
    return ranges


def rounds_text(chosen: Iterable[int], rounds: int) -> str:
    """The shortest text that `parse_rounds` reads as this set: blank for all, `none`, else runs such as `1-3,5`."""
    numbers = sorted(chosen)
    if every_round(rounds) == set(numbers):
        return ""
    if not numbers:
        return "none"
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def rounds_named(numbers: Sequence[int]) -> str:
    """Rounds by their numbers: `round 2`, `rounds 2-4`."""
    return f"round{'s' if len(numbers) > 1 else ''} {rounds_text(numbers, 0)}"
