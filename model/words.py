"""Numbers and lists in words."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str) -> str:
    """`1 player`, `2 players`, `2 entries`."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def first_few(texts: Sequence[str], most: int, between: str = ", ") -> str:
    """`a, b, c`, and `a, b …` where there are more than so many."""
    return between.join(texts[:most]) + (" …" if len(texts) > most else "")
