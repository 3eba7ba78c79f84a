"""A tournament of 60 by clicks alone, from its file to the export; the same by commands makes the same folder.

What differs is when each step was, and what the log calls it: `desk: …` or the command. Everything else is equal byte
for byte: settings, players, rounds, how they were drawn, the state after each step, what `undo` and `redo` lead to,
the pages and the exports.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import pytest
from commands import mcmahon
from mcmahon.desk.desk import Desk
from mcmahon.desk.rounds.change_boards import Swap, swap
from mcmahon.model.tournament.games import Result, Round
from mcmahon.model.tournament.tournament import Tournament

from .conftest import INSTANCES, Server, needs_chromium, opened_page

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect
pytestmark = [pytest.mark.long, needs_chromium]

NAME, FOLDER, FILE = "Congress of Sixty", "congress-of-sixty", "players.csv"
LATE = {"name": "Zuse, Ada", "rank": "5k", "club": "Rosham", "country": "DE"}
WORDS_AND_TIMES = ("command", "done", "time", "before")  # of a step: what differs between a click and a command
TYPED = {"w": "1-0", "b": "0-1", "j": "jigo"}
Entries = list[tuple[int, str]]


class Person(Protocol):
    """Somebody who runs the tournament."""

    def new(self, file: Path) -> None: ...
    def bar(self, rank: str) -> None: ...
    def draw(self, number: int) -> None: ...
    def publish(self, number: int) -> None: ...
    def results(self, number: int, entries: Entries) -> None: ...
    def no_show(self, number: int, who: str) -> None: ...
    def late(self, cells: dict[str, str]) -> None: ...
    def swap(self, number: int, a: str, b: str) -> None: ...
    def withdraw(self, who: str) -> None: ...
    def undo(self) -> None: ...
    def correct(self, number: int, table: int, letter: str) -> None: ...
    def pages(self) -> None: ...
    def export(self, form: str) -> bytes: ...


def run(person: Person, folder: Path, file: Path) -> bytes:
    """The day: five rounds and what goes wrong in them; the file for the rating officer."""
    desk = Desk(folder)
    person.new(file)
    assert len(now(desk).players) == 60
    person.bar("3d")
    for number in range(1, 6):
        person.draw(number)
        if number == 4:
            person.swap(number, *apart(desk))
        person.publish(number)
        if number == 1:
            person.no_show(number, now(desk).rounds[0].games[9].black)
        person.results(number, entries(now(desk).rounds[-1]))
        if number == 1:
            person.late(LATE)
        if number == 2:
            person.withdraw(now(desk).rounds[1].games[20].white)
            person.undo()
            person.withdraw(now(desk).rounds[1].games[25].white)
        if number == 4:
            found = now(desk).rounds[1].games[4]
            person.correct(2, found.table, "w" if found.result is Result.BLACK else "b")
    person.pages()
    return person.export("egd")


def now(desk: Desk) -> Tournament:
    return desk.read().tournament


def entries(drawn: Round) -> Entries:
    """A result for each board; a third of the games are lost by the first named, some are drawn."""
    return [(game.table, "wwbwjbw"[(7 * drawn.number + 3 * game.table) % 7]) for game in drawn]


def apart(desk: Desk) -> tuple[str, str]:
    """Two players of the draft whose swap breaks no rule and makes no board far wider."""
    state = desk.read()
    games = state.tournament.rounds[-1].games
    for one, other in pairwise(games[6:]):
        found = swap(state, Swap(a=one.white, b=other.white, dry_run=True)).value
        if not found.wide and not any(not v.allowed for verdict in found.verdicts for v in verdict.violations):
            return one.white, other.white
    raise AssertionError("no such boards")


class Commands:
    """By the command line."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new(self, file: Path) -> None:
        mcmahon("new", self.folder, "--name", NAME, "--rounds", 5)
        mcmahon("register", self.folder, file)

    def bar(self, rank: str) -> None:
        mcmahon("set", self.folder, f"start.bar={rank}")

    def draw(self, number: int) -> None:
        mcmahon("pair", self.folder)

    def publish(self, number: int) -> None:
        mcmahon("publish-round", self.folder)

    def results(self, number: int, entries: Entries) -> None:
        for some in portions(entries):
            mcmahon("result", self.folder, *(word for table, letter in some for word in (table, TYPED[letter])))

    def no_show(self, number: int, who: str) -> None:
        mcmahon("repair", self.folder, "--without", who, "--anyway")

    def late(self, cells: dict[str, str]) -> None:
        given = dict(cells)
        mcmahon("add", self.folder, given.pop("name"), given.pop("rank"), *(f"--{k}={v}" for k, v in given.items()))

    def swap(self, number: int, a: str, b: str) -> None:
        mcmahon("swap", self.folder, a, b)

    def withdraw(self, who: str) -> None:
        mcmahon("withdraw", self.folder, who)

    def undo(self) -> None:
        mcmahon("undo", self.folder)

    def correct(self, number: int, table: int, letter: str) -> None:
        mcmahon("result", self.folder, table, TYPED[letter], "--round", number, "--again")

    def pages(self) -> None:
        mcmahon("publish", self.folder)

    def export(self, form: str) -> bytes:
        file = self.folder.parent / f"exported.{form}"
        mcmahon("export", self.folder, form, file)
        return file.read_bytes()


class Clicks:
    """By clicks on what the pages show, and words typed into their fields; no address is typed but the first."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.wrong: list[str] = []
        page.on(
            "console", lambda said: self.wrong.append(f"{said.text} {said.location}") if said.type == "error" else None
        )
        page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def to(self, title: str) -> None:
        self.page.get_by_role("navigation", name="Pages of the desk").get_by_role("link", name=title).click()
        expect(self.page.locator("nav [aria-current=page]")).to_contain_text(title)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def said(self, text: str) -> None:
        expect(self.page.locator(".said").first).to_contain_text(text)

    def new(self, file: Path) -> None:
        self.page.fill("input[name=title]", NAME)
        self.page.fill("input[name=rounds]", "5")
        self.page.set_input_files("input[type=file]", str(file))
        self.press("Make the tournament")
        expect(self.page.locator("h1")).to_contain_text("Entrants 60")

    def bar(self, rank: str) -> None:
        self.to("Entrants")
        self.page.get_by_role("link", name="Start groups and bar").click()
        self.page.get_by_role("radio", name=rank, exact=True).check()
        self.press("Take this bar")
        self.said(f"The bar is {rank}")

    def draw(self, number: int) -> None:
        self.to("Overview")
        self.press(f"Draw round {number}")
        self.said(f"Round {number} is drawn")

    def publish(self, number: int) -> None:
        self.to("Round")
        self.press(f"Publish round {number}")
        self.said(f"Round {number} is published")

    def results(self, number: int, entries: Entries) -> None:
        """The first ones by clicks on the winners' names, the others typed several at a time."""
        self.to("Results")
        left = len(entries)
        for some in portions(entries):
            left -= len(some)
            [(table, letter), *more] = some
            if more or letter == "j":
                self.page.locator("#typed").fill(" ".join(f"{table} {letter}" for table, letter in some))
                self.page.locator("#typed").press("Enter")
            else:
                self.page.locator(f"#{'w' if letter == 'w' else 'k'}{table}").click()
            expect(self.page.locator("#boards .tools strong")).to_have_text(str(left))
        expect(self.page.locator("#boards .next")).to_contain_text(f"All results of round {number} are in")

    def no_show(self, number: int, who: str) -> None:
        self.to("Round")
        self.page.get_by_role("link", name="Repair").click()
        self.page.locator("#inside option").first.wait_for(state="attached")
        name = self.page.locator("#inside option").all()
        typed = next(one.get_attribute("value") for one in name if one.get_attribute("value") == self._name(who))
        self.page.get_by_label("Does not come").first.fill(typed)
        self.press("Show the repair")
        self.page.locator("[name=unexcused][value='']").check()
        own = self.page.locator(".card button[name=take]")  # the round of `repair`, if it is not another card's, too
        taken = own if own.count() else self.page.locator(".card button[name=meets]")
        taken.first.evaluate("button => button.click()")  # it may be folded
        expect(self.page.locator(".said")).to_contain_text("misses round")

    def _name(self, who: str) -> str:
        """What the page calls a player: as somebody at the hall's desk would look them up."""
        return Desk(self.folder).read().tournament.player(who).name

    folder = Path()

    def late(self, cells: dict[str, str]) -> None:
        self.to("Entrants")
        for field, text in cells.items():
            self.page.locator(f".add input[name={field}]").fill(text)
        self.press("Enter late")
        self.said("is entered")

    def swap(self, number: int, a: str, b: str) -> None:
        self.to("Round")
        for who in (a, b):
            self.page.locator(f"#pairs input[name=p][value='{who}']").check(force=True)
        self.press("Swap…")
        expect(self.page.locator("main")).to_contain_text("No rule would be broken")
        self.press("Swap them")
        self.said("are swapped")

    def withdraw(self, who: str) -> None:
        self.to("Entrants")
        self.page.get_by_role("searchbox").fill(self._name(who))
        self.press("Find")
        self.page.locator("#rows a").first.click()
        self.press("Gone home")
        self.said("plays no further round")

    def undo(self) -> None:
        self.to("Log")
        self.press("↶ Undo the last step")
        self.said("Taken back")

    def correct(self, number: int, table: int, letter: str) -> None:
        self.to("Results")
        self.page.get_by_role("group", name="Rounds").get_by_role("link", name=str(number), exact=True).click()
        expect(self.page.locator("h1")).to_contain_text(f"round {number}")
        self.page.locator(f"#{'w' if letter == 'w' else 'k'}{table}").click()
        expect(self.page.locator("li .refused")).to_contain_text("would replace it")
        self.wrong = [text for text in self.wrong if "409" not in text]  # the browser writes that down for itself
        self.press("Yes, do it")
        self.said("instead of")

    def pages(self) -> None:
        self.to("Print and web")
        self.press("Write them now and after every step")
        self.said("pages are written")

    def export(self, form: str) -> bytes:
        self.to("Print and web")
        with self.page.expect_download() as download:
            self.page.locator(f".exports a[href$='/{form}']").click()
        return Path(download.value.path()).read_bytes()


def portions(entries: Entries) -> Iterator[Entries]:
    """Four alone, the rest seven at a time: a step each."""
    yield from ([one] for one in entries[:4])
    yield from (entries[k : k + 7] for k in range(4, len(entries), 7))


@pytest.mark.full
def test_by_clicks_and_by_commands_the_folders_are_equal_but_for_times_and_words(browser: Any, tmp_path: Path) -> None:
    clicked, typed = tmp_path / "clicked" / FOLDER, tmp_path / "typed" / FOLDER
    for folder in (clicked, typed):
        folder.parent.mkdir()
    file = tmp_path / FILE
    file.write_bytes((INSTANCES / "congress60" / FILE).read_bytes())
    server = Server(clicked.parent)
    try:
        person = Clicks(opened_page(browser, (server.address, clicked), "/"))
        person.folder = clicked
        sent = run(person, clicked, file)
        assert person.wrong == []
    finally:
        server.end()
    assert run(Commands(typed), typed, file) == sent
    one, other = contents(clicked), contents(typed)
    assert one.keys() == other.keys()
    assert [name for name in one if one[name] != other[name]] == []
    steps = [json.loads(path.read_text(encoding="utf-8"))["command"] for path in journal(clicked)]
    assert [step for step in steps[1:] if not step.startswith(("desk: ", "undo: desk: "))] == []
    assert len(steps) > 50
    now_there = Desk(clicked).read().tournament
    assert [len(drawn.games) for drawn in now_there.rounds] == [29, 30, 29, 29, 27]
    assert all(game.result is not Result.UNKNOWN for drawn in now_there.rounds for game in drawn)


def journal(folder: Path) -> list[Path]:
    return sorted((folder / ".journal" / "steps").iterdir())


def contents(folder: Path) -> dict[str, object]:
    """Every file of a folder; a step of its journal without its words and its time."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and path.parent.name == "steps":
            step = json.loads(path.read_text(encoding="utf-8"))
            found[name] = {key: value for key, value in step.items() if key not in WORDS_AND_TIMES}
            assert {*WORDS_AND_TIMES} - {*step} <= {"before"}, "the first step has none before it"
        elif path.name == ".mcmahon-pages":  # its lines go on with times
            found[name] = [line.split()[:1] for line in path.read_text(encoding="utf-8").splitlines()]
        elif path.is_file() and path.name != "lock":
            found[name] = path.read_bytes()
    return found
