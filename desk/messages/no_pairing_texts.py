"""Why a round has no pairing, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...model.judging.violation import NoPairingError, Violation
from ...model.notes import name_of
from ...model.reasons.board_reasons import RULE_WORDS
from ...model.tournament.rules import CountRule, Rule
from ...model.tournament.tournament import Tournament
from ..rounds.wishes import NO_WISHES, Wishes
from .rule_texts import count_text

if TYPE_CHECKING:
    from ...model.pairing.variants import DroppableRule

_WISHES = {
    Rule.REPEATS: "nobody meets the same opponent twice",
    Rule.FAMILIES: "players of one family or group do not meet",
    Rule.DIFFERENCE_CAP: "no pair differs by more points than the limit",
    Rule.HANDICAP_CAP: "no pair needs more stones than the limit",
    Rule.SECOND_BYE: "nobody has a second bye",
    Rule.OTHER_GROUP: "players of different groups do not meet",
    Rule.BYES: "no more byes than an odd number of players needs",
}


def no_pairing_text(error: NoPairingError, tournament: Tournament | None = None) -> str:
    """The whole answer, a line each: that there is none, the least breach, and the conflict that causes it.

    Without a tournament players are called by their ids alone.
    """
    lines = [headline(error), *(f"  {reason}" for reason in breach_lines(error, tournament))]
    return "\n".join([*lines, *conflict_lines(error, tournament)])


def headline(error: NoPairingError) -> str:
    """That no pairing keeps every rule, and how many have to be broken."""
    return f"{error}:" if error.breaches else str(error)


def breach_lines(error: NoPairingError, tournament: Tournament | None = None) -> list[str]:
    """The rules that the least breach breaks, and by whom or where."""
    lines = []
    for breach in error.breaches:
        mark = ", already relaxed" if breach.allowed else ""
        unmet = " or ".join(map(repr, error.unmet.get(breach.name, ())))
        why = f": no player matches {unmet}" if unmet else ""
        lines.append(f"{_breach(breach, tournament)} ({breach.name}{mark}){why}")
    return lines


def _breach(breach: Violation, tournament: Tournament | None) -> str:
    if isinstance(breach.rule, CountRule):
        return count_text(breach)
    return f"{_names(breach.players, tournament)} {RULE_WORDS[breach.rule]}"


@dataclass(frozen=True, slots=True)
class WayOut:
    """What can be given up so that a round can be drawn: a wish, or rules by name; in words, and the cost then.

    `cost` is None if nobody has computed it: rules that suffice together.
    """

    text: str
    cost: int | None = None
    drop: Wishes = NO_WISHES
    relax: tuple[str, ...] = ()


def ways_out(error: NoPairingError, tournament: Tournament | None = None) -> list[WayOut]:
    """What can be given up, cheapest first; where no single one is enough, the rules that suffice together."""
    found = error.conflict.ways_out if error.conflict else ()
    ways = [_way_out(part, cost, tournament) for part, cost in found if cost is not None]
    if not ways and error.relax:
        ways = [WayOut(" and ".join(error.relax), relax=error.relax)]
    return ways


def _way_out(part: DroppableRule, cost: int, tournament: Tournament | None) -> WayOut:
    """A rule that is relaxed, or a lock that is dropped."""
    text = _wish(part, tournament)
    if not part.players:
        return WayOut(text, cost, relax=(part.name,))
    if len(part.players) == 1:
        return WayOut(text, cost, Wishes(bye=part.players))
    pair = (part.players[0], part.players[1])
    return WayOut(text, cost, Wishes(forbid=(pair,)) if part.rule is Rule.FORBIDDEN else Wishes(force=(pair,)))


def conflict_lines(error: NoPairingError, tournament: Tournament | None = None) -> list[str]:
    """The rules and locks that contradict each other, and what is cheapest to give up; nothing where nobody looked."""
    found = error.conflict
    if found is None:
        return []
    lines = [
        f"no pairing keeps {'this' if len(found.members) == 1 else 'all of these'}"
        + ("" if found.complete else " (time ran out before all were tried)")
        + ":"
    ]
    lines += [f"  {_wish(part, tournament)} ({part.name})" for part in found.members]
    enough = [f"{part.name} (the round then costs {cost:,})" for part, cost in found.ways_out if cost is not None]
    if enough:
        lines.append(f"cheapest to give up: {'; or '.join(enough)}")
    elif found.complete:
        together = f"; give up together: {', '.join(error.relax)}" if error.relax else ""
        one = "this" if len(found.members) == 1 else "one of these"
        lines.append(f"giving up {one} is not enough, because there are other contradictions{together}")
    return lines


def _wish(part: DroppableRule, tournament: Tournament | None) -> str:
    """What a rule or a lock asks for."""
    if isinstance(part.rule, CountRule):
        return str(part.rule)
    if not part.players:
        return f"{part.pairs} pairs are forbidden" if part.pairs else _WISHES[part.rule]
    names = _names(part.players, tournament)
    if part.rule is Rule.FORBIDDEN:
        return f"{names} are forbidden to meet"
    return f"{names} must meet" if len(part.players) > 1 else f"{names} must have the bye"


def _names(players: Iterable[str], tournament: Tournament | None) -> str:
    """Names with ids; ids alone where the tournament is not known."""
    return " and ".join(name_of(player, tournament) if tournament else player for player in players)
