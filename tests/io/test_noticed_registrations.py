"""What registrations may mean besides: one person twice, one club or country in two spellings, misspelt titles."""

from __future__ import annotations

import importlib
from contextlib import suppress

import pytest
from mcmahon.io.countries import is_known_code, nearest_codes
from mcmahon.io.foreign.foreign import to_set
from mcmahon.io.registrations.merging import Merge, merge
from mcmahon.io.registrations.reading import read_registrations
from mcmahon.io.registrations.registration_files import registrations_table
from mcmahon.model.errors import InputError
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.settings.play import PairingSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament


def entries(text: str, before: Tournament | None = None) -> Merge:
    table = registrations_table(text, "x.csv", 5)
    return merge(before or Tournament(Settings(rounds=5)), read_registrations(table, 5), "x.csv")


def texts(found: Merge) -> list[str]:
    return [remark.text for remark in found.remarks]


KNOWN = "name,rank\nKim Ost,3d\nMüller Jan,2d\nAnna Maria Berg,1k\n"


@pytest.mark.parametrize("name", ["Ost, Kim", "OST Kim", "kim ost"])
def test_the_same_person_in_another_order_is_no_new_player(name: str) -> None:
    known = entries(KNOWN).tournament
    again = entries(f'name,rank\n"{name}",2d\n', known)
    assert (again.new, again.changed, again.ids) == ((), ("1",), ("1",))
    assert again.tournament.player("1").rank_name == "2d"
    assert again.remarks == ()


def test_who_is_known_by_another_spelling_is_told_with_the_line() -> None:
    known = entries(KNOWN).tournament
    again = entries('name,rank\nKim Ost,3d\nMuller Jan,2d\n"Bérg, Anna-Maria",1k\n', known)
    assert again.new == ()
    assert texts(again) == [
        "spelled differently, but taken as the same player: line 3: Muller Jan is Müller Jan (2); "
        "line 4: Bérg Anna-Maria is Anna Maria Berg (3)"
    ]


def test_a_new_player_whose_name_is_another_spelling_of_a_known_one_is_asked_about() -> None:
    """However short the name, and in any order; nobody is joined."""
    known = entries("name,rank\nØst Al,3d\nMüller Jan,2d\n").tournament
    again = entries("name,rank\nAl Oest,9k\nMueller Jan,2d\nOster Al,3d\n", known)
    assert again.new == ("3", "4", "5")
    assert texts(again) == [
        "line 2: Al Oest (3) is new; is this the same person as Øst Al (1)?",
        "line 3: Mueller Jan (4) is new; is this the same person as Müller Jan (2)?",
    ]


def test_two_lines_of_one_file_may_be_one_person() -> None:
    """Nearly the same name counts where the rank is about the same: siblings are registered together."""
    found = entries('name,rank\nMüller Jan,9k\nSmith John,3d\n"Mueller, Jan",2d\nSmith Jon,2d\nSmyth John,12k\n')
    assert texts(found) == [
        "line 4: Mueller Jan (3) is new; is this the same person as Müller Jan (1) on line 2?",
        "line 5: Smith Jon (4) is new; is this the same person as Smith John (2) on line 3?",
    ]


def test_two_pins_are_two_persons() -> None:
    """Whoever has the same pin is refused elsewhere; one pin of the two proves nothing."""
    found = entries("name,rank,pin\nSmith John,3d,10468739\nSmith Jon,2d,17031363\nSmit John,3d,\n")
    assert texts(found) == ["line 4: Smit John (3) is new; is this the same person as Smith John (1) on line 2?"]


def test_the_entries_that_opengotha_calls_preliminary_are_not_paired() -> None:
    found = entries("Name;Grade;Registering status;Participation\nAmber;3D;FIN;1011111111\nBirch;2D;PRE;1111111111\n")
    one, two = found.tournament.players
    assert (one.status, one.rounds, two.status) == (Status.FINAL, {1, 3, 4, 5}, Status.PRELIMINARY)


def test_two_lines_of_one_person_in_another_order_are_refused() -> None:
    with pytest.raises(InputError, match=r"x\.csv:3: column name: the same name as line 2: 'Ost, Anna-Maria'"):
        entries('name,rank\nAnna Maria Ost,3d\n"Ost, Anna-Maria",3d\n')


def test_clubs_that_are_probably_one_are_told_with_the_setting_that_makes_them_one() -> None:
    found = entries("name,rank,club\nAa,3d,Köln\nBb,2d,KÖLN\nCc,1d,Koeln\nDd,1k,Ulm\nEe,2k,\n")
    assert texts(found) == [
        "line 2: Köln (2) and Koeln (1) are probably the same club, but count as 2; a setting joins them"
    ]
    setting = 'pairing.club_groups+=[["Köln", "Koeln"]]'
    assert found.remarks[0].ways_on == to_set(setting)
    assert entries("name,rank,club\nFf,3d,Köln\n", found.tournament).remarks == (), "told once"
    one = Tournament(Settings(rounds=5, pairing=PairingSettings(club_groups=(("Köln", "Koeln"),))))
    assert entries("name,rank,club\nAa,3d,Köln\nCc,1d,Koeln\n", one).remarks == ()


def test_two_codes_of_one_country_are_told_and_stay_as_typed() -> None:
    found = entries("name,rank,country\nAa,3d,UK\nBb,2d,GB\nCc,1d,DE\nDd,1d,uk\n")
    assert [p.country for p in found.tournament.players] == ["UK", "GB", "DE", "UK"]
    assert texts(found) == ["line 2: UK (2) and GB (1) count as one country"]
    assert entries("name,rank,country\nEe,3d,UK\n", found.tournament).remarks == (), "told once"


def test_a_code_that_no_country_has_is_kept_and_told() -> None:
    found = entries("name,rank,country\nAa,3d,QQ\nBb,2d,SP\nCc,1d,D\nDd,1k,KE\nEe,1k,EL\nFf,2k,QQ\n")
    assert [p.country for p in found.tournament.players] == ["QQ", "SP", "D", "KE", "EL", "QQ"]
    told = texts(found)
    assert told[:2] == [
        "line 2 (and 1 more): unknown country code QQ; it is kept as it is",
        "line 3: unknown country code SP; did you mean ES? SP is kept as it is",
    ]
    assert told[2].startswith("line 4: the country D is not a two-letter code such as DE; did you mean DE? D is kept")
    assert len(told) == 3


def test_letters_that_stand_for_no_country_are_told() -> None:
    reading = read_registrations(registrations_table("name,rank,country\nAa,3d,XX\nBb,2d,--\n", "x.csv", 5), 5)
    assert [remark.text for remark in reading.remarks] == ["line 2: the country 'XX' is a placeholder and is left out"]


def test_ranks_and_ratings_that_are_not_sure_are_read_and_told() -> None:
    """As forms have them; what says that there is none is none."""
    text = (
        "name;rank;rating\nAa;10K*;n/a\nBb;3 Dan?;2100?\nCc;4d;~2450\nDd;5k;1 850\nEe;1 pro;unknown\nFf;7?;ca. 1400,5\n"
    )
    reading = read_registrations(registrations_table(text, "x.csv", 5), 5)
    found = [(e.player.rank_name, e.player.rating, e.player.rating_is_derived) for e in reading.entries]
    assert found == [
        ("10k", 1100, True), ("3d", 2100, False), ("4d", 2450, False), ("5k", 1850, False), ("1p", 2700, True),
        ("7k", 1400, False),
    ]  # fmt: skip
    assert [remark.text for remark in reading.remarks] == [
        "line 7: the rank '7?' has no letter; it is read as 7k",
        "line 2 (and 2 more): the rank '10K*' is read as 10K",
        "line 3 (and 2 more): the rating '2100?' is read as 2100",
    ]
    with pytest.raises(InputError, match=r"x\.csv:2: neither rank nor rating"):
        entries("name,rank,rating\nAa,n/a,?\n")
    with pytest.raises(InputError, match=r"x\.csv:2: column rank: impossible rank '1d/1k'"):
        entries("name,rank\nAa,1d/1k\n")


@pytest.mark.parametrize(
    ("text", "codes"),
    [("D", "DE"), ("F", "FR"), ("SP", "ES"), ("PO", "PL PT"), ("GERMNY", "DE"), ("QQ", ""), ("ELBONIA", "")],
)
def test_the_nearest_countries_are_proposed(text: str, codes: str) -> None:
    assert nearest_codes(text) == codes.split()
    assert all(map(is_known_code, codes.split()))


def test_a_misspelt_title_is_refused_with_the_title_that_it_may_be() -> None:
    """Else the countries of a whole field are missing, and the draw does not notice."""
    text = "Name;Rank;Coutry;Notes;Phone;Culb;Gender;Rouns;Note;Stadt\nAa;3d;DE;x;1;Ulm;f;1;y;Ulm\n"
    with pytest.raises(InputError) as error:
        entries(text)
    assert [str(problem) for problem in error.value.problems] == [
        f"x.csv:1: unknown column '{title}'; expected {near}; if it is a column of your own, give it a title that is "
        f"less like {near}"
        for title, near in (("Coutry", "country"), ("Culb", "club"), ("Rouns", "rounds"))
    ]
    both = entries("Name;Rank;Country;Coutry\nAa;3d;DE;FR\n").tournament
    assert dict(both.player("1").extra) == {"Coutry": "FR"}, "a column of its own where the known one is there"
    again = entries("Name;Coutry\nAa;IT\n", both)
    assert texts(again) == ["line 1, column 2: 'Coutry' is not understood; did you mean country?"]


def test_columns_of_days_are_told_to_enter_nobody_for_rounds() -> None:
    """What is not a yes or a no; marks are asked about, as absences would be lost."""
    found = entries("name,rank,Paid,Sat,Sunday\nAa,3d,x,morning,late\n")
    assert texts(found) == [
        "line 1, column 4: Sat, Sunday: these columns are not read as rounds; expected a column rounds, "
        "such as 1-3, or R1, R2 …"
    ]
    with pytest.raises(InputError, match="who plays is lost if nobody reads the column 'Sat'"):
        entries("name,rank,Paid,Sat,Sunday\nAa,3d,x,x,\n")


@pytest.mark.parametrize("others", ["Cc;2d;x\nDd;1d;y\n", 'Cc;2d;"x"\nDd;1d;y\n', 'Cc;2d;"x\ny"\nDd;1d;y\n'])
def test_a_quotation_mark_that_is_not_closed_takes_no_other_line(others: str) -> None:
    """Read as CSV, a cell would hold everybody behind it."""
    text = f'name;rank;notes\nAa;3d;z\nBb;3d;"late\n{others}'
    with pytest.raises(InputError, match=r"^x\.csv:3: a quotation mark is not closed; [^\n]*$"):
        entries(text)
    table = registrations_table(text, "x.csv", 5)
    reading = read_registrations(table, 5, [range(3, 4)])
    assert [(e.line, e.player.surname) for e in reading.entries] == [
        (2, "Aa"), (4, "Cc"), (text.count("\n", 0, text.index("Dd")) + 1, "Dd"),
    ]  # fmt: skip
    assert reading.problems == []


def test_a_quotation_mark_that_another_line_closes_by_chance_is_told() -> None:
    reading = read_registrations(
        registrations_table('name;rank;notes\nAa;3d;"one\ntwo, three; four"\nBb;3d;"late\nCc;2d;late"\n', "x.csv", 5), 5
    )
    assert [remark.text for remark in reading.remarks] == [
        "line 4: the cell of notes has several lines; 'Cc;2d;late' may be a player; is a quotation mark missing?"
    ]


def test_a_file_full_of_quotation_marks_is_refused_soon() -> None:
    with pytest.raises(InputError) as error:
        registrations_table("name;rank\n" + 'Aa;"3d\n' * 5000, "x.csv", 5)
    assert len(error.value.problems) == 100


def test_where_a_misspelt_title_stops_the_file_the_error_names_it() -> None:
    with pytest.raises(InputError, match=r"titles not understood: Garde \(did you mean grade\?\)"):
        entries("Name;Garde\nAa;3d\n")
    with pytest.raises(InputError, match=r"\(perhaps name instead of Nmae\)"):
        entries("Nmae;Rank\nAa;3d\n")
    assert texts(entries("name,rank,Garde\nAa,3d,A\n")) == [], "there is a rank"


def test_countries_that_there_are_not_are_told_one_by_one_up_to_a_number() -> None:
    lines = "".join(f"Ann {k},5k,Nowhere {k}\n" for k in range(60))
    told = [text for text in texts(entries(f"name,rank,country\n{lines}")) if "countr" in text]
    assert len(told) == 51
    assert told[-1] == "10 more countries are not known codes"


@pytest.mark.parametrize(
    ("called", "lines"),
    [
        ("io.registrations.registration_remarks._is_double", [f"Ann,5k,Club{k}" for k in range(200)]),
        (
            "model.tournament.same_names.is_cut_word_of",
            [f"A{k},5k,{'Abcd' if k % 2 else f'Abcdef{k}'}" for k in range(200)],
        ),
        ("model.tournament.same_names.is_cut_word_of", [f"A{k},5k,Ab{k % 100:02}{'x' * (k % 2)}" for k in range(200)]),
    ],
    ids=["one name", "one word of many clubs", "a word of each club"],
)
def test_work_grows_with_the_lines_and_not_with_their_pairs(
    called: str, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[object] = []
    module, _, name = f"mcmahon.{called}".rpartition(".")
    real = getattr(importlib.import_module(module), name)
    monkeypatch.setattr(f"mcmahon.{called}", lambda *args: calls.append(args) or real(*args))
    with suppress(InputError):
        entries("name,rank,club\n" + "\n".join(lines))
    assert 0 < len(calls) <= 10 * len(lines)
