"""Questions about a round that the worker answers: why, what else, how to repair it; what they find, as plain values.

A problem of 1,000 players is not sent between processes; what is sent are ids, costs and sentences.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..desk.answers.by_hand import HandPairingAnswer, hand_pairing_answer
from ..desk.answers.checks import VerdictAnswer, verdict_answer
from ..desk.answers.plans import PlanAnswer, plan_answer
from ..desk.answers.questions import DifferenceAnswer, difference_answer
from ..desk.desk import Desk
from ..desk.options import Options
from ..desk.questions.why import Alternatives, ExplainBoard, alternatives, explain
from ..desk.questions.why_not import WhyNot
from ..desk.rounds.by_hand import compare
from ..desk.rounds.plan.planning import plan
from ..desk.rounds.proof.checking import Check, check_all
from ..desk.rounds.repair.mended import RepairDone
from ..desk.rounds.repair.repairing import Choices, Repair, choices
from ..desk.rounds.wide import NewBoard
from ..desk.words.foresight import guarantee_lines
from ..desk.words.plans import left_out_line
from ..model.errors import NoAnswerError
from ..model.notes import note_texts
from ..model.pairing.draw import Pair
from ..model.records.ledger import Entrant


@dataclass(frozen=True, slots=True)
class Why:
    """Why somebody has a board, or why two do not meet: sentences, its price, the players at the draw.

    `costs` are criterion, cost and what it counts. `other` is what the best round without the board, or with the game,
    differs in; `forced` says that it is the latter.
    """

    number: int
    title: str
    paragraph: str
    costs: tuple[tuple[str, int, int], ...]
    entrants: tuple[Entrant, ...]
    other: DifferenceAnswer | None
    forced: bool
    notes: tuple[str, ...]


def explain_board(options: Options, path: Path, request: ExplainBoard) -> Why:
    """Why somebody has a board, or why two do not meet."""
    outcome = explain(Desk(path).read(), request, options)
    drawn, found = outcome.value.drawn, outcome.value.found
    notes = tuple(note_texts(outcome.notes, outcome.state.tournament))
    known = drawn.ledger.entrants
    number = drawn.round.number
    if isinstance(found, WhyNot):
        other = difference_answer(drawn, found.forced) if found.forced else None
        named = [outcome.state.tournament.find(text).id for text in (request.player, request.other)]
        entrants = tuple(known[player] for player in named if player in known)
        return Why(number, found.title, found.sentence, (), entrants, other, True, notes)
    other = difference_answer(drawn, found.without) if found.without else None
    entrants = tuple(known[player] for player in found.players if player in known)
    return Why(number, found.title, found.paragraph, found.costs, entrants, other, False, notes)


@dataclass(frozen=True, slots=True)
class Others:
    """The cheapest other rounds as differences, each proven; `stopped` before all were found.

    `left_out` says how many leave no plan for the rounds to come.
    """

    number: int
    rounds: tuple[DifferenceAnswer, ...]
    stopped: bool
    left_out: str = ""


def other_rounds(options: Options, path: Path, request: Alternatives) -> Others:
    """The next best rounds; of a search that was stopped, those proven until then."""
    found = alternatives(Desk(path).read(), request, options).value
    number = found.drawn.round.number
    rounds: list[DifferenceAnswer] = []
    try:
        for other in found:
            if options.clock is not None and options.clock.expired():
                return Others(number, tuple(rounds), True)
            rounds.append(difference_answer(found.drawn, other))
    except NoAnswerError:
        return Others(number, tuple(rounds), True)
    return Others(number, tuple(rounds), False, left_out_line(found))


@dataclass(frozen=True, slots=True)
class Planned:
    """What is guaranteed of the rounds to come, a plan, and what the director should know."""

    found: PlanAnswer
    notes: tuple[str, ...]


def look_ahead(_: Options, path: Path) -> Planned:
    """Which rounds to come can be paired, and one way to do it."""
    outcome = plan(Desk(path).read())
    tournament = outcome.state.tournament
    return Planned(plan_answer(outcome.value, tournament), tuple(note_texts(outcome.notes, tournament)))


@dataclass(frozen=True, slots=True)
class MendedRound:
    """A repaired round to look at: what it gives up and has new, its cost, and how many boards to allow to have it.

    `changes` is None for the round that is recommended.
    """

    number: int
    changes: int | None
    lost: tuple[Pair, ...]
    given_up: tuple[Pair, ...]
    new: tuple[NewBoard, ...]
    byes: tuple[str, ...]
    byes_before: tuple[str, ...]
    cost: int
    proven: bool
    changed: bool
    published: bool
    notes: tuple[str, ...]
    fewest: bool
    cheapest: bool


def repair_choices(options: Options, path: Path, request: Repair) -> list[MendedRound]:
    """Repaired rounds side by side, fewest boards given up first."""
    state = Desk(path).read()
    found = choices(state, request, options).value
    return [_mended(one, found) for one in found.different]


def _mended(done: RepairDone, found: Choices) -> MendedRound:
    return MendedRound(
        number=done.round.number,
        changes=None if done.round == found.sane.round else len(done.given_up),
        lost=done.lost,
        given_up=done.given_up,
        new=done.new_boards,
        byes=done.round.byes,
        byes_before=done.old.byes,
        cost=done.pairing.cost,
        proven=done.pairing.optimal,
        changed=done.changed,
        published=not done.old.draft,
        notes=(*guarantee_lines(done.record.foresight), *note_texts(done.notes, done.tournament)),
        fewest=done.round == found.fewest.round,
        cheapest=done.round == found.cheapest.round,
    )


def compare_by_hand(options: Options, path: Path) -> HandPairingAnswer:
    """The round that is paired by hand beside the engine's."""
    found = compare(Desk(path).read(), options)
    return hand_pairing_answer(found.value, found.state.tournament)


def checked(options: Options, path: Path, request: Check) -> VerdictAnswer:
    """The verdict on a folder."""
    found = check_all(Desk(path).read(), request, options, path)
    return verdict_answer(found.value, found.state.tournament, request.prove)
