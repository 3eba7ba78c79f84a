"""Boards from anywhere as the next round's draft: the round is drawn, then these boards take the place of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from ...model.errors import InputError, Problem
from ...model.language import first_few
from ...model.notes import Note
from ...model.noticing import colour_notes
from ...model.pairing.boards import make_round
from ...model.pairing.draw import Pair
from ...model.pairing.round_problem import IndexPair, RoundProblem
from ...model.records.state import State
from ...model.tournament.games import ByHand, Round
from ...model.tournament.tournament import Tournament
from ..messages.foresight_texts import shortage_text
from ..outcome import Outcome
from ..verb import Change, told
from .allowing import allowed_by_hand
from .change_boards import costs_of
from .draw.drawing import Drawn
from .draw_round import Draw, by_hand_notes, draw
from .plan.planning import RoundsNotPossible, plan_notes

MOST_NAMED = 6


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
