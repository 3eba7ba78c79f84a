"""What a director should know about a draw, in words."""

from __future__ import annotations

from .player import Player, Status
from .scores import score
from .start_scores import bar_table
from .tournament import Tournament


def absent_from_the_top(tournament: Tournament, number: int) -> list[tuple[Player, list[int]]]:
    """Players of the top group who miss rounds from this one on (BGA handbook 4.4 advises a correction of -1)."""
    top = score(tournament.before(1)).top if tournament.settings.start.scheme != "swiss" else frozenset()
    rounds = range(number, tournament.settings.rounds + 1)
    missing = ((p, [r for r in rounds if not p.enters(r)]) for p in tournament.players if p.id in top)
    return [(p, missed) for p, missed in missing if missed and p.status is Status.FINAL and p.correction >= 0]


def unknown_ids(tournament: Tournament) -> list[str]:
    """Ids that the settings name and no player has."""
    settings = tournament.settings
    locks = [*settings.pairing.forbid, *settings.pairing.force]
    named = {p for players, against, _ in locks for p in (*players, *against)}
    named |= {*settings.start.supergroup, *(p for p, _ in settings.tables.fixed)}
    return sorted(named - tournament.by_id().keys())


def bar_text(tournament: Tournament) -> str:
    """The bar in words: `bar 3d, 12 players at or above it`, and whether an automatic bar misses BGA's table."""
    settings = tournament.settings
    top = score(tournament.before(1)).top
    count = sum(p.id in top for p in tournament.players if p.status is Status.FINAL)
    if settings.start.scheme != "rank":
        return f"top group of {count} ({settings.start.scheme})"
    bar = settings.start.bar if settings.start.bar != "auto" else settings.decided.bar or "not decided yet"
    text = f"bar {bar}, {count} players at or above it"
    low, high = bar_table(settings.rounds)
    if settings.start.bar == "auto" and not low <= count <= high:
        text += f" (no rank gives the {low} to {high} of BGA's table)" if low < high else ""
    return text
