"""What the command line prints: boards, standings, lists, as plain text in columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..model.games import Game, Round, result_text
from ..model.player import Player
from ..model.scores import Scores
from ..model.standings import Row, Standings
from ..model.sums import Value
from ..model.tie_breaks import TIE_BREAKS, value_text
from ..model.tournament import Tournament
from .rounds import halves_text


def width(text: str) -> int:
    """How many columns of a terminal a text takes: wide characters two, combining marks none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def columns(titles: Sequence[str], rows: Sequence[Sequence[object]], right: str = "") -> str:
    """A table in aligned columns; `right` holds an `r` for each column to be aligned right."""
    cells = [[str(cell) for cell in row] for row in [titles, *rows]]
    widths = [max(width(row[k]) for row in cells) for k in range(len(titles))]

    def line(row: Sequence[str]) -> str:
        padded = []
        for k, cell in enumerate(row):
            space = " " * (widths[k] - width(cell))
            padded.append(space + cell if right[k : k + 1] == "r" else cell + space)
        return "  ".join(padded).rstrip()

    return "\n".join(line(row) for row in cells)


def boards_text(tournament: Tournament, drawn: Round, scores: Scores) -> str:
    """The boards of a round with names, ranks, scores and clubs, then the bye and who is absent."""
    players = tournament.by_id()

    def side(pid: str) -> list[str]:
        p = players[pid]
        where = "/".join(part for part in (p.club, p.country) if part)
        return [pid, p.name, p.rank_name, value_text(scores.mms_after[pid][drawn.number - 1], 2), where]

    rows = [[g.table, *side(g.white), *side(g.black), _terms(g), _result(g)] for g in drawn.games]
    titles = ["Table", "Id", "White", "Rank", "MMS", "Club", "Id", "Black", "Rank", "MMS", "Club", "Handicap", "Result"]
    if not any(row[-1] for row in rows):
        titles, rows = titles[:-1], [row[:-1] for row in rows]
    parts = [columns(titles, rows, "rr  r r  r")]
    for label, members in (("Bye", drawn.byes), ("Without a game", drawn.unpaired), ("Absent", drawn.absent)):
        if members:
            parts.append(f"{label}: " + ", ".join(f"{players[p].name} ({p})" for p in members))
    return "\n".join(parts)


def _terms(game: Game) -> str:
    stones = f"{game.handicap}, " if game.handicap else ""
    return f"{stones}komi {halves_text(game.komi_halves)}" if stones else ""


def _result(game: Game) -> str:
    mark = f" [{game.by_hand} by hand]" if game.by_hand else ""
    return (result_text(game.result, game.by_default) + mark).strip()


def costs_text(costs: Mapping[str, int]) -> str:
    """The cost by criterion, the dearest first, criteria that cost nothing left out."""
    dear = sorted(((cost, name) for name, cost in costs.items() if cost), key=lambda item: (-item[0], item[1]))
    return ", ".join(f"{name} {cost:,}" for cost, name in dear) or "nothing"


def standings_text(standings: Standings) -> str:
    """The result list: place, name, rank, club, MMS, one column a round, points, criteria (rules: section 10).

    A shared place is empty; game columns refer to lines, which go on counting.
    """
    rounds = standings.after_round
    criteria = [name for name in standings.criteria if name not in ("MMS", "WINS")]
    titles = ["Pl", "Name", "Str", "Cl.", "MMS", *(str(k) for k in range(1, rounds + 1)), "Pt", *criteria]
    rows = []
    for row in standings.rows:
        values = [_value(row, name, value_text) for name in criteria]
        place = "" if row.shares_place else str(row.place)
        player = row.player
        head = [place, player.name, player.rank_name, player.club[:3], value_text(row.mms, 2)]
        rows.append([*head, *row.rounds, value_text(row.wins, 2), *values])
    text = columns(titles, rows, "r   r" + " " * rounds + "r" * (1 + len(criteria)))
    if standings.provisional:
        text += "\nProvisional: results are missing."
    return text


def standings_data(standings: Standings) -> dict[str, Any]:
    """The standings as plain data for JSON; scores in points."""
    rows = [
        {
            "place": row.place,
            "line": row.line,
            "id": row.player.id,
            "name": row.player.name,
            "rank": row.player.rank_name,
            "club": row.player.club,
            "country": row.player.country,
            "mms": row.mms / 2,
            "wins": row.wins / 2,
            "rounds": list(row.rounds),
            "values": {name: float(value / TIE_BREAKS[name].unit) for name, value in row.values.items()},
        }
        for row in standings.rows
    ]
    return {"after_round": standings.after_round, "provisional": standings.provisional, "rows": rows}


def standings_rows(standings: Standings) -> tuple[list[str], list[list[object]]]:
    """Titles and rows of the standings for a CSV file."""
    criteria = [name for name in standings.criteria if name not in ("MMS", "WINS")]
    rounds = [f"round {k}" for k in range(1, standings.after_round + 1)]
    titles = ["place", "line", "id", "name", "rank", "club", "country", "MMS", *rounds, "WINS", *criteria]
    rows: list[list[object]] = []
    for row in standings.rows:
        p = row.player
        values = [_value(row, name, _decimal) for name in criteria]
        head = [row.place, row.line, p.id, p.name, p.rank_name, p.club, p.country, _decimal(row.mms, 2)]
        rows.append([*head, *row.rounds, _decimal(row.wins, 2), *values])
    return titles, rows


def _value(row: Row, name: str, text: Callable[[Value, int], str]) -> str:
    """A value of a row as text; blank for a comparison of tied players when nobody was tied with this one."""
    return text(row.values[name], TIE_BREAKS[name].unit) if name in row.values else ""


def _decimal(value: Value, unit: int) -> str:
    whole, rest = divmod(value, unit)
    return str(whole) if not rest else str(round(float(value / unit), 6))


def players_list_text(players: Sequence[Player], rounds: int, start: Mapping[str, int]) -> str:
    """The list of entrants with their start scores."""
    from ..model.round_sets import rounds_text

    rows = [
        [
            p.id, p.name, p.rank_name, p.rating, p.club, p.country, value_text(start[p.id], 2),
            "all" if p.rounds is None else rounds_text(p.rounds, rounds) or "all", p.status.value,
        ]
        for p in players
    ]  # fmt: skip
    return columns(["Id", "Name", "Rank", "Rating", "Club", "Country", "Start", "Rounds", "Status"], rows, "r  r  r")
