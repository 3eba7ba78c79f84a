"""Readers' pages: live, true to the desk, and nothing in them that is not public."""

from __future__ import annotations

import ast
import re
import threading
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest
from markupsafe import escape
from mcmahon.desk.desk import Desk
from mcmahon.desk.hall.hall_view import HallView
from mcmahon.desk.hall.public_draw import public_draw, public_ledger
from mcmahon.desk.people.miss_rounds import Absent, absent
from mcmahon.desk.placing.give_prizes import AnnouncePrizes, PrizeRequest, announce, edit
from mcmahon.desk.placing.rank import standings
from mcmahon.desk.placing.run_cups import CupRequest, set_cup
from mcmahon.desk.rounds.draw_round import draw
from mcmahon.desk.rounds.enter_results import EnterResults, by_table, enter
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.model.placing.cup_seeds import seeds_of
from mcmahon.model.records.ledger import DrawnBoard, Entrant
from mcmahon.model.tournament.name_search import search_keys, search_rank
from mcmahon.web.hall import readers
from mcmahon.web.hall.hall_routes import reader_doors
from starlette.testclient import TestClient

from ..conftest import Server
from .builders import Hall, made_link, publish_next

PAGES = ("", "names?name=a", "tables", "tables/1", "standings", "player/1", "player/17", "screen", "screen?page=2")


def texts(hall: Hall) -> Iterator[str]:
    path, phone = hall.link("reader"), hall.phone()
    for page in PAGES:
        answer = phone.get(path + page)
        assert answer.status_code == 200
        yield answer.text
    for number in range(1, 61):
        yield phone.get(f"{path}player/{number}").text


def test_every_player_finds_the_game_that_the_desk_has(hall: Hall) -> None:
    path, phone, people = hall.link("reader"), hall.phone(), hall.desk.read().tournament.by_id()
    view = HallView(hall.desk.read())
    for game in hall.played:
        for player, other, colour in ((game.white, game.black, "White"), (game.black, game.white, "Black")):
            text = phone.get(f"{path}player/{view.number(player)}").text
            assert f"Table {game.table}<" in text
            assert f"You have {colour}" in text
            assert people[other].name in text


def test_the_standings_are_the_desks(hall: Hall) -> None:
    rows = standings(hall.desk.read()).value.standings.rows
    text = hall.phone().get(hall.link("reader") + "standings").text
    assert re.findall(r"<bdi>([^<]*)</bdi></a>\s<i>", text) == [row.player.name for row in rows]


@pytest.mark.parametrize(
    ("order", "named"), [("MMS,SOS", r"MMS −?\d+"), ("WINS,SOS", r"\d wins?"), ("SOS", r"SOS −?\d+")]
)
def test_a_players_page_says_the_place_by_what_places_first(hall: Hall, order: str, named: str) -> None:
    hall.desk.do(lambda state: change(state, ChangeSettings(assignments=[f"placing.order={order}"])), "set")
    [place] = re.findall(r'class="place">([^<]*)<', hall.phone().get(hall.link("reader") + "player/1").text)
    assert re.fullmatch(rf"Place \d+ of 60, {named}", place)


def test_a_draft_is_on_no_page(hall: Hall) -> None:
    typed = " ".join(f"{game.table} 1-0" for game in hall.played).split()
    hall.desk.do(lambda state: enter(state, EnterResults(results=by_table(typed), round=4)), "results")
    hall.desk.do(draw, "draw")
    assert hall.desk.read().tournament.rounds[-1].draft
    assert not any("Round 5" in text or "round 5" in text for text in texts(hall))
    path, phone = hall.link("reader"), hall.phone()
    assert phone.get(path + "tables/5").status_code == 404


def test_nothing_private_is_on_any_page_of_a_reader(hall: Hall) -> None:
    """Ids, e-mails, notes, families, forbidden pairs, local clubs, prices, the profile, others' tokens."""
    secret = "zq7-secret"
    path = hall.desk.path

    def marked(state):  # type: ignore[no-untyped-def]
        players = [
            replace(p, pin=f"{secret}-pin-{p.id}", aga=f"{secret}-aga", groups=(f"{secret}-family",),
                    extra=(("e-mail", f"{secret}@mail"), ("note", f"{secret}-note")))
            for p in state.tournament.players
        ]  # fmt: skip
        return state.tournament.with_players(players)

    from mcmahon.desk.verb import Outcome

    hall.desk.do(lambda state: Outcome(state.with_tournament(marked(state)), None), "marked")
    hall.desk.do(
        lambda s: change(s, ChangeSettings(assignments=["pairing.families=avoid", "pairing.local_clubs+=Marport"])),
        "set",
    )
    kept = (path / ".hall" / "links.json").read_text() if (path / ".hall" / "links.json").exists() else ""
    for text in texts(hall):
        assert secret not in text
        for word in ("family", "forbidden", "forbid", "local", "same group", "rule", "cost", "balanced"):
            assert not re.search(rf"\b{word}\b", re.sub("<[^>]*>", " ", text), re.IGNORECASE), (word, text)
        assert not kept or kept not in text


def test_why_this_game_says_nothing_that_follows_from_what_is_private(hall: Hall) -> None:
    """The same sentences come out whatever families, rules, locks and prices there are."""
    state = hall.desk.read()
    record = state.records[4]
    ledger = record.ledger
    assert ledger is not None
    private = {"groups": ("fam",), "local": True, "met_local": True, "clubs": ("A", "B")}
    entrants = {pid: replace(one, **private) for pid, one in ledger.entrants.items()}
    boards = tuple(
        replace(board, settled=True, counts_in=("few",), breaks=("families",) if len(board.players) == 2 else (),
                costs={"family": 9}, values={**board.values, "family": 1, "visitor_local": 1, "seeding": 4})
        for board in ledger.boards
    )  # fmt: skip
    worse = replace(ledger, entrants=entrants, boards=boards, rules={"few": "3"}, rule_costs={"few": 2}, weights={})
    other = state.with_record(4, replace(record, kept=worse))
    players = [player for game in hall.played for player in game.players]
    ours, theirs = public_draw(state, 4), public_draw(other, 4)
    assert ours is not None
    assert theirs is not None
    told = {player: ours.why(player) for player in players}
    assert told == {player: theirs.why(player) for player in players}
    assert sum(map(bool, told.values())) == len(players)


def test_a_new_field_of_the_ledger_is_private_until_somebody_lists_it(hall: Hall) -> None:
    """The projection names each public field: everything else keeps its default."""
    ledger = hall.desk.read().records[4].ledger
    assert ledger is not None
    shown = public_ledger(ledger)
    public = {f.name for f in fields(Entrant)} - {"clubs", "groups", "local", "met_local"}
    for player, entrant in ledger.entrants.items():
        for f in fields(Entrant):
            kept = getattr(shown.entrants[player], f.name)
            assert kept == (getattr(entrant, f.name) if f.name in public else f.default)
    assert {f.name for f in fields(DrawnBoard)} == {
        "players", "stones", "costs", "values", "settled", "breaks", "counts_in", "by_table",
    }  # fmt: skip
    assert all(not (b.costs or b.settled or b.breaks or b.counts_in) for b in shown.boards)
    assert (shown.rules, shown.rule_costs, shown.weights, shown.fingerprint) == ({}, {}, {}, "")


@pytest.mark.slow
def test_readers_routes_have_no_way_to_write_and_none_to_a_solver(hall: Hall) -> None:
    assert all(route.methods == {"GET", "HEAD"} for route in reader_doors())
    tree = ast.parse(Path(readers.__file__).read_text(encoding="utf-8"))
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert named == {"__future__", "typing", "starlette.responses", "hall_context"}
    path, phone = hall.link("reader"), hall.phone()
    before = hall.desk.read().revision
    for page in ("", "tables", "standings", "player/1", "screen", "here/1", "live"):
        assert phone.post(path + page, data={"typed": "1 w", "round": "4", "say": "1-0"}).status_code in (403, 405)
    assert hall.desk.read().revision == before
    app = hall.app.state
    list(texts(hall))
    assert app.worker.asked == app.asker.asked == 0, "no search was started"


@pytest.mark.slow
@pytest.mark.parametrize("page", ["player/0", "player/999", "player/x", "player/../1", "tables/9", "tables/x"])
def test_a_page_that_there_is_not_is_no_page(hall: Hall, page: str) -> None:
    assert hall.phone().get(hall.link("reader") + page).status_code in (200, 404)
    assert hall.phone().get(hall.link("reader") + "player/999").status_code == 404


def test_an_open_page_hears_only_what_concerns_it(hall: Hall) -> None:
    view = HallView(hall.desk.read())
    game, other = hall.played.games[0], hall.played.games[1]
    marks = {player: view.mark(f"player/{view.number(player)}") for player in (game.white, game.black, other.white)}
    hall.desk.do(lambda state: enter(state, EnterResults(results={str(game.table): "1-0"}, round=4)), "result")
    now = HallView(hall.desk.read())
    changed = {player for player, mark in marks.items() if now.mark(f"player/{now.number(player)}") != mark}
    assert changed == {game.white, game.black}
    assert now.mark("tables") != view.mark("tables")


@pytest.mark.slow
def test_the_stream_of_a_page_tells_of_a_step_within_a_second(server: Server, tmp_path: Path) -> None:
    publish_next(tmp_path / "congress60")
    desk = Desk(tmp_path / "congress60")
    with server.client() as director:
        tables = made_link(director, "reader") + "tables"
        page = director.get(tables).text
        live = re.search(r'data-live="([^"]*)"', page)
        assert live
        with director.stream("GET", live[1].replace("&amp;", "&"), timeout=10) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "retry: 1500"
            typed = EnterResults(results={"1": "1-0"}, round=4)
            threading.Timer(1.0, lambda: desk.do(lambda state: enter(state, typed), "result")).start()
            assert next(line for line in lines if line and not line.startswith(":")) == "event: step"
        assert "1-0" in director.get(tables).text


def test_a_thousand_players_fit_on_small_pages(hall: Hall) -> None:
    path, phone = hall.link("reader"), hall.phone()
    assert len(phone.get(path + "player/3").content) < 6_000
    assert len(phone.get(path).content) < 30_000


def test_nobody_finds_who_is_only_preliminary(hall: Hall) -> None:
    from mcmahon.desk.verb import Outcome
    from mcmahon.model.tournament.person import Player, Status

    extra = Player("999", "Hidden", "Person", status=Status.PRELIMINARY)
    hall.desk.do(lambda s: Outcome(s.with_tournament(s.tournament.with_players([extra])), None), "late")
    for role, page in (("reader", "names?name=hidden"), ("check-in", "here?name=hidden")):
        text = TestClient.get(hall.phone(), hall.link(role) + page).text
        assert "Hidden" not in text


def test_names_are_found_as_they_are_typed_on_any_keyboard() -> None:
    def found(typed: str, name: str) -> int:
        return search_rank(typed, search_keys(name))

    for typed, name in (
        ("lukasiewicz", "Łukasiewicz Żaneta"),
        ("shevchenko", "Шевченко Олена"),
        ("Шев", "Шевченко Олена"),
        ("mueller", "Müller Jörg"),
        ("muller", "Müller Jörg"),
        ("vandenberg", "van den Berg Jan"),
        ("oneill", "O'Neill Siobhán"),
        ("wang", "王 伟"),
        ("王", "王 伟"),
    ):
        assert found(typed, name) == 2, typed
    assert found("jorg mul", "Müller Jörg") == found("jandro", "Maximiliano Alejandro") == 1
    assert found("noa", "Maximiliano Alejandro") == found("", "Müller") == found(" - ", "Müller") == 0


def test_the_wall_names_who_has_the_bye(hall: Hall) -> None:
    desk, phone, path = hall.desk, hall.phone(), hall.link("reader")
    games = [word for game in hall.played for word in (str(game.table), "1-0")]
    desk.do(lambda state: enter(state, EnterResults(results=by_table(games), round=4)), "results")
    if len(desk.read().tournament.entrants(5)) % 2 == 0:
        desk.do(lambda state: absent(state, Absent(who=["1"], rounds="5")), "absent")
    publish_next(desk.path)
    state = desk.read()
    [bye] = state.tournament.rounds[-1].byes
    page = phone.get(path + "screen").text
    assert f"<bdi>{escape(state.tournament.player(bye).name)}</bdi>" in page.partition('class="beside"')[2]
    card = phone.get(f"{path}player/{HallView(state).number(bye)}").text
    assert "You have the bye: no game in round 5." in card


def test_prizes_are_on_phones_once_they_are_announced(hall: Hall) -> None:
    """Not before; then on a page of all, and on that of who gets one. Who hears of it is only who gets something."""
    path, phone = hall.link("reader"), hall.phone()
    hall.desk.do(lambda state: edit(state, PrizeRequest(name="Main", value="100", currency="EUR")), "prize")
    best = standings(hall.desk.read()).value.standings.rows[0].player
    before = HallView(hall.desk.read())
    assert not before.has_prizes
    assert before.prizes() == []
    hall.desk.do(lambda state: announce(state, AnnouncePrizes(anyway=True)), "announce")
    page = " ".join(phone.get(path + "prizes").text.split())
    assert "the prizes can still change" in page
    assert re.search(rf"<h2>\s*Main\s*</h2>.*{best.name}.*100 EUR", page)
    own = phone.get(f"{path}player/{before.number(best.id)}").text
    assert "Your prizes" in own
    assert "100 EUR" in own
    other = HallView(hall.desk.read())
    assert "Your prizes" not in phone.get(f"{path}player/{1 if before.number(best.id) != 1 else 2}").text
    assert other.mark(f"player/{before.number(best.id)}") != before.mark(f"player/{before.number(best.id)}")
    (hall.desk.path / "prizes-announced.csv").write_text("damaged\n", encoding="utf-8")
    assert phone.get(path + "standings").status_code == 200


def test_cups_are_on_phones_and_after_the_boards_on_the_screen(hall: Hall) -> None:
    phone, path = hall.phone(), hall.link("reader")
    own = hall.desk.read().tournament
    hall.desk.do(lambda state: set_cup(state, CupRequest(name="Final", size=4, first=len(own.rounds) + 1)), "cup")
    (cup,) = hall.desk.read().tournament.cups
    names = [escape(own.player(p).name) for p in seeds_of(cup, hall.desk.read().tournament)]
    page = phone.get(path + "cups").text
    assert "Cup Final" in page
    assert all(f"<bdi>{name}</bdi>" in page for name in names)
    assert 'href="' + path + 'cups"' in phone.get(path + "tables").text
    boards = -(-len(hall.played.games) // readers.LINES)
    last = phone.get(f"{path}screen?page={boards + 1}").text
    assert "Cup Final" in last
    assert f"{boards + 1} / {boards + 1}" in last
    assert "Cup Final" not in phone.get(f"{path}screen?page={boards}").text


def test_without_a_cup_there_is_no_page_of_cups(hall: Hall) -> None:
    phone, path = hall.phone(), hall.link("reader")
    assert phone.get(path + "cups").status_code == 404
    assert "cups" not in phone.get(path + "tables").text


def test_of_a_text_longer_than_names_only_the_beginning_is_looked_for() -> None:
    name = "ab" * 60
    assert search_rank(name + "z" * 50_000, search_keys(name)) == 2
