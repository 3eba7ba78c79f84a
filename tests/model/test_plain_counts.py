"""Plain counts of a round's pairs, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament
from mcmahon.model.judging.round_costs import plain_counts
from mcmahon.model.tournament.tournament import Tournament

CLUBS = {"a": ("Ath", "FR"), "b": ("Ath", "fr"), "d": ("Bod", "FR")}


def after_one_round() -> Tournament:
    """Scores 3, 0, 0, -5 and 0 in points above 1 dan; White in round 1 were a and c, drawn down, Black b and d."""
    t = tournament("3d 1d 1k 5k 1k", start__bar="none", points__bye=1)
    of = {p.id: CLUBS.get(p.id, ("", "")) for p in t.players}
    t = t.with_players([replace(p, club=of[p.id][0], country=of[p.id][1]) for p in t.players])
    return played(t, "a+b c+d", byes="e")


def counted(*pairs: tuple[str, str, int], byes: str = "") -> dict[str, int]:
    """What is not 0, but for the pairs and the balances of colours."""
    found = plain_counts(after_one_round(), 2, pairs, byes.split())
    assert found.pop("pairs", 0) == len(pairs)
    found.pop("colour_imbalance_even")
    return {name: value for name, value in found.items() if value}


@pytest.mark.parametrize(
    ("pair", "counts"),
    [
        (("b", "c", 0), {}),
        (("c", "e", 0), {}),
        (("d", "e", 0), {"mms_diff_sum": 5, "four_or_more_apart": 1, "draw_downs": 1, "repeated_draw_ups": 1}),
        (("c", "d", 0), {"repeats": 1, "mms_diff_sum": 5, "four_or_more_apart": 1, "draw_downs": 1,
                         "repeated_draw_downs": 1, "repeated_draw_ups": 1}),
        (("a", "e", 0), {"mms_diff_sum": 3, "draw_downs": 1, "repeated_draw_downs": 1}),
        (("e", "a", 2), {"mms_diff_sum": 3, "draw_downs": 1, "repeated_draw_downs": 1, "handicap_games": 1,
                         "handicap_stones": 2}),
        (("b", "d", 1), {"mms_diff_sum": 5, "four_or_more_apart": 1, "draw_downs": 1, "repeated_draw_ups": 1,
                         "compatriots": 1, "handicap_games": 1, "handicap_stones": 1}),
        (("b", "a", 0), {"repeats": 1, "mms_diff_sum": 3, "draw_downs": 1, "repeated_draw_downs": 1,
                         "repeated_draw_ups": 1, "clubmates": 1, "compatriots": 1}),
    ],
)  # fmt: skip
def test_what_a_pair_counts(pair: tuple[str, str, int], counts: dict[str, int]) -> None:
    """Clubs and countries that nobody knows are not equal; who was drawn up before and is drawn down now is neither."""
    assert counted(pair) == counts


def test_four_points_apart_are_four_or_more() -> None:
    t = tournament("3d 2k 3k", start__bar="none")
    assert plain_counts(t, 1, [("a", "b", 0)], [])["four_or_more_apart"] == 1
    assert plain_counts(tournament("3d 1k", start__bar="none"), 1, [("a", "b", 0)], [])["four_or_more_apart"] == 0


def test_a_second_bye_is_a_repeated_one() -> None:
    assert counted(byes="e b") == {"byes": 2, "repeated_byes": 1}


@pytest.mark.parametrize(
    ("pairs", "sum_"),
    [([], 4), ([("a", "c", 0)], 4), ([("c", "a", 0), ("e", "b", 0)], 6), ([("b", "a", 0)], 2), ([("b", "a", 1)], 4)],
)
def test_the_balances_of_colours_are_those_after_the_round(pairs: list[tuple[str, str, int]], sum_: int) -> None:
    """a and c had White, b and d Black: 4. a 2 and c 0; c 2, a 0, e 1, b -2; a and b 0; a handicap changes nothing."""
    expected = sum_
    assert plain_counts(after_one_round(), 2, pairs, [])["colour_imbalance_even"] == expected


def test_only_entrants_balances_count() -> None:
    t = after_one_round()
    entered = {"a": frozenset({1}), "b": frozenset({1, 2}), "c": frozenset({2})}
    t = t.with_players([replace(t.player(p), rounds=rounds) for p, rounds in entered.items()])
    assert plain_counts(t, 2, [], [])["colour_imbalance_even"] == 3
    assert plain_counts(t, 1, [], [])["colour_imbalance_even"] == 0
