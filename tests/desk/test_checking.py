"""Rounds checked at the desk: each judged, and with a proof, by what it was drawn with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from builders import tournament
from mcmahon.desk.rounds.change_boards import Swap, swap
from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.desk.rounds.proof.checking import Check, check_all
from mcmahon.desk.rounds.proof.claim import Backing, Basis, Claim, PlanPrice
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
    changed = swap(state, Swap(a=one.white, b=other.black, anyway=True)).state
    found = check_all(changed, Check(prove=True)).value
    least: list[Any] = [one.least_cost for one in found.rounds]
    assert [sum(one.costs) for one in least] == [one.cost for one in found.rounds]
    assert [sum(one.least) for one in least] == [first.pairing.cost, second.pairing.cost]
    assert [one.sound for one in found.rounds] == [True, False]
    assert all(one.proven and one.certified for one in least)
    planned = replace(second.record, foresight=replace(second.record.foresight, extra=least[1].extra))
    excused = check_all(changed.with_record(2, planned), Check(prove=True)).value
    assert [one.sound for one in excused.rounds] == [True, False], "nobody needs to pay for later rounds here"
    assert excused.rounds[1].least_cost.plan_price == PlanPrice.WRONG  # type: ignore[union-attr]
    (alone,) = check_all(changed, Check(round=1)).value.rounds
    assert (alone.round, alone.least_cost) == (1, msgspec.UNSET)


def claimed(costs: tuple[int, ...], least: tuple[int, ...], cheapest: tuple[int, ...], **more: Any) -> Claim:
    """A claim that a round of these costs is by the settings' own terms, checked now."""
    known = {"basis": Basis.TODAY, "backing": Backing.SETTINGS, "terms": (), "proven": True, "certified": True}
    print_of = {"fingerprint": "2:", "checked": True, "by_criterion": {}}
    return Claim(**print_of, costs=costs, least=least, cheapest=cheapest, **(known | more))


@pytest.mark.parametrize(
    ("costs", "least", "cheapest", "for_plan", "extra"),
    [
        ((5, 10), (5, 7), (5, 7), 0, 3),
        ((5, 10), (5, 7), (5, 9), 2, 1),
        ((5, 10), (5, 7), (5, 10), 3, 0),
        ((6, 0), (5, 7), (5, 7), 0, 1),  # the first tier that differs decides
        ((6, 9), (5, 7), (6, 8), 1, 1),  # and later tiers are looked at although the first pays for a plan
        ((4, 9), (5, 7), (5, 7), 0, 0),  # cheaper, by a rule that it breaks
        ((5, 7), (5, 7), (5, 7), 0, 0),
    ],
)
def test_what_a_round_costs_more_leaves_out_the_price_of_a_plan(
    costs: tuple[int, ...], least: tuple[int, ...], cheapest: tuple[int, ...], for_plan: int, extra: int
) -> None:
    claim = claimed(costs, least, cheapest)
    assert (claim.for_plan, claim.extra) == (for_plan, extra)


@pytest.mark.parametrize(
    ("more", "sound", "ticked"),
    [
        ({}, True, True),
        ({"backing": Backing.JOURNAL}, True, True),
        ({"backing": Backing.RECORD}, True, False),
        ({"backing": Backing.NOTHING}, False, False),
        ({"plan_price": PlanPrice.COMPUTED}, True, True),
        ({"plan_price": PlanPrice.BELIEVED}, True, False),
        ({"plan_price": PlanPrice.WRONG}, False, False),
        ({"other_lot": True}, True, False),
        ({"checked": False}, True, False),
        ({"proven": False}, False, False),
        ({"certified": False}, False, False),
        ({"cheapest": (5, 6)}, False, False),
    ],
)
def test_only_what_was_computed_now_and_is_explained_has_a_tick(
    more: dict[str, Any], sound: bool, ticked: bool
) -> None:
    claim = replace(claimed((5, 7), (5, 7), (5, 7)), **more)
    assert (claim.sound, claim.ticked) == (sound, ticked)
