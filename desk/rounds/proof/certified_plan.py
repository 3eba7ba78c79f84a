"""Whether what a certificate says of the rounds behind its own is so: its plan is judged, no solver is asked."""

from __future__ import annotations

from ....io.certificates import CertifiedRound
from ....model.judging.plan_judge import plan_violations
from ....model.pairing.entrants import before_round
from ....model.pairing.round_problem import RoundProblem
from ....model.placing.stages import last_of_turn
from ....model.plan.ahead import ahead_of, surely_possible
from ....model.plan.plan import Outlook
from ....model.tournament.games import Game, Round
from ....model.tournament.tournament import Tournament
from ...words.rules import violation_text


def plan_fault(certified: CertifiedRound, problem: RoundProblem, entered: Tournament, tournament: Tournament) -> str:
    """What is wrong with the plan of a certificate, or with its word that none is needed; empty where all is well.

    `entered` is the tournament with the entrants of the draw. Once a later round is drawn, nobody needs the plan.
    """
    foresight, number = certified.foresight, certified.round
    if foresight.outlook is Outlook.NOTHING or len(tournament.rounds) > number:
        return ""
    last = last_of_turn(entered, number)
    if (foresight.first, foresight.last) != (number + 1, last) or foresight.until > last:
        return f"it is about rounds {foresight.first} to {foresight.last}; expected {number + 1} to {last}"
    after = entered.before(number).with_round(_boards(certified, problem))
    for where, violation in plan_violations(after, foresight.plan, certified.profile):
        return f"round {where}: {violation_text(violation, after)}"
    if foresight.outlook is Outlook.SURE:
        before = before_round(after, number + 1)
        if not surely_possible(ahead_of(after, number + 1, certified.profile, before).until(foresight.until)):
            return "the rounds to come are not possible whatever is drawn"
    return ""


def _boards(certified: CertifiedRound, problem: RoundProblem) -> Round:
    """The certified pairs and byes, those settled by hand included, as a round."""
    ids, every, vertices = certified.ids, problem.field.ids, certified.certificate.pairs.tolist()
    pairs = [(ids[a], ids[b]) for a, b in vertices if max(a, b) < len(ids)]
    pairs += [(every[i], every[j]) for i, j in problem.forced]
    byes = [ids[min(pair)] for pair in vertices if max(pair) >= len(ids)] + [every[i] for i in problem.forced_byes]
    return Round(certified.round, tuple(Game(k, a, b) for k, (a, b) in enumerate(pairs, 1)), tuple(byes))
