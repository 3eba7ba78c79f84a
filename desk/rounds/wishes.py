"""Wishes for a draw: as they are asked for, kept from the draft before, and asked for since a draft was drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from ...model.cups.bracket import entrants
from ...model.errors import InputError
from ...model.notes import Remark, name_of
from ...model.pairing.draw import Locks, Pair, count_rules
from ...model.pairing.profile import Profile
from ...model.pairing.standing_locks import find_pair
from ...model.records.state import State
from ...model.tournament.games import Round
from ...model.tournament.rules import RELAXABLE
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..verb import Change, told

KINDS = ("force", "forbid", "bye", "relax")


class Wishes(Change, frozen=True, kw_only=True, omit_defaults=True):
    """What is asked of a draw: players by id or name until they are resolved, then by id."""

    force: Annotated[tuple[Pair, ...], told("pairs who must meet, by id or name", "PLAYER:PLAYER")] = ()
    forbid: Annotated[tuple[Pair, ...], told("pairs who must not meet", "PLAYER:PLAYER")] = ()
    bye: Annotated[tuple[str, ...], told("players who have the bye", "PLAYER")] = ()
    relax: Annotated[tuple[str, ...], told("hard rules that may be broken if there is no legal round", "RULE")] = ()

    @property
    def locks(self) -> Locks:
        """The pairs and byes."""
        return Locks(self.force, self.forbid, self.bye)

    def text(self, tournament: Tournament) -> str:
        """In words: `bye Ann (1), Bo (2) meets Cy (3), rule clubs relaxed`."""
        parts = [f"bye {name_of(p, tournament)}" for p in self.bye]
        parts += [f"{name_of(a, tournament)} meets {name_of(b, tournament)}" for a, b in self.force]
        parts += [f"{name_of(a, tournament)} does not meet {name_of(b, tournament)}" for a, b in self.forbid]
        return ", ".join([*parts, *(f"rule {name} relaxed" for name in self.relax)])


NO_WISHES = Wishes()


def resolved(asked: Wishes, tournament: Tournament) -> Wishes:
    """The same with players by id. Raises InputError."""
    return Wishes(
        force=tuple(find_pair(pair, tournament) for pair in asked.force),
        forbid=tuple(find_pair(pair, tournament) for pair in asked.forbid),
        bye=tuple(tournament.find(text).id for text in asked.bye),
        relax=asked.relax,
    )


def with_kept(state: State, number: int, given: Wishes, profile: Profile) -> tuple[Wishes, list[Remark]]:
    """What was given for a draw (ids) and kept of the draft before, kind by kind, with notes on the latter.

    A kind of wish that is not given is kept if it fits: wishes about players who are no longer entered are dropped; a
    bye is kept as long as it brings no other bye.
    """
    tournament, old = state.tournament, _drawn_by(state, number)
    if old is None:
        return given, []
    entered = {p.id for p in entrants(tournament, number)}
    named = {p for pair in given.force for p in pair} | set(given.bye)
    there = entered - named
    force = tuple(pair for pair in old.force if there.issuperset(pair))
    settled = named | {p for pair in force for p in pair}
    byes = tuple(p for p in old.bye if p in entered - settled)
    if len(byes) + (len(entered) - len(byes)) % 2 > max(1, len(tournament.round(number).byes)):
        byes = ()
    met = {frozenset(pair) for pair in given.force}
    forbid = tuple(p for p in old.forbid if frozenset(p) not in met)
    names = {rule.name for rule in count_rules(tournament, profile, number) if rule.price is None}
    relax = tuple(name for name in old.relax if name in {*RELAXABLE, *names})
    fitting = Wishes(force=force, forbid=forbid, bye=byes, relax=relax)
    silent = [kind for kind in KINDS if not getattr(given, kind)]
    parts = (fitting, without(old, fitting))
    kept, gone = (Wishes(**{kind: getattr(own, kind) for kind in silent}) for own in parts)
    way = Way("to draw without them", "pair", fresh=True)
    of_kept = Remark(f"kept from the draft before: {kept.text(tournament)}", (way,))
    of_gone = Remark(f"no longer possible, so not kept from the draft before: {gone.text(tournament)}")
    notes = [*([of_kept] if kept != NO_WISHES else []), *([of_gone] if gone != NO_WISHES else [])]
    return both(given, kept), notes


def wishes_of_draft(state: State, number: int) -> Wishes:
    """What a round was asked for when it was drawn, of players who are still there; nothing if it is to be drawn."""
    old, known = _drawn_by(state, number), state.tournament.by_id().keys()
    if old is None:
        return NO_WISHES
    return Wishes(
        force=tuple(pair for pair in old.force if known >= {*pair}),
        forbid=tuple(pair for pair in old.forbid if known >= {*pair}),
        bye=tuple(player for player in old.bye if player in known),
        relax=old.relax,
    )


def _drawn_by(state: State, number: int) -> Wishes | None:
    """What a round was asked for when it was drawn; None if it is to be drawn, or nothing is known of that."""
    record = state.records.get(number) if number <= len(state.tournament.rounds) else None
    if record is None:
        return None
    own = record.locks
    return Wishes(force=own.force, forbid=own.forbid, bye=record.wished_byes, relax=record.relaxed)


def with_more(wishes: Wishes, asked: Wishes, tournament: Tournament) -> Wishes:
    """With more wishes, players by id or name; they take the place of those that they contradict. Raises InputError."""
    new = resolved(asked, tournament)
    settled = {player for pair in new.force for player in pair} | {*new.bye}
    apart = {frozenset(pair) for pair in new.forbid}
    met = {frozenset(pair) for pair in new.force}
    left = Wishes(
        force=tuple(pair for pair in wishes.force if not settled & {*pair} and frozenset(pair) not in apart),
        forbid=tuple(pair for pair in wishes.forbid if frozenset(pair) not in apart | met),
        bye=tuple(player for player in wishes.bye if player not in settled),
        relax=tuple(rule for rule in wishes.relax if rule not in new.relax),
    )
    return _by_kind(left, new, lambda old, more: old + tuple(dict.fromkeys(more)))


def both(wishes: Wishes, more: Wishes) -> Wishes:
    """The wishes of both."""
    return _by_kind(wishes, more, lambda own, new: own + new)


def without(wishes: Wishes, gone: Wishes) -> Wishes:
    """Without some of them, whoever is named first in a pair."""
    return _by_kind(wishes, gone, lambda own, less: tuple(one for one in own if _same(one) not in map(_same, less)))


def each(wishes: Wishes) -> list[Wishes]:
    """Every wish alone."""
    return [NO_WISHES.but(**{kind: (one,)}) for kind in KINDS for one in getattr(wishes, kind)]


def _by_kind(one: Wishes, other: Wishes, made: Callable[[Any, Any], Any]) -> Wishes:
    """Wishes made of two, a kind at a time."""
    return Wishes(**{kind: made(getattr(one, kind), getattr(other, kind)) for kind in KINDS})


def _same(wish: str | Pair) -> object:
    """A value that two wishes of a kind share if they say the same."""
    return wish if isinstance(wish, str) else frozenset(wish)


def wish_lines(wishes: Wishes, tournament: Tournament) -> list[str]:
    """Each wish in words, in the order of `each`."""
    names = {p.id: p.name for p in tournament.players}
    lines = [f"{names.get(a, a)} and {names.get(b, b)} meet" for a, b in wishes.force]
    lines += [f"{names.get(a, a)} and {names.get(b, b)} do not meet" for a, b in wishes.forbid]
    lines += [f"{names.get(player, player)} has the bye" for player in wishes.bye]
    return [*lines, *(f"the rule “{rule}” may be broken" for rule in wishes.relax)]


def wishes_not_kept(state: State, number: int, asked: Wishes | None) -> dict[str, tuple[str, ...]]:
    """Wishes that a draft breaks, and wishes of its draw that were taken back: in words, with their players (ids)."""
    if asked is None:
        return {}
    tournament, before = state.tournament, wishes_of_draft(state, number)
    new = _broken(tournament.round(number), without(asked, before))
    gone = without(before, asked)
    found = dict(zip(wish_lines(new, tournament), map(_named, each(new)), strict=True))
    dropped = zip(wish_lines(gone, tournament), map(_named, each(gone)), strict=True)
    return found | {f"not any more: {text}": players for text, players in dropped}


def _named(wishes: Wishes) -> tuple[str, ...]:
    """The players that wishes are about."""
    return (*(player for pair in (*wishes.force, *wishes.forbid) for player in pair), *wishes.bye)


def _broken(drawn: Round, wishes: Wishes) -> Wishes:
    """The wishes that a round does not have."""
    met = {frozenset(game.players) for game in drawn}
    return Wishes(
        force=tuple(pair for pair in wishes.force if frozenset(pair) not in met),
        forbid=tuple(pair for pair in wishes.forbid if frozenset(pair) in met),
        bye=tuple(player for player in wishes.bye if player not in drawn.byes),
    )


def check_byes(byes: list[str], count: int, agreed: bool) -> None:
    """Raise InputError if byes by hand (names) bring another one, or are several, and nobody has agreed to that."""
    one_more = (count - len(byes)) % 2
    if not byes or len(byes) + one_more < 2 or agreed:
        return
    who = " and ".join([", ".join(byes[:-1]), byes[-1]] if len(byes) > 1 else byes)
    have = "has" if len(byes) == 1 else "have"
    then = "one more player has no opponent and needs a bye, too" if one_more else "that is more byes than are needed"
    raise InputError(
        f"{count} players are entered: if {who} {have} a bye, {then}",
        Way("if you want that", two_byes=True),
        Way("if somebody does not play", "absent", who=("PLAYER",)),
    )
