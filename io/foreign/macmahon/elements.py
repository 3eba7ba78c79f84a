"""Elements as MacMahon writes them."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement


def typed(parent: Element, tag: str, version: int) -> Element:
    """A new element below, which says by which version of its type it is written."""
    return SubElement(parent, tag, typeversion=str(version))


def fill(parent: Element, values: Mapping[str, object]) -> None:
    """Add an element for each value."""
    for tag, value in values.items():
        SubElement(parent, tag).text = str(value).lower() if isinstance(value, bool) else str(value)
