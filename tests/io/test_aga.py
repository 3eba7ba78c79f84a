"""The report of results for the AGA's rating office, written and read."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from builders import played, tournament
from mcmahon.io.foreign.aga import read_aga, write_aga
from mcmahon.model.errors import InputError
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.ranks import rating_from_aga

SAMPLE = """TOURNEY Lakeside Rating Day, Seestadt, NY
    start=6/15/2026
    finish=6/16/2026
    location='Seestadt, NY'
    rules=AGA
PLAYERS
 2001 Amber, Ada 2d
 2002 Birch, Bo Lee 4k
 USA0017 Cedar, Cy -9.75
 12 Dogwood, Di 5.5
GAMES
2001 2002 w 0 7
17 12 b 3 0
2002 2001 B 0 0   # second round, reverse colours
17 12 ? 0 -7
END
"""


def test_the_report_is_read_rounds_and_all() -> None:
    read = read_aga(SAMPLE.encode(), "x")
    t = read.tournament
    assert [(p.name, p.rank_name, p.rating, p.aga) for p in t.players] == [
        ("Amber Ada", "2d", 2200, "2001"), ("Birch Bo Lee", "4k", 1700, "2002"),
        ("Cedar Cy", "9k", 1175, "17"), ("Dogwood Di", "5d", 2500, "12"),
    ]  # fmt: skip
    assert [[(g.white, g.black, g.handicap, g.komi_halves, g.result) for g in r] for r in t.rounds] == [
        [("1", "2", 0, 15, Result.WHITE), ("3", "4", 3, 1, Result.BLACK)],
        [("2", "1", 1, 1, Result.BLACK), ("3", "4", 0, -13, Result.UNKNOWN)],
    ]
    s = t.settings
    assert (s.name, s.event.place, s.event.begin, s.event.end) == (
        "Lakeside Rating Day", "Seestadt, NY", "2026-06-15", "2026-06-16",
    )  # fmt: skip
    assert "without a known result" in "\n".join(read.report.lines())


def test_numbered_sections_are_rounds() -> None:
    text = SAMPLE.replace("GAMES\n", "GAMES 1\n").replace("2002 2001 B", "GAMES 2\n2002 2001 B")
    assert [len(r.games) for r in read_aga(text.encode(), "x").tournament.rounds] == [2, 2]


@pytest.mark.parametrize(
    ("rating", "ours"), [("1.0", 2050), ("-1.0", 2050), ("3.46", 2296), ("-9.75", 1175), ("1.5", 2100)]
)
def test_ratings_are_converted(rating: str, ours: int) -> None:
    """Nothing lies between -1 and 1."""
    assert rating_from_aga(Decimal(rating)) == ours


def test_what_is_written_is_what_the_office_needs() -> None:
    given_ = {"name": "Lakeside Öpen", "event__begin": "2026-06-15", "event__place": "Seestadt, NY"}
    t = tournament("2d 1k 4k 5k 6k", preset="aga", rounds=3, **given_)
    numbered = [replace(p, aga=str(100 + k)) for k, p in enumerate(t.players[:4])]
    numbered[0] = replace(numbered[0], surname="Müller", first_name="Åsa")
    t = t.with_players(numbered)
    t = t.with_round(Round(1, (Game(1, "a", "b", 0, 15, Result.WHITE), Game(2, "c", "d", 1, 1, Result.BLACK)), ("e",)))
    t = t.with_round(Round(2, (Game(1, "b", "d", 4, 1, Result.WHITE), Game(2, "a", "c", 0, 15, Result.JIGO))))
    t = played(t, "a+d! e+c")
    written = write_aga(t)
    assert written.data.decode("ascii").splitlines() == [
        "TOURNEY Lakeside Open, Seestadt, NY", "    start=6/15/2026", "    finish=6/15/2026",
        "    location='Seestadt, NY'", "    rules=AGA", "PLAYERS", "100 Muller, Asa 2d", "101 Player-b 1k",
        "102 Player-c 4k", "103 Player-d 5k", "99999 Player-e 6k",
        "GAMES 1", "100 101 w 0 7", "102 103 b 0 0", "GAMES 2", "101 103 w 4 0",
        "GAMES 3", "99999 102 w 0 6", "END",
    ]  # fmt: skip
    lost = "\n".join(written.losses.lines())
    for words in (
        "without a winner are left out (1): round 2 table 2",
        "forfeits are left out (1)",
        "an AGA number",
    ):
        assert words in lost
    back = read_aga(written.data, "x").tournament
    assert [[(g.handicap, g.komi_halves, g.result) for g in r] for r in back.rounds[:2]] == [
        [(0, 15, Result.WHITE), (1, 1, Result.BLACK)], [(4, 1, Result.WHITE)],
    ]  # fmt: skip


def test_the_heads_of_reports_are_those_of_their_tournaments() -> None:
    t = tournament("2d 1k", preset="aga", name="Lake", event__begin="2026-12-31", event__end="2027-01-02")
    head = write_aga(t).data.decode("ascii").splitlines()[:3]
    assert head == ["TOURNEY Lake", "    start=12/31/2026", "    finish=1/2/2027"]
    bare = write_aga(tournament("2d", preset="aga", name="Hill", event__place="Ulm")).data.decode("ascii")
    assert bare.splitlines()[:3] == ["TOURNEY Hill, Ulm", "    start=", "    finish="]
    short = SAMPLE.replace("    location='Seestadt, NY'\n", "").replace("Day, Seestadt, NY", "Eve, Ulm")
    settings_ = read_aga(short.encode(), "x").tournament.settings
    assert (settings_.name, settings_.event.place) == ("Lakeside Rating Eve", "Ulm")


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "no player"), ("hello\n", "a line before TOURNEY:"), ("PLAYERS\nAmber\n", "not a player line 'Amber'"),
     (SAMPLE.replace("17 12 b", "17 99 b"), "an unknown player"), (SAMPLE.replace("w 0 7", "won"), "not a game line")],
)  # fmt: skip
def test_what_cannot_be_read_is_an_error(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_aga(text.encode(), "x")


def test_a_member_without_a_number_gets_a_temporary_one_and_the_game_stays() -> None:
    """As the AGA's page on rated games has it; numbers count down from 99999, and none is given twice."""
    t = tournament("2d 1k 4k 5k", preset="aga", rounds=2)
    t = t.with_players([replace(t.player("a"), aga="101"), replace(t.player("b"), aga="99998")])
    written = write_aga(played(played(t, "a+c b+d"), "c+d"))
    text = written.data.decode("ascii")
    assert [line.split()[0] for line in text.splitlines() if " Player-" in line] == ["101", "99998", "99999", "99997"]
    assert "99999 99997 w 0 6" in text
    assert (
        "players without an AGA number get a temporary one; tell the rating office their address (2): "
        "Player-c 99999, Player-d 99997"
    ) in written.losses.lines()


def test_a_professional_has_the_rank_that_the_format_knows() -> None:
    t = tournament("1p 2d 8p", preset="aga", rounds=1)
    t = t.with_players([replace(p, aga=str(k)) for k, p in enumerate(t.players, 101)])
    written = write_aga(played(t, "a+c"))
    assert "101 Player-a 7d" in written.data.decode("ascii")
    assert "103 Player-c 9d" in written.data.decode("ascii")
    assert "ranks of professionals, which the format does not have, written as ranks of amateurs (2)" in "\n".join(
        written.losses.lines()
    )
    back = read_aga(written.data, "x").tournament
    assert [(p.rank, p.pro) for p in back.players] == [(6, 0), (8, 0)]
    other = read_aga(written.data.replace(b"Player-a 7d", b"Player-a 1p"), "x").tournament
    assert (other.players[0].rank, other.players[0].pro) == (6, 1)
