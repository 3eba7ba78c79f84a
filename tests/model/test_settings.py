"""Settings made in Python are held to the same kinds as those of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from mcmahon.model.errors import InputError
from mcmahon.model.tournament.rules import CountRule
from mcmahon.model.tournament.settings.occasion import EventSettings, TableSettings
from mcmahon.model.tournament.settings.play import PairingSettings, PointsSettings, StartSettings
from mcmahon.model.tournament.settings.settings import SECTIONS, Settings


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Settings(rounds=0), "Settings.rounds: wrong value '0'; expected a whole number from 1 to 99"),
        (lambda: Settings(komi=6.5), "a multiple of 0.5, such as 6.5; in Python, for example 13"),
        (lambda: replace(Settings(), preset="uefa"), "Settings.preset: wrong value 'uefa'; expected bga or egf"),
        (lambda: StartSettings(scheme="Swiss"), "StartSettings.scheme: wrong value 'Swiss'"),
        (
            lambda: StartSettings(bar="4 dan"),
            "a rank such as 4d or 12k, or auto or none; in Python, for example 'auto'",
        ),
        (
            lambda: PointsSettings(bye=3),
            "PointsSettings.bye: wrong value '3'; expected 0, 0.5 or 1; in Python, for example 1",
        ),
        (lambda: EventSettings(begin="7 March"), "a day, such as 2026-03-07"),
        (lambda: TableSettings(out_of_use=[13]), "a list of table numbers"),
        (lambda: PairingSettings(force=((("a",), (), ""),)), "PairingSettings.force: wrong value"),
        (lambda: PairingSettings(club_groups=(("Ulm",),)), 'a list of groups of clubs, such as [["Ulm", "Neu-Ulm"]]'),
        (lambda: PairingSettings(rules=(CountRule("Few", ("clubmates",), 3),)), "PairingSettings.rules: wrong value"),
    ],
)
def test_a_wrong_setting_made_in_python_is_refused_as_in_a_file(make: Callable[[], Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        make()
    assert says in str(caught.value)


def test_every_wrong_setting_of_a_section_is_named() -> None:
    with pytest.raises(InputError) as caught:
        PointsSettings(bye=3, void=-1)
    assert [problem.message for problem in caught.value.problems] == [
        "PointsSettings.bye: wrong value", "PointsSettings.void: wrong value",
    ]  # fmt: skip


def test_settings_as_they_are_declared_are_right() -> None:
    assert Settings() == Settings(**{name: owner() for name, owner in SECTIONS.items()})
    rule = CountRule("few", ("clubmates",), 3, price=5)
    locks = ((("a", "b"), (), "1-3"), (("a",), ("c",), ""))
    assert PairingSettings(force=locks, forbid=locks, rules=(rule,)).rules == (rule,)
    assert TableSettings(fixed=(("b", 2), ("a", 1))).fixed == (("b", 2), ("a", 1))
