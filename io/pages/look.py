"""The organiser's logo and colours: checked, and kept readable on light and dark ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...model.errors import InputError, Problem
from ...model.tournament.settings import PageSettings
from ..files import read_own
from .plain_svg import fault_of

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
    parts = [value / 255 for value in _parts(colour)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(colour: str) -> list[int]:
    return [int(colour[k : k + 2], 16) for k in (1, 3, 5)]


def _mixed(colour: str, ink: str, share: float) -> str:
    pairs = zip(_parts(colour), _parts(ink), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
