"""How far a search has come, in a sentence for the director who waits for it."""

from __future__ import annotations

from ..options import Progress


def progress_text(found: Progress) -> str:
    """`Best round so far 112,000; none costs less than 111,544 (gap 0.4 %).`"""
    if found.tier == "tie":
        return "The cost is proven; the lottery decides among equal rounds."
    if found.tier == "breaches":
        return "Looking for a round that breaks as few rules as possible."
    if found.bound is None and found.cost is None:
        return "No bound yet."
    if found.cost is None:
        return f"No round costs less than {found.bound:,}. None of that cost is found yet."
    if found.bound is None:
        return f"Best round so far {found.cost:,}. No bound yet."
    if found.bound >= found.cost:
        return f"The best round costs {found.cost:,}, proven."
    share = 100 * (found.cost - found.bound) / max(found.cost, 1)
    return f"Best round so far {found.cost:,}; none costs less than {found.bound:,} (gap {share:.1f} %)."
