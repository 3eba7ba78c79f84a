"""Games and matches on pages: handicap, komi and result, and of a match its boards with who sits there."""

from __future__ import annotations

from typing import Any

from ....model.placing.tie_breaks import value_text
from ....model.teams.match_boards import BoardAt, boards_at, match_points, match_score
from ....model.tournament.games import Game, Result, TeamBoard, komi_text, result_text, terms_text
from ...folder.round_files import halves_text
from ..public import PublicBoard
from ..site import Site


def terms(site: Site, game: Game) -> dict[str, Any]:
    """Handicap and komi of a game as lists of boards and slips show them, and its result."""
    say, own = site.words.say, terms_text(game, site.words)
    result = match_score(game) + ("!" if game.by_default else "") if game.boards else ""
    return {
        "handicap": game.handicap,
        "komi": halves_text(game.komi_halves),
        "jigo": game.komi_halves % 2 == 0,
        "terms": own,
        "full_terms": own or say("even, {komi}", komi=komi_text(game, site.words)),
        "result": say("void") if game.result is Result.VOID else result or result_text(game.result, game.by_default),
    }


def match_boards(site: Site, match: Game, side: int = 0) -> tuple[PublicBoard, ...]:
    """The boards of a match, White's people first, or Black's (side 1); none where two players sit at the table."""
    if not match.boards:
        return ()
    both = zip(match.boards, boards_at([match]), strict=False)
    return tuple(_board(site, board, at, match, -1 if side else 1) for board, at in both)


def _board(site: Site, board: TeamBoard, at: BoardAt, match: Game, turn: int) -> PublicBoard:
    """A board, its sides in the order of the match (turn 1) or the other way round (-1)."""
    game = board.game
    people = tuple(site.seated(team, person) for team, person in zip(match.players, board.people(), strict=True))
    colours = ("Black", "White") if board.turned else ("White", "Black")
    ours, theirs = board.half_points()[::turn]
    known = game.result not in (Result.UNKNOWN, Result.VOID)
    line = terms(site, game)
    points = f"{value_text(ours, 2)}–{value_text(theirs, 2)}{'!' if game.by_default else ''}"
    return PublicBoard(
        place=at.place,
        number=at.board,
        people=people[::turn],
        colours=colours[::turn],
        won=(known and ours > theirs, known and theirs > ours),
        score=line["result"],
        **line | ({"result": points} if known else {}),
    )


def team_boards(site: Site, team: str) -> list[tuple[int, PublicBoard]]:
    """The boards of all matches of a team, each with its round, the own people first."""
    found = []
    for drawn in site.rounds:
        match = site.seats[drawn.number].get(team)
        shown = match_boards(site, match, match.players.index(team)) if match else ()
        found += [(drawn.number, board) for board in shown]
    return found


def score_of(match: Game, team: str) -> str:
    """The points of a match so far, those of a team first; blank before the first result."""
    if not match_score(match):
        return ""
    ours, theirs = match_points(match.boards)[:: 1 if team == match.white else -1]
    return f"{value_text(ours, 2)}–{value_text(theirs, 2)}"
