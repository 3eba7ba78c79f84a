"""Who advanced stays as it is once the next round of a cup is published, whatever is corrected afterwards."""

from __future__ import annotations

from dataclasses import replace

from ..cup import Cup, Decision
from ..tournament.tournament import Tournament
from .bracket import Match, bracket


def keep_settled(before: Tournament, after: Tournament) -> tuple[Tournament, list[Match]]:
    """After corrected results, with everybody kept in their cups who is in a published round of one.

    Also the matches that have another winner by their results now: with the winner that stays.
    """
    cups, kept = [], list[Match]()
    for cup in after.cups:
        own = _others(cup, before, after) if cup.seeds else []
        kept += own
        cups.append(_with(cup, own))
    return (replace(after, cups=tuple(cups)) if kept else after), kept


def _others(cup: Cup, before: Tournament, after: Tournament) -> list[Match]:
    """The matches of a cup as they were, whose winner is settled and is another one now; one by one from the first."""
    old, found = bracket(cup, before), list[Match]()
    for match in old.matches:
        if match.winner is None or not old.is_settled(match, after):
            continue
        now = bracket(_with(cup, found), after)
        if any(m.winner != match.winner for m in now.matches if (m.round, m.number) == (match.round, match.number)):
            found.append(match)
    return found


def _with(cup: Cup, kept: list[Match]) -> Cup:
    """The cup with the winners of these matches kept."""
    if not kept:
        return cup
    places = {(match.round, match.number) for match in kept}
    others = [one for one in cup.decided if (one.round, one.match) not in places]
    own = [Decision(match.round, match.number, match.winner or "", kept=True) for match in kept]
    return replace(cup, decided=tuple(sorted((*others, *own), key=lambda one: (one.round, one.match))))


def without_kept(tournament: Tournament, first: int = 1) -> Tournament:
    """With cups as results and the director alone say who advances to the rounds from `first` on."""
    cups = [
        replace(cup, decided=tuple(one for one in cup.decided if not one.kept or cup.of_round(one.round + 1) < first))
        for cup in tournament.cups
    ]
    return replace(tournament, cups=tuple(cups)) if tuple(cups) != tournament.cups else tournament
