"""What research answers as JSON: bars tried out, and solutions of exported rounds judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from mcmahon.desk.verb import Answer, told

if TYPE_CHECKING:
    from .shares import Share
    from .simulations.adviser import BarAdvice


class ChoiceAnswer(Answer, frozen=True):
    """A bar that was tried."""

    bar: Annotated[str, told('its rank, such as "3d"')]
    supergroup: Annotated[int, told("how many of the strongest start above it")]


class ShareAnswer(Answer, frozen=True):
    """In how many simulated tournaments something happened."""

    count: Annotated[int, told("how many")]
    trials: Annotated[int, told("of how many")]
    low: Annotated[float, told("lower end of the 95 % interval of the share, 0 to 1")]
    high: Annotated[float, told("upper end of the 95 % interval of the share, 0 to 1")]


class AdviceAnswer(Answer, frozen=True):
    """What a bar would do to the tournament."""

    choice: Annotated[ChoiceAnswer, told("the bar")]
    above: Annotated[int, told("how many players are at or above it")]
    verdict: Annotated[str, told("what the BGA's table says of that many, in words")]
    unbeaten: Annotated[ShareAnswer, told("one player alone led in points and had won every round")]
    best_wins: Annotated[ShareAnswer, told("the truly strongest player won alone, tie-breaks counted")]
    leader_stranded: Annotated[
        ShareAnswer, told("a leader of some round had to play somebody two or more points below")
    ]


class BreachAnswer(Answer, frozen=True):
    """A rule with a price whose limit a solution does not keep."""

    row: Annotated[str, told("the rule, the part of the field that it counts in, and its limit, in words")]
    count: Annotated[int, told("what the solution counts in it")]
    units: Annotated[int, told("by how much it passes or misses the limit")]
    tier: Annotated[str, told("the tier that pays for it")]
    cost: Annotated[int, told("what it costs there")]


class SolutionAnswer(Answer, frozen=True):
    """What a solution of an exported round is worth."""

    legal: Annotated[bool, told("whether it is a pairing that keeps every hard rule")]
    reasons: Annotated[tuple[str, ...], told("every reason why not, in words")]
    cost: Annotated[
        dict[str, int] | None,
        told("its cost by tier, in the order in which they decide; null where something in it has no cost"),
    ]
    breaches: Annotated[tuple[BreachAnswer, ...], told("rules with a price whose limits it does not keep")]
    tournament: Annotated[str, told("the name in the problem; empty in files of 1.0 and of the library")] = ""
    round: Annotated[int, told("the number of the round")] = 0
    fingerprint: Annotated[str, told("a text that only the same problem shares")] = ""
    boards: Annotated[tuple[tuple[str, ...], ...], told("the games of the solution, and each bye as a single id")] = ()


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
