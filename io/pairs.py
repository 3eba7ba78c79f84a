"""Pairings from another source as CSV: columns `white` and `black` (ids or names), `round` if it is not the last."""

from __future__ import annotations

from ..model.errors import InputError, Problem
from ..model.tournament.tournament import Tournament
from .tables import Table, whole


def pairs_of(table: Table, tournament: Tournament, last_round: int) -> dict[int, list[tuple[str, str]]]:
    """Pairs of ids by round; rows with only one player are left out. Raises InputError with every problem."""
    titles = table.needed("white", "black")
    pairs: dict[int, list[tuple[str, str]]] = {}
    problems: list[Problem] = []
    for row in table.rows:
        names = [row.cells[titles[side]] for side in ("white", "black")]
        if not all(names):
            continue
        text = row.cells[titles["round"]] if "round" in titles else str(last_round)
        number = whole(text)
        if number is None or not 1 <= number <= max(len(tournament.rounds), 1):
            problems.append(Problem("wrong round", table.name, row.line, "round", text, "a drawn round"))
            continue
        try:
            white, black = (tournament.find(name).id for name in names)
        except InputError as error:
            problems.append(Problem(str(error), table.name, row.line))
            continue
        pairs.setdefault(number, []).append((white, black))
    if problems:
        raise InputError(problems)
    return pairs
