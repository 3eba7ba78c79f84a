"""A day: minute by minute people act, something breaks, and what they were told is held against the folder.

Beside the folder a tournament is kept in memory, by the same use cases and without any fault: whatever somebody was
told is done, is done there, too. Nothing else may ever be in the folder, and nothing less.
"""

from __future__ import annotations

import hashlib
import random
import shutil
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mcmahon.desk.changes import changed_things
from mcmahon.desk.desk import Desk
from mcmahon.desk.pages import pages_folder
from mcmahon.desk.pages import publish as publish_pages
from mcmahon.io.folder.hall_files import OLD_COUNTS, HallFiles
from mcmahon.io.folder.state_files import state_files
from mcmahon.io.private import write_private
from mcmahon.model.errors import McMahonError
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Result

from . import of_disks, of_files, of_networks, of_processes
from .crowd import Crowd
from .hall import NAME, Hall
from .people import Answer, Away, FinalRound, LateEntry, Network, NextRound, Said, SomeResults, Wish, sent

Fault = Callable[[Hall, Crowd], None]

FAULTS: tuple[Fault, ...] = (
    of_processes.server_killed,
    of_processes.server_ended,
    of_processes.command_killed,
    of_processes.command_interrupted,
    of_processes.draw_stopped,
    of_processes.solver_killed,
    of_processes.solver_without_memory,
    of_processes.asleep,
    of_processes.lock_held,
    of_processes.two_servers,
    of_processes.files_open,
    of_disks.full,
    of_disks.files_short,
    of_disks.slow,
    of_disks.read_only,
    of_disks.held,
    of_disks.unreadable,
    of_disks.away,
    of_disks.clock,
    of_networks.answer_lost,
    of_networks.cut,
    of_networks.twice,
    of_networks.slow,
    of_networks.old_page,
    of_files.conflicted_copy,
    of_files.older_version,
    of_files.cut_off,
    of_files.odd_files,
    of_files.saved_elsewhere,
    of_files.link,
    of_files.last_step,
    of_files.old_step,
    of_files.mark,
    of_files.said_cut,
    of_files.pages,
    of_files.copies,
)

RESULTS = ("1-0", "0-1")
TIMES = 4  # that somebody tries again once nothing is broken
ALREADY = "already registered"  # said to who sends an entry again
LATER = "the next command will finish it first"  # said of a change that is in the journal already


def fault_name(fault: Fault) -> str:
    """`of_disks.full` as `disks: full`."""
    return f"{fault.__module__.rpartition('.of_')[2]}: {fault.__name__.replace('_', ' ')}"


@dataclass
class Day:
    """A day in a hall, in which so many rounds are played in so many minutes, with a fault in each."""

    hall: Hall
    minutes: int
    rounds: int
    faults: Sequence[Fault]
    most: float = 1800.0  # seconds, after which the day ends early
    told: Counter[Answer] = field(default_factory=Counter)
    tell: Callable[[str], None] = print

    def run(self) -> None:
        """All of it; what is wrong is in `hall.found`."""
        hall = self.hall
        hall.opens()
        assert hall.server is not None
        copy = {"place": str(hall.stick), "always": "1"}
        sent(hall.port, f"/t/{NAME}/copy", copy, hall.server.cookie, Network.FINE, "127.0.0.1")
        hall.terminal(["set", "DIR", f"rounds={len(hall.sound.tournament.rounds) + self.rounds + 1}"])
        hall.terminal(["publish", "DIR"])
        hall.sound = hall.state()
        end = time.monotonic() + self.most
        for minute in range(self.minutes):
            if time.monotonic() > end:
                self.minutes = minute
                break
            before = len(hall.found)
            fault = self.faults[minute]
            begun = time.monotonic()
            try:
                self.minute(minute, fault)
            except McMahonError as error:
                hall.found.append(f"the folder cannot be read: {str(error)[:300]}")
                hall.restored()
            finally:
                hall.heals()
            seconds = time.monotonic() - begun
            for text in hall.found[before:]:
                self.tell(f"minute {minute}, {fault_name(fault)}: {text[:700]}")
            self.tell(f"{minute}: {fault_name(fault)}, {seconds:.1f} s")
        before = len(hall.found)
        self._evening()
        for text in hall.found[before:]:
            self.tell(f"in the evening: {text[:1500]}")

    def minute(self, minute: int, fault: Fault) -> None:
        """One minute with its fault; what is wrong is found before the next."""
        hall = self.hall
        wishes = self._wishes(minute)
        crowd = Crowd(hall, wishes)
        fault(hall, crowd)
        hall.heals()
        hall.opens()
        self._hold(crowd)
        if any(isinstance(wish, NextRound) for _, wish in wishes):
            final = Crowd(hall, [("terminal", FinalRound(len(hall.sound.tournament.rounds)))])
            final.act()
            self._hold(final)

    def _wishes(self, minute: int) -> list[tuple[str, Wish]]:
        """What people want in a minute: a new round, or their part of the results, and now and then something else."""
        hall, lot = self.hall, self.hall.lot
        each = len(self.faults) // self.rounds
        left = each - 1 - minute % each
        tournament = hall.sound.tournament
        if minute % each == 0 and minute // each < self.rounds:
            return [(lot.choice(("browser", "terminal")), NextRound(len(tournament.rounds) + 1))]
        played = hall.played
        waiting = [game.table for game in played if game.result is Result.UNKNOWN]
        some = lot.sample(waiting, min(len(waiting), -(-len(waiting) // (left + 1))))
        said = [(table, lot.choice(RESULTS)) for table in some]
        wishes: list[tuple[str, Wish]] = []
        for who, own in zip(("browser", "phone", "terminal"), (said[0::3], said[1::3], said[2::3]), strict=True):
            if own:
                wishes.append((who, SomeResults(played.number, tuple(own))))
        if lot.random() < 0.3:
            later = played.number + 1
            here = [player.id for player in tournament.players if player.enters(later)]
            wishes.append((lot.choice(("browser", "terminal")), Away(lot.choice(here), later)))
        elif lot.random() < 0.1:
            name = f"Late{''.join(lot.choice('abcdefghijklmnopqrstuvwxyz') for _ in range(8))}, Ann"
            wishes.append((lot.choice(("browser", "terminal")), LateEntry(name, f"{lot.randint(1, 20)}k")))
        return wishes

    def _hold(self, crowd: Crowd) -> None:
        """Hold what everybody was told against the folder, let those try again who were not heard, and compare."""
        hall = self.hall
        for k, (who, wish) in enumerate(crowd.wishes):
            said = crowd.said.get(k, Said(Answer.NONE))
            self.told[said.answer] += 1
            if who == "phone":
                assert isinstance(wish, SomeResults)
                self._hold_phones(wish, said)
            else:
                self._hold_one(who, wish, said)
            hall.sound = wish.done(hall.sound)
        self._compare()

    def _hold_phones(self, wish: SomeResults, said: Said) -> None:
        hall = self.hall
        for _ in range(TIMES):
            if said.answer is Answer.DONE:
                break
            said = hall.phones(wish, Network.FINE, hall.port)
        if said.answer is not Answer.DONE:
            hall.found.append(f"phones are not heard: {said.text[:800]}")
        elif not hall.waits_for(wish):
            hall.found.append(f"phones were thanked, and their results are not entered: {wish}")
        if not all(wish.parts(hall.state())):
            hall.terminal(wish.words())

    def _hold_one(self, who: str, wish: Wish, said: Said) -> None:
        hall = self.hall
        for _ in range(TIMES):
            parts = wish.parts(hall.state())
            if all(parts):
                if said.answer is Answer.REFUSED and not any(text in said.text for text in (LATER, ALREADY)):
                    hall.found.append(f"{who} was refused, and it is done: {wish}: {said.text[:1500]}")
                return
            if any(parts):
                hall.found.append(f"{who}: half done: {wish}: {said.text[:500]}")
            if said.answer is Answer.DONE:
                hall.found.append(f"{who} was told that it is done, and it is not: {wish}")
            said = hall.terminal(wish.words()) if who == "terminal" else hall.browser(wish, Network.FINE, hall.port)
            if said.answer is Answer.DONE and all(wish.parts(hall.state())):
                return
        hall.found.append(f"{who} is not heard: {wish}: {said.text[:1500]}")

    def _compare(self) -> None:
        hall = self.hall
        state = hall.state()
        different = changed_things(hall.sound, state)
        if different:
            some = list(different.items())[:3]
            hall.found.append(f"{len(different)} things differ from a day without faults, such as {some}")
            hall.sound = state

    def _evening(self) -> None:
        """The rest of the results is there, every round is proven, and folder, pages and copy are as without faults."""
        hall = self.hall
        said = hall.terminal(["check", "DIR", "--prove"], seconds=600)
        self.tell(said.text)
        if said.answer is not Answer.DONE:
            hall.found.append(f"check: {said.text}")
        texts = {name: _plain(text) for name, text in state_files(hall.sound).items()}
        files = {name: _plain(data.decode()) for name, data in Desk(hall.folder).folder.journal.tracked().items()}
        differ = [name for name in {*texts, *files} if texts.get(name) != files.get(name)]
        if differ:
            hall.found.append(f"files differ from a day without faults: {sorted(differ)}")
        self._compare_pages()
        self._compare_copy()
        log = (hall.base / "server.log").read_text(errors="replace")
        for sign in ("a page failed", "a page of the hall failed", "a copy failed", "were not entered\n"):
            if sign in log:
                hall.found.append(f"the desk has met an error of its own: {log[log.index(sign) :][:600]}")

    def _compare_pages(self) -> None:
        hall = self.hall
        said = hall.terminal(["publish", "DIR"])
        if said.answer is not Answer.DONE:
            hall.found.append(f"publish: {said.text}")
        afresh = hall.base / "pages"
        publish_pages(hall.sound, afresh, hall.folder)
        for file in afresh.rglob("*.*"):
            name = file.relative_to(afresh)
            own = pages_folder(hall.folder) / name
            if not name.name.startswith(".") and (not own.is_file() or own.read_bytes() != file.read_bytes()):
                hall.found.append(f"the page {name} is another one than without faults")

    def _compare_copy(self) -> None:
        hall = self.hall
        copy = hall.stick / NAME
        end = time.monotonic() + 30
        while time.monotonic() < end:
            ours, theirs = (Desk(place).folder.journal.tracked() for place in (hall.folder, copy))
            if ours == theirs:
                break
            time.sleep(0.5)
        else:
            hall.found.append("the copy on the stick is not the folder")
        if hall.terminal(["check", str(copy)]).answer is not Answer.DONE:
            hall.found.append("the copy on the stick does not pass its check")


def _plain(text: str) -> str:
    """A text without what a spreadsheet has put around it: the content of a file that was saved elsewhere stays."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n")


def made(base: Path, instance: Path, seed: int) -> Hall:
    """A hall with a copy of a tournament, under a folder that is not there yet or empty."""
    for name in ("desk", "stick"):
        (base / name).mkdir(parents=True)
    shutil.copytree(instance, base / "desk" / NAME)
    desk = Desk(base / "desk" / NAME)
    hall = Hall(base, random.Random(seed), desk.read())
    hall.secret = HallFiles(desk.path).secret()
    for state in ("state", "state-2"):  # of the server, and of a second one: the hall counts for both
        write_private(base / state / "mcmahon" / OLD_COUNTS, hashlib.sha256(hall.secret).hexdigest().encode())
    return hall


def drawn_faults(lot: random.Random, minutes: int, kinds: Sequence[Fault] = FAULTS) -> list[Fault]:
    """A fault for each minute: each kind as often as the others, or once more, in an order by lot."""
    faults = [kinds[k % len(kinds)] for k in range(minutes)]
    lot.shuffle(faults)
    return faults


def summary(day: Day, seconds: float) -> str:
    """What came of a day, in a sentence."""
    told, state = day.told, day.hall.sound
    steps = Desk(day.hall.folder).folder.journal.number()
    return (
        f"{day.minutes} minutes with {len(set(day.faults[: day.minutes]))} kinds of faults in {seconds / 60:.1f} min: "
        f"{told[Answer.DONE]:,} wishes were done at once, {told[Answer.REFUSED]:,} refused in words, "
        f"{told[Answer.NONE]:,} not answered; {len(state.tournament.players):,} players, {steps:,} steps; "
        f"{len(day.hall.found)} things are wrong"
    )


__all__ = ["FAULTS", "Day", "State", "drawn_faults", "fault_name", "made", "summary"]
