"""The organiser's logo and colours: what is taken, and what stays readable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from builders import make_pages, played, tournament
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
from mcmahon.io.pages.publishing import publish
from mcmahon.model.errors import InputError, McMahonError
from mcmahon.model.tournament.settings.occasion import PageSettings

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


@pytest.mark.slow
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


#: What may stand in a hostile picture, and the name that the error has of it.
HOSTILE_PARTS = [
    ('<g id="a"/><g><g id="a"/></g>', "an id is there twice"),
    (f'<defs><g id="a"/><g id="a">{"<path/>" * 99}</g></defs>' + '<use href="#a"/>' * 9, "an id is there twice"),
    (
        '<cc:a xmlns:cc="http://creativecommons.org/ns#" xmlns:x="http://www.w3.org/1999/xlink" x:href="http://e/"/>',
        "of a note",
    ),
    (
        '<cc:a xmlns:cc="http://creativecommons.org/ns#" xmlns:x="http://www.w3.org/1999/xlink" x:actuate="onLoad"/>',
        "of a note",
    ),
    ("<script>alert(1)</script>", "'script'"),
    ("<SCRIPT/>", "'SCRIPT'"),
    ("<handler/>", "'handler'"),
    ("<foreignObject/>", "'foreignObject'"),
    ("<iframe src='//example.org/'/>", "'iframe'"),
    ("<object data='//example.org/'/>", "'object'"),
    ("<embed src='//example.org/'/>", "'embed'"),
    ('<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=//example.org/"/>', "xhtml}meta'"),
    ('<video xmlns="http://www.w3.org/1999/xhtml" poster="//example.org/a.png"/>', "xhtml}video'"),
    ('<img xmlns="http://www.w3.org/1999/xhtml" srcset="//example.org/a.png 2x"/>', "xhtml}img'"),
    ('<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="//example.org/a.css"/>', "xhtml}link'"),
    ('<form xmlns="http://www.w3.org/1999/xhtml" action="javascript:alert(1)"/>', "xhtml}form'"),
    ('<metadata><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script></metadata>', "xhtml}script'"),
    ('<circle xmlns="" r="1"><script/></circle>', "'script'"),
    ('<a href="javascript:alert(1)"><circle r="1"/></a>', "'a'"),
    ('<set attributeName="href" to="javascript:alert(1)"/>', "'set'"),
    ('<animate attributeName="href" to="javascript:alert(1)"/>', "'animate'"),
    ('<animateMotion><mpath href="//example.org/a.svg#b"/></animateMotion>', "'animateMotion'"),
    ('<image xlink:href="https://example.org/seen.png"/>', "'image'"),
    ('<image href=" data:image/svg+xml,x"/>', "'image'"),
    ('<filter id="f"><feImage href="//example.org/a.png"/></filter>', "'filter'"),
    ('<pattern id="p" href="//example.org/a.svg#p"/>', "'pattern'"),
    ('<use href="https://example.org/a.svg#b"/>', "'href' of use"),
    ('<use xlink:href="data:image/svg+xml,x#b"/>', "href' of use"),
    ('<linearGradient href="//example.org/a.svg#b"/>', "'href' of linearGradient"),
    ('<circle href="#a"/>', "'href' of circle"),
    ('<circle onload="alert(1)"/>', "'onload' of circle"),
    ('<circle src="//example.org/a"/>', "'src' of circle"),
    ('<g xml:base="https://example.org/"/>', "base' of g"),
    ('<circle fill="url(http://example.org/a)"/>', "'fill' of circle"),
    ('<circle fill="u\\72l(//example.org/a)"/>', "'fill' of circle"),
    ('<circle style="fill: url(http://example.org/a)"/>', "'style' of circle"),
    ("<circle style=\"background-image: image-set('//example.org/a.png' 1x)\"/>", "'style' of circle"),
    ("<circle style=\"fill: image-set('//example.org/a.png' 1x)\"/>", "'style' of circle"),
    ('<circle style="cursor: url(//example.org/a.cur), auto"/>', "'style' of circle"),
    ('<circle style="fill: urlrgb(1)(//example.org/a)"/>', "'style' of circle"),
    ('<circle style="fill: url/**/(//example.org/a)"/>', "'style' of circle"),
    ("<style>@import url(//example.org/a.css);</style>", "style sheet"),
    ("<style>@import '//example.org/a.css';</style>", "style sheet"),
    ("<style>@font-face { font-family: a; src: url(//example.org/a.woff) }</style>", "style sheet"),
    ("<style>circle { fill: \\75rl(//example.org) }</style>", "style sheet"),
    ("<style>circle { fill: red; } @media print { g { fill: red } }</style>", "style sheet"),
    ("<style>g { background: red }</style>", "style sheet"),
    ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', "another use"),
    ("".join(f'<g id="g{k}">' + f'<use href="#g{k - 1}"/>' * 9 + "</g>" for k in range(1, 20)), "another use"),
    ('<g id="g">' + "<g/>" * 300 + "</g>" + '<use href="#g"/>' * 300, "too many"),
]
ENTITY = b'<!DOCTYPE svg [<!ENTITY a "b">]>'
STYLE = '<?xml-stylesheet href="//example.org/a.css"?>'
HOSTILE_FILES = [
    (b'<?xml-stylesheet href="//example.org/a.css"?>' + SVG, "processing instruction"),
    (b'<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#x"?>' + SVG, "processing instruction"),
    (svg("<?php echo 1 ?>"), "processing instruction"),
    ((STYLE + SVG.decode()).encode("utf-16"), "not UTF-8"),
    ((STYLE + SVG.decode()).encode("utf-16-le"), "not UTF-8"),
    (b'<?xml version="1.0" encoding="utf-7"?>' + SVG, "not UTF-8"),
    (b"<?xml version='1.0' encoding = 'ISO-8859-1' ?>" + SVG, "not UTF-8"),
    (ENTITY + SVG, "document type"),
    (b'<!DOCTYPE svg SYSTEM "//example.org/a.dtd">' + SVG, "document type"),
    (b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + SVG, "document type"),
    (b"<html xmlns='http://www.w3.org/1999/xhtml'/>", "no SVG"),
    (b"<svg/>", "no SVG"),
    (svg("", 'onload="alert(1)"'), "'onload' of svg"),
    (b"", "no XML"),
    (b"GIF89a", "no XML"),
    (b"id,surname\n1,Private", "no XML"),
]


@pytest.mark.parametrize(
    ("data", "named"), [*((svg(part), named) for part, named in HOSTILE_PARTS), *HOSTILE_FILES], ids=str
)
def test_a_picture_that_could_run_or_fetch_something_is_no_logo(data: bytes, named: str, tmp_path: Path) -> None:
    """An SVG runs nothing and fetches nothing, even when it is opened by itself."""
    (tmp_path / "logo.svg").write_bytes(data)
    with pytest.raises(InputError, match=re.escape(named)) as refused:
        read_logo(tmp_path, "logo.svg")
    assert "expected a PNG, a JPEG, or an SVG of plain shapes" in str(refused.value)


def test_a_picture_that_is_too_large_is_no_logo(tmp_path: Path) -> None:
    (tmp_path / "logo.svg").write_bytes(PNG + bytes(LARGEST_LOGO))
    with pytest.raises(InputError, match="larger than"):
        read_logo(tmp_path, "logo.svg")


INKSCAPE = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="210mm" height="297mm" viewBox="0 0 210 297" version="1.1" id="svg5" sodipodi:docname="drawing.svg"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns="http://www.w3.org/2000/svg" inkscape:version="1.2"
  xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:xlink="http://www.w3.org/1999/xlink"
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc="http://creativecommons.org/ns#"
  xmlns:dc="http://purl.org/dc/elements/1.1/">
<sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:current-layer="layer1"/>
<metadata><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format>
<dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/></cc:Work></rdf:RDF></metadata>
<defs><linearGradient id="a"><stop style="stop-color:#000000;stop-opacity:1;" offset="0"/></linearGradient>
<radialGradient xlink:href="#a" id="b" gradientTransform="matrix(1,0,0,1.5,-2e-3,4)" gradientUnits="userSpaceOnUse"/>
</defs>
<g inkscape:label="Layer (1)" inkscape:groupmode="layer" id="layer1" transform="translate(3, -4)">
<path style="fill:url(#b);stroke:none;-inkscape-stroke:none;paint-order:markers fill stroke" d="m 1,2 3e-4,5 z"/>
<text xml:space="preserve" style="font-size:10px;-inkscape-font-specification:'sans-serif, Bold'" x="1" y="2">
<tspan sodipodi:role="line" x="1">Go &amp; more</tspan></text></g></svg>"""
ILLUSTRATOR = """<svg id="Layer_1" data-name="Layer 1" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"
xmlns:xlink="http://www.w3.org/1999/xlink" style="enable-background:new 0 0 9 9;" xml:space="preserve">
<defs><style type="text/css"><![CDATA[.cls-1,.cls-2{fill:none;} .cls-2{clip-path:url(#clip);}
#Layer_1 > .cls-3{fill:url('#g');font-family:MyriadPro-Regular, "Myriad Pro";}]]></style>
<clipPath id="clip"><use xlink:href="#r" style="overflow:visible;"/></clipPath>
<rect id="r" class="cls-1" width="9" height="9"/></defs><title>Club (2024); {x}</title>
<g class="cls-2" aria-label="a; b (c)"><path class="cls-3" d="M0,0h9v9z"/></g></svg>"""
HARMLESS = {
    "plain": SVG.decode(),
    "byte order mark": "\ufeff" + '<?xml version="1.0" encoding="utf-8"?>' + SVG.decode(),
    "Inkscape": INKSCAPE,
    "Illustrator": ILLUSTRATOR,
    "text on a path": svg('<path id="p" d="M0 0h9"/><text><textPath href="#p">Go</textPath></text>').decode(),
    "colours": svg('<circle r="1" fill="rgba(1, 2, 3, .5)" stroke="hsl(120deg 50% 50% / 50%)"/>').decode(),
    "a mask": svg('<mask id="m"><rect fill="#fff"/></mask><g mask="url(#m)" opacity=".5"/>').decode(),
}


@pytest.mark.parametrize("text", HARMLESS.values(), ids=HARMLESS)
def test_a_harmless_picture_of_a_drawing_program_is_a_logo(text: str, tmp_path: Path) -> None:
    (tmp_path / "logo.svg").write_text(text, encoding="utf-8")
    assert read_logo(tmp_path, "logo.svg").file == "logo.svg"


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
