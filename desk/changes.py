"""What differs between two states of a tournament, thing by thing; where two changes contradict each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from ..model.notes import name_of
from ..model.records.state import State
from ..model.tournament.games import Allowed, Round, result_text
from ..model.tournament.person import Player
from ..model.tournament.settings.settings import SECTIONS, Settings
from ..model.tournament.tournament import Tournament
from .messages.changed_rounds import won_text

MOST_NAMED = 5  # contradictions
#: What stands between a command and the rules that it broke; a shell reads no further than to the first sign of it.
BROKEN = " # broken by hand: "
#: What one change can alter by itself: its kind, and which: ("player", "7"), ("result", 2, 14), ("setting", "komi").
Thing = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """One thing that was changed in two ways at once: what it was, what was wanted, and what it has become meanwhile.

    A value is None where the thing was not there; of a seat it may be the table that somebody came to.
    """

    thing: Thing
    before: Any
    ours: Any
    theirs: Any


def changed_things(before: State, after: State) -> dict[Thing, tuple[Any, Any]]:
    """Everything that differs between two states, with its value in each; None where it is not there."""
    if before is after:
        return {}
    old, new = dict(_things(before)), dict(_things(after))
    keys = [*old, *(key for key in new if key not in old)]
    return {key: (old.get(key), new.get(key)) for key in keys if old.get(key) != new.get(key)}


def contradictions(base: State, ours: State, theirs: State) -> list[Contradiction]:
    """The things that two changes of one state have made different; players who are new in both are no such thing."""
    own, others = changed_things(base, ours), changed_things(base, theirs)
    found: dict[Thing, Contradiction] = {}
    for thing in (other for changed in own for other in (changed, *_bound_to(changed, others)) if other in others):
        before, now = others[thing]
        wanted = own[thing][1] if thing in own else before
        if thing[0] == "seat" and wanted is None and now is None:  # both gave a game to who had none: the same one?
            wanted, now = _table_of(ours, thing), _table_of(theirs, thing)
        new_player = thing[0] == "player" and before is None
        if wanted != now and not new_player:
            found[thing] = Contradiction(thing, before, wanted, now)
    return list(found.values())


def allowed_since(before: State, after: State) -> list[tuple[int, Allowed]]:
    """The rules that a change has broken by hand with the director's yes, each with the number of its round."""
    known = {(drawn.number, one) for drawn in before.tournament.rounds for one in drawn.allowed}
    now = ((drawn.number, one) for drawn in after.tournament.rounds for one in drawn.allowed)
    return [found for found in now if found not in known]


def _bound_to(thing: Thing, others: Iterable[Thing]) -> list[Thing]:
    """What must not change beneath a thing: a result and its board, all of a round that is published or in hand."""
    if thing[0] in ("draft", "hand pairing"):
        return [other for other in others if other[0] in ("board", "seat") and other[1] == thing[1]]
    board = "team board" if len(thing) == 4 else "board"  # kind, round, table, and the board of a match
    twin = {"result": board, "board": "result", "team board": "result"}.get(thing[0])
    return [(twin, *thing[1:])] if twin else []


def _things(state: State) -> Iterator[tuple[Thing, Any]]:
    """Everything in a state that can be changed by itself."""
    for player in state.tournament.players:
        yield ("player", player.id), player
    yield from _settings(state.tournament.settings)
    for name, text in state.profile_texts.items():
        yield ("file", name), text
    for name, text in state.tables.items():
        yield ("table", name), text
    for cup in state.tournament.cups:
        yield ("cup", cup.name), cup
    for drawn in state.tournament.rounds:
        yield from _of_round(drawn)


def _table_of(state: State, seat: Thing) -> int | None:
    """Where somebody plays in the round of their seat; None where they do not."""
    _, number, player = seat
    game = state.tournament.round(number).game_of(player) if number <= len(state.tournament.rounds) else None
    return game.table if game else None


def _settings(settings: Settings) -> Iterator[tuple[Thing, Any]]:
    for f in fields(settings):
        value = getattr(settings, f.name)
        if f.name not in SECTIONS:
            yield ("setting", f.name), value
        elif f.name != "decided":  # follows from the rest
            yield from ((("setting", f"{f.name}.{own.name}"), getattr(value, own.name)) for own in fields(value))


def _of_round(drawn: Round) -> Iterator[tuple[Thing, Any]]:
    yield ("draft", drawn.number), drawn.draft
    yield ("hand pairing", drawn.number), drawn.hand_pairing
    for game in drawn:
        board = (game.white, game.black, game.handicap, game.komi_halves, game.by_hand)
        yield ("board", drawn.number, game.table), board
        if not game.boards:  # a match's result follows from its boards
            yield ("result", drawn.number, game.table), (game.result, game.by_default)
        for own in game.boards:
            place, of = (drawn.number, game.table, own.game.table), own.game
            yield ("team board", *place), (*own.people(), own.turned, of.handicap, of.komi_halves, of.by_hand)
            yield ("result", *place), (of.result, of.by_default)
    for what, players in (("bye", drawn.byes), ("absent", drawn.absent), ("unpaired", drawn.unpaired)):
        yield from ((("seat", drawn.number, player), what) for player in players)


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
    if kind in ("board", "team board"):
        first, second, *_, handicap, komi, _ = value
        people = {m.id: m.name for p in tournament.players for m in p.members}
        of_teams = kind == "team board"
        names = (people.get(p, "nobody") if of_teams else name_of(p, tournament) for p in (first, second))
        return f"{' – '.join(names)}, handicap {handicap}, komi {komi / 2:g}"
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


def logged_command(command: str, allowed: Iterable[tuple[int, Allowed]]) -> str:
    """A command as the journal keeps it: with the rules that it broke by hand, and whom (ids) that concerns."""
    broken = [f"round {number}: {one.rule}{_whom(one)}" for number, one in allowed]
    return f"{command}{BROKEN}{'; '.join(broken)}" if broken else command


def _whom(one: Allowed) -> str:
    of = one.players or ((f"{one.part}: {one.found}" if one.part else str(one.found)),)
    return f" ({', '.join(of)})"
