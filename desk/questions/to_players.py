"""Sentences to a player about a board, beside those that the ledger gives: no game, broken rules, other rounds.

The desk says them, in English; what phones show is made of public facts alone (`desk/hall/public_draw.py`).
"""

from __future__ import annotations

from ...model.cups.bracket import is_extra
from ...model.language import ENGLISH
from ...model.reasons.board_case import points_text
from ...model.reasons.board_reasons import RULES_TO_YOU, WORSE
from ...model.reasons.difference import PairingDifference
from ...model.tournament.person import Status
from ...model.tournament.rules import Rule
from .standing_round import StandingRound, met_before


def no_game_of_yours(drawn: StandingRound, player: str) -> str:
    """Why a player has no game in the round."""
    who, number = drawn.tournament.player(player), drawn.round.number
    if is_extra(drawn.tournament, number):
        return f"Round {number} is for cups only, and you have no game in one."
    if player in drawn.round.absent:
        if number in who.unexcused:
            return f"You were absent without excuse in round {number}. That gives {points_text(0)}."
        points = points_text(drawn.tournament.settings.points.absence)
        return f"You were absent in round {number} (not entered, or taken out of the round). That gives {points}."
    if player in drawn.round.unpaired:
        return f"You are entered for round {number} but have no game: entered too late, or left out by hand."
    if who.status is Status.PRELIMINARY:
        return "Your registration is still preliminary; only final entries are paired."
    if who.disqualified:
        return "You are disqualified."
    if who.status is Status.WITHDRAWN:
        return "You have withdrawn from the tournament."
    return f"You were not entered for round {number}."


def rule_to_you(drawn: StandingRound, rule: Rule, a: str, b: str) -> str:
    """A rule that a board breaks, to one of its players, with the round where there is one."""
    if rule is Rule.REPEATS:
        return f"you have met before, in round {' and '.join(met_before(drawn, a, b))}"
    return RULES_TO_YOU[rule]


def comparison(drawn: StandingRound, without: PairingDifference, game: bool) -> str:
    """The comparison of a round with the best without a game (or bye), in a sentence to the player."""
    what = "game" if game else "bye"
    dearest = sorted(without.deciding.items(), key=lambda item: (-item[1], item[0]))
    worse = [WORSE.get(name, f"more breaches of the rule {name}") for name, cost in dearest if cost > 0][:3]
    if without.first < 0:
        return f"A round without this {what} would be better, because this round {drawn.why_dearer}."
    if without.first == 0:
        return f"A round without this {what} is just as good; the lottery decided between them."
    return f"The best round without this {what} would have been worse as a whole: {ENGLISH.listed(worse)}."
