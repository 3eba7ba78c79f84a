"""Team events for tests: teams of people in one line, matches with their boards' results in one word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from builders import member, pair, pairs
from mcmahon.model.edits import Entered, set_results
from mcmahon.model.teams.match_boards import with_boards
from mcmahon.model.tournament.games import Game, Result, Round, parse_result
from mcmahon.model.tournament.person import Member, Player
from mcmahon.model.tournament.tournament import Tournament

SIGNS = {"w": "1-0", "b": "0-1", "=": "jigo", "0": "0-0", "v": "void", "?": "?", "W": "1-0!", "B": "0-1!"}


def team(entrant: str, ranks: str, *substitutes: str, **fields: Any) -> Player:
    """A team whose people are called `a1`, `a2` … after it, of these ranks; substitutes `s1 4k` play no round yet."""
    people: list[str | Member] = [f"{entrant}{k} {rank}" for k, rank in enumerate(ranks.split(), 1)]
    people += [member(text, substitute=True, rounds=frozenset()) for text in substitutes]
    return pair(entrant, *people, surname=f"Team {entrant}", **fields)


def teams(*entrants: Player, boards: int = 4, **settings: Any) -> Tournament:
    """A tournament of such teams by the preset swiss."""
    given = {"entrants__kind": "teams", "teams__boards": boards, "rounds": 5, **settings}
    return pairs(*entrants, preset=str(given.pop("preset", "swiss")), **given)


def matched(before: Tournament, *matches: str, byes: str = "", draft: bool = False) -> Tournament:
    """With a round of matches: `a-b`, or `a-b wb=w` with each board's result, White's sign of that board first."""
    games, results = [], []
    number = len(before.rounds) + 1
    for table, text in enumerate(matches, 1):
        sides, _, signs = text.partition(" ")
        games.append(Game(table, *sides.split("-")))
        results += [Entered(number, table, *parse_result(SIGNS[sign]), k) for k, sign in enumerate(signs, 1)]
    after = with_boards(before.with_round(Round(number, tuple(games), tuple(byes.split()), draft=draft)))
    return set_results(after, results) if results else after


def match(t: Tournament, number: int, table: int = 1) -> Game:
    """A match of a round."""
    found = t.round(number).at_table(table)
    assert found is not None
    return found


def seated(game: Game) -> list[tuple[str, str]]:
    """White and Black at each board."""
    return [b.game.players for b in game.boards]


def changed(t: Tournament, entrant: str, which: str, **fields: Any) -> Tournament:
    """With a member of a team changed; its matches follow."""
    own = t.player(entrant)
    people = tuple(replace(m, **fields) if m.id == which else m for m in own.members)
    return with_boards(t.with_players([replace(own, members=people)]))


def result_of(t: Tournament, number: int, table: int = 1) -> tuple[Result, bool]:
    """The result of a match, and whether it is a forfeit."""
    game = match(t, number, table)
    return game.result, game.by_default
