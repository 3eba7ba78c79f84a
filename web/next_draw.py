"""Wishes for the next draw: in a cookie of the tournament until they are drawn, then in the record of the draft."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from urllib.parse import quote

import msgspec
from starlette.responses import Response

from ..desk.rounds.round_numbers import next_round
from ..desk.rounds.wishes import NO_WISHES, Wishes, both, wishes_of_draft
from ..model.errors import InputError, McMahonError, Problem
from ..model.records.state import State

COOKIE = "mcmahon-wishes"
LONGEST = 3600  # a cookie has 4 KB
A_DAY = 24 * 3600


@dataclass(frozen=True, slots=True)
class NextDraw:
    """The number of the round that is drawn next, what is asked of it, and what its draft was asked for."""

    number: int
    wishes: Wishes
    of_draft: Wishes

    @property
    def waiting(self) -> bool:
        """Whether something is asked for that is not drawn yet."""
        return self.wishes != self.of_draft


def next_draw(state: State, cookies: Mapping[str, str], again: bool = False) -> NextDraw | None:
    """The next draw; None if no round can be drawn. `again`: of the last round, although it is published."""
    tournament = state.tournament
    try:
        number = len(tournament.rounds) if again else next_round(tournament)
        of_draft = wishes_of_draft(state, number)
    except McMahonError:
        return None
    waiting = _in_cookie(cookies.get(COOKIE, ""), number)
    return NextDraw(number, of_draft if waiting is None else waiting, of_draft)


def _in_cookie(text: str, number: int) -> Wishes | None:
    try:
        kept, wishes = msgspec.json.decode(urlsafe_b64decode(text.encode()), type=tuple[int, Wishes])
    except ValueError:
        return None
    return wishes if kept == number else None


def keep(answer: Response, name: str, number: int, wishes: Wishes) -> Response:
    """The answer with the wishes for a round of a tournament in its cookie. Raises InputError if they are too many."""
    value = urlsafe_b64encode(msgspec.json.encode((number, wishes))).decode("ascii")
    if len(value) > LONGEST:
        raise InputError("these are too many wishes for one draw; draw the round by those so far first")
    answer.set_cookie(COOKIE, value, max_age=A_DAY, httponly=True, samesite="strict", path=_path(name))
    return answer


def forget(answer: Response, name: str) -> Response:
    """The answer without them: they are drawn, or given up."""
    answer.delete_cookie(COOKIE, path=_path(name))
    return answer


def wish_value(wishes: Wishes) -> str:
    """Wishes as the value of a button."""
    return msgspec.json.encode(wishes).decode()


def wishes_sent(values: Iterable[str]) -> Wishes:
    """The wishes of buttons. Raises InputError if one is none."""
    try:
        return reduce(both, (msgspec.json.decode(value, type=Wishes) for value in values), NO_WISHES)
    except msgspec.DecodeError:
        raise InputError([Problem("no wish for a draw", expected="a button of the page")]) from None


def _path(name: str) -> str:
    return quote(f"/t/{name}/")
