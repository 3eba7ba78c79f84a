"""Lists in JSON and in web pages: read as tables, each text as it stands, whatever is damaged."""

from __future__ import annotations

import time

import pytest
from mcmahon.io.registrations.as_csv import markup_as_csv
from mcmahon.io.registrations.reading import read_registrations
from mcmahon.io.registrations.registration_files import registrations_table
from mcmahon.model.errors import InputError


def players(text: str) -> list[tuple[str, str, str, str]]:
    """Name, rank, club and pin of everybody in a list."""
    table = registrations_table(markup_as_csv(text, "x")[0], "x", 5)
    reading = read_registrations(table, 5)
    assert not reading.problems
    return [(e.player.name, e.player.rank_name, e.player.club, e.player.pin) for e in reading.entries]


ANN = ("Ann Berg", "3d", "Ulm", "00712345")


@pytest.mark.parametrize(
    "text",
    [
        '{"name":"Ann Berg","rank":"3d","club":"Ulm","pin":"00712345"}\n\n{"name":"Bo","rank":"1k","club":null}\n',
        '[{"name":"Ann Berg","rank":"3d","club":"Ulm","pin":"00712345"},\n {"rank":"1k","name":"Bo"}]',
        "<html><body><p>Players</p><table class='x'><thead><tr><th>Name<th>Rank<th>Club<th>EGD pin</thead>"
        "<tr><td>Ann<br>Berg</td><td> 3d</td><td><a href='x'>Ulm</a></td><td>00712345</td></tr>"
        "<!-- <tr><td>Nobody</td><td>9d</td></tr> --><tr><td>Bo<td>1k<td>&nbsp;</table></body></html>",
        "<table><tr><td>x</td></tr></table><TABLE><TR><TD>Rank</TD><TD>Name</TD><TD>Club</TD><TD>pin</TD></TR>"
        "<TR><TD>3d</TD><TD>Ann Berg</TD><TD>Ulm</TD><TD>00712345</TD></TR><tr><td>1k</td><td>Bo</td></tr></TABLE>",
    ],
)
def test_a_list_is_read_as_it_stands(text: str) -> None:
    assert players(text) == [ANN, ("Bo", "1k", "", "")]


def test_values_of_json_are_texts() -> None:
    text, told = markup_as_csv('{"name":"A","rank":"1d","rating":2100.0,"sure":true,"no":false,"id":7}', "x")
    assert text == "name,rank,rating,sure,no,id\nA,1d,2100,yes,no,7\n"
    assert told.endswith("line 2 the first player")


@pytest.mark.parametrize(
    "text", ["name,rank\nA,1d\n", "Anna 5k", "", "[Round 1]\n", "<?xml version='1.0'?><a/>", "|a|b|"]
)
def test_other_files_are_none_of_these(text: str) -> None:
    assert markup_as_csv(text, "x") == ("", "")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"name":"A"}\n{"name":}\n', r"x:2: this is not JSON; expected one object on each line"),
        ('[{"name":"A"},\n\n{"name":}]', r"x:3: this is not JSON"),
        ('{"name":{"first":"A"}}', r"x:1: this JSON is no list of players"),
        ('{"name":' + "[" * 100_000, r"x:1: this is not JSON"),
        ("{" + ",".join(f'"t{k}":1' for k in range(400)) + "}", r"too many titles; expected at most 300"),
        ("<table><tr><td>a</td></tr></table>", r"x: no table of the page has names"),
        (
            "<table><tr><td>Name<tr><td>A</table><table><tr><td>Name<tr><td>B</table>",
            r"2 tables of the page have names",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        markup_as_csv(text, "x")


@pytest.mark.parametrize(
    "text",
    [
        "<table>" + "<td" * 300_000,
        "<table><tr><td>" + "a<b>" * 300_000,
        "<table>" * 150_000,
        "<table><tr>" + "<td>" * 250_000,
        "<table" + " " * 1_000_000,
        "<table>" + "<!--" * 250_000,
        "<table><tr><td>" + "&" * 1_000_000,
    ],
    ids=range(7),
)
def test_a_damaged_page_is_read_in_a_moment(text: str) -> None:
    """A reader that looks to the end of the page for each open tag would take minutes."""
    begin = time.process_time()
    with pytest.raises(InputError):
        markup_as_csv(text, "x")
    assert time.process_time() - begin < 10


def test_half_a_letter_of_json_is_a_lost_one() -> None:
    text, _ = markup_as_csv('[{"name": "O\\ud800st, Kim", "no\\ud800te": "x"}]', "list.json")
    assert text == 'name,no\ufffdte\n"O\ufffdst, Kim",x\n'
