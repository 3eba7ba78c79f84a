"""Weight profiles: those that come with the program, and the errors in one's own."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from builders import EXAMPLES, example
from mcmahon.io.settings.profiles import (
    RECIPES,
    RECIPES_PAGE,
    known_version,
    load_profile,
    parse_profile,
    profile_named,
    profile_names,
    profile_of_settings,
    shown_name,
)
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.tournament.rules import PAIR_RULES, TAKEN, parse_count_rule

#: A digest of the weights of each version of each profile. A line never changes.
WEIGHTS = {
    "balanced-1": "246a1d99aa73",
    "balanced-2": "e1ca78ccdc03",
    "balanced-3": "866a7809e39c",
    "club-evening-1": "c29079733ceb",
    "few-floats-1": "bf9cfd8eba17",
    "handicap-1": "7d43a5348942",
    "opengotha-1": "9c3888167c90",
    "swiss-1": "e04d39dd6be9",
}
FEW = {"name": "few", "pairs": "same_club", "at_most": 3}


def test_the_promised_profiles_are_there() -> None:
    assert set(profile_names()) == {
        "balanced", "balanced-1", "balanced-2", "club-evening", "few-floats", "handicap", "opengotha", "swiss",
    }  # fmt: skip


def test_a_version_keeps_its_weights_for_ever() -> None:
    """To change a profile, move its file to NAME-VERSION.toml, write a new one, and add its line above."""
    found = {}
    for name in profile_names():
        profile = load_profile(name)
        told = [(w.criterion, w.weight, w.tier) for w in profile.weights], [rule.plain() for rule in profile.rules]
        base = re.sub(r"-\d+$", "", name)
        found[f"{base}-{known_version(profile)[1]}"] = sha256(repr(told).encode()).hexdigest()[:12]
    assert found == WEIGHTS


def test_a_version_is_found_by_the_weights_of_a_record() -> None:
    """Version 1.0 of the program wrote `balanced` for any weights that once had that name."""
    first, last = load_profile("balanced-1"), load_profile("balanced")
    assert known_version(replace(first, name="balanced")) == ("balanced-1", 1)
    assert known_version(replace(last, name="balanced-1")) == ("balanced", 3)
    assert known_version(replace(load_profile("balanced-2"), name="balanced")) == ("balanced-2", 2)
    assert known_version(replace(first, rules=(parse_count_rule(FEW),))) == ("balanced-1", 1)
    assert known_version(replace(first, name="mine")) == ("mine", None)
    assert known_version(replace(first, name="strict-1")) == ("strict-1", None)
    other = last.with_weights({"same_club": 7})
    assert known_version(other) == ("balanced", None)
    names = [
        shown_name(one) for one in (first, last, other, replace(other, name="mine"), replace(first, name="balanced"))
    ]
    assert names == ["balanced-1", "balanced", "balanced with other weights", "mine", "balanced-1"]


def test_a_version_may_be_named_wherever_a_profile_may(tmp_path: Path) -> None:
    last = load_profile("balanced")
    assert load_profile("balanced-3") == profile_named("balanced-3", tmp_path) == last
    assert profile_of_settings("balanced-3", {}) == last
    assert parse_profile("base = 'balanced-3'", "mine", "mine.toml").weights == last.weights
    beside = {"balanced-3.toml": "same_club = 7\n"}
    assert profile_of_settings("balanced-3", beside).weights[0].weight == 7, "a file beside the settings wins"
    for name in ("balanced-4", "balanced-0", "balanced-1-1", "balanced-02"):
        with pytest.raises(InputError, match="unknown weight profile"):
            load_profile(name)


@pytest.mark.parametrize("name", RECIPES)
def test_an_example_of_version_1_is_an_error_that_names_its_recipe(name: str) -> None:
    """With file, key and value where they are known, and what to do."""
    todo = f"expected a file {name}.toml next to tournament.toml: copy it from {RECIPES_PAGE}"
    gone = "this profile no longer comes with the program"
    for told in (name, f"{name}.toml"):
        with pytest.raises(InputError) as error:
            profile_named(told)
        assert str(error.value) == f"{gone}: '{name}'; {todo}"
        with pytest.raises(InputError) as error:
            profile_of_settings(told, {}, "spring")
        assert str(error.value) == f"spring/tournament.toml: pairing.profile: {gone}: '{name}'; {todo}"
    with pytest.raises(InputError) as error:
        parse_profile(f"base = '{name}'", "mine", "mine.toml")
    unknown = f"mine.toml:1: unknown profile of the program: '{name}'"
    assert str(error.value) == f"{unknown}; expected a copy of it from {RECIPES_PAGE}"


def test_the_recipes_are_the_examples_that_tests_and_studies_draw_by() -> None:
    page = (EXAMPLES.parent.parent / RECIPES_PAGE).read_text(encoding="utf-8")
    found = dict(re.findall(r"```toml\n# (\S+)\.toml\n(.*?)```", page, re.DOTALL))
    assert sorted(found) == sorted(RECIPES) == sorted(path.stem for path in EXAMPLES.glob("*.toml"))
    for name, text in found.items():
        assert counted(parse_profile(text, name, name)) == counted(example(name))


def counted(profile: Profile) -> tuple[object, ...]:
    """Weights, tiers and rules, without reasons."""
    weights = [(weight.criterion, weight.weight, weight.tier) for weight in profile.weights]
    return weights, [replace(rule, reason="") for rule in profile.rules]


@pytest.mark.parametrize("name", profile_names())
def test_every_weight_has_its_reason(name: str) -> None:
    profile = load_profile(name)
    assert profile.about
    assert all(weight.reason for weight in profile.weights)
    assert all(rule.reason for rule in profile.rules)
    assert {weight.criterion for weight in profile.weights} <= set(CRITERIA)


def test_an_unknown_profile_is_answered_with_the_names() -> None:
    with pytest.raises(InputError, match="balanced, balanced-1, balanced-2, club-evening, few-floats"):
        load_profile("best")


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("same_clubb = 1\n", 1, "same_clubb"),
        ("about = 'x'\n\n[same_club]\nweight = -1\n", 3, "0 to"),
        ("same_club = 1.5\n", 1, "whole number"),
        ("same_club = {}\n", 1, "same_club has no weight"),
        ("[same_club]\nweight = true\n", 1, "whole number"),
        ("[same_club]\nwait = 3\n", 1, "weight ="),
        ("same_club = 99999999999999\n", 1, "0 to"),
        ("about = 'x'\n", 0, "no weights"),
        ("base = 'best'\n", 1, "unknown profile of the program: 'best'"),
        (
            "[same_club]\nweight = 1\ntier = 0\n",
            1,
            "wrong tier of same_club: '0'; expected a whole number from 1 to 99",
        ),
        ("[same_club]\nweight = 1\ntier = 100\n", 1, "from 1 to 99"),
        ("[[rule]]\nname = 'a'\npairs = 'same_club'\nat_most = 1\n" * 2, 5, "two rules have the name 'a'"),
        ("[[rule]]\nname = 'a'\npairs = 'same_club'\n", 1, "either at_most or at_least"),
        ("[[rule]]\nname = 'a'\npairs = 'samish'\nat_most = 1\n", 1, "pairs 'samish'"),
        ("[[rule]]\nname = 'Ä'\npairs = 'same_club'\nat_most = 1\n", 1, "small letters"),
        ("[[rule]]\nname = 'seeding'\npairs = 'same_club'\nat_most = 1\n", 1, "has this name"),
        ("[[rule]]\nname = 'a'\npairs = 'same_club'\nat_most = 1\nprice = 0\n", 1, "price 0"),
        ("[[rule]]\nname = 'a'\npairs = 'same_club'\nat_most = 1\nwho = 3\n", 1, "no key 'who'"),
    ],
)
def test_a_wrong_weight_is_named_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(InputError) as error:
        parse_profile(text, "mine", "mine.toml")
    assert says in str(error.value)
    assert (f"mine.toml:{line}" if line else "mine.toml") in str(error.value)
    assert ("expected [[rule]] with the keys of {name =" in str(error.value)) is text.startswith("[[rule]]")


def test_a_rule_may_stand_alone_in_single_brackets_and_last_tier_and_weight_are_allowed() -> None:
    text = "[rule]\nname = 'a'\npairs = 'same_club'\nat_most = 1\n[same_club]\nweight = 1_000_000\ntier = 99\n"
    profile = parse_profile(text, "mine", "mine.toml")
    assert [rule.name for rule in profile.rules] == ["a"]
    assert [(w.weight, w.tier) for w in profile.weights] == [(1_000_000, 99)]


def test_a_wrong_line_is_one_problem_and_all_are_named() -> None:
    for text, count in (("same_clubb = 1\n", 1), ("same_clubb = 1\nseeding = -1\nbase = 'best'\n", 3)):
        with pytest.raises(InputError) as error:
            parse_profile(text, "mine", "mine.toml")
        assert len(error.value.problems) == count
    with pytest.raises(InputError) as error:
        parse_profile("same_clubb = 1\n", "mine", "mine.toml")
    assert "base, [[rule]], mms_difference" in str(error.value)


def test_a_profile_that_is_no_toml_is_refused() -> None:
    with pytest.raises(InputError, match="not valid TOML"):
        parse_profile("= 3", "mine", "mine.toml")


def test_a_profile_begins_from_another_and_changes_some_weights() -> None:
    base, own = load_profile("balanced"), parse_profile("base = 'balanced'\nsame_club = 7\n", "mine", "mine.toml")
    assert {w.criterion: w.weight for w in own.weights} == {w.criterion: w.weight for w in base.weights} | {
        "same_club": 7
    }


def test_the_names_that_rules_may_not_have_are_those_of_criteria_and_rules_of_pairs() -> None:
    names = {name for name in CRITERIA if "_" not in name} | {*PAIR_RULES}
    assert names == TAKEN
