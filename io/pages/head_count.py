"""How many players there are, and what they do in a round: the one count that all pages tell."""

from __future__ import annotations

from dataclasses import dataclass

from ...model.language import ENGLISH, Words, forms
from ...model.tournament.games import Round
from ...model.tournament.player import Status
from ...model.tournament.tournament import Tournament

_COUNTED = {False: forms("{n} player", "{n} players"), True: forms("{n} team", "{n} teams")}


@dataclass(frozen=True, slots=True)
class HeadCount:
    """Everybody in the standings by what they do in a round, as ids; `preliminary` entries are not among them."""

    players: tuple[str, ...]
    playing: tuple[str, ...] = ()
    byes: tuple[str, ...] = ()
    unpaired: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    preliminary: int = 0
    of_teams: bool = False

    def all_text(self, words: Words = ENGLISH) -> str:
        """`24 players`, `24 players and 1 preliminary entry`."""
        players = words.count(*_COUNTED[self.of_teams], len(self.players))
        if not self.preliminary:
            return players
        return words.count(
            "{players} and {n} preliminary entry",
            "{players} and {n} preliminary entries",
            self.preliminary,
            players=players,
        )

    def round_text(self, words: Words = ENGLISH) -> str:
        """`22 play, 1 bye, 1 absent`."""
        parts = [words.count("{n} plays", "{n} play", len(self.playing))]
        parts += [words.count("{n} bye", "{n} byes", len(self.byes))] if self.byes else []
        if self.unpaired:
            parts.append(words.count("{n} without a game", "{n} without a game", len(self.unpaired)))
        parts += [words.count("{n} absent", "{n} absent", len(self.absent))] if self.absent else []
        return words.commas(parts)


def head_count(tournament: Tournament, drawn: Round | None = None, whole: HeadCount | None = None) -> HeadCount:
    """Who is in the standings, and what they do in a round if one is given; whoever is not in it is absent.

    `whole` is the count without a round, where it is known.
    """
    if whole is None:
        players = tuple(p.id for p in tournament.participants())
        known = set(players)
        waiting = sum(p.status is Status.PRELIMINARY and p.id not in known for p in tournament.players)
        whole = HeadCount(players, preliminary=waiting, of_teams=tournament.settings.of_teams)
    if drawn is None:
        return whole
    players, waiting = whole.players, whole.preliminary
    playing, byes, unpaired = (
        tuple(p for p in players if p in some) for some in (drawn.paired, drawn.byes, drawn.unpaired)
    )
    there = {*playing, *byes, *unpaired}
    absent = tuple(p for p in players if p not in there)
    return HeadCount(players, playing, byes, unpaired, absent, waiting, whole.of_teams)
