"""Faults between people and the desk: what is cut, lost, said twice, slow, or from a page of long ago."""

from __future__ import annotations

import re

from mcmahon.model.tournament.games import result_text

from .crowd import Crowd
from .hall import NAME, Hall
from .people import Network, got, sent


def answer_lost(hall: Hall, crowd: Crowd) -> None:
    """The connection is gone before the answer; people send it again."""
    crowd.network = Network.ANSWER_LOST
    crowd.act()


def cut(hall: Hall, crowd: Crowd) -> None:
    """The connection is gone in the middle of a form; people send it again."""
    crowd.network = Network.CUT
    crowd.act()


def twice(hall: Hall, crowd: Crowd) -> None:
    """Everything is sent twice at once."""
    crowd.network = Network.TWICE
    crowd.act()


def slow(hall: Hall, crowd: Crowd) -> None:
    """Forms come in small pieces."""
    crowd.network = Network.SLOW
    crowd.act()


def old_page(hall: Hall, crowd: Crowd) -> None:
    """A page of an earlier round, open since then, says another result."""
    assert hall.server is not None
    number = hall.lot.randrange(1, hall.played.number)
    game = hall.lot.choice([game for game in hall.sound.tournament.round(number) if result_text(game.result)])
    other = "0-1" if result_text(game.result) == "1-0" else "1-0"
    _, page = got(hall.port, f"/t/{NAME}/results?round={number}", hall.server.cookie)
    seen = re.search(r'name="seen" value="(\d+)"', page)
    crowd.act()
    fields = {"typed": f"{game.table} {other}", "round": str(number), "seen": seen[1] if seen else "1"}
    status, text = sent(hall.port, f"/t/{NAME}/results", fields, hall.server.cookie, Network.FINE, "127.0.0.1")
    if status != 409:
        hall.found.append(f"an old page has changed round {number}, table {game.table}: {status} {text[-300:]}")
