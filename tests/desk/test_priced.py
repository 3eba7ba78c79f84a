"""A round as its director looks at it, what is asked of the next draw, and what there is to look at."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from builders import tournament
from mcmahon.desk.desk import Desk
from mcmahon.desk.glance import About, concerns
from mcmahon.desk.questions.standing_round import redrawn
from mcmahon.desk.questions.vary_weights import BoardsMoved, boards_moved
from mcmahon.desk.rounds.change_boards import Swap, costs_of, swap
from mcmahon.desk.rounds.draw_round import Draw, draw
from mcmahon.desk.rounds.priced import DEAR, priced
from mcmahon.desk.rounds.repair.repair_case import Repair
from mcmahon.desk.rounds.repair.repair_round import choices, repair
from mcmahon.desk.rounds.wishes import (
    NO_WISHES,
    Wishes,
    each,
    wish_lines,
    wishes_of_draft,
    with_more,
    without,
)
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.edits import set_results
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.person import Status
from mcmahon.solver.engine import solve

INSTANCES = Path(__file__).parents[2] / "instances"


@pytest.fixture
def state(tmp_path: Path) -> State:
    """A congress after three of five rounds."""
    shutil.copytree(INSTANCES / "congress60", tmp_path / "t")
    return Desk(tmp_path / "t").read()


def test_the_prices_of_boards_add_up_to_the_cost_of_the_round(state: State) -> None:
    outcome = priced(state)
    found = outcome.value
    assert outcome.state is state
    assert found.at_draw is not None
    assert (found.cost, sum(found.at_draw.least)) == (state.records[3].cost, state.records[3].bound)
    assert (found.at_draw.extra, found.at_draw.checked, found.at_draw.ticked) == (0, False, False)
    assert not found.recomputed
    assert found.costs == {name: cost for name, cost in state.records[3].costs.items() if cost}


def test_a_board_is_dear_above_three_times_the_mean(state: State) -> None:
    found = priced(state).value
    boards = [*found.boards, *found.byes]
    mean = sum(board.cost for board in boards) / len(boards)
    assert [board.dear for board in boards] == [board.cost > DEAR * mean for board in boards]


def test_what_every_board_costs_alike_says_nothing_of_any(state: State) -> None:
    """Round 1: each board gives one player a colour more, which is in the cost of the round and of no interest."""
    fresh = State(tournament("3k 3k 3k 3k"), load_profile("balanced"))
    found = priced(draw(fresh, Draw()).state).value
    assert found.alike == found.boards[0].costs
    assert found.alike["colour_balance"] == 1000
    assert priced(state).value.alike == {}


def test_boards_that_another_pairing_would_move_are_told_by_names_and_byes_too() -> None:
    state = draw(State(tournament("3k 3k 3k 3k 3k"), load_profile("balanced")), Draw()).state
    other = replace(solve(redrawn(state).problem()), pairs=((1, 2), (0, 3)), byes=(4,))
    assert boards_moved(state, other).value == BoardsMoved(
        ["Player-d – Player-e", "Player-a – bye"], ["Player-a – Player-d", "Player-e – bye"]
    )


def test_a_gap_is_of_the_scores_that_were_paired(state: State) -> None:
    for board in priced(state).value.boards:
        white, black = (state.records[3].ledger.entrants[p] for p in board.players)  # type: ignore[union-attr]
        assert board.gap == white.score - black.score


def test_after_a_swap_the_prices_are_of_the_boards_as_they_are_now(state: State) -> None:
    games = state.tournament.rounds[2].games
    after = swap(state, Swap(a=games[4].white, b=games[5].white, dry_run=True)).state
    found = priced(after).value
    assert found.recomputed
    assert found.at_draw is None
    assert found.cost == sum(costs_of(after, 3).values())


def test_every_criterion_has_a_short_name() -> None:
    assert len({one.heading for one in CRITERIA.values()}) == len(CRITERIA)


def test_what_a_draft_was_asked_for_is_asked_of_it_again(state: State) -> None:
    games = state.tournament.rounds[2].games
    a, b = games[0].white, games[7].black
    drawn = draw(state, Draw(force=[(a, b)])).state
    assert wishes_of_draft(state, 4) == NO_WISHES
    assert wishes_of_draft(drawn, 4) == Wishes(force=((a, b),))
    names = drawn.tournament.by_id()
    assert wish_lines(wishes_of_draft(drawn, 4), drawn.tournament) == [f"{names[a].name} and {names[b].name} meet"]


ONE_TWO = (("1", "2"),)


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        (Wishes(force=ONE_TWO), Wishes(forbid=(("2", "1"),)), Wishes(forbid=(("2", "1"),))),
        (Wishes(forbid=ONE_TWO), Wishes(force=(("2", "1"),)), Wishes(force=(("2", "1"),))),
        (Wishes(force=ONE_TWO), Wishes(force=(("2", "3"),)), Wishes(force=(("2", "3"),))),
        (Wishes(force=ONE_TWO), Wishes(bye=("1",)), Wishes(bye=("1",))),
        (Wishes(bye=("1", "3")), Wishes(force=ONE_TWO), Wishes(force=ONE_TWO, bye=("3",))),
        (Wishes(forbid=ONE_TWO), Wishes(forbid=(("1", "3"),)), Wishes(forbid=(*ONE_TWO, ("1", "3")))),
        (Wishes(forbid=ONE_TWO), Wishes(bye=("1",)), Wishes(forbid=ONE_TWO, bye=("1",))),
        (Wishes(relax=("repeats",)), Wishes(force=ONE_TWO), Wishes(force=ONE_TWO, relax=("repeats",))),
        (Wishes(force=ONE_TWO), Wishes(force=ONE_TWO), Wishes(force=ONE_TWO)),
        (NO_WISHES, Wishes(bye=("1", "1")), Wishes(bye=("1",))),
    ],
)
def test_a_wish_takes_the_place_of_those_that_it_contradicts(
    state: State, old: Wishes, new: Wishes, left: Wishes
) -> None:
    assert with_more(old, new, state.tournament) == left


@pytest.mark.parametrize("wish", [Wishes(force=(("1", "1"),)), Wishes(bye=("nobody",)), Wishes(forbid=(("1", ""),))])
def test_what_is_no_wish_is_refused(state: State, wish: Wishes) -> None:
    with pytest.raises(InputError):
        with_more(NO_WISHES, wish, state.tournament)


def test_a_wish_is_taken_out_whoever_is_named_first() -> None:
    asked = Wishes(force=ONE_TWO, bye=("3",))
    assert each(asked) == [Wishes(force=ONE_TWO), Wishes(bye=("3",))]
    assert without(asked, Wishes(force=(("2", "1"),))) == Wishes(bye=("3",))


def test_the_choices_of_a_repair_are_those_that_repair_makes(state: State) -> None:
    drawn = draw(state).state
    gone = drawn.tournament.rounds[3].games[10].white
    found = choices(drawn, Repair(without=[gone])).value
    assert found.sane.round == repair(drawn, Repair(without=[gone])).value.round
    different = {one.round: one for one in (found.fewest, found.sane, found.cheapest)}.values()
    for one in different:
        asked = Repair(without=[gone], changes=len(one.given_up))
        assert repair(drawn, asked).value.pairing.cost == one.pairing.cost
    given_up = [len(one.given_up) for one in different]
    assert given_up == sorted(given_up)
    assert found.cheapest.pairing.cost <= found.sane.pairing.cost


def test_nothing_is_to_be_looked_at_where_all_is_well(state: State) -> None:
    assert concerns(state).value == []


def test_missing_results_preliminary_entries_and_moved_scores_are_named(state: State) -> None:
    first = state.tournament.players[0]
    waiting = state.tournament.with_players([replace(first, status=Status.PRELIMINARY)])
    assert first.name in concerns(state.with_tournament(waiting)).value[-1].text
    open_ = state.with_tournament(set_results(state.tournament, [(2, 5, Result.UNKNOWN, False)]))
    missing = concerns(open_).value[0]
    assert (missing.about, missing.round) == (About.RESULTS, 2)
    assert missing.text == "1 result of round 2 missing: table 5"
    drawn = draw(state).state
    game = drawn.tournament.rounds[2].games[0]
    other = Result.BLACK if game.result is Result.WHITE else Result.WHITE
    moved = drawn.with_tournament(set_results(drawn.tournament, [(3, game.table, other, False)]))
    assert "scores have changed since round 4 was drawn" in concerns(moved).value[0].text
