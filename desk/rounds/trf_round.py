"""The next round of a TRF file, for programs that call a chess engine; and whether its rounds are those drawn here.

It is drawn by our own costs, not by the rules of FIDE's Dutch system.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...io.foreign.trf import ToPair, read_to_pair
from ...model.judging.no_pairing import NoPairingError
from ...model.pairing.draw import Locks
from ...model.tournament.games import Round
from ..options import Options
from .draw.drawing import Drawn, Terms, draw_round

Numbers = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TrfRound:
    """A round by the file's start numbers: pairs, White first, from the first table; a bye has 0 for Black.

    `remarks` say what of the file was left out or guessed.
    """

    pairs: tuple[Numbers, ...]
    drawn: Drawn
    file: ToPair

    @property
    def remarks(self) -> list[str]:
        """What of the file was left out or guessed."""
        return self.file.report.lines()

    def check_list(self) -> Iterator[str]:
        """A line for each pair: numbers, points of both before the round, colours so far (Whites minus Blacks)."""
        ids = {number: pid for pid, number in self.file.numbers.items()}
        field = self.drawn.problem.field
        at = {pid: i for i, pid in enumerate(field.ids)}
        yield "White Black Points Points Colours Colours"
        for pair in self.pairs:
            known = [at[ids[number]] for number in pair if number]
            points = [f"{field.score[i] / field.steps:g}" for i in known]
            yield " ".join([*map(str, pair), *points, *(f"{field.colours[i]:+d}" for i in known)])


def pair_trf(data: bytes, name: str, options: Options | None = None) -> TrfRound:
    """The next round of a file. Raises InputError, NoPairingError, NoAnswerError."""
    file = read_to_pair(data, name)
    drawn = draw_round(file.tournament, Terms(locks=Locks(force=file.pairs)), options)
    by_hand = {frozenset(pair): pair for pair in file.pairs}
    pairs = [by_hand.get(frozenset(game.players), game.players) for game in drawn.round]
    numbers = [(file.numbers[white], file.numbers[black]) for white, black in pairs]
    return TrfRound((*numbers, *((file.numbers[pid], 0) for pid in drawn.round.byes)), drawn, file)


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round of a file beside the same round drawn here: pairs (start numbers, the lower first) that only one has.

    `possible`: whether there is a legal round at all.
    """

    number: int
    only_there: tuple[Numbers, ...]
    only_here: tuple[Numbers, ...]
    possible: bool = True


def check_trf(data: bytes, name: str, options: Options | None = None) -> Iterator[CheckedRound]:
    """Every round of a file, drawn again from what was before it. Raises InputError, NoAnswerError."""
    file = read_to_pair(data, name)
    for played in file.tournament.rounds:
        before = file.tournament.entered_as_drawn(played.number).before(played.number)
        try:
            found = draw_round(before, options=options).round
        except NoPairingError:
            yield CheckedRound(played.number, (), (), possible=False)
            continue
        there, here = _pairs(played, file.numbers), _pairs(found, file.numbers)
        yield CheckedRound(played.number, tuple(sorted(there - here)), tuple(sorted(here - there)))


def _pairs(own: Round, numbers: Mapping[str, int]) -> set[Numbers]:
    """The pairs of a round by start numbers, the lower first; a bye has 0."""
    games = [(numbers[game.white], numbers[game.black]) for game in own]
    return {(min(pair), max(pair)) for pair in games} | {(0, numbers[pid]) for pid in own.byes}
