"""Why a round is as it is, and what differs in another one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from msgspec import field

from ..questions.why_not import WhyNot
from ..verb import Answer, told
from ..words.plans import left_out_line

if TYPE_CHECKING:
    from ...model.pairing.round_problem import IndexPair
    from ...model.reasons.difference import PairingDifference
    from ..questions.explaining import ExplainedBoard
    from ..questions.standing_round import StandingRound
    from ..questions.why import Explanation, OtherRounds

Ids = tuple[str, ...]


class DifferenceAnswer(Answer, frozen=True):
    """What differs from the round as it stands to another pairing of it."""

    cost: Annotated[int, told("how much more the other one costs over all tiers; below 0 where it is cheaper")]
    costs: Annotated[dict[str, int], told("the same by criterion; criteria that cost the same are left out")]
    tiers: Annotated[tuple[int, ...], told("the same for each tier of the profile, in their order")]
    out: Annotated[tuple[tuple[str, str], ...], told("boards of the round that the other one has not: two ids each")]
    in_: Annotated[tuple[tuple[str, str], ...], told("boards that only the other one has: two ids each")] = field(
        name="in"
    )
    bye_out: Annotated[Ids, told("ids of those who have the bye only in the round")]
    bye_in: Annotated[Ids, told("ids of those who have the bye only in the other one")]
    chains: Annotated[
        tuple[Ids, ...],
        told("ids along each path of changes: the first two meet newly, the second and third met, and so on"),
    ]


class AlternativesAnswer(Answer, frozen=True):
    """The next cheapest pairings of a round."""

    others: Annotated[tuple[DifferenceAnswer, ...], told("the pairings, the cheapest first")]
    left_out: Annotated[
        tuple[DifferenceAnswer, ...],
        told("those that came up between them and leave no legal plan for the rounds to come, the cheapest first"),
    ]
    sentences: Annotated[tuple[str, ...], told("what is left out and why, in words; empty where nothing is")]


class ReasonAnswer(Answer, frozen=True):
    """One reason for a board."""

    reason: Annotated[str, told("its name")]
    sentence: Annotated[str, told("the same in words, to the player")]


class BoardReasonsAnswer(Answer, frozen=True):
    """Why a player has this board."""

    title: Annotated[str, told("player, round and board, in words")]
    paragraph: Annotated[str, told("all sentences, to the player")]
    reasons: Annotated[tuple[ReasonAnswer, ...], told("the reasons one by one")]
    costs: Annotated[dict[str, int], told("cost of the board by criterion")]
    counts: Annotated[dict[str, int], told("what the board counts in the same criteria, without their weights")]
    without: Annotated[
        DifferenceAnswer | None,
        told("what differs in the best round without this board; null where there is none to compare with"),
    ]
    ledger_of_the_draw: Annotated[
        bool, told("whether scores and history are those kept at the draw, not those of today's results")
    ]


class WhyNotAnswer(Answer, frozen=True):
    """Why two players do not meet."""

    title: Annotated[str, told("the players and the round, in words")]
    sentence: Annotated[str, told("why, in words")]
    forbidden_by: Annotated[tuple[str, ...], told("names of the rules that forbid it")]
    forced: Annotated[
        DifferenceAnswer | None,
        told("what differs in the best round with this game; null where no such round is known"),
    ]


def explanation_answer(explanation: Explanation) -> BoardReasonsAnswer | WhyNotAnswer:
    """Why a player has a board, or why two players do not meet."""
    drawn, found = explanation.drawn, explanation.found
    if isinstance(found, WhyNot):
        forced = difference_answer(drawn, found.forced) if found.forced is not None else None
        return WhyNotAnswer(found.title, found.sentence, tuple(found.forbidden_by), forced)
    return _board(drawn, found)


def _board(drawn: StandingRound, explained: ExplainedBoard) -> BoardReasonsAnswer:
    return BoardReasonsAnswer(
        title=explained.title,
        paragraph=explained.paragraph,
        reasons=tuple(ReasonAnswer(name, text) for name, text in explained.reasons),
        costs={name: cost for name, cost, _ in explained.costs},
        counts={name: value for name, _, value in explained.costs},
        without=difference_answer(drawn, explained.without) if explained.without is not None else None,
        ledger_of_the_draw=drawn.kept,
    )


def difference_answer(drawn: StandingRound, found: PairingDifference) -> DifferenceAnswer:
    """What differs in another pairing of a round, players by id."""
    ids = drawn.problem.field.ids

    def named(players: Iterable[int]) -> Ids:
        return tuple(ids[i] for i in players)

    def boards(pairs: Iterable[IndexPair]) -> tuple[tuple[str, str], ...]:
        return tuple((ids[i], ids[j]) for i, j in pairs)

    return DifferenceAnswer(
        cost=found.cost,
        costs=dict(found.costs),
        tiers=found.tiers,
        out=boards(found.gone),
        in_=boards(found.new),
        bye_out=named(found.byes_gone),
        bye_in=named(found.byes_new),
        chains=tuple(map(named, found.chains)),
    )


def alternatives_answer(rounds: OtherRounds, others: Iterable[PairingDifference]) -> AlternativesAnswer:
    """The other pairings that have been found, and what was left out on the way."""
    left_out = left_out_line(rounds)
    return AlternativesAnswer(
        others=tuple(difference_answer(rounds.drawn, other) for other in others),
        left_out=tuple(difference_answer(rounds.drawn, other) for other in rounds.left_out),
        sentences=(left_out,) if left_out else (),
    )
