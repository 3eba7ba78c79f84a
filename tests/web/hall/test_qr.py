"""Printed QR codes are read again by a decoder, and lead to the right side of the right board."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from mcmahon.desk.desk import Desk

from ..conftest import Server, needs_chromium, opened_page
from .builders import publish_next

zxing = pytest.importorskip("zxingcpp")


def codes(picture: bytes) -> list[str]:
    """What a decoder reads in a picture, from left to right."""
    from PIL import Image

    found = zxing.read_barcodes(Image.open(io.BytesIO(picture)).convert("L"))
    return [one.text for one in sorted(found, key=lambda one: one.position.top_left.x)]


@pytest.mark.long
@needs_chromium
def test_every_slip_leads_each_player_to_their_own_side(server: Server, tmp_path: Path, browser: Any) -> None:
    publish_next(tmp_path / "congress60")
    tournament = Desk(tmp_path / "congress60").read().tournament
    drawn, people = tournament.rounds[-1], tournament.by_id()
    page = opened_page(browser, (server.address, tmp_path), "/t/congress60/hall/slips", device_scale_factor=2)
    page.emulate_media(media="print")
    slips = page.locator(".slip").all()
    assert len(slips) == len(drawn.games)
    phone = browser.new_page()
    for slip in slips[:6]:
        game = drawn.at_table(int(slip.locator(".head strong").first.inner_text()))
        assert game is not None
        [[white], [black]] = [codes(half.screenshot()) for half in slip.locator(".half").all()]  # one code a half
        for address, player, other, colour in (
            (white, game.white, game.black, "White"),
            (black, game.black, game.white, "Black"),
        ):
            assert urlsplit(address).netloc == urlsplit(server.root).netloc
            phone.goto(address)
            text = phone.inner_text("main")
            assert text.startswith(f"Table {game.table} ")
            assert f"You are {people[player].name}, {colour}." in text
            assert f"Against {people[other].name}" in text


@pytest.mark.long
@needs_chromium
def test_a_sheet_leads_to_its_page_and_shows_no_other_address(server: Server, tmp_path: Path, browser: Any) -> None:
    with server.client() as director:
        made = director.post("/t/congress60/hall", data={"make": "reader"}).text
    shown = re.search(r"<code>([^<]*)</code>", made)
    assert shown
    page = opened_page(browser, (server.address, tmp_path), "/t/congress60/hall/sheet/1", color_scheme="dark")
    [address] = codes(page.screenshot(full_page=True))
    assert address == shown[1]
    phone = browser.new_page()
    phone.goto(address)
    assert "Find your name" in phone.inner_text("h1")
