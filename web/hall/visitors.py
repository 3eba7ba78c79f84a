"""The language of a phone: by a link with `?lang=`, which is remembered, else by what its browser asks for."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from ...desk.messages.written_values import words_for
from ...model.language import LANGUAGES, Words

CHOICE = "lang"
COOKIE = "mcmahon-language"
PATH = "/h/"
YEAR = 365 * 24 * 3600


def words_of(request: Request, otherwise: str = "en") -> Words:
    """The words for whoever asks; `otherwise` is the tournament's own language."""
    chosen = (request.query_params.get(CHOICE, ""), request.cookies.get(COOKIE, ""))
    return words_for(chosen, request.headers.get("accept-language", ""), otherwise)


def remembered(request: Request, answer: Response) -> Response:
    """The answer, with which the phone keeps a language that was chosen by a link."""
    chosen = request.query_params.get(CHOICE, "")
    if chosen in LANGUAGES:
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, chosen, YEAR, path=PATH, httponly=True, samesite="lax", secure=secure)
    return answer


def editions(request: Request) -> list[tuple[str, str, str]]:
    """This page in every language: its code, its name in itself, and the link to it."""
    kept = [(name, value) for name, value in request.query_params.multi_items() if name != CHOICE]
    return [(code, name, "?" + urlencode([*kept, (CHOICE, code)])) for code, name in LANGUAGES.items()]
