"""How many players there are, and what they do in a round: the one count that all pages tell."""

from __future__ import annotations

from dataclasses import dataclass

from ...model.tournament.games import Round
from ...model.tournament.player import Status
from ...model.tournament.tournament import Tournament
from ...model.words import counted


@dataclass(frozen=True, slots=True)
class HeadCount:
    """Everybody in the standings by what they do in a round, as ids; `preliminary` entries are not among them."""

    players: tuple[str, ...]
    playing: tuple[str, ...] = ()
    byes: tuple[str, ...] = ()
    unpaired: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    preliminary: int = 0

    @property
    def all_text(self) -> str:
        """`24 players`, `24 players and 1 preliminary entry`."""
        more = f" and {counted(self.preliminary, 'preliminary entry')}" if self.preliminary else ""
        return counted(len(self.players), "player") + more

    @property
    def round_text(self) -> str:
        """`22 play, 1 bye, 1 absent`."""
        parts = [f"{len(self.playing)} {'plays' if len(self.playing) == 1 else 'play'}"]
        parts += [counted(len(self.byes), "bye")] if self.byes else []
        parts += [f"{len(self.unpaired)} without a game"] if self.unpaired else []
        parts += [f"{len(self.absent)} absent"] if self.absent else []
        return ", ".join(parts)


def head_count(tournament: Tournament, drawn: Round | None = None) -> HeadCount:
    """Who is in the standings, and what they do in a round if one is given; whoever is not in it is absent."""
    players = tuple(p.id for p in tournament.participants())
    known = set(players)
    waiting = sum(p.status is Status.PRELIMINARY and p.id not in known for p in tournament.players)
    if drawn is None:
        return HeadCount(players, preliminary=waiting)
    playing, byes, unpaired = (
        tuple(p for p in players if p in some) for some in (drawn.paired, drawn.byes, drawn.unpaired)
    )
    there = {*playing, *byes, *unpaired}
    absent = tuple(p for p in players if p not in there)
    return HeadCount(players, playing, byes, unpaired, absent, waiting)
