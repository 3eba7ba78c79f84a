"""Whether a line's id or its name says who it is, where they disagree: asked, never guessed.

A list that was sorted anew has other running numbers beside the same names; a list that first had no ids has some now.
Either would rename players, with their results, or enter them twice.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ...model.errors import Problem
from ...model.language import counted
from ...model.notes import Remark
from ...model.tournament.person import Player, name_key
from ...model.tournament.same_names import Same, spelling_key, words_key
from ...model.ways import Way
from .reading import Entry
from .registration_remarks import ALIKE, SHORT_NAME, two_pins

MOST_TOLD = 12  # lines on which id and name disagree


@dataclass(frozen=True, slots=True)
class Clash:
    """A line whose id and name disagree: the player who has the id, if any, and those who have the name (ids)."""

    entry: Entry
    has_id: Player | None
    have_name: tuple[str, ...]


def settle(
    players: Mapping[str, Player],
    names: Mapping[str, Sequence[str]],
    entries: Sequence[Entry],
    same: Same,
    file: str,
    drawn: bool,
) -> tuple[list[Remark], list[Problem]]:
    """Take the ids from entries that are to be known by name: what the director should know of that, or is asked.

    `names` has ids by name. `drawn`: a round is drawn, so that a new spelling of a name is a question, too.
    """
    ids = {entry.player.id for entry in entries if entry.has_id}
    clashes = [clash for entry in entries if (clash := _clash(players, names, entry, ids, drawn))]
    if not clashes or same is Same.IDS:
        return [], []
    counting = [entry.player.id for entry in entries] == [str(k) for k in range(1, len(entries) + 1)]  # the lines
    named = {pid for entry in entries for pid in ids_of(names, entry.player)}
    all_are_named = all(clash.has_id is None or clash.has_id.id in named for clash in clashes)  # if on another line
    if same is Same.ASK and not (counting and all_are_named):
        return [], _questions(players, names, entries, clashes, file)
    for entry in entries:
        known = ids_of(names, entry.player)
        if entry.has_id and entry.player.surname and entry.player.id not in known:
            taken = entry.player.id in players or counting or known
            entry.player = replace(entry.player, id="" if taken else entry.player.id)
            entry.has_id = bool(entry.player.id)
    if same is Same.NAMES:
        return [], []
    text = "the ids count the lines and have moved, so players are known by their names"
    ways = (Way("if the ids are right, take this back", "undo"), Way("and do it again", same="ids"))
    return [Remark(text, ways)], []


def _clash(
    players: Mapping[str, Player],
    names: Mapping[str, Sequence[str]],
    entry: Entry,
    ids: Collection[str],
    drawn: bool,
) -> Clash | None:
    """How id and name of a line disagree; None if they do not, or the line has only one of them.

    `ids` are those of all lines: a namesake whose id is among them is somebody else.
    """
    player = entry.player
    if not entry.has_id or not player.surname:
        return None
    owner, named = players.get(player.id), ids_of(names, player)
    if entry.people and not named:  # called after its people on these lines, who may be new or some of several
        return None
    if player.id in named or (owner is None and not named):
        return None
    if owner is None:
        strangers = all(pid in ids or two_pins(player, players[pid]) for pid in named)
        return None if strangers else Clash(entry, None, named)
    respelt = not named and not drawn and _alike(player, owner)
    return None if respelt else Clash(entry, owner, named)


def ids_of(names: Mapping[str, Sequence[str]], player: Player) -> tuple[str, ...]:
    """Who is called so, in any order of the words."""
    parts = player.surname, player.first_name
    return tuple(dict.fromkeys(names.get(name_key(*parts)) or names.get(words_key(*parts)) or ()))


def _alike(one: Player, other: Player) -> bool:
    """Whether one name may be the other in another spelling."""
    from rapidfuzz.fuzz import ratio  # no other command is to wait for it

    keys = spelling_key(one.name), spelling_key(other.name)
    return keys[0] == keys[1] or (min(map(len, keys)) >= SHORT_NAME and ratio(*keys) >= ALIKE)


def _questions(
    players: Mapping[str, Player],
    names: Mapping[str, Sequence[str]],
    entries: Sequence[Entry],
    clashes: Sequence[Clash],
    file: str,
) -> list[Problem]:
    """The question, with what each answer would do, and a problem for each of the first lines."""
    renamed = sum(clash.has_id is not None for clash in clashes)
    by_ids = sum(entry.player.id not in players for entry in entries if entry.has_id)
    by_names = sum(not ids_of(names, entry.player) for entry in entries if entry.player.surname)
    known = sum(bool(ids_of(names, entry.player)) for entry in entries)
    expected = (
        f"by ids, {counted(renamed, 'player')} would be renamed and {by_ids} added; "
        f"by names, nobody would be renamed, {known} known and {by_names} added"
    )
    lines = f"ids and names disagree on {counted(len(clashes), 'line')}"
    ways = (Way("to let ids decide", same="ids"), Way("to let names decide", same="names"))
    question = Problem(lines, file, clashes[0].entry.line, expected=expected, ways=ways)
    told = []
    for clash in clashes[:MOST_TOLD]:
        name, pid = clash.entry.player.name, clash.entry.player.id
        of_name = f"{name} has the id {clash.have_name[0]}" if clash.have_name else f"nobody is called {name}"
        of_id = f"the id {pid} is {clash.has_id.name}" if clash.has_id else f"nobody has the id {pid}"
        told.append(Problem(f"{of_id}, and {of_name}", file, clash.entry.line, player=pid))
    return [question, *told]
