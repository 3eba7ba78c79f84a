"""QR codes as SVG: dark on light whatever the theme, large enough for an old camera."""

from __future__ import annotations

import io

import segno
from markupsafe import Markup


def qr(address: str, title: str) -> Markup:
    """The QR code of an address; no text but the escaped title is in it."""
    out = io.BytesIO()
    code = segno.make(address, micro=False, error="m", boost_error=False)
    code.save(
        out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, svgns=False, title=title, omitsize=True
    )
    return Markup(out.getvalue().decode())
