"""A round drawn for a tournament that another program keeps, or why there is none."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from ...model.judging.violation import Violation
from ...model.notes import note_texts
from ...model.tournament.tournament import Tournament
from ..rounds.draw.draw_answer import OpinionAnswer, SecondsAnswer, opinion_answer
from ..rounds.draw.drawing import Drawn
from ..verb import Answer, told
from ..words.foresight import shortage_text
from ..words.rules import priced_text, violation_text
from .problems import ProblemAnswer


class EngineBoard(Answer, frozen=True, omit_defaults=True):
    """One game."""

    white: Annotated[str, told("id of White")]
    black: Annotated[str, told("id of Black")]
    handicap: Annotated[int, told("stones; left out of an even game")] = 0
    komi: Annotated[float | None, told("points for White in a game with handicap; left out of an even game")] = None


class EngineBroken(Answer, frozen=True):
    """A rule that the round breaks."""

    rule: Annotated[str, told("its name, as in relax")]
    players: Annotated[tuple[str, ...], told("ids of whom it concerns")]
    text: Annotated[str, told("the same in words")]


class EngineAnswer(Answer, frozen=True, omit_defaults=True):
    """A round as drawn."""

    round: Annotated[int, told("its number")]
    boards: Annotated[tuple[EngineBoard, ...], told("the games, from the first table")]
    byes: Annotated[tuple[str, ...], told("ids of who has a bye")]
    cost: Annotated[int, told("what the round costs by the profile, a sum of whole weights")]
    bound: Annotated[int, told("a proven lower bound of the cost of any such round")]
    proven: Annotated[bool, told("whether no round costs less")]
    tie_break_proven: Annotated[
        bool, told("whether the lottery among equals is proven, so that every machine draws these boards")
    ]
    costs: Annotated[dict[str, int], told("cost by criterion; criteria that cost nothing are left out")]
    notes: Annotated[tuple[str, ...], told("what an organiser should know, in words")]
    seconds: Annotated[SecondsAnswer, told("how long it took")]
    broken: Annotated[
        tuple[EngineBroken, ...],
        told(
            "the rules that the round breaks because the request relaxes them or forces a pair; left out where none is"
        ),
    ] = ()
    certificate: Annotated[
        dict[str, Any] | str | None, told("the proof, where it was asked for and there is one: an object, or Base64")
    ] = None
    second_opinion: Annotated[
        OpinionAnswer | None, told("what CP-SAT says of the round, if the request has asked for both engines")
    ] = None


class EngineError(Answer, frozen=True, omit_defaults=True):
    """Why a line has no round."""

    error: Annotated[
        Literal["wrong input", "no pairing", "no answer", "cancelled", "failed"],
        told(
            'what kind it is; "no answer": time or memory did not suffice; "failed": an error of the program or machine'
        ),
    ]
    lines: Annotated[tuple[str, ...], told("what is wrong, in words, a line each")]
    line: Annotated[int, told("number of the line, from 1")] = 0
    relax: Annotated[tuple[str, ...], told("names of rules that suffice to be relaxed, where there is no pairing")] = ()
    problems: Annotated[tuple[ProblemAnswer, ...], told('of "wrong input": what is wrong, each with its place')] = ()


def engine_answer(drawn: Drawn, certificate: dict[str, Any] | str | None, seconds: float) -> EngineAnswer:
    """A round that took so many seconds in all."""
    pairing = drawn.pairing
    return EngineAnswer(
        round=drawn.round.number,
        boards=tuple(
            EngineBoard(g.white, g.black, g.handicap, g.komi_halves / 2 if g.handicap else None) for g in drawn.round
        ),
        byes=drawn.round.byes,
        cost=pairing.cost,
        bound=pairing.bound,
        proven=pairing.optimal,
        tie_break_proven=pairing.tie_proven,
        costs=dict(drawn.record.costs),
        notes=tuple(_notes(drawn, drawn.tournament)),
        broken=tuple(_broken(one, drawn.tournament) for one in drawn.breaches),
        seconds=SecondsAnswer(round(seconds, 4), round(pairing.seconds["solve"], 4)),
        certificate=certificate,
        second_opinion=opinion_answer(pairing.by_cp_sat) if pairing.engine == "matching" else None,
    )


def _broken(one: Violation, tournament: Tournament) -> EngineBroken:
    return EngineBroken(one.name, tuple(one.players), violation_text(one, tournament, remark=False))


def _notes(drawn: Drawn, tournament: Tournament) -> list[str]:
    """Rules that are broken, rounds to come that are not possible, and what else is odd."""
    lines = [violation_text(one, tournament, remark=False) for one in drawn.breaches]
    lines += map(priced_text, drawn.priced)
    if drawn.record.foresight.short:
        lines.append(shortage_text(drawn.record.foresight, tournament))
    return [*lines, *note_texts(drawn.notes, tournament)]
