"""The page of the groups: each with its own places and the games of everybody against everybody."""

from __future__ import annotations

from typing import Any

from ....model.language import Words
from ....model.placing.sections import GroupTable, group_tables
from ....model.tournament.games import Game, Result
from ..page_cells import figures
from ..site import Site
from .crosstable import result_signs, title

_SIGNS = {2: "+", 1: "=", 0: "\N{MINUS SIGN}"}


def add_groups(site: Site) -> None:
    """Add the page of the groups, where there are any and their first round is published."""
    tables = group_tables(site.tournament, len(site.rounds) and site.standings.after_round)
    if tables:
        shown = [_shown(table, site) for table in tables]
        signs, provisional = result_signs(site), site.standings.provisional
        heading = site.words.say("Groups")
        site.add("groups.html", "groups.html", heading, tables=shown, signs=signs, provisional=provisional)


def _shown(table: GroupTable, site: Site) -> dict[str, Any]:
    """A table as the page shows it: titles of columns, and a line for each player."""
    criteria = [name for k, name in enumerate(table.criteria) if k == 0 or any(name in r.values for r in table.rows)]
    columns = [figures([row.text(name) for row in table.rows]) for name in criteria]
    return {
        "title": table_title(table, site.words),
        "criteria": [title(name, site.words) for name in criteria],
        "lines": range(1, len(table.rows) + 1),
        "shared": any(row.shares_place for row in table.rows),
        "rows": [
            {
                "place": row.place,
                "line": row.line,
                "player": site.people[row.player.id],
                "cells": [_cell(game, row.player.id) for game in games],
                "numbers": [column[k] for column in columns],
            }
            for k, (row, games) in enumerate(zip(table.rows, table.games, strict=True))
        ],
    }


def table_title(table: GroupTable, words: Words) -> str:
    """`Group A`, or `final`."""
    return words.say("Group {letter}", letter=table.letter) if table.letter else words.say("final")


def _cell(game: Game | None, player: str) -> str:
    """A game for one of its players by a sign; blank where there is none."""
    if game is None or game.result is Result.VOID:
        return ""
    if game.result is Result.UNKNOWN:
        return "?"
    half = game.half_points()[game.players.index(player)]
    return _SIGNS[half] + ("!" if game.defaulted else "")
