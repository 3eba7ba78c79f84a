"""The rules of a round, each with the name that a user types, the files keep and the judge reports it by.

Rules over sets of pairs (`CountRule`) are not among them: their names are the users' own.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Rule(StrEnum):
    """The rules that a round can break; the first seven are those that a pair or a bye can break (`PAIR_RULES`)."""

    REPEATS = "repeats"
    FORBIDDEN = "forbidden"
    FAMILIES = "families"
    DIFFERENCE_CAP = "difference-cap"
    HANDICAP_CAP = "handicap-cap"
    SECOND_BYE = "second-bye"
    OTHER_GROUP = "other-group"
    UNKNOWN_PLAYER = "unknown player"
    ONE_GAME_EACH = "one game each"
    ENTERED = "entered"
    BYES = "byes"
    HANDICAP = "handicap"
    EVEN_AT_BAR = "even at the bar"
    FORCED = "forced"
    TABLES = "tables"

    @property
    def bit(self) -> int:
        """The rule in an array of what pairs break. Raises KeyError when no pair and no bye can break it."""
        return _BITS[self]


#: The rules that a pair or a bye can break; only these can be relaxed.
PAIR_RULES = (
    Rule.REPEATS,
    Rule.FORBIDDEN,
    Rule.FAMILIES,
    Rule.DIFFERENCE_CAP,
    Rule.HANDICAP_CAP,
    Rule.SECOND_BYE,
    Rule.OTHER_GROUP,
)
_BITS = {rule: 1 << k for k, rule in enumerate(PAIR_RULES)}


def bits_of(rules: Iterable[Rule]) -> int:
    """The bits of several rules of pairs."""
    return sum(rule.bit for rule in set(rules))


def rules_in(bits: int) -> tuple[Rule, ...]:
    """The rules of pairs in a set of bits."""
    return tuple(rule for rule in PAIR_RULES if bits & rule.bit)
