"""The next cheapest pairings of a round, each proven; those that leave no plan for the rounds to come are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from ...model.errors import InputError, NoAnswerError
from ...model.notes import Remark
from ...model.pairing.pairing import Pairing
from ...model.reasons.difference import PairingDifference
from ...model.records.state import State
from ...solver.engine import Options
from ...solver.questions.other_pairings import alternatives as other_pairings
from ..messages.foresight_texts import rounds_words
from ..rounds.draw.looking_ahead import Prospect, outlook_behind, standing_prospect
from ..rounds.round_numbers import round_number
from ..verb import Answer, Outcome, Request, told
from .standing_round import DifferenceAnswer, StandingRound, difference_answer, drawn_round, pair_again

SEARCH_STOPPED = Remark("The search was stopped; these were found until then.")
MOST_LEFT_OUT = 50  # other rounds looked at besides those that are wanted


class Alternatives(Request, frozen=True, kw_only=True):
    """The next cheapest pairings of a round."""

    most: Annotated[int, told("how many"), Meta(ge=1, le=1000)] = 5
    within: Annotated[
        Annotated[int, Meta(ge=0)] | None, told("only pairings that cost at most this much more", "COST")
    ] = None
    round: Annotated[int, told("number of the round; 0 is the last")] = 0


class AlternativesAnswer(Answer, frozen=True):
    """The next cheapest pairings of a round."""

    others: Annotated[tuple[DifferenceAnswer, ...], told("the pairings, the cheapest first")]
    left_out: Annotated[
        tuple[DifferenceAnswer, ...],
        told("those that came up between them and leave no legal plan for the rounds to come, the cheapest first"),
    ]
    sentences: Annotated[tuple[str, ...], told("what is left out and why, in words; empty where nothing is")]


@dataclass(frozen=True, slots=True)
class OtherRounds:
    """The cheapest other pairings of a round, as differences to it; each is computed when it is asked for.

    Whoever goes through them a second time has them computed again. Where the round leaves a plan for the rounds behind
    it, those that leave none are `left_out`, as far as they have come up.
    """

    drawn: StandingRound
    asked: Alternatives
    options: Options | None = None
    later: Prospect | None = None
    left_out: list[DifferenceAnswer] = field(default_factory=list)

    def __iter__(self) -> Iterator[DifferenceAnswer]:
        drawn, asked, later, found = self.drawn, self.asked, self.later, 0
        if later is not None and outlook_behind(later, drawn.pairs, drawn.byes).short:
            later = None
        self.left_out.clear()
        most = asked.most + (MOST_LEFT_OUT if later is not None else 0)
        for other in next_best(drawn, most, asked.within, self.options):
            answer = difference_answer(drawn, other)
            if later is not None and outlook_behind(later, *other.applied(drawn.pairs, drawn.byes)).short:
                self.left_out.append(answer)
                continue
            yield answer
            found += 1
            if found == asked.most:
                return

    def may_be_more(self, found: int) -> bool:
        """Whether there may be more within the limit of cost, when so many have come."""
        return self.asked.within is not None and found == self.asked.most

    def answer(self, found: Iterable[DifferenceAnswer]) -> AlternativesAnswer:
        """Those that have come, and what was left out on the way."""
        left = len(self.left_out)
        these = "it leaves" if left == 1 else "they leave"
        said: tuple[str, ...] = ()
        if left and self.later is not None:
            to_come = rounds_words(self.later.number + 1, self.later.last)
            said = (f"{left} left out, because {these} no legal plan for {to_come}.",)
        return AlternativesAnswer(tuple(found), tuple(self.left_out), said)


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
    for found in other_pairings(drawn.problem, standing, options, most):
        other = drawn.difference_to(found)
        if within is not None and other.first > within:
            return
        yield other


def alternatives(
    state: State, request: Alternatives | None = None, options: Options | None = None
) -> Outcome[OtherRounds]:
    """The cheapest other pairings of a round, one by one. Raises InputError."""
    request = request or Alternatives()
    drawn = drawn_round(state, round_number(state.tournament, request.round))
    present = drawn.round.paired | set(drawn.round.byes)
    later = standing_prospect(state, drawn.round.number, present, drawn.problem) if drawn.unchanged else None
    return Outcome(state, OtherRounds(drawn, request, options, later))


def next_rounds(state: State, request: Alternatives, options: Options) -> Outcome[AlternativesAnswer]:
    """The cheapest other pairings of a round, or those proven until the search is stopped. Raises InputError."""
    rounds = alternatives(state, request, options).value
    found: list[DifferenceAnswer] = []
    stopped = False
    try:
        for other in rounds:
            stopped = options.clock is not None and options.clock.expired()
            if stopped:
                break
            found.append(other)
    except NoAnswerError:
        stopped = True
    return Outcome(state, rounds.answer(found), [SEARCH_STOPPED] if stopped else [])
