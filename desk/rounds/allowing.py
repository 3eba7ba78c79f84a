"""What a change by hand breaks: named before it is done, and with the director's yes kept with the round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated

from ...model.errors import check_confirmed
from ...model.judging.violation import Violation, broken
from ...model.pairing.entrants import Before
from ...model.records.state import State
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..messages.rule_texts import violation_text
from ..verb import Answer, told
from .draw.drawing import judge_as_drawn


class BrokenRuleAnswer(Answer, frozen=True):
    """A rule that a round breaks."""

    rule: Annotated[str, told('name of the rule, such as "repeats"')]
    players: Annotated[tuple[str, ...], told("ids of whom it concerns")]
    table: Annotated[int, told("number of the table; 0 where it is not about one")]
    found: Annotated[int, told("how many times, stones, points (in steps) or games there are")]
    limit: Annotated[int, told("how many there may be")]
    allowed: Annotated[bool, told("whether the director said yes to it, or a cup needs it")]
    outdated: Annotated[bool, told("whether it was legal when the round was drawn")]
    text: Annotated[str, told("the same in words")]


def broken_rule(violation: Violation, tournament: Tournament) -> BrokenRuleAnswer:
    """A broken rule, with its sentence."""
    return BrokenRuleAnswer(
        violation.name,
        tuple(violation.players),
        violation.table,
        violation.found,
        violation.limit,
        violation.allowed,
        violation.outdated,
        violation_text(violation, tournament),
    )


def violations_of(state: State, number: int, before: Before | None = None) -> list[Violation]:
    """What the judge finds in a round, by what it was drawn with where that is known. Raises InputError.

    `before` is what the rounds before it say, where that is known.
    """
    profile = state.profile_of_round(number)
    return judge_as_drawn(state.tournament, number, state.records.get(number), before, profile)


def allowed_by_hand(before: State, after: State, number: int, agreed: bool, losses: Sequence[str] = ()) -> State:
    """The state after a change of a round, with the rules that it breaks there or later kept as allowed.

    What was broken before does not count. Raises UnconfirmedError with `losses` and each of those rules where the
    director has not agreed to them. While the round is paired by hand nothing is asked for: that comes at its end.
    """
    if after.tournament.round(number).hand_pairing:
        return after
    fresh = {later: list(_fresh(before, after, later)) for later in range(number, len(after.tournament.rounds) + 1)}
    if not agreed:
        breaks = [
            f"this breaks a rule of round {later}: {violation_text(one, after.tournament)}"
            for later, found in fresh.items()
            for one in found
        ]
        check_confirmed([*losses, *breaks], Way("to do it anyway", anyway=True))
    for later, found in fresh.items():
        after = with_allowed(after, later, found)
    return after


def _fresh(before: State, after: State, number: int) -> Iterator[Violation]:
    """The rules that a round breaks after a change, and did not before."""
    known = {one.as_allowed for one in broken(violations_of(before, number))}
    return (one for one in broken(violations_of(after, number)) if one.as_allowed not in known)


def with_allowed(state: State, number: int, fresh: Sequence[Violation]) -> State:
    """With these rules allowed in a round; what was allowed there and is not broken any more is forgotten."""
    drawn = state.tournament.round(number)
    if not fresh and not drawn.allowed:
        return state
    still = {one.as_allowed for one in violations_of(state, number)}
    kept = [one for one in drawn.allowed if one in still]
    allowed = tuple(dict.fromkeys([*kept, *(one.as_allowed for one in fresh)]))
    return state.with_tournament(state.tournament.with_round(replace(drawn, allowed=allowed)))
