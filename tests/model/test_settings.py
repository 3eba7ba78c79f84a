"""Settings made in Python are held to the same kinds as those of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from mcmahon.model.errors import InputError
from mcmahon.model.tournament.count_rule import CountRule
from mcmahon.model.tournament.settings import SECTIONS, Event, Pairing, Points, Settings, Start, Tables


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Settings(rounds=0), "Settings.rounds: wrong value '0'; expected a whole number from 1 to 99"),
        (lambda: Settings(komi=6.5), "a multiple of 0.5 such as 6.5; in Python such as 13"),
        (lambda: replace(Settings(), preset="uefa"), "Settings.preset: wrong value 'uefa'; expected bga or egf"),
        (lambda: Start(scheme="Swiss"), "Start.scheme: wrong value 'Swiss'"),
        (lambda: Start(bar="4 dan"), "a rank such as 4d or 12k or auto or none; in Python such as 'auto'"),
        (lambda: Points(bye=3), "Points.bye: wrong value '3'; expected 0, 0.5 or 1; in Python such as 1"),
        (lambda: Event(begin="7 March"), "a day such as 2026-03-07"),
        (lambda: Tables(out_of_use=[13]), "a list of table numbers"),
        (lambda: Pairing(force=((("a",), (), ""),)), "Pairing.force: wrong value"),
        (lambda: Pairing(club_groups=(("Ulm",),)), 'a list of groups of clubs such as [["Ulm", "Neu-Ulm"]]'),
        (lambda: Pairing(rules=(CountRule("Few", ("same_club",), 3),)), "Pairing.rules: wrong value"),
    ],
)
def test_a_wrong_setting_made_in_python_is_refused_as_in_a_file(make: Callable[[], Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        make()
    assert says in str(caught.value)


def test_every_wrong_setting_of_a_section_is_named() -> None:
    with pytest.raises(InputError) as caught:
        Points(bye=3, void=-1)
    assert [problem.message for problem in caught.value.problems] == [
        "Points.bye: wrong value", "Points.void: wrong value",
    ]  # fmt: skip


def test_settings_as_they_are_declared_are_right() -> None:
    assert Settings() == Settings(**{name: owner() for name, owner in SECTIONS.items()})
    rule = CountRule("few", ("same_club",), 3, price=5)
    locks = ((("a", "b"), (), "1-3"), (("a",), ("c",), ""))
    assert Pairing(force=locks, forbid=locks, rules=(rule,)).rules == (rule,)
    assert Tables(fixed=(("b", 2), ("a", 1))).fixed == (("b", 2), ("a", 1))
