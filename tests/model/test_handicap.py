"""Handicap and komi by the rules (section 3): by score or by rank, none from a rank up, komi by stones."""

from __future__ import annotations

import pytest
from builders import tournament
from mcmahon.model.pairing.handicap import even_at_bar, komi_halves, stones, stones_given, strength
from mcmahon.model.placing.scores import score


@pytest.mark.parametrize(("rule", "of_each"), [("mms", [7, 2]), ("rank", [3, -3])])
def test_strength_is_the_score_or_the_declared_rank(rule: str, of_each: list[int]) -> None:
    """A 4 dan is 3, a 3 kyu -3; what they have scored counts by the other rule only."""
    t = tournament("4d 3k", start__bar="none", handicap__rule=rule)
    assert [strength(p, raw, t.settings) for p, raw in zip(t.players, (7, 2), strict=True)] == of_each


def test_from_a_rank_up_everybody_counts_as_of_that_rank() -> None:
    t = tournament("4d 3k 5k", start__bar="none", handicap__rule="rank", handicap__none_from="3k")
    assert [strength(p, 0, t.settings) for p in t.players] == [-3, -3, -5]


def test_none_from_a_rank_up_means_nothing_where_scores_are_no_ranks() -> None:
    """In a Swiss five points are wins, not a 6 dan; by rank the rule holds there too."""
    by_score = tournament("4d", preset="swiss", handicap__rule="mms", handicap__none_from="1d")
    by_rank = tournament("4d", preset="swiss", handicap__rule="rank", handicap__none_from="1d")
    assert strength(by_score.players[0], 5, by_score.settings) == 5
    assert strength(by_rank.players[0], 5, by_rank.settings) == 0


def test_stones_are_the_difference_either_way_less_the_reduction_within_the_maximum() -> None:
    settings = tournament("1d", handicap__reduction=2, handicap__maximum=4).settings
    assert [stones(d, False, settings) for d in (-9, -5, -3, -2, 0, 2, 3, 6, 7)] == [4, 3, 1, 0, 0, 0, 1, 4, 4]
    assert stones(9, True, settings) == 0
    assert stones(9, False, tournament("1d", handicap__rule="none").settings) == 0


def test_the_weaker_as_white_would_take_stones_and_nobody_gives_any_at_the_bar() -> None:
    t = tournament("4d 3k 5k", start__bar="4d", handicap__reduction=1, start__zero="20k")
    a, b, c = t.players
    scores = score(t)
    assert [stones_given(*pair, scores) for pair in ((b, c), (c, b), (a, c), (b, b))] == [1, -1, 0, 0]
    assert even_at_bar("ac", scores)
    assert not even_at_bar("bc", scores)


def test_komi_is_the_tournaments_then_a_half_then_that_of_handicap_games() -> None:
    settings = tournament("1d", komi=7.5, handicap__komi=3).settings
    assert [komi_halves(stones, settings) for stones in (0, 1, 2, 9)] == [15, 1, 6, 6]
