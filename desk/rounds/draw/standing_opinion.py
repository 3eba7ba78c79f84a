"""The second opinion on a round that stands, a draft or a published one: whether CP-SAT, too, finds none cheaper."""

from __future__ import annotations

from dataclasses import dataclass

from ....model.errors import EnginesDisagreeError, McMahonError
from ....model.judging.violation import broken
from ....model.pairing.boards import make_round
from ....model.pairing.pairing import ByCpSat, Pairing
from ....model.records.state import State
from ....model.tournament.games import ByHand
from ....solver.clock import Clock
from ....solver.opinion import NoOpinionError, OpinionProcess
from ...questions.standing_round import StandingRound, drawn_round
from ...words.rules import violation_text
from .drawing import judge_as_drawn
from .engines import weighed

__all__ = ["OpinionProcess", "StandingOpinion", "judged_again", "opinion_key", "opinion_on"]

#: Players up to whom the desk asks for an opinion in the background.
MOST_PLAYERS = 250


@dataclass(frozen=True, slots=True)
class StandingOpinion:
    """What CP-SAT says of a round that stands; if the engines disagree, `disagreement` says how."""

    said: ByCpSat
    disagreement: EnginesDisagreeError | None = None


def opinion_key(state: State, number: int) -> str:
    """The key of the opinion on a round: the fingerprint of its draw, and what it cost. Empty if none is asked for.

    None is asked for a round that was not proven, is too great, or is not as it was drawn any more.
    """
    record = state.records.get(number)
    ledger = record.ledger if record is not None else None
    if record is None or ledger is None or record.status != "optimal" or len(ledger.entrants) > MOST_PLAYERS:
        return ""
    by_hand = any(ByHand.SWAP in game.by_hand for game in state.tournament.round(number))
    if by_hand or not drawn_round(state, number).unchanged:
        return ""
    return f"{ledger.fingerprint} {record.cost} {record.foresight.extra}"


def opinion_on(state: State, number: int, process: OpinionProcess, clock: Clock, effort: float) -> StandingOpinion:
    """The opinion on a round that `opinion_key` names, by a process of its own."""
    own, record = drawn_round(state, number), state.records.get(number)
    try:
        least, answer = process.ask(own.problem, None, clock, effort)
        said = weighed(own.problem, least, answer, lambda other: judged_again(state, own, other))
    except NoOpinionError as error:
        return StandingOpinion(ByCpSat(why=str(error)))
    except EnginesDisagreeError as error:
        return StandingOpinion(ByCpSat(why="the engines disagree"), error)
    extra = record.foresight.extra if record is not None else 0
    costs = own.problem.by_tier(own.problem.costs_by_criterion(own.pairs, own.byes))
    same = sum(costs) - extra == least.cost if extra else costs == tuple(tier.cost for tier in least.tiers)
    if said.agrees and not same:
        return StandingOpinion(ByCpSat(why="the round was not the cheapest when it was drawn"))
    return StandingOpinion(said)


def judged_again(state: State, own: StandingRound, other: Pairing) -> None:
    """Raise McMahonError if another pairing of a round breaks a rule that the record of its draw does not allow."""
    number = own.round.number
    after = own.tournament.before(number).with_round(make_round(own.tournament, own.problem, other.pairs, other.byes))
    wrong = broken(judge_as_drawn(after, number, state.records.get(number), profile=own.profile))
    if wrong:
        raise McMahonError("; ".join(violation_text(one, after) for one in wrong))
