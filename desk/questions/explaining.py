"""Why a player has this board, and the next best pairings of the round; all proven."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

from ...model.errors import InputError
from ...model.judging.violation import NoPairingError
from ...model.pairing.pairing import Pairing
from ...model.pairing.variants import with_forbidden, with_game
from ...model.reasons.board_case import BoardCase, case_of
from ...model.reasons.board_reasons import sentences
from ...model.reasons.difference import PairingDifference, difference
from ...model.records.ledger import ledger_of
from ...model.tournament.rules import Rule, rules_in
from ...solver.engine import Options
from ...solver.questions.alternatives import alternatives, solve_keeping_most
from .standing_round import StandingRound, pair_again
from .to_players import comparison, no_game_of_yours, rule_to_you


@dataclass(frozen=True, slots=True)
class ExplainedBoard:
    """Why a player has this board.

    `title` names player and board, `players` are the ids of the player and the opponent, `reasons` are name and
    sentence. `without` is what the best round without this game (or bye) differs in: None where there is none, where it
    was forced, or where it can no longer be computed. `last` says that in a sentence. `costs` are of the board: each
    criterion with its cost and its value.
    """

    title: str
    players: tuple[str, ...]
    reasons: tuple[tuple[str, str], ...]
    costs: tuple[tuple[str, int, int], ...]
    without: PairingDifference | None
    last: str

    @property
    def paragraph(self) -> str:
        """The sentences for the player."""
        return " ".join([text for _, text in self.reasons] + ([self.last] if self.last else []))


def explain_player(drawn: StandingRound, player: str, options: Options | None = None) -> ExplainedBoard:
    """Why a player (an id) has this board in a drawn round."""
    name = drawn.tournament.player(player).name
    number = drawn.round.number
    if player not in drawn.ledger.entrants or not (drawn.round.game_of(player) or player in drawn.round.byes):
        reason = no_game_of_yours(drawn, player)
        return ExplainedBoard(
            f"{name} ({player}), round {number}: no game", (player,), (("no game", reason),), (), None, ""
        )
    case = case_of(drawn.ledger, drawn.tournament, drawn.round, player)
    if case.other and case.other not in drawn.ledger.entrants:
        ledger = ledger_of(drawn.tournament, drawn.problem, drawn.pairs, drawn.byes)
        case = BoardCase(ledger, drawn.round, player, cup=case.cup)
    board = case.board
    costs = tuple((n, c, board.values[n]) for n, c in board.costs.items()) if board else ()
    without, last = _without(drawn, case, options)
    where = "the bye"
    if case.game:
        side = "White" if case.game.white == player else "Black"
        where = f"table {case.game.table}, {side} against {case.opponent.name} ({case.other})"
    who = (player, case.other) if case.other else (player,)
    found = [*sentences(case), *_broken_by_hand(drawn, case)]
    return ExplainedBoard(f"{name} ({player}), round {number}: {where}", who, tuple(found), costs, without, last)


def _broken_by_hand(drawn: StandingRound, case: BoardCase) -> list[tuple[str, str]]:
    """The hard rules that a board made by hand breaks, and what else about the player was broken with a yes."""
    rules, found = _broken_pair(drawn, case)
    others = [one.rule for one in drawn.round.allowed if case.player in one.players and one.rule not in rules]
    allowed = "The director allowed this although it is against the rule “{}”."
    return [*found, *(("broken_rules", allowed.format(rule)) for rule in dict.fromkeys(others))]


def _broken_pair(drawn: StandingRound, case: BoardCase) -> tuple[Collection[Rule], list[tuple[str, str]]]:
    """The rules that the pair of a board made by hand breaks, and a sentence of it where there are some."""
    if case.board is not None or not case.other:
        return (), []
    index = drawn.problem.field.index()
    bits = int(drawn.problem.breaches(np.array([index[case.player]]), np.array([index[case.other]]))[0])
    rules = rules_in(bits)
    broken = " and ".join(rule_to_you(drawn, rule, case.player, case.other) for rule in rules)
    of_these = {one.rule for one in drawn.round.allowed if set(one.players) == {case.player, case.other}}
    if not broken:
        return (), []
    allowed = ", but the director allowed it" if of_these.issuperset(rules) else ""
    return rules, [("broken_rules", f"{broken[0].upper()}{broken[1:]}. That is against the rules{allowed}.")]


def _without(drawn: StandingRound, case: BoardCase, options: Options | None) -> tuple[PairingDifference | None, str]:
    """What the best round without this board differs in, and a sentence of it."""
    if case.board is None or case.board.settled or case.cup is not None:
        return None, ""
    if not drawn.unchanged:
        late = "Players, results or settings have changed since the draw, so other rounds can no longer be compared."
        return None, late + pair_again(drawn)
    index = drawn.problem.field.index()
    here = index[case.player]
    variant = (
        with_forbidden(drawn.problem, [(here, index[case.other])]) if case.other else with_game(drawn.problem, here)
    )
    try:
        found = solve_keeping_most(variant, drawn.pairs, options)
    except NoPairingError:
        return None, f"There is no legal round without this {'game' if case.other else 'bye'}."
    without = difference(drawn.problem, (drawn.pairs, drawn.byes), (found.pairs, found.byes))
    return without, comparison(drawn, without, bool(case.other))


def next_best(
    drawn: StandingRound, most: int = 5, within: int | None = None, options: Options | None = None
) -> Iterator[PairingDifference]:
    """The cheapest other pairings of a drawn round, as differences to it; at most so many, and so much dearer.

    `within` is compared with the extra cost of the first tier that differs. Where the round was changed by hand,
    cheaper ones come first. Raises InputError where its players or results have changed.
    """
    if not drawn.unchanged:
        what = "players, results or settings have changed since the draw: alternatives cannot be computed."
        raise InputError((what + pair_again(drawn)).removesuffix("."))
    standing = Pairing(drawn.pairs, drawn.byes, 0, 0)
    for found in alternatives(drawn.problem, standing, options, most):
        other = difference(drawn.problem, (drawn.pairs, drawn.byes), (found.pairs, found.byes))
        if within is not None and other.first > within:
            return
        yield other
