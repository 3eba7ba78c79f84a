"""Files that somebody begins a tournament with: spreadsheets and texts are lists, or tournaments of other programs."""

from __future__ import annotations

import io

import pandas as pd
import pytest
from mcmahon.desk.files.export_files import is_list
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.formats import TRF, of_this_program
from mcmahon.model.errors import InputError
from mcmahon.web.forms import Form, sent_file
from mcmahon.web.processes.workers import Limits, Worker

from .conftest import INSTANCES, Opened

LIST = [["Name", "Rank"], ["Ost, Kim", "5k"], ["Sato, Kei", "3d"]]


def book(**sheets: list[list[str]]) -> bytes:
    """An Excel file with these sheets."""
    pytest.importorskip("openpyxl", reason="the extra tables is not there")
    out = io.BytesIO()
    with pd.ExcelWriter(out, engine="openpyxl") as writer:
        for title, rows in sheets.items():
            pd.DataFrame(rows).to_excel(writer, sheet_name=title, header=False, index=False)
    return out.getvalue()


def test_a_tournament_begins_with_a_spreadsheet_of_which_a_sheet_is_named(opened: Opened) -> None:
    given = {"title": "Autumn", "preset": "bga", "rounds": "3", "kind": "players"}
    sent = {"file": ("list.xlsx", book(Men=LIST, Women=[["Name", "Rank"], ["Kern, Ida", "1k"]]))}
    page = opened.client.post("/", data=given, files=sent)
    assert page.status_code == 422
    assert "the file has 2 sheets" in page.text
    assert 'name="sheet"' in page.text
    opened.client.post("/", data=given | {"sheet": "Women"}, files=sent)
    players = TournamentFolder(opened.folder / "autumn").read().tournament.players
    assert [(p.name, p.rank_name) for p in players] == [("Kern Ida", "1k")]


@pytest.mark.parametrize(
    ("name", "text"),
    [("list.txt", "1 Ost Kim 5k\n2 Sato Kei 3d\n"), ("list.jsonl", '{"name": "Ost, Kim", "rank": "5k"}\n'),
     ("list.html", "<table><tr><th>Name<th>Rank<tr><td>Ost, Kim<td>5k</table>")],
)  # fmt: skip
def test_texts_and_pages_with_players_are_lists(opened: Opened, name: str, text: str) -> None:
    assert is_list(name, text.encode())
    given = {"title": "Autumn", "preset": "bga", "rounds": "3", "kind": "players"}
    opened.client.post("/", data=given, files={"file": (name, text.encode())})
    assert TournamentFolder(opened.folder / "autumn").read().tournament.players[0].surname.startswith("Ost")


def test_tournaments_of_other_programs_are_no_lists() -> None:
    """Each format under its own ending, and without one; a crosstable that is called a text, too."""
    played = TournamentFolder(INSTANCES / "club16").read().tournament
    for form in of_this_program():
        if form.write and form is not TRF and form.name not in ("csv", "aga"):
            data = form.write(played).data
            assert not is_list(f"x{form.endings[0]}", data), form.name
            assert not is_list("x.txt", data), form.name


@pytest.mark.long
def test_reading_a_spreadsheet_ends_when_it_takes_too_long() -> None:
    reader = Worker(Limits(seconds=0))
    try:
        with pytest.raises(InputError, match="no answer within 0 seconds"):
            sent_file(Form({}, {"file": ("list.xlsx", book(Men=LIST))}), reader)
        assert not reader.busy
    finally:
        reader.close()
