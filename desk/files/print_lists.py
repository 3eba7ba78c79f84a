"""Lists on paper, made from the state."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from ...io.pages.printing import lists_of, sheet_style, sheets_of
from ...model.records.state import State
from ..placing.give_prizes import announced_before

#: The title of each list at the desk, and its use.
TITLES: Mapping[str, tuple[str, str]] = {
    "tables": ("Wall list", "who meets whom, by table"),
    "names": ("Names", "everybody with table, colour and opponent"),
    "slips": ("Slips", "eight a sheet; cut through the whole pile, and it stays in the order of the tables"),
    "results": ("Result sheet", "the boards, with room to write the results"),
    "standings": ("Standings", "with all games up to this round"),
    "people": ("Standings of everybody", "the people of teams, each with their own games"),
    "groups": ("Groups", "everybody against everybody"),
    "players": ("Players", "the strongest first"),
    "cups": ("Cups", "their trees"),
    "prizes": ("Prizes", "the list as it was announced"),
    "rules": ("Rules", "how this tournament pairs, scores and places"),
}


def paper_lists(state: State, number: int) -> list[str]:
    """The lists that can be printed, those of a published round first; 0 for none."""
    return lists_of(state.tournament, number, announced_before(state))


def paper_style(state: State) -> str:
    """The style sheet of lists on paper."""
    return sheet_style(state.tournament)


def paper_list(state: State, name: str, number: int) -> bytes:
    """A list as a page to print now. Raises InputError."""
    now = f"{datetime.now().astimezone():%Y-%m-%d %H:%M}"
    return sheets_of(state.tournament, name, number, now, announced_before(state))
