"""A repaired round: what it gives up and has new, and whether more boards given up would make it better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from ....model.language import counted
from ....model.notes import Note, name_of, note_texts
from ....model.pairing.draw import Pair
from ....model.pairing.pairing import Pairing
from ....model.records.state import Record
from ....model.tournament.games import Game, Round
from ....model.tournament.tournament import Tournament
from ....solver.questions.repair import Repaired, cost_multiple
from ...verb import Answer, answer_of, told
from ..new_boards import NewBoard, wider_than

SOME_MORE = 4  # boards to give up besides, where a round is far from the cheapest


@dataclass(frozen=True, slots=True)
class PlaysAfterAll(Note):
    """A player (id) who was to have the bye by the draw, but plays in the repaired round."""

    player: str

    def says(self, tournament: Tournament) -> str:
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


class NewBoardAnswer(Answer, frozen=True):
    """A new game."""

    table: Annotated[int, told("number of the table")]
    white: Annotated[str, told("id of White")]
    black: Annotated[str, told("id of Black")]
    handicap: Annotated[int, told("stones; 0 in an even game")]


class OtherRoundAnswer(Answer, frozen=True):
    """Another repaired round, to compare with."""

    given_up: Annotated[int, told("how many boards it gives up, those that lost a player not counted")]
    cost: Annotated[int, told("what it costs over all tiers, a sum of whole weights")]


class RepairAnswer(Answer, frozen=True):
    """A repaired round."""

    round: Annotated[int, told("number of the round")]
    lost: Annotated[tuple[tuple[str, str], ...], told("boards of whom somebody does not play: ids of White and Black")]
    given_up: Annotated[tuple[tuple[str, str], ...], told("other boards that are given up: ids of White and Black")]
    new: Annotated[tuple[NewBoardAnswer, ...], told("the new games")]
    byes: Annotated[tuple[str, ...], told("ids of all who have a bye")]
    cost: Annotated[int, told("what the round costs over all tiers, a sum of whole weights")]
    status: Annotated[
        Literal["optimal", "feasible"],
        told('"optimal": proven the best that changes so few boards; "feasible": the best found in the time'),
    ]
    cheapest: Annotated[OtherRoundAnswer, told("the cheapest round of all, however many boards it gives up")]
    fewest: Annotated[OtherRoundAnswer, told("the round that gives up fewest boards, whatever it costs")]
    notes: Annotated[tuple[str, ...], told("what the director should know, in words")]


class TradeOffAnswer(Answer, frozen=True):
    """The cheapest round with so many boards given up."""

    changed: Annotated[int, told("how many boards it gives up")]
    cost: Annotated[int, told("what it costs over all tiers, a sum of whole weights")]
    proven: Annotated[bool, told("whether it is proven that none costs less")]


def repair_answer(done: RepairDone) -> RepairAnswer:
    """The repaired round: what goes, what comes, what it costs."""
    return answer_of(
        RepairAnswer,
        done,
        round=done.round.number,
        byes=done.round.byes,
        cost=done.pairing.cost,
        status=done.pairing.status,
        cheapest=OtherRoundAnswer(done.cheapest.changed, done.cheapest.pairing.cost),
        fewest=OtherRoundAnswer(done.fewest.changed, done.fewest.pairing.cost),
        notes=tuple(note_texts(done.notes, done.tournament)),
    )


def trade_off_answer(points: Sequence[Repaired]) -> list[TradeOffAnswer]:
    """What each further board given up gains, from the fewest."""
    return [TradeOffAnswer(p.changed, p.pairing.cost, p.pairing.optimal) for p in points]


def bye_lines(done: RepairDone) -> list[str]:
    """A line for each bye that somebody wished for and that the repair takes away, with the opponent."""
    names = done.tournament.by_id()
    return [
        f"{names[player].name} was given the bye of round {done.round.number} by hand, but with an even number of "
        f"players nobody needs a bye: {_seat(player, done)}"
        for player in done.lose_bye
    ]


def given_up_lines(done: RepairDone) -> list[str]:
    """How many boards are given up although both play, then a line for each, with what becomes of the two."""
    if not done.given_up:
        return []
    names = done.tournament.by_id()
    tables = {game.players: game.table for game in done.old}
    return [
        f"round {done.round.number} is published, and {counted(len(done.given_up), 'board')} would be given up:",
        *(
            f"table {tables[pair]}: {' – '.join(names[player].name for player in pair)}; "
            f"now {' and '.join(_seat(player, done) for player in pair)}"
            for pair in done.given_up
        ),
    ]


def _seat(player: str, done: RepairDone) -> str:
    """Whom a player meets now, or that the player has the bye."""
    names, game = done.tournament.by_id(), done.round.game_of(player)
    name = names[player].name
    return f"{name} meets {names[game.opponent(player)].name}" if game else f"{name} has the bye"
