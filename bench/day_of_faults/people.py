"""What people want of a tournament during a day, by browser, phone or terminal, and how they were answered."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol
from urllib.parse import urlencode

from mcmahon.desk.people.absences import Absent, absent
from mcmahon.desk.people.players import Cells, add
from mcmahon.desk.rounds.next_round import Draw, Publish, draw, publish
from mcmahon.desk.rounds.results import Results, enter
from mcmahon.model.records.hall import Side
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import result_text

PATIENCE = 20.0


class Answer(Enum):
    """How somebody was answered: done, refused in words, or not at all."""

    DONE = auto()
    REFUSED = auto()
    NONE = auto()


@dataclass(frozen=True, slots=True)
class Said:
    """An answer, with its text."""

    answer: Answer
    text: str = ""


class Wish(Protocol):
    """What somebody wants: how it changes a tournament, how it is typed, and how much of it a tournament has."""

    def done(self, state: State) -> State:
        """The tournament with it, in this process and without any fault."""

    def parts(self, state: State) -> Sequence[bool]:
        """Which of its parts a tournament has."""

    def words(self) -> Sequence[str]:
        """The command, without `mcmahon` and with `DIR`."""

    def form(self) -> tuple[str, dict[str, str]]:
        """The page of the desk with its form, and the fields."""


@dataclass(frozen=True, slots=True)
class SomeResults:
    """Results of a round."""

    number: int
    results: tuple[tuple[int, str], ...]

    @property
    def typed(self) -> list[str]:
        """Tables and results in turn."""
        return [word for table, result in self.results for word in (str(table), result)]

    def done(self, state: State) -> State:
        """With the results."""
        return enter(state, Results(self.typed, number=self.number)).state

    def parts(self, state: State) -> Sequence[bool]:
        """Whether each board has its result."""
        drawn = state.tournament.round(self.number)
        games = [(drawn.at_table(table), result) for table, result in self.results]
        return [game is not None and result_text(game.result) == result for game, result in games]

    def words(self) -> Sequence[str]:
        """The command `result`."""
        return ["result", "DIR", *self.typed, "--round", str(self.number)]

    def form(self) -> tuple[str, dict[str, str]]:
        """The field for the keyboard."""
        return f"results?round={self.number}", {"typed": " ".join(self.typed), "round": str(self.number)}


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody misses a later round."""

    player: str
    number: int

    def done(self, state: State) -> State:
        """With the absence."""
        return absent(state, Absent([self.player], str(self.number))).state

    def parts(self, state: State) -> Sequence[bool]:
        """Whether the player misses the round."""
        return [not state.tournament.player(self.player).enters(self.number)]

    def words(self) -> Sequence[str]:
        """The command `absent`."""
        return ["absent", "DIR", self.player, "--rounds", str(self.number)]

    def form(self) -> tuple[str, dict[str, str]]:
        """The tick in the table of entrants."""
        return f"entrants?round={self.number}", {"away": self.player, "round": str(self.number)}


@dataclass(frozen=True, slots=True)
class LateEntry:
    """Somebody new."""

    name: str
    rank: str

    def done(self, state: State) -> State:
        """With the player."""
        return add(state, Cells(name=self.name, rank=self.rank)).state

    def parts(self, state: State) -> Sequence[bool]:
        """Whether the player is there, once."""
        return [sum(player.name == self.name.replace(",", "") for player in state.tournament.players) == 1]

    def words(self) -> Sequence[str]:
        """The command `add`."""
        return ["add", "DIR", self.name, self.rank]

    def form(self) -> tuple[str, dict[str, str]]:
        """The form below the table of entrants."""
        return "entrants", {"add": "1", "name": self.name, "rank": self.rank}


@dataclass(frozen=True, slots=True)
class NextRound:
    """The next round, drawn though results may be missing."""

    number: int

    def done(self, state: State) -> State:
        """With the draft."""
        return draw(state, Draw(missing_results=True)).state

    def parts(self, state: State) -> Sequence[bool]:
        """Whether it is drawn."""
        return [len(state.tournament.rounds) >= self.number]

    def words(self) -> Sequence[str]:
        """The command `pair`."""
        return ["pair", "DIR", "--missing-results"]

    def form(self) -> tuple[str, dict[str, str]]:
        """The button."""
        return "round", {"draw": "1", "missing": "1"}


@dataclass(frozen=True, slots=True)
class FinalRound:
    """The draft made final."""

    number: int

    def done(self, state: State) -> State:
        """With the round published."""
        return publish(state, Publish(self.number)).state

    def parts(self, state: State) -> Sequence[bool]:
        """Whether it is published."""
        return [len(state.tournament.rounds) >= self.number and not state.tournament.round(self.number).draft]

    def words(self) -> Sequence[str]:
        """The command `publish-round`."""
        return ["publish-round", "DIR"]

    def form(self) -> tuple[str, dict[str, str]]:
        """The button."""
        return "round", {"publish": "1", "round": str(self.number)}


class Network(Enum):
    """What the network does to what somebody sends from a browser or a phone."""

    FINE = auto()
    ANSWER_LOST = auto()  # the connection is gone before the answer; it is sent again
    CUT = auto()  # the connection is gone in the middle of the form; it is sent again
    TWICE = auto()  # sent twice at once
    SLOW = auto()  # the form comes in small pieces


def sent(port: int, path: str, fields: dict[str, str], cookie: str, network: Network, own: str) -> tuple[int, str]:
    """The status and the text of the answer to a form, 0 where there was none."""
    body = urlencode(fields).encode()
    lines = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Content-Length: {len(body)}", f"Cookie: {cookie}"]
    lines += ["Content-Type: application/x-www-form-urlencoded", "Connection: close"]
    head = "\r\n".join(lines).encode() + b"\r\n\r\n"
    ask = [head, body]
    match network:
        case Network.ANSWER_LOST:
            _exchange(port, own, ask, listen=False)
        case Network.CUT:
            _exchange(port, own, [head, body[: len(body) // 2]], listen=False)
        case Network.TWICE:
            other = threading.Thread(target=_exchange, args=(port, own, ask))
            other.start()
            answer = _exchange(port, own, ask)
            other.join()
            return answer
        case Network.SLOW:
            ask = [head, *(body[k : k + 8] for k in range(0, len(body), 8))]
            return _exchange(port, own, ask, pause=0.05)
    return _exchange(port, own, ask)


def got(port: int, path: str, cookie: str, own: str = "127.0.0.1") -> tuple[int, str]:
    """The status and the text of a page, 0 where there was none."""
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
    return _exchange(port, own, [head.encode()])


def _exchange(
    port: int, own: str, parts: Sequence[bytes], *, listen: bool = True, pause: float = 0.0
) -> tuple[int, str]:
    try:
        with socket.create_connection(("127.0.0.1", port), PATIENCE, (own, 0)) as line:
            for part in parts:
                line.sendall(part)
                time.sleep(pause)
            if not listen:
                return 0, ""
            data = b"".join(iter(lambda: line.recv(1 << 16), b""))
    except OSError:
        return 0, ""
    head, _, text = data.partition(b"\r\n\r\n")
    status = re.match(rb"HTTP/1\.[01] (\d+)", head)
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    whole = length is None or len(text) == int(length[1])
    return (int(status[1]) if status and whole else 0), head.decode("latin-1") + "\n\n" + text.decode(errors="replace")


def of_command(code: int, out: str, err: str) -> Said:
    """How a command in a terminal has answered."""
    if code == 0:
        return Said(Answer.DONE, out)
    if code < 0 or code == 130:
        return Said(Answer.NONE, f"ended by signal {-code}")
    return Said(Answer.REFUSED, err)


def of_page(status: int, text: str) -> Said:
    """How a page has answered a form."""
    if status in (200, 303):
        return Said(Answer.DONE, text)
    return Said(Answer.REFUSED if status else Answer.NONE, f"{status} {text}")


SIDES = ((Side.WHITE, "127.1.0.1"), (Side.BLACK, "127.1.0.2"))
