"""Registrations as files: CSV with titles, MacMahon's participants and OpenGotha's vBar without any."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from builders import REAL_NAMES, damaged, played, read_or_refused, real_data, tournament
from hypothesis import given, settings
from hypothesis import strategies as st
from mcmahon.bench.tournaments.real import read_real
from mcmahon.cli.hints import error_lines
from mcmahon.desk.people.entries import registrations_sent
from mcmahon.io.conversion import FORMATS
from mcmahon.io.registrations.files import (
    is_participants,
    read_entries,
    registrations_in,
    registrations_table,
    write_csv,
    write_participants,
    write_vbar,
)
from mcmahon.io.registrations.reading import read_registrations
from mcmahon.model.errors import InputError
from mcmahon.model.tournament.player import Status
from mcmahon.model.tournament.tournament import Tournament

MACMAHON = """\ufeff; from the club's list
Amber|Ada|2d|ch|Seestadt|2190|f|1101

Van Birch|Bo|5 kyu|de|Berlin|0|P|0000
Cedar|Cy|7k|xx|xxxx||f
 Dogwood ||3K
"""
VBAR = """Amber|Ada|2D|Sees|CH|2190|f
Van Birch|Bo|5K|B|DE|none|p ; by phone
Cedar|Cy|7K|xxxx|XX||f
"""


def told(t: Tournament) -> list[tuple[object, ...]]:
    return [
        (p.surname, p.first_name, p.rank_name, p.country, p.club, p.rating, p.rating_is_derived, p.status, p.rounds)
        for p in t.players
    ]


def test_participants_are_read_by_the_order_of_their_fields() -> None:
    read = read_entries(MACMAHON.encode(), "p.txt")
    assert told(read.tournament) == [
        ("Amber", "Ada", "2d", "CH", "Seestadt", 2190, False, Status.FINAL, frozenset({1, 2, 4, 5})),
        ("Van Birch", "Bo", "5k", "DE", "Berlin", 1600, True, Status.PRELIMINARY, None),
        ("Cedar", "Cy", "7k", "", "", 1400, True, Status.FINAL, None),
        ("Dogwood", "", "3k", "", "", 1800, True, Status.FINAL, None),
    ]
    assert read.tournament.settings.preset == "egf"
    assert "the file has no settings" in "\n".join(read.report.lines())


def test_vbar_has_club_before_country() -> None:
    assert told(read_entries(VBAR.encode("iso-8859-15"), "v.txt").tournament) == [
        ("Amber", "Ada", "2d", "CH", "Sees", 2190, False, Status.FINAL, None),
        ("Van Birch", "Bo", "5k", "DE", "B", 1600, True, Status.PRELIMINARY, None),
        ("Cedar", "Cy", "7k", "", "", 1400, True, Status.FINAL, None),
    ]


def test_which_field_is_the_country_is_asked_where_both_may_be() -> None:
    with pytest.raises(InputError, match=r"fields 4 and 5 could both be the country.*a first line with titles"):
        read_entries(b"Amber|Ada|2d|ch|de|2190|f\n", "p.txt")
    titled = b"surname|first name|rank|country|club\nAmber|Ada|2d|ch|de\n"
    assert [(p.country, p.club) for p in read_entries(titled, "p.txt").tournament.players] == [("CH", "de")]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Amber|Ada|2d|ch|Sees|2190|f|1x01", "p.txt:1: column rounds: unknown rounds '1x01'; expected 1 for"),
        ("Amber|Ada|2d|ch|Sees|2190|f|1101|x", "p.txt:1: more fields than expected: 'x'"),
        ("Amber|Ada|2d|ch|Sees|2190|maybe|1", "p.txt:1: column status: unknown status 'maybe'"),
        ("Amber|Ada|two|ch|Sees|2190|f|1", "p.txt:1: column rank: impossible rank 'two'"),
        ("Amber|Ada", "p.txt:1: neither rank nor rating for a new player"),
        ("||2d", "p.txt:1: column surname: empty name"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_entries(line.encode(), "p.txt")
    assert message.replace(" column", "") in str(caught.value).replace(" column", "")


def test_rounds_behind_the_last_are_cut_and_missing_ones_are_played() -> None:
    table = registrations_table("Amber|Ada|2d|ch|Sees||f|0\nBirch|Bo|2d|ch|Sees||f|11011111\n", "p.txt", 5)
    entries = read_registrations(table, 5).entries
    assert [e.player.rounds for e in entries] == [{2, 3, 4, 5}, {1, 2, 4, 5}]


def test_the_file_tells_how_many_rounds_there_are() -> None:
    read = read_entries(b"Amber|Ada|2d|ch|Sees||f|1111110\n", "p.txt")
    assert (read.tournament.settings.rounds, read.tournament.players[0].rounds) == (7, {1, 2, 3, 4, 5, 6})
    by_column = read_entries(b"name,rank,r1,r6\nAmber,2d,x,0\n", "p.csv")
    assert by_column.tournament.settings.rounds == 6


def test_the_players_list_of_opengotha_is_a_csv() -> None:
    """It begins with an empty line, and every line ends in a semicolon."""
    text = "\nName;FirstName;Rank;Country;Club;\nAmber;Ada;2D;CH;Sees;\nBjörk;Bo;12K;SE;;\n"
    assert told(read_entries(text.encode(), "x.csv").tournament)[1][:5] == ("Björk", "Bo", "12k", "SE", "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [(MACMAHON, True), (VBAR, True), ("a|b|c\n", False), ("  1 Amber Ada 2d CH Sees 33 2+/w0 |99999901\n", False)],
)
def test_participants_are_known_by_their_content(text: str, expected: bool) -> None:
    assert is_participants(text.encode()) is expected


def everything() -> Tournament:
    t = tournament("2d 1d 5k 12k 9d 3k", rounds=4)
    second = {"surname": "Ångström|x", "first_name": "Bo", "club": "Łódź", "pin": "12345678"}
    people = [
        replace(t.players[0], surname="Amber", first_name="Ada", rating=2190, club="Seestadt", country="CH"),
        replace(t.players[1], rounds=frozenset({1, 3}), **second),
        replace(t.players[2], status=Status.PRELIMINARY, groups=("family",), country="DE"),
        replace(t.players[3], correction=-2, aga="77"),
        replace(t.players[4], pro=3, rank=6, rating=2700, rating_is_derived=True, country="KR"),
        replace(t.players[5], status=Status.WITHDRAWN, extra=(("T-shirt", "L"),)),
    ]
    return t.with_players(people)


def test_participants_come_back_and_losses_are_named() -> None:
    t = everything()
    written = write_participants(t)
    assert written.data.decode().splitlines()[0] == "Amber|Ada|2d|ch|Seestadt|2190|f|1111"
    back = read_entries(written.data, "p.txt").tournament
    for old, new in zip(told(t), told(back), strict=True):
        if old[0] == "Ångström|x":
            assert (new[0], new[4], new[8]) == ("Ångström x", "Łódź", {1, 3, 5})
        elif old[7] is Status.WITHDRAWN:
            assert (new[7], new[8]) == (Status.FINAL, {5})
        else:
            assert new == old
    assert [p.pro for p in back.players] == [0, 0, 0, 0, 3, 0]
    lost = "\n".join(written.losses.lines())
    for words in ("AGA numbers (1)", "corrections (1)", "families", "other columns of the registrations (1)"):
        assert words in lost


def test_vbar_is_written_in_its_letters() -> None:
    written = write_vbar(everything())
    lines = written.data.decode("iso-8859-15").splitlines()
    assert lines[:2] == ["Amber|Ada|2d|Sees|CH|2190|f", "Ångström x|Bo|1d|Lódz||2100|f"]
    lost = "\n".join(written.losses.lines())
    for words in ("clubs shortened to four letters (1)", "professional grades (1)", "rounds that players miss (1)"):
        assert words in lost
    assert "games" not in lost
    t = played(tournament("2d 1d"), "a+b")
    assert "games, results, byes and absences (1): round 1" in "\n".join(write_vbar(t).losses.lines())


def test_a_csv_has_everything_of_the_players() -> None:
    t = everything()
    written = write_csv(t)
    back = read_entries(written.data, "p.csv").tournament
    assert back.settings.rounds == 5
    kept = [[replace(p, rounds=None, extra=()) for p in people] for people in (back.players, t.players)]
    assert kept[0] == kept[1]
    assert not written.losses.lines()


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL_NAMES)
@pytest.mark.parametrize("form", ["csv", "participants", "vbar"])
def test_the_players_of_a_real_tournament_come_back(name: str, form: str) -> None:
    t = read_real(real_data() / "tournaments" / f"{name}.json")
    back = read_entries(FORMATS[form].written(t).data, "x").tournament
    rating = [0 if p.rating_is_derived else p.rating for p in t.players]
    kept = [(p.rank, p.country, p.club[:4] if form == "vbar" else p.club) for p in t.players]
    assert [(p.rank, p.country, p.club) for p in back.players] == kept
    assert [0 if p.rating_is_derived else p.rating for p in back.players] == rating


@pytest.mark.slow
@given(st.binary(max_size=300) | st.text("|;\n fp01ab2dk", max_size=80).map(str.encode))
@settings(max_examples=300, deadline=None)
def test_any_bytes_give_a_tournament_or_an_error(data: bytes) -> None:
    assert read_or_refused(read_entries, data)


@pytest.mark.slow
@given(damaged(MACMAHON, "|", ";", "'"))
@settings(max_examples=300, deadline=None)
def test_a_damaged_sample_gives_a_tournament_or_an_error(data: bytes) -> None:
    assert read_or_refused(read_entries, data)


@pytest.mark.parametrize("text", ["<?xml version='1.0'?><Tournament/>", "\ufeff\n<html>"])
def test_the_file_of_another_program_is_named_as_one_to_convert(text: str) -> None:
    with pytest.raises(InputError, match=r"^x\.xml: this is XML or HTML, not a table") as error:
        registrations_table(text, "x.xml", 5)
    assert "mcmahon convert FILE NEW-FOLDER" in error_lines(error.value)


def test_a_file_with_too_many_lines_is_refused_before_it_is_read() -> None:
    """Somebody has given another file by mistake; nobody waits for minutes to hear that."""
    for end in ("\n", "\r\n", "\r"):
        with pytest.raises(InputError, match=r"big: the file has too many lines; .*at most 25,000"):
            registrations_table("name,rank" + end + f"Ann,1d{end}" * 25_001, "big", 5)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,rank\n" + "Ann,1d,x\n" * 500_000, "big: the file has too many lines"),
        ("name,rank\n" + ("Ann" + " " * 300 + ",1d\n") * 14_000, "big: the file is too large; .*at most 4 MiB"),
        ('name,rank\n"' + '""' * 3_000_000 + '",1d\n', "big: the file is too large; .*at most 4 MiB"),
        ("name,rank\n" + "x" * 20_001, "big:2: a line of 20,001 letters; .*at most 20,000"),
        ("name,rank\r" + "x" * 20_001, "big:2: a line of 20,001 letters; .*at most 20,000"),
        ("name,rank\nAnn," + "x" * 5_001, "big:2: column rank: a cell of 5,001 letters; .*at most 5,000"),
        ('name,rank\n"' + "x\n" * 5_000 + '",1d', "big:2: column name: a cell of 9,999 letters; .*at most 5,000"),
        ("\n".join(["Ann 5k, " * 500] * 60), "big:51: too many players; .*at most 25,000"),
    ],
    ids=["lines", "bytes", "quotes", "line", "line after CR", "cell", "cell of lines", "players in lines"],
)
def test_a_text_beyond_the_bounds_is_refused_with_line_column_and_bound(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        registrations_table(text, "big", 5)


def test_a_file_that_is_too_large_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcmahon.desk.people.entries.decode_and_tell", None)
    for data in (b"\xe9\n" * 25_001, b"\xe9" * (4 * 2**20 + 1)):
        with pytest.raises(InputError, match=r"big.csv: the file (has too many lines|is too large)"):
            registrations_sent(data, "big.csv")


def test_a_file_gives_its_own_table(tmp_path: Path) -> None:
    """With titles, and without between strokes."""
    for name, text, titles in (("a.csv", "name,rank\nAda,2d\n", ("name", "rank")), ("b.csv", MACMAHON, None)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        table = registrations_in(tmp_path / name, 5)
        assert table == registrations_table(text, str(tmp_path / name), 5)
        assert titles is None or tuple(table.titles) == titles
