"""Broken rules in sentences."""

from __future__ import annotations

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


def count_text(violation: Violation) -> str:
    """What a rule over pairs has counted, and what it asks for."""
    where = f" in {violation.part}" if violation.part else ""
    return f"found {violation.found}{where}, but the rule is: {violation.rule}"


def _fault(broken: Violation, tournament: Tournament) -> str:
    """What is wrong, without the rule's name and the table."""
    rule, found, limit = broken.rule, broken.found, broken.limit
    if isinstance(rule, CountRule):
        return count_text(broken)
    names = [name_of(player, tournament) for player in broken.players]
    one, both = "".join(names[:1]), " and ".join(names)
    preliminary = rule is Rule.ENTERED and tournament.player(broken.players[0]).status is Status.PRELIMINARY
    apart, most = (value_text(points, broken.steps) for points in (found, limit))
    return {
        Rule.UNKNOWN_PLAYER: f"no player has the id {one}",
        Rule.ONE_GAME_EACH: f"{one} appears {found} times" if found else f"{one} is entered but has no game",
        Rule.ENTERED: f"{one} is {'a preliminary entry' if preliminary else 'not entered for this round'}",
        Rule.REPEATS: f"{both} have met before",
        Rule.BYES: f"{len(names)} players have a bye: {', '.join(names)}",
        Rule.SECOND_BYE: f"{one} has had a bye before",
        Rule.HANDICAP: f"handicap {found}; expected {limit}, with the stronger player as White",
        Rule.EVEN_AT_BAR: f"handicap {found}, but a player is at or above the bar",
        Rule.DIFFERENCE_CAP: f"{apart} points apart, the limit is {most}",
        Rule.HANDICAP_CAP: f"handicap {found}, the limit is {limit}",
        Rule.FORCED: f"{both} were forced to meet" if len(names) > 1 else f"{one} was to have the bye",
        Rule.FORBIDDEN: f"{both} must not meet",
        Rule.OTHER_GROUP: f"{both} are in different groups",
        Rule.FAMILIES: f"both belong to {', '.join(broken.groups)}",
        Rule.TABLES: f"table {broken.table} {f'has {found} games' if limit else 'is out of use'}",
    }[rule]
