"""The JSON API: what it does is what pages and commands do, for the same roles, and its description is of it."""

from __future__ import annotations

import asyncio
import errno
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from engine_requests import swiss
from mcmahon.desk.hall import links
from mcmahon.desk.hall.phone_claims import round_played
from mcmahon.desk.placing.rank import standings, standings_answer
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.desk.rounds.proof.checking import Check, check_all
from mcmahon.desk.rounds.show_round import round_answer, show
from mcmahon.desk.verb import Outcome, fields_of, plain
from mcmahon.model.errors import NoAnswerError
from mcmahon.model.records.hall import Board, Role, Side
from mcmahon.model.tournament.games import Result
from mcmahon.web.doors import MOST_WRONG
from mcmahon.web.hall.rooms import Room
from mcmahon.web.json.json_calls import ErrorAnswer, Operation
from mcmahon.web.json.openapi import description
from mcmahon.web.json.operations import OPERATIONS
from mcmahon.web.processes.workers import Worker

from .builders import HOST, TOKEN, Hall

API = "/api/congress60"


class Program:
    """Another program that has a token."""

    def __init__(self, hall: Hall, token: str) -> None:
        self.client, self.headers = hall.phone(), {"authorization": f"Bearer {token}"}

    def get(self, path: str, code: int = 200) -> Any:
        return self._said(self.client.get(API + path, headers=self.headers), code)

    def post(self, path: str, code: int = 200, **body: object) -> Any:
        return self._said(self.client.post(API + path, headers=self.headers, json=body), code)

    @staticmethod
    def _said(answer: Any, code: int) -> Any:
        assert answer.status_code == code, answer.text
        return answer.json()


@pytest.fixture
def program(hall: Hall) -> Callable[..., Program]:
    """A program with a new link of a role; with the director's key where none is named."""

    def made(role: str = "", **limits: str) -> Program:
        if role == Role.CAPTAIN:
            [link, *_] = links.make_for_captains(hall.files, hall.desk.read().tournament)
            return Program(hall, links.address_token(hall.files, link))
        return Program(hall, hall.link(role, **limits).split("/")[3] if role else TOKEN)

    return made


READS = {"GET ", "GET /players", "GET /players/{player:int}", "GET /rounds/{round:int}", "GET /standings",
         "GET /prizes/announced"}  # fmt: skip
#: What a link is for; a token of a board opens its board alone, and a second desk's all that the director's key opens.
FOR = {
    Role.READER: READS,
    Role.HELPER: READS | {"GET /check-ins", "POST /check-ins", "GET /tables", "POST /results", "POST /undo"},
    Role.CHECK_IN: {"GET /players", "POST /here"},
    Role.CAPTAIN: set(),
}


def test_each_act_is_for_the_links_that_are_named_here() -> None:
    acts = {f"{one.method} {one.path}": one.roles for one in OPERATIONS}
    assert len(acts) == len(OPERATIONS)
    for role, own in FOR.items():
        assert {act for act, roles in acts.items() if role in roles} == own, role
    boards = {f"{method} /boards/{{round:int}}/{{table:int}}/{{side}}" for method in ("GET", "POST")}
    assert {act for act, roles in acts.items() if not roles} == boards
    assert {act for act, roles in acts.items() if Role.DESK not in roles} == boards | {"POST /here"}


def path_of(one: Operation) -> str:
    texts = {"{round:int}": "4", "{table:int}": "1", "{player:int}": "1", "{side}": "white"}
    path = one.path
    for hole, text in texts.items():
        path = path.replace(hole, text)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("role", ["", *Role])
def test_a_program_may_do_what_its_token_is_for_and_nothing_else(
    hall: Hall, program: Callable[..., Program], role: str
) -> None:
    caller, before = program(role), hall.desk.read().revision
    for one in OPERATIONS:
        if one.roles and role and role not in one.roles:
            answer = caller.client.request(one.method, API + path_of(one), headers=caller.headers, json={})
            assert (answer.status_code, answer.json()["kind"]) == (403, "not allowed"), one
    for one in OPERATIONS:
        if one.method == "GET" and one.roles and (not role or role in one.roles):
            answer = caller.client.get(API + path_of(one), headers=caller.headers)
            assert answer.status_code == 200, (one, answer.text)
            msgspec.json.decode(answer.content, type=one.gives)
    assert hall.desk.read().revision == before


def test_readers_read_what_pages_show(hall: Hall, program: Callable[..., Program]) -> None:
    reader, desk = program("reader"), program()
    state = hall.desk.read()
    ids = plain(standings_answer(standings(state).value))
    rows = reader.get("/standings")["rows"]
    assert [(row["place"], row["player"]["name"]) for row in rows] == [
        (row["place"], row["name"]) for row in ids["rows"]
    ]
    assert json.loads(json.dumps(ids)) == desk.get("/ranking")
    shown = plain(round_answer(show(state, 4).value, state.tournament))
    assert json.loads(json.dumps(shown)) == desk.get("/drawn/0")
    boards = reader.get("/rounds/4")["boards"]
    named = [(board["table"], board["white_name"], board["black_name"]) for board in shown["boards"]]
    assert [(board["table"], board["white"]["name"], board["black"]["name"]) for board in boards] == named
    number = boards[0]["white"]["player"]
    card = reader.get(f"/players/{number}")
    assert (card["turns"][-1]["opponent"], card["turns"][-1]["colour"]) == (boards[0]["black"]["player"], "white")
    assert {one["player"] for one in reader.get(f"/players?name={boards[0]['white']['name'][:4]}")} >= {number}
    for none in (0, 5):
        assert reader.get(f"/rounds/{none}", 422)["lines"] == [f"round {none} is not published"]
    assert reader.get("/rounds/1")["round"] == 1
    assert reader.get("/players/99999", 422)["lines"] == ["no player has this number"]


@pytest.mark.slow
def test_before_the_first_round_there_is_none(hall: Hall, program: Callable[..., Program]) -> None:
    helper, state = program("helper"), hall.desk.read()
    hall.desk.do(lambda _: Outcome(state.with_tournament(replace(state.tournament, rounds=())), None), "anew")
    assert helper.get("/tables") == []
    assert helper.get("/rounds/1", 422)["lines"] == ["round 1 is not published"]
    page = hall.phone().get(hall.link("helper")).text
    assert ("No round is published yet." in page, 'name="typed"' in page) == (True, False)


@pytest.mark.parametrize("role", ["", "desk", "helper", "reader"])
def test_who_can_write_reads_what_was_just_written_and_readers_what_all_of_them_share(
    hall: Hall, program: Callable[..., Program], role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, asked = program(role), list[bool]()
    real = Room.view
    monkeypatch.setattr(Room, "view", lambda self, now=False: asked.append(now) or real(self, now))
    own.get("/standings")
    assert asked == [role != "reader"]


@pytest.mark.slow
def test_a_program_reads_no_draft_and_no_id_with_a_readers_token(hall: Hall, program: Callable[..., Program]) -> None:
    desk, reader = program(), program("reader")
    drawn = round_played(hall.desk.read().tournament)
    assert drawn is not None
    desk.post("/results", round=4, results={game.table: "1-0" for game in drawn})
    assert desk.post("/draw")["round"] == 5
    assert desk.get("/drawn/5")["draft"] is True
    assert (reader.get("")["published"], reader.get("/rounds/5", 422)["kind"]) == (4, "wrong input")
    assert desk.post("/publish", round=5)["missing"]
    assert reader.client.get(f"{API}/rounds/5", headers=program("helper").headers).status_code == 200


def test_the_verdict_by_json_is_the_commands(hall: Hall, program: Callable[..., Program]) -> None:
    desk, before = program("desk"), hall.desk.read()
    found = desk.post("/check", round=3, prove=True)
    assert found == json.loads(json.dumps(plain(check_all(before, Check(round=3, prove=True)).value)))
    assert found["sound"]
    assert "least_cost" not in desk.post("/check")["rounds"][0]
    assert desk.post("/check", 422, round=9)["lines"]
    assert hall.desk.read() == before


@pytest.mark.slow
def test_a_round_by_hand_by_json_as_at_the_desk(hall: Hall, program: Callable[..., Program]) -> None:
    desk = program("desk")
    drawn = hall.desk.read().tournament.rounds[-1]
    assert desk.post("/by-hand/compare", 422)["lines"] == ["no round is being paired by hand"]
    begun = desk.post("/by-hand/begin")
    assert begun["round"] == 4
    assert desk.get("/drawn/0")["hand_pairing"] is True
    assert desk.post("/publish", 422, round=4)["kind"] == "wrong input"
    desk.post("/swap", a=drawn.games[0].black, b=drawn.games[1].black)
    found = desk.post("/by-hand/compare")
    assert (
        found["cost"] - found["engine_cost"]
        == found["extra"]
        == sum(one["extra"] for one in found["exchanges"]) + found["beside"]
    )
    assert desk.post("/by-hand/end", 409, keep=False, seen=begun["revision"])["kind"] == "conflict"
    desk.post("/by-hand/end", keep=True)
    said = desk.get("/drawn/0")
    assert (said["hand_pairing"], {one["rule"] for one in said["allowed"]}) == (
        False, {one["rule"] for one in found["broken"]}
    )  # fmt: skip


def test_a_cup_by_json_as_at_the_desk(hall: Hall, program: Callable[..., Program]) -> None:
    desk = program("desk")
    made = desk.post("/cup", name="Open", size=4, first=5, third_place=True)["cup"]
    assert (made["name"], len(made["seeds"]), made["kept"], len(made["matches"])) == ("Open", 4, False, 4)
    assert desk.get("/cups") == [made]
    assert desk.post("/cup", 422, name="Open", size=99)["lines"] == ["cup Open: wrong size '99'; expected 4 to 64"]
    lines = desk.post("/cup/decide", 422, name="Open", player=made["seeds"][0])["lines"]
    assert lines == ["the cup Open has not begun: nobody has a match in it yet"]
    desk.post("/cup/remove", name="Open")
    assert hall.desk.read().tournament.cups == ()


@pytest.mark.slow
def test_the_desk_runs_a_round_by_json_as_by_commands(hall: Hall, program: Callable[..., Program]) -> None:
    desk = program("desk")
    seen = desk.get("")["revision"]
    new = desk.post("/entrants", name="Ahn, Young", rank="2d", club="Seoul", seen=seen)
    assert new["player"]["rank"] == "2d"
    assert new["revision"] == hall.desk.read().revision
    who = new["player"]["id"]
    assert desk.post("/entrants/change", who=who, club="Busan", clear=["country"])["player"]["club"] == "Busan"
    desk.post("/absent", who=[who], rounds="5")
    assert 5 not in hall.desk.read().tournament.player(who).rounds_entered(5)
    desk.post("/withdraw", who=[who])
    merged = desk.post("/register", text="name,rank\nMoe Ann,3k\n", dry_run=True)
    assert (len(merged["new"]), hall.desk.read().tournament.by_id().keys() & set(merged["new"])) == (1, set())
    merged = desk.post("/register", text="name,rank\nMoe Ann,3k\n")
    assert hall.desk.read().tournament.player(merged["new"][0]).rank_name == "3k"
    assert desk.post("/settings", assignments=["pages.colour=#112233"])["revision"] > seen
    game = hall.played.games[0]
    desk.post("/move", player=game.white, table=99)
    desk.post("/board", table=99, white=game.black, anyway=True)
    assert (hall.played.at_table(99) or game).white == game.black
    step = desk.get("/log")[0]
    assert step["command"].startswith("desk 1 (Ann): change table 99")
    assert desk.post("/undo", step=step["number"])["command"] == step["command"]
    assert desk.post("/undo", 409, step=step["number"])["kind"] == "conflict"
    assert desk.post("/redo")["command"] == step["command"]
    one, other = hall.played.games[1], hall.played.games[2]
    desk.post("/swap", a=one.white, b=other.white, anyway=True)
    assert one.white in hall.played.games[2].players
    gone = hall.played.games[-1].white
    assert desk.post("/repair", 409, without=[gone])["yes"] == ["anyway"]
    done = desk.post("/repair", without=[gone], anyway=True)
    assert (done["round"], hall.played.holds(gone)) == (4, False)


def test_results_by_json_are_those_of_the_desk_and_ask_before_they_replace(
    hall: Hall, program: Callable[..., Program]
) -> None:
    helper = program("helper", tables="1-5")
    assert [one["table"] for one in helper.get("/tables")] == [1, 2, 3, 4, 5]
    done = helper.post(
        "/results", round=4, results={"2": "0-1"}, seen=helper.get("/tables") and hall.desk.read().revision
    )
    assert (hall.entered(2).result, 2 in done["missing"]) == (Result.BLACK, False)
    assert hall.desk.folder.journal.steps()[-1].command == "helper 1 (Ann): results of round 4: 2 0-1"
    assert "is not yours" in helper.post("/results", 422, round=4, results={"6": "0-1"})["lines"][0]
    for caller, table, who in ((program(), 8, "desk"), (program("desk"), 9, "desk 2 (Ann)")):
        own = hall.played.at_table(table)
        assert own
        hall.phone().post(hall.board(own, Side.WHITE), data={"say": "0-1"})
        caller.post("/results", round=4, results={str(table): "1-0"})
        assert not hall.files.state().of(Board.of(4, own)).white, "what was said counts no more"
        assert hall.desk.folder.journal.steps()[-1].command == f"{who}: results of round 4: {table} 1-0"
    asked = helper.post("/results", 409, round=4, results={"2": "1-0"})
    assert (asked["kind"], asked["yes"]) == ("confirm", ["again"])
    helper.post("/results", round=4, results={"2": "1-0"}, again=True)
    assert hall.entered(2).result is Result.WHITE
    hall.phone().post(hall.board(hall.played.games[3], Side.WHITE), data={"say": "1-0"})
    said = [(one["table"], one["white_says"], one["black_says"]) for one in helper.get("/tables")]
    assert said == [(table, "1-0" if table == 4 else "", "") for table in range(1, 6)]
    step = hall.desk.folder.journal.steps()[-1].number
    hall.director.post("/t/congress60/results", data={"typed": "7 b", "round": "4"})
    assert helper.post("/undo", 409, step=step)["kind"] == "conflict", "another's step is the last"
    last = hall.desk.folder.journal.steps()[-1].number
    assert helper.post("/undo", 409, step=last)["kind"] == "conflict", "nor is that one the helper's"
    assert hall.entered(7).result is Result.BLACK
    assert program().post("/undo", step=last)["command"] == "desk: results of round 4: 7 0-1"
    assert hall.entered(7).result is Result.UNKNOWN
    assert helper.post("/undo", step=step)["command"].startswith("helper 1 (Ann): ")
    helper.post("/results", round=4, results={"2": "1-0"}, again=True)
    seen = hall.desk.read().revision
    hall.desk.do(lambda state: enter(state, EnterResults(results={"3": "1-0"}, round=4)), "meanwhile")
    assert helper.post("/results", 409, round=4, results={"3": "0-1"}, seen=seen)["kind"] == "conflict"


def test_two_programs_with_the_tokens_of_a_board_make_its_result(hall: Hall) -> None:
    game = hall.played.games[0]
    white, black = (Program(hall, hall.board(game, side).rpartition("/")[2]) for side in Side)
    path = f"/boards/4/{game.table}"
    assert white.get(f"{path}/white")["open"] is True
    assert white.post(f"{path}/white", result="1-0")["own"] == "1-0"
    assert black.get(f"{path}/black")["other"] == "1-0"
    assert white.post(f"{path}/black", 401, result="1-0")["kind"] == "wrong token"
    assert white.post("/boards/4/2/white", 401, result="1-0")["kind"] == "wrong token"
    assert white.post(f"{path}/white", 422, result="2-0")["kind"] == "wrong input"
    assert "wrong board" in white.post(f"{path}/white", 422, result="1-0", board=1)["lines"][0]
    assert white.get(f"{path}/x", 401)["kind"] == "wrong token"
    black.post(f"{path}/black", result="1-0")
    assert hall.entered(game.table).result is Result.WHITE
    assert black.get(f"{path}/black")["open"] is False


def test_one_program_with_both_tokens_of_a_board_waits_for_the_desk(hall: Hall) -> None:
    game = hall.played.games[0]
    white, black = (Program(hall, hall.board(game, side).rpartition("/")[2]) for side in Side)
    black.client = white.client
    for program, side in ((white, "white"), (black, "black")):
        program.post(f"/boards/4/{game.table}/{side}", result="1-0")
    assert hall.entered(game.table).result is Result.UNKNOWN
    assert "said on one phone" in hall.director.get("/t/congress60/hall").text


def test_a_check_in_by_json_waits_for_a_nod_by_json(hall: Hall, program: Callable[..., Program]) -> None:
    kiosk, helper = program("check-in"), program("helper")
    who = kiosk.get("/players?name=a")[0]
    assert kiosk.post("/here", player=who["player"], rounds=[5])["waiting"] == [5]
    [waits] = helper.get("/check-ins")
    assert (waits["name"], waits["rounds"]) == (who["name"], [5])
    helper.post("/check-ins", players=[waits["id"]])
    assert helper.get("/check-ins") == []
    assert kiosk.post("/here", player=who["player"], rounds=[5])["confirmed"] == [5]
    assert kiosk.post("/here", 422, player=99999, rounds=[5])["lines"] == ["no player has this number"]
    assert all(link.used for link in hall.files.links()), "the desk sees that programs use them"


def test_a_helpers_token_is_for_the_players_of_its_link_and_the_desks_for_all(
    hall: Hall, program: Callable[..., Program]
) -> None:
    kiosk, people = program("check-in"), hall.desk.read().tournament.players
    one = next(p for p in people if p.enters(5))
    other, third = [p for p in people if p.enters(5) and p.country != one.country][:2]
    numbers = {who["name"]: who["player"] for who in kiosk.get("/players")}
    for player in (one, other, third):
        kiosk.post("/here", player=numbers[player.name], rounds=[5])
    helper, desk = program("helper", only=f"country={one.country}"), program("desk")
    assert [waits["id"] for waits in helper.get("/check-ins")] == [one.id]
    for chosen in ([other.id], [one.id, other.id]):
        assert helper.post("/check-ins", 422, players=chosen)["kind"] == "wrong input"
    assert helper.post("/check-ins", players=[one.id])["revision"] == hall.desk.read().revision
    assert [waits["id"] for waits in desk.get("/check-ins")] == [p.id for p in people if p in (other, third)]
    desk.post("/check-ins", players=[other.id])
    program().post("/check-ins", players=[third.id])
    here = hall.files.state().here
    assert [here[p.id].confirmed for p in (one, other, third)] == [{5}] * 3


def test_no_cookie_opens_the_api_and_wrong_tokens_are_slowed_down(hall: Hall) -> None:
    assert hall.director.get(f"{API}/log").status_code == 401, "a form of another site has the cookie, never the token"
    assert hall.director.post(f"{API}/undo", json={"step": 1}).status_code == 401
    phone = hall.phone()
    for said in ({}, {"authorization": "Bearer "}, {"authorization": f"Basic {TOKEN}"}, {"authorization": TOKEN}):
        answer = phone.get(API, headers=said)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer"), said
        assert "send the token of a link as a header" in answer.json()["lines"][0], "that is no attempt"
    codes = [phone.get(API, headers={"authorization": f"Bearer {'A' * 31}{k:x}"}).status_code for k in range(23)]
    assert codes == [401] * MOST_WRONG + [429] * 3
    assert phone.get(API, headers={"authorization": f"bearer  {TOKEN} "}).status_code == 200
    assert hall.phone().get(API, headers={"authorization": "Bearer x"}).status_code == 401, "another machine"
    nowhere = phone.get("/api/nowhere/log", headers={"authorization": f"Bearer {TOKEN}"})
    assert nowhere.json()["kind"] == "too many wrong tokens", "the same as for a wrong token"


def test_bodies_that_are_wrong_are_refused_as_json(hall: Hall, program: Callable[..., Program]) -> None:
    desk = program()
    before = hall.desk.read().revision
    assert "resutls" in desk.post("/results", 422, round=4, resutls={"1": "1-0"})["lines"][0]
    [problem] = desk.post("/results", 422, round="4", results={"1": "1-0"})["problems"]
    assert (problem["file"], problem["text"][:6]) == ("round", "round:")
    for body in (b"{", b"[1]", b"\xff", b'{"round": 4, "results": {"1": ' + b"[" * 10_000, b" " * 20_000):
        answer = desk.client.post(f"{API}/results", headers=desk.headers, content=body)
        assert (answer.status_code, answer.json()["kind"]) == (422, "wrong input"), body[:30]
    assert hall.desk.read().revision == before


def test_a_search_without_an_answer_is_no_wrong_input(
    program: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(*_: object) -> None:
        raise NoAnswerError("the search has ended without an answer; try again")

    monkeypatch.setattr(Worker, "run", ended)
    assert program("desk").post("/draw", 503)["kind"] == "no answer"


def test_rounds_of_other_tournaments_are_drawn_by_the_command_engine_alone(program: Callable[..., Program]) -> None:
    assert program().post("/engine", 404, **swiss(4))["kind"] == "wrong address"


def test_who_goes_away_in_the_middle_of_a_body_leaves_nothing_on_the_terminal(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[Any] = []

    async def gone() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = {"host": HOST, "authorization": f"Bearer {TOKEN}"}
    path = f"{API}/results"
    scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"",
             "scheme": "http", "client": ("10.0.0.1", 1),
             "headers": [(k.encode(), v.encode()) for k, v in headers.items()]}  # fmt: skip
    asyncio.run(hall.app(scope, gone, send))
    assert sent[0]["status"] == 400
    assert not caplog.records


def test_the_description_names_every_act_and_every_key_with_its_meaning(hall: Hall) -> None:
    found = hall.phone().get("/api/openapi.json").json()
    assert found == json.loads(json.dumps(description()))
    acts = {(method.upper(), path) for path, one in found["paths"].items() for method in one}
    assert len(acts) == len(OPERATIONS)
    assert len({one["operationId"] for path in found["paths"].values() for one in path.values()}) == len(OPERATIONS)
    for one in OPERATIONS:
        for kind in (one.takes, one.gives):
            struct = kind.__args__[0] if hasattr(kind, "__args__") else kind
            if struct is not None:
                assert all(field.meaning for field in fields_of(struct)), struct
    references = set(_references(found))
    assert references == {f"#/components/schemas/{name}" for name in found["components"]["schemas"]}
    assert all(field.meaning for field in fields_of(ErrorAnswer))


def test_a_question_names_the_keys_that_say_yes(hall: Hall, program: Callable[..., Program]) -> None:
    desk = program("desk")
    assert desk.post("/draw", 409)["yes"] == ["missing_results", "again"]
    desk.post("/draw", missing_results=True)
    desk.post("/settings", assignments=["pairing.local_clubs=Rosham"])
    assert desk.post("/settings", 409, assignments=["pairing.local_clubs=Alburg"])["yes"] == ["replace"]


def test_addresses_that_are_none_are_refused_as_json(hall: Hall) -> None:
    phone = hall.phone()
    for method, path, host, status, kind in (
        ("GET", "/api/congress60/nothing", "", 404, "wrong address"),
        ("POST", "/api/congress60/standings", "", 405, "wrong address"),
        ("GET", "/api/congress60", "example.org", 400, "wrong address"),
    ):
        key = {"authorization": f"Bearer {TOKEN}"}
        answer = phone.request(method, path, headers=key | ({"host": host} if host else {}))
        assert (answer.status_code, answer.json()["kind"]) == (status, kind), path
        msgspec.json.decode(answer.content, type=ErrorAnswer)
    foreign = phone.post("/api/congress60/results", headers={"origin": "http://example.org"}, json={})
    assert (foreign.status_code, foreign.json()["kind"]) == (403, "not allowed")
    assert phone.get("/nothing").headers["content-type"].startswith("text/plain")


def _references(value: Any) -> list[str]:
    if isinstance(value, list):
        return [one for part in value for one in _references(part)]
    if not isinstance(value, dict):
        return []
    own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
    return own + [one for part in value.values() for one in _references(part)]


def test_a_disk_that_refuses_is_said_as_the_folders_trouble(
    program: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_handles(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files", "/folder")

    one = program()
    monkeypatch.setattr(Room, "view", no_handles)
    found = one.get("/rounds/4", 503)
    assert found["kind"] == "folder"
    assert "Too many open files" in found["lines"][0]
