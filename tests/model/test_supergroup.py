"""A supergroup by a rule: so many of the strongest."""

from __future__ import annotations

from dataclasses import replace

from builders import tournament
from mcmahon.io.settings.settings_file import new_settings_text, parse_settings, with_decided
from mcmahon.model.noticing import supergroup_notes
from mcmahon.model.placing.start_groups import decide_again, start_groups, with_decisions
from mcmahon.model.placing.start_scores import start_scores
from mcmahon.model.tournament.person import Player, Status
from mcmahon.model.tournament.tournament import Tournament


def five(size: int, **settings: object) -> Tournament:
    """Ranks from 5d down, of which the second and third are equal."""
    return tournament("5d 4d 4d 3d 2d", start__bar="3d", start__supergroup_size=size, **settings)


def above(t: Tournament) -> str:
    return "".join(sorted(start_scores(t.players, t.settings).above))


def test_the_strongest_start_above_the_bar() -> None:
    """By rank, rating, then lot; they are of the top group, and the points are those of the setting."""
    begin = start_scores(five(3).players, five(3).settings)
    assert above(five(3)) == "abc"
    assert begin.half_points["a"] == begin.half_points["d"] + 2
    assert above(five(1, start__supergroup=("e",))) == "ae"
    assert above(five(0)) == ""
    assert "supergroup" in start_groups(five(3)).groups[0].marks


def test_ties_by_rating_are_decided_by_lot_and_told() -> None:
    assert supergroup_notes(five(3)) == []
    (note,) = supergroup_notes(five(2))
    inside, outside = above(five(2)).replace("a", ""), "".join(sorted({"b", "c"} - {*above(five(2))}))
    lottery = f"the lottery put Player-{inside} ({inside}) into the supergroup, but not Player-{outside} ({outside})"
    assert note.text == f"equal rank and rating: {lottery}"


def test_a_late_entry_moves_nobody_out_and_a_withdrawal_nobody_in() -> None:
    drawn = with_decisions(five(3))
    late = drawn.with_players(
        [Player("z", "Late", rank=5, rounds=frozenset({2})), replace(drawn.player("a"), status=Status.WITHDRAWN)]
    )
    assert above(late) == "abcz"
    smaller = replace(late.settings, start=replace(late.settings.start, supergroup_size=1))
    changed = replace(late, settings=smaller)
    decided = decide_again(changed, ["start.supergroup_size"])
    assert above(replace(changed, settings=replace(smaller, decided=decided))) == "z"


def test_another_rating_after_the_first_draw_moves_nobody_in_or_out() -> None:
    """d is found to be the strongest and a the weakest; z comes in round 2 and is strong enough, y is not."""
    drawn = with_decisions(five(3))
    weaker, stronger = replace(drawn.player("a"), rank=0), replace(drawn.player("d"), rank=8)
    late = [Player("z", "Late", rank=5, rounds=frozenset({2})), Player("y", "Later", rank=1, rounds=frozenset({2}))]
    assert above(drawn.with_players([weaker, stronger, *late])) == "abcz"
    old = replace(drawn, settings=replace(drawn.settings, decided=replace(drawn.settings.decided, supergroup_ids=())))
    assert above(old.with_players([stronger])) == "abcd"  # a folder of old keeps the limit alone
    text = with_decided(new_settings_text("bga", {"rounds": 3}), drawn.settings.decided, "x")
    assert parse_settings(text, "x").decided == drawn.settings.decided
    assert set(drawn.settings.decided.supergroup_ids) == {"a", "b", "c"}
