"""Other boards of a round that is drawn, by repairs and as alternatives: those that leave a plan for later rounds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from random import Random

import pytest
from mcmahon.desk.questions.next_best import Alternatives, alternatives
from mcmahon.desk.questions.standing_round import redrawn
from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.desk.rounds.draw.looking_ahead import outlook_behind, standing_prospect
from mcmahon.desk.rounds.plan.planning import RoundsNotPossible, plan_status
from mcmahon.desk.rounds.repair.repair_case import Repair
from mcmahon.desk.rounds.repair.repair_round import repair
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.judging.plan_judge import plan_violations
from mcmahon.model.notes import note_texts
from mcmahon.model.plan.plan import Foresight, Outlook
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Game
from mcmahon.model.tournament.rules import CountRule

from tests.builders import tournament, with_player

from .test_looking_ahead import every_round, in_play

BALANCED = load_profile("balanced")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_who_misses_a_round(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two miss a round: its repair leaves a plan for as many rounds as any round of the others does.

    Where its own boards do already, the search for more ends with its effort: less of it is the same answer sooner.
    """
    monkeypatch.setattr("mcmahon.desk.rounds.draw.looking_ahead.STANDING_EFFORT", 1.0)
    state = drawn_to(3, seed)
    first, second = state.tournament.round(3).games[:2]
    mended = repair(state, Repair(without=(first.white, second.white), anyway=True))
    record, after = mended.value.record, mended.state.tournament
    best = max(until for until, _ in other_boards(state, mended.value.round.paired))
    assert record.foresight.until == best
    assert plan_violations(after, record.foresight.plan, BALANCED) == []
    assert any(isinstance(note, RoundsNotPossible) for note in mended.notes) == (best < 7)


def dead_end() -> State:
    """A round whose boards were changed by hand to others, behind which not all rounds are possible."""
    state = drawn_to(5, 0)
    old = state.tournament.round(5)
    pairs = next(pairs for until, pairs in other_boards(state, old.paired) if until < 7)
    games = tuple(Game(table, *sorted(pair)) for table, pair in enumerate(sorted(pairs, key=sorted), 1))
    return state.with_tournament(state.tournament.with_round(replace(old, games=games)))


def test_a_repair_gives_up_the_fewest_boards_that_leave_a_plan() -> None:
    """Nobody has left or come, but the round ends in a dead end: the fewest boards change that avoid it."""
    state = dead_end()
    old = state.tournament.round(5)
    mended = repair(state, Repair(anyway=True))
    now = {frozenset(game.players) for game in old}
    kept = max(len(now & pairs) for until, pairs in other_boards(state, old.paired) if until == 7)
    assert mended.value.record.foresight.until == 7
    assert len(mended.value.given_up) == 4 - kept > 0
    assert [note for note in note_texts(mended.notes, state.tournament) if "this round alone" in note] == [
        "For this round alone, a repair that gives up 0 boards would be best, but it leaves no legal plan for "
        "rounds 6 and 7; this one leaves one."
    ]


def test_what_is_not_known_in_time_gives_up_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can say whether rounds behind these boards are possible: they stay."""
    state = dead_end()
    unknown = Foresight(Outlook.OPEN, 6, 0, 7)
    monkeypatch.setattr("mcmahon.desk.rounds.repair.repair_case.outlook_behind", lambda *_: unknown)
    mended = repair(state, Repair(anyway=True))
    assert mended.value.given_up == ()
    assert "For this round alone" not in " ".join(note_texts(mended.notes, state.tournament))


def test_the_plan_of_the_draw_is_what_is_possible_as_long_as_it_is_legal() -> None:
    state = drawn_to(5, 0)
    kept = state.records[5].foresight
    assert plan_status(state) is kept
    mates = state.tournament
    for player in kept.plan.rounds[0].pairs[0]:
        mates = with_player(mates, player, club="Ulm")
    assert plan_status(state.with_tournament(mates)) is kept, "clubmates may meet"
    apart = replace(BALANCED, rules=(CountRule("apart", ("clubmates",), 0),))
    forbidden = plan_status(State(mates, apart, records=state.records))
    assert forbidden is not None
    assert forbidden.short
    found = plan_status(dead_end())
    assert found is not None
    assert found.short


@pytest.mark.slow
@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_at_most_so_many_changes_are_the_cheapest_that_leave_a_plan(most: int) -> None:
    """Against every round: where one of so few changes leaves a plan, the cheapest of these; else as without a plan."""
    state = dead_end()
    old = state.tournament.round(5)
    problem = redrawn(state, 5, old.paired).problem()
    ids = problem.field.ids
    at = {player: i for i, player in enumerate(ids)}
    costs = {True: list[int](), False: list[int]()}
    for until, pairs in other_boards(state, old.paired):
        if len({frozenset(game.players) for game in old} - pairs) <= most:
            indices = [tuple(sorted(at[player] for player in pair)) for pair in pairs]
            costs[until == 7].append(sum(problem.costs_by_criterion(indices, []).values()))  # type: ignore[arg-type]
    mended = repair(state, Repair(changes=most, anyway=True))
    assert mended.value.pairing.cost == min(costs[True] or costs[False])
    assert (mended.value.record.foresight.until == 7) == bool(costs[True])
    assert len(mended.value.given_up) <= most
    worse = bool(costs[True]) and min(costs[True]) > min(costs[False])
    assert ("For this round alone" in " ".join(note_texts(mended.notes, state.tournament))) == worse


def drawn_to(number: int, seed: int) -> State:
    """A round robin of eight, drawn to a round that is still to be played."""
    made = tournament("3d 2d 1d 1k 2k 3k 4k 5k", rounds=7, seed=seed, start__bar="none")
    state = State(made, BALANCED)
    for at in range(1, number + 1):
        drawn = draw_round(state.tournament, records=state.records)
        state = state.with_tournament(drawn.tournament).with_record(at, drawn.record)
        if at < number:
            state = state.with_tournament(in_play(state.tournament, at, Random(seed + at)))
    return state


def other_boards(state: State, present: Collection[str]) -> Iterator[tuple[int, set[frozenset[str]]]]:
    """Each way to pair the last round of these players, by the last round that a plan behind it reaches."""
    number = len(state.tournament.rounds)
    problem = redrawn(state, number, present).problem()
    later = standing_prospect(state, number, present, problem)
    assert later is not None
    ids = problem.field.ids
    for games, byes in every_round(problem):
        yield outlook_behind(later, games, byes).until, {frozenset((ids[i], ids[j])) for i, j in games}


@pytest.mark.slow
def test_alternatives_leave_a_plan() -> None:
    """Other rounds that would end in a dead end are left out, and counted."""
    state = drawn_to(5, 0)
    rounds = alternatives(state, Alternatives(most=100)).value
    found = list(rounds)
    every = list(other_boards(state, state.tournament.round(5).paired))
    assert len(found) == sum(until == 7 for until, _ in every) - 1
    assert len(rounds.left_out) == sum(until < 7 for until, _ in every) > 0
    answer = rounds.answer(found)
    assert (len(answer.others), len(answer.left_out)) == (len(found), len(rounds.left_out))
    (line,) = answer.sentences
    assert line.endswith(" left out, because they leave no legal plan for rounds 6 and 7.")
