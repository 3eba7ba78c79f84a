"""The plan for the rounds to come: asked for, and told after a change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import eq
from typing import Annotated

from ....model.errors import McMahonError
from ....model.judging.plan_judge import plan_violations
from ....model.language import counted
from ....model.last_few import LastFew
from ....model.notes import Note, Remark, names_of
from ....model.noticing import turn_notes
from ....model.pairing.entrants import before_round
from ....model.placing.stages import last_of_turn, last_turn_ends
from ....model.placing.start_groups import with_decisions
from ....model.plan.ahead import Ahead, ahead_of, not_covered
from ....model.plan.plan import NO_FORESIGHT, NO_PLAN, Fault, ForcedFault, Foresight, Outlook, Plan, forced_faults
from ....model.records.state import State
from ....model.tournament.tournament import Tournament
from ....model.ways import Way
from ....solver.ahead.plan_search import find_plan
from ....solver.clock import Clock
from ....solver.engine import Options
from ...messages.foresight_texts import PLANNING_OFF, guarantee_lines, remedies, rounds_words, shortage_text
from ...verb import Answer, Outcome, answer_of, told
from ..draw.draw_answer import AheadAnswer, PlannedRoundAnswer, ahead_answer
from ..draw.draw_notes import forced_notes
from ..draw.looking_ahead import looks_ahead, outlook_of


@dataclass(frozen=True, slots=True)
class RoundsNotPossible(Note):
    """That not all rounds to come can be paired any more, and what is.

    `absent` (ids) miss rounds, and all rounds were possible if any one of them did not. `players`: before the first
    draw, while players are still being entered, how many there are; else 0.
    """

    foresight: Foresight
    absent: tuple[str, ...] = ()
    players: int = 0

    def says(self, tournament: Tournament) -> str:
        foresight = self.foresight
        if self.players:
            done, all_rounds = foresight.until or "none", counted(foresight.last, "round")
            return f"With {self.players} players, {done} of the {all_rounds} can be paired."
        absent = [f"If {name} plays all rounds, they are possible, too." for name in names_of(self.absent, tournament)]
        return " ".join([shortage_text(foresight, tournament), *absent])

    def ways(self, tournament: Tournament) -> list[Way]:
        if self.players:  # more of them may come
            return []
        return remedies(self.foresight, tournament, self.absent)


SHOWN = 64  # players: of no more, a plan is also shown where none is needed
SECONDS, NOTE_SECONDS = 30.0, 5.0
MOST_TRIED, ABSENCE_EFFORT = 6, 1.0  # absences that may be to blame, and CP-SAT's deterministic time for each
MOST_REMEMBERED = 8

_found: LastFew[Foresight] = LastFew(MOST_REMEMBERED, eq)


@dataclass(frozen=True, slots=True)
class PlanDone:
    """What is guaranteed of the rounds to come, `sentences` say the same. `plan` is one also where none is needed.

    `not_covered` are hard rules that depend on scores to come, by name; no plan can guarantee them. `absent` (ids) miss
    rounds to come, and all rounds were possible if any one of them did not.
    """

    foresight: Foresight
    plan: Plan
    not_covered: Sequence[str]
    absent: Sequence[str]
    sentences: Sequence[str]


class PlanAnswer(Answer, frozen=True):
    """What is guaranteed of the rounds to come."""

    ahead: Annotated[AheadAnswer, told("which of them are possible")]
    plan: Annotated[
        tuple[PlannedRoundAnswer, ...],
        told("one legal way to pair them, shown also where none is needed; empty where there is none"),
    ]
    not_covered: Annotated[
        tuple[str, ...], told("names of hard rules that depend on scores to come, which no plan can guarantee")
    ]
    sentences: Annotated[tuple[str, ...], told("the same in words")]


def plan_answer(done: PlanDone, tournament: Tournament) -> PlanAnswer:
    """The same for programs."""
    ahead = ahead_answer(done.foresight, tournament)
    rounds = tuple(PlannedRoundAnswer(one.number, one.pairs, one.byes) for one in done.plan.rounds)
    return answer_of(PlanAnswer, done, ahead=ahead, plan=rounds)


def plan(state: State, options: Options | None = None) -> Outcome[PlanDone]:
    """The rounds behind the last one that is drawn, of all turns: which are possible, and one way to pair them."""
    tournament = with_decisions(state.tournament)
    number, ahead = len(tournament.rounds), _ahead(tournament, state)
    clock = options.clock.grace(SECONDS) if options is not None and options.clock is not None else Clock(SECONDS)
    kept = _kept(state, number)
    foresight = outlook_of(ahead, number, clock, kept)
    example = NO_PLAN
    if foresight.outlook is Outlook.SURE and len(ahead.ids) <= SHOWN:
        example = find_plan(ahead, clock, kept).plan or example
    foresight = _with_later_turns(foresight, example, tournament, state, clock)
    if plan_violations(tournament, foresight.plan, state.profile):
        raise McMahonError("the check of the plan failed; please report this tournament")
    named = not_covered(tournament, state.profile, (one.number for one in ahead.rounds))
    begun = bool(tournament.published)
    notes: list[Note] = [] if begun else [*turn_notes(tournament)]
    faults = [one for one in faults_to_come(tournament) if one.fault is not Fault.CLASH]
    notes += forced_notes(faults, tournament)
    absent = absences_to_blame(state, foresight, clock)
    shown = foresight.plan if foresight.plan.rounds else example
    said = _sentences(foresight, named, bool(shown.rounds), tournament)
    return Outcome(state, PlanDone(foresight, shown, named, absent, said), notes)


def _sentences(foresight: Foresight, named: Sequence[str], shows_plan: bool, tournament: Tournament) -> list[str]:
    """What is guaranteed of the rounds to come as the tournament stands, and what is not."""
    if foresight.outlook is Outlook.NOTHING:
        return ["no round is to come."]
    rounds = rounds_words(foresight.first, foresight.until)
    lines = []
    if foresight.outlook is Outlook.SURE:
        lines.append(f"{rounds} can be paired whatever is drawn.")
    if foresight.outlook is Outlook.PLANNED and not foresight.short:
        off = tournament.settings.pairing.plan_ahead == "off"
        lines.append(f"{rounds} can be paired by the rules{'' if off else ', and every draw keeps it so'}.")
        lines += [PLANNING_OFF] if off else []
    if foresight.outlook is Outlook.OPEN:
        lines += guarantee_lines(foresight)
    if foresight.short:
        lines.append(shortage_text(foresight, tournament))
    if named:
        lines.append(f"Not covered, because they depend on scores to come: {', '.join(named)}.")
    if shows_plan:
        lines.append("One way to pair them is below. It is not what will be drawn: each draw pairs by results.")
    return lines


def faults_to_come(tournament: Tournament) -> list[ForcedFault]:
    """What is wrong with the forced pairs of the rounds that are not drawn yet."""
    return forced_faults(tournament, range(len(tournament.rounds) + 1, tournament.settings.rounds + 1))


def _with_later_turns(
    foresight: Foresight, example: Plan, tournament: Tournament, state: State, clock: Clock
) -> Foresight:
    """The same with further turns of an all-play-all, each after a turn with a plan; in groups a round is a turn."""
    plan, end = foresight.plan if foresight.plan.rounds else example, last_turn_ends(tournament, foresight.last)
    while plan.rounds and foresight.until == foresight.last < end:
        ahead = _ahead(tournament, state, foresight.last)
        turn = outlook_of(ahead, foresight.last, clock)
        if turn.outlook is Outlook.OPEN:
            break
        sure = turn.outlook is Outlook.SURE
        more = find_plan(ahead, clock).plan or NO_PLAN if sure else turn.plan
        plan = Plan((*plan.rounds, *more.rounds))
        foresight = replace(turn, outlook=Outlook.PLANNED, first=foresight.first, plan=plan)
    return foresight


def _ahead(tournament: Tournament, state: State, turn_behind: int = 0) -> Ahead:
    """The rounds behind the last one that is drawn, which counts as played; or a turn, in which nobody has met."""
    played = tuple(replace(one, draft=False) if one.draft else one for one in tournament.rounds)
    drawn, number = replace(tournament, rounds=played), (turn_behind or len(played)) + 1
    before = before_round(drawn, number)
    return ahead_of(drawn, number, state.profile, replace(before, past={}) if turn_behind else before)


def _kept(state: State, number: int) -> Plan:
    """The plan that was kept with the last round, as far as it is about rounds to come."""
    record = state.records.get(number)
    return record.foresight.plan.behind(number) if record is not None else Plan()


def plan_status(state: State, seconds: float = NOTE_SECONDS) -> Foresight | None:
    """What is possible of the rounds to come, within a short time; None where the settings do not ask.

    It is what the last draw has guaranteed, as long as its plan is legal. What was found last is remembered: a page
    asks again after every result, and results change nothing.
    """
    tournament = state.tournament
    if not looks_ahead(state):
        return None
    if len(tournament.rounds) >= tournament.settings.rounds or not tournament.players:
        return None
    return _found.get(_question(state, seconds), lambda: _standing(state, seconds))


def _question(state: State, seconds: float) -> tuple[object, ...]:
    """All that decides which rounds to come are possible."""
    tournament, record = state.tournament, state.records.get(len(state.tournament.rounds))
    drawn = [
        (one.byes, one.draft, one.allowed, [(game.players, game.defaulted) for game in one])
        for one in tournament.rounds
    ]
    kept = record.foresight if record is not None else NO_FORESIGHT
    return tournament.players, tournament.settings, state.profile, kept, drawn, seconds


def _standing(state: State, seconds: float) -> Foresight:
    """The same, computed."""
    number, tournament = len(state.tournament.rounds), with_decisions(state.tournament)
    record, last = state.records.get(number), last_of_turn(tournament, number + 1)
    ahead = record.foresight if record is not None else NO_FORESIGHT
    whole = ahead.outlook is Outlook.PLANNED and (ahead.until, ahead.last) == (last, last)
    if whole and not plan_violations(tournament, ahead.plan, state.profile):
        return ahead
    return outlook_of(_ahead(tournament, state), number, Clock(seconds), _kept(state, number))


def absences_to_blame(state: State, foresight: Foresight, clock: Clock, named: Sequence[str] = ()) -> tuple[str, ...]:
    """Who (ids) misses rounds to come that were possible with them: a few are tried, those `named` first."""
    if not foresight.short:
        return ()
    tournament, rounds = with_decisions(state.tournament), range(foresight.first, foresight.last + 1)
    away = [p for p in tournament.players if p.takes_part and not all(map(p.enters, rounds))]
    away.sort(key=lambda player: player.id not in named)
    found = []
    for player in away[:MOST_TRIED]:
        there = tournament.with_players([replace(player, rounds=None)])
        if find_plan(_ahead(there, state), clock, effort=ABSENCE_EFFORT).plan is not None:
            found.append(player.id)
    return tuple(found)


def plan_notes(before: State, after: State) -> list[Note]:
    """That a change has made rounds impossible, or all possible again, and forced pairs that it has spoilt.

    Of the rounds nothing is said where nobody looks ahead.
    """
    known = faults_to_come(before.tournament)
    faults = [one for one in faults_to_come(after.tournament) if one not in known]
    notes: list[Note] = [*forced_notes(faults, after.tournament)]
    now = plan_status(after)
    if now is None:
        return notes
    then = plan_status(before)
    if not now.short:
        told = then is not None and then.short and len(before.tournament.participants()) > 1
        again = Remark(f"{rounds_words(now.first, now.last).capitalize()} can be paired again.")
        return [*notes, again] if told and now.outlook is not Outlook.OPEN else notes
    players = _still_entering(before.tournament, after.tournament) if then is None or then.short else 0
    if players:
        return [*notes, RoundsNotPossible(now, players=players)] if players > 1 else notes
    if then is not None and (then.short, then.until, then.last) == (True, now.until, now.last):
        return notes
    absent = absences_to_blame(after, now, Clock(NOTE_SECONDS), _changed_entries(before, after))
    return [*notes, RoundsNotPossible(now, absent)]


def short_notes(state: State) -> list[RoundsNotPossible]:
    """That rounds to come are impossible as the tournament stands; nothing where they are not, or nobody looks."""
    now = plan_status(state)
    return [RoundsNotPossible(now)] if now is not None and now.short else []


def _still_entering(before: Tournament, after: Tournament) -> int:
    """How many take part, where nothing is drawn and a change has brought one more; else 0."""
    old, new = len(before.participants()), len(after.participants())
    return new if not after.rounds and new == old + 1 else 0


def _changed_entries(before: State, after: State) -> list[str]:
    """The players (ids) whose rounds a change has altered."""
    known = before.tournament.by_id()
    people = after.tournament.players
    return [p.id for p in people if p.id in known and p.rounds != known[p.id].rounds]
