"""The organiser's logo and colours, as the published pages have them."""

from __future__ import annotations

import mimetypes

from starlette.responses import Response

from ...desk.pages import own_logo, own_style
from ...model.errors import McMahonError
from ..context import RequestContext
from ..guard import PAGE_POLICY
from ..pages import Page


def style(context: RequestContext) -> Response:
    """The colours, as a style sheet that comes after the desk's own."""
    return Response(own_style(context.state), media_type="text/css")


def logo(context: RequestContext) -> Response:
    """The logo; 404 where there is none that can be shown."""
    try:
        found = own_logo(context.desk, context.state)
    except McMahonError as error:
        return Response(str(error), 404, media_type="text/plain")
    kind = mimetypes.guess_type(found.file)[0] or "application/octet-stream"
    return Response(found.data, media_type=kind, headers={"content-security-policy": f"{PAGE_POLICY}; sandbox"})


PAGES = (
    Page("look.css", style),
    Page("logo", logo),
)
