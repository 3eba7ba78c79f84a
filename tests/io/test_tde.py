"""The AGA's working files: register and rounds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcmahon.io.foreign.tde import read_tde
from mcmahon.io.formats import formats
from mcmahon.model.errors import InputError
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.person import Status

REGISTER = """# made by hand
## TOURNEY Lakeside Rating Day   # the name
## rounds 3
## DATE 6/15/2026 2026-06-16
## BAND 9D 1D
## BAND 1K 20K
## HANDICAPS MIN
## AGA_RATED

USA2001 Amber, Ada 2d CLUB=LAKE DROP3 # note
2002 Birch, Bo Lee 4k BYE
TMP5 Cedar, Cy -9.75 DROP
usa0012 Dogwood, Di 5
"""
ROUND_1 = b"USA2001 USA2002 w 0 7 # a comment\ntmp5 12 b 3 -7.5\n"
ROUND_2 = b"2002 00012 ? 0 0.5\n"


def test_register_and_rounds_are_read() -> None:
    read = read_tde(REGISTER.encode(), "x/register.tde", {1: ROUND_1, 2: ROUND_2})
    t = read.tournament
    assert [(p.name, p.rank_name, p.rating, p.aga, p.country, p.club) for p in t.players] == [
        ("Amber Ada", "2d", 2200, "2001", "US", "LAKE"), ("Birch Bo Lee", "4k", 1700, "2002", "US", ""),
        ("Cedar Cy", "9k", 1175, "", "", ""), ("Dogwood Di", "5d", 2450, "12", "US", ""),
    ]  # fmt: skip
    assert [(p.rounds, p.status) for p in t.players] == [
        ({1, 2}, Status.FINAL), (None, Status.FINAL), (None, Status.WITHDRAWN), (None, Status.FINAL),
    ]  # fmt: skip
    assert [[(g.white, g.black, g.handicap, g.komi_halves, g.result) for g in r] for r in t.rounds] == [
        [("1", "2", 0, 15, Result.WHITE), ("3", "4", 3, -15, Result.BLACK)],
        [("2", "4", 0, 1, Result.UNKNOWN)],
    ]
    assert [r.absent for r in t.rounds] == [(), ("1", "3")]
    s = t.settings
    assert (s.name, s.rounds, s.event.begin, s.event.end) == ("Lakeside Rating Day", 3, "2026-06-15", "2026-06-16")
    assert (s.start.scheme, s.start.bands) == ("bands", ("9d-1d", "1k-20k"))
    told = "\n".join(read.report.lines())
    for words in ("directives not taken over (1): HANDICAPS MIN", "Birch Bo Lee BYE", "without a known result"):
        assert words in told


def test_one_band_is_none_and_rounds_are_at_least_those_played() -> None:
    text = REGISTER.replace("## BAND 1K 20K\n", "").replace("rounds 3", "ROUNDS 1")
    settings_ = read_tde(text.encode(), "r.tde", {1: ROUND_1, 2: ROUND_2}).tournament.settings
    assert (settings_.start.scheme, settings_.rounds) == ("rank", 2)


@pytest.mark.parametrize(
    ("change", "rounds", "message"),
    [
        (("TMP5 Cedar", "Cedar"), {}, "r.tde:12: not a player line 'Cedar, Cy -9.75 DROP'; expected USA123"),
        (("TMP5 Cedar", "USA02001 Cedar"), {}, "r.tde:12: the same player twice:"),
        (("", ""), {2: ROUND_2}, "r.tde: the file of a round is missing; found '2.tde'"),
        (("", ""), {1: ROUND_1 + b"2001 12 w 0 7\n"}, "1.tde:3: a second game of a player in this round:"),
        (("", ""), {1: b"2001 99 w 0 7\n"}, "1.tde:1: a game with an unknown player:"),
        (("", ""), {1: b"\n2001 12 win\n"}, "1.tde:2: not a game line '2001 12 win'; expected white black w 0 7"),
    ],
)
def test_what_cannot_be_read_is_named(change: tuple[str, str], rounds: dict[int, bytes], message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_tde(REGISTER.replace(*change).encode(), "r.tde", rounds)
    assert message in str(caught.value)


def test_a_working_file_is_only_read() -> None:
    t = read_tde(REGISTER.encode(), "r.tde").tournament
    with pytest.raises(InputError, match="tde can be read but not written"):
        formats()["tde"].written(t)


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_bytes_as_a_round_leave_the_players_or_give_an_error(data: bytes) -> None:
    try:
        found = read_tde(REGISTER.encode(), "x", {1: data}).tournament
    except InputError:
        return
    assert found.players == read_tde(REGISTER.encode(), "x").tournament.players
    assert not any(drawn.games for drawn in found.rounds)
