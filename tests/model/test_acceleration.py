"""Virtual points of the first rounds: who has them, how many, and that they count for pairing alone.

Sources: FIDE handbook C.04.5.1 (Baku acceleration), with its examples of 161 players and of nine rounds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from builders import played, tournament, with_player
from hypothesis import given
from hypothesis import strategies as st
from mcmahon.io.settings.settings_file import new_settings_text, parse_settings
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.entrants import before_round
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.stages import virtual_points
from mcmahon.model.placing.standings import standings
from mcmahon.model.placing.start_groups import decide_again, with_decisions
from mcmahon.model.tournament.person import Player, Status
from mcmahon.model.tournament.settings.play import accelerated, accelerated_text, parse_accelerated, size_of
from mcmahon.model.tournament.tournament import Tournament

EIGHT = "5d 4d 3d 2d 1d 1k 2k 3k"


def swiss(*lines: str, ranks: str = EIGHT, rounds: int = 5, **settings: Any) -> Tournament:
    given = {"start__acceleration": list(lines), "pairing__rounding": "half", **settings}
    return tournament(ranks, "swiss", rounds=rounds, **given)


def virtual(t: Tournament) -> dict[str, tuple[int, ...]]:
    return virtual_points(t.players, t.settings)


@pytest.mark.parametrize(("players", "first"), [(161, 82), (160, 80), (1, 1), (2, 2), (5, 4), (6, 4), (9, 6)])
def test_the_first_half_is_rounded_up_to_an_even_number(players: int, first: int) -> None:
    """2 times a quarter of the players, rounded up: of 161 they are 82 (C.04.5.1, 2 with its note)."""
    assert size_of("1/2", players) == first


@pytest.mark.parametrize(
    ("rounds", "whole", "half"), [(9, (1, 3), (4, 5)), (7, (1, 2), (3, 4)), (5, (1, 2), (3, 3)), (4, (1, 1), (2, 2))]
)
def test_baku_gives_a_point_and_then_half_a_point(rounds: int, whole: tuple[int, int], half: tuple[int, int]) -> None:
    """Of nine rounds five are accelerated: a point in the first three, half a point in two more (C.04.5.1, 4)."""
    one, two = accelerated(["baku"], rounds)
    assert ((one.first, one.last), one.half_points, one.share) == (whole, 2, "1/2")
    assert ((two.first, two.last), two.half_points, two.share) == (half, 1, "1/2")


def test_one_round_and_two_rounds_have_no_half_points() -> None:
    assert [(line.first, line.last) for line in accelerated(["baku"], 1)] == [(1, 1)]
    assert [(line.first, line.last) for line in accelerated(["baku"], 2)] == [(1, 1)]


def test_baku_of_eight_players_in_five_rounds() -> None:
    """The four strongest have 1, 1, ½ points; nobody has any in rounds 4 and 5."""
    assert virtual(swiss("baku")) == dict.fromkeys("abcd", (2, 2, 1))


def test_quarters_are_several_lines_and_the_most_counts() -> None:
    """The first quarter a point, the second half a point, in the first two rounds."""
    found = virtual(swiss("1-2 1 1/4", "1-2 0.5 1/2"))
    assert found == {**dict.fromkeys("ab", (2, 2)), **dict.fromkeys("cd", (1, 1))}


def test_players_by_number_and_by_name() -> None:
    assert virtual(swiss("2 2 3")) == dict.fromkeys("abc", (0, 4))
    assert virtual(swiss("1 1 players h z")) == {"h": (2,)}


def test_more_than_there_are_is_everybody() -> None:
    assert set(virtual(swiss("1 1 99"))) == set("abcdefgh")
    assert virtual(replace(swiss("1 1 99"), players=())) == {}


def test_who_is_strong_goes_by_rating_where_players_are_sorted_by_it() -> None:
    t = swiss("1 1 2", start__sorted_by="rating")
    assert set(virtual(with_player(t, "h", rating=2700))) == {"a", "h"}
    assert set(virtual(with_player(swiss("1 1 2"), "h", rating=2700))) == {"a", "b"}


def test_preliminary_entries_do_not_count() -> None:
    """Seven final entries: 2 × ⌈7/4⌉ = 4 of them, the strongest who are final."""
    t = with_player(swiss("baku"), "a", status=Status.PRELIMINARY)
    assert set(virtual(with_decisions(t))) >= set("bcde")
    assert "f" not in virtual(with_decisions(t))


def test_late_entries_are_placed_by_the_last_of_the_first_half() -> None:
    """The last player of the first group stays the same; the group may then be odd (C.04.5.1, 3)."""
    drawn = played(with_decisions(swiss("baku")), "a+c b+d e+g f+h")
    late = [Player("y", "Strong", rank=4, rating=2400), Player("z", "Weak", rank=-9, rating=800)]
    entered = with_decisions(drawn.with_players([replace(one, rounds=frozenset({2, 3, 4, 5})) for one in late]))
    assert set(virtual(entered)) == set("abcdy")
    gone = with_player(entered, "a", status=Status.WITHDRAWN)
    assert set(virtual(gone)) == set("abcdy")


def test_the_draw_keeps_what_it_decided_until_the_setting_changes() -> None:
    t = with_decisions(swiss("baku"))
    assert t.settings.decided.acceleration[0].startswith("1/2 2d ")
    other = replace(t, settings=replace(t.settings, start=replace(t.settings.start, acceleration=("1 1 2",))))
    decided = decide_again(other, ["start.acceleration"])
    assert [line.split()[0] for line in decided.acceleration] == ["2"]


def test_they_count_in_the_pairing_score_of_their_round_alone() -> None:
    """After round 1 a winner of the lower half has the pairing score of a loser of the upper half."""
    t = played(swiss("baku"), "a+c b+d e+g f+h")
    before = before_round(t, 2)
    found = {p: before.scores.pairing_score(p) for p in "abcdefgh"}
    assert found == {"a": 4, "b": 4, "c": 2, "d": 2, "e": 2, "f": 2, "g": 0, "h": 0}
    after_five = played(played(played(played(t, ""), ""), ""), "")
    assert score(after_five).pairing_score("a") == score(after_five).mms("a") == 2


def test_a_game_across_the_halves_is_a_draw_down_by_pairing_scores() -> None:
    """In round 1 the upper half is a point ahead: who meets the lower half is drawn down."""
    past = before_round(played(swiss("baku"), "a+e b+d c+g f+h"), 2).past
    assert [past[p].drawn_down for p in "abce"] == [1, 0, 1, 0]
    assert [past[p].drawn_up for p in "aeg"] == [0, 1, 1]


def test_standings_and_handicaps_do_not_know_them() -> None:
    t = played(swiss("baku"), "a+c b+d e+g f+h")
    plain = played(swiss(), "a+c b+d e+g f+h")
    rows = [(row.player.id, row.mms, row.wins, dict(row.values)) for row in standings(t).rows]
    assert rows == [(row.player.id, row.mms, row.wins, dict(row.values)) for row in standings(plain).rows]
    assert before_round(t, 2).scores.raw_score("a") == before_round(plain, 2).scores.raw_score("a")


def test_half_points_must_not_be_rounded_down() -> None:
    with pytest.raises(InputError, match=r"half a virtual point is lost"):
        swiss("baku", pairing__rounding="down")
    assert swiss("1-2 1 1/2", pairing__rounding="down").settings.start.acceleration == ("1-2 1 1/2",)


@pytest.mark.parametrize("text", ["", "1-2 1", "2-1 1 1/2", "0 1 1/2", "1 0 3", "1 0.3 3", "1 1 2/1", "1 1 0", "1 1 a"])
def test_other_lines_are_refused_with_what_is_expected(text: str) -> None:
    with pytest.raises(InputError, match="is not a line of acceleration"):
        parse_settings(new_settings_text("swiss", {"start.acceleration": [text]}), "t.toml")


@given(st.integers(1, 40), st.integers(0, 9), st.integers(1, 20), st.sampled_from(["1/2", "3/4", "17", "players 3 x"]))
def test_a_line_is_read_back_as_it_was_written(first: int, more: int, half_points: int, who: str) -> None:
    line = parse_accelerated(f"{first}-{first + more} {half_points / 2} {who}")
    assert parse_accelerated(accelerated_text(line)) == line


@given(st.integers(1, 400), st.integers(1, 15))
def test_a_half_is_even_and_hardly_more_than_half(players: int, rounds: int) -> None:
    """Of n players between n/2 and n/2 + 2, even unless it is everybody; points never rise from round to round."""
    size = size_of("1/2", players)
    assert players <= 2 * size <= players + 3 or size == players
    assert size % 2 == 0 or size == players
    points = [line.half_points for line in accelerated(["baku"], rounds) for _ in range(line.first, line.last + 1)]
    assert points == sorted(points, reverse=True)
    assert len(points) == (rounds + 1) // 2
