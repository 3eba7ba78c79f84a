"""Where a certificate and a tournament differ: in the terms of the draw, the round, or the plan for rounds to come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ....io.certificates import CertifiedRound
from ....model.judging.plan_judge import plan_violations
from ....model.language import one_line
from ....model.pairing.entrants import before_round
from ....model.pairing.round_problem import RoundProblem
from ....model.placing.stages import last_of_turn
from ....model.plan.ahead import ahead_of, surely_possible
from ....model.plan.plan import Outlook
from ....model.tournament.games import Game, Round
from ....model.tournament.tournament import Tournament
from ...messages.rule_texts import violation_text
from .claim import OtherRound


def other_round(ids: Sequence[str], pairs: Any, problem: RoundProblem, drawn: Round) -> OtherRound | None:
    """The folder's round, if its games and byes, those settled by hand included, are not the certified ones.

    `pairs` are those of the certificate, vertices in rows of two; `ids` are the players of the vertices.
    """
    every = problem.field.ids
    proven = {frozenset(ids[v] for v in pair if v < len(ids)) for pair in pairs.tolist()}
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


def tiers_fault(names: Sequence[str], problem: RoundProblem, relaxed: bool) -> str:
    """What is wrong with the tiers of a certificate; empty if they are the problem's, with or without the lottery."""
    expected = ["breaches"] * relaxed + [str(tier) for tier in problem.tiers]
    if names in (expected, [*expected, "tie"]):
        return ""
    has = one_line(", ".join(names)) or "none"
    return f"its tiers are {has}; expected {', '.join(expected)} and the lottery (tie)"


def cost_of_boards(certified: CertifiedRound, problem: RoundProblem) -> int:
    """What the certified round costs with the boards and byes that were fixed by hand."""
    boards = _boards(certified, problem)
    return _cost(problem, [*(frozenset(game.players) for game in boards), *(frozenset([p]) for p in boards.byes)])


def plan_fault(
    certified: CertifiedRound, problem: RoundProblem, entered: Tournament, tiers: Iterable[tuple[str, int, int]]
) -> str:
    """What is wrong with the plan of a certificate, with its word that none is needed, or with the price of a plan.

    Empty if nothing is. `entered` is the tournament with the entrants of the draw; what was drawn since is left out.
    """
    foresight, number = certified.foresight, certified.round
    gap = next((value - bound for _, value, bound in tiers if value != bound), 0)
    if foresight.extra and not (0 < foresight.extra <= gap and foresight.outlook is Outlook.PLANNED):
        return f"it names a price of {foresight.extra:,}, but the round costs at most {gap:,} more than the cheapest"
    if foresight.outlook is Outlook.NOTHING:
        return ""
    last, ends = last_of_turn(entered, number), foresight.until
    sure = foresight.outlook in (Outlook.SURE, Outlook.PLANNED)
    if (foresight.first, foresight.last) != (number + 1, last) or not number + sure <= max(ends, number) <= last:
        return f"it is about rounds {foresight.first} to {ends} of {foresight.last}; expected {number + 1} to {last}"
    after = entered.before(number).with_round(_boards(certified, problem))
    for where, violation in plan_violations(after, foresight.plan, certified.profile):
        return f"round {where}: {violation_text(violation, after)}"
    if foresight.outlook is Outlook.SURE:
        before = before_round(after, number + 1)
        if not surely_possible(ahead_of(after, number + 1, certified.profile, before).until(ends)):
            return "the rounds to come are not possible whatever is drawn"
    return ""


def _boards(certified: CertifiedRound, problem: RoundProblem) -> Round:
    """The certified pairs and byes, those settled by hand included, as a round."""
    ids, every, vertices = certified.ids, problem.field.ids, certified.certificate.pairs.tolist()
    pairs = [(ids[a], ids[b]) for a, b in vertices if max(a, b) < len(ids)]
    pairs += [(every[i], every[j]) for i, j in problem.forced]
    byes = [ids[min(pair)] for pair in vertices if max(pair) >= len(ids)] + [every[i] for i in problem.forced_byes]
    return Round(certified.round, tuple(Game(k, a, b) for k, (a, b) in enumerate(pairs, 1)), tuple(byes))
