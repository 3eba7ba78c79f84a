"""Rules that depend on scores to come: a small simulation says how often they end in a round without a pairing."""

from __future__ import annotations

import pytest
from mcmahon.desk.messages.plan_texts import plan_lines
from mcmahon.desk.rounds.plan.planning import Futures, futures, plan
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.records.state import State
from mcmahon.model.tournament.tournament import Tournament

from tests.builders import tournament

BALANCED = load_profile("balanced")


def eight(**settings: object) -> Tournament:
    """Eight players who start alike, and six rounds."""
    return tournament(" ".join(["1d"] * 8), rounds=6, start__bar="none", **settings)


@pytest.mark.slow
def test_a_narrow_limit_ends_in_dead_ends() -> None:
    """With a limit of one point between opponents, the first two rounds can be paired; some later one cannot."""
    found = futures(eight(pairing__max_difference=1), BALANCED, 4)
    assert found.dead == 4
    assert found.first > 2
    assert found == futures(eight(pairing__max_difference=1), BALANCED, 4)


def test_a_wide_limit_is_kept() -> None:
    assert futures(eight(pairing__max_difference=6), BALANCED, 2) == Futures(2, 0)


@pytest.mark.slow
def test_the_plan_says_how_often() -> None:
    """Only where such a rule is set."""
    made = eight(pairing__max_difference=1)
    lines = plan_lines(plan(State(made, BALANCED)).value, made)
    assert any("of 10 simulated futures, with results by lot, some round has no pairing" in line for line in lines)
    assert plan(State(eight(), BALANCED)).value.futures is None
