"""Sentences to a player about a board, beside those that the ledger gives: no game, broken rules, other rounds."""

from __future__ import annotations

from ...model.cups.cup_games import is_extra
from ...model.language import Words, marked
from ...model.reasons.board_case import points_text
from ...model.reasons.board_reasons import RULES_TO_YOU, WORSE
from ...model.reasons.difference import Difference
from ...model.tournament.person import Status
from ...model.tournament.rules import Rule
from .standing_round import StandingRound, met_before


def no_game_of_yours(drawn: StandingRound, player: str, words: Words) -> str:
    """Why a player has no game in the round."""
    who, number = drawn.tournament.player(player), drawn.round.number
    if is_extra(drawn.tournament, number):
        return words.say("Round {round} is for cups only, and you have no game in one.", round=number)
    if player in drawn.round.absent:
        if number in who.unexcused:
            sentence = marked("You were absent without excuse in round {round}. That gives {points}.")
            return words.say(sentence, round=number, points=points_text(0, words))
        points = points_text(drawn.tournament.settings.points.absence, words)
        sentence = marked(
            "You were absent in round {round} (not entered, or taken out of the round). That gives {points}."
        )
        return words.say(sentence, round=number, points=points)
    if player in drawn.round.unpaired:
        late = marked("You are entered for round {round} but have no game: entered too late, or left out by hand.")
        return words.say(late, round=number)
    if who.status is Status.PRELIMINARY:
        return words.say("Your registration is still preliminary; only final entries are paired.")
    if who.status is Status.WITHDRAWN:
        return words.say("You have withdrawn from the tournament.")
    return words.say("You were not entered for round {round}.", round=number)


def rule_to_you(drawn: StandingRound, rule: Rule, a: str, b: str, words: Words) -> str:
    """A rule that a board breaks, to one of its players, with the round where there is one."""
    if rule is Rule.REPEATS:
        met = words.both(met_before(drawn, a, b))
        return words.say("you have met before, in round {rounds}", rounds=met)
    return words.say(RULES_TO_YOU[rule])


def comparison(drawn: StandingRound, without: Difference, game: bool, words: Words) -> str:
    """The comparison of a round with the best without a game (or bye), in a sentence to the player."""
    what = words.say_as("without", "game") if game else words.say_as("without", "bye")
    dearest = sorted(without.deciding.items(), key=lambda item: (-item[1], item[0]))
    worse = [_worse(name, words) for name, cost in dearest if cost > 0][:3]
    if without.first < 0:
        better = marked("A round without this {game} would be better, because this round {dearer}.")
        return words.say(better, game=what, dearer=words.say(drawn.why_dearer))
    if without.first == 0:
        equal = marked("A round without this {game} is just as good; the lottery decided between them.")
        return words.say(equal, game=what)
    worst = marked("The best round without this {game} would have been worse as a whole: {reasons}.")
    return words.say(worst, game=what, reasons=words.listed(worse))


def _worse(criterion: str, words: Words) -> str:
    if criterion in WORSE:
        return words.say(WORSE[criterion])
    return words.say("more breaches of the rule {rule}", rule=criterion)
