"""The same boards from every version of OR-Tools."""

from __future__ import annotations

import pytest

from second.same_boards import same_boards, some_round

#: Of the first 30 rounds, by OR-Tools 9.12, 9.14 and 9.15; whatever changes boards on purpose changes it.
RECORDED = "02c98ad09d330db2e443b4127d9efe15cc62ba8237d80de3b1d64a8c6f328f9a"


@pytest.mark.slow
def test_every_version_of_the_solver_gives_the_same_boards() -> None:
    """The least cost is proven and the lottery decides among equals, so there is one answer, whoever finds it."""
    found = same_boards(range(30))
    assert (found.digest, found.paired, found.proven) == (RECORDED, 29, 29)


@pytest.mark.slow
def test_the_rounds_are_of_every_kind() -> None:
    """Locks, limits, several tiers, rules over pairs of either kind, odd fields, later rounds, large ones."""
    rounds = [some_round(seed) for seed in range(30)]
    assert any(p.forced for p in rounds)
    assert any(p.forced_byes for p in rounds)
    assert any(p.max_difference for p in rounds)
    assert any(len(p.tiers) > 1 for p in rounds)
    assert {count.rule.price is None for p in rounds for count in p.counts} == {False, True}
    assert {len(p) % 2 for p in rounds} == {0, 1}
    assert {p.round for p in rounds} == {1, 2, 3, 4}
    assert max(map(len, rounds)) > 60
