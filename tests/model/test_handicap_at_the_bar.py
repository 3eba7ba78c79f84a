"""The AGA's rule: a player at the bar may give stones, and never takes any (`handicap.none_from = "bar"`)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament
from mcmahon.io.formats import formats
from mcmahon.model.pairing.handicap import stones_given
from mcmahon.model.placing.scores import score
from mcmahon.model.tournament.tournament import Tournament


def stones(t: Tournament, white: str, black: str) -> int:
    """What White gives; negative if Black gives."""
    return stones_given(t.player(white), t.player(black), score(t))


def test_stones_are_given_at_the_bar_and_not_taken() -> None:
    """By hand: bar 1d; 5d and 1d are even, 5d gives a 3k the difference from 1d to 3k."""
    t = tournament("5d 1d 1k 3k", preset="aga", rounds=3, start__bar="1d")
    assert (stones(t, "a", "b"), stones(t, "a", "c"), stones(t, "b", "d"), stones(t, "a", "d")) == (0, 1, 3, 3)
    later = played(t, "a+b c+d")
    assert stones(later, "a", "b") == 0  # scores 1 and 0: counted as the bar
    assert stones(later, "c", "b") == 0


def test_the_bar_is_the_one_that_is_decided_at_the_first_draw() -> None:
    auto = tournament("5d 1d 1k 3k", preset="aga", rounds=3)
    assert auto.settings.none_from_rank is None
    decided = replace(auto.settings, decided=replace(auto.settings.decided, bar="1k"))
    assert decided.none_from_rank == -1
    assert tournament("5d 1d", preset="aga", start__bar="none").settings.none_from_rank is None
    assert tournament("5d 1d", preset="aga", handicap__none_from="2d").settings.none_from_rank == 1


@pytest.mark.parametrize("form", ["opengotha", "pairgoth", "macmahon"])
def test_other_programs_get_the_rank_of_the_bar(form: str) -> None:
    one = formats()[form]
    t = tournament("5d 1d 1k 3k", preset="aga", rounds=3, start__bar="1d", event__begin="2026-03-07")
    back = one.read(one.written(t).data, "t").tournament.settings
    assert back.handicap.none_from == "1d"


def test_komi_is_that_of_each_association() -> None:
    """7.5 by the rules of the AGA and the BGA's default rules since 2006; 6.5 with territory scoring in Europe."""
    komi = {preset: tournament("1d", preset).settings.komi / 2 for preset in ("aga", "bga", "egf", "german", "club")}
    assert komi == {"aga": 7.5, "bga": 7.5, "egf": 6.5, "german": 6.5, "club": 6.5}
    assert tournament("1d", "aga", komi=5.5).settings.komi == 11
