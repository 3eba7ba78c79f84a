"""Weight profiles: those that come with the program, and the errors in one's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcmahon.model.criteria import CRITERIA
from mcmahon.model.errors import InputError
from mcmahon.model.profile import CRITERION_NAMES
from mcmahon.solver.profiles import load_profile, parse_profile, profile_names


def test_the_promised_profiles_are_there() -> None:
    assert profile_names() == ["balanced", "club-evening", "handicap", "opengotha", "swiss"]


@pytest.mark.parametrize("name", ["balanced", "club-evening", "handicap", "opengotha", "swiss"])
def test_every_weight_has_its_reason(name: str) -> None:
    profile = load_profile(name)
    assert profile.about
    assert all(weight.reason for weight in profile.weights)
    assert {weight.criterion for weight in profile.weights} <= set(CRITERIA)


def test_the_criteria_that_can_be_weighed_are_those_that_exist() -> None:
    assert set(CRITERION_NAMES) == set(CRITERIA)


def test_a_profile_of_ones_own_is_a_file_beside_the_settings(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("same_club = 7\n")
    profile = load_profile("mine.toml", tmp_path)
    assert [(w.criterion, w.weight) for w in profile.weights] == [("same_club", 7)]


def test_an_unknown_profile_is_answered_with_the_names() -> None:
    with pytest.raises(InputError, match="balanced, club-evening"):
        load_profile("best")


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("same_clubb = 1\n", 1, "same_clubb"),
        ("about = 'x'\n\n[same_club]\nweight = -1\n", 3, "0 to"),
        ("same_club = 1.5\n", 1, "whole number"),
        ("[same_club]\nweight = true\n", 1, "whole number"),
        ("[same_club]\nwait = 3\n", 1, "weight ="),
        ("same_club = 99999999999999\n", 1, "0 to"),
        ("about = 'x'\n", 0, "no weights"),
    ],
)
def test_a_wrong_weight_is_named_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(InputError) as error:
        parse_profile(text, "mine", "mine.toml")
    assert says in str(error.value)
    assert (f"mine.toml:{line}" if line else "mine.toml") in str(error.value)


def test_a_profile_that_is_no_toml_is_refused() -> None:
    with pytest.raises(InputError, match="not valid TOML"):
        parse_profile("= 3", "mine", "mine.toml")
