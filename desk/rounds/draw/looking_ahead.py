"""Whether the rounds behind a round stay possible, and the cheapest round with which they do."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from ....model.errors import McMahonError
from ....model.judging.plan_judge import plan_violations
from ....model.notes import Remark
from ....model.pairing.entrants import Before, before_round
from ....model.pairing.pairing import Pairing, bound_of_all
from ....model.pairing.profile import Profile
from ....model.pairing.round_problem import IndexPair, RoundProblem
from ....model.placing.stages import last_of_turn
from ....model.placing.start_groups import with_decisions
from ....model.plan.ahead import Ahead, ahead_of, surely_possible
from ....model.plan.plan import NO_PLAN, Foresight, Outlook, Plan
from ....model.records.state import Record, State
from ....model.tournament.tournament import Tournament
from ....solver.ahead.joint import Joint, solve_jointly
from ....solver.ahead.plan_search import fewest_repeats, find_plan, rules_to_relax
from ....solver.clock import Clock
from ....solver.engine import Options
from ...messages.foresight_texts import PLANNING_OFF

STANDING_SECONDS, STANDING_EFFORT = 60.0, 10.0
PLAN_SECONDS = 30.0  # of the clock of a draw for looking ahead, where it has as many


@dataclass(frozen=True, slots=True)
class Prospect:
    """A round that is drawn, or to be drawn, with the rounds behind it; `kept` is the plan of the round before it."""

    tournament: Tournament
    profile: Profile
    problem: RoundProblem
    ahead: Ahead
    kept: Plan

    @property
    def number(self) -> int:
        """The number of the round."""
        return self.problem.round

    @property
    def last(self) -> int:
        """The number of the last round."""
        return self.ahead.rounds[-1].number if self.ahead.rounds else self.number

    def behind(self, pairs: Iterable[IndexPair], byes: Iterable[int]) -> Ahead:
        """The rounds behind these boards."""
        at = self.ahead.index()
        of = [at[player] for player in self.problem.field.ids]
        return self.ahead.after(self.number, [(of[i], of[j]) for i, j in pairs], [of[i] for i in byes])


def prospect(
    tournament: Tournament, profile: Profile, problem: RoundProblem, before: Before, records: Mapping[int, Record]
) -> Prospect | None:
    """What a draw has to look ahead to; None where the settings ask for nothing, or no round follows."""
    number = problem.round
    if tournament.settings.pairing.plan_ahead == "off" or number >= last_of_turn(tournament, number):
        return None
    record = records.get(number - 1)
    kept = record.foresight.plan if record is not None else NO_PLAN
    return Prospect(tournament, profile, problem, ahead_of(tournament, number, profile, before), kept)


def standing_prospect(state: State, number: int, present: Collection[str], problem: RoundProblem) -> Prospect | None:
    """The same of a round of these players that is drawn, by the settings of today; None also if it is not the last."""
    tournament, record = state.tournament, state.records.get(number)
    if not looks_ahead(state) or not len(tournament.rounds) <= number < last_of_turn(tournament, number):
        return None
    own = with_decisions(tournament).before(number).entered(number, present)
    ahead = ahead_of(own, number, state.profile, before_round(own, number))
    return Prospect(own, state.profile, problem, ahead, record.foresight.plan if record else NO_PLAN)


def standing_clock() -> Clock:
    """A clock for the rounds behind boards that stand, by CP-SAT's deterministic time: all machines answer the same."""
    return Clock(STANDING_SECONDS, effort=STANDING_EFFORT)


def outlook_behind(case: Prospect, pairs: Iterable[IndexPair], byes: Iterable[int]) -> Foresight:
    """What is possible of the rounds behind boards that stand."""
    return outlook_of(case.behind(pairs, byes), case.number, standing_clock(), case.kept)


def looks_ahead(state: State) -> bool:
    """Whether the settings ask for a plan, and the profile by which the rounds to come are drawn can be read."""
    return state.tournament.settings.pairing.plan_ahead != "off" and not isinstance(state.own_profile, McMahonError)


def off_notes(tournament: Tournament, number: int, profile: Profile) -> list[Remark]:
    """That the settings do not look ahead, where a round after `number` may then have no pairing."""
    last = tournament.settings.rounds
    if tournament.settings.pairing.plan_ahead != "off" or number >= last:
        return []
    ahead = ahead_of(tournament, number, profile, before_round(tournament, number))
    return [] if surely_possible(ahead, drawn=1) else [Remark(PLANNING_OFF)]


def entries_ahead(tournament: Tournament) -> list[tuple[object, ...]]:
    """What of the registrations decides who may meet in rounds to come."""
    return [(p.id, p.status, p.rounds, p.groups, p.club, p.country, p.extra, p.members) for p in tournament.players]


def with_foresight(case: Prospect, best: Pairing, options: Options) -> tuple[Pairing, Foresight]:
    """The cheapest round that leaves a plan, and what is then guaranteed; `best` itself wherever it leaves one.

    Where no round leaves a plan for all rounds, one for as many as possible is kept.
    """
    number, last = case.number, case.last
    if surely_possible(case.ahead, drawn=1):
        return best, Foresight(Outlook.SURE, number + 1, last, last)
    clock, behind = options.timer(PLAN_SECONDS), _behind(case, best)
    pairing, foresight = best, Foresight(Outlook.NONE, number + 1, number, last)
    for until in range(last, number, -1):
        found = find_plan(behind.until(until), clock, case.kept)
        if found.plan is not None:
            foresight = _planned(case, found.plan, until)
            break
        if until == last and not found.impossible:
            return best, Foresight(Outlook.OPEN, number + 1, 0, last)
        if best.breaches:
            return best, outlook_of(behind, number, clock, case.kept)
        begin = time.perf_counter()
        joint = solve_jointly(case.problem, case.ahead.until(until), best, clock, options.lottery)
        if not joint.impossible:
            pairing, foresight = _joint(case, best, joint, until, begin)
            break
    return pairing, _with_remedies(foresight, _behind(case, pairing), clock) if foresight.short else foresight


def _behind(case: Prospect, pairing: Pairing) -> Ahead:
    """The rounds behind a pairing."""
    return case.behind(pairing.pairs, pairing.byes)


def _planned(case: Prospect, plan: Plan, until: int) -> Foresight:
    """That a plan shows that rounds are possible."""
    return Foresight(Outlook.PLANNED, case.number + 1, until, case.last, plan)


def _joint(case: Prospect, best: Pairing, joint: Joint, until: int, begin: float) -> tuple[Pairing, Foresight]:
    """The round that was solved together with its plan; the cheapest of all where time was too short."""
    if joint.pairing is None:
        return best, Foresight(Outlook.OPEN, case.number + 1, 0, case.last)
    seconds = {"solve": best.seconds.get("solve", 0.0) + time.perf_counter() - begin}
    foresight = _planned(case, joint.plan, until)
    tiers = zip(joint.pairing.tiers, best.tiers, strict=True)
    extra = next((own.cost - least.cost for own, least in tiers if own.cost != least.cost), 0)
    pairing = replace(joint.pairing, seconds=seconds, bound_of_all=bound_of_all(joint.pairing, best))
    return pairing, replace(foresight, extra=extra)


def _with_remedies(foresight: Foresight, behind: Ahead, clock: Clock) -> Foresight:
    """With what would make all rounds possible: the fewest repeats, or a rule relaxed."""
    relax = rules_to_relax(behind, clock)
    return replace(foresight, repeats=tuple(fewest_repeats(behind, clock)), relax=relax)


def outlook_of(behind: Ahead, number: int, clock: Clock, kept: Plan = NO_PLAN) -> Foresight:
    """What is possible of the rounds behind a round that stands."""
    first = number + 1
    if not behind.rounds:
        return Foresight()
    last = behind.rounds[-1].number
    if surely_possible(behind):
        return Foresight(Outlook.SURE, first, last, last)
    for until in range(last, number, -1):
        found = find_plan(behind.until(until), clock, kept)
        if found.plan is not None:
            foresight = Foresight(Outlook.PLANNED, first, until, last, found.plan)
            return _with_remedies(foresight, behind, clock) if until < last else foresight
        if not found.impossible:
            return Foresight(Outlook.OPEN, first, 0, last)
    return _with_remedies(Foresight(Outlook.NONE, first, number, last), behind, clock)


def passed(foresight: Foresight, after: Tournament, profile: Profile) -> Foresight:
    """The same where the judge finds its plan legal behind a drawn round; else that nothing is known."""
    if plan_violations(after, foresight.plan, profile):
        return Foresight(Outlook.OPEN, foresight.first, 0, foresight.last)
    return foresight
