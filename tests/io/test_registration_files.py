"""Registrations as files: CSV with titles, and MacMahon's participants without any."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament
from mcmahon.cli.way_texts import error_lines
from mcmahon.desk.people.register import Register, in_file
from mcmahon.io.formats import of_this_program
from mcmahon.io.registrations.reading import read_registrations
from mcmahon.io.registrations.registration_files import is_participants, read_entries, registrations_table, write_csv
from mcmahon.model.errors import InputError
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.tournament import Tournament

MACMAHON = """\ufeff; from the club's list
Amber|Ada|2d|ch|Seestadt|2190|f|1101

Van Birch|Bo|5 kyu|de|Berlin|0|P|0000
Cedar|Cy|7k|xx|xxxx||f
 Dogwood ||3K
"""
OLD_OPENGOTHA = """Amber|Ada|2D|Sees|CH|2190|f
Van Birch|Bo|5K|B|DE|none|p
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


def test_club_and_country_that_are_exchanged_are_no_countries_and_clubs() -> None:
    """OpenGotha up to 3.46 had the club before the country; with titles such lines can be read."""
    with pytest.raises(InputError, match=r"p\.txt:1: column country: club and country seem to be exchanged: 'Sees'"):
        read_entries(OLD_OPENGOTHA.encode(), "p.txt")
    titled = "surname|first name|rank|club|country|rating|status\n" + OLD_OPENGOTHA
    told_then = [row[3:5] for row in told(read_entries(titled.encode(), "p.txt").tournament)]
    assert told_then == [("CH", "Sees"), ("DE", "B"), ("", "")]


def test_the_fourth_field_is_the_country_where_both_may_be() -> None:
    assert told(read_entries(b"Amber|Ada|2d|ch|de|2190|f\n", "p.txt").tournament)[0][3:5] == ("CH", "de")


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
    [
        (MACMAHON, True),
        (OLD_OPENGOTHA, True),
        ("a|b|c\n", False),
        ("  1 Amber Ada 2d CH Sees 33 2+/w0 |99999901\n", False),
    ],
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


def test_a_csv_does_not_say_what_was_played() -> None:
    t = played(tournament("2d 1d"), "a+b")
    assert "games, results, byes and absences (1): round 1" in "\n".join(write_csv(t).losses.lines())


def test_a_csv_has_everything_of_the_players() -> None:
    t = everything()
    written = write_csv(t)
    back = read_entries(written.data, "p.csv").tournament
    assert back.settings.rounds == 5
    kept = [[replace(p, rounds=None, extra=()) for p in people] for people in (back.players, t.players)]
    assert kept[0] == kept[1]
    assert not written.losses.lines()


@pytest.mark.parametrize(
    ("text", "what"),
    [("<?xml version='1.0'?><Tournament/>", r"a tournament \(OpenGotha\)"), ("\ufeff\n<html>", "XML or HTML")],
)
def test_the_file_of_another_program_is_named_as_one_to_convert(text: str, what: str) -> None:
    with pytest.raises(InputError, match=rf"^x\.xml: this is {what}, not a table") as error:
        registrations_table(text, "x.xml", 5)
    assert "mcmahon convert FILE NEW-FOLDER" in error_lines(error.value)


def test_a_file_with_too_many_lines_is_refused_before_it_is_read() -> None:
    """Somebody has given another file by mistake; nobody waits for minutes to hear that."""
    for end in ("\n", "\r\n", "\r"):
        with pytest.raises(InputError, match=r"big: the file has too many lines; .*at most 25,000"):
            registrations_table("name,rank" + end + f"Ann,1d{end}" * 25_001, "big", 5)


@pytest.mark.slow
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
    monkeypatch.setattr("mcmahon.desk.people.register.decode_and_tell", None)
    for data in (b"\xe9\n" * 25_001, b"\xe9" * (4 * 2**20 + 1)):
        with pytest.raises(InputError, match=r"big.csv: the file (has too many lines|is too large)"):
            in_file(Register(), data, "big.csv")


def test_a_table_has_its_own_titles() -> None:
    assert tuple(registrations_table("name,rank\nAda,2d\n", "a.csv", 5).titles) == ("name", "rank")


def test_a_tournament_is_not_read_as_a_list_and_the_command_for_it_is_named() -> None:
    """Each of these was read as a list of players, with its results for clubs, or refused without a way on."""
    drawn = played(tournament("3d 1d 2k 5k", rounds=3), "a+b c-d")
    texts = {
        form.name: form.write(drawn).data.decode() for form in of_this_program() if form.write and form.name in KINDS
    }
    texts["tde"] = "## TOURNEY Lakeside\nUSA2001 Amber, Ada 2d CLUB=LAKE DROP3\n"
    for name, text in texts.items():
        with pytest.raises(InputError) as error:
            registrations_table(text, "list.txt", 5)
        problem = error.value.problems[0]
        assert problem.message == f"this is a tournament ({KINDS[name]}), not a table"
        assert [way.verb for way in problem.ways] == ["convert"]


KINDS = {
    "opengotha": "OpenGotha", "macmahon": "MacMahon", "pairgoth": "Pairgoth", "tou": "the French federation",
    "egd": "a crosstable", "tde": "a register.tde",
}  # fmt: skip
