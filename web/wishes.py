"""Wishes for the next draw: in a cookie of the tournament until they are drawn, then in the record of the draft."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from ..desk.rounds.draw.asked import Asked, asked_of_draft
from ..model.errors import InputError, McMahonError
from .context import RequestContext

COOKIE = "mcmahon-wishes"
LONGEST = 3600  # a cookie has 4 KB
A_DAY = 24 * 3600


def asked_on(context: RequestContext, again: bool = False) -> tuple[Asked, bool] | None:
    """The wishes for the next draw, and whether they wait to be drawn; None where no round can be drawn.

    `again`: the next draw is of the last round, although it is published.
    """
    try:
        of_draft = asked_of_draft(context.state, again)
    except McMahonError:
        return None
    waiting = _in_cookie(context.request, of_draft.number)
    return (of_draft, False) if waiting is None else (waiting, waiting != of_draft)


def _in_cookie(request: Request, number: int) -> Asked | None:
    try:
        kept, wishes = json.loads(urlsafe_b64decode(request.cookies.get(COOKIE, "").encode()))
        return Asked(number, tuple(map(str, wishes))) if kept == number else None
    except (ValueError, TypeError):
        return None


def keep(answer: Response, context: RequestContext, asked: Asked) -> Response:
    """The answer with the wishes in its cookie. Raises InputError where they are too many."""
    text = json.dumps([asked.number, asked.wishes], ensure_ascii=False)
    value = urlsafe_b64encode(text.encode()).decode("ascii")
    if len(value) > LONGEST:
        raise InputError("these are too many wishes for one draw; draw the round by those so far first")
    answer.set_cookie(COOKIE, value, max_age=A_DAY, httponly=True, samesite="strict", path=_path(context))
    return answer


def forget(answer: Response, context: RequestContext) -> Response:
    """The answer without them: they are drawn, or given up."""
    answer.delete_cookie(COOKIE, path=_path(context))
    return answer


def _path(context: RequestContext) -> str:
    return quote(f"/t/{context.name}/")
