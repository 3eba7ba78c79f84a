"""No page of the desk and no slip cuts a name without a sign: the longest names of real entry lists, in Chromium."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from builders import LONG_NAMES

from .conftest import needs_chromium, opened_page

pytestmark = [pytest.mark.slow, needs_chromium]

#: The texts that a box hides, in height or width, although no dots say so.
CUT = """() => [...document.querySelectorAll('body *')].filter(e => {
    const s = getComputedStyle(e), r = e.getBoundingClientRect();
    if (!e.textContent.trim() || e.closest('.hidden, [hidden], option, script')) return false;
    if (r.width < 2 || r.height < 2) return false;
    if (!/hidden|clip/.test(s.overflowX + s.overflowY) || s.textOverflow === 'ellipsis') return false;
    if (s.webkitLineClamp !== 'none' && s.webkitLineClamp !== '') return false;
    return e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 2;
}).map(e => e.tagName + '.' + e.className + ': ' + e.textContent.trim().slice(0, 60))"""


def rename(folder: Path) -> None:
    """The first players of a folder get these names."""
    file = folder / "players.csv"
    rows = list(csv.reader(io.StringIO(file.read_text(encoding="utf-8"))))
    for row, (surname, first) in zip(rows[1:], LONG_NAMES, strict=False):
        row[1:3] = surname, first
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    file.write_text(out.getvalue(), encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1366, 768), (1920, 1080)])
def test_no_page_of_the_desk_cuts_a_name(browser: Any, served: tuple[str, Path], width: int, height: int) -> None:
    rename(served[1] / "congress60")
    page = opened_page(browser, served, "/t/congress60/", viewport={"width": width, "height": height})
    base = page.url
    for path in ("", "entrants", "entrants/1", "round?round=3", "results?round=3", "standings", "prizes", "print",
                 "board?round=3&table=1", "hall", "log", "groups"):  # fmt: skip
        page.goto(base + path)
        assert page.evaluate(CUT) == [], path


def test_no_slip_of_the_hall_cuts_a_name_on_paper(browser: Any, served: tuple[str, Path]) -> None:
    rename(served[1] / "congress60")
    page = opened_page(browser, served, "/t/congress60/hall/slips", viewport={"width": 794, "height": 1123})
    page.emulate_media(media="print")
    assert page.locator(".slip").count() > 20
    assert page.evaluate(CUT) == []
    text = page.locator("main").inner_text()
    assert all(first in text for _, first in LONG_NAMES)
