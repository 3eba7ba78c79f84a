"""The hall of a day: a folder, a desk that serves it, browsers, phones and terminals; and what can be done to them."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mcmahon.desk.changes import changed_things
from mcmahon.desk.desk import Desk
from mcmahon.desk.hall.links import board_token
from mcmahon.io.folder.state_files import state_files
from mcmahon.model.errors import McMahonError
from mcmahon.model.records.hall import Board
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Round

from .people import SIDES, Answer, Network, Said, SomeResults, Wish, got, of_command, of_page, sent
from .processes import Started
from .under_fault import SAID, WATCHED

NAME = "hall"
START = 60.0  # seconds that a server may take to start or to end
STILL = 15.0  # seconds that what both sides said may take until it is a result


@dataclass
class Server:
    """A desk in a process of its own."""

    process: Started
    port: int
    cookie: str


@dataclass
class Hall:
    """A tournament on a disk of its own under `base`, and everybody who works on it.

    `sound` is the last state that was found to be right; `played` its round that is being played.
    """

    base: Path
    lot: random.Random
    sound: State
    server: Server | None = None
    others: list[Server] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    secret: bytes = b""

    @property
    def home(self) -> Path:
        """The folder of tournaments."""
        return self.base / "desk"

    @property
    def folder(self) -> Path:
        """The tournament."""
        return self.home / NAME

    @property
    def stick(self) -> Path:
        """Where copies go."""
        return self.base / "stick"

    @property
    def port(self) -> int:
        """Where the desk is, 0 where it is nowhere."""
        return self.server.port if self.server else 0

    @property
    def played(self) -> Round:
        """The round that is being played."""
        return [drawn for drawn in self.sound.tournament.rounds if not drawn.draft][-1]

    def state(self) -> State:
        """The tournament as it is on the disk."""
        return Desk(self.folder).read()

    def restored(self) -> None:
        """The files of the last state that was right, so that the day can go on."""
        for name, text in state_files(self.sound).items():
            (self.folder / name).write_text(text, encoding="utf-8", newline="")

    # What is broken

    def breaks(self, fault: str, **how: Any) -> None:
        """From now on this is broken for every process of the program."""
        said = self.base / "fault.json"
        beside = said.with_suffix(".new")
        beside.write_text(json.dumps({"fault": fault, **how}))
        beside.replace(said)

    def heals(self) -> None:
        """Nothing is broken any more."""
        (self.base / "fault.json").unlink(missing_ok=True)

    def pause(self, least: float, most: float) -> None:
        """Some time by lot."""
        time.sleep(self.lot.uniform(least, most))

    # The server

    def open(self, state: str = "state") -> Server:
        """A desk that has been started over the folder."""
        env = self._env() | {"XDG_STATE_HOME": str(self.base / state)}
        words = ["desk", str(self.home), "--no-browser"]
        process = Started(words, env, self.base / "said", {}, self.base / "server.log")
        end = time.monotonic() + START
        while "\n" not in process.out:
            if time.monotonic() > end or not process.runs():
                raise AssertionError(f"the desk did not start: {process.err[-500:]}")
            time.sleep(0.02)
        address = process.out.split("\n")[0]
        port = int(address.partition("/?")[0].rpartition(":")[2])
        head = self._greeted(port, address.partition("key=")[2])
        cookie = re.search(r"(?i)set-cookie: (mcmahon-desk-[^;]+)", head)
        assert cookie, head
        return Server(process, port, cookie[1])

    def _greeted(self, port: int, key: str) -> str:
        """The answer to who opens the address with the key."""
        for _ in range(100):
            status, head = got(port, f"/?key={key}", "")
            if status:
                return head
            time.sleep(0.1)
        return ""

    def opens(self) -> None:
        """Start the desk if it does not run."""
        if self.server is not None and self.server.process.runs():
            return
        self.server = self.open()

    def ends(self, server: Server, how: signal.Signals) -> None:
        """End a server by a signal."""
        server.process.send(how)
        if server.process.wait(START) is None:
            self.found.append(f"the desk did not end by {how.name}")
            server.process.send(signal.SIGKILL)
            server.process.wait(START)

    def _env(self) -> dict[str, str]:
        env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        return env | {WATCHED: str(self.home), SAID: str(self.base / "fault.json")}

    # People

    def terminal(
        self,
        words: Sequence[str],
        *,
        kill_at: int = 0,
        seconds: float = 90,
        limits: Mapping[str, int] | None = None,
        **env: str,
    ) -> Said:
        """How a command was answered; it is killed at the call `kill_at`."""
        if kill_at:
            own = self.base / f"kill-{kill_at}.json"
            own.write_text(json.dumps({"fault": "killed", "call": kill_at}))
            env = {**env, SAID: str(own)}
        return self.ended(self.begun(words, limits, **env), words[0], seconds)

    def begun(self, words: Sequence[str], limits: Mapping[str, int] | None = None, **env: str) -> Started:
        """A command that has been started, with limits of the system."""
        own = [str(self.folder) if word == "DIR" else word for word in words]
        return Started(own, self._env() | env, self.base / "said", limits or {}, None)

    def ended(self, run: Started, what: str, seconds: float = 90) -> Said:
        """How a command was answered."""
        code = run.wait(seconds)
        if code is None:
            run.send(signal.SIGKILL)
            run.wait(seconds)
            self.found.append(f"mcmahon {what} did not end")
            return Said(Answer.NONE)
        return self.judged(of_command(code, run.out, run.err), what)

    def browser(self, wish: Wish, network: Network, port: int) -> Said:
        """How the desk's own browser was answered."""
        server = next((one for one in (self.server, *self.others) if one and one.port == port), None)
        if server is None:
            return Said(Answer.NONE)
        page, fields = wish.form()
        status, text = got(port, f"/t/{NAME}/{page}", server.cookie)
        seen = re.search(r'name="seen" value="(\d+)"', text)
        if status != 200 or not seen:
            return self.judged(of_page(status, text) if status != 200 else Said(Answer.NONE, text), page)
        path = f"/t/{NAME}/{page.partition('?')[0]}"
        status, text = sent(port, path, fields | {"seen": seen[1]}, server.cookie, network, "127.0.0.1")
        said = of_page(status, text) if status != 200 else Said(Answer.REFUSED, text)
        return self.judged(said, page)

    def phones(self, wish: SomeResults, network: Network, port: int) -> Said:
        """How both sides of some boards were answered, who say the same; the worst of it."""
        answers: list[Said] = []
        for table, result in wish.results:
            game = self.sound.tournament.round(wish.number).at_table(table)
            assert game is not None
            for side, own in SIDES:
                token = board_token(self.secret, Board.of(wish.number, game), side)
                path = f"/h/{quote(NAME)}/b/{wish.number}/{table}/{side[0]}/{token}"
                status, text = sent(port, path, {"say": result}, "", network, own)
                done = status == 410 or status == 303  # 410: the result is in
                answers.append(self.judged(Said(Answer.DONE) if done else of_page(status, text), "a phone"))
        return max(answers, key=lambda said: said.answer.value)

    def judged(self, said: Said, where: str) -> Said:
        """An answer, which is in words."""
        text = said.text
        for sign in ("Traceback (most", "error of the program itself", "Internal Server Error"):
            if sign in text:
                self.found.append(f"{where}: {sign}: {text[-700:]}")
        if said.answer is Answer.REFUSED and text.startswith("500"):
            self.found.append(f"{where}: 500: {text[:600]}")
        return said

    def waits_for(self, wish: Wish, seconds: float = STILL) -> bool:
        """Whether a wish came true in time, without anybody doing anything."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(McMahonError):
                if all(wish.parts(self.state())):
                    return True
            time.sleep(0.1)
        return False

    def looks(self, page: str) -> None:
        """Somebody looks at a page of the desk, which is there or says in words why not."""
        assert self.server is not None
        status, text = got(self.port, f"/t/{NAME}/{page}", self.server.cookie)
        if status not in (200, 409, 422, 503):
            self.found.append(f"the page {page} answers {status}: {text[-600:]}")

    def takes_back_draft(self, wish: Wish, answer: Answer) -> None:
        """A draw was disturbed: there is a whole draft, the right one, which is taken back, or there is none."""
        try:
            done = all(wish.parts(self.state()))
        except McMahonError as error:
            self.found.append(f"after a draw the folder cannot be read: {error}")
            return
        if done is not (answer is Answer.DONE) and answer is not Answer.NONE:
            self.found.append(f"a draw was {answer.name}, and there is {'a' if done else 'no'} draft")
        if done:
            if changed_things(wish.done(self.sound), self.state()):
                self.found.append("a draft is another one than without a fault")
            said = self.terminal(["undo", "DIR"])
            if said.answer is not Answer.DONE:
                self.found.append(f"a draft cannot be taken back: {said.text}")
