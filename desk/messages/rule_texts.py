"""Broken rules in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...model.cups.bracket import match_text
from ...model.judging.violation import Violation
from ...model.notes import name_of
from ...model.tournament.person import Status
from ...model.tournament.rules import CountRule, Rule
from ...model.tournament.tournament import Tournament
from .changed_rounds import value_text

if TYPE_CHECKING:
    from ...model.pairing.counts import PricedBreak


def violation_text(violation: Violation, tournament: Tournament, remark: bool = True) -> str:
    """A violation with the name of its rule, and with a remark where the director allowed it or it was legal once."""
    why = ""
    if remark:
        why = " (allowed by the director)" if violation.allowed else ""
        why = f" (allowed: {match_text(violation.cup)})" if violation.cup else why
        why = " (legal when it was drawn)" if violation.outdated and not violation.allowed else why
    table = f"table {violation.table}: " if violation.table and violation.rule is not Rule.TABLES else ""
    return f"{violation.name}: {table}{_fault(violation, tournament)}{why}"


def priced_text(found: PricedBreak) -> str:
    """A soft rule that is exceeded: how much was found, the limit, and the penalty."""
    where = f" in {found.part}" if found.part else ""
    return f"{found.rule.name}: {found.found}{where} ({found.rule}), penalty {found.cost:,}"


def _fault(violation: Violation, tournament: Tournament) -> str:
    """What is wrong, without the rule's name and the table."""
    if isinstance(violation.rule, CountRule):
        where = f" in {violation.part}" if violation.part else ""
        return f"found {violation.found}{where}, but the rule is: {violation.rule}"
    names = [name_of(player, tournament) for player in violation.players]
    return _FAULTS[violation.rule](violation, names, tournament)


def _entered(violation: Violation, names: list[str], tournament: Tournament) -> str:
    if tournament.player(violation.players[0]).status is Status.PRELIMINARY:
        return f"{names[0]} is a preliminary entry"
    return f"{names[0]} is not entered for this round"


def _times(violation: Violation, names: list[str], _: Tournament) -> str:
    return (
        f"{names[0]} appears {violation.found} times" if violation.found else f"{names[0]} is entered but has no game"
    )


def _forced(violation: Violation, names: list[str], _: Tournament) -> str:
    return f"{' and '.join(names)} were forced to meet" if len(names) > 1 else f"{names[0]} was to have the bye"


def _tables(violation: Violation, *_: object) -> str:
    return f"table {violation.table} " + (f"has {violation.found} games" if violation.limit else "is out of use")


_FAULTS: dict[Rule, Callable[[Violation, list[str], Tournament], str]] = {
    Rule.UNKNOWN_PLAYER: lambda _, names, __: f"no player has the id {names[0]}",
    Rule.ONE_GAME_EACH: _times,
    Rule.ENTERED: _entered,
    Rule.REPEATS: lambda _, names, __: f"{' and '.join(names)} have met before",
    Rule.BYES: lambda _, names, __: f"{len(names)} players have a bye: {', '.join(names)}",
    Rule.SECOND_BYE: lambda _, names, __: f"{names[0]} has had a bye before",
    Rule.HANDICAP: lambda v, *_: f"handicap {v.found}; expected {v.limit}, with the stronger player as White",
    Rule.EVEN_AT_BAR: lambda v, *_: f"handicap {v.found}, but a player is at or above the bar",
    Rule.DIFFERENCE_CAP: lambda v, *_: (
        f"{value_text(v.found, v.steps)} points apart, the limit is {value_text(v.limit, v.steps)}"
    ),
    Rule.HANDICAP_CAP: lambda v, *_: f"handicap {v.found}, the limit is {v.limit}",
    Rule.FORCED: _forced,
    Rule.FORBIDDEN: lambda _, names, __: f"{' and '.join(names)} must not meet",
    Rule.OTHER_GROUP: lambda _, names, __: f"{' and '.join(names)} are in different groups",
    Rule.FAMILIES: lambda v, *_: f"both belong to {', '.join(v.groups)}",
    Rule.TABLES: _tables,
}
