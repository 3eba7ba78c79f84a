"""Ranks as integers (1 dan = 0, 2 dan = 1, 1 kyu = -1: there is no 0 dan) and their ratings on the European scale.

Sources: BGA handbook 4.1 for the numbering; the EGF rating system for rank centres (2100 = 1 dan, 100 a rank).
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

WEAKEST, STRONGEST = -30, 8  # 30 kyu, 9 dan
LOWEST_RATING, HIGHEST_RATING = -900, 3299

_LETTERS = "dan|kyu|pro|d|k|p"
_RANK = re.compile(rf"(?P<number>\d{{1,2}})[\s.\-]*(?P<letter>{_LETTERS})?", re.IGNORECASE)
#: The letter first, as `k10` or `D 7`.
_TURNED = re.compile(rf"(?P<letter>{_LETTERS})[\s.]*(?P<number>\d{{1,2}})", re.IGNORECASE)


@lru_cache(1024)
def parse_rank(text: str) -> tuple[int, int]:
    """The rank and the professional grade (0 = none) of `3d`, `3 dan`, `12k`, `k12`, `12 Kyu`, `2p`, `7` (= kyu).

    Professionals are paired as 7 dan (1p-3p), 8 dan (4p-6p) or 9 dan (7p-9p), as OpenGotha does.
    Raises ValueError when the text is no rank from 30 kyu to 9 dan or 1p to 9p.
    """
    match = _RANK.fullmatch(text.strip()) or _TURNED.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    number, letter = int(match["number"]), (match["letter"] or "k")[0].lower()
    if letter == "p" and 1 <= number <= 9:
        return (6 if number <= 3 else 7 if number <= 6 else 8), number
    if letter == "d" and 1 <= number <= 9:
        return number - 1, 0
    if letter == "k" and 1 <= number <= 30:
        return -number, 0
    raise ValueError(text)


def rank_name(rank: int, pro: int = 0) -> str:
    """`3d`, `12k`, or `2p` when a professional grade is given."""
    if pro:
        return f"{pro}p"
    return f"{rank + 1}d" if rank >= 0 else f"{-rank}k"


def rank_from_rating(rating: int) -> int:
    """The rank whose hundred points the rating lies in: 2050 to 2149 is 1 dan."""
    return max(WEAKEST, min(STRONGEST, (rating - 2050) // 100))


def rating_from_rank(rank: int) -> int:
    """The centre of the rank's hundred points: 2100 for 1 dan, 2000 for 1 kyu."""
    return 2100 + 100 * rank


def rating_from_aga(rating: Decimal) -> int:
    """The European rating of an AGA rating: 1.0 and -1.0 are both the border of 1 dan and 1 kyu, which is 2050."""
    stones = rating - 1 if rating > 0 else rating + 1
    return bounded_rating(2050 + 100 * stones)


def rating_from_ffg(points: Decimal) -> int:
    """The European rating of points of the French échelle, where 0 is the weakest 1 dan."""
    return bounded_rating(points + 2050)


def bounded_rating(rating: Decimal) -> int:
    """The nearest whole rating that is possible."""
    return max(LOWEST_RATING, min(HIGHEST_RATING, int(rating.to_integral_value())))
