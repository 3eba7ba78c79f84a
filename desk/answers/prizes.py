"""Prizes: who gets what, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...model.tournament.members import entrant_of, entrants_and_people
from ..words.prizes import line_text, loss_texts, reason_text
from .answer import Answer

if TYPE_CHECKING:
    from ...model.prizes.told import Line
    from ...model.records.state import State
    from ...model.tournament.tournament import Tournament
    from ..prizes import ExplainedPrizes, PrizesFound


class PrizeLineAnswer(Answer, frozen=True):
    """What one player gets.

    group: lines with the same number are read out together, from 1
    prize: name of the prize; those that tied players share are joined by " + "
    id: id of the player; of a person of a pair or team its id, a slash and the person's
    name: surname, then first name
    entrant: name of the pair or team that the person belongs to; blank for a player, pair or team
    money: in hundredths of the currency; 0 for a thing
    currency: blank where there is no money
    thing: blank where there is none
    shared: whether tied players share
    """

    group: int
    prize: str
    id: str
    name: str
    entrant: str
    money: int
    currency: str
    thing: str
    shared: bool


class PrizesAnswer(Answer, frozen=True):
    """Who gets which prize, the smallest first.

    after_round: number of the round
    provisional: whether rounds or results are missing
    lines: a line for each player of each prize
    left: names of the prizes that nobody gets
    announced: whether a list has been announced
    changes: what differs from the announced list, in words
    """

    after_round: int
    provisional: bool
    lines: tuple[PrizeLineAnswer, ...]
    left: tuple[str, ...]
    announced: bool
    changes: tuple[str, ...]


class PrizeReasonAnswer(Answer, frozen=True):
    """Why a player gets a prize or not.

    prize: name of the prize
    kind: won, to others, excluded, not on list, no upset, no cup place, other place, has another, behind or not given
    place: place in the list of the prize, shared by tied players; 0 for who is not on it
    text: the reason in words
    """

    prize: str
    kind: str
    place: int
    text: str


class ExplainedPrizesAnswer(Answer, frozen=True):
    """The prizes that one player gets or not.

    id: id of the player
    name: surname, then first name
    provisional: whether rounds or results are missing
    reasons: a reason for each prize
    """

    id: str
    name: str
    provisional: bool
    reasons: tuple[PrizeReasonAnswer, ...]


NO_PRIZES = PrizesAnswer(0, False, (), (), False, ())


class AnnouncedPrizeAnswer(Answer, frozen=True):
    """What one player gets by the list that was announced.

    prize: name of the prize
    name: surname, then first name
    gets: such as "75 EUR"
    shared: whether tied players share
    """

    prize: str
    name: str
    gets: str
    shared: bool


def public_prizes(state: State) -> list[AnnouncedPrizeAnswer]:
    """The list that was announced, the smallest prize first; nobody is on it who is not on the pages."""
    from ...io.pages.public import public_players, public_winners
    from ..prizes import announced_before

    found, tournament = announced_before(state), state.tournament
    people = public_winners(tournament, public_players(tournament))
    return [
        AnnouncedPrizeAnswer(line.prize, people[line.player][0].name, line_text(line), line.shared)
        for line in (found.lines if found else ())
        if line.player in people
    ]


def prizes_answer(found: PrizesFound, tournament: Tournament) -> PrizesAnswer:
    """Who gets which prize."""
    return PrizesAnswer(
        after_round=found.now.after_round,
        provisional=found.now.provisional,
        lines=tuple(line_answer(line, tournament) for line in found.now.lines),
        left=tuple(prize.name for prize in found.awards.left),
        announced=found.before is not None,
        changes=tuple(loss_texts(found.changes, tournament)),
    )


def line_answer(line: Line, tournament: Tournament) -> PrizeLineAnswer:
    """What one player gets."""
    winners, entrants = entrants_and_people(tournament), entrant_of(tournament)
    return PrizeLineAnswer(
        group=line.group,
        prize=line.prize,
        id=line.player,
        name=winners[line.player].name,
        entrant=entrants[line.player].name if line.player in entrants else "",
        money=line.money,
        currency=line.currency,
        thing=line.thing,
        shared=line.shared,
    )


def explained_answer(explained: ExplainedPrizes, tournament: Tournament) -> ExplainedPrizesAnswer:
    """Why a player gets prizes or not."""
    return ExplainedPrizesAnswer(
        id=explained.player.id,
        name=explained.player.name,
        provisional=explained.found.now.provisional,
        reasons=tuple(
            PrizeReasonAnswer(one.prize.name, one.kind.value, one.place, reason_text(one, tournament))
            for one in explained.reasons
        ),
    )
