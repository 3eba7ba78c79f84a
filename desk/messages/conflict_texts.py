"""The sentences for two people who changed the same thing at the same time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ...model.notes import name_of
from ...model.tournament.games import Allowed, result_text
from ...model.tournament.person import Player
from ...model.tournament.tournament import Tournament
from ..changes import Contradiction, Thing
from ..desk_notes import StepNote
from .changed_rounds import won_text

MOST_NAMED = 5


def conflict_text(found: Sequence[Contradiction], tournament: Tournament) -> str:
    """A line for each thing, with both versions."""
    lines = [
        f"{_thing(c.thing, tournament)}: you want {_value(c.thing, c.ours, tournament)}, "
        f"but it is now {_value(c.thing, c.theirs, tournament)}"
        for c in found[:MOST_NAMED]
    ]
    more = [f"… and {len(found) - MOST_NAMED} more"] if len(found) > MOST_NAMED else []
    head = "somebody else changed the same thing at the same time; nothing was written"
    return "\n".join([head, *(f"  {line}" for line in (*lines, *more))])


def _thing(thing: Thing, tournament: Tournament) -> str:
    kind, *which = thing
    if kind in ("result", "board", "team board"):
        return f"round {which[0]} table {'.'.join(map(str, which[1:]))}"
    if kind in ("player", "seat"):
        return name_of(str(which[-1]), tournament)
    return f"round {which[0]}" if kind in ("draft", "hand pairing") else str(which[0])


def _value(thing: Thing, value: Any, tournament: Tournament) -> str:
    kind = thing[0]
    if value is None:
        return "none"
    if kind == "result":
        return _result(thing, value, tournament)
    if kind == "board":
        white, black, handicap, komi, _ = value
        names = f"{name_of(white, tournament)} – {name_of(black, tournament)}"
        return f"{names}, handicap {handicap}, komi {komi / 2:g}"
    if kind == "team board":
        people = {m.id: m.name for p in tournament.players for m in p.members}
        first, second, _, handicap, komi, _ = value
        names = " – ".join(people.get(pid, "nobody") for pid in (first, second))
        return f"{names}, handicap {handicap}, komi {komi / 2:g}"
    if kind == "draft":
        return "a draft" if value else "published"
    if kind == "hand pairing":
        return "to be paired by hand" if value else "not to be paired by hand"
    if kind == "seat" and isinstance(value, int):
        return f"table {value}"
    if kind == "table":
        return f"a table of {len(value.splitlines())} lines"
    return _player(value) if isinstance(value, Player) else str(value)


def _result(thing: Thing, value: Any, tournament: Tournament) -> str:
    """A result of a board, and who won by it, if the board is still there."""
    _, number, table, *board = thing
    result, by_default = value
    found = tournament.round(number).at_table(table) if number <= len(tournament.rounds) else None
    match = found if board else None
    if found is not None and board:
        found = next((b.game for b in found.boards if b.game.table == board[0]), None)
    if found is None:
        return result_text(*value) or "?"
    return won_text(replace(found, result=result, by_default=by_default), match, tournament)


def _player(player: Player) -> str:
    rounds = "" if player.rounds is None else f", rounds {', '.join(map(str, sorted(player.rounds))) or 'none'}"
    return f"{player.name} {player.rank_name} {player.club}, {player.status.value}{rounds}"


def step_texts(notes: Iterable[StepNote]) -> list[str]:
    """A sentence for each."""
    return [note.says() for note in notes]


#: What stands between a command and the rules that it broke; a shell reads no further than to the first sign of it.
BROKEN = " # broken by hand: "


def logged_command(command: str, allowed: Iterable[tuple[int, Allowed]]) -> str:
    """A command as the journal keeps it: with the rules that it broke by hand, and whom (ids) that concerns."""
    broken = [f"round {number}: {one.rule}{_whom(one)}" for number, one in allowed]
    return f"{command}{BROKEN}{'; '.join(broken)}" if broken else command


def _whom(one: Allowed) -> str:
    of = one.players or ((f"{one.part}: {one.found}" if one.part else str(one.found)),)
    return f" ({', '.join(of)})"
