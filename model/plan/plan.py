"""The rounds to come: their forced pairs, and a plan: a witness that they can be paired, not what will be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..cups.bracket import cup_pairs
from ..language import one_line
from ..pairing.standing_locks import Pair, forced_pairs, pairs_of
from ..placing.cup_seeds import with_known_seeds
from ..tournament.numbers import parse_rounds
from ..tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class ForcedRound:
    """The pairs (ids) forced in a round; `clashing` are further ones, of somebody with a forced game already."""

    number: int
    pairs: tuple[Pair, ...]
    clashing: tuple[Pair, ...] = ()


def forced_ahead(tournament: Tournament, numbers: Iterable[int]) -> list[ForcedRound]:
    """The pairs forced in each of these rounds, by settings and cups; without rounds, only in the first with both."""
    tournament = with_known_seeds(tournament)
    total = tournament.settings.rounds
    before, found = set[frozenset[str]](), []
    for number in numbers:
        here = {player.id for player in tournament.entrants(number)}
        again = {frozenset(pair) for pair, text in _locks(tournament) if text and number in parse_rounds(text, total)}
        again |= cup_pairs(tournament, number).keys()
        kept, clashing, busy = list[Pair](), list[Pair](), set[str]()
        for pair in dict.fromkeys(forced_pairs(tournament, number)):
            both = frozenset(pair)
            if not both <= here or (both in before and both not in again) or both in map(frozenset, kept):
                continue
            if both & busy:
                clashing.append(pair)
                continue
            kept.append(pair)
            busy |= both
            before.add(both)
        found.append(ForcedRound(number, tuple(kept), tuple(clashing)))
    return found


class Fault(StrEnum):
    """Why a forced pair cannot be kept: a `CLASH` of games, one is `ABSENT`, or they have met before: `AGAIN`."""

    CLASH = "clash"
    ABSENT = "absent"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class ForcedFault:
    """A pair (ids) forced in a round, and what is wrong with it: `players` who clash in this order, or are absent."""

    fault: Fault
    number: int
    pair: Pair
    players: tuple[str, ...] = ()


def clashes(tournament: Tournament, numbers: Iterable[int]) -> list[ForcedFault]:
    """The forced pairs of these rounds that contradict each other."""
    return [fault for one in forced_ahead(tournament, numbers) for fault in _clashes(one)]


def forced_faults(tournament: Tournament, numbers: Iterable[int]) -> list[ForcedFault]:
    """Everything that is wrong with the forced pairs of these rounds, round by round."""
    found, own = list[ForcedFault](), list(numbers)
    rounds = {one.number: one for one in forced_ahead(tournament, own)}
    known, total = tournament.by_id(), tournament.settings.rounds
    once = tournament.settings.pairing.meet_again == "never"
    for number in own:
        found += _clashes(rounds[number])
        for pair, text in dict.fromkeys(_locks(tournament)):
            if not text or number not in parse_rounds(text, total) or not known.keys() >= set(pair):
                continue
            away = tuple(player for player in pair if not known[player].enters(number))
            if away:
                found.append(ForcedFault(Fault.ABSENT, number, pair, away))
            elif once and _meet_before(tournament, pair, number, rounds):
                found.append(ForcedFault(Fault.AGAIN, number, pair))
    return found


def _clashes(one: ForcedRound) -> Iterator[ForcedFault]:
    for a, b in one.clashing:
        player, other = (a, b) if any(a in pair for pair in one.pairs) else (b, a)
        first = next(pair for pair in one.pairs if player in pair)
        yield ForcedFault(Fault.CLASH, one.number, (a, b), (player, *(p for p in first if p != player), other))


def _meet_before(tournament: Tournament, pair: Pair, number: int, rounds: dict[int, ForcedRound]) -> bool:
    """Whether two have met, or are forced to meet, in a round before."""
    both = frozenset(pair)
    forced = any(both in map(frozenset, one.pairs) for one in rounds.values() if one.number < number)
    return forced or any(frozenset(game.players) == both for one in tournament.rounds[: number - 1] for game in one)


def _locks(tournament: Tournament) -> Iterator[tuple[Pair, str]]:
    """Every pair that the settings force, with the rounds that they give as text."""
    for players, against, rounds in tournament.settings.pairing.force:
        for pair in pairs_of(players, against):
            if pair[0] != pair[1]:
                yield pair, rounds


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """One round of a plan: its number, the pairs (ids), and who has the bye."""

    number: int
    pairs: tuple[Pair, ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The rounds of a plan in their order."""

    rounds: tuple[PlannedRound, ...] = ()

    def behind(self, number: int) -> Plan:
        """The part of it for the rounds after a round."""
        return Plan(tuple(planned for planned in self.rounds if planned.number > number))


NO_PLAN = Plan()


class Outlook(StrEnum):
    """What is known of the rounds after a round.

    `SURE`: possible whatever is drawn; `PLANNED`: a plan shows it; `NONE`: not even the next; `OPEN`: out of time.
    """

    NOTHING = ""
    SURE = "whatever is drawn"
    PLANNED = "plan"
    NONE = "none"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Repeat:
    """A breach that would make all rounds possible: two players who meet again, or one with a second bye."""

    number: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Foresight:
    """What is guaranteed of the rounds `first` to `until`, of a tournament whose last round is `last`.

    `extra` is what the round costs more than the cheapest so that they stay possible, in the first tier that differs.
    Where `until` < `last`, not all rounds are possible; `repeats` are then the fewest breaches with which they would
    be, none where nobody knows, and `relax` the rules of which each alone, if it were relaxed, would make all possible.
    """

    outlook: Outlook = Outlook.NOTHING
    first: int = 0
    until: int = 0
    last: int = 0
    plan: Plan = NO_PLAN
    extra: int = 0
    repeats: tuple[Repeat, ...] = ()
    relax: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError for what no draw says."""
        if self.outlook is Outlook.PLANNED:
            numbers = [planned.number for planned in self.plan.rounds]
            in_turn = numbers == [*range(self.first, self.first + len(numbers))]
            if not (numbers and in_turn and numbers[-1] == self.until):
                found = one_line(", ".join(map(str, numbers))) or "none"
                raise ValueError(f"a plan of rounds {found}; expected {self.first} to {self.until}")
        elif self.plan.rounds:
            raise ValueError("a plan that nobody asked for")
        if (self.repeats or self.relax) and not self.short:
            raise ValueError("breaches that would make all rounds possible, though none is known to be impossible")

    @property
    def short(self) -> bool:
        """Whether it is known that not all rounds can be paired."""
        return self.outlook in (Outlook.SURE, Outlook.PLANNED, Outlook.NONE) and self.until < self.last


#: Nobody has looked ahead.
NO_FORESIGHT = Foresight()
