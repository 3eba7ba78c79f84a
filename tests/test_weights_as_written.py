"""A weight, or a price of a rule, is obeyed as it is written, or refused with its name, its value and what is expected.

On the page *Weights*: `tests/web/test_pages.py`; in JSON of the engine: `tests/desk/test_engine.py`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from mcmahon.io.settings.profiles import parse_profile, profile_in
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.profile import GREATEST_WEIGHT, Profile, Weight
from mcmahon.model.tournament.rules import GREATEST_PRICE

#: A weight in TOML, and as it is named in the refusal.
REFUSED = [
    ("-1", "-1"), ("0.5", "0.5"), ("5.0", "5.0"), ("1e3", "1000.0"), ("nan", "NaN"), ("inf", "Infinity"),
    ("true", "true"), ('"5"', '"5"'), ('"٣"', '"٣"'), ('""', '""'), ("1_000_001", "1000001"), ("9" * 30, "9" * 30),
    ("[5]", "[5]"), ("2026-01-01", '"2026-01-01"'),
]  # fmt: skip
OBEYED = [("0", 0), ("1", 1), ("1_000", 1000), ("+5", 5), ("0x10", 16), ("1_000_000", GREATEST_WEIGHT)]
TABLES = {"same_club": "[same_club]\n", "rating_gap": '[rating_gap]\nvalue = "gap"\n'}


def profile(text: str) -> Profile:
    return parse_profile(text, "own", "own.toml")


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize(("written", "value"), REFUSED)
def test_a_weight_in_a_file_is_refused_with_its_criterion(name: str, written: str, value: str) -> None:
    said = f"own.toml:1: wrong weight of {name}: '{value}'; expected a whole number from 0 to 1,000,000"
    with pytest.raises(InputError) as error:
        profile(f"{TABLES[name]}weight = {written}\n")
    assert str(error.value) == said
    if name == "same_club":
        with pytest.raises(InputError) as error:
            profile(f"same_club = {written}\n")
        assert str(error.value) == said


def test_a_weight_of_no_criterion_is_refused_with_the_criteria_that_there_are() -> None:
    own = profile(f"{TABLES['rating_gap']}weight = 1\n")
    assert own.with_weights({"rating_gap": 7, "leader_gap": 5}).weight_of("rating_gap") == 7
    with pytest.raises(InputError, match=r"^unknown criterion 'typo'; expected one of mms_diff.*_gap, rating_gap$"):
        own.with_weights({"same_club": 5, "typo": 5})


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize(("written", "value"), OBEYED)
def test_a_weight_in_a_file_is_obeyed(name: str, written: str, value: int) -> None:
    assert [(w.criterion, w.weight) for w in profile(f"{TABLES[name]}weight = {written}\n").weights] == [(name, value)]


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize(
    ("rest", "says"),
    [
        ("weight = 5\ntier = 0\n", "wrong tier of {}: '0'; expected a whole number from 1 to 99"),
        ("weight = 5\ntier = 1.5\n", "wrong tier of {}: '1.5'; expected"),
        ("", "{} has no weight; expected weight = 0 to 1,000,000, tier = 1 to 99"),
        ("tier = 2\n", "{} has no weight; expected weight = "),
    ],
)
def test_a_wrong_tier_and_no_weight_are_refused_with_the_criterion(name: str, rest: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        profile(f"{TABLES[name]}{rest}")
    assert f"own.toml:1: {says.format(name)}" in str(error.value)


@pytest.mark.parametrize("key", ["same_club", "rating_gap"])
@pytest.mark.parametrize(
    ("value", "shown"),
    [(-1, "-1"), (0.5, "0.5"), (math.nan, "NaN"), (True, "true"), ("5", '"5"'), (None, "null"),
     (10**30, "1" + "0" * 30),     (np.float64(5), "5.0")],
)  # fmt: skip
def test_a_weight_in_python_is_refused_with_its_criterion(key: str, value: Any, shown: str) -> None:
    said = f"profile: wrong weight of {key}: '{shown}'; expected a whole number from 0 to 1,000,000"
    with pytest.raises(InputError) as error:
        profile_in({key: {"value": "gap", "weight": value} if key == "rating_gap" else value}, "own", "profile")
    assert str(error.value) == said
    with pytest.raises(InputError, match=f"wrong weight of {key}"):
        Weight(key, value).as_written()


def test_a_number_of_numpy_is_a_weight_and_a_price() -> None:
    rule = {"name": "few", "pairs": "clubmates", "at_most": np.int32(2), "price": np.int64(7)}
    made = profile_in({"same_club": np.int64(5), "rule": [rule]}, "own", "profile")
    assert [(type(w.weight), w.weight) for w in made.weights] == [(int, 5)]
    assert [(type(r.price), r.price, type(r.limit), r.limit) for r in made.rules] == [(int, 7, int, 2)]


@pytest.mark.parametrize("price", [0, -1, 0.5, 5.0, math.nan, math.inf, True, "5", "٣", "", 1_000_001, 10**30])
def test_a_price_of_a_rule_is_refused_with_the_rule(price: Any) -> None:
    with pytest.raises(InputError) as error:
        profile_in({"rule": [{"name": "few", "pairs": "clubmates", "at_most": 1, "price": price}]}, "own", "profile")
    says = f"rule few: price {price!r} must be a whole number from 1 to {GREATEST_PRICE}, or left out"
    assert says in str(error.value)
