"""The list of players, and a page for each: its games with their tables and colours, and why it has its place."""

from __future__ import annotations

from functools import partial
from typing import Any

from ....model.language import Words, forms, marked
from ....model.placing.scores import RoundKind, RoundScore, of_cups_alone
from ....model.placing.standings import StandingsRow
from ....model.placing.tie_breaks import TIE_BREAKS, AmongTied, SumOfRounds, value_text
from ....model.reasons.place_explained import (
    Telling,
    explain_criteria,
    explain_criterion,
    explain_neighbours,
    neighbours,
)
from ....model.tournament.games import Game, Result, Round, komi_text
from ....model.tournament.player import Player
from ..cells import Figure, figures, minus, printed
from ..public import public_name
from ..site import Site
from .crosstable import title
from .pictures import score_line
from .teams import score_of, team_boards

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
    """Add the list of players, the strongest first, and their pages."""
    subtitle = site.words.say("{sentence}.", sentence=site.count().all_text(site.words))

    def listed() -> dict[str, Any]:
        shown = [site.people[p.id] for p in sorted(site.named, key=lambda p: (-p.rank, -p.rating))]
        has = {key: any(getattr(p, key) for p in shown) for key in ("rating", "club", "country")}
        every = site.words.say_as("rounds", "all")
        has["rounds"] = any(p.rounds != every for p in shown)
        return {"players": shown, "subtitle": subtitle, "has": has, "all_rounds": every}

    strength = [(p.rank, p.rating) for p in site.tournament.players]
    title = site.words.say("Teams") if site.settings.of_teams else site.words.say("Players")
    site.add_from((site.everybody, strength, subtitle), listed, "players.html", "players.html", title)
    pages = _PlayerPages(site)
    for row in site.standings.rows:
        pages.add(row)


class _PlayerPages:
    """The pages of players, of whom each is made only where what it follows from has changed."""

    def __init__(self, site: Site) -> None:
        self._site, self._telling = site, Telling(partial(public_name, words=site.words), site.words)
        self._standings, self._sums = site.standings, site.standings.sums
        criteria = [(name, TIE_BREAKS[name]) for name in self._standings.criteria]
        self._rows = [self._sums.rows(one.terms) for _, one in criteria if isinstance(one, SumOfRounds)]
        self._compared = [name for name, one in criteria if isinstance(one, AmongTied)]
        overs = [rows.over for rows in self._rows if rows.over]
        #: What the pages of others show of a player, beside the game against it.
        self._shown = {
            pid: (one.file, one.name, one.rank, one.country, [(over.counted[pid], over.scored[pid]) for over in overs])
            for pid, one in site.people.items()
        }
        settings = site.settings
        self._level_start = settings.start.scheme == "swiss"
        finalists = sorted(self._standings.finalists)
        rules = (settings.placing, settings.points, settings.of_teams, self._level_start, finalists)
        self._rules = site.print_of(*rules, len(site.count().players))

    def add(self, row: StandingsRow) -> None:
        """Add the page of a player."""
        person = self._site.people[row.player.id]
        title = f"{person.name}, {person.rank}"
        self._site.add_from(self._source(row), lambda: self._values(row), person.file, "player.html", title)

    def _source(self, row: StandingsRow) -> object:
        """All that a page follows from; it takes a fraction of the time of what the page says."""
        site, player, scores = self._site, row.player.id, self._sums.scores
        entries, counting = scores.entries[player], scores.counting[player]
        games = [site.seats[drawn.number].get(player) for drawn in site.rounds]
        return (
            self._rules,
            site.people[player],
            row.player.rating_is_derived,
            (row.place, row.values, scores.start[player], scores.mms_after[player]),
            (entries, counting if counting is not entries else (), [rows.by_player[player] for rows in self._rows]),
            [(game.table, game.komi_halves) if game else () for game in games[: len(entries)]],
            games[len(entries) :],
            [self._shown[game.opponent(player)] if game else () for game in games],
            self._neighbours(row),
            [explain_criterion(self._standings, row, name, self._telling) for name in self._compared],
            team_boards(site, player),
        )

    def _neighbours(self, row: StandingsRow) -> object:
        """What the sentences on the players above and below follow from; chains of wins are in them alone."""
        if self._compared:
            return explain_neighbours(self._standings, row, self._telling)
        return [
            (other.place, other.values, self._site.people[other.player.id].name)
            for other in neighbours(self._standings, row)
        ]

    def _values(self, row: StandingsRow) -> dict[str, Any]:
        """What a page says."""
        from markupsafe import Markup

        site, player = self._site, row.player
        person, scores = site.people[player.id], self._sums.scores
        entries, after = scores.entries[player.id], scores.mms_after[player.id]
        scores_after = figures([value_text(value, 2) for value in after[1:]])
        games = [_game(site, *line, player) for line in zip(site.rounds, entries, scores_after, strict=False)]
        for drawn in site.rounds[len(entries) :]:
            entry = of_cups_alone(drawn, player.id, site.settings)
            games += [_game(site, drawn, entry, scores_after[-1], player)] if entry and scores_after else []
        say, level = site.words.say, self._level_start
        return {
            "person": person,
            "home": site.words.commas([part for part in (person.club, person.country) if part]),
            "place": _place(site, row),
            "games": games,
            "unit": say("Points") if level else "MMS",
            "boards": team_boards(site, player.id),
            "has": {key: any(game[key] for game in games) for key in ("table", "handicap")},
            "criteria": explain_criteria(self._standings, row, self._telling),
            "neighbours": explain_neighbours(self._standings, row, self._telling),
            "by_round": say("Points") if level else say("McMahon score"),
            "svg": Markup(score_line(after, site.words)) if entries else "",
        }


def _place(site: Site, row: StandingsRow) -> str:
    """`Place 3 of 60 players: MMS 5, SOS 22`: the first two criteria that have a value."""
    shown = [name for name in site.standings.criteria if name in row.values]
    values = [f"{title(name, site.words)} {minus(printed(row, name))}" for name in shown]
    count, said = len(site.count().players), site.words.commas(values[:2])
    return site.words.count(*_PLACES[site.settings.of_teams], count, place=row.place, values=said)


def _game(site: Site, drawn: Round, entry: RoundScore, after: Figure, player: Player) -> dict[str, Any]:
    """A line of a player's games."""
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
    komi = komi_text(game, words)
    if game.white == player.id:
        return words.say("gives {stones}, {komi}", stones=game.handicap, komi=komi)
    return words.say("takes {stones}, {komi}", stones=game.handicap, komi=komi)


def _result(entry: RoundScore, words: Words) -> str:
    if entry.kind is not RoundKind.GAME:
        return words.say(_WITHOUT_GAME[entry.kind])
    named = _RESULTS.get(entry.result or Result.UNKNOWN, "")
    won = words.say_as("result", "won") if entry.game_half_points == 2 else words.say_as("result", "lost")
    text = words.say(named) if named else won
    return words.say("{result} by forfeit", result=text) if entry.by_default else text
