"""What a director asks of the next draw before it is made: who meets, who does not, who sits out, what may be broken.

Each wish is a text such as `force 3:17`, `forbid 3:17`, `bye 3` or `relax repeats`, which a face can keep and show.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ....model.errors import InputError, Problem
from ....model.pairing.draw import Pair, find_pair, split_pair
from ....model.records.state import State
from ....model.tournament.tournament import Tournament
from ..numbers import next_round

KINDS = ("force", "forbid", "bye", "relax")


@dataclass(frozen=True, slots=True)
class Asked:
    """Wishes for a round, as texts with ids, in the order in which they were asked for."""

    number: int
    wishes: tuple[str, ...] = ()

    def pairs(self, kind: str) -> list[Pair]:
        """The pairs of a kind."""
        return [split_pair(what) for what in self.of(kind)]

    def of(self, kind: str) -> list[str]:
        """What is asked for of a kind."""
        return [what for one, what in map(_parts, self.wishes) if one == kind]

    def without(self, wishes: Iterable[str]) -> Asked:
        """Without some of the wishes."""
        gone = {_same(wish) for wish in wishes}
        return Asked(self.number, tuple(wish for wish in self.wishes if _same(wish) not in gone))


def asked_of_draft(state: State, again: bool = False) -> Asked:
    """What the next draw is asked for where nobody has said anything since: what the draft was asked for.

    With `again` the next draw is of the last round, although it is published. Raises InputError where none is left.
    """
    tournament = state.tournament
    number = len(tournament.rounds) if again else next_round(tournament)
    record = state.records.get(number) if number <= len(tournament.rounds) else None
    if record is None:
        return Asked(number)
    known = tournament.by_id()
    pairs = [(kind, pair) for kind in ("force", "forbid") for pair in getattr(record.locks, kind)]
    wishes = [f"{kind} {a}:{b}" for kind, (a, b) in pairs if a in known and b in known]
    byes = [f"bye {player}" for player in record.locks.bye if player in known]
    return Asked(number, (*wishes, *byes, *(f"relax {rule}" for rule in record.relaxed)))


def with_wish(asked: Asked, wish: str, tournament: Tournament) -> Asked:
    """With one more wish, players by id or name; it takes the place of those that it contradicts. Raises InputError."""
    kind, what = _parts(wish)
    if kind not in KINDS or not what:
        raise InputError([Problem("no wish for a draw", value=wish, expected="force 3:17, forbid 3:17 or bye 3")])
    if kind in ("force", "forbid"):
        what = ":".join(find_pair(split_pair(what), tournament))
    elif kind == "bye":
        what = tournament.find(what).id
    new = f"{kind} {what}"
    kept = [old for old in asked.wishes if not _contradict(old, new)]
    return Asked(asked.number, (*kept, new))


def wish_lines(asked: Asked, tournament: Tournament) -> list[tuple[str, str]]:
    """Each wish, and what it says in words."""
    names = {p.id: p.name for p in tournament.players}

    def text(wish: str) -> str:
        kind, what = _parts(wish)
        who = " and ".join(names.get(player, player) for player in what.split(":"))
        words = {"force": "meet", "forbid": "do not meet", "bye": "has the bye"}
        return f"the rule “{what}” may be broken" if kind == "relax" else f"{who} {words[kind]}"

    return [(wish, text(wish)) for wish in asked.wishes]


def is_same(one: str, other: str) -> bool:
    """Whether two wishes say the same, whoever is named first."""
    return _same(one) == _same(other)


def _parts(wish: str) -> Sequence[str]:
    kind, _, what = wish.strip().partition(" ")
    return kind, what.strip()


def _same(wish: str) -> tuple[str, frozenset[str]]:
    """A wish, whoever is named first in it."""
    kind, what = _parts(wish)
    return kind, frozenset(what.split(":"))


def _contradict(old: str, new: str) -> bool:
    """Whether two wishes cannot both be kept, or say the same."""
    (was, them), (now, these) = _same(old), _same(new)
    if "relax" in (was, now):
        return (was, them) == (now, these)
    if "forbid" in (was, now):
        return them == these
    return bool(them & these)
