"""The organiser's logo and colours: what is taken, and what stays readable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from builders import played, tournament
from hypothesis import given
from hypothesis import strategies as st
from mcmahon.io.pages.look import (
    DARK,
    LARGEST_LOGO,
    LIGHT,
    READABLE,
    contrast,
    own_colours,
    read_logo,
    readable,
    text_on,
)
from mcmahon.io.pages.publishing import make_pages, publish
from mcmahon.model.errors import InputError, McMahonError
from mcmahon.model.tournament.settings import PageSettings

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="3" fill="url(#g)"/></svg>'
COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


def values(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#\w{6})", block))


def roots() -> list[dict[str, str]]:
    """The colours of the style sheet by day, by night and on paper."""
    style = make_pages(tournament("1d 1d"))["style.css"]
    return [
        values(re.sub("#(.)(.)(.);", r"#\1\1\2\2\3\3;", block))
        for block in re.findall(r":root \{([^}]*--ink[^}]*)\}", style)
    ]


def test_every_text_has_contrast_in_light_and_dark_and_on_paper() -> None:
    """WCAG 2.2: 4.5 to 1 for text."""
    assert len(roots()) == 3
    for colours in roots():
        for text in ("ink", "soft", "link", "mark"):
            for ground in ("paper", "shade"):
                assert contrast(colours[text], colours[ground]) >= READABLE, (text, ground)
        assert contrast(colours["on-mark"], colours["mark"]) >= READABLE
        assert contrast(colours["on-brand"], colours["brand"]) >= READABLE


def test_the_grounds_that_accents_are_made_readable_on_are_those_of_the_style_sheet() -> None:
    assert [(c["paper"], c["shade"]) for c in roots()[:2]] == [LIGHT, DARK]


@given(COLOURS)
def test_any_colour_of_an_organiser_stays_readable(colour: str) -> None:
    assert contrast(text_on(colour), colour) >= READABLE
    for ground in (LIGHT, DARK):
        accent = readable(colour, ground)
        assert all(contrast(accent, one) >= READABLE for one in ground)
        assert contrast(text_on(accent), accent) >= READABLE


def test_a_colour_that_is_readable_is_not_changed() -> None:
    assert readable("#123456", LIGHT) == "#123456"
    assert text_on("#ffff00") == "#000000"


def test_colours_are_in_the_style_sheet_by_day_and_by_night() -> None:
    assert own_colours(PageSettings()) == ""
    style = make_pages(tournament("1d 1d", pages__colour="#FFDD00", pages__accent="#0b5a8a"))["style.css"]
    day, night = style.splitlines()[-2:]
    assert day.startswith("@media screen { html:root { --brand: #ffdd00; --on-brand: #000000; --link: #0b5a8a;")
    assert night.startswith("@media screen and (prefers-color-scheme: dark) { html:root { --brand: #ffdd00;")
    assert values(night)["link"] != "#0b5a8a"


@pytest.mark.parametrize(("data", "file"), [(PNG, "logo.png"), (b"\xff\xd8\xff\xe0", "logo.jpg"), (SVG, "logo.svg")])
def test_a_logo_is_published_under_the_name_of_what_it_is(data: bytes, file: str, tmp_path: Path) -> None:
    (tmp_path / "picture.gif").write_bytes(data)
    t = tournament("1d 1d", pages__logo="picture.gif")
    written = publish(t, tmp_path / "pages", tmp_path)
    assert file in written
    assert (tmp_path / "pages" / file).read_bytes() == data
    pages = [(tmp_path / "pages" / name).read_text() for name in written if name.endswith(".html")]
    assert all(f'<img class="logo" src="{file}" alt="">' in page for page in pages)
    publish(tournament("1d 1d"), tmp_path / "pages", tmp_path)
    assert not (tmp_path / "pages" / file).exists()


def svg(inside: str, attributes: str = "") -> bytes:
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"<svg {names} {attributes}>{inside}</svg>".encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a",
        b"id,surname\n1,Private",
        b"<html xmlns='http://www.w3.org/1999/xhtml'/>",
        svg("<script>alert(1)</script>"),
        svg("<SCRIPT/>"),
        svg("", 'onload="alert(1)"'),
        svg('<a href="javascript:alert(1)"><circle r="1"/></a>'),
        svg('<image xlink:href="https://example.org/seen.png"/>'),
        svg('<image href=" data:image/svg+xml,x"/>'),
        svg("<style>@import url(//example.org/a.css);</style>"),
        svg("<style>circle { fill: \\75rl(//example.org) }</style>"),
        svg('<circle style="fill: url(http://example.org/a)"/>'),
        svg("<foreignObject/>"),
        b'<?xml-stylesheet href="//example.org/a.css"?>' + SVG,
        b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + SVG,
        PNG + bytes(LARGEST_LOGO),
    ],
)
def test_what_is_no_plain_picture_is_no_logo(data: bytes, tmp_path: Path) -> None:
    """An SVG runs nothing and fetches nothing, even when it is opened by itself."""
    (tmp_path / "logo.svg").write_bytes(data)
    with pytest.raises(InputError, match=r"a PNG, a JPEG, or an SVG without scripts|larger than"):
        read_logo(tmp_path, "logo.svg")


def test_a_logo_that_is_not_there_is_said_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(McMahonError, match="logo"):
        publish(tournament("1d 1d", pages__logo="logo.png"), tmp_path / "pages", tmp_path)
    assert not (tmp_path / "pages").exists()


def test_a_logo_is_not_read_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(PNG)
    (tmp_path / "logo.png").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="link"):
        read_logo(tmp_path, "logo.png")


def test_pages_without_a_home_have_no_logo(tmp_path: Path) -> None:
    t = played(tournament("1d 1d", pages__logo="logo.png"), "a+b")
    publish(t, tmp_path)
    assert "<img" not in (tmp_path / "index.html").read_text()
