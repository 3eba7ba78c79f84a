"""A round paired by hand: begun, compared with the engine's, and ended by keeping it or by taking the engine's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from ...model.cups.bracket import is_extra
from ...model.errors import InputError
from ...model.judging.violation import NoPairingError, Violation, broken
from ...model.notes import Note
from ...model.records.state import State
from ...model.tournament.tournament import Tournament
from ...model.ways import END_HAND_PAIRING, Way
from ...solver.engine import Options
from ..outcome import Outcome
from ..verb import Answer, Change, Seconds, Verb, said_of, told
from .allowing import BrokenRuleAnswer, broken_rule, violations_of, with_allowed
from .change_boards import costs_of
from .draw.draft_changes import OtherTerms, changes
from .draw.drawing import Drawn
from .draw_round import Draw, draw
from .enter_results import RoundDoneAnswer, round_done
from .plan.planning import short_notes
from .priced import PricedBoard, priced
from .round_numbers import not_begun, round_number


@dataclass(frozen=True, slots=True)
class DraftAgain(Note):
    """A published round that is a draft again, because it is to be paired by hand."""

    number: int

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        again = "publish it when you have ended pairing by hand"
        return f"round {self.number} was published and is a draft again; {again}"


def begin(state: State) -> Outcome[int]:
    """With the last round paired by hand from now on, and its number; a published one is a draft again.

    Until it is ended, only changes by hand touch the round, and none of them is asked about. Raises InputError.
    """
    number = round_number(state.tournament)
    drawn = state.tournament.round(number)
    if drawn.hand_pairing:
        raise InputError(f"round {number} is being paired by hand already", END_HAND_PAIRING)
    if is_extra(state.tournament, number):
        raise InputError(f"round {number} is for cups only: who meets follows from the cups")
    if not drawn.draft and not not_begun(drawn):
        raise InputError(f"round {number} has results, so it cannot be paired anew; single boards can still be changed")
    notes: list[Note] = [] if drawn.draft else [DraftAgain(number)]
    begun = replace(drawn, draft=True, hand_pairing=True)
    return Outcome(state.with_tournament(state.tournament.with_round(begun)), number, notes)


class SeatedAnswer(Answer, frozen=True):
    """A board, or a bye."""

    players: Annotated[tuple[str, ...], told("ids of White and Black, or of who has the bye")]
    cost: Annotated[int, told("what it costs")]
    table: Annotated[int, told("number of the table; 0 for a bye")]


class ExchangeAnswer(Answer, frozen=True):
    """Boards and byes by hand, and the engine's of the same players."""

    by_hand: Annotated[tuple[SeatedAnswer, ...], told("those by hand")]
    engine: Annotated[tuple[SeatedAnswer, ...], told("those of the engine")]
    extra: Annotated[int, told("what those by hand cost more; below 0 less")]


class OtherTermsAnswer(Answer, frozen=True):
    """A board of both rounds, with other colours, stones or komi by hand."""

    white: Annotated[str, told("id of White by hand")]
    black: Annotated[str, told("id of Black by hand")]
    handicap: Annotated[int, told("stones by hand")]


class HandPairingAnswer(Answer, frozen=True):
    """A round paired by hand beside the engine's."""

    round: Annotated[int, told("number of the round")]
    cost: Annotated[int, told("what the round by hand costs, a sum of whole weights")]
    engine_cost: Annotated[int | None, told("what the engine's costs; null where no legal round exists")]
    proven: Annotated[bool, told("whether no round that keeps the rules costs less than the engine's")]
    extra: Annotated[
        int | None, told("what the round by hand costs more; below 0 less; null where there is no round of the engine")
    ]
    beside: Annotated[
        int,
        told("what of that is of no single board: rules over pairs, and players who are in one of the two rounds only"),
    ]
    broken: Annotated[tuple[BrokenRuleAnswer, ...], told("the rules that the round by hand breaks")]
    exchanges: Annotated[tuple[ExchangeAnswer, ...], told("the boards that differ, in the smallest sets of players")]
    terms: Annotated[tuple[OtherTermsAnswer, ...], told("the boards of both rounds with other colours, stones or komi")]

    @property
    def same(self) -> bool:
        """Whether both are the same round."""
        return self.engine_cost is not None and not self.exchanges and not self.terms


def compare(state: State, options: Options | None = None) -> Outcome[HandPairingAnswer]:
    """The round that is paired by hand beside the engine's of now. Raises InputError where none is in hand."""
    drawn = state.tournament.round(_number_in_hand(state.tournament))
    cost = sum(costs_of(state, drawn.number).values())
    rules = tuple(broken_rule(one, state.tournament) for one in violations_of(state, drawn.number))
    try:
        engine = _engines(state, options)
    except NoPairingError:
        return Outcome(state, HandPairingAnswer(drawn.number, cost, None, False, None, 0, rules, (), ()))
    after, pairing = engine.state.tournament.round(drawn.number), engine.value.pairing
    exchanges = tuple(_exchanges(priced(state).value.every, priced(engine.state).value.every))
    found = HandPairingAnswer(
        round=drawn.number,
        cost=cost,
        engine_cost=pairing.cost,
        proven=pairing.optimal,
        extra=cost - pairing.cost,
        beside=cost - pairing.cost - sum(one.extra for one in exchanges),
        broken=rules,
        exchanges=exchanges,
        terms=tuple(
            OtherTermsAnswer(one.white, one.black, one.handicap)
            for one in changes(after, drawn)
            if isinstance(one, OtherTerms)
        ),
    )
    return Outcome(state, found)


class EndByHand(Change, frozen=True, kw_only=True):
    """Pairing by hand to be ended."""

    keep: Annotated[
        bool,
        told(
            "whether the round by hand stays, with the rules that it breaks as allowed; else the engine's takes its "
            "place"
        ),
    ]
    seconds: Annotated[Seconds, told("time limit for the engine's round", "SECONDS")] = 60.0


@dataclass(frozen=True, slots=True)
class HandPairingEnded:
    """Which round stands now, and what it costs; `broken` are the rules that were kept with it although broken."""

    number: int
    kept: bool
    cost: int
    broken: Sequence[Violation] = ()


def end(state: State, request: EndByHand, options: Options | None = None) -> Outcome[HandPairingEnded]:
    """With pairing by hand ended; every rule that the round breaks is kept with it as allowed by the director.

    Raises InputError where no round is in hand; NoPairingError where the engine's is asked for and there is none.
    """
    number = _number_in_hand(state.tournament)
    if not request.keep:
        engine = _engines(state, options)
        return Outcome(engine.state, HandPairingEnded(number, False, engine.value.pairing.cost), engine.notes)
    found = broken(violations_of(state, number))
    kept = with_allowed(_ended(state), number, found)
    value = HandPairingEnded(number, True, sum(costs_of(kept, number).values()), found)
    return Outcome(kept, value, short_notes(kept))


def _number_in_hand(tournament: Tournament) -> int:
    if not tournament.in_hand:
        raise InputError("no round is being paired by hand", Way("to begin that", "by-hand"))
    return tournament.in_hand


def _ended(state: State) -> State:
    """The state with its round not in hand any more."""
    drawn = state.tournament.round(_number_in_hand(state.tournament))
    return state.with_tournament(state.tournament.with_round(replace(drawn, hand_pairing=False)))


def _engines(state: State, options: Options | None) -> Outcome[Drawn]:
    """The round as the engine draws it now, by the weights and wishes of its draft, whatever is missing."""
    profile = state.profile_of_round(_number_in_hand(state.tournament))
    return replace(draw(_ended(state), Draw(profile=profile, missing_results=True), options), again=None)


def _exchanges(by_hand: Sequence[PricedBoard], engine: Sequence[PricedBoard]) -> Iterator[ExchangeAnswer]:
    """The boards and byes of one round alone, with those of the other that have a player in common, however far."""
    both = {board.seat for board in by_hand} & {board.seat for board in engine}
    rest = [[board for board in boards if board.seat not in both] for boards in (by_hand, engine)]
    while any(rest):
        who = set((rest[0] or rest[1])[0].seat)
        while more := {p for boards in rest for board in boards if who & board.seat for p in board.seat} - who:
            who |= more
        ours, theirs = (tuple(board for board in boards if board.seat <= who) for boards in rest)
        rest = [[board for board in boards if not board.seat <= who] for boards in rest]
        extra = sum(one.cost for one in ours) - sum(one.cost for one in theirs)
        yield ExchangeAnswer(_seated(ours), _seated(theirs), extra)


def _seated(boards: Sequence[PricedBoard]) -> tuple[SeatedAnswer, ...]:
    return tuple(SeatedAnswer(one.players, one.cost, one.game.table if one.game else 0) for one in boards)


def _more(extra: int) -> str:
    """`120 more`, `80 less`, or that both cost the same."""
    return f"{abs(extra):,} {'more' if extra > 0 else 'less'}" if extra else "the same"


def ended_text(kept: bool, number: int, cost: int) -> str:
    """Which round stands after pairing by hand, and what it costs."""
    whose = "Your round is kept" if kept else "The engine's round is taken"
    return f"{whose}: round {number}, cost {cost:,}. It is a draft until you publish it."


def difference_text(found: HandPairingAnswer) -> str:
    """What the round by hand and the engine's cost, or that they are the same."""
    if found.engine_cost is None or found.extra is None:
        return f"cost {found.cost:,}; the engine finds no legal round"
    if found.same:
        return f"the same as the engine's, cost {found.cost:,}"
    proof = "" if found.proven else ", not proven to be the least"
    return f"cost {found.cost:,}, the engine's {found.engine_cost:,}{proof}: {_more(found.extra)}"


def exchange_lines(found: HandPairingAnswer, tournament: Tournament) -> Iterator[str]:
    """For each set of boards that differ: those by hand, the engine's, and what they cost more or less."""
    names = {player.id: player.name for player in tournament.players}
    for one in found.exchanges:
        yield f"  by hand {_boards(one.by_hand, names)}"
        yield f"  engine  {_boards(one.engine, names)}: by hand {_more(one.extra)}"
    if found.beside:
        yield f"  rules over pairs, and players in one of the rounds only: by hand {_more(found.beside)}"


def _boards(boards: Sequence[SeatedAnswer], names: Mapping[str, str]) -> str:
    """Boards with their prices: `Ada – Bo (120), bye Cy (0)`."""
    seats = [("" if one.table else "bye ", " – ".join(names[p] for p in one.players), one.cost) for one in boards]
    return ", ".join(f"{bye}{who} ({cost:,})" for bye, who, cost in seats) or "nothing"


def _end_step(asked: EndByHand) -> str:
    """What the journal calls the end of pairing by hand."""
    return f"end pairing by hand, {'keep the round' if asked.keep else 'take the engine’s round'}"


BEGIN_BY_HAND = Verb(
    "by-hand", Change, lambda state, _, run: begin(state), lambda _: "begin to pair by hand", round_done
)
END_BY_HAND = Verb(
    "by-hand",
    EndByHand,
    lambda state, request, run: end(state, request, run.search(request.seconds)),
    _end_step,
    lambda done: RoundDoneAnswer(**said_of(done), round=done.value.number, cost=done.value.cost),
    slow=True,
)
