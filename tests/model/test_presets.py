"""The page of the rules says what the presets and criteria are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from builders import played, tournament
from mcmahon.io.settings.settings_file import parse_settings
from mcmahon.model.placing.standings import standings
from mcmahon.model.placing.tie_breaks import value_text
from mcmahon.model.tournament.settings.settings import PRESETS, SECTIONS, declarations

PAGE = (Path(__file__).resolve().parent.parent.parent / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("preset", PRESETS)
def test_the_table_of_presets_is_what_they_are(preset: str) -> None:
    line = next(line for line in PAGE.splitlines() if line.startswith(f"| `{preset}` |"))
    s = parse_settings(f'preset = "{preset}"', "t.toml")
    assert [cell.strip() for cell in line.strip("|").split("|")][1:] == [
        f"{s.handicap.rule}, {s.handicap.reduction}",
        value_text(s.points.absence, 2),
        s.points.round_down,
        value_text(s.points.bye, 2),
        value_text(s.points.bye_wins, 2),
        s.placing.empty_round,
        s.placing.empty_round_sosos,
        " ".join(s.placing.order),
    ]


def test_every_setting_of_scoring_is_on_the_page() -> None:
    for section in ("start", "points", "placing", "rating"):
        for key in declarations(section):
            assert re.search(rf"`(?:{section}\.)?{key}\b", PAGE), f"{section}.{key}"
    assert set(SECTIONS) > {"start", "points", "placing", "rating"}


def test_a_club_evening_is_won_by_wins_and_nobody_gains_by_going_home() -> None:
    """Player l, 20k, wins all three games; b, 1d, goes home after one loss; f loses all three; k and j have the bye."""
    evening = tournament("2d 1d 1k 2k 3k 5k 7k 9k 11k 12k 15k 20k", "club", rounds=3)
    evening = played(evening, "a+b c+d e+f g+h i+j k-l")
    evening = played(evening, "a+c e+g l+i d+f h+j", byes="k", absent="b")
    evening = played(evening, "a+e l+g c+i d+h k+f", byes="j", absent="b")
    rows = standings(evening).rows
    assert [row.player.id for row in rows[:2]] == ["a", "l"]
    assert [row.player.id for row in rows[-2:]] == ["f", "b"]
    assert {row.player.id: row.wins / 2 for row in rows if row.player.id in "abjkl"} == {
        "a": 3, "l": 3, "k": 1.5, "j": 0.5, "b": 0,
    }  # fmt: skip
    assert min(row.mms for row in rows) >= 0
