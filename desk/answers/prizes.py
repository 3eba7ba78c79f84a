"""Prizes: who gets what, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ...model.tournament.members import entrant_of, entrants_and_people
from ..verb import Answer, told
from ..words.prizes import line_text, loss_texts, reason_text

if TYPE_CHECKING:
    from ...model.prizes.told import PrizeLine
    from ...model.records.state import State
    from ...model.tournament.tournament import Tournament
    from ..prizes import ExplainedPrizes, PrizesFound


class PrizeLineAnswer(Answer, frozen=True):
    """What one player gets."""

    group: Annotated[int, told("lines with the same number are read out together, from 1")]
    prize: Annotated[str, told('name of the prize; those that tied players share are joined by " + "')]
    id: Annotated[str, told("id of the player; of a person of a pair or team its id, a slash and the person's")]
    name: Annotated[str, told("surname, then first name")]
    entrant: Annotated[
        str, told("name of the pair or team that the person belongs to; blank for a player, pair or team")
    ]
    money: Annotated[int, told("in hundredths of the currency; 0 for a thing")]
    currency: Annotated[str, told("blank where there is no money")]
    thing: Annotated[str, told("blank where there is none")]
    shared: Annotated[bool, told("whether tied players share")]


class PrizesAnswer(Answer, frozen=True):
    """Who gets which prize, the smallest first."""

    after_round: Annotated[int, told("number of the round")]
    provisional: Annotated[bool, told("whether rounds or results are missing")]
    lines: Annotated[tuple[PrizeLineAnswer, ...], told("a line for each player of each prize")]
    left: Annotated[tuple[str, ...], told("names of the prizes that nobody gets")]
    announced: Annotated[bool, told("whether a list has been announced")]
    changes: Annotated[tuple[str, ...], told("what differs from the announced list, in words")]


class PrizeReasonAnswer(Answer, frozen=True):
    """Why a player gets a prize or not."""

    prize: Annotated[str, told("name of the prize")]
    kind: Annotated[
        str,
        told(
            "won, to others, excluded, not on list, no upset, no cup place, other place, has another, "
            "behind or not given"
        ),
    ]
    place: Annotated[int, told("place in the list of the prize, shared by tied players; 0 for who is not on it")]
    text: Annotated[str, told("the reason in words")]


class ExplainedPrizesAnswer(Answer, frozen=True):
    """The prizes that one player gets or not."""

    id: Annotated[str, told("id of the player")]
    name: Annotated[str, told("surname, then first name")]
    provisional: Annotated[bool, told("whether rounds or results are missing")]
    reasons: Annotated[tuple[PrizeReasonAnswer, ...], told("a reason for each prize")]


NO_PRIZES = PrizesAnswer(0, False, (), (), False, ())


class AnnouncedPrizeAnswer(Answer, frozen=True):
    """What one player gets by the list that was announced."""

    prize: Annotated[str, told("name of the prize")]
    name: Annotated[str, told("surname, then first name")]
    gets: Annotated[str, told('such as "75 EUR"')]
    shared: Annotated[bool, told("whether tied players share")]


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


def line_answer(line: PrizeLine, tournament: Tournament) -> PrizeLineAnswer:
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
