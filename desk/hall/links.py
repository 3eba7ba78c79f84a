"""Links: made, found by their token, taken back; and which boards a helper's link is for."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path

from ...io.folder.hall_files import HallFiles
from ...model.errors import FolderError, InputError, Problem
from ...model.language import without_unseen
from ...model.records.hall import Board, Limit, Link, Phone, Role, Side
from ...model.tournament.games import Game
from ...model.tournament.person import column, value_key
from ...model.tournament.tournament import Tournament

TOKEN_BYTES = 24  # 192 bits
LONGEST_LABEL = 60
MOST_LINKS = 200  # without those of captains, of which each team has one
NO_LIMIT = Limit()
USED_EVERY = timedelta(minutes=1)  # a link that is used all day is written down once a minute


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link to make: its role, for whom, and for a helper the tables (`1-40`) or players (`women=yes`) as typed."""

    role: str
    label: str = ""
    tables: str = ""
    only: str = ""


def now() -> str:
    """The time in UTC as files of the hall have it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def token_of(secret: bytes, link: Link) -> str:
    """The token of a link, which nobody keeps: it is made again for each sheet."""
    return _made(secret, "link", link.id, link.role, link.made, link.label)


def board_token(secret: bytes, board: Board, side: Side) -> str:
    """The token of a side of a board: another one as soon as somebody else sits there."""
    return _made(secret, "board", board.round, board.table, board.white, board.black, side)


def _made(secret: bytes, *parts: object) -> str:
    text = "\0".join(map(str, parts)).encode()
    return urlsafe_b64encode(hmac.digest(secret, text, "sha256")[:TOKEN_BYTES]).decode()


def phone_of(secret: bytes, browser: str, address: str) -> Phone:
    """What is kept of a phone: nothing that leads back to its cookie or its address without the secret of the hall."""
    return Phone(*(_made(secret, kind, what) if what else "" for kind, what in (("browser", browser), ("at", address))))


def same(one: str, other: str) -> bool:
    """Whether two tokens are the same, in a time that tells nothing."""
    return hmac.compare_digest(one.encode(), other.encode())


def make(hall: HallFiles, request: NewLink, tournament: Tournament, maker: str = "") -> Link:
    """A new link, kept with the hash of its token; `maker` is the second desk that makes it. Raises InputError."""
    try:
        role = Role(request.role)
    except ValueError:
        raise InputError([Problem("wrong role", value=request.role, expected=", ".join(Role))]) from None
    if role is Role.CAPTAIN:
        raise InputError("links of captains are made for all teams together")
    limit = _limit(request, role, tournament)
    secret = hall.secret()
    with hall.locked():
        links = list(hall.links())
        if sum(not link.revoked and link.role is not Role.CAPTAIN for link in links) >= MOST_LINKS:
            raise InputError(f"there are {MOST_LINKS} links already; take some back first")
        made = replace(_link(secret, links, role, request.label, limit=limit), maker=maker)
        hall.keep_links([*links, made])
    return made


def make_for_captains(hall: HallFiles, tournament: Tournament) -> list[Link]:
    """The links of all teams' captains, in the order of the teams; those that are not there yet are made."""
    secret = hall.secret()
    with hall.locked():
        links = list(hall.links())
        known = {link.team for link in links if not link.revoked}
        new = [team for team in tournament.players if team.id not in known]
        for team in new:
            links.append(_link(secret, links, Role.CAPTAIN, team.name, team=team.id))
        if new:
            hall.keep_links(links)
    return of_captains(links, tournament)


def of_captains(links: Iterable[Link], tournament: Tournament) -> list[Link]:
    """The links of captains that are good, in the order of the teams."""
    by_team = {link.team: link for link in links if not link.revoked}
    return [by_team[team.id] for team in tournament.players if team.id in by_team]


def _link(
    secret: bytes, links: Sequence[Link], role: Role, label: str, limit: Limit = NO_LIMIT, team: str = ""
) -> Link:
    """A new link beside others, with the hash of its token."""
    number = max((link.id for link in links), default=0) + 1
    label = " ".join(without_unseen(label).split())[:LONGEST_LABEL]
    made = Link(number, role, label, "", now(), limit, team=team)
    return replace(made, digest=_digest(token_of(secret, made)))


def _limit(request: NewLink, role: Role, tournament: Tournament) -> Limit:
    """What a helper's link is for, as typed. Raises InputError."""
    tables, only = request.tables.strip(), request.only.strip()
    if role is not Role.HELPER and (tables or only):
        raise InputError("only a helper's link can be for some tables or players")
    first, _, last = tables.partition("-")
    title, _, value = only.partition("=")
    if only:
        column(title.strip(), tournament.players)  # raises where the registrations have no such column
    try:
        numbers = (int(first), int(last or first)) if tables else (0, 0)
        return Limit(*numbers, title.strip(), value.strip())
    except ValueError:
        wrong = ", ".join(filter(None, (request.tables, only)))
        raise InputError([Problem("wrong limit", value=wrong, expected="tables such as 1-40, or women=yes")]) from None


def revoke(hall: HallFiles, number: int) -> Link:
    """A link taken back: from now on nobody comes in by it. Raises InputError if there is none."""
    with hall.locked():
        links = list(hall.links())
        for k, link in enumerate(links):
            if link.id == number and not link.revoked:
                links[k] = replace(link, revoked=now())
                hall.keep_links(links)
                return links[k]
    raise InputError(f"there is no link {number} to take back")


def find(hall: HallFiles, token: str) -> Link | None:
    """The link that a token belongs to; None where there is none, it was taken back, or links do not count here."""
    digest, found = _digest(token), None
    if hall.is_from_elsewhere():
        return None
    for link in hall.links():
        if hmac.compare_digest(link.digest, digest) and not link.revoked:
            found = link
    return found


def used(hall: HallFiles, link: Link) -> None:
    """Note that a link was used now, at most once a minute; whoever comes need not wait for room on the disk."""
    if link.used and datetime.now(UTC) - datetime.fromisoformat(link.used) < USED_EVERY:
        return
    with suppress(FolderError), hall.locked():
        hall.keep_links([replace(one, used=now()) if one.id == link.id else one for one in hall.links()])


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def address_token(hall: HallFiles, link: Link) -> str:
    """The token of a link for a sheet; blank where the secret that it was made from is gone."""
    token = token_of(hall.secret(), link)
    return token if _digest(token) == link.digest else ""


def in_limit(limit: Limit, tournament: Tournament, game: Game) -> bool:
    """Whether a board belongs to what a helper's link is for: its table, or one of its players."""
    if limit.last and not limit.first <= game.table <= limit.last:
        return False
    return any(has_value(limit, tournament, player) for player in game.players)


def has_value(limit: Limit, tournament: Tournament, player: str) -> bool:
    """Whether a player has the value that a helper's link is for; everybody where it is for no value."""
    if not limit.column:
        return True
    try:
        [text] = column(limit.column, [tournament.player(player)])
    except InputError:  # this player has no such column
        return False
    return value_key(limit.column, text) == value_key(limit.column, limit.value)


def hall_of(path: Path) -> HallFiles:
    """The hall of a tournament's folder, the same for all who ask: what it has read need not be read again."""
    return _hall_at(path.absolute())


@lru_cache(maxsize=8)
def _hall_at(path: Path) -> HallFiles:
    return HallFiles(path)
