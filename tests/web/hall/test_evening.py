"""An evening of 40 people: rounds by two desks, a helper, a terminal, four phones and a projector at once.

Whoever enters a result, it is there once, in the right place, under the right name; every open page follows by itself.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
from commands import mcmahon
from mcmahon.desk.desk import Desk
from mcmahon.desk.hall.hall_view import HallView
from mcmahon.desk.messages.hall_words import sentence
from mcmahon.desk.placing.rank import standings
from mcmahon.io.folder.hall_files import HallFiles
from mcmahon.io.languages.catalogues import negotiate, words_of
from mcmahon.model.records.hall import Side
from mcmahon.model.tournament.games import Game, Result, Round

from ..conftest import PATIENCE, STATE, Server, needs_chromium
from .builders import slip

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect
pytestmark = [pytest.mark.long, needs_chromium]

ROUNDS, PEOPLE = 3, 40
PHONES = ("1", "12", "23", "34")  # ids of the players who have one
LANGUAGES = ("en-GB", "de-DE", "ja-JP", "ar-EG")  # Arabic is not spoken here yet: that phone reads English
SURNAMES = ("Müller", "O'Neill", "Țepeș", "Иванова", "山田", "김", "حداد", "כהן", "Nguyễn", "Dvořák")
RESULTS = {"1-0": Result.WHITE, "0-1": Result.BLACK}
TYPED = {"1-0": "w", "0-1": "b"}


def planned(number: int, table: int) -> str:
    """How the game at a table ends."""
    return ("1-0", "0-1", "1-0")[(number + table) % 3]


def said(language: str, key: str, **values: Any) -> str:
    """A sentence of the hall as a phone in this language shows it."""
    return sentence(words_of(negotiate(language)), key, **values)


def in_any_language(key: str, **unknown: Any) -> re.Pattern[str]:
    """A sentence with any value for what is unknown."""
    texts = (re.escape(said(language, key, **dict.fromkeys(unknown, "…"))) for language in LANGUAGES)
    return re.compile("|".join(texts).replace("…", ".+"))


@dataclass
class Hall:
    """Everybody's browser, and the desk's own look at the folder."""

    server: Server
    folder: Path
    browser: Any
    wrong: list[str] = field(default_factory=list)

    @property
    def desk(self) -> Desk:
        return Desk(self.folder / "evening")

    @property
    def played(self) -> Round:
        return self.desk.read().tournament.rounds[-1]

    def page(self, **options: Any) -> Any:
        """Somebody's browser; errors in it are remembered."""
        context = self.browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        return page

    def seat(self, game: Game, side: Side) -> str:
        """The address on the slip of a side."""
        return self.server.root + slip(self.desk.path, self.played.number, game, side)


@pytest.fixture
def hall(tmp_path: Path, browser: Any) -> Iterator[Hall]:
    """40 registered at the terminal, and a desk that runs."""
    names = [f"{SURNAMES[k % len(SURNAMES)]} Person{k:02}" for k in range(PEOPLE)]
    lines = [f"{name},{1 + k // 4}k,Club {k % 7}" for k, name in enumerate(names)]
    (tmp_path / "players.csv").write_text("name,rank,club\n" + "\n".join(lines), encoding="utf-8")
    mcmahon("new", tmp_path / "evening", "--name", "Evening of Forty", "--rounds", ROUNDS)
    mcmahon("register", tmp_path / "evening", tmp_path / "players.csv")
    server = Server(tmp_path)
    yield Hall(server, tmp_path, browser)
    server.end()


def link(desk: Any, role: str, label: str) -> str:
    """A link that the director makes by clicks."""
    desk.goto(desk.url.partition("/t/")[0] + "/t/evening/hall")
    card = desk.locator("form.card", has=desk.locator(f"button[value={role}]"))
    card.locator("input[name=label]").fill(label)
    card.get_by_role("button", name="Make a link").click()
    desk.wait_for_url("**/hall/sheet/*")
    return desk.locator("code").first.inner_text()


def draw(desk: Any, number: int) -> None:
    desk.goto(desk.url.partition("/t/")[0] + "/t/evening/")
    desk.get_by_role("button", name=f"Draw round {number}", exact=True).first.click()
    expect(desk.locator(".said").first).to_contain_text(f"Round {number} is drawn")


def publish(desk: Any, number: int) -> None:
    desk.goto(desk.url.partition("/t/")[0] + "/t/evening/round")
    desk.get_by_role("button", name=f"Publish round {number}", exact=True).first.click()
    expect(desk.locator(".said").first).to_contain_text(f"Round {number} is published")


def say(phone: Any, code: str) -> None:
    """What a thumb does: the winner, and yes."""
    phone.locator(f"button[name=say][value='{code}']").click()
    phone.get_by_role("button", name=in_any_language("yes_send")).click()


def check_in(hall: Hall, director: Any, phones: list[Any], address: str) -> None:
    """Each finds their name and says to be here; the desk confirms all at once."""
    people = hall.desk.read().tournament.by_id()
    for phone, who in zip(phones, PHONES, strict=True):
        phone.goto(address)
        phone.get_by_role("searchbox").fill(people[who].name)
        phone.get_by_role("button").click()
        phone.locator(".people a").click()
        phone.locator("button.primary").click()
        expect(phone.locator(".answer")).to_be_visible()
    director.goto(hall.server.root + "/t/evening/hall")
    director.get_by_role("button", name=f"Confirm all ({len(PHONES)})").click()
    expect(director.get_by_role("button", name="Confirm all")).to_have_count(0)
    assert all(1 in one.confirmed for one in HallFiles(hall.desk.path).state().here.values())


def by_phones(hall: Hall, director: Any, phones: list[Any], number: int) -> set[int]:
    """The games of those with phones: agreed, taken back, and once settled by the desk; their tables."""
    tables: set[int] = set()
    for k, (phone, who) in enumerate(zip(phones, PHONES, strict=True)):
        game = hall.played.game_of(who)
        assert game is not None
        own = Side.WHITE if game.white == who else Side.BLACK
        code = planned(number, game.table)
        other = "0-1" if code == "1-0" else "1-0"
        differs = k == 2 and game.table not in tables and game.opponent(who) not in PHONES
        phone.goto(hall.seat(game, own))
        if k == 3 and game.table not in tables:
            say(phone, other)
            phone.locator("button[name=back]").click()
            expect(phone.locator("button[name=say]").first).to_be_visible()
        if phone.locator("button[name=say]").count():
            say(phone, code)
        if game.opponent(who) not in PHONES:
            theirs = hall.seat(game, own.other)
            transport = httpx2.HTTPTransport(local_address="127.0.0.2")  # another phone than the browsers here
            with httpx2.Client(transport=transport, timeout=30) as opponent:
                answer = opponent.post(theirs, data={"say": other if differs else code}, follow_redirects=False)
            assert answer.status_code == 303
        if differs:
            expect(phone.locator(".differ")).to_be_visible()
            director.goto(hall.server.root + "/t/evening/hall")
            director.locator(f"button[name='at {game.table}'][value='{code}']").click()
        tables.add(game.table)
    director.goto(hall.server.root + "/t/evening/hall")
    for table in sorted(tables):  # two of the browsers here, which share this machine's address
        if director.locator(f"button.primary[name='at {table}']").count():
            director.locator(f"button.primary[name='at {table}']").click()
    for phone in phones:
        expect(phone.get_by_text(in_any_language("result_in", result=...))).to_be_visible()
    return tables


def by_helper(helper: Any, number: int, table: int) -> None:
    """A result that a helper types."""
    helper.locator("input[name=typed]").fill(f"{table} {TYPED[planned(number, table)]}")
    helper.get_by_role("button", name="Enter", exact=True).click()
    expect(helper.locator("#answer")).to_contain_text(f"Table {table}:")
    assert not helper.locator("[role=alert]").count(), helper.locator("main").inner_text()
    expect(helper.locator(".steps")).to_contain_text(f"results of round {number}: {table} ")


def by_all_others(hall: Hall, second: Any, helper: Any, number: int, left: list[int]) -> None:
    """A terminal, a helper and the second desk, each a third of the other tables, at the same time."""
    parts = [left[start::3] for start in range(3)]
    words = [word for table in parts[0] for word in (str(table), planned(number, table))]
    command = [sys.executable, "-m", "mcmahon", "result", str(hall.desk.path), *words]
    terminal = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ | {STATE: str(hall.folder)})
    second.goto(hall.server.root + "/t/evening/results")
    for table, helped in zip(parts[2], parts[1], strict=False):
        second.locator("input[name=typed]").fill(f"{table} {TYPED[planned(number, table)]}")
        second.locator("input[name=typed]").press("Enter")
        expect(second.locator(".said").first).to_contain_text(f"Table {table}:")
        by_helper(helper, number, helped)
    for table in parts[1][len(parts[2]) :]:
        by_helper(helper, number, table)
    assert terminal.wait(60) == 0


@pytest.mark.full
def test_an_evening_of_forty_people(hall: Hall, full: bool) -> None:
    director = hall.page(viewport={"width": 1280, "height": 800})
    director.goto(hall.server.address)
    director.goto(hall.server.root + "/t/evening/")
    links = {role: link(director, role, role.title()) for role in ("reader", "check-in", "helper", "desk")}
    second, helper, projector = hall.page(), hall.page(), hall.page(viewport={"width": 1920, "height": 1080})
    second.goto(links["desk"])
    projector.goto(links["reader"] + "screen")
    options = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
    phones = [hall.page(locale=language, **options) for language in LANGUAGES]
    check_in(hall, director, phones, links["check-in"])

    state = hall.desk.read()
    cards = []
    for who, language in zip(PHONES, LANGUAGES, strict=True):
        cards.append(hall.page(locale=language, **options))
        cards[-1].goto(f"{links['reader']}player/{HallView(state).number(who)}")
    rounds = ROUNDS if full else 2  # each desk draws one
    for number in range(1, rounds + 1):
        desk = second if number == 2 else director
        draw(desk, number)
        for card, language in zip(cards, LANGUAGES, strict=True):
            expect(card.locator("body")).not_to_contain_text(said(language, "your_game", round=number))
        publish(desk, number)
        expect(projector.locator("h1")).to_contain_text(str(number))
        for card, who, language in zip(cards, PHONES, LANGUAGES, strict=True):
            game = hall.played.game_of(who)
            assert game is not None
            expect(card.locator("body")).to_contain_text(said(language, "your_game", round=number))
            expect(card.locator(".game .seat")).to_have_text(said(language, "table", table=game.table))
        helper.goto(links["helper"])
        done = by_phones(hall, director, phones, number)
        by_all_others(hall, second, helper, number, [game.table for game in hall.played if game.table not in done])
        for game in hall.played:
            assert game.result is RESULTS[planned(number, game.table)], game.table
        for card, who, language in zip(cards, PHONES, LANGUAGES, strict=True):
            game = hall.played.game_of(who)
            assert game is not None
            won = (planned(number, game.table) == "1-0") == (game.white == who)
            expect(card.locator(".turns em").first).to_have_text(said(language, "won" if won else "lost"))

    tournament, steps = hall.desk.read().tournament, [step.command for step in hall.desk.folder.journal.steps()]
    typed = r": (?:both say: |results? of round \d+: )(.*)|^mcmahon result \S+ (.*)"
    entered = [re.search(typed, text) for text in steps]
    tables = [word for found in entered if found for word in (found[1] or found[2]).split()[::2]]
    assert len(tables) == rounds * PEOPLE // 2, "each result once"
    for who in ("desk: ", "desk 4 (Desk): ", "helper 3 (Helper): ", "players: both say: ", "mcmahon result "):
        assert any(text.startswith(who) for text in steps), who
    assert any(step.startswith("desk 4 (Desk): draw round ") for step in steps)
    assert {len(set(map(frozenset, (g.players for r in tournament.rounds for g in r))))} == {rounds * PEOPLE // 2}
    in_order = [row.player.name for row in standings(hall.desk.read()).value.standings.rows]
    projector.goto(links["reader"] + "standings")
    expect(projector.locator("tbody tr bdi")).to_have_text(in_order)
    assert "illegal" not in mcmahon("check", hall.desk.path).stdout
    assert [one for one in hall.wrong if "410 (Gone)" not in one] == []  # a board whose result is in
