"""The organiser's logo (SVG parts of a list, that run and fetch nothing) and colours, readable on any ground."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

from ...model.errors import InputError, Problem
from ...model.tournament.settings.occasion import PageSettings
from ..files import read_own

SVG = "{http://www.w3.org/2000/svg}"
_LINKS = "{http://www.w3.org/1999/xlink}"
_HREFS = ("href", f"{_LINKS}href")
_XML = "{http://www.w3.org/XML/1998/namespace}"
#: What drawing programs write beside the picture; browsers do nothing with it.
_NOTES = (
    "{http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd}",
    "{http://www.inkscape.org/namespaces/inkscape}",
    "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}",
    "{http://creativecommons.org/ns#}",
    "{http://web.resource.org/cc/}",
    "{http://purl.org/dc/elements/1.1/}",
)
_ELEMENTS = """
svg g defs symbol use title desc metadata style path rect circle ellipse line polyline polygon text tspan textPath
linearGradient radialGradient stop clipPath mask
"""
_POINTING = ("use", "linearGradient", "radialGradient", "textPath")
_PLACES = """
x y x1 x2 y1 y2 cx cy r rx ry fx fy fr d points dx dy width height viewBox preserveAspectRatio transform rotate
"""
_OTHERS = """
lang focusable version baseProfile type media textLength lengthAdjust pathLength offset startOffset method spacing
gradientTransform gradientUnits spreadMethod clipPathUnits maskUnits maskContentUnits
"""
_ATTRIBUTES = frozenset((*_PLACES.split(), *_OTHERS.split()))
_TEXTS = re.compile(r"(?:data|aria)-[\w-]+|id|class|role")
_PROPERTIES = re.compile(
    "(?:-inkscape-|fill|stroke|font|text|marker|stop|color|solid|letter|word|clip|mask|shape|image|white-space)[a-z-]*|"
    "opacity|display|visibility|overflow|direction|unicode-bidi|writing-mode|[a-z]+-baseline|baseline-shift|line-height|"
    "paint-order|vector-effect|enable-background|isolation|mix-blend-mode|transform|transform-origin|filter|block-progression"
)
_INSIDE = re.compile(r"#[\w.:-]+")
#: The functions that a value may call: colours, places, and what stands in the picture itself.
_FUNCTION = re.compile(
    r"(?i:url\(\s*([\"']?)#[\w.:-]+\1\s*\)|"
    r"(?<![\w-])(?:rgba?|hsla?|matrix|translate|scale|rotate|skewx|skewy)\([\s\d.,%e+a-z/-]*\))"
)
_SELECTORS = re.compile(r"[\w\s.#,*>-]+")
_DECLARATION = re.compile(r"\A\ufeff?<\?xml\s[^<>?]*\?>")
_ENCODING = re.compile(r"encoding\s*=\s*[\"'](?!utf-?8[\"'])", re.IGNORECASE)
MOST_USED = 20_000  # elements that all `use` together may show again


def fault_of(data: bytes) -> str:
    """What makes bytes no plain SVG: an element, an attribute, or how it is written; empty if there is nothing."""
    from defusedxml.common import DefusedXmlException, DTDForbidden
    from defusedxml.ElementTree import ParseError, fromstring

    if fault := _written(data):
        return fault
    try:
        root = fromstring(data, forbid_dtd=True)
    except DTDForbidden:
        return "it has a document type"
    except (ParseError, DefusedXmlException, ValueError):
        return "it is no XML"
    if root.tag != f"{SVG}svg":
        return "it is no SVG"
    return next(filter(None, map(_of_element, root.iter())), "") or _used(root)


def _written(data: bytes) -> str:
    """What a browser might read otherwise than we do: other encodings, processing instructions."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return "it is not UTF-8"
    head = _DECLARATION.match(text)
    if "\0" in text or (head and _ENCODING.search(head[0])):
        return "it is not UTF-8"
    return "it has a processing instruction" if "<?" in text[head.end() if head else 0 :] else ""


def _of_element(element: Element) -> str:
    """What an element may not be or have."""
    tag = str(element.tag)
    if tag.startswith(_NOTES):
        leading = next((title for title in element.attrib if title in _HREFS or title.startswith(_LINKS)), "")
        return f"the attribute {_short(leading)} of a note is not allowed" if leading else ""
    name = tag.removeprefix(SVG)
    if name not in _ELEMENTS.split():
        return f"the element {_short(tag)} is not allowed"
    for title, value in element.attrib.items():
        if not (title.startswith(_NOTES) or _may_have(name, title, value)):
            return f"the attribute {_short(title)} of {name} is not allowed, or not with this value"
    if name == "style" and not _plain_sheet("".join(element.itertext())):
        return "its style sheet has more than plain rules"
    return ""


def _may_have(name: str, title: str, value: str) -> bool:
    if title in _HREFS:
        return name in _POINTING and bool(_INSIDE.fullmatch(value.strip()))
    if title == "style":
        return _plain_rules(value)
    if title.startswith(_XML):
        return title.removeprefix(_XML) in ("space", "lang")
    if _TEXTS.fullmatch(title):
        return True
    return bool(title in _ATTRIBUTES or _PROPERTIES.fullmatch(title)) and _plain_value(value)


def _plain_value(text: str) -> bool:
    """Whether a value calls no function but harmless ones."""
    return not any(sign in _FUNCTION.sub("", text) for sign in "(\\@{}<;")


def _plain_rules(text: str) -> bool:
    """Whether `property: value; …` has known properties and plain values only."""
    rules = [rule.partition(":") for rule in text.split(";") if rule.strip()]
    return all(_PROPERTIES.fullmatch(name.strip().lower()) and _plain_value(value) for name, _, value in rules)


def _plain_sheet(text: str) -> bool:
    """Whether a style sheet is rules for elements, classes and ids, and nothing else."""
    *blocks, rest = text.split("}")
    halves = [block.partition("{") for block in blocks]
    return not rest.strip() and all(
        brace and _SELECTORS.fullmatch(selectors) and _plain_rules(rules) for selectors, brace, rules in halves
    )


def _used(root: Element) -> str:
    """What `use` shows again: it must be no `use` itself, and all together not too much."""
    ids = [element.get("id", "") for element in root.iter() if "id" in element.attrib]
    if len(ids) > len(set(ids)):
        return "an id is there twice, and browsers differ in which they take"
    named = {element.get("id"): element for element in root.iter()}
    sizes: dict[str, int] = {}
    shown = 0
    for element in root.iter(f"{SVG}use"):
        target = next((element.get(title, "") for title in _HREFS if title in element.attrib), "").strip()[1:]
        if target in named and target not in sizes:
            if next(named[target].iter(f"{SVG}use"), None) is not None:
                return "a use shows another use"
            sizes[target] = sum(1 for _ in named[target].iter())
        shown += sizes.get(target, 0)
    return "its elements use are too many" if shown > MOST_USED else ""


def _short(name: str) -> str:
    """A name as it is told: without the namespace of SVG, and not too long."""
    return repr(name.removeprefix(SVG)[:80])


LARGEST_LOGO = 512 * 1024
BLACK, WHITE = "#000000", "#ffffff"
#: Grounds that links stand on, as `style.css` has them: paper and shade, by day and by night.
LIGHT, DARK = ("#fbfaf7", "#f1efe8"), ("#131615", "#1d2120")
READABLE = 4.5  # WCAG 2.2, contrast of text

_BEGINNINGS = ((b"\x89PNG\r\n\x1a\n", "logo.png"), (b"\xff\xd8\xff", "logo.jpg"))


@dataclass(frozen=True, slots=True)
class Logo:
    """A picture as it is published: the name of its file there, and its content."""

    file: str
    data: bytes


def read_logo(home: Path, name: str) -> Logo:
    """The logo beside `tournament.toml`, named by what it is. Raises FolderError, InputError."""
    path = home / name
    data = read_own(path, LARGEST_LOGO)
    for beginning, file in _BEGINNINGS:
        if data.startswith(beginning):
            return Logo(file, data)
    fault = fault_of(data)
    if not fault:
        return Logo("logo.svg", data)
    expected = "a PNG, a JPEG, or an SVG of plain shapes and text, without scripts and links"
    raise InputError([Problem(f"pages.logo: this picture cannot be published: {fault}", str(path), expected=expected)])


def own_colours(pages: PageSettings) -> str:
    """The style for the organiser's colours, after the rest of the style sheet; empty if none are set."""
    common = {"brand": pages.colour, "on-brand": text_on(pages.colour)} if pages.colour else {}
    blocks = []
    for ground, media in ((LIGHT, "screen"), (DARK, "screen and (prefers-color-scheme: dark)")):
        accent = readable(pages.accent, ground) if pages.accent else ""
        chosen = common | ({"link": accent, "mark": accent, "on-mark": text_on(accent)} if accent else {})
        if chosen:
            values = " ".join(f"--{name}: {colour};" for name, colour in chosen.items())
            blocks.append(f"@media {media} {{ html:root {{ {values} }} }}\n")
    return "".join(blocks)


def text_on(colour: str) -> str:
    """Black or white, whichever is read better on a colour."""
    return max((BLACK, WHITE), key=lambda ink: contrast(ink, colour))


def readable(colour: str, grounds: Sequence[str]) -> str:
    """The colour, as much nearer to black or white as text of it needs on all of these grounds."""
    ink = text_on(grounds[0])
    for part in range(21):
        mixed = _mixed(colour, ink, part / 20)
        if all(contrast(mixed, ground) >= READABLE for ground in grounds):
            return mixed
    return ink


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2)."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """How bright `#rrggbb` is, 0 to 1 (WCAG 2.2, relative luminance)."""
    parts = (value / 255 for value in bytes.fromhex(colour[1:]))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mixed(colour: str, ink: str, share: float) -> str:
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(ink[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()
