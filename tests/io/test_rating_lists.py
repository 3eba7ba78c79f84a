"""Rating lists: each format read, players found by pin and by name, what is not sure left alone."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders import tournament
from hypothesis import example, given
from hypothesis import strategies as st
from mcmahon.cli.commands.player_commands import ratings_text
from mcmahon.desk.people.match_ratings import Matched, Ratings, ratings_answer
from mcmahon.io.ratings.lists import SAMPLE_LINES, RatingList, read_rating_list
from mcmahon.io.ratings.search import likeness, matches, turned_keys
from mcmahon.io.tables.records import clean
from mcmahon.model.errors import InputError
from mcmahon.model.rating_lists.rating_match import (
    ListedPlayer,
    MatchVerdict,
    RatingMatch,
    applied,
    changing,
    parse_fields,
    pin_of,
)
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.ranks import parse_rank, rating_from_rank


def egd_line(pin: str, name: str, country: str, club: str, grade: str, gor: int, last: str = "T260307A") -> str:
    """A line of the European list in its columns."""
    return f" {pin}  {name:<37} {country:<2}  {club:<4}   {grade:>3}    --   {gor:>4}   {12:>3}  {last}"


def ffg_line(name: str, rating: int, status: str, licence: str, club: str, country: str) -> str:
    return f"{name:<38}{rating:>5} {status} {licence} {club} {country}"


EGD = "\r\n".join(
    [
        "<html><pre>",
        "European Go Rating list",
        "(27 Dec 2018)",
        egd_line("99999901", "Amber Ada", "CH", "Sees", "2d", 2190),
        egd_line("99999902", "Van_Birch Bo", "UK", "xxxx", "1d", 2101),
        egd_line("99999903", "Cedar Cy", "XX", "B", "2p", 2730),
        egd_line("99999904", "Dogwood", "FR", "38Gr", "20k", -87, ""),
        egd_line("99999905", "(undefined)", "FR", "38Gr", "20k", 100),
        " 99999906  not a player line",
        "</pre></html>",
    ]
)
FFG = "\r\n".join(
    [
        "#Echelle au 7/03/2026 12:00:00",
        ffg_line("AMBRE Adèle", 324, "L", "0000001", "38Gr", "FR"),
        ffg_line("BOULEAU Jean-Pierre", -50, "-", "A000002", "xxxx", "FR"),
        ffg_line("CEDRE Cy", -9999, "e", "-------", "Sees", "CH"),
        ffg_line("DERNIER Didier", -3000, "-", "0000004", "75Pa", "fr"),
    ]
)
TDLIST_A = "\r\n".join(
    [
        "Amber, Ada\t2001\tFull\t3.46\t12/31/2026\tLAKE\tCA\t0.31\t2026-01-02",
        "Birch, Bo, Jr.\t2002\tForgn\t-9.75\t1/3/2026\t\t\t0.5\t2025-01-02",
        "Corporation\t6\tSpons\t\t\t\tCA\t\t",
    ]
)
TDLIST_N = """Amber, Ada           2001 Full   3.46 12/31/2026 LAKE CA
Birch, Bo, Jr.       2002 Forgn -9.75 1/3/2026
Cedar, Cy            2003 Youth 4k 1/3/2026
Corporation       6 7 CA
"""


def read(text: str, form: str = "", encoding: str = "utf-8") -> RatingList:
    return read_rating_list(text.encode(encoding), "list.txt", form)


def values(found: RatingList) -> list[tuple[Any, ...]]:
    return [(x.name, x.pin, x.rank_name, x.rating, x.club, x.country) for x in found.lines]


def test_the_european_list_is_read() -> None:
    """Text around the lines is passed over; the rank is that of the rating, but for professionals."""
    found = read(EGD)
    assert (found.form, found.dated) == ("egd", "27 Dec 2018")
    assert values(found) == [
        ("Amber Ada", "99999901", "2d", 2190, "Sees", "CH"),
        ("Van Birch Bo", "99999902", "1d", 2101, "", "GB"),
        ("Cedar Cy", "99999903", "2p", 2730, "B", ""),
        ("Dogwood", "99999904", "20k", -87, "38Gr", "FR"),
    ]
    assert found.report.lines() == ["lines that cannot be read are left out (1): line 9"]


@pytest.mark.parametrize("encoding", ["utf-8", "iso-8859-1", "utf-8-sig"])
def test_the_french_list_is_read(encoding: str) -> None:
    """0 is the weakest 1 dan, which is 2050; -9999 is no rating, and nothing is below -900."""
    found = read(FFG, encoding=encoding)
    assert (found.form, found.dated) == ("ffg", "7/03/2026")
    assert values(found) == [
        ("AMBRE Adèle", "0000001", "4d", 2374, "38Gr", "FR"),
        ("BOULEAU Jean-Pierre", "A000002", "1k", 2000, "", "FR"),
        ("CEDRE Cy", "", "", None, "Sees", "CH"),
        ("DERNIER Didier", "0000004", "30k", -900, "75Pa", "FR"),
    ]


def test_a_list_whose_lines_have_two_encodings_is_read_line_by_line() -> None:
    """The European list has a few lines in UTF-8 among those in Latin-1: none is a reason to refuse 45,000 others."""
    lines = [
        egd_line("99999901", "Müller Jürg", "CH", "Sees", "2d", 2190).encode("iso-8859-1"),
        egd_line("99999902", "Łęski Ån", "PL", "xxxx", "1d", 2101).encode(),
        egd_line("99999903", "Cedar Cy", "FR", "xxxx", "1d", 2090).encode(),
    ]
    found = read_rating_list(b"\r\n".join(lines), "list.txt")
    assert [(x.line, x.name) for x in found.lines] == [(1, "Müller Jürg"), (2, "Łęski Ån"), (3, "Cedar Cy")]
    assert found.report.lines() == []


def test_the_columns_of_the_european_list_tell_what_blanks_do_not() -> None:
    """A club with a blank in it, a name that ends like a country, nothing known of grade, club and country."""
    lines = [
        egd_line("99999901", "Amber Ada", "RU", "St P", "2d", 2190),
        egd_line("99999902", "Li AI", "CN", "", "1d", 2101),
        egd_line("99999903", "Cedar Cy", "", "", "", 2000),
    ]
    found = read("\n".join(lines))
    assert values(found) == [
        ("Amber Ada", "99999901", "2d", 2190, "St P", "RU"),
        ("Li AI", "99999902", "1d", 2101, "", "CN"),
        ("Cedar Cy", "99999903", "1k", 2000, "", ""),
    ]
    assert found.report.lines() == []


def test_both_american_lists_are_read() -> None:
    """3.46 is 2.46 stones above 1 dan, -9.75 is 8.75 below; members from abroad have no country."""
    amber = ("Amber, Ada", "2001", "3d", 2296, "LAKE", "US")
    birch = ("Birch, Bo, Jr.", "2002", "9k", 1175, "", "")
    assert values(read(TDLIST_A)) == [amber, birch, ("Corporation", "6", "", None, "", "US")]
    assert values(read(TDLIST_N)) == [
        amber, birch, ("Cedar, Cy", "2003", "4k", 1700, "", "US"), ("Corporation", "6", "7d", 2650, "", "US"),
    ]  # fmt: skip
    assert read(TDLIST_A).form == read(TDLIST_N).form == "aga"


@pytest.mark.parametrize("text", [EGD, FFG, TDLIST_A, TDLIST_N])
def test_a_number_stands_for_one_line(text: str) -> None:
    found = read(text.replace("99999902", "99999901").replace("A000002", "0000001").replace("2002", "2001"))
    pins = [listed.pin for listed in found.lines if listed.pin]
    assert len(pins) == len(set(pins))
    assert any("repeat a number" in line for line in found.report.lines())


@pytest.mark.parametrize(
    ("data", "form", "message"),
    [
        (b"", "", "unknown kind of rating list"),
        (b"Name,Rank\nAmber Ada,2d\n", "", "unknown kind of rating list"),
        (b"PK\x03\x04rest", "", "a zip archive"),
        (b"\n" * 1_000_001, "egd", "too many lines"),
        (FFG.encode(), "egd", "no player line in this egd list"),
        (FFG.encode(), "fide", "unknown rating list 'fide'"),
    ],
)
def test_what_is_no_list_is_an_error(data: bytes, form: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_rating_list(data, "list.txt", form)


ODD_LINES = st.lists(st.text(alphabet="Ab 019-.\t,dkpXfr_#/\r\n\x00\x1b٣", max_size=80), max_size=12)


@given(
    st.one_of(
        st.binary(max_size=400),
        st.sampled_from((EGD, FFG, TDLIST_A, TDLIST_N)).map(str.encode),
        ODD_LINES.map(lambda lines: "\n".join([*lines, *EGD.split("\r\n")[3:6]]).encode()),
    ),
    st.sampled_from(("", "egd", "ffg", "aga")),
    st.integers(0, 400),
    st.binary(max_size=4),
)
@example(b" 99999901 \xff \xe9 A CH A 1d -- 2100 1", "egd", 0, b"")
@example("ß٣ 1".encode(), "aga", 0, b"")
def test_any_bytes_give_a_list_or_an_error(data: bytes, form: str, place: int, noise: bytes) -> None:
    """Whatever is in the file; what can be read can be matched and shown."""
    try:
        found = read_rating_list(data[:place] + noise + data[place:], "list.txt", form)
    except InputError:
        return
    texts = {text for x in found.lines for text in (x.name, x.pin, x.club, x.country)}
    assert {clean(text) for text in texts} == texts
    judged = matches([player("Amber", "Ada"), player("?", "", id="2"), player("٣", "ß", id="3")], found, (), 50)
    assert ratings_text(found, judged)
    assert ratings_answer(Matched(Ratings(found=found), judged), False).lines == len(found.lines)


def player(surname: str, first_name: str = "", rank: str = "2d", **given: Any) -> Player:
    number, pro = parse_rank(rank)
    base = Player("1", surname, first_name, number, pro, rating_from_rank(number), True)
    return replace(base, **given)


def match(who: Player, *lines: ListedPlayer, form: str = "egd", **options: Any) -> RatingMatch:
    return matches([who], RatingList(form, "", lines, read(EGD).report), **options)[0]


def changes(found: RatingMatch) -> dict[str, tuple[str, str]]:
    return {change.field: (change.old, change.new) for change in found.changes}


AMBER = ListedPlayer(1, "Amber Ada", "99999901", 1, 0, 2190, "Sees", "CH")


@pytest.mark.parametrize(
    ("surname", "first_name"),
    [
        ("Amber", "Ada"), ("Ada", "Amber"), ("AMBER", "ada"), ("Ámber", "Adà"), ("Ada Amber", ""), ("Amber,", "Ada"),
        ("A\u0301mber", "A-da"),
    ],
)  # fmt: skip
def test_the_same_name_is_certain(surname: str, first_name: str) -> None:
    """Whichever part stands first, without accents and case: up to six ranks away in one country, else two."""
    for other in (player(surname, first_name, "5k", country="CH"), player(surname, first_name, "1k")):
        found = match(other, AMBER)
        assert (found.verdict, found.confidence, found.by_pin) == (MatchVerdict.SURE, 100, False)


@pytest.mark.parametrize(
    ("rank", "country", "reason"),
    [
        ("2d", "JP", "who is from another country"),
        ("6k", "JP", "who is from another country"),
        ("6k", "CH", "whose rank is far from 6k"),
        ("6k", "", "whose rank is far from 6k"),
        ("1k", "", ""),
        ("5k", "CH", ""),
    ],
)
def test_the_same_name_needs_a_country_and_a_rank_that_fit(rank: str, country: str, reason: str) -> None:
    """A namesake abroad shall not give a player rating and pin: the tests are those beside a pin."""
    found = match(player("Amber", "Ada", rank, country=country), AMBER)
    text = f"the name belongs to Amber Ada 2d CH (99999901), {reason}" if reason else ""
    assert (found.verdict, found.confidence) == (MatchVerdict.DOUBTFUL if reason else MatchVerdict.SURE, 100)
    assert found.reason == text
    by_pin = match(player("Amber", "Ada", rank, country=country, pin="99999901"), AMBER)
    assert by_pin.verdict is found.verdict


def test_what_a_list_does_not_know_contradicts_nobody() -> None:
    assert match(player("Amber", "Ada", "6k", country="CH"), replace(AMBER, rank=None)).verdict is MatchVerdict.SURE
    assert match(player("Amber", "Ada", country="JP"), replace(AMBER, country="")).verdict is MatchVerdict.SURE
    for one, two in (("UK", "GB"), ("GB", "UK"), ("EL", "GR"), ("GR", "EL")):
        found = match(player("Amber", "Ada", country=one), replace(AMBER, country=two))
        assert found.verdict is MatchVerdict.SURE


def test_of_two_namesakes_the_one_at_home_is_taken_and_the_one_abroad_never() -> None:
    """Kovacs Asa 4d of Germany is not Kovacs Asa 1d of Romania, whether or not the list has her as well."""
    home = ListedPlayer(1, "Kovacs Asa", "99999911", 3, 0, 2380, "Munc", "DE")
    abroad = ListedPlayer(2, "Kovacs Asa", "99999912", 0, 0, 1477, "Cluj", "RO")
    asa = player("Kovacs", "Åsa", "4d", country="DE")
    verdicts = []
    for lines in ((home,), (abroad,), (home, abroad), (abroad, home), (home, replace(home, line=3, pin="99999913"))):
        found = match(asa, *lines)
        verdicts.append((found.verdict, found.listed.pin if found.listed else ""))
    assert verdicts == [
        (MatchVerdict.SURE, "99999911"), (MatchVerdict.DOUBTFUL, "99999912"),
        (MatchVerdict.SURE, "99999911"), (MatchVerdict.SURE, "99999911"), (MatchVerdict.AMBIGUOUS, ""),
    ]  # fmt: skip


def test_blanks_hyphens_and_underscores_are_one() -> None:
    assert turned_keys("Van_Birch Jean-Pierre") == turned_keys("van birch  jean pierre")
    assert likeness("Łukasz Østby", "Ostby Lukasz") == 100
    assert likeness("Li", "Wu") < 50


@pytest.mark.parametrize(
    ("form", "given"),
    [
        ("egd", {"pin": " 99999901"}), ("ffg", {"extra": (("ffg", "99999901"),)}), ("aga", {"aga": "USA099999901"}),
    ],
)  # fmt: skip
def test_a_pin_decides(form: str, given: dict[str, Any]) -> None:
    """A pin finds the player under another spelling and among namesakes, with a hundred percent."""
    namesake = replace(AMBER, line=2, pin="99999902")
    found = match(player("Ambers", "Adda", **given), namesake, AMBER, form=form)
    assert (found.verdict, found.confidence, found.by_pin, found.listed) == (MatchVerdict.SURE, 100, True, AMBER)
    assert "pin" not in changes(found)


def test_the_pin_of_somebody_else_is_doubtful() -> None:
    """A mistyped pin shall not give a player another's rating."""
    found = match(player("Quist", "Joop", pin="99999901"), AMBER)
    assert (found.verdict, found.reason) == (
        MatchVerdict.DOUBTFUL, "the pin belongs to Amber Ada 2d CH (99999901), who has another name",
    )  # fmt: skip
    assert found.confidence < 50


def test_a_mistyped_pin_is_doubtful_and_the_true_owner_of_the_name_is_named() -> None:
    """A 15 kyu shall not get the rating of a 1 kyu whose name has letters in common."""
    strong = ListedPlayer(1, "Novakova Jana", "14000001", -1, 0, 2010, "Prah", "CZ")
    own = ListedPlayer(2, "Novak Jan", "14000010", -15, 0, 610, "Brno", "CZ")
    for name in (("Novak", "Jan"), ("Novák", "Jann")):  # the same, and only alike
        who = player(*name, "15k", pin="14000001", country="CZ", id="a")
        found = match(who, strong, own)
        assert (found.verdict, found.listed, found.by_pin) == (MatchVerdict.DOUBTFUL, own, False)
        assert "belongs to Novakova Jana 1k CZ (14000001)" in found.reason
        assert found.reason.endswith("; the name belongs to Novak Jan 15k CZ (14000010)")
        assert changes(found)["rating"] == ("", "610")
        t = tournament("15k").with_players([who])
        assert applied(t, [found], "egd") == t


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"rank": "3d"}, ""),
        ({"rank": "5k"}, ""),
        ({"rank": "6k"}, "whose rank is far from 6k"),
        ({"rank": "2d", "country": "CH"}, ""),
        ({"rank": "2d", "country": "DE"}, "who is from another country"),
        ({"rank": "2k", "first_name": "Adda"}, ""),
        ({"rank": "3k", "first_name": "Adda"}, "whose rank is far from 3k"),
    ],
)
def test_a_pin_needs_a_country_and_a_rank_that_fit(given: dict[str, Any], reason: str) -> None:
    """With the same name a rank may be six off, with one that is alike three."""
    who = replace(player("Amber", given.pop("first_name", "Ada"), given.pop("rank"), pin="99999901"), **given)
    found = match(who, AMBER)
    text = f"the pin belongs to Amber Ada 2d CH (99999901), {reason}" if reason else ""
    assert (found.verdict, found.reason) == (MatchVerdict.DOUBTFUL if reason else MatchVerdict.SURE, text)


def test_a_club_that_the_list_cuts_keeps_its_name() -> None:
    """`Pozn` of a list is the Poznań of the registrations, in the same country, where only one is meant."""
    listed = ListedPlayer(1, "Amber Ada", "99999901", 1, 0, 2190, "Pozn", "PL")
    here = player("Amber", "Ada", club="Poznań", id="a")
    assert "club" not in changes(match(here, listed, only=("club",)))
    blank, mate = player("Amber", "Ada", id="a"), player("Birch", "Bo", club="Poznań", country="PL", id="b")
    found = RatingList("egd", "", (listed,), read(EGD).report)
    assert changes(matches([blank, mate], found)[0])["club"] == ("", "Poznań")
    for other in ({"club": "Poznania"}, {"club": "Poznań", "country": "DE"}):
        more = [replace(mate, **other)] if "country" in other else [mate, replace(mate, id="c", **other)]
        assert changes(matches([blank, *more], found)[0])["club"] == ("", "Pozn")


ALIKE = replace(AMBER, name="Ambermann Adalbert")


@pytest.mark.parametrize(
    ("known", "reason"),
    [
        ({"country": "CH", "rank": "2d"}, ""),
        ({"country": "", "rank": "5d"}, ""),
        ({"country": "DE", "rank": "5d"}, ", and the country is different"),
        ({"country": "CH", "rank": "9k"}, ", and the rank is not within 3"),
        ({"country": "DE", "rank": "6d"}, "; the country does not match, and the rank is not within 3"),
        ({"country": "", "rank": "3k"}, "; the country does not match, and the rank is not within 3"),
    ],
)
def test_a_name_that_is_alike_needs_country_and_rank_as_far_as_they_are_known(
    known: dict[str, str], reason: str
) -> None:
    """One letter wrong; nothing known is no agreement."""
    found = match(player("Amberman", "Adalbert", **known), ALIKE)
    assert (found.verdict, found.confidence) == (MatchVerdict.DOUBTFUL if reason else MatchVerdict.SURE, 96)
    assert found.reason == (f"the name is only similar{reason}" if reason else "")


def test_where_a_list_knows_neither_a_name_that_is_alike_is_doubtful() -> None:
    assert match(player("Amberman", "Adalbert"), ListedPlayer(1, ALIKE.name)).verdict is MatchVerdict.DOUBTFUL
    british = player("Amberman", "Adalbert", country="UK")
    assert match(british, replace(ALIKE, rank=None, country="GB")).verdict is MatchVerdict.SURE


@pytest.mark.parametrize(
    ("name", "listed", "reason"),
    [
        (("Novotny", "Jan"), "Novotny Jana", "Jan may not be Jana"),
        (("Jørgensen", "Jon"), "Jorgensen Jan", "Jon may not be Jan"),
        (("Petersen", "Martin"), "Petersen Martina", "Martin may not be Martina"),
        (("Petersen", "Martina"), "Petersen Martin", "Martina may not be Martin"),
        (("Petersen", "Anna"), "Petersen Anna A", "one of the two also has A"),
        (("Müllermann", "Jan"), "Muellermann Jan", ""),
        (("Peterson", "Martin"), "Petersen Martin", ""),
    ],
)
def test_a_short_word_with_another_letter_is_another_name(name: tuple[str, str], listed: str, reason: str) -> None:
    """A brother shall not get the rating of his sister: she has the country, and nearly the rank."""
    found = match(player(*name, country="CH"), replace(AMBER, name=listed))
    assert (found.verdict is MatchVerdict.SURE) == (not reason), found.confidence
    assert found.reason == (f"the name is only similar: {reason}" if reason else "")


def test_the_least_confidence_is_the_directors() -> None:
    for at_least, verdict in ((96, MatchVerdict.SURE), (97, MatchVerdict.NONE), (100, MatchVerdict.NONE)):
        found = match(player("Amberman", "Adalbert"), ALIKE, at_least=at_least)
        assert found.verdict is verdict
        assert [c.listed for c in found.candidates] == [ALIKE]
    assert match(player("Quist", "Joop"), ALIKE) == RatingMatch(player("Quist", "Joop"), MatchVerdict.NONE)


def test_namesakes_are_ambiguous_unless_one_agrees_in_country_and_rank() -> None:
    other = replace(AMBER, line=2, pin="99999902", rank=-9, country="DE")
    assert match(player("Amber", "Ada"), AMBER, other).verdict is MatchVerdict.AMBIGUOUS
    chosen = match(player("Amber", "Ada", "11k", country="DE"), AMBER, other)
    assert (chosen.verdict, chosen.listed) == (MatchVerdict.SURE, other)
    assert match(player("Amber", "Ada", "4k", country="DE"), AMBER, other).verdict is MatchVerdict.AMBIGUOUS


def test_two_names_about_as_much_alike_are_ambiguous() -> None:
    """The same name goes before those that are alike; of those, the best must be clearly the best."""
    jan, jana = replace(AMBER, name="Schmidtke Jan"), replace(AMBER, line=2, pin="99999902", name="Schmidtke Jana")
    assert match(player("Schmidtke", "Jan"), jana, jan).listed == jan
    unclear = match(player("Schmitke", "Jan"), jana, jan)
    assert (unclear.verdict, len(unclear.candidates)) == (MatchVerdict.AMBIGUOUS, 2)


def test_a_pin_that_the_list_does_not_know_makes_a_name_doubtful() -> None:
    found = match(player("Amber", "Ada", pin="88888888"), AMBER)
    assert found.verdict is MatchVerdict.DOUBTFUL
    assert found.reason == "has the number 88888888, which is not in the list"


def test_two_players_are_not_one_line() -> None:
    """The pin goes before the name; without a pin both are doubtful."""
    twins = [player("Amber", "Ada", id="1"), player("Ada", "Amber", id="2")]
    with_pin = [replace(twins[0], pin="99999901"), twins[1]]
    listed = RatingList("egd", "", (AMBER,), read(EGD).report)
    assert [m.verdict for m in matches(twins, listed)] == [MatchVerdict.DOUBTFUL, MatchVerdict.DOUBTFUL]
    first, second = matches(with_pin, listed)
    assert (first.verdict, second.verdict) == (MatchVerdict.SURE, MatchVerdict.DOUBTFUL)
    assert second.reason == "Amber Ada (1) matches the same line of the list"


def test_by_default_rating_and_pin_are_refreshed_and_blanks_filled_in() -> None:
    """A rating taken from the rank is none; club and country that are there stay, and so does the rank."""
    blank = match(player("Amber", "Ada", "1d"), AMBER)
    assert changes(blank) == {
        "rating": ("", "2190"), "club": ("", "Sees"), "country": ("", "CH"), "pin": ("", "99999901"),
    }  # fmt: skip
    known = match(player("Amber", "Ada", "1d", rating=2100, rating_is_derived=False, club="Lake", country="CH"), AMBER)
    assert changes(known) == {"rating": ("2100", "2190"), "pin": ("", "99999901")}
    named = match(player("Amber", "Ada", "1d", club="Lake", country="DE"), AMBER, only=("rank", "club", "country"))
    assert changes(named) == {"rank": ("1d", "2d"), "club": ("Lake", "Sees"), "country": ("DE", "CH")}
    assert named.verdict is MatchVerdict.DOUBTFUL
    empty_line = match(
        player("Amber", "Ada", "1d", club="Lake"), ListedPlayer(1, "Amber Ada"), only=("rank", "club", "pin")
    )
    assert changes(empty_line) == {}
    assert changes(match(player("Amber", "Ada", "1d"), ListedPlayer(1, "Amber Ada", "7"))) == {"pin": ("", "7")}


def test_changes_are_applied_to_sure_matches_only() -> None:
    """Numbers go where the list's numbers are kept; a rating taken from the rank follows a new rank."""
    before = tournament("1d 1d").with_players([player("Amber", "Ada", "1d", id="a"), player("Quist", "Joop", id="b")])
    for form in ("egd", "ffg", "aga"):
        listed = RatingList(form, "", (AMBER,), read(EGD).report)
        after = applied(before, matches(before.players, listed), form)
        assert pin_of(after.player("a"), form) == "99999901"
        assert [changing(matches(t.players, listed)) for t in (before, after)] == [1, 0]
        assert (after.player("a").rating, after.player("a").rating_is_derived) == (2190, False)
        assert (after.player("a").rank_name, after.player("b")) == ("1d", before.player("b"))
        ranked = applied(before, matches(before.players, listed, ("rank",)), form).player("a")
        assert (ranked.rank_name, ranked.rating, ranked.rating_is_derived, ranked.club) == ("2d", 2200, True, "")


def test_a_registered_rating_stays_when_only_the_rank_is_taken() -> None:
    who = player("Amber", "Ada", "1d", id="a", rating=2133, rating_is_derived=False)
    before = tournament("1d").with_players([who])
    listed = RatingList("egd", "", (AMBER,), read(EGD).report)
    ranked = applied(before, matches([who], listed, ("rank",)), "egd").player("a")
    assert (ranked.rank_name, ranked.rating, ranked.rating_is_derived) == ("2d", 2133, False)


def test_fields_are_named_one_by_one() -> None:
    assert parse_fields(" PIN, rank,") == ("rank", "pin")
    assert parse_fields("") == ()
    with pytest.raises(InputError, match=r"^only 'elo'; expected some of rank,rating,club,country,pin"):
        parse_fields("rank,elo")


def word(chance: random.Random, length: int) -> str:
    return "".join(chance.choice("bcdfghklmnprstvz"[k % 2 :: 2] if k % 2 else "aeiou") for k in range(length)).title()


def generated_list(count: int, seed: int) -> list[tuple[str, ...]]:
    """Pin, surname, first name, country and rating of players with names of their own."""
    chance = random.Random(seed)
    made: dict[str, tuple[str, ...]] = {}
    while len(made) < count:
        surname, first = word(chance, chance.randint(6, 11)), word(chance, chance.randint(4, 7))
        rating, country = str(chance.randint(-900, 2700)), chance.choice(["DE", "FR", "CZ"])
        made[surname + first] = (str(10_000_000 + len(made)), surname, first, country, rating)
    return list(made.values())


def test_everybody_is_found_in_a_long_list() -> None:
    """By pin, by name, by the name turned, and with two letters exchanged; never as somebody else."""
    lines = generated_list(2000, seed=7)
    text = "\n".join(egd_line(p, f"{s} {f}", c, "xxxx", "1d", int(r)) for p, s, f, c, r in lines)
    found = read(text)
    assert len(found.lines) == 2000
    asked, wanted = [], {}
    for k, (pin, surname, first, country, _) in enumerate(lines[::10]):
        typo = surname[:3] + surname[4] + surname[3] + surname[5:]
        names = [("X", "Y"), (surname.upper(), first), (first, surname), (typo, first)][k % 4]
        who = player(*((surname, first) if k % 4 == 0 else names), id=str(k), country=country)
        asked.append(replace(who, pin=pin) if k % 4 == 0 else who)
        wanted[str(k)] = pin
    judged = matches(asked, found, at_least=85)
    sure = [m for m in judged if m.verdict is MatchVerdict.SURE]
    assert all(m.listed is not None and m.listed.pin == wanted[m.player.id] for m in sure)
    assert len(sure) >= 195
    assert all(wanted[m.player.id] in [c.listed.pin for c in m.candidates] for m in judged)


def test_a_declared_grade_is_the_rank_of_the_line_and_one_of_the_rating_is_marked() -> None:
    """The European list declares a grade, which need not be that of the rating; the French one has ratings only."""
    lines = [
        egd_line("99999901", "Amber Ada", "CH", "Sees", "12k", 795),
        egd_line("99999902", "Birch Bo", "DE", "Lake", "--", 795),
        egd_line("99999903", "Cedar Cy", "DE", "Lake", "99k", 795),
    ]
    found = read("\n".join(lines), "egd")
    assert [(x.rank_name, x.rank_is_derived) for x in found.lines] == [("12k", False), ("13k", True), ("13k", True)]
    assert all(x.rank_is_derived == (x.rank is not None) for x in read(FFG).lines)
    assert [x.rank_is_derived for x in read(TDLIST_N).lines] == [True, True, False, False]
    judged = matches([player("Amber", "Ada", "11k"), player("Birch", "Bo", "11k", id="b")], found, ("rank",))
    text = ratings_text(found, judged)
    assert "A rank in parentheses is derived from the rating, as the list has no rank." in text
    assert re.search("Amber Ada 12k 795 CH Sees 99999901 +rank 11k → 12k", text)
    assert "Birch Bo (13k) 795 DE Lake 99999902" in text
    assert "in parentheses" not in ratings_text(found, judged[:1])


@pytest.mark.parametrize("form", ["egd", "ffg", "aga"])
def test_the_sample_line_of_each_format_is_read_shown_and_documented(form: str) -> None:
    line = SAMPLE_LINES[form]
    found = read(line)
    assert (found.form, [x.name.upper().replace(",", "") for x in found.lines]) == (form, ["AMBER ADA"])
    with pytest.raises(InputError, match=re.escape(line.strip())):
        read("Name,Rank\nAmber Ada,2d\n")
    with pytest.raises(InputError, match=re.escape(line.strip())):
        read("Name;Rank\nAmber Ada;2d\n", form)
    page = Path(__file__).resolve().parents[2] / "docs" / "reference" / "formats.md"
    assert f"{line}\n" in page.read_text(encoding="utf-8")
