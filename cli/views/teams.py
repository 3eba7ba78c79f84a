"""Prints the boards of matches, and line-ups of teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...desk.team_boards import ShownBoard, boards_shown
from ...desk.words.teams import NOBODY, fault_text
from .boards import board_on_a_phone
from .columns import fitted, room_of_terminal, width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...desk.rounds.line_ups import TeamLineUp
    from ...model.tournament.games import Round
    from ...model.tournament.tournament import Tournament

TITLES = ["Board", "White", "Rank", "Team", "Black", "Rank", "Team", "Handicap", "Result"]
_IF_ANY = ("Handicap", "Result")  # columns that are left out while they are empty


def team_boards_lines(drawn: Round, tournament: Tournament) -> list[str]:
    """The boards of all matches of a round; nothing where no teams play."""
    boards = boards_shown(drawn, tournament)
    rows = [_row(one) for one in boards]
    if not rows:
        return []
    kept = [k for k, title in enumerate(TITLES) if title not in _IF_ANY or any(row[k] for row in rows)]
    titles, rows = [TITLES[k] for k in kept], [[row[k] for k in kept] for row in rows]
    lines = fitted(titles, rows, "r r  r  ", ("Team",)).splitlines()
    if 0 < room_of_terminal() < max(map(width, lines)):
        lines = [line for one in boards for line in _on_a_phone(one)]
    return ["", *lines]


def _on_a_phone(one: ShownBoard) -> list[str]:
    place, white, _, _, black, _, _, terms, result = map(str, _row(one))
    return board_on_a_phone(f"{place:>4}", (white, one.white_rank), (black, one.black_rank), (terms, result))


def _row(one: ShownBoard) -> list[object]:
    komi = "komi 0.5" if one.handicap == 1 else f"{one.handicap}, komi {one.komi:g}"
    return [
        f"{one.table}.{one.board}", one.white_name or NOBODY, one.white_rank, one.white_team_name,
        one.black_name or NOBODY, one.black_rank, one.black_team_name, komi if one.handicap else "", one.result,
    ]  # fmt: skip


def line_up_lines(found: Sequence[TeamLineUp], tournament: Tournament) -> list[str]:
    """A line for each team with who sits at its boards, and one for everything that is not allowed."""
    lines = []
    for one in found:
        people = [f"{k} {f'{m.name} {m.rank_name}' if m else NOBODY}" for k, m in enumerate(one.seats, 1)]
        lines.append(f"{one.team.label}, round {one.number}: {', '.join(people)}")
        lines += [f"  not allowed: {fault_text(fault, tournament)}" for fault in one.faults]
    return lines
