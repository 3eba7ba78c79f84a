"""The page of the rules says what the presets and criteria are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mcmahon.io.settings.settings_file import parse_settings
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
