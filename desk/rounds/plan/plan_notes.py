"""What a director is told of the rounds to come after a change: that they are impossible now, or possible again."""

from __future__ import annotations

from ....model.notes import FaultyForcedPair, Note, RoundsNotPossible, RoundsPossibleAgain
from ....model.plan.plan import Outlook
from ....model.records.state import State
from ....model.tournament.tournament import Tournament
from ....solver.clock import Clock
from .planning import NOTE_SECONDS, absences_to_blame, faults_to_come, standing


def plan_notes(before: State, after: State) -> list[Note]:
    """That a change has made rounds impossible, or all possible again, and forced pairs that it has spoilt.

    Of the rounds nothing is said where nobody looks ahead.
    """
    known = faults_to_come(before.tournament)
    notes: list[Note] = [FaultyForcedPair(one) for one in faults_to_come(after.tournament) if one not in known]
    now = standing(after)
    if now is None:
        return notes
    then = standing(before)
    if not now.short:
        told = then is not None and then.short and len(before.tournament.participants()) > 1
        return [*notes, RoundsPossibleAgain(now)] if told and now.outlook is not Outlook.OPEN else notes
    players = _still_entering(before.tournament, after.tournament) if then is None or then.short else 0
    if players:
        return [*notes, RoundsNotPossible(now, players=players)] if players > 1 else notes
    if then is not None and (then.short, then.until, then.last) == (True, now.until, now.last):
        return notes
    absent = absences_to_blame(after, now, Clock(NOTE_SECONDS), _changed_entries(before, after))
    return [*notes, RoundsNotPossible(now, absent)]


def short_notes(state: State) -> list[RoundsNotPossible]:
    """That rounds to come are impossible as the tournament stands; nothing where they are not, or nobody looks."""
    now = standing(state)
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
