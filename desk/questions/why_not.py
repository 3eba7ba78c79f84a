"""Why two players do not meet: the rule that keeps them apart, or what forcing the game would cost; proven."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from ...model.errors import InputError
from ...model.judging.violation import NoPairingError
from ...model.language import counted
from ...model.pairing.variants import with_forced
from ...model.reasons.difference import PairingDifference, difference
from ...model.tournament.rules import rules_in
from ...solver.engine import Options
from ...solver.questions.other_pairings import solve_keeping_most
from ..verb import Answer, told
from .standing_round import DifferenceAnswer, StandingRound, difference_answer, no_game, pair_again, rule_sentence


class WhyNotAnswer(Answer, frozen=True):
    """Why two players do not meet."""

    title: Annotated[str, told("the players and the round, in words")]
    sentence: Annotated[str, told("why, in words")]
    forbidden_by: Annotated[tuple[str, ...], told("names of the rules that forbid it")]
    forced: Annotated[
        DifferenceAnswer | None,
        told("what differs in the best round with this game; null where no such round is known"),
    ]


def explain_pair(drawn: StandingRound, a: str, b: str, options: Options | None = None) -> WhyNotAnswer:
    """Why two players (ids) do not meet in a drawn round; they are two who do not. Raises InputError."""
    if a == b:
        raise InputError(f"{drawn.tournament.player(a).name} is named twice; expected two different players")
    names = {p: drawn.tournament.player(p).name for p in (a, b)}
    title = f"{names[a]} ({a}) and {names[b]} ({b}), round {drawn.round.number}"
    index = drawn.problem.field.index()
    for player in (a, b):
        if player not in index:
            return WhyNotAnswer(title, no_game(drawn, player), (), None)
    i, j = index[a], index[b]
    problem = drawn.problem
    for one, other in ((i, j), (j, i)):
        for pair in problem.forced:
            if one in pair and other not in pair:
                who, partner = drawn.names([one, *(p for p in pair if p != one)])
                return WhyNotAnswer(
                    title, f"The director fixed the game of {who} against {partner} before the draw.", (), None
                )
        if one in problem.forced_byes:
            name, several = drawn.names([one])[0], len(problem.forced_byes) > 1
            more = f"{name} has the bye: the director gave it, or allowed more byes than needed."
            return WhyNotAnswer(title, more if several else f"The director gave {name} the bye.", (), None)
    bits = int(problem.breaches(np.array([i]), np.array([j]))[0])
    rules = rules_in(bits)
    words = " and ".join(rule_sentence(drawn, rule, a, b) for rule in rules)
    head = f"They {words}." if rules else "No rule forbids it."
    if not drawn.unchanged:
        head = f"By the current results, entries and settings: {head[0].lower()}{head[1:]}"
        late = "Players, results or settings have changed since the draw: the cost of this game is no longer known."
        return WhyNotAnswer(title, f"{head} {late}{pair_again(drawn)}", rules, None)
    try:
        found = solve_keeping_most(with_forced(problem, [(i, j)]), drawn.pairs, options)
    except NoPairingError:
        return WhyNotAnswer(
            title, f"{head} If they met, not all the others could be paired within the rules.", rules, None
        )
    forced = difference(problem, (drawn.pairs, drawn.byes), (found.pairs, found.byes))
    extra = forced.first
    boards = f"{counted(len(forced.gone), 'board')} would change"
    if rules:
        text = f"{head} If the director allowed it, the round would cost {signed(forced)}, and {boards}."
        text += _anew(drawn, options) if extra < 0 else ""
    elif extra == 0:
        text = f"{head} A round with this game costs the same, and {boards}; the lottery decided between the two."
    elif extra < 0:
        why = f"because this round {drawn.why_dearer}"
        text = f"{head} A round with this game would cost {-extra:,} less, {why}; {boards}."
        text += _anew(drawn, options)
    else:
        text = f"{head} The best round with this game costs {signed(forced)}, and {boards}."
    return WhyNotAnswer(title, text, rules, difference_answer(drawn, forced))


def _anew(drawn: StandingRound, options: Options | None) -> str:
    """What the round would save without any wish, where it is not the cheapest: repaired, or changed by hand."""
    best = solve_keeping_most(drawn.problem, drawn.pairs, options)
    found = difference(drawn.problem, (drawn.pairs, drawn.byes), (best.pairs, best.byes))
    return f" Drawn again, the round would cost {signed(found)} even without this game." if found.first < 0 else ""


def signed(found: PairingDifference) -> str:
    """The extra cost of the first tier that differs."""
    text = f"{found.first:,} more" if found.first >= 0 else f"{-found.first:,} less"
    return text + (f" in tier {found.tier}" if len(found.tiers) > 1 else "")
