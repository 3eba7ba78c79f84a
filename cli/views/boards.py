"""Prints the boards of a round, and its cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ...desk.words.values import match_score, missing_text, value_text
from ...model.tournament.games import Game, Round, by_hand_text, result_text, terms_text
from ...model.tournament.player import Player
from ...model.tournament.tournament import Tournament
from .columns import LEAST, cut, fitted, room_of_terminal, width

if TYPE_CHECKING:
    from ...model.placing.scores import Scores


def boards_text(tournament: Tournament, drawn: Round, scores: Scores) -> str:
    """The boards of a round with names, ranks, scores and clubs, then the bye and the absent players.

    A narrow terminal shows no clubs and scores; on a phone a board takes two or three lines.
    """
    players = tournament.by_id()

    def side(pid: str) -> list[str]:
        p = players[pid]
        where = p.club if p.members else "/".join(part for part in (p.club, p.country) if part)
        return [pid, p.name, p.rank_name, value_text(scores.mms_before(pid, drawn.number), 2), where]

    rows = [
        [g.table, *side(g.white), *side(g.black), terms_text(g).removeprefix("handicap "), _result(g)]
        for g in drawn.games
    ]
    titles = ["Table", "Id", "White", "Rank", "MMS", "Club", "Id", "Black", "Rank", "MMS", "Club", "Handicap", "Result"]
    if not any(row[-1] for row in rows):
        titles, rows = titles[:-1], [row[:-1] for row in rows]
    table = fitted(titles, rows, "rr  r r  r", ("Club", "MMS"))
    if 0 < room_of_terminal() < max(map(width, table.splitlines())):
        table = "\n".join(line for game in drawn.games for line in _on_a_phone(game, players))
    parts = [table]
    for label, members in (("Bye", drawn.byes), ("Without a game", drawn.unpaired), ("Absent", drawn.absent)):
        if members:
            parts.append(f"{label}: " + ", ".join(f"{players[p].name} ({p})" for p in members))
    parts += line_ups(tournament, drawn)
    return "\n".join(parts)


def line_ups(tournament: Tournament, drawn: Round) -> list[str]:
    """A line for each pair or team of a round in which somebody is missing."""
    there = drawn.paired | set(drawn.byes)
    found = ((p, missing_text(p, drawn.number, tournament)) for p in tournament.players if p.members and p.id in there)
    return [f"{p.label}: {text}" for p, text in found if text]


def _on_a_phone(game: Game, players: Mapping[str, Player]) -> list[str]:
    white, black = ((p.name, f"({p.id}) {p.rank_name}") for p in (players[pid] for pid in game.players))
    return board_on_a_phone(f"{game.table:>3}", white, black, (terms_text(game), _result(game)))


def board_on_a_phone(place: str, white: tuple[str, str], black: tuple[str, str], more: Sequence[str]) -> list[str]:
    """A board for a phone: White above Black; the rest follows Black, on a third line if it does not fit.

    A side is a name, which is cut where there is no room, and what stands behind it.
    """
    room, below = room_of_terminal(), " " * len(place)

    def line(head: str, name: str, tail: str) -> str:
        return f"{head}{cut(name, max(LEAST, room - width(f'{head} {tail}')))} {tail}".rstrip()

    lines = [line(f"{place}  White ", *white), line(f"{below}  Black ", *black)]
    rest = ", ".join(part for part in more if part)
    if width(f"{lines[1]}  {rest}") > room:
        return [*lines, f"{below}        {rest}"]
    return [lines[0], f"{lines[1]}  {rest}".rstrip()]


def _result(game: Game) -> str:
    mark = f" [{by_hand_text(game.by_hand)} by hand]" if game.by_hand else ""
    text = match_score(game) if game.boards else result_text(game.result, game.by_default)
    return (text + mark).strip()


def costs_text(costs: Mapping[str, int]) -> str:
    """The cost by criterion, the highest first, without criteria that cost nothing."""
    dear = sorted(((cost, name) for name, cost in costs.items() if cost), key=lambda item: (-item[0], item[1]))
    return ", ".join(f"{name} {cost:,}" for cost, name in dear) or "nothing"
