"""The page of the standings with all games."""

from __future__ import annotations

from typing import Any

from ...model.placing.tie_breaks import value_text
from .cells import criteria_shown, printed
from .site import Site


def add_standings(site: Site) -> None:
    """Add the standings after the last published round."""
    table = site.standings
    rows = standing_rows(site)
    provisional = " Provisional: results are missing." if table.provisional else ""
    site.add(
        "standings.html",
        "standings.html",
        f"Standings after round {table.after_round}" if site.rounds else "Standings",
        rows=rows,
        criteria=criteria_shown(table),
        round_numbers=range(1, table.after_round + 1),
        has={key: any(getattr(row["player"], key) for row in rows) for key in ("club", "country")},
        subtitle=f"Placed by {', '.join(table.criteria)}.{provisional}",
    )


def standing_rows(site: Site) -> list[dict[str, Any]]:
    """The lines of the standings; the place is blank where somebody above shares it."""
    criteria = criteria_shown(site.standings)
    return [
        {
            "place": "" if row.shares_place else row.place,
            "line": row.line,
            "player": site.people[row.player.id],
            "mms": value_text(row.mms, 2),
            "cells": row.rounds,
            "wins": value_text(row.wins, 2),
            "numbers": [printed(row, name) for name in criteria],
        }
        for row in site.standings.rows
    ]
