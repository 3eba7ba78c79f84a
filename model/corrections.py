"""What corrected results would change of what was drawn from them: who is in cups and in the final, who advances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .cup import Cup
from .cups.bracket import Match, brackets, is_published
from .cups.settled import without_kept
from .errors import InputError
from .notes import ChosenBefore, CupKept
from .placing.cup_seeds import seeds_of
from .placing.decisions import finalists
from .placing.stages import stages_of
from .tournament.tournament import Tournament


def chosen_before(before: Tournament, after: Tournament) -> list[ChosenBefore]:
    """Of the final and the cups that are drawn: which of them would have others in it by corrected results."""
    found = []
    stages = stages_of(after.settings)
    if stages is not None and is_published(after, stages.rounds + 1):
        then, now = (finalists(t, stages) for t in (before, after))
        found += _others("", stages.finalists, then, now, after, stages.rounds + 1)
    for cup in after.cups:
        if cup.seeding == "standings" and is_published(after, cup.first):
            then, now = (_seeds_now(cup, t) for t in (before, after))
            found += _others(cup.name, cup.seeds, then, now, after, cup.first)
    return found


def _seeds_now(cup: Cup, tournament: Tournament) -> tuple[str, ...]:
    try:
        return seeds_of(replace(cup, seeds=()), tournament)
    except InputError:
        return ()


def _others(
    cup: str, drawn: Sequence[str], then: Sequence[str], now: Sequence[str], after: Tournament, number: int
) -> list[ChosenBefore]:
    """A note, where others would be in it than before the correction and than have been drawn."""
    if set(then) == set(now) or set(now) == set(drawn):
        return []
    more, fewer = (tuple(p for p in one if p not in other) for one, other in ((now, drawn), (drawn, now)))
    return [ChosenBefore(cup, more, fewer, number, has_begun(after, number))]


def kept_notes(after: Tournament, kept: Sequence[Match]) -> list[CupKept]:
    """Matches of cups whose winner stays although their results say another one now."""
    trees, found = {one.cup.name: one for one in brackets(without_kept(after))}, list[CupKept]()
    for match in kept:
        tree = trees[match.cup]
        now = next(m for m in tree.matches if (m.round, m.number) == (match.round, match.number))
        number = tree.next_round(match)
        found.append(CupKept(match, now.winner or "", number, has_begun(after, number)))
    return found


def has_begun(tournament: Tournament, number: int) -> bool:
    """Whether a round, or one after it, has results: then it cannot be drawn again."""
    rounds = tournament.rounds[number - 1 :]
    return len(rounds) > 1 or any(game.begun for drawn in rounds for game in drawn)
