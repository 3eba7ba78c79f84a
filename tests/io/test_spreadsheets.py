"""Lists in Excel and OpenDocument files: read as text by row, asked about, or refused before they are unpacked."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pandas as pd
import pytest
from builders import tournament
from commands import mcmahon
from mcmahon.desk.people.register import Register, in_file, register
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.registrations import as_csv
from mcmahon.model.errors import InputError
from mcmahon.model.notes import note_texts

openpyxl = pytest.importorskip("openpyxl", reason="the extra tables is not there")
pytest.importorskip("odf", reason="the extra tables is not there")
Rows = Sequence[Sequence[object]]
LIST: Rows = [
    ["Name", "Rank", "Club", "EGD Number", "Rating", "R1"],
    ["Ost, Kim", "3k", "Ulm", "00700001", 1790, "x"],
    ["Muster, Jo", "4k", "NA", "", 1700.0, ""],
    ["Weber, Ida", "5k", "1e5", "", None, True],
]


def excel(sheets: Mapping[str, Rows], change: Callable[[object], None] = lambda book: None) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    change(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def open_document(rows: Rows) -> bytes:
    out = io.BytesIO()
    with pd.ExcelWriter(out, engine="odf") as writer:
        pd.DataFrame(list(rows)).to_excel(writer, header=False, index=False)
    return out.getvalue()


def read(
    data: bytes, name: str = "list.xlsx", sheet: str = ""
) -> tuple[list[tuple[str, str, str, str, int]], list[str]]:
    request = in_file(Register(sheet=sheet), data, name)
    outcome = register(in_memory(tournament("", rounds=3)), request)
    after = outcome.state.tournament
    return [(p.name, p.rank_name, p.club, p.pin, p.rating) for p in after.players], note_texts(outcome.notes, after)


WANTED = [
    ("Ost Kim", "3k", "Ulm", "00700001", 1790),
    ("Muster Jo", "4k", "NA", "", 1700),
    ("Weber Ida", "5k", "1e5", "", 1600),
]


def test_excel_and_open_document_are_read_with_every_cell_as_text() -> None:
    """No value is made of 007, NA and 1e5; a whole number has no fraction."""
    assert read(excel({"Tabelle1": LIST}))[0] == WANTED
    assert read(open_document(LIST), "list.ods")[0] == WANTED


def test_rows_above_the_titles_are_left_and_problems_name_the_row() -> None:
    titled: Rows = [["Spring Open 2027"], [], *LIST[:2], ["Bad, Bo", "99z"]]
    with pytest.raises(InputError) as refused:
        read(excel({"Liste": titled}))
    assert [(p.line, p.column, p.value) for p in refused.value.problems] == [(5, "Rank", "99z")]
    assert [name for name, *_ in read(excel({"Liste": titled[:4]}))[0]] == ["Ost Kim"]


def test_merged_cells_of_clubs_are_asked_about() -> None:
    rows: Rows = [
        ["Club", "Name", "Rank"],
        ["Ulm", "A B", "1k"],
        [None, "C D", "2k"],
        ["Bonn", "E F", "3k"],
        [None, "G H", "4k"],
    ]

    def merge(book: object) -> None:
        sheet = book["L"]  # type: ignore[index]
        sheet.merge_cells("A2:A3")
        sheet.merge_cells("A4:A5")

    with pytest.raises(InputError, match="each club stands once, with lines without a club below it"):
        read(excel({"L": rows}, merge))


def test_the_only_sheet_with_names_is_read_and_of_two_one_is_asked_for() -> None:
    found, notes = read(excel({"Prices": [["Dinner", 20]], "Players": LIST, "Empty": []}))
    assert found == WANTED
    assert "list.xlsx: read from the sheet 'Players'" in notes
    two = excel({"Saturday": LIST, "Sunday": LIST[:2]})
    with pytest.raises(InputError, match="the file has 2 sheets: 'Saturday', 'Sunday'; expected one of them"):
        read(two)
    assert len(read(two, sheet="Sunday")[0]) == 1
    with pytest.raises(InputError, match="no such sheet 'Monday'; expected one of 'Saturday', 'Sunday'"):
        read(two, sheet="Monday")
    with pytest.raises(InputError, match="the file is no spreadsheet"):
        in_file(Register(sheet="Sunday"), b"name,rank\nA,3k\n", "list.csv")


def test_a_formula_without_a_value_is_blank_and_said() -> None:
    rows: Rows = [["Name", "Rank", "Club"], ["A B", "3k", '="Ul"&"m"'], ["C D", "4k", "Ulm"]]
    found, notes = read(excel({"L": rows}))
    assert [club for _, _, club, *_ in found] == ["", "Ulm"]
    assert "list.xlsx: 1 formula without a stored value read as blank" in notes


def with_part(data: bytes, name: str, text: bytes) -> bytes:
    """The file with one part more, or another one in its place."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            if part != name:
                new.writestr(part, old.read(part))
        new.writestr(name, text)
    return out.getvalue()


ENTITIES = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'


SPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
)


def content(rows: str) -> bytes:
    """The content of an OpenDocument file with one table of such rows."""
    table = f'<table:table table:name="L">{rows}</table:table>'
    body = f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body>"
    return f"<office:document-content {SPACES}>{body}</office:document-content>".encode()


CELL = '<table:table-cell office:value-type="string"{}><text:p>x</text:p></table:table-cell>'
WIDE = CELL.format(' table:number-columns-repeated="9000"')
REPEATED = content(f'<table:table-row table:number-rows-repeated="100000">{WIDE}</table:table-row>')
AFTER_A_GAP = content(
    '<table:table-row table:number-rows-repeated="900000000"><table:table-cell/></table:table-row>'
    f"<table:table-row>{CELL.format('')}</table:table-row>"
)
FAR_RIGHT = (
    b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    + b"".join(b'<row r="%d"><c r="XFD%d" t="inlineStr"><is><t>x</t></is></c></row>' % (k, k) for k in range(1, 99))
    + b"</sheetData></worksheet>"
)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (lambda: with_part(excel({"L": LIST}), "xl/big.xml", bytes(as_csv.UNPACKED + 1)), "too large when it is"),
        (lambda: with_part(excel({"L": LIST}), "xl/sharedStrings.xml", ENTITIES), "document types or entities"),
        (lambda: with_part(open_document(LIST), "content.xml", ENTITIES), "document types or entities"),
        (lambda: with_part(open_document(LIST), "content.xml", ENTITIES.decode().encode("utf-16")), "document types"),
        (lambda: b"\xd0\xcf\x11\xe0" + bytes(600), "an old Excel file, or one with a password"),
        (lambda: with_part(excel({"L": LIST}), "xl/workbook.xml", b"<broken"), "the spreadsheet cannot be read"),
        (lambda: excel({"L": LIST})[:-30], "NUL bytes"),
        (lambda: excel({"L": []}), "the spreadsheet is empty"),
        (lambda: with_part(open_document(LIST), "content.xml", REPEATED), "too many cells"),
        (lambda: with_part(open_document(LIST), "content.xml", AFTER_A_GAP), "too many cells"),
        (lambda: with_part(excel({"L": LIST}), "xl/worksheets/sheet1.xml", FAR_RIGHT), "too many cells"),
    ],
)
def test_what_is_unsound_is_refused_in_a_sentence(data: Callable[[], bytes], why: str) -> None:
    with pytest.raises(InputError, match=why):
        read(data())


def test_a_zip_file_of_something_else_is_no_spreadsheet() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("readme.txt", "hello")
    with pytest.raises(InputError, match="a zip file, but no spreadsheet"):
        read(out.getvalue())


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise ImportError("Missing optional dependency 'openpyxl'")

    monkeypatch.setattr(pd, "read_excel", missing)
    with pytest.raises(InputError, match="to read it, openpyxl is needed; expected CSV"):
        read(excel({"L": LIST}))


def test_the_command_reads_a_spreadsheet_and_names_the_sheet(tmp_path: Path) -> None:
    file = tmp_path / "list.xlsx"
    file.write_bytes(excel({"Saturday": LIST, "Sunday": LIST[:2]}))
    mcmahon("new", tmp_path / "t", "--rounds", "3")
    said = mcmahon("register", tmp_path / "t", file, code=2).stderr
    assert "to say which: --sheet Saturday" in said
    assert "3 new" in mcmahon("register", tmp_path / "t", file, "--sheet", "Saturday").stdout


def test_registrations_of_a_spreadsheet_are_text_with_a_line_a_row() -> None:
    request = in_file(Register(), excel({"L": LIST}), "list.xlsx")
    assert isinstance(request, Register)
    assert request.text.splitlines()[1] == '"Ost, Kim",3k,Ulm,00700001,1790,x'
