"""The engine for other programs: a line in, a line out; the boards are those that a folder's draw gives."""

from __future__ import annotations

import json
import re
import tomllib
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from engine_requests import after, request_of, swiss
from hypothesis import given, settings
from hypothesis import strategies as st
from mcmahon._version import __version__
from mcmahon.desk.desk import Desk, in_memory
from mcmahon.desk.engine_lines import Head, answer, read_line, schema, with_id
from mcmahon.desk.options import Clock, Options
from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.desk.rounds.engine_round import EngineRequest, tournament_of
from mcmahon.desk.rounds.proof.verify_proof import verify_file
from mcmahon.io.typed import converted
from mcmahon.model.tournament.tournament import Tournament

INSTANCES = Path(__file__).resolve().parents[2] / "instances"
LINE = 7


def said(line: bytes | str | dict[str, Any], clock: Clock | None = None) -> dict[str, Any]:
    """The answer to a line, decoded: always one object on one line."""
    if isinstance(line, dict):
        line = json.dumps(line)
    whole = line.encode() if isinstance(line, str) else line
    found = answer(Options(clock=clock or Clock(60.0)), whole, LINE)
    assert b"\n" not in found
    decoded: dict[str, Any] = json.loads(found)
    return decoded


def wrong(line: bytes | str | dict[str, Any]) -> str:
    """What is said to be wrong, on one line."""
    found = said(line)
    assert (found["error"], found["line"]) == ("wrong input", LINE), found
    return "; ".join(found["lines"])


def known(name: str) -> tuple[Tournament, dict[str, Any]]:
    """A tournament folder, and the request of a program that keeps the same tournament."""
    tournament = Desk(INSTANCES / name).read().tournament
    given_settings = tomllib.loads((INSTANCES / name / "tournament.toml").read_text(encoding="utf-8"))
    return tournament, request_of(tournament, given_settings)


def boards(found: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(game["white"], game["black"], game.get("handicap", 0)) for game in found["boards"]]


@pytest.mark.parametrize("name", ["club16", "odd75", "congress60"])
def test_a_request_gives_the_boards_of_the_folder_that_says_the_same(name: str) -> None:
    tournament, request = known(name)
    found, drawn = said(request), draw_round(tournament)
    assert boards(found) == [(game.white, game.black, game.handicap) for game in drawn.round]
    assert tuple(found["byes"]) == drawn.round.byes
    assert (found["cost"], found["bound"], found["proven"]) == (drawn.pairing.cost, drawn.pairing.cost, True)
    komi = [game.komi_halves / 2 for game in drawn.round if game.handicap]
    assert [game["komi"] for game in found["boards"] if "komi" in game] == komi


def test_a_swiss_is_played_to_its_end_and_nobody_meets_twice_or_has_two_byes() -> None:
    request = swiss(23)
    met: set[frozenset[str]] = set()
    byes: list[str] = []
    for number in range(1, 6):
        found = said(request)
        assert (found["round"], found["proven"], len(found["boards"]), len(found["byes"])) == (number, True, 11, 1)
        pairs = {frozenset((game["white"], game["black"])) for game in found["boards"]}
        assert len(pairs) == 11
        assert not pairs & met
        met |= pairs
        byes += found["byes"]
        request = after(request, found, number)
    assert len(set(byes)) == 5


def test_start_points_are_score_groups_from_the_first_round() -> None:
    request = swiss(8)
    for player in request["players"][:4]:
        player["start"] = 3
    top = {player["id"] for player in request["players"][:4]}
    assert all((game["white"] in top) == (game["black"] in top) for game in said(request)["boards"])


def test_wishes_and_absences_are_heeded() -> None:
    found = said(swiss(9, force=[["p1", "p8"]], forbid=[["p0", "p2"]], bye=["p3"], absent=["p4", "p5"]))
    pairs = [{game["white"], game["black"]} for game in found["boards"]]
    assert {"p1", "p8"} in pairs
    assert {"p0", "p2"} not in pairs
    assert found["byes"] == ["p3"]
    assert not {"p4", "p5"} & set.union(*pairs)


@pytest.mark.slow
def test_a_profile_comes_along_or_is_one_of_the_program_and_opens_no_file(tmp_path: Path) -> None:
    named, own = swiss(12, profile="swiss"), swiss(12, profile={"base": "swiss"})
    assert boards(said(named)) == boards(said(own))
    dearer = said(swiss(12, profile={"seeding": 70}))
    assert dearer["costs"].keys() <= {"seeding"}
    (tmp_path / "mine.toml").write_text("seeding = 1", encoding="utf-8")
    assert "unknown weight profile" in wrong(swiss(4, profile=str(tmp_path / "mine.toml")))


@pytest.mark.parametrize("form", ["json", "npz"])
def test_the_certificate_is_one_that_the_verifier_accepts(form: str, tmp_path: Path) -> None:
    request = swiss(20, certificate=form)
    found = said(request)
    file = tmp_path / f"proof.{form}"
    if form == "npz":
        file.write_bytes(b64decode(found["certificate"]))
        verified = verify_file(file, None)
    else:
        file.write_text(json.dumps(found["certificate"]), encoding="utf-8")
        kept = tournament_of(converted(request, EngineRequest))
        verified = verify_file(file, in_memory(kept))
    assert not verified.gap
    assert sum(value for name, value, bound in verified.tiers if name != "tie") == found["cost"]
    assert "certificate" not in said(swiss(20))


def test_the_time_that_a_request_has_is_kept_and_the_best_so_far_is_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcmahon.solver.matching.blossom._blossom", None)  # a matching is there in less
    found = said(swiss(400, seconds=0.001))
    assert (len(found["boards"]), found["tie_break_proven"]) == (200, False)
    assert found["bound"] <= found["cost"]
    assert found["seconds"]["total"] < 30


def test_who_is_stopped_before_a_round_is_found_is_cancelled() -> None:
    clock = Clock(60.0)
    clock.stop()
    found = said(swiss(60), clock)
    assert found.get("error") == "cancelled" or not found["proven"]


def test_no_legal_round_says_why_and_what_can_be_relaxed() -> None:
    request = swiss(2, rounds=[{"games": [["p0", "p1", "1-0"]]}])
    found = said(request)
    assert (found["error"], found["relax"]) == ("no pairing", ["repeats"])
    assert "p0 and p1 have met before" in "\n".join(found["lines"]), found["lines"]
    assert len(said({**request, "relax": ["repeats"]})["boards"]) == 1


TWO = [{"id": "a"}, {"id": "b"}]
FEW = {"name": "few", "pairs": "clubmates", "at_most": 1}


def played(*games: list[str]) -> dict[str, Any]:
    """Two players with a round."""
    return {"players": TWO, "rounds": [{"games": games}]}


DEEP = json.loads("[" * 20 + "]" * 20)
WRONG: list[tuple[str, Any, str]] = [
    ("not JSON", b"nonsense", "malformed"),
    ("cut off", b'{"players": [', "not JSON: it ends too early; a request is one line"),
    ("not text", b"\xff\xfe", "malformed"),
    ("NaN", b'{"players": NaN}', "malformed"),
    ("wrong, and then no JSON", b'{"players": 3, "seconds": NaN}', "malformed"),
    ("deep", b"[" * 100_000, "nested too deeply"),
    ("a list", b"[]", "expected object, got array"),
    ("empty", {}, "object missing required field players"),
    ("another key", {"players": TWO, "boards": 1}, "object contains unknown field boards"),
    ("a player's other key", {"players": [{"id": "a", "elo": 1}]}, "players[0]: object contains unknown field elo"),
    ("a number as id", {"players": [{"id": 1}]}, "players[0].id: expected str, got int"),
    ("no id", {"players": [{"id": ""}]}, "players[0].id: expected str of length >= 1"),
    ("an id twice", {"players": [*TWO, {"id": "a"}]}, "players: this id appears twice: 'a'"),
    ("a rank", {"players": [{"id": "a", "rank": "10d"}]}, "players[0].rank: not a rank: '10d'; expected 30k to 9d"),
    ("a rating", {"players": [{"id": "a", "rating": 10**9}]}, "players[0].rating: expected int <= 4000"),
    ("nobody", {"players": []}, "round 1 has 0 entrants; at least 2 are needed"),
    ("a result", played(["a", "b", "won"]), "rounds[0].games[0]: not a result: 'won'"),
    ("a game too short", played(["a"]), "rounds[0].games[0]"),
    ("alone", played(["a", "a", "1-0"]), "rounds[0]: this id appears twice: 'a'"),
    ("nobody's game", played(["a", "c", "1-0"]), "rounds[0]: no player has the id 'c'"),
    ("nobody absent", {"players": TWO, "absent": ["c"]}, "absent: no player has the id 'c'"),
    ("nobody's bye", {"players": TWO, "bye": ["c"]}, "bye: no player has the id 'c'"),
    ("nobody forced", {"players": TWO, "force": [["a", "c"]]}, "force: no player has the id 'c'"),
    ("nobody forbidden", {"players": TWO, "forbid": [["c", "b"]]}, "forbid: no player has the id 'c'"),
    ("no result yet", played(["a", "b", "?"]), "rounds[0].games[0]: the result is missing"),
    ("a bye in an even field", {"players": TWO, "bye": ["a"]}, 'bye: 2 players are entered: if a has a bye, one more'),
    ("a pair of one", {"players": TWO, "forbid": [["a", "a"]]}, "forbid: this pair is one player: 'a'; expected two"),
    ("a bye twice", {"players": TWO, "bye": ["a", "a"]}, "a is given the bye twice in round 1"),
    ("two wishes", {"players": TWO, "bye": ["a"], "force": [["a", "b"]], "two_byes": True}, "a is forced into a game"),
    ("on two lines", b'"id": 1,', "malformed: trailing characters (byte 5); a request is one line"),
    ("a setting", {"players": TWO, "settings": {"bar": "3d"}}, "settings: unknown setting bar; expected one of"),
    ("its value", {"players": TWO, "settings": {"start": {"bar": None}}}, "settings: start.bar: wrong value"),
    ("its depth", {"players": TWO, "settings": {"start": DEEP}}, "settings: tables or lists nested too deeply"),
    ("over", {**played(["a", "b", "1-0"]), "settings": {"rounds": 1}}, "all 1 rounds have been drawn"),
    ("a weight", {"players": TWO, "profile": {"seeding": -1}}, "profile: wrong weight of seeding: '-1'; expected"),
    ("half a weight", {"players": TWO, "profile": {"seeding": 0.5}}, "profile: wrong weight of seeding: '0.5'"),
    ("a great weight", {"players": TWO, "profile": {"seeding": 2_000_000}}, "wrong weight of seeding: '2000000'"),
    ("a text for one", {"players": TWO, "profile": {"seeding": "5"}}, "wrong weight of seeding: '\"5\"'"),
    ("an own one", {"players": TWO, "profile": {"gaps": {"value": "gap", "weight": True}}}, "of gaps: 'true'"),
    ("a price", {"players": TWO, "profile": {"rule": {**FEW, "price": 0.5}}}, "rule few: price 0.5 must be a whole"),
    ("a profile", {"players": TWO, "profile": "nix"}, "unknown weight profile or file 'nix'"),
    ("a rule", {"players": TWO, "relax": ["nix"]}, "no hard rule is called 'nix'"),
    ("time", {"players": TWO, "seconds": 0}, "seconds: expected float > 0.0"),
    ("proof", {"players": TWO, "certificate": "pdf"}, "certificate: invalid enum value 'pdf'"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "told"), [(line, told) for _, line, told in WRONG], ids=[name for name, *_ in WRONG])
def test_what_is_wrong_is_said_with_its_place(line: Any, told: str) -> None:
    assert told in wrong(line)


def test_the_id_is_echoed_in_front() -> None:
    for own in ("a", 5, None, "ü\n"):
        head = read_line(json.dumps({"id": own, "players": 3}).encode(), Head)
        line = with_id(head.id, b'{"error":"x"}')  # type: ignore[union-attr]
        assert json.loads(line) == {"id": own, "error": "x"}
        assert line.endswith(b"}\n")
        assert line.count(b"\n") == 1


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
ANY = st.recursive(
    PLAIN, lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=8), x, max_size=3), max_leaves=8
)
ID = st.sampled_from("abcd")
GAME = st.tuples(ID, ID, st.sampled_from(["1-0", "?", "x"]))
PLAYER = st.fixed_dictionaries({"id": ID}, optional={"rating": PLAIN, "start": PLAIN, "rank": PLAIN})
NEAR = st.fixed_dictionaries(
    {"players": st.lists(PLAYER)},
    optional={key: ANY for key in EngineRequest.__struct_fields__ if key != "players"}
    | {
        "settings": st.dictionaries(st.sampled_from(["preset", "rounds", "start", "pairing", "seed", "x"]), ANY),
        "profile": st.dictionaries(st.sampled_from(["base", "seeding", "rule", "about"]), ANY),
        "rounds": st.lists(st.fixed_dictionaries({"games": st.lists(GAME)}), max_size=2),
        "seconds": st.floats(allow_nan=False),
    },
)


@pytest.mark.slow
@given(st.binary(max_size=40) | st.text(max_size=40).map(str.encode) | ANY.map(json.dumps) | NEAR.map(json.dumps))
@settings(max_examples=150, deadline=None)
def test_any_line_has_an_answer(line: bytes | str) -> None:
    """Whatever comes: an object, a round or an error in words, and no error of the program itself."""
    found = said(line)
    assert "boards" in found or found["error"] in ("wrong input", "no pairing", "no answer"), found


def test_the_same_request_gives_the_same_round_and_another_seed_another_one() -> None:
    first, second, other = (said(swiss(80, settings={"preset": "swiss", "seed": seed})) for seed in (1, 1, 2))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}
    assert first["cost"] == other["cost"]
    assert first["boards"] != other["boards"]


def test_the_place_of_what_is_wrong_stands_in_fields_of_its_own() -> None:
    """The part of the request, the player and the value; what says nothing is left out."""
    request = swiss(4)
    request["players"][1]["rank"] = "x"
    [problem] = said(request)["problems"]
    assert problem.pop("text").startswith("players[1].rank: not a rank")
    expected = "30k to 9d, 1p to 9p"
    assert problem == {"file": "players[1].rank", "player": "p1", "value": "x", "expected": expected}
    request["players"][1]["rank"] = 3
    [problem] = said(request)["problems"]
    assert problem["file"] == "players[1].rank"


def test_a_line_that_is_not_utf_8_is_refused_in_plain_words() -> None:
    assert said(b'{"players": [{"id": "\xfd"}]}')["lines"] == ["it is not UTF-8"]


def test_a_line_may_begin_with_the_mark_of_its_encoding() -> None:
    assert said(b"\xef\xbb\xbf" + json.dumps({"players": TWO}).encode())["round"] == 1


def test_whoever_has_no_name_is_named_by_the_id_alone() -> None:
    request = {"players": TWO, "settings": {"preset": "swiss", "rounds": 3}}
    request |= {"rounds": [{"games": [["a", "b", "1-0"]]}], "relax": ["repeats"]}
    notes = said(request)["notes"]
    assert notes[0] == "repeats: table 1: b and a have met before"
    assert notes[1].startswith("No legal plan for round 3 exists")
    [broken] = said(request)["broken"]
    assert (broken["rule"], broken["players"], broken["text"]) == ("repeats", ["b", "a"], notes[0])
    named = {**request, "players": [{"id": "a", "name": "Ann"}, {"id": "b"}]}
    assert said(named)["notes"][0] == "repeats: table 1: b and Ann (a) have met before"


def test_the_schema_names_every_key_of_every_line_with_its_meaning() -> None:
    found = json.loads(json.dumps(schema()))
    inside = found["$defs"]
    assert found["version"] == __version__
    request = swiss(5, id=1, absent=["p4"], certificate="npz")
    asked, told, refused = (inside[name] for name in ("EngineLine", "EngineAnswer", "EngineError"))
    assert request.keys() <= asked["properties"].keys() >= set(asked["required"])
    assert asked["additionalProperties"] is False
    for line, kind in ((request, told), ({**request, "absent": ["nobody"]}, refused)):
        answered = json.loads(with_id(1, answer(Options(), json.dumps(line).encode(), LINE)))
        assert set(kind["required"]) <= answered.keys() <= kind["properties"].keys()
        assert "additionalProperties" not in kind, "a later version may have more keys"
    assert refused["properties"]["error"]["enum"] == ["cancelled", "failed", "no answer", "no pairing", "wrong input"]
    keys = [(name, key, own) for name, kind in inside.items() for key, own in kind.get("properties", {}).items()]
    assert [(name, key) for name, key, own in keys if "description" not in own] == []
    references = set(re.findall(r"#/\$defs/(\w+)", json.dumps(found)))
    assert references | {"EngineCancel"} == set(inside)


def test_an_error_of_the_program_itself_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("mcmahon.desk.engine_lines.read_sent", fails)
    said = json.loads(answer(Options(seconds=1), b"{}", 3))
    assert (said["error"], said["line"]) == ("failed", 3)
    assert "an error of the program itself: ZeroDivisionError: by nothing" in json.dumps(said)
