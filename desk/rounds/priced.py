"""A round as its director looks at it: every board with its price by criterion and how its players came there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...model.cups.bracket import cup_pairs, match_text
from ...model.records.ledger import DrawnBoard, Entrant, Ledger, ledger_of
from ...model.records.state import State
from ...model.tournament.games import Game, Round
from ..questions.standing_round import drawn_round
from ..verb import Outcome
from .proof.claim import Backing, Claim
from .proof.proving import claim_at_draw, stated_round
from .proof.since_draw import SinceDraw, since_draw
from .round_numbers import round_number
from .wishes import Wishes

DEAR = 3  # times the mean price of the boards, from which a board is dear


@dataclass(frozen=True, slots=True)
class PricedBoard:
    """A game (None for a bye) with what was true of its players (ids; White first) at the draw, and its price.

    `settled`: the director had asked for it, or a cup has. `dear`: far above what boards of this round cost. `cup`: of
    which cup it is a game, and of which round in it.
    """

    players: tuple[str, ...]
    entrants: tuple[Entrant, ...]
    game: Game | None
    costs: Mapping[str, int]
    settled: bool = False
    dear: bool = False
    cup: str = ""

    @property
    def seat(self) -> frozenset[str]:
        """Who plays there, or has the bye (ids)."""
        return frozenset(self.players)

    @property
    def cost(self) -> int:
        """The sum of its price."""
        return sum(self.costs.values())

    @property
    def gap(self) -> int:
        """White's score less Black's, as they are paired: below 0, White is drawn up; 0 without an opponent."""
        return self.entrants[0].score - self.entrants[1].score if len(self.entrants) > 1 else 0

    @property
    def dearest(self) -> list[tuple[str, int]]:
        """Its price by criterion, the dearest first."""
        return self.beyond(())[1]

    def beyond(self, alike: Collection[str]) -> tuple[int, list[tuple[str, int]]]:
        """The sum and the parts of its price, the dearest first, without what says nothing of any board."""
        own = [(name, cost) for name, cost in self.costs.items() if cost and name not in alike]
        return sum(cost for _, cost in own), sorted(own, key=lambda one: (-one[1], one[0]))


@dataclass(frozen=True, slots=True)
class PricedRound:
    """A round with its boards and byes, and the price of its rules over pairs.

    `stale` is what has changed since the draw; then `at_draw` is None. Else that is what the record of the draw says of
    these boards, None if it says nothing of them (boards had to stay, or were changed). `recomputed`: nothing is known
    of the draw, or the boards were changed, so that entrants are as today. `drawn_at` is what the round cost when it
    was drawn, None if that is not known. `alike` is what says nothing of any board, by criterion.
    """

    round: Round
    boards: Sequence[PricedBoard]
    byes: Sequence[PricedBoard]
    rule_costs: Mapping[str, int]
    profile: str
    stale: SinceDraw
    at_draw: Claim | None
    recomputed: bool
    drawn_at: int | None = None
    alike: Mapping[str, int] = field(default_factory=dict)

    @property
    def every(self) -> list[PricedBoard]:
        """The boards, then the byes."""
        return [*self.boards, *self.byes]

    @property
    def costs(self) -> dict[str, int]:
        """The cost of the whole round by criterion, the dearest first."""
        total: dict[str, int] = dict(self.rule_costs)
        for board in self.every:
            for name, cost in board.costs.items():
                total[name] = total.get(name, 0) + cost
        return dict(sorted(((n, c) for n, c in total.items() if c), key=lambda one: (-one[1], one[0])))

    @property
    def cost(self) -> int:
        """What the round costs."""
        return sum(self.costs.values())

    def board_at(self, table: int) -> PricedBoard | None:
        """The board at a table."""
        return next((board for board in self.boards if board.game and board.game.table == table), None)


def priced(
    state: State, number: int = 0, folder: Path | None = None, asked: Wishes | None = None
) -> Outcome[PricedRound]:
    """A round (0: the last) with its prices, computed by the problem of its draw, or of today. Raises InputError.

    `folder` is where the tournament is: its journal says whether somebody has edited the record of the draw. `asked` is
    what the next draw is asked for, if a face knows it: a draft without that is out of date.
    """
    number = round_number(state.tournament, number)
    drawn, record = state.tournament.round(number), state.records.get(number)
    stated = stated_round(state, number, folder)
    own = stated.own
    kept = record.ledger if record is not None and stated.backing is not Backing.NOTHING else None
    ledger = ledger_of(own.tournament, own.problem, own.pairs, own.byes)
    known = {frozenset(board.players): board for board in ledger.boards}
    as_drawn = kept is not None and known.keys() == {frozenset(board.players) for board in kept.boards}
    stale = since_draw(state, number, folder, asked)
    if kept is not None and as_drawn and not stated.since and not stale:
        ledger = replace(ledger, entrants=kept.entrants)
    total = sum(sum(board.costs.values()) for board in ledger.boards)
    dear = DEAR * total / max(1, len(ledger.boards))
    cups = {pair: match_text(match) for pair, match in cup_pairs(state.tournament, number).items()}
    boards = [
        _priced(known[pair], game.players, game, ledger, dear, cups.get(pair, ""))
        for game in drawn
        for pair in (frozenset(game.players),)
    ]
    byes = [_priced(known[frozenset((p,))], (p,), None, ledger, dear) for p in drawn.byes]
    at_draw = claim_at_draw(state, stated) if as_drawn and not stale else None
    drawn_at = record.cost if record is not None else None
    profile = own.profile.name
    beside = ledger.rule_costs, profile, stale, at_draw, not as_drawn, drawn_at
    found = PricedRound(drawn, boards, byes, *beside, alike=ledger.alike)
    return Outcome(state, found)


def priced_games(state: State, number: int, games: Sequence[Game]) -> list[PricedBoard]:
    """Some games of a round with their prices, computed anew. Raises InputError."""
    own = drawn_round(state, number)
    index = own.problem.field.index()
    pairs = tuple((min(pair), max(pair)) for pair in ((index[game.white], index[game.black]) for game in games))
    ledger = ledger_of(own.tournament, own.problem, pairs, ())
    boards = zip(ledger.boards, games, strict=True)
    return [_priced(board, game.players, game, ledger, 0) for board, game in boards]


def _priced(
    board: DrawnBoard, players: tuple[str, ...], game: Game | None, ledger: Ledger, dear: float, cup: str = ""
) -> PricedBoard:
    entrants = tuple(ledger.entrants[player] for player in players)
    cost = sum(board.costs.values())
    return PricedBoard(players, entrants, game, board.costs, board.settled, cost > dear > 0, cup)
