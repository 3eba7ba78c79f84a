"""Lists on paper: each is a page made alone, from the tournament as it is; nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ...model.errors import InputError, Problem
from ...model.placing.stages import stages_of
from ...model.prizes.told import Announced
from ...model.tournament.tournament import Tournament
from ..languages.catalogues import words_of
from .contents.crosstable import add_groups, add_people, add_standings, standing_rows
from .contents.cups import add_cups
from .contents.players import add_list
from .contents.prizes import add_prizes
from .contents.rounds import add_boards, add_names, add_slips
from .contents.rules_in_words import add_rules
from .public import start_text
from .site import Site

#: Lists of a round, which are made of the tournament up to it, by their names; and what adds the page of each.
OF_ROUND: Mapping[str, Callable[[Site], None]] = {
    "tables": lambda site: add_boards(site, site.rounds[-1]),
    "names": lambda site: add_names(site, site.rounds[-1]),
    "slips": lambda site: add_slips(site, site.rounds[-1]),
    "results": lambda site: add_boards(site, site.rounds[-1], blank=True),
    "standings": lambda site: add_standings(site, standing_rows(site)),
    "people": add_people,
    "groups": add_groups,
}
#: Lists of the whole tournament.
OF_ALL: Mapping[str, Callable[[Site], None]] = {
    "players": add_list,
    "cups": add_cups,
    "prizes": add_prizes,
    "rules": add_rules,
}


def lists_of(tournament: Tournament, number: int, prizes: Announced | None = None) -> list[str]:
    """The lists that a tournament has, those of a published round first; 0 for none."""
    settings = tournament.settings
    missing = {
        "people": not settings.of_teams,
        "groups": stages_of(settings) is None,
        "cups": not tournament.cups,
        "prizes": prizes is None,
    }
    return [name for name in (*(OF_ROUND if number else ()), *OF_ALL) if not missing.get(name)]


def sheets_of(tournament: Tournament, name: str, number: int, time: str, prizes: Announced | None = None) -> bytes:
    """A list in the first language, which says when (`2026-05-01 10:00`) it was printed. Raises InputError."""
    published = tournament.published
    if not 0 <= number <= len(published):
        raise InputError(f"round {number} is not published")
    if name not in lists_of(tournament, number, prizes):
        expected = ", ".join(lists_of(tournament, number, prizes))
        raise InputError([Problem("there is no such list to print", value=name, expected=f"one of {expected}")])
    words = words_of(tournament.settings.pages.language)
    if name in OF_ROUND:
        tournament = replace(tournament, rounds=tuple(published[:number]))
    site = Site(
        tournament, words=words, prizes=prizes, printed=words.say("Printed {time}", time=start_text(time, words))
    )
    {**OF_ROUND, **OF_ALL}[name](site)
    (page,) = site.pages.values()
    return page


def sheet_style(tournament: Tournament) -> str:
    """The style sheet of lists on paper."""
    return Site(tournament, printed="paper").style()
