"""A congress weekend by clicks alone: 221 messy lines, six rounds, and no act takes more clicks than its table says.

Typing counts for nothing, the browser's own dialogues neither. `-s` prints the table.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.model.tournament.games import Result

from .conftest import Server, needs_chromium, opened_page

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect
pytestmark = [pytest.mark.long, pytest.mark.full, needs_chromium]

SURNAMES = (
    "Müller", "Petrov", "Horák", "Fränzl", "van der Berg", "Schröder", "Bianchi", "Nowak", "Varga", "Silva", "Braun",
    "Kowalczyk", "García", "Dubois", "Lindqvist", "Ferrari", "Keller", "Åström", "Sørensen", "Öztürk",
)  # fmt: skip
NAMES = ("Jiri", "Laura", "Franz", "Anna", "Malte", "René", "Viktor", "Pál", "Ida", "Tom", "Lea", "Nils", "Ada", "Bea")
CLUBS = (*["Köln"] * 10, "Koeln", "Go Klub Köln", "Berlin", "Go-Club Berlin", "Paris", "Paris 5e", "Wien", "Ulm", "")
LOST = ("?ukasz;Jan;3k;Torino;PL", "O?uz;Can;1k;Ulm;TR", "Ho;Pál;2 dan?;Wien;HU", "Wrong;Rank;xx;Paris;FR")
LAPTOP = {"viewport": {"width": 1366, "height": 768}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
#: The most clicks of an act, from the page where one stands. A phone opens its menu by one more, and drags nobody.
MOST = {
    "result": 0, "absent": 2, "draw": 1, "publish": 1, "swap": 2, "print": 1, "look up": 2, "correct": 2,
    "late player": 2, "no-show": 2, "standings": 1, "prizes": 1, "join clubs": 2, "draw again": 1,
}  # fmt: skip
MORE_ON_A_PHONE = {"absent": 1, "look up": 1, "late player": 1, "standings": 1, "swap": 2}
THREE_MINUTES = 180


def messy_lines() -> bytes:
    """217 players and four lines with something wrong, in an encoding that does not say which it is."""
    chance = random.Random(11)
    people = sorted({(chance.choice(SURNAMES), chance.choice(NAMES)) for _ in range(1500)})
    lines = ["Name;Vorname;Rang;Verein;Land"]
    for surname, name in chance.sample(people, 217):
        strength = max(-24, min(5, round(chance.gauss(-5, 6))))
        rank = f"{strength + 1}{chance.choice(['d', ' dan'])}" if strength >= 0 else f"{-strength}{chance.choice('kK')}"
        lines.append(f"{surname};{name};{rank};{chance.choice(CLUBS)};{chance.choice(['DE', 'CZ', 'GB', 'uk'])}")
    return "\r\n".join([*lines, *LOST, ""]).encode("cp1252")


class Hand:
    """Somebody at the desk, whose clicks are counted."""

    def __init__(self, page: Any, on_a_phone: bool) -> None:
        self.page, self.on_a_phone = page, on_a_phone
        self.clicks = 0
        self.acts: dict[str, list[int]] = {}

    @contextmanager
    def act(self, name: str) -> Iterator[None]:
        before = self.clicks
        yield
        self.acts.setdefault(name, []).append(self.clicks - before)

    def click(self, place: Any) -> None:
        place.first.click()
        self.clicks += 1

    def press(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name, exact=True))

    def follow(self, name: str) -> None:
        self.click(self.page.get_by_role("link", name=re.compile(name)))

    def to(self, title: str) -> None:
        if self.on_a_phone:
            self.press("Menu")
        menu = self.page.get_by_role("navigation", name="Pages of the desk")
        self.click(menu.get_by_role("link", name=re.compile(f"^{title}")))
        expect(self.page.locator("nav [aria-current=page]")).to_contain_text(title)

    def said(self, text: str) -> None:
        expect(self.page.locator(".said").filter(has_text=text).first).to_be_visible()

    def type_results(self, text: str) -> None:
        self.page.locator("#typed").fill(text)
        self.page.locator("#typed").press("Enter")


@pytest.mark.parametrize("on_a_phone", [False, True], ids=["laptop", "phone"])
def test_a_weekend_of_221_by_clicks_stays_within_its_table(browser: Any, tmp_path: Path, on_a_phone: bool) -> None:
    file, home = tmp_path / "list.csv", tmp_path / "home"
    file.write_bytes(messy_lines())
    home.mkdir()
    server = Server(home)
    try:
        hand = Hand(opened_page(browser, (server.address, home), "/", **(PHONE if on_a_phone else LAPTOP)), on_a_phone)
        enter_the_list(hand, file)
        desk = Desk(home / "spring")
        for number in range(1, 7):
            draw(hand, number)
            if number == 3:
                swap(hand)
            if number == 4:
                somebody_is_absent(hand)
            publish(hand, number)
            if number == 1:
                print_lists(hand)
                late_player(hand)
            if number == 2:
                no_show(hand)
            results(hand, desk, number)
            if number == 3:
                correct(hand, desk)
        after_the_last_round(hand, next(p.name for p in desk.read().tournament.players if "Müller" in p.name))
    finally:
        server.end()
    tournament = desk.read().tournament
    assert len(tournament.rounds) == 6
    assert all(game.result is not Result.UNKNOWN for drawn in tournament.rounds for game in drawn)
    print(*(f"{name:12} {max(counts)}" for name, counts in hand.acts.items()), sep="\n")
    more = MORE_ON_A_PHONE if on_a_phone else {}
    most = {name: count + more.get(name, 0) for name, count in MOST.items()}
    assert {name: max(counts) for name, counts in hand.acts.items() if max(counts) > most[name]} == {}
    assert hand.acts.keys() == MOST.keys()


def enter_the_list(hand: Hand, file: Path) -> None:
    page = hand.page
    page.fill("input[name=title]", "Spring")
    page.fill("input[name=rounds]", "6")
    page.set_input_files("input[type=file]", str(file))
    hand.press("Make the tournament")
    page.locator("input.mono[value^='Wrong;Rank']").fill("Wrong;Rank;7k;Paris;FR")
    hand.press("Make the tournament")
    expect(page.locator("h1")).to_contain_text("Entrants 221")
    hand.to("Overview")
    expect(page.locator("main")).to_contain_text("lost letters")
    with hand.act("join clubs"):
        hand.follow("Join them")
        hand.press("Join them")
    hand.said("groups of clubs joined")
    hand.to("Entrants")
    hand.follow("Start groups and bar")
    hand.click(page.get_by_role("radio", name="4d", exact=True))
    hand.press("Take this bar")
    hand.said("The bar is 4d")


def draw(hand: Hand, number: int) -> None:
    hand.to("Overview")
    with hand.act("draw"):
        hand.press(f"Draw round {number}")
    hand.said(f"Round {number} is drawn")
    hand.to("Round")


def publish(hand: Hand, number: int) -> None:
    with hand.act("publish"):
        hand.press(f"Publish round {number}")
    hand.said(f"Round {number} is published")


def print_lists(hand: Hand) -> None:
    for kind in ("^Wall list", "^Names", "^Slips"):
        with hand.act("print"):
            hand.follow(kind)
        hand.page.wait_for_selector("iframe.printed", state="attached")


def late_player(hand: Hand) -> None:
    """221 are odd: the guest plays whoever has the bye."""
    with hand.act("late player"):
        hand.to("Entrants")
        for field, text in {"name": "Late, Guest", "rank": "5k"}.items():
            hand.page.locator(f".add input[name={field}]").fill(text)
        hand.page.locator(".add input[name=name]").press("Enter")
        hand.said("is entered")
        hand.click(hand.page.get_by_role("button", name=re.compile("^Play .*, who has the bye")))
    hand.said("(White)")


def no_show(hand: Hand) -> None:
    hand.to("Round")
    hand.click(hand.page.locator("#pairs tbody th a").nth(1))
    with hand.act("no-show"):
        hand.follow("is absent")
        hand.click(hand.page.locator(".choices .card button"))
    hand.said("orfeit")


def swap(hand: Hand) -> None:
    rows = hand.page.locator("#pairs tbody tr")
    with hand.act("swap"):
        if hand.on_a_phone:
            for row in (50, 52):
                hand.click(rows.nth(row).locator("label"))
            hand.press("Swap…")
        else:
            one, other = (rows.nth(row).locator("label bdi").first for row in (50, 52))
            one.scroll_into_view_if_needed()
            one.drag_to(other)
            hand.clicks += 1
        hand.press("Swap them")
    hand.said("are swapped")


def somebody_is_absent(hand: Hand) -> None:
    """The draft says on the page *Round* that it is out of date, and shows no proof."""
    page = hand.page
    with hand.act("absent"):
        hand.to("Entrants")
        page.get_by_role("searchbox").first.fill("muller")
        expect(page.locator("#rows tr").filter(has_not_text="Müller")).to_have_count(0)
        hand.click(page.locator("#rows tr button"))
    hand.said("misses round 4")
    hand.to("Round")
    expect(page.locator("body")).to_contain_text("out of date")
    expect(page.locator(".good")).to_have_count(0)
    with hand.act("draw again"):
        hand.press("Draw again")
    hand.said("is drawn")
    expect(page.locator("main")).not_to_contain_text("out of date")


def results(hand: Hand, desk: Desk, number: int) -> None:
    """Ten tables to a line; in the last round all by clicks."""
    begin = time.perf_counter()
    hand.to("Results")
    open_ = [game.table for game in desk.read().tournament.rounds[-1] if game.result is Result.UNKNOWN]
    if number == 6:
        for table in open_:
            hand.click(hand.page.locator(f"#{'wk'[table % 2]}{table}"))
    else:
        with hand.act("result"):
            for first in range(0, len(open_), 10):
                hand.type_results(" ".join(f"{table} {'wb'[table % 2]}" for table in open_[first : first + 10]))
    expect(hand.page.locator("#boards .next")).to_contain_text(f"All results of round {number} are in")
    assert time.perf_counter() - begin < THREE_MINUTES


def correct(hand: Hand, desk: Desk) -> None:
    """A correction far down the list asks in its row; of a line that is half understood the rest stays."""
    page = hand.page
    page.get_by_role("link", name="all boards").first.click()
    had = desk.read().tournament.rounds[-1].at_table(40)
    assert had is not None
    with hand.act("correct"):
        hand.click(page.locator(f"#{'k' if had.result is Result.WHITE else 'w'}40"))
        question = page.locator("li .refused")
        expect(question).to_be_in_viewport()
        expect(question.get_by_role("button", name="Yes, do it")).to_be_focused()
        hand.press("Yes, do it")
    expect(question).to_have_count(0)
    hand.type_results(f"40 {'b' if had.result is Result.WHITE else 'w'} 29")
    expect(page.locator("#typed")).to_have_value("29")
    page.locator("#typed").fill("")


def after_the_last_round(hand: Hand, name: str) -> None:
    page = hand.page
    with hand.act("standings"):
        hand.to("Standings")
    with hand.act("look up"):
        hand.to("Standings")
        page.get_by_role("searchbox").first.fill(" ".join(reversed(name.replace("ü", "u").lower().split())))
        hand.click(page.locator("main table a:visible").filter(has_text=name))
    hand.to("Prizes")
    with hand.act("prizes"):
        hand.press("Places 1–3")
    hand.to("Print and web")
    with page.expect_download() as download:
        page.locator(".exports a[href$='/egd']").click()
    assert len(Path(download.value.path()).read_text(encoding="utf-8").splitlines()) > 221
