"""Registrations: every column name, spelling and separator; every problem at once with its place."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pandas as pd
import pytest
from builders import DROPPED, WORD, tournament, with_player
from hypothesis import given
from hypothesis import strategies as st
from mcmahon.api import register
from mcmahon.io.registrations.merging import merge
from mcmahon.io.registrations.reading import players_text, read_registrations
from mcmahon.io.tables.decode import decode
from mcmahon.io.tables.records import clean, parse_table, read_table, write_table
from mcmahon.model.errors import InputError, McMahonError, Problem
from mcmahon.model.tournament.games import Round
from mcmahon.model.tournament.person import Player, Status
from mcmahon.model.tournament.same_names import Same
from mcmahon.model.tournament.tournament import Tournament


def read(text: str, rounds: int = 5) -> list[Player]:
    reading = read_registrations(parse_table(text, "p.csv"), rounds)
    assert not reading.problems, reading.problems
    return [entry.player for entry in reading.entries]


def problems(text: str, rounds: int = 5) -> list[Problem]:
    return read_registrations(parse_table(text, "p.csv"), rounds).problems


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "iso-8859-15", "utf-16"])
def test_any_separator_and_encoding(separator: str, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    text = f"Name{separator}Rank\nÉmile Müller{separator}3d\n"
    path.write_bytes(text.encode(encoding))
    table = read_table(path)
    assert [e.player.name for e in read_registrations(table, 5).entries] == ["Émile Müller"]


@pytest.mark.parametrize("title", ["rank", "Grade", "STRENGTH", " rank "])
def test_titles_in_any_case_and_order(title: str) -> None:
    (player,) = read(f"Club,{title},Name\nLyon,3 dan,Bo\n")
    assert (player.rank, player.club, player.name) == (2, "Lyon", "Bo")


def test_all_columns_by_the_names_people_use() -> None:
    (player,) = read(
        "Surname,First Name,Grade,GoR,Club,Country,EGD,AGA,Rounds,Family,Status,Correction,E-mail\n"
        'Berg,Bo,3d,2290.4,Oslo,no,12345678,99,"1-3,5",Berg;car 2,final,-1,bo@example.org\n'
    )
    assert (player.surname, player.first_name, player.rank, player.rating) == ("Berg", "Bo", 2, 2290)
    assert (player.club, player.country, player.pin, player.aga) == ("Oslo", "NO", "12345678", "99")
    assert player.rounds == {1, 2, 3, 5}
    assert player.groups == ("Berg", "car 2")
    assert (player.status, player.correction) == (Status.FINAL, -1)
    assert player.extra == (("E-mail", "bo@example.org"),)


@pytest.mark.parametrize("word", ["xx", "--", "??", "-", "XXX", "xxxx"])
def test_a_country_that_nobody_knows_is_none(word: str) -> None:
    """Else all who have it would be compatriots, as `XXX` once were."""
    (player,) = read(f"name,rank,country\nAmber Ada,1d,{word}\n")
    assert player.country == ""


def test_a_name_with_a_comma_is_surname_and_first_name() -> None:
    one, two = read('name,rank\n"Berg, Bo",1d\nBo Berg Hansen,1d\n')
    assert (one.surname, one.first_name) == ("Berg", "Bo")
    assert (two.surname, two.first_name) == ("Bo Berg Hansen", "")


def test_a_missing_rank_comes_from_the_rating_and_the_other_way_round() -> None:
    one, two = read("name,rank,rating\nA,,2130\nB,5k,\n")
    assert (one.rank, one.rating, one.rating_is_derived) == (0, 2130, False)
    assert (two.rank, two.rating, two.rating_is_derived) == (-5, 1600, True)


def test_one_column_a_round() -> None:
    marked, refused, blank, mixed = read(
        "name,rank,R1,Round 2,3\nA,1d,x,,yes\nB,1d,,no,\nC,1d,,,\nD,1d,1,0,1\n", rounds=3
    )
    assert marked.rounds == {1, 3}
    assert refused.rounds == {1, 3}
    assert blank.rounds is None
    assert mixed.rounds == {1, 3}


def test_every_problem_is_named_at_once_with_its_place() -> None:
    text = (
        "Name,Rank,Rating,Rounds,Status,Correction\n"
        "Ann,45k,,,,\n"
        ",3d,,,,\n"
        "Bo,3d,99999,7-9,maybe,5.5\n"
        "Cy,,,,,\n"
        "Di,1d,,,,\n"
        "DI,2d,,,,\n"
    )
    found = [(p.line, p.column, p.value) for p in problems(text)]
    assert found == [
        (2, "Rank", "45k"),
        (3, "Name", ""),
        (4, "Rating", "99999"),
        (4, "Rounds", "7-9"),
        (4, "Status", "maybe"),
        (4, "Correction", "5.5"),
        (7, "Name", "DI"),
    ]
    assert all(p.file == "p.csv" and p.expected for p in problems(text))


def test_duplicates_by_id_name_and_pin() -> None:
    found = problems("id,name,rank,pin\n1,A,1d,14000007\n1,B,1d,8\n2,C,1d,14000007\n")
    assert [(p.line, p.column) for p in found] == [(3, "id"), (4, "pin")]
    assert found[1].message == "C has the same pin as A (line 2):"


def test_two_players_of_one_name_need_ids() -> None:
    assert problems("name,rank\nA B,1d\nb a,1d\n")
    assert problems("surname,first name,rank\nB,A,1d\nA,B,77d\n")[-1].column == "surname"
    assert not problems("id,name,rank\n1,A B,1d\n2,a b,1d\n")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("club,rank\nX,1d\n", "no column for names"),
        ("name,surname,rank\nX Y,Y,1d\n", "two columns for names"),
        ("name,rank,grade\nX,1d,1d\n", "two columns for rank"),
        ("name,rank,R9\nX,1d,x\n", "unknown round"),
    ],
)
def test_wrong_titles(text: str, says: str) -> None:
    assert says in str(problems(text)[0])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("\n\n", "empty"),
        ("a\0b", "NUL"),
        ("a,a\n1,2\n", "two columns"),
    ],
)
def test_what_is_no_table_is_refused(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parse_table(text, "p.csv")


def test_line_numbers_count_blank_lines_and_lines_inside_quotes() -> None:
    found = problems('name,rank,note\n\nA,1d,"two\nlines"\nB,77k,\n')
    assert [p.line for p in found] == [5]


def test_lines_to_skip_are_left_out() -> None:
    table = parse_table("name,rank\nA,1d\nB,77k\n", "p.csv")
    assert [e.player.name for e in read_registrations(table, 5, [range(3, 10**9)]).entries] == ["A"]


def merged(t: Tournament, text: str, same: Same = Same.ASK) -> Tournament:
    return merge(t, read_registrations(parse_table(text, "p.csv"), t.settings.rounds), "p.csv", same).tournament


def test_registering_again_changes_only_what_a_line_fills_in() -> None:
    t = merged(tournament(""), "name,rank,club,rounds\nAnn Lee,3d,Lyon,1-2\n")
    t = merged(t, "NAME,rank,club,note\nann lee,4d,,late\n")
    (player,) = t.players
    assert (player.rank, player.club, player.rounds, player.extra) == (3, "Lyon", {1, 2}, (("note", "late"),))
    assert player.rating == 2400  # it came from the rank, so it follows it


def test_a_player_is_found_by_id_though_the_name_changes() -> None:
    t = merged(tournament(""), "name,rank\nAnn,3d\n")
    t = merged(t, "id,name,rank\n1,Anna,3d\n", Same.IDS)
    assert [(p.id, p.name) for p in t.players] == [("1", "Anna")]


def test_a_name_that_several_players_have_needs_an_id() -> None:
    t = merged(tournament(""), "id,name,rank\n1,A,1d\n2,A,2d\n")
    with pytest.raises(InputError, match="several players"):
        merged(t, "name,rank\nA,3d\n")


def test_a_latecomer_enters_from_the_next_round_on() -> None:
    t = tournament("1d 1d").with_round(Round(1)).with_round(Round(2))
    t = merged(t, "name,rank,rounds\nLate,1d,\nLater,1d,4-\n")
    assert [p.rounds for p in t.players[2:]] == [{3, 4, 5}, {4, 5}]


def test_ids_given_are_kept_and_new_ones_avoid_them() -> None:
    t = merged(tournament(""), "id,name,rank\n1,A,1d\nX7,B,1d\n")
    t = merged(t, "name,rank\nC,1d\n")
    assert [p.id for p in t.players] == ["1", "X7", "2"]


def test_players_come_back_from_their_file() -> None:
    t = tournament("3d 2p 12k")
    t = with_player(t, "a", rounds=frozenset({1, 3}), groups=("S", "T"), extra=(("Meal", "soup; no onion"),))
    t = with_player(t, "b", status=Status.PRELIMINARY, correction=-2, first_name="Bo", club="Ly,on", pin="1")
    t = with_player(t, "c", rating=-123, rating_is_derived=False, country="FR")
    back = read(players_text(t.players, 5))
    assert [p.extra for p in back] == [(("Meal", v),) for v in ("soup; no onion", "", "")]
    for old, new in zip(t.players, back, strict=True):
        for name in ("id", "surname", "first_name", "rank", "pro", "club", "country", "pin", "rounds", "groups",
                     "status", "correction"):  # fmt: skip
            assert getattr(new, name) == getattr(old, name), name
        assert new.rating == old.rating or old.rating_is_derived


def test_a_data_frame_registers_like_a_csv() -> None:
    frame = pd.DataFrame({"Name": ["A", "B"], "Rank": ["1d", None], "Rating": [float("nan"), 1905.0]})
    t = register(tournament(""), frame)
    assert [(p.name, p.rank) for p in t.players] == [("A", 0), ("B", -2)]


def entries_of(text: str | bytes) -> list[Player]:
    """The entries of a text; none where it is refused with a message."""
    try:
        text = decode(text) if isinstance(text, bytes) else text
        return [e.player for e in read_registrations(parse_table(text, "x"), 5).entries]
    except McMahonError as error:
        return [] if str(error) else [Player("", "an error without a message")]


@given(st.binary(max_size=300))
def test_any_bytes_give_entries_or_problems(data: bytes) -> None:
    assert [player.name for player in entries_of(b"name,rank\nAmber Ada,2d\n")] == ["Amber Ada"]
    text = DROPPED.sub(b"", data).lower()
    for player in entries_of(data):
        assert player.name
        assert all(word.lower().encode() in text for word in WORD.findall(player.name))


@given(st.text(alphabet=st.sampled_from('name,rank;\t"\n3d k1-éİ'), max_size=80))
def test_any_text_behind_right_titles_gives_entries_or_problems(text: str) -> None:
    for player in entries_of("name,rank,rounds,1\n" + text):
        assert -30 <= player.rank <= 8
        assert set(player.name) <= {*text, " "}


def test_a_line_with_too_many_cells_does_not_hide_the_others() -> None:
    found = problems("name,rank\nA,1d,x\nB,77k\n")
    assert [(p.line, p.value) for p in found] == [(2, "x"), (3, "77k")]


def test_known_players_need_no_rank_but_new_ones_do() -> None:
    t = merged(tournament(""), "name,rank\nAnn,3d\n")
    t = merged(t, "name,club\nAnn,Rome\n")
    assert t.players[0].club == "Rome"
    with pytest.raises(InputError, match=r"p.csv:3: neither rank nor rating for a new player 'Bo'"):
        merged(t, "name,club\nAnn,Rome\nBo,Rome\n")


def test_a_pin_belongs_to_one_player() -> None:
    t = merged(tournament(""), "name,rank,pin\nAnn,3d,100\n")
    with pytest.raises(InputError, match=r"p.csv:2: column pin: player 1 already has the pin '100'"):
        merged(t, "name,rank,pin\nBo,3d,100\n")


def test_one_player_twice_in_a_file_is_refused_however_it_is_written() -> None:
    t = merged(tournament(""), "surname,first name,rank\nVan der Berg,Jan,3k\n")
    with pytest.raises(InputError, match="line 2"):
        merged(t, 'name,rank\nJan Van der Berg,2k\n"Van der Berg, Jan",1k\n')


def test_who_comes_back_after_withdrawing_enters_the_rounds_to_come() -> None:
    t = tournament("1d 1d").with_round(Round(1)).with_round(Round(2))
    t = with_player(t, "a", status=Status.WITHDRAWN, rounds=frozenset({1}))
    t = merged(t, "id,name,status\na,Player-a,final\n")
    assert t.player("a").rounds == {3, 4, 5}


def test_an_id_with_another_name_is_remarked() -> None:
    t = merged(tournament(""), "id,name,rank\n1,Ann,3d\n")
    text = "id,name,rank\n1,Carol,3d\n2,Carol,1d\n"
    done = merge(t, read_registrations(parse_table(text, "p"), 5), "p", Same.IDS)
    assert "Carol (1): name changed from Ann" in done.remarks[0].text


@pytest.mark.parametrize(("text", "rating"), [("2.150", 2150), ("2,150", 2150), ("2290.6", 2291), ("-123", -123)])
def test_ratings_as_countries_write_them(text: str, rating: int) -> None:
    (player,) = read(f"name;rating\nA;{text}\n")
    assert player.rating == rating


def test_a_huge_number_is_no_rating() -> None:
    assert problems("name,rating\nA,1e99999999\n")[0].value == "1e99999999"


def test_names_come_in_one_line_without_invisible_characters() -> None:
    (player,) = read('name,rank\n"Ann\n \u200bLee\x07",3-dan\n')
    assert (player.name, player.rank) == ("Ann Lee", 2)


def test_a_spreadsheets_separator_line_is_understood() -> None:
    (player,) = read("sep=;\nName;Rank\nAnn;3d\n")
    assert player.rank == 2


def test_lines_to_skip_must_exist() -> None:
    table = parse_table("name,rank\nA,1d\n", "p.csv")
    assert [p.line for p in read_registrations(table, 5, [range(9, 10)]).problems] == [9]


@pytest.mark.parametrize(
    "text",
    ["=1+1", "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3", "-", "=", "'=x", "''=x", "\t=1", "\rx", "\nx", " =1+1", "' -x",
     "＝1+1", "﹦1", "＠SUM(A1)", "﹫x", "＋1+1", "﹢1+1", "－2+3", "﹣2+3", "−2+3", "\u3000＝1", "'\u00a0=x"],
)  # fmt: skip
def test_no_name_is_a_formula_to_a_spreadsheet_and_all_come_back(text: str) -> None:
    written = write_table(["name", "rank"], [[text, "1d"], ["plain", -3]])
    title, cell, plain = (row[0] for row in csv.reader(io.StringIO(written, newline="")))
    assert (title, cell, plain) == ("name", f"'{text}", "plain")
    assert written.endswith("\nplain,-3\n")
    back = parse_table(written, "t").rows
    assert [row.cells["name"] for row in back] == [text, "plain"]


def test_no_title_is_a_formula_to_a_spreadsheet_and_all_come_back() -> None:
    """Columns beside ours have whatever titles a file gave them."""
    written = write_table(["name", "=1+1", "＝2"], [["a", "b", "c"]])
    assert written.splitlines()[0] == "name,'=1+1,'＝2"
    assert parse_table(written, "t").titles == ("name", "=1+1", "＝2")


@pytest.mark.parametrize("text", ["-3", "+2", "-1.5", "+1,5", "1-0", "O'Neil", "'tis"])
def test_numbers_and_plain_texts_stay_as_they_are(text: str) -> None:
    written = write_table(["x"], [[text]])
    assert written.splitlines()[1].strip('"') == text
    assert parse_table(written, "t").rows[0].cells["x"] == text


@pytest.mark.parametrize("text", ["," * 3_000_001, "\n" * 200_001, "name\n" + "\n" * 200_001, ";\t" * 3_000_001])
def test_a_table_that_is_far_too_large_is_refused_before_it_is_read(text: str) -> None:
    with pytest.raises(InputError, match="t: the table is too large"):
        parse_table(text, "t")


@pytest.mark.parametrize("column", ["id", "name", "club"])
def test_a_name_that_would_fill_the_pages_is_a_problem_of_its_line(column: str) -> None:
    cells = {"id": "1", "name": "Ann", "rank": "1d", "club": ""}
    for length, wrong in ((300, False), (301, True)):
        row = cells | {column: "w" * length}
        table = parse_table(",".join(row) + "\n" + ",".join(row.values()) + "\n", "t")
        problems = [str(problem) for problem in read_registrations(table, 5).problems]
        assert any(f"t:2: a text of 301 letters in {column}" in text for text in problems) is wrong


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("क\u094d\u200dष", "क\u094d\u200dष"),
        ("An\u200cn", "Ann"),
        ("\u200dAnn", "Ann"),
    ],
)
def test_joiners_stay_in_scripts_that_are_spelt_with_them(name: str, kept: str) -> None:
    assert clean(name) == kept
