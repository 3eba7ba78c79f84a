"""The next round of a TRF file: what is played, who is absent, which pairs are made by hand, wide start numbers."""

from __future__ import annotations

from contextlib import suppress

import pytest
from builders import damaged
from hypothesis import given, settings
from mcmahon.io.foreign.trf import ToPair, read_to_pair, read_trf
from mcmahon.model.errors import InputError
from mcmahon.model.placing.scores import score
from trf_files import trf

ROUND = {1: ["3 w 1"], 2: ["4 b ="], 3: ["1 b 0"], 4: ["2 w ="], 5: ["U"]}


def read(data: bytes) -> ToPair:
    return read_to_pair(data, "t.trf")


def wrong(data: bytes) -> str:
    with pytest.raises(InputError) as raised:
        read(data)
    return str(raised.value)


def absent(found: ToPair, number: int = 2) -> set[int]:
    return {found.numbers[p.id] for p in found.tournament.players if not p.enters(number)}


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_rounds_played_are_rounds_and_all_play_the_next_one(ending: str) -> None:
    found = read(trf(ROUND, ending=ending))
    assert [len(own.games) for own in found.tournament.rounds] == [2]
    assert found.tournament.rounds[0].byes == ("5",)
    assert (absent(found), found.pairs, found.report.cases) == (set(), (), {})
    scores = score(found.tournament)
    assert {found.numbers[p.id]: scores.mms(p.id) for p in found.tournament.players} == {1: 2, 2: 1, 3: 0, 4: 1, 5: 2}


@pytest.mark.parametrize("letter", ["Z", "-", "H", "F"])
def test_a_letter_in_the_column_behind_is_an_absence_of_the_next_round(letter: str) -> None:
    """Its points may be in the line already."""
    players = {**ROUND, 2: ["4 b =", letter], 5: ["U", letter]}
    found = read(trf(players))
    assert len(found.tournament.rounds) == 1
    assert absent(found) == {2, 5}


def test_lines_240_and_xxz_are_absences_too() -> None:
    assert absent(read(trf(ROUND, 5, "240 H   2    1    3", "XXZ 5"))) == {1, 3, 5}
    assert absent(read(trf(ROUND, 5, "240 H   3    1    3"))) == set()


def test_two_who_name_each_other_without_a_result_are_a_pair_made_by_hand() -> None:
    players = {**ROUND, 4: ["2 w =", "3 w"], 3: ["1 b 0", "4 b"]}
    assert read(trf(players)).pairs == (("4", "3"),)
    half = {**ROUND, 4: ["2 w =", "3 w"]}
    assert "half a pair in the next round: player 4; expected two players who name each other" in wrong(trf(half))


def test_start_numbers_may_be_wider_than_four_columns() -> None:
    wide = {k * 10_000: [text.replace(" ", "0000 ", 1) for text in cells] for k, cells in ROUND.items()}
    found = read(trf(wide, 5, "XXW 7", "XXP 20000 40000", width=7))
    assert list(found.numbers.values()) == [10_000, 20_000, 30_000, 40_000, 50_000]
    assert found.tournament.rounds == read(trf(ROUND)).tournament.rounds
    assert found.tournament.settings.pairing.forbid[0][0] == ("2", "4")
    assert [p.rating for p in found.tournament.players] == [2500] * 5
    whole = read_trf(trf(wide, 5, "XXW 7", width=7), "t.trf")
    assert len(whole.tournament.players) == 5
    assert "lines not kept" not in whole.report.cases


def test_virtual_points_are_those_of_the_next_round() -> None:
    """They count for pairing alone: start scores, and so SOS and handicaps, know nothing of them."""
    lines = "XXA    1  1.0  1.0  0.0", "250       2.0   2   2    2    2"
    found = read(trf(ROUND, 5, *lines))
    assert virtual_of(found, 2) == {1: 2, 2: 4, 3: 0, 4: 0, 5: 0}
    assert set(score(found.tournament).start.values()) == {0}
    third = {k: [*cells, "Z"] for k, cells in ROUND.items()} | {1: ["3 w 1", "2 w 1"], 2: ["4 b =", "1 b 0"]}
    assert set(virtual_of(read(trf(third, 5, *lines)), 3).values()) == {0}


def virtual_of(found: ToPair, number: int) -> dict[int, int]:
    scores = score(found.tournament)
    return {found.numbers[p.id]: scores.virtual_in(p.id, number) for p in found.tournament.players}


def test_half_a_virtual_point_is_half_a_point_of_the_pairing_score() -> None:
    found = read(trf(ROUND, 5, "XXA    1  1.0  0.5"))
    scores = score(found.tournament)
    own = {found.numbers[p.id]: scores.paired_as(p.id) - scores.mms(p.id) for p in found.tournament.players}
    assert own == {1: 1, 2: 0, 3: 0, 4: 0, 5: 0}


def test_baku_acceleration_by_its_name_is_computed() -> None:
    """Of five players the first 2 × ⌈5/4⌉ = 4: a point in rounds 1 and 2, half a point in round 3 (C.04.5.1)."""
    found = read(trf(ROUND, 5, "192 FIDE_DUTCH_2025_BAKU"))
    rows = [virtual_of(found, number) for number in (1, 2, 3, 4)]
    assert [[row[k] for k in range(1, 6)] for row in rows] == [
        [2, 2, 2, 2, 0],
        [2, 2, 2, 2, 0],
        [1, 1, 1, 1, 0],
        [0] * 5,
    ]
    told = read(trf(ROUND, 5, "192 FIDE_DUTCH_2025_BAKU", "XXA    5  1.0  1.0"))
    assert virtual_of(told, 2) == {1: 0, 2: 0, 3: 0, 4: 0, 5: 2}


def test_half_point_byes_and_absences_without_points_stand_side_by_side() -> None:
    """And full points without a game: these are byes, and nobody gets another one."""
    players = {1: ["2 w 1", "H"], 2: ["1 b 0", "Z"], 3: ["H", "4 w 1"], 4: ["F", "3 b 0"]}
    found = read(trf(players))
    scores = score(found.tournament)
    assert [scores.mms(p.id) for p in found.tournament.players] == [3, 0, 3, 2]
    assert found.tournament.rounds[0].byes == ("4",)


def test_a_servers_short_lines_are_read() -> None:
    """No places, no federations; byes and absences without opponent and colour, only with their letter."""
    lines = [
        "012 Weekly", "XXR 7", "XXC black1",
        f"001    1      {'ada':33} 2190{' ' * 28} 1.0          3 b 1",
        f"001    2      {'a_very_long_name_that_fills_it':33} 2100{' ' * 28} 1.0              U",
        f"001    3      {'cy':33} 1500{' ' * 28} 0.0          1 w 0  0000   -",
        f"001    4      {'dee':33} 1400{' ' * 28} 0.5              H",
        f"001    5      {'eve':33} 1300{' ' * 28} 0.0              -",
    ]  # fmt: skip
    found = read("\n".join(lines).encode())
    (first,) = found.tournament.rounds
    assert [(game.white, game.black) for game in first] == [("3", "1")]
    assert (first.byes, absent(found)) == (("2",), {3})


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (trf(ROUND).replace(b"XXR 5", b""), "the number of rounds is missing; expected a line XXR or 142"),
        (trf(ROUND).replace(b" 1.0    1", b" 1.5    1"), "not those of the rounds: '1.5'; expected 1.0"),
        (trf(ROUND, 5, "BBW  3.0").replace(b" 1.0    1", b" 3.0    1"), "not those of the rounds: '3.0'; expected 1.0"),
        (trf(ROUND, 5, "XXA    1 many"), "a line that cannot be read: 'XXA 1 many'"),
        (b"", "no players"),
        (trf({1: ["2 w 1"]}) + trf({1: ["2 w 1"]}), "this start number appears twice"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(data: bytes, told: str) -> None:
    assert told in wrong(data)


@given(damaged(trf(ROUND, 5, "XXW 4", "XXA    1  1.0", "250       2.0   2   2    2    2", "XXP 1 2").decode()))
@settings(max_examples=200, deadline=None)
def test_a_damaged_file_is_read_or_refused(data: bytes) -> None:
    with suppress(InputError):
        found = read(data)
        assert len(found.numbers) == len(found.tournament.players)
