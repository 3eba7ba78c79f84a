"""Which games of cups do not count in the main tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..cup import Cup
from ..tournament.games import Round
from ..tournament.tournament import Tournament
from .bracket import Match, bracket


def uncounted(tournament: Tournament, rounds: Sequence[Round]) -> list[tuple[int, tuple[str, str]]]:
    """Round and players (ids) of the games in these rounds that do not count, as the cups say."""
    cups = [cup for cup in tournament.cups if cup.counts != "all"]
    if not cups:
        return []
    past = replace(tournament, rounds=tuple(rounds))
    matches = [(cup, match) for cup in cups for match in bracket(cup, past).matches]
    return [(m.of_round, m.game.players) for cup, m in matches if m.game is not None and not counts(cup, m)]


def counts(cup: Cup, match: Match) -> bool:
    """Whether the game of a match counts in the main tournament."""
    if cup.counts == "before-semifinals":
        return match.behind > 1
    return cup.counts == "all"
