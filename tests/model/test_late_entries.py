"""Nobody stands in the standings after a round before their own first round."""

from __future__ import annotations

from builders import played, tournament, with_player
from mcmahon.model.placing.standings import standings


def names(t, after: int | None = None) -> list[str]:  # type: ignore[no-untyped-def]
    return [row.player.id for row in standings(t, after).rows]


def test_a_late_entry_is_not_placed_before_it_plays() -> None:
    """A 2d enters for round 4 of 4: absences count, but after round 1 the leader is whoever has played."""
    t = played(tournament("1d 1k 2k 3k 2d", "club", rounds=4), "a+b d+c")
    t = with_player(t, "e", rounds=frozenset({4}))
    assert names(t) == names(t, 1) == ["a", "d", "b", "c"]
    t = played(played(t, "a+d b+c"), "a+c b+d")
    assert "e" not in names(t)
    after = played(t, "a+e b+c")
    assert "e" in names(after)
    assert "e" not in names(after, 3), "nor later in a table of before"


def test_who_was_entered_and_did_not_come_and_who_left_are_placed() -> None:
    t = tournament("1d 1k 2k 3k 2d", "club", rounds=4)
    assert len(names(with_player(t, "e", rounds=frozenset({2})))) == 5, "before the first round everybody stands there"
    t = played(t, "a+b c+d", byes="e")
    assert "e" in names(with_player(t, "e", rounds=frozenset({1})))
    away = with_player(played(tournament("1d 1k 2k", rounds=3), "a+b", absent="c"), "c", rounds=frozenset({2, 3}))
    assert names(away) == ["a", "b"]
