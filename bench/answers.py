"""What research answers as JSON: bars tried out, and solutions of exported rounds judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mcmahon.desk.answers.answer import Answer

if TYPE_CHECKING:
    from .shares import Share
    from .simulations.adviser import BarAdvice


class ChoiceAnswer(Answer, frozen=True):
    """A bar that was tried.

    bar: its rank, such as "3d"
    supergroup: how many of the strongest start above it
    """

    bar: str
    supergroup: int


class ShareAnswer(Answer, frozen=True):
    """In how many simulated tournaments something happened.

    count: how many
    trials: of how many
    low: lower end of the 95 % interval of the share, 0 to 1
    high: upper end of the 95 % interval of the share, 0 to 1
    """

    count: int
    trials: int
    low: float
    high: float


class AdviceAnswer(Answer, frozen=True):
    """What a bar would do to the tournament.

    choice: the bar
    above: how many players are at or above it
    verdict: what the BGA's table says of that many, in words
    unbeaten: one player alone led in points and had won every round
    best_wins: the truly strongest player won alone, tie-breaks counted
    leader_stranded: a leader of some round had to play somebody two or more points below
    """

    choice: ChoiceAnswer
    above: int
    verdict: str
    unbeaten: ShareAnswer
    best_wins: ShareAnswer
    leader_stranded: ShareAnswer


class BreachAnswer(Answer, frozen=True):
    """A rule with a price whose limit a solution does not keep.

    row: the rule, the part of the field that it counts in, and its limit, in words
    count: what the solution counts in it
    units: by how much it passes or misses the limit
    tier: the tier that pays for it
    cost: what it costs there
    """

    row: str
    count: int
    units: int
    tier: str
    cost: int


class SolutionAnswer(Answer, frozen=True):
    """What a solution of an exported round is worth.

    legal: whether it is a pairing that keeps every hard rule
    reasons: every reason why not, in words
    cost: its cost by tier, in the order in which they decide; null where something in it has no cost
    breaches: rules with a price whose limits it does not keep
    tournament: the name in the problem; empty in files of 1.0 and of the library
    round: the number of the round
    fingerprint: a text that only the same problem shares
    boards: the games of the solution, and each bye as a single id
    """

    legal: bool
    reasons: tuple[str, ...]
    cost: dict[str, int] | None
    breaches: tuple[BreachAnswer, ...]
    tournament: str = ""
    round: int = 0
    fingerprint: str = ""
    boards: tuple[tuple[str, ...], ...] = ()


def advice_answer(found: Sequence[BarAdvice]) -> list[AdviceAnswer]:
    """What each bar would do, in their order."""
    return [
        AdviceAnswer(
            choice=ChoiceAnswer(advice.choice.bar, advice.choice.supergroup),
            above=advice.above,
            verdict=advice.verdict,
            unbeaten=_share(advice.unbeaten),
            best_wins=_share(advice.best_wins),
            leader_stranded=_share(advice.leader_stranded),
        )
        for advice in found
    ]


def _share(share: Share) -> ShareAnswer:
    return ShareAnswer(int(share.count), share.trials, share.low, share.high)
