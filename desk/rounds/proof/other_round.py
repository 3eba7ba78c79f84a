"""A folder's round beside the one that a certificate is for, where these have other boards, and what each costs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ....io.certificates import CertifiedRound
from ....model.pairing.round_problem import RoundProblem
from ....model.tournament.games import Game, Round


@dataclass(frozen=True, slots=True)
class OtherRound:
    """The folder's round, where a certificate is for other boards: the games and byes that only the folder has.

    `certified_cost` and `cost` are those of the certified round and of the folder's, with boards settled by hand.
    """

    games: tuple[Game, ...]
    byes: tuple[str, ...]
    certified_cost: int
    cost: int

    @property
    def extra(self) -> int:
        """What the folder's round costs more than the certified one."""
        return self.cost - self.certified_cost


def other_round(certified: CertifiedRound, problem: RoundProblem, drawn: Round) -> OtherRound | None:
    """The folder's round, where its games and byes, those settled by hand included, are not the certified ones."""
    ids, every = certified.ids, problem.field.ids
    proven = {frozenset(ids[v] for v in pair if v < len(ids)) for pair in certified.certificate.pairs.tolist()}
    proven |= {frozenset(every[i] for i in pair) for pair in problem.forced}
    proven |= {frozenset([every[i]]) for i in problem.forced_byes}
    there = {frozenset(game.players) for game in drawn} | {frozenset([player]) for player in drawn.byes}
    if proven <= there:
        return None
    games = tuple(game for game in drawn if frozenset(game.players) not in proven)
    byes = tuple(player for player in drawn.byes if frozenset([player]) not in proven)
    return OtherRound(games, byes, _cost(problem, proven), _cost(problem, there))


def _cost(problem: RoundProblem, boards: Iterable[frozenset[str]]) -> int:
    """What games and byes (sets of ids) cost, rules over pairs with a price included."""
    index = problem.field.index()
    seats = sorted(sorted(index[player] for player in board) for board in boards)
    pairs = [(seat[0], seat[1]) for seat in seats if len(seat) == 2]
    return sum(problem.costs_by_criterion(pairs, [seat[0] for seat in seats if len(seat) == 1]).values())
