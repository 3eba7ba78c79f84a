"""The rules of a round: their names are part of files and of the command line, their bits of arrays."""

from __future__ import annotations

import pytest
from mcmahon.model.tournament.rules import PAIR_RULES, Rule, bits_of, rules_in


def test_rules_of_pairs_have_a_bit_each_and_the_names_that_a_user_types() -> None:
    assert [(str(rule), rule.bit) for rule in PAIR_RULES] == [
        ("repeats", 1), ("forbidden", 2), ("families", 4), ("difference-cap", 8), ("handicap-cap", 16),
        ("second-bye", 32), ("other-group", 64),
    ]  # fmt: skip


def test_bits_and_rules_say_the_same() -> None:
    some = (Rule.FORBIDDEN, Rule.SECOND_BYE)
    assert bits_of([*some, *some]) == 34
    assert rules_in(34) == some
    assert (bits_of(()), rules_in(0)) == (0, ())


def test_what_no_pair_can_break_has_no_bit() -> None:
    with pytest.raises(KeyError):
        _ = Rule.TABLES.bit
