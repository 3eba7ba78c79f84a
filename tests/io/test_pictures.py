"""Pictures on the pages: score groups, games between lines, a player's score, a front of two criteria."""

from __future__ import annotations

import re

from builders import played, tournament
from mcmahon.io.pages.contents.pictures import front_svg, games_between_lines, score_groups, score_line
from mcmahon.model.placing.standings import standings


def words(picture: str) -> list[str]:
    """The texts of a picture in their order."""
    return re.findall(r">([^<>\n]+)<", picture)


def test_pictures_show_the_scores_and_the_games() -> None:
    """2, 1, 1, 0 at the start: Black wins twice, so two have 2 and two have 1."""
    start = tournament("3d 2d 2d 1d", start__bar="none")
    before, after = standings(start), standings(played(start, "a-b c-d"))
    scale = ["2", "1", "0"]
    assert words(score_groups(before)) == ["start", "1", "2", "1", *scale]
    assert words(score_groups(after)) == ["start", "1", "2", "1", "round 1", "2", "2", *scale]
    assert words(games_between_lines(before)) == []
    assert sorted(words(games_between_lines(after))) == sorted(
        f"Player-{one} – Player-{two}, round 1: score difference 1" for one, two in ("ab", "ba", "cd", "dc")
    )


def test_a_line_of_scores_goes_up_and_down_with_them() -> None:
    for scores, values, heights in (([0, 2, 3], ["0", "1", "1½"], [66, 39, 26]), ([4, 4], ["2", "2"], [66, 66])):
        picture = score_line(tuple(scores))
        assert words(picture)[::2] == values
        assert [int(y) for y in re.findall(r'cy="(\d+)"', picture)] == heights


def test_points_of_a_front_stand_where_their_values_are() -> None:
    picture = front_svg(["up", "down"], [(0, 9, True), (4, 1, True), (2, 5, False)])
    assert re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', picture) == [
        ("64.0", "64.0"), ("576.0", "356.0"), ("320.0", "210.0"),
    ]  # fmt: skip
    assert words(front_svg(["x", "y"], [(7, 8, True)])) == ["x", "y", "7, 8"]
    assert re.findall(r'<text x="([\d.]+)"[^>]* text-anchor="(\w+)">\d', picture) == [
        ("72.0", "start"), ("568.0", "end"), ("328.0", "start"),
    ], "a label stays inside the picture"  # fmt: skip
