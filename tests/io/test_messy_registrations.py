"""What a messy file of registrations is told: encodings, columns, doubles, likely typing errors."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import TRF, losses_of, tournament
from mcmahon.desk.people.register import Register, register
from mcmahon.io.countries import _NAMES, FEDERATIONS
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.foreign.egd import write_egd
from mcmahon.io.foreign.foreign import to_set
from mcmahon.io.formats import formats
from mcmahon.io.names import by_name
from mcmahon.io.registrations.columns import near_title
from mcmahon.io.registrations.merging import Merge, merge
from mcmahon.io.registrations.reading import read_registrations
from mcmahon.io.registrations.registration_files import read_entries, registrations_table
from mcmahon.io.registrations.registration_remarks import Finding, OfLines
from mcmahon.io.tables.decode import decode, decode_and_tell
from mcmahon.io.tables.records import parse_table
from mcmahon.model.errors import InputError
from mcmahon.model.notes import Remark
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import name_key
from mcmahon.model.tournament.settings.occasion import EventSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.model.ways import Way


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("name;rank\nMüller;3d\n".encode("iso-8859-15"), "read as ISO-8859-15; is this right: 'Müller;3d'?"),
        ("name;rank\nŽofie – €;3d\n".encode("cp1252"), "read as Windows-1252; is this right: 'Žofie – €;3d'?"),
        (
            "name;rank\nMüller;3d\nŁukasz Żak;1k\nJörg;2d\n".encode("cp1250"),
            "read as Windows-1250; is this right: 'Łukasz Żak;1k'?",
        ),
        ("name;rank\nMüller;3d\n".encode(), ""),
        ("name;rank\nMüller;3d\n".encode("utf-16"), ""),
    ],
)
def test_an_encoding_that_had_to_be_guessed_is_named_with_a_line_to_judge_it_by(data: bytes, says: str) -> None:
    text, remark = decode_and_tell(data)
    assert text == decode(data)
    assert text.startswith("name;rank\n")
    assert remark.endswith(says)
    assert bool(remark) == bool(says)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_lines_of_two_encodings_are_refused_by_number(mark: bytes) -> None:
    data = mark + "name;rank\nJörg;3d\n".encode() + "Müller;2d\n".encode("iso-8859-15")
    with pytest.raises(InputError, match=r"x\.csv:3: not UTF-8, unlike other lines: 'Müller;2d'"):
        decode(data, "x.csv")


@pytest.mark.parametrize("form", ["egd", "tou", "aga", TRF, "tde", "csv"])
def test_every_reader_names_the_file_whose_lines_have_two_encodings(form: str) -> None:
    with pytest.raises(InputError, match=r"^x\.txt:2: not UTF-8, unlike other lines"):
        formats()[form].read("Jörg\n".encode() + "Müller\n".encode("iso-8859-15"), "x.txt")


def test_a_guessed_encoding_is_told_where_registrations_are_converted_too() -> None:
    lines = read_entries("name;rank\nMüller;3d\n".encode("iso-8859-15"), "x.csv").report.lines()
    assert "not in UTF-8, read as ISO-8859-15; is this right: 'Müller;3d'?" in lines


def entries(text: str, before: Tournament | None = None) -> Merge:
    table = registrations_table(text, "x.csv", 5)
    return merge(before or Tournament(Settings(rounds=5), ()), read_registrations(table, 5), "x.csv")


def test_columns_of_other_languages_are_understood_and_named() -> None:
    text = "Nachname;Vorname;Grad;Gruppe;E-Mail\nSmith;John;12k;fam;a@b\n"
    reading = read_registrations(registrations_table(text, "x.csv", 5), 5)
    assert reading.columns is not None
    assert reading.columns.ours == {
        "surname": "Nachname", "first name": "Vorname", "rank": "Grad", "group": "Gruppe",
    }  # fmt: skip
    assert reading.columns.unknown == ("E-Mail",)
    assert reading.entries[0].player.groups == ("fam",)


def test_a_country_that_is_no_code_is_kept_and_told_with_its_line() -> None:
    """Exports leave it out, and the criterion same_country takes it for another than any code."""
    found = entries("name,rank,country\nAa,3d,DE\nBb,2d,Elbonia\nCc,1d,XYZ\nDd,1k,Elbonia\nEe,2k,-\n")
    assert [p.country for p in found.tournament.players] == ["DE", "ELBONIA", "XYZ", "ELBONIA", ""]
    told = [remark.text for remark in found.remarks if "country" in remark.text]
    assert [remark.partition(";")[0] for remark in told] == [
        "line 3 (and 1 more): the country ELBONIA is not a two-letter code such as DE",
        "line 4: the country XYZ is not a two-letter code such as DE",
    ]


def test_where_no_column_is_the_rank_the_titles_are_shown() -> None:
    with pytest.raises(InputError, match=r"no column was found for it; titles not understood: Dings"):
        entries("name;Dings\nAbc;3d\n")


def test_a_new_name_almost_like_a_known_one_is_asked_about() -> None:
    known = entries("name,rank\nSmith John,3d\nLi Na,1k\n").tournament
    again = entries("name,rank\nSmith Jon,3d\nLi Ma,1k\nOther Person,2k\n", known)
    text = "line 2: Smith Jon (3) is new; is this the same person as Smith John (1)?"
    assert Finding(text, (), OfLines.SAME, "Smith Jon and Smith John", 2) in again.remarks
    assert sum("same person" in remark.text for remark in again.remarks) == 1


def test_names_without_a_comma_among_names_with_one_are_told() -> None:
    """A file that has none at all is taken as it is: surname first, as the EGD writes it."""
    mixed = 'name,rank\n"Weiß, Jörg",3d\nKim Ost,1k\nBo,2k\nVan der Aa Li,5k\n'
    text = "line 3 (and 1 more): 'Kim Ost' has no comma, unlike other names; it is sorted by its first word"
    assert remarks(mixed) == [Remark(f"{text}; expected Surname, First name")]
    assert remarks("name,rank\nWeiß Jörg,3d\nKim Ost,1k\n") == []
    players = entries(mixed).tournament.players
    assert [p.name for p in by_name(players)] == ["Bo", "Kim Ost", "Van der Aa Li", "Weiß Jörg"]


def remarks(text: str) -> list[Remark]:
    """What is odd in single cells."""
    return read_registrations(registrations_table(text, "x.csv", 5), 5).remarks


def test_ranks_that_contradict_ratings_are_named_the_worst_first() -> None:
    found = entries("name,rank,rating\nAa,30k,2225\nBb,4k,699\nCc,3d,2300\nDd,5k,\n")
    told = "ranks that do not fit the ratings: line 2: Aa (1) 30k with 2225; line 3: Bb (2) 4k with 699"
    assert found.remarks == (Remark(told),)


def test_a_duplicate_is_named_in_full_with_how_to_leave_it_out() -> None:
    with pytest.raises(
        InputError, match=r"the same name as line 2: 'Kovač Jan'.*one line per player, or different ids"
    ) as error:
        entries("surname,first name,rank\nKovač,Jan,3d\nKovač,Eva,3d\nKovač,Jan,3d\n")
    assert [problem.offered("skip") for problem in error.value.problems] == ["4"]


def test_a_file_that_is_converted_is_told_of_no_line_that_could_be_left_out() -> None:
    data = b"name,rank,pin\nAa,3d,14000001\nBb,2d,14000001\n"
    with pytest.raises(
        InputError, match=r"x.csv:3: column pin: Bb has the same pin as Aa \(line 2\): '14000001'"
    ) as error:
        read_entries(data, "x.csv")
    assert [problem.ways for problem in error.value.problems] == [()]


@pytest.mark.parametrize("form", ["egd", "tou", "opengotha", "macmahon"])
def test_a_country_that_is_no_code_is_named_as_lost(form: str) -> None:
    """TRF has it in a comment, and the AGA's report has no countries at all."""
    tournament = entries("name,rank,country\nAa,3d,DE\nBb,2d,Elbonia\n").tournament
    played = tournament.with_round(Round(1, (Game(1, "1", "2", result=Result.WHITE),)))
    assert "countries that are not two-letter codes (1): ELBONIA" in formats()[form].written(played).losses.lines()


def test_the_country_of_an_event_is_a_code_in_a_wallist() -> None:
    """`PC[CC, City]`."""
    event = EventSettings(country="Germany", place="Berlin")
    tournament = entries("name,rank\nAa,3d\nBb,2d\n").tournament
    settings = replace(tournament.settings, event=event)
    written = write_egd(replace(tournament, settings=settings))
    assert b"; PC[XX, Berlin]" in written.data
    assert "the country of the event is not a two-letter code (1): Germany" in written.losses.lines()


def drawn_of_two(cells: str) -> Tournament:
    tournament = entries(f"name,rank,pin,aga,FFG,correction,group\nAa,3d,{cells}\nBb,2d,,4,,,\n").tournament
    return tournament.with_round(Round(1, (Game(1, "1", "2", result=Result.WHITE),)))


def test_numbers_in_letters_that_a_format_has_not_are_spelt_out_or_left_out_and_told() -> None:
    """`٣` is a digit of another script, to Python a decimal as `3` is."""
    written = write_egd(drawn_of_two("1é2,,,,"))
    assert b"|" not in written.data
    assert "pins that cannot be EGD pins (eight digits), left out (1): 1é2 of Aa" in written.losses.lines()
    report = formats()["aga"].written(drawn_of_two(",٣,,,"))
    assert b"99999 4 w 0 6" in report.data
    assert any(line.endswith("(1): Aa 99999") for line in report.losses.lines())


@pytest.mark.parametrize("form", ["egd", "tou"])
def test_a_wallist_names_corrections_and_families_as_lost(form: str) -> None:
    lines = losses_of(form, drawn_of_two(",,,-1,clan")).splitlines()
    assert {"start score, not kept (1): Aa", "groups, not kept (1): Aa"} <= set(lines)


def test_an_egd_wallist_names_numbers_of_others_as_lost() -> None:
    lines = losses_of("egd", drawn_of_two(",77,0000001,,")).splitlines()
    assert {"AGA number, not kept (2): Aa, Bb", "other columns of the registrations (1): FFG"} <= set(lines)
    none = drawn_of_two(",,0000001,,")
    none = none.with_players([replace(none.player("2"), aga="")])
    assert "AGA number" not in losses_of("egd", none)


def test_an_egd_wallist_says_who_has_no_pin() -> None:
    lines = write_egd(drawn_of_two("12345678,,,,")).losses.lines()
    assert "players without an EGD pin: the database identifies them by name (1): Bb" in lines


def test_a_rank_taken_from_a_rating_is_named_with_its_line() -> None:
    found = entries("name,rank,rating\nAa,,1600\nBb,3d,\nCc,?,2100\n")
    assert [remark.text for remark in found.remarks] == [
        "line 2: Aa has no rank; it is set to 5k, from the rating 1600",
        "line 4: Cc has no rank; it is set to 1d, from the rating 2100",
    ]
    again = entries("name,rating\nBb,2300\n", found.tournament)
    assert again.remarks == (), "a rank that is known stays"


@pytest.mark.parametrize(
    ("cell", "column", "says"),
    [
        ("?ukasz", "name", "'?ukasz': some letters were lost in another encoding"),
        ("Wi?niewski Jan", "name", "letters were lost"),
        ("Mu\ufffdler", "name", "letters were lost"),
        ("PoznaÅ„", "Verein", "'PoznaÅ„': read in the wrong encoding; perhaps Poznań"),
        ("MÃ¼ller", "name", "perhaps Müller"),
        ("Łukasz", "name", ""),
        ("Ås", "name", ""),
        ("Müller", "Verein", ""),
    ],
)
def test_letters_that_were_lost_are_told_with_line_and_value(cell: str, column: str, says: str) -> None:
    row = {"name": "Aa", "Verein": ""} | {column: cell}
    table = parse_table(f"name,rank,Verein\nZz,1d,\n{row['name']},3d,{row['Verein']}\n", "x.csv")
    told = [remark.text for remark in read_registrations(table, 5).remarks]
    assert len(told) == bool(says)
    assert all(text.startswith(f"line 3, column {column}: ") and text.endswith(says) for text in told if says[0] == "'")
    assert all(says in text for text in told)


def test_lost_letters_are_told_with_their_file() -> None:
    outcome = register(in_memory(tournament("1d")), Register(text="name,rank\n?ukasz Adam,3d\n", name="form.csv"))
    text = "form.csv: line 2, column name: '?ukasz Adam': some letters were lost in another encoding"
    assert text in [note.text for note in outcome.notes if isinstance(note, Remark)]


@pytest.mark.parametrize(
    ("text", "code"),
    [("Poland", "PL"), ("polska", "PL"), ("GER", "DE"), ("Česká republika", "CZ"), ("united kingdom", "GB"),
     ("SUI", "CH"), ("Österreich", "AT"), ("USA", "US"), ("fr", "FR"), ("UK", "UK")],
)  # fmt: skip
def test_a_country_given_by_name_becomes_its_code(text: str, code: str) -> None:
    found = entries(f"name,rank,country\nAa,3d,{text}\n")
    assert ([p.country for p in found.tournament.players], found.remarks) == ([code], ())


def test_no_name_of_a_country_stands_for_two() -> None:
    codes: dict[str, set[str]] = {}
    for line in filter(None, _NAMES.replace(";", "\n").split("\n")):
        code, names = line.strip()[:2], line.strip()[3:]
        assert code in FEDERATIONS, line
        for name in names.split(","):
            codes.setdefault(name_key(name), set()).add(code)
    assert {name: found for name, found in codes.items() if len(found) > 1 or len(name) < 3} == {}


def test_a_new_player_under_the_code_of_a_club_is_of_that_club() -> None:
    """Not of a club in another country, and not where two clubs may be meant; the way back is said."""
    found = entries("name,rank,club,country\nAa,3d,Poznań,PL\nBb,2d,Brno,CZ\nCc,2d,Brnotown,US\n")
    assert found.remarks == ()
    again = entries("name,rank,club,country\nDd,3d,Pozn,PL\nEe,1k,Pozn,\n", found.tournament)
    assert [p.club for p in again.tournament.players] == ["Poznań", "Brno", "Brnotown", "Poznań", "Poznań"]
    text = "line 2: the club Pozn of Dd (4) and 1 more is read as Poznań"
    way = Way("if it is another club", "player", who="4", club="Pozn")
    assert (again.remarks, again.changed) == ((Remark(text, (way,)),), ())
    two = entries("name,rank,club\nAa,3d,Wien\nBb,2d,Wiener GC\nCc,2d,Wienerwald\n")
    assert [p.club for p in two.tournament.players] == ["Wien", "Wiener GC", "Wienerwald"]


def test_a_whole_word_of_a_club_is_another_club() -> None:
    """Wien and Wien Nord are two clubs, without a question."""
    for short, long in (("Wien", "Wien Nord"), ("Oslo", "Oslo Vest"), ("Köln", 'Köln ""Nord""'), ("Bern", "Bern-West")):
        found = entries(f'name,rank,club\nAa,3d,{short}\nBb,3d,"{long}"\nCc,3d,{short}\n')
        assert [p.club for p in found.tournament.players] == [short, long.replace('""', '"'), short]
        assert found.remarks == ()


def test_no_line_changes_the_club_of_somebody_else() -> None:
    """Who stands under the cut name keeps it, and the setting that makes the two clubs one is named."""
    standing = entries("name,rank,club,country\nAa,3d,Pozn,PL\nBb,3d,Bern,CH\n").tournament
    found = entries("name,rank,club,country\nCc,3d,Poznań,PL\nDd,3d,Bernau,DE\nEe,1d,Bern,CH\n", standing)
    assert [p.club for p in found.tournament.players] == ["Pozn", "Bern", "Poznań", "Bernau", "Bern"]
    group = 'pairing.club_groups+=[["Pozn", "Poznań"]]'
    text = "line 2: Pozn (1) and Poznań (1) may be the same club, but count as 2; a setting joins them"
    assert found.remarks == (Finding(text, to_set(group), OfLines.CLUBS, "Pozn / Poznań"),)
    assert found.changed == ()
    assert entries("name,rank\nFf,3d\n", found.tournament).remarks == (), "told once"


def test_a_correction_of_a_club_stays() -> None:
    """By id whatever it says; the same form again, which names the players, has only the cut name of their club."""
    standing = entries("name,rank,club\nAa,3d,Bernau\nBb,3d,Bern\n").tournament
    assert [p.club for p in standing.players] == ["Bernau", "Bernau"]
    again = entries("name,rank,club\nAa,3d,Bernau\nBb,3d,Bern\n", standing)
    assert [remark.text for remark in again.remarks] == ["line 3: the club Bern of Bb (2) is read as Bernau"]
    assert again.changed == ()
    corrected = entries("id,club\n2,Bern\n", standing)
    assert corrected.changed == ("2",)
    later = entries("name,rank,club\nCc,3d,Bernau\nDd,3d,Bern\n", corrected.tournament)
    assert [p.club for p in later.tournament.players] == ["Bernau", "Bern", "Bernau", "Bern"]


def test_pins_that_stand_for_none_are_left_out_and_told() -> None:
    text = "name,rank,pin\nAa,3d,123456789\nBb,2d,123456789\nCc,1d,14000001\nDd,1k,xxxyyyzzz\n"
    assert [p.pin for p in entries(text).tournament.players] == ["", "", "14000001", ""]
    told = [remark.text for remark in read_registrations(parse_table(text, "x.csv"), 5).remarks]
    assert told == [
        "line 2 (and 1 more): the pin '123456789' is a placeholder and is left out",
        "line 5: the pin 'xxxyyyzzz' is a placeholder and is left out",
    ]


def test_a_pin_that_the_database_cannot_have_replaces_none_of_its_own() -> None:
    """Nor does it get into the file for the database; other numbers are kept, and told."""
    before = entries("name,rank,pin\nAa,3d,14000001\nBb,2d,123\n")
    said = (
        "line 3: the pin '123' of Bb (2) cannot be an EGD pin, which has eight digits; it is kept, but not exported as"
    )
    assert [remark.text for remark in before.remarks] == [f"{said} one"]
    again = entries("name,rank,pin\nAa,3d,1234\nBb,2d,124\n", before.tournament)
    assert [p.pin for p in again.tournament.players] == ["14000001", "124"]
    text = "line 2: the pin '1234' cannot be an EGD pin, which has eight digits; Aa (1) keeps 14000001"
    assert again.remarks[0] == Remark(text, (Way("to take it anyway", "player", who="1", pin="1234"),))
    drawn = again.tournament.with_round(Round(1, (Game(1, "1", "2", result=Result.WHITE),)))
    written = write_egd(drawn)
    assert (b"|14000001" in written.data, b"|124" in written.data) == (True, False)
    assert "pins that cannot be EGD pins (eight digits), left out (1): 124 of Bb" in written.losses.lines()


def test_ranks_without_a_letter_are_told_as_they_are_read() -> None:
    """Kyu is a guess: a 3 dan who writes 3 would start five ranks too low without a word."""
    reading = read_registrations(parse_table("name,rank\nAnn,3\nBo,2k\nCy,12\nDi,3d\n", "x.csv"), 5)
    assert [entry.player.rank_name for entry in reading.entries] == ["3k", "2k", "12k", "3d"]
    told = [remark.text for remark in reading.remarks]
    assert told == ["line 2 (and 1 more): the rank '3' has no letter; it is read as 3k"]


def hints(text: str) -> list[tuple[int, bool]]:
    """The lines that are wrong, and whether they are advised to be left out."""
    with pytest.raises(InputError) as error:
        entries(text)
    return [(p.line, bool(p.offered("skip"))) for p in error.value.problems]


def test_only_a_line_that_is_an_earlier_one_again_may_be_left_out() -> None:
    """Ján is not Jan, and who shares a pin, or comes from elsewhere, is somebody else: they would go missing."""
    head = "name,rank,club,country,pin\n"
    first = '"Horvat, Jan",3d,Brno,CZ,14000001\n'
    assert hints(head + first + "horvat jan,3d,,cz,\n") == [(3, True)]
    assert hints(head + first + '"Horvat, Ján",3d,Brno,CZ,\n') == [(3, False)]
    assert hints(head + first + '"Popescu, Marie",3d,Brno,CZ,14000001\n') == [(3, False)]
    for other in ("5d,Brno,CZ,", "3d,Ulm,CZ,", "3d,Brno,SK,"):
        assert hints(f'{head}{first}"Horvat, Jan",{other}\n') == [(3, False)]
    twice = first + '"Horvat, Jan",3d,Ulm,CZ,\n"Horvat, Jan",3d,Ulm,CZ,\n'
    assert hints(head + twice) == [(3, False), (4, True)]


def test_the_lines_left_out_are_named_with_their_players() -> None:
    table = parse_table('name,rank\n"Aa, Bo",3d\nCy,2d\nDi,x\n', "x.csv")
    found = read_registrations(table, 5, [range(2, 3), range(4, 5)])
    assert [p.player.name for p in found.entries] == ["Cy"]
    assert found.remarks == [Remark("2 lines left out: line 2: Aa, Bo; line 4: Di")]


def test_one_wrong_title_is_one_problem() -> None:
    lines = "".join(f"Player {letter},5k,\n" for letter in "abcdef")
    with pytest.raises(InputError) as error:
        entries(f"name,Stength,rating\n{lines}Zz,3d,2200\n")
    assert [str(p) for p in error.value.problems] == [
        "x.csv:1: neither rank nor rating for 6 new players; the first is 'Player a'; expected a rank such as 3d or "
        "12k; no column was found for it; titles not understood: Stength (did you mean strength?)"
    ]


def test_a_title_with_a_letter_twice_is_asked_about() -> None:
    for title, near in (("Clubb", "club"), ("Naame", "name"), ("Plays", ""), ("Note", "")):
        assert near_title(title, ()) == near


def test_a_player_is_not_called_an_ellipsis() -> None:
    """As somebody types who copies a hint."""
    with pytest.raises(InputError, match="an id without a letter or digit: '…'; expected an id such as 1"):
        entries("id,name,rank\n…,Aa,3d\n")


def test_the_form_again_does_not_take_back_an_absence() -> None:
    """Which of the two is newer is not known, so the absence stays and is told; a line with the id corrects it."""
    before = entries("name,rank,rounds\nAa,3d,all\nBb,3d,1-4\n").tournament
    aa = before.player("1")
    before = before.with_players([aa.with_rounds(frozenset({3, 4, 5}), 5)])
    again = entries("name,rank,rounds\nAa,3d,1-4\nBb,3d,1-3\n", before)
    assert [p.rounds for p in again.tournament.players] == [frozenset({3, 4}), frozenset({1, 2, 3})]
    text = "absences that stay, though the file enters the players for these rounds: line 2: Aa (1) rounds 1-2"
    assert again.remarks == (Remark(text, (Way("to enter a player", "player", who="ID", rounds="all"),)),)
    by_id = entries("id,rounds\n1,all\n", before)
    assert (by_id.tournament.player("1").rounds, by_id.remarks) == (None, ())


def test_a_pin_under_another_name_names_the_command_for_the_name() -> None:
    before = entries('name,rank,pin\n"Ost, Julia",3d,14000001\n').tournament
    with pytest.raises(InputError) as error:
        entries('name,rank,pin\n"Ost, Juliana",3d,14000001\n', before)
    assert error.value.problems[0].ways == (Way("if it is the same person", "player", who="1", name="Ost, Juliana"),)


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        ("Dvořák Jiří\nŘezáč Ondřej\nČerný Jan", "cp1250"),
        ("Łukasz Wąs\nStępień Małgorzata", "cp1250"),
        ("Kovačić Luka", "cp1250"),
        ("Wyszyńska Ewa", "cp1250"),
        ("Sørensen Jørgen\nBjørn Åse", "cp1252"),
        ("Lefèvre Hélène\nMuñoz Núñez", "cp1252"),
        ("Müller Jörg\nWeiß – Öztürk", "cp1252"),
        ("Nicolò Rossi", "cp1252"),
    ],
)
def test_names_of_central_europe_are_told_from_western_ones(names: str, encoding: str) -> None:
    """A western vowel is a Central European consonant: what stands beside it tells which it is."""
    text, _ = decode_and_tell(f"name\n{names}\n".encode(encoding))
    assert text == f"name\n{names}\n"
