"""Why a player has this board, and the next best pairings of the round; all proven."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated

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
from ...solver.questions.other_pairings import alternatives, solve_keeping_most
from ..verb import Answer, told
from .standing_round import DifferenceAnswer, StandingRound, difference_answer, pair_again
from .to_players import comparison, no_game_of_yours, rule_to_you


class ReasonAnswer(Answer, frozen=True):
    """One reason for a board."""

    reason: Annotated[str, told("its name")]
    sentence: Annotated[str, told("the same in words, to the player")]


class BoardReasonsAnswer(Answer, frozen=True):
    """Why a player has this board."""

    title: Annotated[str, told("player, round and board, in words")]
    paragraph: Annotated[str, told("all sentences, to the player")]
    reasons: Annotated[tuple[ReasonAnswer, ...], told("the reasons one by one")]
    costs: Annotated[dict[str, int], told("cost of the board by criterion")]
    counts: Annotated[dict[str, int], told("what the board counts in the same criteria, without their weights")]
    without: Annotated[
        DifferenceAnswer | None,
        told("what differs in the best round without this board; null where there is none to compare with"),
    ]
    ledger_of_the_draw: Annotated[
        bool, told("whether scores and history are those kept at the draw, not those of today's results")
    ]


def explain_player(drawn: StandingRound, player: str, options: Options | None = None) -> BoardReasonsAnswer:
    """Why a player (an id) has this board in a drawn round."""
    name = drawn.tournament.player(player).name
    number = drawn.round.number
    if player not in drawn.ledger.entrants or not (drawn.round.game_of(player) or player in drawn.round.byes):
        reason = no_game_of_yours(drawn, player)
        why = (ReasonAnswer("no game", reason),)
        return BoardReasonsAnswer(f"{name} ({player}), round {number}: no game", reason, why, {}, {}, None, drawn.kept)
    case = case_of(drawn.ledger, drawn.tournament, drawn.round, player)
    if case.other and case.other not in drawn.ledger.entrants:
        ledger = ledger_of(drawn.tournament, drawn.problem, drawn.pairs, drawn.byes)
        case = BoardCase(ledger, drawn.round, player, cup=case.cup)
    board = case.board
    costs = dict(board.costs) if board else {}
    without, last = _without(drawn, case, options)
    where = "the bye"
    if case.game:
        side = "White" if case.game.white == player else "Black"
        where = f"table {case.game.table}, {side} against {case.opponent.name} ({case.other})"
    found = [*sentences(case), *_broken_by_hand(drawn, case)]
    return BoardReasonsAnswer(
        title=f"{name} ({player}), round {number}: {where}",
        paragraph=" ".join([text for _, text in found] + ([last] if last else [])),
        reasons=tuple(ReasonAnswer(reason, text) for reason, text in found),
        costs=costs,
        counts={name: board.values[name] for name in costs} if board else {},
        without=difference_answer(drawn, without) if without is not None else None,
        ledger_of_the_draw=drawn.kept,
    )


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
