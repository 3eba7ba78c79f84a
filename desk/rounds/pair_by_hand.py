"""A round paired by hand, beside the engine's: board by board on the desk, or all boards at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from ...model.cups.bracket import is_extra
from ...model.errors import InputError, Problem
from ...model.judging.violation import NoPairingError, Violation, broken
from ...model.language import first_few
from ...model.notes import Note, Remark
from ...model.noticing import colour_notes
from ...model.pairing.boards import make_round
from ...model.pairing.draw import Pair
from ...model.pairing.round_problem import IndexPair, RoundProblem
from ...model.records.state import State
from ...model.tournament.games import ByHand, Round
from ...model.tournament.tournament import Tournament
from ...model.ways import END_HAND_PAIRING, Way
from ...solver.engine import Options
from ..messages.foresight_texts import shortage_text
from ..messages.step_texts import round_text
from ..verb import Answer, Change, Outcome, Seconds, Verb, said_of, told
from .change_boards import BrokenRuleAnswer, allowed_by_hand, broken_rule, costs_of, violations_of, with_allowed
from .draw.drawing import Drawn
from .draw_round import Draw, by_hand_notes, draw
from .enter_results import RoundDoneAnswer, round_done
from .new_boards import other_terms
from .plan.planning import RoundsNotPossible, plan_notes, short_notes
from .priced import PricedBoard, priced
from .round_numbers import not_begun, round_number

MOST_NAMED = 6


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
    again = "publish it when you have ended pairing by hand"
    notes = [] if drawn.draft else [Remark(f"round {number} was published and is a draft again; {again}")]
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
    theirs, pairing = {frozenset(game.players): game for game in engine.value.round}, engine.value.pairing
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
            OtherTermsAnswer(game.white, game.black, game.handicap)
            for game in drawn
            if (known := theirs.get(frozenset(game.players))) and other_terms(known, game)
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


class Propose(Change, frozen=True, kw_only=True):
    """The boards that the next round is to have, a draft."""

    boards: Annotated[tuple[Pair, ...], told("pairs of players, by id or name")]
    byes: Annotated[tuple[str, ...], told("who has the bye")] = ()
    anyway: Annotated[bool, told("do it even if it breaks a rule or leaves a later round impossible")] = False
    missing_results: Annotated[bool, told("do it although results are missing")] = False
    profile: Annotated[Any, told("weight profile; by default the tournament's", to="here")] = None


@dataclass(frozen=True, slots=True)
class Proposed:
    """The draft with the proposed boards, what it costs, and what the round that was drawn costs."""

    round: Round
    cost: int
    optimum: int


def propose(state: State, request: Propose, folder: Path | None = None) -> Outcome[Proposed]:
    """The next round drawn, with the proposed boards: those that the draw does not have count as changed by hand.

    Colours, handicap and tables are by rule, and the record is that of the draw. Raises InputError if somebody entered
    has not exactly one game or bye; UnconfirmedError with the rules that the boards break; and as `draw` does.
    """
    asked = Draw(profile=request.profile, missing_results=request.missing_results, engine="matching")
    return _replaced(draw(state, asked, folder=folder), request)


def _replaced(drawn: Outcome[Drawn], request: Propose) -> Outcome[Proposed]:
    """A draw with the proposed boards in place of its own. Raises InputError."""
    before, best = drawn.state, drawn.value
    number, (pairs, byes) = best.round.number, _places(request, before.tournament, best.problem)
    made = make_round(before.tournament, best.problem, pairs, byes)
    own = {frozenset(game.players) for game in best.round}
    by_hand = frozenset({ByHand.SWAP})
    games = (game if frozenset(game.players) in own else replace(game, by_hand=by_hand) for game in made)
    after = before.with_tournament(before.tournament.with_round(replace(made, games=tuple(games))))
    ahead = plan_notes(before, after)
    doubts = [
        shortage_text(note.foresight, after.tournament).removesuffix(".")
        for note in ahead
        if isinstance(note, RoundsNotPossible)
    ]
    after = allowed_by_hand(before, after, number, request.anyway, doubts)
    notes: list[Note] = [*drawn.notes, *by_hand_notes(after, number), *colour_notes(after.tournament, number), *ahead]
    value = Proposed(after.tournament.round(number), sum(costs_of(after, number).values()), best.pairing.cost)

    def again(now: State) -> Outcome[Proposed] | None:
        redrawn = drawn.again(now) if drawn.again else None
        return _replaced(redrawn, request) if redrawn else None

    return Outcome(after, value, notes, again)


def _places(request: Propose, tournament: Tournament, problem: RoundProblem) -> tuple[list[IndexPair], list[int]]:
    """Pairs and byes as indices of entrants. Raises InputError unless everybody has exactly one game or bye."""
    index, problems = problem.field.index(), list[Problem]()

    def entrant(text: str) -> int:
        try:
            player = tournament.find(text.strip())
        except InputError as error:
            problems.extend(error.problems)
            return -1
        if player.id not in index:
            problems.append(Problem(f"{player.label} is not entered for round {problem.round}"))
        return index.get(player.id, -1)

    pairs = [(min(pair), max(pair)) for pair in ([entrant(text) for text in pair] for pair in request.boards)]
    byes = [entrant(text) for text in request.byes]
    times = Counter([*(i for pair in pairs for i in pair), *byes])
    names = [tournament.player(player).label for player in problem.field.ids]
    twice = [name for i, name in enumerate(names) if times[i] > 1]
    none = [name for i, name in enumerate(names) if not times[i]]
    if twice:
        problems.append(Problem(f"more than one game or bye: {first_few(twice, MOST_NAMED)}"))
    if none and not problems:
        problems.append(Problem(f"neither a game nor a bye: {first_few(none, MOST_NAMED)}"))
    if problems:
        raise InputError(problems)
    return pairs, byes


BEGIN_BY_HAND = Verb(
    "by-hand",
    Change,
    lambda state, _, run: begin(state),
    lambda _, s: f"begin to pair {round_text(s)} by hand",
    round_done,
)
END_BY_HAND = Verb(
    "by-hand",
    EndByHand,
    lambda state, request, run: end(state, request, run.search(request.seconds)),
    lambda asked, _: f"end pairing by hand, {'keep the round' if asked.keep else 'take the engine’s round'}",
    lambda done: RoundDoneAnswer(**said_of(done), round=done.value.number, cost=done.value.cost),
    slow=True,
)
