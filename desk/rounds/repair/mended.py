"""A repaired round: what it gives up and has new, and whether more boards given up would make it better."""

from __future__ import annotations

from dataclasses import dataclass

from ....model.notes import Note, name_of
from ....model.pairing.draw import Pair
from ....model.pairing.pairing import Pairing
from ....model.records.state import Record
from ....model.tournament.games import Game, Round
from ....model.tournament.tournament import Tournament
from ....solver.questions.repair import Repaired, cost_multiple
from ..wide import NewBoard, wider_than

SOME_MORE = 4  # boards to give up besides, where a round is far from the cheapest


@dataclass(frozen=True, slots=True)
class PlaysAfterAll(Note):
    """A player (id) who was to have the bye by the draw, but plays in the repaired round."""

    player: str

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        return f"{name_of(self.player, tournament)} was to have the bye, but plays now"


@dataclass(frozen=True, slots=True)
class RepairDone:
    """A repaired round: the tournament with it, and the round before.

    `lost` are the pairs (ids) of whom somebody does not play, `given_up` the others that were broken up, `new_boards`
    the new games with the scores of their players. To compare with: `cheapest` is the cheapest round of all, `fewest`
    gives up fewest boards, each with how many it would give up besides those lost.
    """

    tournament: Tournament
    round: Round
    old: Round
    lost: tuple[Pair, ...]
    given_up: tuple[Pair, ...]
    new_boards: tuple[NewBoard, ...]
    pairing: Pairing
    cheapest: Repaired
    fewest: Repaired
    record: Record
    notes: tuple[Note, ...]

    @property
    def new(self) -> tuple[Game, ...]:
        """The new games."""
        return tuple(board.game for board in self.new_boards)

    @property
    def changed(self) -> bool:
        """Whether the round is another one than before."""
        return self.round != self.old

    @property
    def can_be_cheaper(self) -> bool:
        """Whether a round that gives up more boards costs less."""
        now, least = ([tier.cost for tier in p.tiers] for p in (self.pairing, self.cheapest.pairing))
        return self.cheapest.changed > len(self.given_up) and least < now

    @property
    def can_keep_more(self) -> bool:
        """Whether a round gives up fewer boards."""
        return self.fewest.changed < len(self.given_up)

    @property
    def lose_bye(self) -> tuple[str, ...]:
        """Who (ids) was given the bye by hand, and plays now although nobody has said so."""
        return tuple(note.player for note in self.notes if isinstance(note, PlaysAfterAll))

    @property
    def wider(self) -> tuple[NewBoard, ...]:
        """The new boards that are far wider than every board of the round before."""
        return wider_than(self.old, self.new_boards, self.tournament)

    @property
    def times_dear(self) -> int:
        """How many times as much as the cheapest round it costs, where that is too much; else 0."""
        return cost_multiple(Repaired(len(self.given_up), self.pairing), self.cheapest)

    @property
    def better_with(self) -> int | None:
        """How many boards to give up for a better round, where two play who should not, or it costs too much."""
        bad = self.times_dear or any(board.far for board in self.new_boards)
        more = self.cheapest.changed > len(self.given_up)
        return len(self.given_up) + SOME_MORE if bad and more else None
