"""A new draw keeps the wishes of the draft before: who has the bye, who meets, which rules may be broken."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ....model.cups.cup_games import entrants
from ....model.hints import Advice, Hint
from ....model.notes import Note, name_of
from ....model.pairing.draw import Locks, count_rules
from ....model.pairing.profile import Profile
from ....model.records.state import State
from ....model.tournament.rules import RELAXABLE
from ....model.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wishes for a draw: pairs and byes by hand, and rules that may be broken (names)."""

    locks: Locks
    relaxed: tuple[str, ...] = ()

    @property
    def any(self) -> bool:
        """Whether there is one at all."""
        return bool(self.locks.force or self.locks.forbid or self.locks.bye or self.relaxed)

    def text(self, tournament: Tournament) -> str:
        """In words: `bye Ann (1), Bo (2) meets Cy (3), rule clubs relaxed`."""
        locks = self.locks
        parts = [f"bye {name_of(p, tournament)}" for p in locks.bye]
        parts += [f"{name_of(a, tournament)} meets {name_of(b, tournament)}" for a, b in locks.force]
        parts += [f"{name_of(a, tournament)} does not meet {name_of(b, tournament)}" for a, b in locks.forbid]
        return ", ".join([*parts, *(f"rule {name} relaxed" for name in self.relaxed)])


@dataclass(frozen=True, slots=True)
class WishesKept(Note):
    """Wishes that are kept from the draft before."""

    wishes: Wishes

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        return f"kept from the draft before: {self.wishes.text(tournament)}"

    def hints(self, tournament: Tournament) -> list[Hint]:
        """What could be done about it."""
        return [Hint(Advice.DRAW_FRESH)]


@dataclass(frozen=True, slots=True)
class WishesDropped(Note):
    """Wishes of the draft before that are no longer possible."""

    wishes: Wishes

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        return f"no longer possible, so not kept from the draft before: {self.wishes.text(tournament)}"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The wishes for a draw, and what the director should know about those of the draft before."""

    wishes: Wishes
    notes: tuple[Note, ...] = ()


def with_kept(state: State, number: int, given: Wishes, profile: Profile) -> Wanted:
    """What was given for a draw; a kind of wish that is not given is kept from the draft before, if it fits.

    Wishes about players who are no longer entered are dropped; a bye is kept as long as it brings no other bye.
    """
    tournament = state.tournament
    record = state.records.get(number) if number <= len(tournament.rounds) else None
    if record is None:
        return Wanted(given)
    old = Wishes(replace(record.locks, bye=record.wished_byes), record.relaxed)
    entered = {p.id for p in entrants(tournament, number)}
    named = {p for pair in given.locks.force for p in pair} | set(given.locks.bye)
    there = entered - named
    force = tuple(pair for pair in old.locks.force if there.issuperset(pair))
    settled = named | {p for pair in force for p in pair}
    byes = tuple(p for p in old.locks.bye if p in entered - settled)
    if len(byes) + (len(entered) - len(byes)) % 2 > max(1, len(tournament.round(number).byes)):
        byes = ()
    met = {frozenset(pair) for pair in given.locks.force}
    forbid = tuple(p for p in old.locks.forbid if frozenset(p) not in met)
    names = {rule.value for rule in RELAXABLE} | {
        rule.name for rule in count_rules(tournament, profile, number) if rule.price is None
    }
    fitting = Wishes(Locks(force, forbid, byes), tuple(name for name in old.relaxed if name in names))
    kept, gone = _where_silent(fitting, given), _where_silent(_less(old, fitting), given)
    notes: list[Note] = [WishesKept(kept)] if kept.any else []
    notes += [WishesDropped(gone)] if gone.any else []
    return Wanted(_both(given, kept), tuple(notes))


def _where_silent(wishes: Wishes, given: Wishes) -> Wishes:
    """The wishes of those kinds of which nothing is given."""
    own, said = wishes.locks, given.locks
    locks = Locks(() if said.force else own.force, () if said.forbid else own.forbid, () if said.bye else own.bye)
    return Wishes(locks, () if given.relaxed else wishes.relaxed)


def _both(a: Wishes, b: Wishes) -> Wishes:
    locks = Locks(a.locks.force + b.locks.force, a.locks.forbid + b.locks.forbid, a.locks.bye + b.locks.bye)
    return Wishes(locks, a.relaxed + b.relaxed)


def _less(a: Wishes, b: Wishes) -> Wishes:
    """The wishes of `a` that `b` does not have."""
    locks = Locks(
        tuple(pair for pair in a.locks.force if pair not in b.locks.force),
        tuple(pair for pair in a.locks.forbid if pair not in b.locks.forbid),
        tuple(player for player in a.locks.bye if player not in b.locks.bye),
    )
    return Wishes(locks, tuple(name for name in a.relaxed if name not in b.relaxed))
