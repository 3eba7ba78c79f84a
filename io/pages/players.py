"""The list of players, and a page for each: its games with their tables and colours, and why it has its place."""

from __future__ import annotations

from typing import Any

from ...model.placing.scores import Entry, Kind
from ...model.placing.standings import Row
from ...model.placing.tie_breaks import value_text
from ...model.reasons.place_explained import explain_place
from ...model.tournament.games import Result, Round
from ...model.tournament.player import Player, Status
from ..names import by_name
from .pictures import score_line
from .public import public_name
from .site import Site

_WITHOUT_GAME = {Kind.BYE: "bye", Kind.ABSENT: "absent", Kind.UNPAIRED: "no game"}
_RESULTS = {
    Result.UNKNOWN: "no result yet", Result.VOID: "no result", Result.JIGO: "jigo", Result.BOTH_WIN: "won (both)",
    Result.BOTH_LOSE: "lost (both)",
}  # fmt: skip


def add_players(site: Site) -> None:
    """Add the list of players, the strongest first, and their pages."""
    players = site.tournament.players
    final = [p for p in players if p.status is Status.FINAL]
    shown = [site.people[p.id] for p in sorted(by_name(final), key=lambda p: (-p.rank, -p.rating))]
    waiting = sum(p.status is Status.PRELIMINARY for p in players)
    subtitle = f"{len(final)} players" + (f", {waiting} more are preliminary." if waiting else ".")
    has = {key: any(getattr(p, key) for p in shown) for key in ("rating", "club", "country")}
    has["rounds"] = any(p.rounds != "all" for p in shown)
    site.add("players.html", "players.html", "Players", players=shown, subtitle=subtitle, has=has)
    for row in site.standings.rows:
        _add_player(site, row)


def _add_player(site: Site, row: Row) -> None:
    from markupsafe import Markup

    player = row.player
    person, scores = site.people[player.id], site.standings.sums.scores
    entries, after = scores.entries[player.id], scores.mms_after[player.id]
    games = [_game(site, drawn, player, entries[k], after[k + 1]) for k, drawn in enumerate(site.rounds)]
    why = explain_place(site.standings, player, public_name)
    site.add(
        person.file,
        "player.html",
        f"{person.name}, {person.rank}",
        person=person,
        home=", ".join(part for part in (person.club, person.country) if part),
        place=f"place {row.place} of {len(site.standings.rows)}",
        score=value_text(after[-1], 2),
        svg=Markup(score_line(after)) if entries else "",
        games=games,
        has={key: any(game[key] for game in games) for key in ("table", "handicap")},
        criteria=why.criteria,
        neighbours=why.neighbours,
    )


def _game(site: Site, drawn: Round, player: Player, entry: Entry, after: int) -> dict[str, Any]:
    """A line of a player's games."""
    game = drawn.game_of(player.id)
    stones = abs(entry.handicap_given)
    given = ("gives" if entry.handicap_given > 0 else "takes") if stones > 1 else "no komi"
    return {
        "round": drawn.number,
        "table": game.table if game else "",
        "colour": {1: "White", -1: "Black"}.get(entry.colour, "") if game else "",
        "opponent": site.people[entry.opponent] if game else None,
        "handicap": (f"{given} {stones}" if stones > 1 else given) if stones else "",
        "result": _result(entry),
        "won": entry.won == 2,
        "score": value_text(after, 2),
    }


def _result(entry: Entry) -> str:
    if entry.kind is not Kind.GAME:
        return _WITHOUT_GAME[entry.kind]
    text = _RESULTS.get(entry.result or Result.UNKNOWN, "won" if entry.won == 2 else "lost")
    return f"{text} by default" if entry.by_default else text
