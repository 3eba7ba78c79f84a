"""What the matches of a cup are called, in any language."""

from __future__ import annotations

from ..language import ENGLISH, Words, marked
from .bracket import Match

_LAST = (marked("final"), marked("semifinal"), marked("quarterfinal"))


def stage(behind: int, third: bool = False, words: Words = ENGLISH) -> str:
    """The name of the round of a cup that has so many behind it: `final`, `semifinal`, `round of 16`."""
    if third:
        return words.say("match for third place")
    return words.say(_LAST[behind]) if behind < len(_LAST) else words.say("round of {players}", players=2 << behind)


def stage_of(match: Match, words: Words = ENGLISH) -> str:
    """The name of the round of a match."""
    return stage(match.behind, match.third, words)


def match_text(match: Match, words: Words = ENGLISH) -> str:
    """`cup U12, semifinal`."""
    return words.say("cup {cup}, {stage}", cup=match.cup, stage=stage_of(match, words))
