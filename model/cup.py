"""A knock-out inside a tournament, as the director has made it: who may be in it, its rounds, what its games count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .errors import InputError, Problem
from .language import one_line

SMALLEST, LARGEST = 4, 64
LONGEST_NAME = 60
MOST_CUPS = 20

#: What orders the entrants: rating, rank, start score, the standings after a round, or the order they are given in.
SEEDINGS = ("rating", "rank", "start", "standings", "given")
#: Which games of a cup count in the main tournament.
COUNTS = ("all", "none", "before-semifinals")


@dataclass(frozen=True, slots=True)
class CupDecision:
    """Who advances whatever the result says, by cup round and match from 1; blank for nobody.

    `kept`: because the next round was published before the result was corrected, not because the director said so.
    """

    round: int
    match: int
    winner: str = ""
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup: a bracket of `size` places whose first games are in the round `first` of the tournament.

    `in_rounds` are the rounds of the tournament in which it plays, where they do not follow one another: `(5, 7, 9)`,
    with `first` in front; where it takes more rounds than that, they follow the last of these.
    Its entrants are the best of those who fulfil all conditions in `who` (such as `category=U12` or `rank=3d-1k`), by
    `seeding`; `after` is the round of the standings (0: the one before `first`). With `groups`, a column, the same
    number comes from each group. With `players` (ids) it is exactly these. `counts` says which games count in the main
    tournament, `handicap` whether they have handicaps as all games do. `seeds` (ids, the best first) are empty until
    its first round is drawn. `decided` are the matches that the director has decided.
    """

    name: str
    size: int = 8
    first: int = 1
    who: tuple[str, ...] = ()
    seeding: str = "rating"
    after: int = 0
    groups: str = ""
    players: tuple[str, ...] = ()
    third_place: bool = False
    counts: str = "all"
    handicap: bool = False
    seeds: tuple[str, ...] = ()
    decided: tuple[CupDecision, ...] = ()
    in_rounds: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Raises InputError with every value that a cup cannot have."""
        problems = list(_problems(self))
        if problems:
            raise InputError(problems)

    @property
    def after_round(self) -> int:
        """The round after which the standings choose and order the entrants."""
        return self.after or self.first - 1

    @property
    def places(self) -> int:
        """The places of its bracket: a power of two, of which the best seeds may have one without an opponent."""
        entrants = len(self.seeds) or self.size
        return 1 << max(1, (entrants - 1).bit_length())

    @property
    def rounds(self) -> int:
        """How many rounds it takes."""
        return self.places.bit_length() - 1

    def of_round(self, number: int) -> int:
        """The round of the tournament in which a round of the cup (from 1) is played."""
        listed = self.in_rounds or (self.first,)
        return listed[number - 1] if number <= len(listed) else listed[-1] + number - len(listed)

    @property
    def played_in(self) -> tuple[int, ...]:
        """The rounds of the tournament in which it plays."""
        return tuple(self.of_round(number) for number in range(1, self.rounds + 1))

    @property
    def last(self) -> int:
        """The round of the tournament in which its final is."""
        return self.of_round(self.rounds)


def _problems(cup: Cup) -> Iterable[Problem]:
    place = f"cup {cup.name}"
    if not cup.name or one_line(cup.name) != cup.name or len(cup.name) > LONGEST_NAME or not cup.name.isprintable():
        expected = f"a name of at most {LONGEST_NAME} characters, such as U12"
        yield Problem("no cup can be called", value=one_line(cup.name)[:80], expected=expected)
    for key, value, low, high in (
        ("size", cup.size, SMALLEST, LARGEST), ("first_round", cup.first, 1, 99), ("after_round", cup.after, 0, 98),
    ):  # fmt: skip
        if not low <= value <= high:
            yield Problem(f"{place}: wrong {key}", value=str(value), expected=f"{low} to {high}")
    listed = cup.in_rounds
    if listed and (list(listed) != sorted(set(listed)) or not 1 <= listed[0] <= listed[-1] <= 99):
        text = ", ".join(map(str, listed))
        yield Problem(f"{place}: wrong rounds", value=text, expected="rounds in order, such as 5, 7, 9")
    elif listed and listed[0] != cup.first:
        yield Problem(f"{place}: wrong first_round", value=str(cup.first), expected=f"{listed[0]}, as in its rounds")
    for key, text, known in (("seeding", cup.seeding, SEEDINGS), ("counts", cup.counts, COUNTS)):
        if text not in known:
            yield Problem(f"{place}: wrong {key}", value=text, expected=f"one of {', '.join(known)}")
    if cup.after >= cup.first:
        expected = f"a round before the first round of the cup, which is {cup.first}"
        yield Problem(f"{place}: wrong after_round", value=str(cup.after), expected=expected)
    if cup.seeding == "standings" and cup.first < 2:
        yield Problem(f"{place}: standings cannot seed a cup that begins in round 1", expected="another seeding")
    if cup.seeding == "given" and not cup.players:
        yield Problem(f"{place}: the seeding is given, but no players are", expected="the players, the best first")
    for key, ids in (("players", cup.players), ("seeds", cup.seeds)):
        if len(set(ids)) < len(ids) or len(ids) > LARGEST or len(ids) == 1:
            yield Problem(f"{place}: wrong {key}", expected=f"2 to {LARGEST} different ids")
    for condition in cup.who:
        if not all(part.strip() for part in condition.replace("≤", "=").replace("≥", "=").partition("=")):
            expected = "COLUMN=VALUE, such as category=U12, or born>=2012"
            yield Problem(f"{place}: wrong condition", value=condition, expected=expected)
