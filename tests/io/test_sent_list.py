"""A list as frames: the lines of the file, texts that stay texts, and each different text looked at once."""

from __future__ import annotations

from mcmahon.io.registrations.understanding import SentList, once, sent_list, share
from mcmahon.io.tables.records import parse_table

TEXT = 'id,name,club,note\n\n007,"Ost,  Kim",NA,"a\nb"\n1e5,"Kern, Bo",NA,\n,Sum: 2,,\n'


def frames(text: str) -> SentList:
    """The frames of a CSV file."""
    table = parse_table(text, "list.csv", sent=True)
    return sent_list(table, table.rows)


def test_the_index_is_the_line_and_no_text_becomes_a_value() -> None:
    sent = frames(TEXT)
    assert sent.cells.index.tolist() == [3, 5, 6]
    assert sent.cells["id"].tolist() == ["007", "1e5", ""]
    assert sent.cells["club"].tolist() == ["NA", "NA", ""]
    assert sent.filled("id").index.tolist() == [3, 5]


def test_cells_are_in_one_line_and_the_written_ones_stay() -> None:
    sent = frames(TEXT)
    assert sent.cells["name"].tolist() == ["Ost, Kim", "Kern, Bo", "Sum: 2"]
    assert (sent.cells["note"].iloc[0], sent.written["note"].iloc[0]) == ("a b", "a\nb")
    assert [row.cells["note"] for row in sent.rows(as_written=["note"])] == ["a\nb", "", ""]
    assert [row.line for row in sent.rows(as_written=[])] == [3, 5, 6]


def test_titles_are_joined_with_a_blank_where_both_say_something() -> None:
    sent = frames("name,first,club\nOst,Kim,\n,Ida,Ulm\nKern,,\n")
    assert sent.joined(["name", "first"]).tolist() == ["Ost Kim", "Ida", "Kern"]
    assert sent.joined(["club"]).tolist() == ["", "Ulm", ""]


def test_each_different_text_is_read_once() -> None:
    asked: list[str] = []

    def read(text: str) -> bool:
        asked.append(text)
        return text == "NA"

    club = frames(TEXT).cells["club"]
    assert once(club, read).tolist() == [True, True, False]
    assert asked == ["NA", ""]
    assert share(club, read) == 2 / 3
    assert share(club[:0], read) == 0.0
