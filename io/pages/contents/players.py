"""The list of players, and a page for each: its games with their tables and colours, and why it has its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....model.language import Words, forms, marked
from ....model.placing.scores import RoundKind, RoundScore, of_cups_alone
from ....model.placing.standings import StandingsRow, unplaced
from ....model.placing.tie_breaks import value_text
from ....model.reasons.place_explained import Telling, explain_criteria, explain_neighbours
from ....model.tournament.games import Game, Result, Round, komi_text
from ....model.tournament.numbers import minus
from ....model.tournament.person import Player
from ..public import MORE, Figure, figures, said_name
from ..site import Site
from .crosstable import title
from .pictures import score_line
from .rounds import score_of, team_boards

_WITHOUT_GAME = {
    RoundKind.BYE: marked("bye"), RoundKind.ABSENT: marked("absent"), RoundKind.UNPAIRED: marked("no game"),
}  # fmt: skip
_RESULTS = {
    Result.UNKNOWN: marked("no result yet"), Result.VOID: marked("no result"), Result.JIGO: marked("jigo"),
    Result.BOTH_WIN: marked("won (both)"), Result.BOTH_LOSE: marked("lost (both)"),
}  # fmt: skip
_PLACES = {
    False: forms("Place {place} of {n} player: {values}", "Place {place} of {n} players: {values}"),
    True: forms("Place {place} of {n} team: {values}", "Place {place} of {n} teams: {values}"),
}


def add_players(site: Site) -> None:
    """Add the list of players and their pages."""
    add_list(site)
    telling = Telling(lambda player: said_name(player.name, site.words), site.words)
    rows = {row.player.id: row for row in site.standings.rows}
    others = {p.id: unplaced(site.standings, p) for p in site.tournament.participants() if p.id not in rows}
    for row in (rows | others).values():
        _add_player(site, row, telling)


def add_list(site: Site) -> None:
    """Add the list of players, the strongest first."""
    shown, say = [site.people[p.id] for p in sorted(site.named, key=lambda p: (-p.rank, -p.rating))], site.words.say
    every = site.words.say_as("rounds", "all")
    has = {key: any(getattr(p, key) for p in shown) for key in ("rating", "club", "country")}
    more = [(k, one.label) for k, one in enumerate(MORE) if any(p.more[k] for p in shown)]
    has["rounds"] = any(p.rounds != every for p in shown)
    title = say("Teams") if site.settings.of_teams else say("Players")
    subtitle = say("{sentence}.", sentence=site.count().all_text(site.words))
    site.add("players.html", title, players=shown, subtitle=subtitle, has=has, more=more, all_rounds=every)


def _add_player(site: Site, row: StandingsRow, telling: Telling) -> None:
    from markupsafe import Markup

    player, scores = row.player, site.standings.sums.scores
    person, entries, after = site.people[player.id], scores.entries[player.id], scores.mms_after[player.id]
    games = _games(site, player, entries, after)
    say, level = site.words.say, site.settings.start.scheme == "swiss"
    site.add(
        person.file,
        f"{person.name}, {person.rank}",
        "player.html",
        person=person,
        home=site.words.commas([part for part in (person.club, person.country) if part]),
        place=_place(site, row),
        games=games,
        unit=say("Points") if level else "MMS",
        boards=team_boards(site, player.id),
        has={key: any(game[key] for game in games) for key in ("table", "handicap")},
        criteria=explain_criteria(site.standings, row, telling) if row.line else (),
        neighbours=explain_neighbours(site.standings, row, telling),
        by_round=say("Points") if level else say("McMahon score"),
        svg=Markup(score_line(after, site.words)) if entries else "",
    )


def _games(site: Site, player: Player, entries: Sequence[RoundScore], after: Sequence[int]) -> list[dict[str, Any]]:
    """A player's games, with the score after each; then rounds in which only games of cups are drawn."""
    scores = figures([value_text(value, 2) for value in after[1:]])
    games = [_game(site, *line, player) for line in zip(site.rounds, entries, scores, strict=False)]
    for drawn in site.rounds[len(entries) :]:
        entry = of_cups_alone(drawn, player.id, site.settings)
        games += [_game(site, drawn, entry, scores[-1], player)] if entry and scores else []
    return games


def _place(site: Site, row: StandingsRow) -> str:
    """`Place 3 of 60 players: MMS 5, SOS 22`: the first two criteria that have a value."""
    if row.player.disqualified:
        return site.words.say("Disqualified, without a place")
    if not row.place:
        return site.words.say("Without a place")
    shown = [name for name in site.standings.criteria if name in row.values]
    values = [f"{title(name, site.words)} {minus(row.text(name))}" for name in shown]
    count, said = len(site.count().players), site.words.commas(values[:2])
    return site.words.count(*_PLACES[site.settings.of_teams], count, place=row.place, values=said)


def _game(site: Site, drawn: Round, entry: RoundScore, after: Figure, player: Player) -> dict[str, Any]:
    game = site.seats[drawn.number].get(player.id)
    points = score_of(game, player.id) if game else ""
    drawn_match = bool(points) and entry.result is Result.JIGO  # a jigo is a game's
    return {
        "round": drawn.number,
        "table": game.table if game else "",
        "colour": {1: "White", -1: "Black"}.get(entry.colour, "") if game else "",
        "opponent": site.people[entry.opponent] if game else None,
        "handicap": _stones(game, player, site.words) if game and game.handicap else "",
        "result": "" if drawn_match else _result(entry, site.words),
        "points": points,
        "won": entry.game_half_points == 2,
        "score": after,
    }


def _stones(game: Game, player: Player, words: Words) -> str:
    """What the player gives or takes: `takes 2, komi 0.5`."""
    text = marked("gives {stones}, {komi}") if game.white == player.id else marked("takes {stones}, {komi}")
    return words.say(text, stones=game.handicap, komi=komi_text(game, words))


def _result(entry: RoundScore, words: Words) -> str:
    if entry.kind is not RoundKind.GAME:
        return words.say(_WITHOUT_GAME[entry.kind])
    named = _RESULTS.get(entry.result or Result.UNKNOWN, "")
    won = words.say_as("result", "won") if entry.game_half_points == 2 else words.say_as("result", "lost")
    text = words.say(named) if named else won
    return words.say("{result} by forfeit", result=text) if entry.by_default else text
