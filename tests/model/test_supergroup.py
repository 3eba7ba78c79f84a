"""A supergroup by a rule: so many of the strongest."""

from __future__ import annotations

from dataclasses import replace

from builders import tournament
from mcmahon.model.noticing import supergroup_notes
from mcmahon.model.placing.decisions import decide_again, with_decisions
from mcmahon.model.placing.groups import start_groups
from mcmahon.model.placing.start_scores import start_scores
from mcmahon.model.tournament.player import Player, Status
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
    assert sorted((*note.inside, *note.outside)) == ["b", "c"]
    assert above(five(2)) == "".join(sorted(("a", *note.inside)))


def test_a_late_entry_moves_nobody_out_and_a_withdrawal_nobody_in() -> None:
    drawn = with_decisions(five(3))
    late = drawn.with_players([Player("z", "Late", rank=5), replace(drawn.player("a"), status=Status.WITHDRAWN)])
    assert above(late) == "abcz"
    smaller = replace(late.settings, start=replace(late.settings.start, supergroup_size=1))
    changed = replace(late, settings=smaller)
    decided = decide_again(changed, ["start.supergroup_size"])
    assert above(replace(changed, settings=replace(smaller, decided=decided))) == "z"
