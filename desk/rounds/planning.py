"""What is guaranteed of the rounds to come as the tournament stands now, and a plan for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...model.errors import McMahonError
from ...model.judging.plan_judge import plan_violations
from ...model.notes import RoundsNotPossible
from ...model.noticing import turn_notes
from ...model.pairing.entrants import before_round
from ...model.placing.decisions import with_decisions
from ...model.placing.turns import last_of_turn
from ...model.plan.ahead import Ahead, ahead_of, not_covered
from ...model.plan.plan import NO_FORESIGHT, NO_PLAN, Foresight, Outlook, Plan
from ...model.records.state import State
from ...model.tournament.tournament import Tournament
from ...solver.ahead.search import find_plan
from ...solver.clock import Clock
from ..outcome import Outcome
from .futures import Futures, futures
from .looking_ahead import looks_ahead, outlook_of

SHOWN = 64  # players: of no more, a plan is also shown where none is needed
SECONDS, NOTE_SECONDS = 30.0, 5.0


@dataclass(frozen=True, slots=True)
class PlanDone:
    """What is guaranteed of the rounds to come. `example` is a plan where none is needed.

    `not_covered` are hard rules that depend on scores to come, by name; no plan can guarantee them. In a field that is
    not large, `futures` says how often they leave a round without a pairing.
    """

    foresight: Foresight
    example: Plan = NO_PLAN
    not_covered: Sequence[str] = ()
    futures: Futures | None = None

    @property
    def plan(self) -> Plan:
        """The plan to be shown; one without rounds where there is none."""
        return self.foresight.plan if self.foresight.plan.rounds else self.example


def plan(state: State) -> Outcome[PlanDone]:
    """The rounds behind the last one that is drawn, of all turns: which are possible, and one way to pair them."""
    tournament = with_decisions(state.tournament)
    number, ahead = len(tournament.rounds), _ahead(tournament, state)
    clock, kept = Clock(SECONDS), _kept(state, number)
    foresight = outlook_of(ahead, number, clock, kept)
    example = Plan()
    if foresight.outlook is Outlook.SURE and len(ahead.ids) <= SHOWN:
        example = find_plan(ahead, clock, kept).plan or example
    foresight = _with_later_turns(foresight, example, tournament, state, clock)
    if plan_violations(tournament, foresight.plan, state.profile):
        raise McMahonError("the check of the plan failed; please report this tournament")
    named = not_covered(tournament, state.profile, (one.number for one in ahead.rounds))
    looked = futures(tournament, state.profile) if named and not foresight.short and len(ahead.ids) <= SHOWN else None
    begun = any(not one.draft for one in tournament.rounds)
    notes = [] if begun or not tournament.players else turn_notes(tournament)
    return Outcome(state, PlanDone(foresight, example, named, looked), notes)


def _with_later_turns(
    foresight: Foresight, example: Plan, tournament: Tournament, state: State, clock: Clock
) -> Foresight:
    """The same with the further turns of an all-play-all, in each of which everybody may meet again.

    A turn follows where the whole turn before it has a plan.
    """
    plan = foresight.plan if foresight.plan.rounds else example
    while plan.rounds and foresight.until == foresight.last < tournament.settings.rounds:
        ahead = _turn_behind(tournament, foresight.last, state)
        turn = outlook_of(ahead, foresight.last, clock)
        if turn.outlook is Outlook.OPEN:
            break
        sure = turn.outlook is Outlook.SURE
        more = find_plan(ahead, clock).plan or NO_PLAN if sure else turn.plan
        plan = Plan((*plan.rounds, *more.rounds))
        foresight = replace(turn, outlook=Outlook.PLANNED, first=foresight.first, plan=plan)
    return foresight


def _turn_behind(tournament: Tournament, number: int, state: State) -> Ahead:
    """The turn that begins behind a round: nobody has met in it, or had the bye."""
    drawn = _all_played(tournament)
    return ahead_of(drawn, number + 1, state.profile, replace(before_round(drawn, number + 1), past={}))


def _all_played(tournament: Tournament) -> Tournament:
    """The tournament with its last draft as a round that is played."""
    rounds = tuple(replace(one, draft=False) if one.draft else one for one in tournament.rounds)
    return replace(tournament, rounds=rounds)


def _ahead(tournament: Tournament, state: State) -> Ahead:
    """The rounds behind the last one that is drawn, which counts as played."""
    number = len(tournament.rounds) + 1
    drawn = _all_played(tournament)
    return ahead_of(drawn, number, state.profile, before_round(drawn, number))


def _kept(state: State, number: int) -> Plan:
    """The plan that was kept with the last round, as far as it is about rounds to come."""
    record = state.records.get(number)
    return record.foresight.plan.behind(number) if record is not None else Plan()


def plan_notes(before: State, after: State) -> list[RoundsNotPossible]:
    """That a change has made rounds impossible that were possible before; nothing where nobody looks ahead."""
    now = standing(after)
    if now is None or not now.short:
        return []
    then = standing(before)
    if then is not None and (then.short, then.until, then.last) == (True, now.until, now.last):
        return []
    return [RoundsNotPossible(now)]


def standing(state: State) -> Foresight | None:
    """What is possible of the rounds to come, within a short time; None where the settings do not ask.

    It is what the last draw has guaranteed, as long as its plan is legal.
    """
    tournament = state.tournament
    if not looks_ahead(state):
        return None
    if len(tournament.rounds) >= tournament.settings.rounds or not tournament.players:
        return None
    number, tournament = len(tournament.rounds), with_decisions(tournament)
    record, last = state.records.get(number), last_of_turn(tournament, number + 1)
    ahead = record.foresight if record is not None else NO_FORESIGHT
    whole = ahead.outlook is Outlook.PLANNED and (ahead.until, ahead.last) == (last, last)
    if whole and not plan_violations(tournament, ahead.plan, state.profile):
        return ahead
    return outlook_of(_ahead(tournament, state), number, Clock(NOTE_SECONDS), _kept(state, number))
