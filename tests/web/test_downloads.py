"""Every table of the desk can be taken along, in each format, as it stands on its page."""

from __future__ import annotations

import io
import json

import pandas as pd
import pytest
from mcmahon.desk.files.grids import FORMATS

from .conftest import Opened

PLACE = "/t/congress60/tables/"


@pytest.mark.parametrize(
    ("page", "table"),
    [
        ("entrants", "entrants.csv?by=name"),
        ("round", "round.csv?round=3"),
        ("standings?round=2", "standings.csv?round=2"),
        ("weights", "what-if.csv"),
    ],
)
def test_a_page_offers_its_table(page: str, table: str, opened: Opened) -> None:
    text = opened.text(f"/t/congress60/{page}")
    for ending in FORMATS:
        assert f'href="{PLACE}{table.replace(".csv", ending)}" download' in text.replace("&amp;", "&")


@pytest.mark.slow
def test_tables_come_as_they_are_asked_for(opened: Opened) -> None:
    answer = opened.client.get(f"{PLACE}standings.json?round=2&by=club")
    assert answer.headers["content-disposition"] == 'attachment; filename="congress60-standings.json"'
    rows = json.loads(answer.content)
    assert {"round_2", "section", "section_place"} <= set(rows[0])
    assert "round_3" not in rows[0]
    boards = pd.read_excel(io.BytesIO(opened.client.get(f"{PLACE}round.xlsx?round=3").content))
    assert (len(boards), boards["White's MMS"].dtype.kind in "if") == (29, True)
    entrants = opened.client.get(f"{PLACE}entrants.csv?by=name").text.splitlines()
    assert (len(entrants), entrants[0][:13]) == (61, "id,name,rank,")
    weights = json.loads(opened.client.get(f"{PLACE}weights.json").content)
    assert all(row["low"] <= row["weight"] <= row["high"] for row in weights)
    varied = json.loads(opened.client.get(f"{PLACE}what-if.json?same_club=50").content)
    assert [row["label"] for row in varied] == ["as it stands", "same_club=50"]
    front = json.loads(opened.client.get(f"{PLACE}front.json?a=mms_difference&b=same_club").content)
    assert all(row["proven"] for row in front)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("nothing.csv", "there is no table &#39;nothing&#39;"),
        ("standings.doc", "a table has no such format"),
        ("standings", "there is no table"),
        ("prizes.csv", "this tournament has no prizes yet"),
        ("round.csv?round=9", "round 9 has not been drawn"),
        ("what-if.csv?same_club=x", "same_club=x"),
    ],
)
def test_what_there_is_not_is_said(address: str, says: str, opened: Opened) -> None:
    answer = opened.client.get(f"{PLACE}{address}")
    assert answer.status_code in (404, 422)
    assert says in answer.text
    assert "content-disposition" not in answer.headers
