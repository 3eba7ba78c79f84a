"""Amounts of pairs, made for the pairs that are asked for, are those of the whole table."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from builders import played, tournament
from mcmahon.model.pairing.counts import GamesOf, criterion_values, listed_pairs
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.evaluation import values, values_of_one
from mcmahon.model.pairing.field import Field
from mcmahon.model.pairing.profile import Profile


def field(size: int = 9) -> Field:
    t = played(tournament(" ".join(f"{k // 3 + 1}k" for k in range(size)), start__bar="none"), "a+b c+d", byes="e")
    t = t.with_players([replace(p, club="xyz"[k % 3]) for k, p in enumerate(t.players)])
    return round_problem(t, 2, Profile("p", "", ())).field


def test_listed_pairs_count_what_they_are_given_either_way_round() -> None:
    amounts = listed_pairs(5, [(0, 3), (4, 1), (3, 1), (1, 3)])
    table = np.zeros((5, 5), dtype=np.int64)
    table[0, 3] = table[3, 0] = 1
    table[1, 4] = table[4, 1] = 1
    table[1, 3] = table[3, 1] = 1
    every = np.arange(5)
    assert amounts.of(field(), every[:, None], every[None, :]).tolist() == table.tolist()
    assert amounts.of(field(), np.array([3, 4]), np.array([1, 0])).tolist() == [1, 0]
    assert (amounts.max_amount, amounts.partner.shape) == (1, (5, 2))
    assert listed_pairs(3, []).of(field(), every[:2], every[1:3]).tolist() == [0, 0]
    assert listed_pairs(3, []).max_amount == 0


def test_games_of_a_player_count_one_each() -> None:
    every = np.arange(3)
    assert GamesOf(1).of(field(), every[:, None], every[None, :]).tolist() == [[0, 1, 0], [1, 1, 1], [0, 1, 0]]


@pytest.mark.parametrize("name", ["mms_difference", "same_club", "bye_score", "colour_balance"])
@pytest.mark.parametrize("less_byes", [False, True])
@pytest.mark.parametrize("chunk", [1, 20, 10**6])
def test_values_of_a_criterion_are_raised_to_be_no_less_than_0(
    name: str, less_byes: bool, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcmahon.model.pairing.counts.CHUNK", chunk)
    own, every = field(), np.arange(9)
    table = values(CRITERIA[name].of_pair, own, every[:, None], every[None, :]).astype(np.int64)
    np.fill_diagonal(table, 0)
    bye = values_of_one(CRITERIA[name].of_bye, own) * less_byes
    table = table - bye[:, None] - bye
    amounts = criterion_values(own, CRITERIA[name], less_byes)
    assert amounts.offset == -min(0, table.min())
    assert amounts.max_amount == table.max() + amounts.offset
    found = amounts.of(own, every[:, None], every[None, :])
    apart = every[:, None] != every
    assert found[apart].tolist() == (table + amounts.offset)[apart].tolist()
    assert found[apart].min() >= 0


def test_no_amounts_take_a_table_of_all_pairs() -> None:
    """Of 2,000 players one would take 32 MB."""
    size = 2000
    t = tournament(" ".join(["1d"] * size), preset="swiss")
    own = round_problem(t, 1, Profile("p", "", ())).field
    tracemalloc.start()
    kept = [
        listed_pairs(size, [(k, k + 1) for k in range(0, size, 2)]),
        criterion_values(own, CRITERIA["same_club"]),
    ]
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(kept) == 2
    assert held < 200_000
