"""The pages of the standings and of the groups with all games, and who has won when they are final."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ....model.language import Words
from ....model.placing.sections import GroupTable, group_tables, rank_range, sections
from ....model.placing.standings import Standings
from ....model.placing.tie_breaks import TIE_BREAKS
from ....model.tournament.games import Game, Result
from ..public import Figure, figures
from ..site import Site

#: A line of the standings as pages show it, by the names of its cells.
StandingLine = dict[str, Any]

#: Places of winners, how many players may share them, and how many players a start group needs to have a first.
PODIUM, MOST_WINNERS, LEAST_GROUP = 3, 6, 3
PORTRAIT = 115  # letters of a line that fit on paper held upright; a longer one has it turned


def add_standings(site: Site, rows: Sequence[StandingLine]) -> None:
    """Add the standings after the last published round."""
    say = site.words.say
    after = say("Standings after round {round}", round=site.standings.after_round) if site.rounds else say("Standings")
    heading = say("Final standings") if site.final else after
    _add_crosstable(site, site, "standings.html", heading, rows)


def add_people(site: Site) -> None:
    """Add the standings of all people of teams, each with their own games."""
    if site.settings.of_teams:
        people = site.of_people()
        _add_crosstable(site, people, "people.html", site.words.say("Players"), standing_rows(people))


def _add_crosstable(site: Site, shown: Site, file: str, heading: str, rows: Sequence[StandingLine]) -> None:
    """Add a page of standings: of players or teams, or of the people of teams."""
    table = shown.standings
    site.add(
        file,
        heading,
        "standings.html",
        rows=rows,
        beside=[title(name, site.words) for name in table.beside],
        criteria=[title(name, site.words) for name in criteria(table)],
        round_numbers=range(1, table.after_round + 1),
        has={key: any(getattr(row["player"], key) for row in rows) for key in ("club", "country", "team")},
        placed_by=site.words.commas(table.criteria),
        provisional=table.provisional,
        signs=_result_signs(shown),
        winners=winners(shown, rows),
        groups=firsts_of_groups(shown),
        landscape=_letters(table, rows) > PORTRAIT,
    )


def _letters(table: Standings, rows: Sequence[StandingLine]) -> int:
    """How many letters a line can have on paper, the longest name and club in it."""
    people = [row["player"] for row in rows]
    name = max((len(p.name) + len(p.rank) for p in people), default=0)
    club = max((len(p.team or p.club) for p in people), default=0)
    games = table.after_round * (len(str(len(rows))) + 2)
    return name + club + games + 5 * (len(criteria(table)) + len(table.beside))


def _result_signs(site: Site) -> str:
    say = site.words.say
    signs = [say("+ won"), say("− lost"), say("= jigo"), say("! by forfeit")]
    return site.words.commas([*signs, say("? no result yet")] if site.standings.provisional else signs)


def title(name: str, words: Words) -> str:
    """The heading of a criterion's column."""
    own = TIE_BREAKS[name].heading
    return words.say(own) if own else name


def criteria(table: Standings | GroupTable) -> list[str]:
    """The criteria that have a column, in the order in which they place; one that nobody has a value of has none."""
    return [name for k, name in enumerate(table.criteria) if k == 0 or any(name in row.values for row in table.rows)]


def standing_rows(site: Site) -> list[StandingLine]:
    """The lines of the standings, their numbers by criterion; the place is blank where somebody above shares it."""
    table = site.standings
    numbers, beside = _figures(table, criteria(table)), _figures(table, table.beside)
    return [
        {
            "place": row.place_text,
            "shared_place": row.place or "–",
            "line": row.line,
            "player": site.people[row.player.id],
            "cells": [_cell(cell, site.words) for cell in row.rounds],
            "beside": beside[k],
            "numbers": numbers[k],
        }
        for k, row in enumerate(table.rows)
    ]


def _figures(table: Standings | GroupTable, names: Iterable[str]) -> list[list[Figure]]:
    columns = [figures([row.text(name) for row in table.rows]) for name in names]
    return [[column[k] for column in columns] for k in range(len(table.rows))]


def _cell(text: str, words: Words) -> str:
    """A game by the opponent's line and signs; `bye` is the only word among them."""
    return words.say("bye") if text == "bye" else text.replace("-", "\N{MINUS SIGN}")


def winners(site: Site, rows: Sequence[StandingLine]) -> list[StandingLine]:
    """The first three places of final standings, with what placed them first; nobody where too many share them."""
    first = [row for row in rows if row["shared_place"] <= PODIUM] if site.final else []
    if len(first) > MOST_WINNERS:
        return []
    name = site.standings.criteria[0]
    return [row | {"by": score_text(row["numbers"][0], name, site.words)} for row in first]


def score_text(number: Figure, name: str, words: Words) -> str:
    """What somebody has of the first criterion: `MMS 6`, `4 wins`."""
    if name != "WINS":
        return f"{name} {number}"
    if number.text.isdecimal():
        return words.count("{n} win", "{n} wins", int(number.text))
    return words.say("{number} wins", number=number)


def firsts_of_groups(site: Site) -> list[tuple[str, list[Any]]]:
    """The best of each start group below the winner's, with the ranks of the group, when the standings are final."""
    if not site.final:
        return []
    found = []
    for section in sections(site.standings, "band"):
        first = [row for row, place in zip(section.rows, section.places, strict=True) if place == 1]
        if len(section.rows) >= LEAST_GROUP and all(row.place > 1 for row in first):
            ranks = rank_range([row.player.rank for row in section.rows]).replace("-", "\N{EN DASH}")
            found.append((ranks, [site.people[row.player.id] for row in first]))
    return found


def add_groups(site: Site) -> None:
    """Add the page of the groups, where there are any and their first round is published."""
    tables = group_tables(site.tournament, len(site.rounds) and site.standings.after_round)
    if tables:
        shown, signs = [_shown(table, site) for table in tables], _result_signs(site)
        heading, provisional = site.words.say("Groups"), site.standings.provisional
        site.add("groups.html", heading, tables=shown, signs=signs, provisional=provisional)


def _shown(table: GroupTable, site: Site) -> dict[str, Any]:
    """A table as the page shows it: titles of columns, and a line for each player."""
    say, numbers = site.words.say, _figures(table, criteria(table))
    return {
        "title": say("Group {letter}", letter=table.letter) if table.letter else say("final"),
        "criteria": [title(name, site.words) for name in criteria(table)],
        "lines": range(1, len(table.rows) + 1),
        "shared": any(row.shares_place for row in table.rows),
        "rows": [
            {
                "place": row.place,
                "line": row.line,
                "player": site.people[row.player.id],
                "cells": [_sign(game, row.player.id) for game in games],
                "numbers": numbers[k],
            }
            for k, (row, games) in enumerate(zip(table.rows, table.games, strict=True))
        ],
    }


def _sign(game: Game | None, player: str) -> str:
    """A game for one of its players by a sign; blank where there is none."""
    if game is None or game.result is Result.VOID:
        return ""
    if game.result is Result.UNKNOWN:
        return "?"
    half = game.half_points()[game.players.index(player)]
    return {2: "+", 1: "=", 0: "\N{MINUS SIGN}"}[half] + ("!" if game.defaulted else "")
