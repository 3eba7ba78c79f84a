"""One of the people of an entrant (a pair, a rengo team, a team), and what of an entrant follows from its people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from .ranks import rank_name

#: How the mean of several ranks or ratings becomes a whole number. Means are the practice of European congresses
#: (rengo and teams of 2015); what happens to fractions is ours.
RANK_RULES = ("mean", "mean down", "mean up")
MOST_MEMBERS, MOST_OF_PAIR = 30, 5  # of a team with its substitutes; pair go and rengo


@dataclass(frozen=True, slots=True)
class Person:
    """What the registrations say of one person, or of an entrant of several.

    `rank` counts from 1 dan = 0; `rating` is on the European scale; `rounds` are those that the person plays (None =
    all); `groups` are families and the like; `extra` keeps the columns of the registrations that this program does not
    use.
    """

    id: str
    surname: str
    first_name: str = ""
    rank: int = -30
    pro: int = 0
    rating: int = -900
    rating_is_derived: bool = False
    club: str = ""
    country: str = ""
    pin: str = ""
    aga: str = ""
    rounds: frozenset[int] | None = None
    groups: tuple[str, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """Surname and first name as entered."""
        return f"{self.surname} {self.first_name}".strip()

    @property
    def rank_name(self) -> str:
        """`3d`, `12k` or `2p`."""
        return rank_name(self.rank, self.pro)

    def as_person(self) -> dict[str, Any]:
        """The values of all that belongs to a person, by field."""
        return {f.name: getattr(self, f.name) for f in fields(Person)}


@dataclass(frozen=True, slots=True)
class Member(Person):
    """One person of an entrant.

    A `substitute` plays only in the rounds named here, and neither rank nor name of the entrant follows from them.
    """

    substitute: bool = False

    def plays(self, round_number: int) -> bool:
        """Whether the person plays in a round; a substitute only where that is said."""
        return self.rounds is None or round_number in self.rounds


def regulars(members: Iterable[Member]) -> tuple[Member, ...]:
    """The members who are no substitutes, in board order."""
    return tuple(m for m in members if not m.substitute)


def mean(values: Sequence[int], rule: str) -> int:
    """The mean of whole numbers as a whole number: `mean` to the nearest (a half down), or always down, or up."""
    total, count = sum(values), len(values)
    if rule == "mean down":
        return total // count
    return -(-total // count) if rule == "mean up" else -((count - 2 * total) // (2 * count))


def joined_name(members: Iterable[Member]) -> str:
    """What an entrant is called after its people: `Sato & Maier`."""
    return " & ".join(m.surname or m.name for m in regulars(members))


def shared_club(members: Iterable[Member]) -> str:
    """The clubs of several people as one text: `Ulm`, or `Ulm / Bonn`."""
    return " / ".join(different(m.club for m in members))


def shared_country(members: Iterable[Member]) -> str:
    """The countries of several people as one text: `DE`, or `DE/JP`."""
    return "/".join(different(m.country for m in members))


def different(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts that are not empty, each once, in their order."""
    return tuple(dict.fromkeys(filter(None, texts)))
