"""What registrations take back: values that somebody has changed since, and that are again as they were before."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from ...io.folder.state_files import PLAYERS
from ...io.registrations.reading import cells_of, change_text
from ...io.tables import parse_table
from ...model.errors import McMahonError
from ...model.language import first_few
from ...model.notes import MOST_NAMED, Remark, name_of
from ...model.records.state import State
from ...model.ways import Way
from ..desk import Desk

Field = tuple[str, str]  # a player's id, and a title
_Cells = Mapping[str, Mapping[str, str]]


def taken_back(desk: Desk, before: State, after: State) -> list[Remark]:
    """The commands, few players first, whose changes of players are undone from one state to another, and what of each.

    A value is taken back where it was there earlier, by the journal, and a later step has changed it to what it is
    in the state `before`. What the journal has lost is passed over.
    """
    changed = _changed(before, after)
    made_by: dict[Field, str] = {}  # the step that has set the value of before
    found: dict[str, dict[str, list[str]]] = {}
    for command, old in _earlier(desk, before.revision, after.revision) if changed else ():
        for (player, title), (now, new) in list(changed.items()):
            if player not in old:
                del changed[player, title]
                continue
            was = old[player].get(title, "")
            if was != now:
                made_by.setdefault((player, title), command)
            if was == new:
                found.setdefault(made_by[player, title], {}).setdefault(player, []).append(change_text(title, now, new))
                del changed[player, title]
    remarks = []
    for command, of in sorted(found.items(), key=lambda one: len(one[1])):
        changes = [f"{name_of(player, after.tournament)} {', '.join(texts)}" for player, texts in of.items()]
        text = f"the file takes back what was changed by `{command}`: {first_few(changes, MOST_NAMED, '; ')}"
        remarks.append(Remark(text, (Way("to take all of this back", "undo"),)))
    return remarks


def _changed(before: State, after: State) -> dict[Field, tuple[str, str]]:
    """Each cell that differs between two states, with its text in both."""
    rounds, new = after.tournament.settings.rounds, after.tournament.by_id()
    found: dict[Field, tuple[str, str]] = {}
    for player in before.tournament.players:
        if player.id in new and new[player.id] != player:
            cells = cells_of(player, rounds)
            for title, now in cells_of(new[player.id], rounds).items():  # a file takes no column from a player
                was = cells.get(title, "")
                if was != now:
                    found[player.id, title] = was, now
    return found


def _earlier(desk: Desk, revision: int, written: int) -> list[tuple[str, _Cells]]:
    """The cells of the players before each standing step that has changed them, with its command; the last first.

    An edit by hand may have become a step between the revision that was read and the one `written` then.
    """
    journal = desk.folder.journal
    steps = {step.number: step for step in journal.steps()}
    way, number = [], steps[written].undo_to if revision < written and written in steps else revision
    while number in steps:
        way.append(steps[number])
        number = steps[number].undo_to
    found: list[tuple[str, _Cells]] = []
    for step, old in pairwise(way):
        if step.tree.get(PLAYERS) != old.tree.get(PLAYERS):
            try:
                text = journal.contents_after(old.number)[PLAYERS].decode()
                cells = {row.cells["id"]: row.cells for row in parse_table(text, PLAYERS).rows}
            except (McMahonError, KeyError, UnicodeDecodeError):
                break
            found.append((step.done, cells))
    return found
