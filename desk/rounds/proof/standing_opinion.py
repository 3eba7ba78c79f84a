"""What both engines find in a round that stands, a draft or a published one, asked for in the background."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ....model.errors import EnginesDisagreeError
from ....model.pairing.pairing import ByCpSat, Pairing
from ....model.pairing.round_problem import fingerprint
from ....model.records.state import State
from ....model.tournament.games import ByHand
from ....solver.clock import Clock
from ....solver.opinion import NoOpinionError, OpinionProcess
from ..draw.engines import weighed
from .claim import Backing
from .proving import Stated, certified, judged_again, stated_round
from .since_draw import since_draw

__all__ = ["OpinionProcess", "StandingOpinion", "opinion_key", "opinion_on", "stated_for_opinion"]

#: Players up to whom the desk asks for an opinion in the background.
MOST_PLAYERS = 250


@dataclass(frozen=True, slots=True)
class StandingOpinion:
    """What CP-SAT says of the cheapest round of a problem; if the engines disagree, `disagreement` says how.

    `best` is that round as the matching engine has found it, with what CP-SAT says, and `certified` whether its
    certificate holds; None if nothing was found.
    """

    said: ByCpSat
    disagreement: EnginesDisagreeError | None = None
    best: Pairing | None = None
    certified: bool | None = None


def stated_for_opinion(state: State, number: int, folder: Path | None = None) -> Stated | None:
    """A proven round, not too great and as it was drawn, to ask an opinion on; None for any other."""
    record = state.records.get(number)
    ledger = record.ledger if record is not None else None
    if record is None or ledger is None or record.status != "optimal" or len(ledger.entrants) > MOST_PLAYERS:
        return None
    by_hand = any(ByHand.SWAP in game.by_hand for game in state.tournament.round(number))
    if by_hand or since_draw(state, number, folder):
        return None
    stated = stated_round(state, number, folder)
    return None if stated.backing is Backing.NOTHING else stated


def opinion_key(state: State, number: int, folder: Path | None = None) -> str:
    """The print of the problem whose cheapest round is looked for; empty if none is."""
    stated = stated_for_opinion(state, number, folder)
    return fingerprint(stated.own.problem) if stated is not None else ""


def opinion_on(state: State, stated: Stated, process: OpinionProcess, clock: Clock, effort: float) -> StandingOpinion:
    """The opinion on a round that `stated_for_opinion` gives, by a process of its own."""
    own = stated.own
    try:
        least, answer = process.ask(own.problem, None, clock, effort)
        said = weighed(own.problem, least, answer, lambda other: judged_again(state, own, other))
    except NoOpinionError as error:
        return StandingOpinion(ByCpSat(why=str(error)))
    except EnginesDisagreeError as error:
        return StandingOpinion(ByCpSat(why="the engines disagree"), error)
    best = replace(least, by_cp_sat=said)
    return StandingOpinion(said, None, best, certified(own, best))
