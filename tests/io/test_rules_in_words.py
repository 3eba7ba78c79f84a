"""The rules of a tournament in sentences, from its settings."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from builders import make_pages, played, tournament
from mcmahon.io.pages.public import days_text
from mcmahon.model.placing.start_groups import with_decisions
from mcmahon.model.tournament.settings.settings import PRESETS


def rules(preset: str = "egf", **settings: Any) -> str:
    page = make_pages(tournament("3d 2d 1d 1k", preset=preset, **settings))["rules.html"]
    return re.sub("<[^>]*>", " ", page[: page.index("<details>")])


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_rules_without_words_of_the_program(preset: str) -> None:
    text = rules(preset)
    again = "again, or has a second bye, before everybody has met everybody" if preset == "round-robin" else "twice"
    assert f"Nobody meets the same opponent {again}" in text
    assert not re.search(r"[a-z]+_[a-z]+|None|True|False|\.\.|  \.", text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"start__bar": "3d"}, "Players of 3 dan and stronger start with the same score: this is the bar."),
        ({"start__floor": "20k"}, "Players of 20 kyu and weaker start with the lowest score: this is the floor."),
        ({"start__scheme": "swiss"}, "Everybody starts with the same score."),
        ({"start__scheme": "regular"}, "Players are sorted by rank and split into groups of equal size."),
        ({"start__scheme": "bands", "start__bands": ["7d-1d", "1k-6k"]}, "by rank: 7 dan to 1 dan, 1 kyu to 6 kyu."),
        ({"start__supergroup_size": 16, "start__bar": "3d"},
         "The 16 strongest players start 1 point above the bar: this is the supergroup."),
        ({"start__supergroup_size": 1, "start__supergroup_points": 2, "start__bar": "3d"},
         "The strongest player starts 2 points above the bar"),
        ({"start__supergroup": ["a"], "start__bar": "3d"}, "Players chosen by the organisers start 1 point above"),
        ({"start__supergroup": ["a"], "start__supergroup_size": 4},
         "The 4 strongest players and players chosen by the organisers start"),
        ({"start__supergroup_size": 4}, "The strongest are chosen by rank and then rating, and by lot among equals."),
        ({"start__supergroup_size": 4, "start__sorted_by": "rating"}, "are chosen by rating and then rank"),
        ({"pairing__rounding": "lot"}, "For pairing, half points are rounded up or down by lot"),
        ({"pairing__rounding": "half"}, "For pairing, half points count."),
        ({"pairing__rounding": "down"}, "For pairing, half points are rounded down."),
        ({"points__absence": 1}, "A round that you miss without an excuse gives nothing;"),
        ({"handicap__rule": "none"}, "All games are even, with a komi of 6.5."),
        ({"handicap__rule": "rank"}, "The handicap is the difference in rank minus 2, up to 9 stones."),
        ({"handicap__rule": "mms", "start__bar": "3d"}, "Games with a player of 3 dan or stronger are even."),
        ({"handicap__rule": "mms"}, "Komi is 6.5 in even games and 0.5 with a handicap."),
        ({"handicap__rule": "mms", "handicap__komi": 2}, "0.5 with a handicap of one and 2 with more"),
        ({"points__absence": 0}, "A bye gives half a point; a round that you miss with an excuse gives nothing."),
        ({"points__round_down": "none", "points__bye": 1}, "A bye gives one point"),
        ({"placing__order": ["MMS", "SOS"]}, "by MMS (McMahon score), then by SOS (sum of"),
        ({"event__basic_time": 60, "event__overtime": "canadian", "event__overtime_seconds": 300},
         "Each player has 60 minutes, then 15 stones in every 5 minutes."),
        ({"event__basic_time": 45, "event__overtime": "byo-yomi"}, "45 minutes, then byo-yomi of 30 seconds per move."),
        ({"event__basic_time": 45}, "45 minutes; a player who uses them up loses."),
        ({"pairing__max_difference": 2}, "The scores of two opponents differ by at most 2."),
        ({"pairing__seeding": ["1 random", "2-3 adjacent SOS", "4+ fold"]}, "In rounds 2 and 3, among players"),
    ],
)  # fmt: skip
def test_a_setting_is_a_sentence(settings: dict[str, Any], sentence: str) -> None:
    assert sentence in unescape(" ".join(rules(**settings).split()))


@pytest.mark.parametrize(
    ("begin", "end", "text"),
    [
        ("", "", ""),
        ("2026-05-01", "", "1 May 2026"),
        ("2026-05-01", "2026-05-01", "1 May 2026"),
        ("2026-05-01", "2026-05-03", "1–3 May 2026"),
        ("2026-04-30", "2026-05-03", "30 Apr – 3 May 2026"),
        ("2026-12-27", "2027-01-02", "27 Dec 2026 – 2 Jan 2027"),
    ],
)
def test_the_days_of_an_event(begin: str, end: str, text: str) -> None:
    assert days_text(begin, end) == text


def test_the_rules_say_how_many_are_in_the_supergroup() -> None:
    """Once they are fixed: a latecomer as strong as the weakest of them is one more."""
    t = with_decisions(tournament("3d 2d 1d 1k", start__bar="1d", start__supergroup_size=2))
    assert "The supergroup has" not in make_pages(t)["rules.html"]
    late = replace(t.player("a"), id="z", rounds=frozenset({2}))
    pages = make_pages(played(t.with_players([late]), "a+b c+d"))
    assert "The 2 strongest players start 1 point above the bar" in pages["rules.html"]
    assert "The supergroup has 3 players." in pages["rules.html"]
