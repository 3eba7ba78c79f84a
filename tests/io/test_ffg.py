"""The French federation's results: columns, tokens, both programs' layouts, generated and real tournaments."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import losses_of, played, tournament, with_player
from mcmahon.io.foreign.ffg import read_tou, write_tou
from mcmahon.model.errors import InputError
from mcmahon.model.placing.scores import RoundKind, score
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.tournament import Tournament

SAMPLE = """;name=260307-seestadt
;date=07/03/2026
;vill=Seestadt
;comm=Lakeside Open
;prog=demo
;size=19
;time=60+b
;ta=75
;komi=7.5
;Num Nom Prenom               Niv Licence Club
   1 Amber Ada                 2D 0000001 38Gr    2+w0   0=   
   2 Van_Birch Bo              1D         Sees    1-b0   0=   
"""  # noqa: W291


def read(text: str) -> Tournament:
    return read_tou(text.encode("iso-8859-15"), "t.tou").tournament


def remarks(text: str) -> str:
    return "\n".join(read_tou(text.encode("iso-8859-15"), "t.tou").report.lines())


def lines_of(t: Tournament) -> list[str]:
    text = write_tou(t).data.decode("iso-8859-15")
    return [line for line in text.splitlines() if not line.startswith(";")]


def test_the_sample_is_read_and_written_as_it_was() -> None:
    t = read(SAMPLE)
    assert [(p.surname, p.first_name, p.rank_name, p.club, p.extra) for p in t.players] == [
        ("Amber", "Ada", "2d", "38Gr", (("FFG", "0000001"),)), ("Van Birch", "Bo", "1d", "Sees", ()),
    ]  # fmt: skip
    assert t.rounds == (Round(1, (Game(1, "1", "2", 0, 15, Result.WHITE),)), Round(2))
    s = t.settings
    assert (s.preset, s.name, s.rounds, s.komi, s.handicap.rule) == ("egf", "Lakeside Open", 2, 15, "mms")
    assert (s.event.place, s.event.begin, s.event.basic_time) == ("Seestadt", "2026-03-07", 60)
    assert write_tou(t).data.decode("ascii") == SAMPLE.replace("prog=demo", "prog=mcmahon")


def test_pairgoths_layout_is_read() -> None:
    """Capitals, a name cut to 24, the country in the place of the club, tokens of 7 columns with a blank between."""
    t = read(
        ";komi=6,5\n;time=45\n"
        "   1 AMBER_WITH_A_VERY_LONG_N 12K 0000001 38Gr    2+w3    0=  \n"
        "   2 VAN_BIRCH Bo              1D -------   DE    1-b3    0+  \n"
    )
    first, second = t.players
    assert (first.surname, first.first_name, first.rank_name) == ("AMBER WITH A VERY LONG N", "", "12k")
    assert (second.country, second.club, second.extra) == ("DE", "", ())
    assert (t.rounds[0].games[0].handicap, t.rounds[1].byes) == (3, ("2",))
    assert (t.settings.komi, t.settings.event.basic_time, t.settings.event.overtime) == (13, 45, "sudden death")


def two(first: str, second: str) -> Tournament:
    """Two players with one round each."""
    return read(f"   1 A A{' ' * 23}2D         Sees{first:>8}\n   2 B B{' ' * 23}1D         Sees{second:>8}\n")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("2+w0", "1-b0", ("1", 0, Result.WHITE)), ("2-b3", "1+w3", ("2", 3, Result.WHITE)),
     ("2=b2", "1=w2", ("2", 2, Result.JIGO)), ("2?w0", "1?b0", ("1", 0, Result.UNKNOWN)),
     ("2-w0", "1-b0", ("1", 0, Result.BOTH_LOSE)), ("2+/w1", "1-/b1", ("1", 1, Result.WHITE))],
)  # fmt: skip
def test_every_form_of_a_game(first: str, second: str, expected: tuple[str, int, Result]) -> None:
    (game,) = two(first, second).rounds[0].games
    assert (game.white, game.handicap, game.result) == expected


@pytest.mark.parametrize(("token", "kind"), [("0+", RoundKind.BYE), ("0=", RoundKind.ABSENT), ("0-", RoundKind.ABSENT)])
def test_every_form_of_a_round_without_a_game(token: str, kind: RoundKind) -> None:
    assert score(two(token, "0-")).entries["1"][0].kind is kind


def test_odd_files_are_read() -> None:
    """Other line ends, lost blanks, shared places, a name as long as its columns, comments, wrong headers."""
    assert read(SAMPLE.replace("\n", "\r\n")) == read(SAMPLE)
    assert read(SAMPLE.replace("0=   \n", "0=\n")) == read(SAMPLE)
    assert read(SAMPLE.replace("   2 Van", "     Van")) == read(SAMPLE)
    assert read("; a comment\n;odd\n\n" + SAMPLE) == read(SAMPLE)
    long = SAMPLE.replace("Van_Birch Bo              1D", "Van_Birch_Am_Langen_See B12K")
    assert (read(long).player("2").name, read(long).player("2").rank_name) == ("Van Birch Am Langen See B", "12k")
    assert read(SAMPLE.replace("38Gr    2+w0   0=   ", "xxxx    2+w0   0=   ")).player("1").club == ""
    assert "places differ from line numbers" in remarks(SAMPLE.replace("   2 Van", "   7 Van"))
    assert "cannot be read (1): date=31/02/2026" in remarks(SAMPLE.replace("07/03/2026", "31/02/2026"))
    assert "sizes other than 19 are not kept (1): 13" in remarks(SAMPLE.replace("size=19", "size=13"))
    accents = read(SAMPLE.replace("Amber Ada", "Ambré Zoë"))
    assert accents.player("1").name == "Ambré Zoë"


@pytest.mark.parametrize("text", ["", ";name=only\n", "   1 Amber Ada\n", SAMPLE.replace(" 2D 0", "44D 0"), "2D abc"])
def test_what_is_no_such_file_is_an_error(text: str) -> None:
    with pytest.raises(InputError, match=r"no player|not a player line"):
        read(text)


def test_a_game_that_both_lost_is_left_out_like_a_default_game() -> None:
    """A 0-0 counts as a default game everywhere; the file cannot mark it, and the federation would rate two losses."""
    written = write_tou(played(tournament("1d 1d 1d 1d"), "a0b c+d"))
    assert [line.split()[-1] for line in written.data.decode("ascii").splitlines()[-4:]] == ["2+w0", "1-b0", "0-", "0-"]
    assert any(line.startswith("forfeits are written without the opponent") for line in written.losses.lines())


def test_names_of_every_kind() -> None:
    """French letters stay, others are spelt in ASCII; names longer than their columns are cut, the first name last."""
    t = played(tournament("1d 1d 1d 1d", start__bar="none"), "a+b c+d")
    names = {"a": ("Hélène-Œuvre", "Zoë"), "b": ("Łukasz van", ""), "c": ("李", "世乭"), "d": ("L" * 30, "John")}
    for pid, (surname, first) in names.items():
        t = with_player(t, pid, surname=surname, first_name=first)
    written = write_tou(t)
    assert {line[5:30].rstrip() for line in lines_of(t)} == {
        "Hélène-Œuvre Zoë", "Lukasz Van", "Li ShiShi", f"L{'l' * 21} J",
    }  # fmt: skip
    lost = "\n".join(written.losses.lines())
    assert "names spelled without special letters" in lost
    assert "names shortened to 24 letters (1)" in lost
    assert {p.name for p in read_tou(written.data, "t").tournament.players} >= {"Hélène-Œuvre Zoë"}


def test_default_games_are_left_out_and_named() -> None:
    t = played(tournament("1d 1d 1d 1d", start__bar="none", rounds=1), "a+b! c0d!")
    tokens = {line[5:13]: line.split()[-1] for line in lines_of(t)}
    assert tokens == {"Player-a": "0+", "Player-b": "0-", "Player-c": "0-", "Player-d": "0-"}
    assert "forfeits are written without the opponent: 0+ for the winner, 0- for the loser (2)" in "\n".join(
        write_tou(t).losses.lines()
    )


def test_losses_are_named() -> None:
    t = tournament("1d 1d 1d 1d", event__begin="2026-03-07", event__end="2026-03-08")
    t = with_player(t, "a", club="Seestadt", country="CH", pin="12345678", extra=(("FFG", "123456789"),), correction=1)
    games = (Game(1, "a", "b", 0, 11, Result.VOID),)
    t = t.with_round(Round(1, games, unpaired=("c",)))
    lost = losses_of("tou", t)
    for words in (
        "komi, not kept (1): round 1 table 1", "are written as jigo (1): round 1 table 1",
        "but without a game",
        "countries of players with a club", "start score, not kept", "EGD pin, not kept", "the last day",
        "no time settings", "licences shortened to seven", "clubs shortened to four letters (1): Seestadt → Sees",
        "table numbers",
        "players without a game or a bye are left out (1): 2",
    ):  # fmt: skip
        assert words in lost, words
    assert "no date is set" in "\n".join(write_tou(replace(t, settings=tournament("1d").settings)).losses.lines())
