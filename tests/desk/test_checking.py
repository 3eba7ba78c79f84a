"""Rounds checked at the desk: each judged, and with a proof, by what it was drawn with."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import tournament
from mcmahon.desk.rounds.boards import Swap, swap
from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.desk.rounds.proof.checking import Check, Least, check_all
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.edits import publish, set_results
from mcmahon.model.tournament.games import Result


def test_each_round_is_proven_by_what_was_true_before_it() -> None:
    """The second one was changed by hand, and costs more than the cheapest; the first is as it was drawn."""
    first = draw_round(tournament("4d 3d 2d 1d 1k 2k"))
    results = [(1, game.table, Result.WHITE, False) for game in first.round]
    second = draw_round(set_results(publish(first.tournament, 1), results))
    state = in_memory(second.tournament, {1: first.record, 2: second.record})
    assert [one.sound for one in check_all(state, Check(prove=True)).value.rounds] == [True, True]
    one, other = second.round.games[0], second.round.games[-1]
    changed = swap(state, Swap(one.white, other.black, anyway=True)).state
    found = check_all(changed, Check(prove=True)).value
    assert [sum(one.least.costs) for one in found.rounds if one.least] == [one.verdict.cost for one in found.rounds]
    assert [sum(one.least.least) for one in found.rounds if one.least] == [first.pairing.cost, second.pairing.cost]
    assert [one.sound for one in found.rounds] == [True, False]
    assert all(one.least and one.least.proven and one.least.certified for one in found.rounds)
    last = found.rounds[1].least
    assert last is not None
    planned = replace(second.record, foresight=replace(second.record.foresight, extra=last.extra))
    assert all(one.sound for one in check_all(changed.with_record(2, planned), Check(prove=True)).value.rounds)
    (alone,) = check_all(changed, Check(1)).value.rounds
    assert (alone.verdict.number, alone.least) == (1, None)


@pytest.mark.parametrize(
    ("costs", "least", "for_plan", "extra"),
    [
        ((5, 10), (5, 7), 0, 3),
        ((5, 10), (5, 7), 2, 1),
        ((5, 10), (5, 7), 3, 0),
        ((6, 0), (5, 7), 0, 1),  # the first tier that differs decides
        ((4, 9), (5, 7), 0, 0),  # cheaper, by a rule that it breaks
        ((5, 7), (5, 7), 0, 0),
    ],
)
def test_what_a_round_costs_more_leaves_out_the_price_of_a_plan(
    costs: tuple[int, ...], least: tuple[int, ...], for_plan: int, extra: int
) -> None:
    assert Least(costs, least, for_plan, True, True, False).extra == extra
