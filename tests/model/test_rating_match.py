"""Who in a rating list is whom, and what the list would change: the edges that no list of the tests has."""

from __future__ import annotations

import pytest
from builders import players
from mcmahon.model.rating_lists.rating_match import (
    UNLIKE,
    Candidate,
    ListedPlayer,
    MatchVerdict,
    RatingChange,
    judged,
    with_changes,
)

PLAYER = players("3d")[0]


@pytest.mark.parametrize(("likeness", "verdict"), [(UNLIKE - 1, MatchVerdict.DOUBTFUL), (UNLIKE, MatchVerdict.SURE)])
def test_a_pin_is_trusted_as_long_as_the_name_is_not_another(likeness: int, verdict: MatchVerdict) -> None:
    assert (
        judged(
            PLAYER, [Candidate(ListedPlayer(1, "Somebody", rank=PLAYER.rank), likeness, by_pin=True)], "egd", 90
        ).verdict
        is verdict
    )


def test_a_line_without_a_rating_changes_none() -> None:
    """Its rank is another, and comes if it is asked for."""
    listed = ListedPlayer(1, PLAYER.name, rank=PLAYER.rank + 1)
    match = judged(PLAYER, [Candidate(listed, 100)], "egd", 90)
    assert with_changes(match, "egd").changes == ()
    assert with_changes(match, "egd", ("rank", "rating")).changes == (RatingChange("rank", "3d", "4d"),)
