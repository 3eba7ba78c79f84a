"""Line-ups of teams: substitutes, reserves, the order by strength with its tolerance, and seats by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mcmahon.model.errors import InputError
from mcmahon.model.teams.match_boards import (
    FaultKind,
    HandedIn,
    as_registered,
    attending,
    faults,
    missing_at_boards,
    reopened,
    seats,
    seats_asked,
    with_boards,
    with_line_up,
)
from mcmahon.model.tournament.games import Game
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.tournament import Tournament
from team_events import changed, match, matched, seated, team, teams


def ids(t: Tournament, number: int = 1, own: str = "a") -> list[str]:
    return [m.id if m else "-" for m in seats(t.player(own), number, t.settings)]


def playing(own: Player, which: str, *rounds: int) -> Player:
    people = tuple(replace(m, rounds=frozenset(rounds)) if m.id == which else m for m in own.members)
    return replace(own, members=people)


def test_a_substitute_takes_the_board_of_who_is_missing() -> None:
    own = playing(playing(team("a", "3d 2d 1d 1k", "Sub 4k"), "a2"), "sub", 1)
    t = teams(own)
    assert ids(t) == ["a1", "sub", "a3", "a4"]
    assert ids(t, 2) == ["a1", "-", "a3", "a4"]


def test_a_fifth_member_plays_where_somebody_is_missing_after_named_substitutes() -> None:
    own = team("a", "3d 2d 1d 1k 2k", "Sub 4k")
    assert ids(teams(own)) == ["a1", "a2", "a3", "a4"]
    own = playing(own, "a1")
    assert ids(teams(own)) == ["a5", "a2", "a3", "a4"]
    own = playing(playing(own, "sub", 1), "a3")
    assert ids(teams(own)) == ["sub", "a2", "a5", "a4"]


def test_where_substitutes_sit_by_strength_those_who_play_share_their_boards_anew() -> None:
    own = playing(playing(team("a", "3d 2d 1d 1k", "Sub 4k"), "a1"), "sub", 1)
    t = teams(own, teams__substitutes="strength")
    assert ids(t) == ["a2", "a3", "a4", "sub"]
    own = playing(own, "a3")  # one substitute for two: board 3 stays empty
    assert ids(teams(own, teams__substitutes="strength")) == ["a2", "a4", "-", "sub"]
    assert ids(t, 2) == ["-", "a2", "a3", "a4"]  # nobody moves up without a substitute
    free = teams(team("a", "1k 3d", "Sub 4k"), boards=2, teams__substitutes="strength")
    assert ids(free) == ["a1", "a2"]  # nor does the stronger one where nobody is missing


def test_where_nobody_may_be_a_substitute_the_board_stays_empty_and_seats_by_hand_are_faults() -> None:
    own = playing(playing(team("a", "3d 2d 1d 1k", "Sub 4k"), "a2"), "sub", 1)
    t = teams(own, teams__substitutes="none")
    assert ids(t) == ["a1", "-", "a3", "a4"]
    people = {m.id: m for m in own.members}
    found = faults(own, tuple(people[p] for p in ("a1", "sub", "a3", "a4")), t.settings)
    assert (found[0].kind, found[0].member.id) == (FaultKind.SUBSTITUTE, "sub")


@pytest.mark.parametrize(
    ("ranks", "tolerance", "expected"),
    [
        ("3d 2d 1d 1k", 0, []),
        ("3d 3d 1d 1d", 0, []),  # equal ones in any order
        ("2d 3d 1d 1k", 0, [("a1", "a2", 1)]),
        ("2d 3d 1d 1k", 1, []),
        ("1k 1d 2d 3d", 1, [("a1", "a4", 3), ("a2", "a4", 2)]),  # 1 rank below is allowed, 2 and 3 are not
        ("5k 3d 2d 1d", 2, [("a1", "a2", 7)]),
    ],
)
def test_the_order_of_boards_names_who_is_too_weak_and_why(
    ranks: str, tolerance: int, expected: list[tuple[str, str, int]]
) -> None:
    """The strongest of those behind is named, with the difference in ranks."""
    t = teams(team("a", ranks), teams__tolerance=tolerance)
    found = faults(t.player("a"), seats(t.player("a"), 1, t.settings), t.settings)
    assert [(f.member.id, f.other.id if f.other else "", f.by) for f in found] == expected


def test_or_by_rating_in_points_or_not_at_all() -> None:
    own = team("a", "2d 3d")
    two = {"boards": 2, "teams__order": "rating"}
    t = teams(own, **two, teams__tolerance=99)
    assert [f.by for f in faults(own, seats(own, 1, t.settings), t.settings)] == [100]
    t = teams(own, **two, teams__tolerance=100)
    assert faults(own, seats(own, 1, t.settings), t.settings) == []
    t = teams(own, boards=2, teams__order="free")
    assert faults(own, seats(own, 1, t.settings), t.settings) == []


def test_nobody_sits_at_two_boards() -> None:
    t = teams(team("a", "1d 1d"), boards=2)
    first = t.player("a").members[0]
    assert [f.kind for f in faults(t.player("a"), (first, first), t.settings)] == [FaultKind.TWICE]


def lined_up(t: Tournament, own: str, *people: str) -> Tournament:
    game = match(t, 1)
    new = with_line_up(game, t.player(own), people, t.settings, t.by_id())
    return with_game(t, game, new)


def with_game(t: Tournament, game: Game, new: Game) -> Tournament:
    drawn = t.round(1)
    return with_boards(t.with_round(replace(drawn, games=tuple(new if g is game else g for g in drawn.games))))


def test_seats_by_hand_stay_and_the_other_team_still_follows_its_members() -> None:
    t = matched(teams(team("a", "1d 1d 1d"), team("b", "1d 1d 1d"), boards=3), "a-b", draft=True)
    t = lined_up(t, "a", "a3", "a1", "")
    assert seated(match(t, 1)) == [("a3", "b1"), ("b2", "a1"), ("", "b3")]
    t = changed(t, "b", "b1", rounds=frozenset())
    t = changed(t, "a", "a3", rounds=frozenset())
    assert seated(match(t, 1)) == [("a3", ""), ("b2", "a1"), ("", "b3")]
    game = match(t, 1)
    assert seated(match(with_game(t, game, as_registered(game, "a")), 1)) == [("a1", ""), ("b2", "a2"), ("", "b3")]


def test_seats_by_hand_do_not_touch_who_has_played() -> None:
    t = matched(teams(team("a", "1d 1d"), team("b", "1d 1d"), boards=2), "a-b w")
    with pytest.raises(InputError, match="board 1 of table 1 has a result"):
        lined_up(t, "a", "a2", "a1")
    assert seated(match(lined_up(t, "a", "a1", ""), 1)) == [("a1", "b1"), ("b2", "")]
    with pytest.raises(InputError, match="has people at its boards"):
        lined_up(t, "a", "a1")


def test_who_is_missing_and_who_plays_instead_are_those_at_the_boards() -> None:
    """A fifth member without a board is not missing; by hand it is who really sits there."""
    own = playing(playing(team("a", "1d 1d 1d", "Sub 4k"), "a1"), "a3")
    t = teams(own, team("b", "1d 1d"), boards=2)
    assert [(m.id, i.id if i else "") for m, i in missing_at_boards(t, own, 1)] == [("a1", "")]
    t = matched(teams(playing(own, "sub", 1), team("b", "1d 1d"), boards=2), "a-b", draft=True)
    assert [(m.id, i.id if i else "") for m, i in missing_at_boards(t, t.player("a"), 1)] == [("a1", "sub")]
    t = lined_up(t, "a", "a2", "")
    assert [(m.id, i.id if i else "") for m, i in missing_at_boards(t, t.player("a"), 1)] == [("a1", "")]


def test_a_line_up_that_was_handed_in_names_seats_or_who_plays() -> None:
    own = team("a", "1d 1d 1d", "Sub 4k")
    settings = teams(own, boards=3).settings

    def asked(*people: str, seated: bool = False) -> list[str]:
        return [m.id if m else "-" for m in seats_asked(HandedIn("a", 2, people, seated), own, settings)]

    assert asked("a1", "a3", "sub") == ["a1", "sub", "a3"]
    assert asked("a2", "", "a1", seated=True) == ["a2", "-", "a1"]
    assert asked("a1", "gone", seated=True) == ["a1", "-"]
    some = attending(own, 2, ["a1", "sub"], 3)
    assert [m.rounds for m in some.members] == [None, {1, 3}, {1, 3}, {2}], "of other rounds nothing changes"
    assert attending(some, 2, ["a1", "a2", "a3"], 3) == own


def test_who_comes_late_opens_the_board_that_was_lost() -> None:
    t = matched(teams(team("a", "1d 1d"), team("b", "1d"), boards=2), "a-b w")
    assert not match(t, 1).boards[1].begun
    t = t.with_players([team("b", "1d 1d")])
    assert seated(match(with_boards(t), 1))[1] == ("", "a2")  # lost is lost
    t = reopened(t, "b", [1, 2])
    assert seated(match(t, 1))[1] == ("b2", "a2")
    assert match(t, 1).boards[1].game.result.value == "unknown"
