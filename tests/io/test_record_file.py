"""The record of a draw as a file: it comes back, byte for byte, and what is wrong in it is named with its place."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcmahon.io.folder.record_file import parse_record, record_text
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.draw import Locks
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.records.ledger import DrawnBoard, Entrant, Ledger
from mcmahon.model.records.state import Record
from mcmahon.model.tournament.games import Allowed
from mcmahon.model.tournament.rules import CountRule

RULE = CountRule("few-clubmates", ("clubmates",), 3, price=500, tier=2)
RECORD = Record(
    profile=Profile("p", "", (Weight("same_club", 3), Weight("seeding", 2, tier=2)), (RULE,)),
    locks=Locks((("a", "b"),), (("c", "d"),), ("e",)),
    relaxed=("repeats",),
    cost=7,
    bound=6,
    status="feasible",
    costs={"same_club": 7},
    version="1",
    seed=5,
)
BALANCED, FORMER = load_profile("balanced"), load_profile("balanced-1")
LEDGER = Ledger(
    entrants={
        "a": Entrant("Łuk \"a\"", 5, 2, 1, 2),
        "7": Entrant("", 4, 2, 2, 2, groups=("f",), even=True),
        "é": Entrant(),
    },
    boards=(
        DrawnBoard(("a", "7"), 2, {"seeding": 8}, {"seeding": 4}, settled=True),
        DrawnBoard(("é",), breaks=("second-bye",)),
    ),
    seeding="fold",
    draw_down="middle",
    draw_up="top",
    stones_off=1,
    most_stones=9,
    rules={"few-clubmates": "at most 3 clubmates"},
)  # fmt: skip
FOLDERS = sorted((Path(__file__).resolve().parents[2] / "instances").glob("*/rounds"))


def test_the_record_of_a_draw_comes_back() -> None:
    assert parse_record(record_text(RECORD, True), "f") == (RECORD, (True, (), False))
    assert parse_record(record_text(replace(RECORD, seed=None), False), "f") == (
        replace(RECORD, seed=None),
        (False, (), False),
    )
    allowed = (Allowed("repeats", ("a", "b")), Allowed("few-clubmates", (), 4, "Ulm"))
    assert parse_record(record_text(RECORD, False, allowed), "f") == (RECORD, (False, allowed, False))
    assert parse_record(record_text(None, False, allowed), "f") == (None, (False, allowed, False))
    assert parse_record(record_text(None, False), "f") == (None, (False, (), False))
    assert parse_record(record_text(None, True, allowed, True), "f") == (None, (True, allowed, True))


@pytest.mark.parametrize(
    ("drawn_by", "written", "read", "version"),
    [
        (BALANCED, "balanced", "balanced", 3),
        (FORMER, "balanced", "balanced-1", 1),
        (FORMER, "balanced-1", "balanced-1", 1),
        (BALANCED.with_weights({"same_club": 7}), "balanced", "balanced", None),
        (BALANCED, "mine", "mine", None),
    ],
)
def test_a_record_names_the_version_of_its_profile(
    drawn_by: Profile, written: str, read: str, version: int | None
) -> None:
    """Found by the weights, as version 1.0 named none; the name is that of these weights, and comes back."""
    old = json.loads(record_text(replace(RECORD, profile=replace(drawn_by, name=written)), True))
    old.pop("profile_version", None)
    found, _ = parse_record(json.dumps(old), "f")
    assert found is not None
    assert found.profile.name == read
    text = record_text(found, True)
    assert parse_record(text, "f")[0] == found
    assert (json.loads(text)["profile"], json.loads(text).get("profile_version")) == (read, version)


def test_a_published_round_cannot_be_in_hand() -> None:
    """While a round is paired by hand nobody plays it: a file that says both was damaged."""
    with pytest.raises(InputError, match="a round that is published cannot be in hand"):
        parse_record('{"draft": false, "hand_pairing": true}', "f")


def test_its_ledger_comes_back_when_somebody_asks() -> None:
    text = record_text(replace(RECORD, kept=LEDGER), True)
    read, *_ = parse_record(text, "f")
    assert read is not None
    assert read.ledger == LEDGER
    assert read == replace(RECORD, kept=LEDGER) != RECORD
    assert read != replace(RECORD, kept=replace(LEDGER, seeding="slide"))
    assert RECORD.ledger is None
    assert record_text(read, True) == text
    lines = text.splitlines()
    assert '   "7": {"mms": 4, "score": 2, "place": 2, "size": 2, "groups": ["f"], "even": true},' in lines
    assert '   {"players": ["é"], "breaks": ["second-bye"]}' in lines


@pytest.mark.parametrize("folder", FOLDERS, ids=[folder.parent.name for folder in FOLDERS])
def test_the_records_of_the_instances_are_written_again_byte_for_byte(folder: Path) -> None:
    """With the ledger unread, and with the ledger read."""
    for path in sorted(folder.glob("*.json")):
        text = path.read_text(encoding="utf-8")
        record, (draft, *_) = parse_record(text, path.name)
        assert record is not None
        assert record_text(record, draft) == text
        assert record_text(replace(record, kept=record.ledger), draft) == text


def changed(change: Callable[[Any], Any]) -> str:
    data = json.loads(record_text(replace(RECORD, kept=LEDGER), True))
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d.update(draft=1), "$.draft: expected bool, got int"),
        (lambda d: d.update(cost="7"), "$.cost: expected int, got str"),
        (lambda d: d.update(cost=7.5), "$.cost: expected int, got float"),
        (lambda d: d.update(cost=-1), "$.cost: expected int >= 0"),
        (lambda d: d.update(weights=3), "$.weights: expected object, got int"),
        (lambda d: d["weights"].update(seeding=1_000_001), '$.weights["seeding"]: expected int <= 1000000'),
        (lambda d: d["weights"].update(seedling=1), "unknown criterion seedling"),
        (lambda d: d["tiers"].update(seeding=100), '$.tiers["seeding"]: expected int <= 99'),
        (lambda d: d["costs"].update({"a b": "7"}), '$.costs["a b"]: expected int, got str'),
        (lambda d: d["rules"][0].pop("at_most"),
         "$.rules[0]: rule few-clubmates needs either at_most or at_least, not both"),
        (lambda d: d["rules"].append(3), "$.rules[1]: 3 is not a table"),
        (lambda d: d["force"][0].pop(), "$.force[0]: expected array of length 2, got 1"),
        (lambda d: d.pop("bye"), "object missing required field bye"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_record_is_named_with_its_place(change: Callable[[Any], Any], says: str) -> None:
    with pytest.raises(InputError) as found:
        parse_record(changed(change), "rounds/3.json")
    assert f"rounds/3.json: not a valid record of a draw: {says}; expected the file as the draw" in str(found.value)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d["entrants"]["7"].update(mms="4"), '$.ledger.entrants["7"].mms: expected int, got str'),
        (lambda d: d["entrants"]["é"].update(place=2), '$.ledger.entrants["é"]: place 2 of 1'),
        (lambda d: d["entrants"]["a"].update(byes=-1), '$.ledger.entrants["a"]: a count below 0'),
        (lambda d: d["entrants"]["a"].update(mmms=4), 'unknown $.ledger.entrants["a"].mmms'),
        (lambda d: d["boards"][1].update(players=["x"]), "$.ledger: a board of somebody who was not there: x"),
        (lambda d: d["boards"][1].update(players=[]), "$.ledger.boards[1]: a board of 0 players"),
        (lambda d: d["boards"][0].update(players=["a", "a"]), "$.ledger.boards[0]: a board of 2 players; expected two"),
        (lambda d: d["boards"][0].update(stones=-1), "$.ledger.boards[0]: handicap -1"),
        (lambda d: d["boards"][0]["costs"].update(x="8"), '$.ledger.boards[0].costs["x"]: expected int, got str'),
        (lambda d: d["boards"][0].update(table=1), "unknown $.ledger.boards[0].table"),
        (lambda d: d.update(fingerprint=3), "$.ledger.fingerprint: expected str, got int"),
        (lambda d: d.pop("seeding"), "$.ledger: object missing required field seeding"),
        (lambda d: d.update(colour="red"), "unknown $.ledger.colour"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_ledger_is_named_when_somebody_asks_for_it(change: Callable[[Any], Any], says: str) -> None:
    record, *_ = parse_record(changed(lambda d: change(d["ledger"])), "rounds/3.json")
    assert record is not None
    with pytest.raises(InputError) as found:
        _ = record.ledger
    assert f"rounds/3.json: the ledger of the draw is damaged: {says}" in str(found.value)
    assert "restore it with undo" in str(found.value)


def test_the_key_is_found_among_many() -> None:
    """Also where it is the last one, and where a later one is wrong in another way."""
    for wrong in ("0", "17", "98"):
        many = {str(k): {"mms": "3" if str(k) == wrong else k} for k in range(99)} | {"99": {"mms": True}}
        record, *_ = parse_record(changed(lambda d, many=many: d["ledger"].update(entrants=many, boards=[])), "f")  # type: ignore[misc]
        assert record is not None
        with pytest.raises(InputError, match=rf'entrants\["{wrong}"\].mms: expected int, got str'):
            _ = record.ledger


DEEP = "[" * 100_000


@pytest.mark.parametrize(
    "text", ["", "{", "[]", DEEP, '{"draft": true, "weights": ' + DEEP, '{"draft": NaN}', '{"weights": {}}']
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"^f: not a valid record of a draw"):
        parse_record(text, "f")


def test_a_ledger_nested_too_deeply_is_refused() -> None:
    text = record_text(RECORD, True).removesuffix("\n}\n") + ', "ledger": ' + "[" * 900 + "]" * 900 + "}"
    record, *_ = parse_record(text, "f")
    assert record is not None
    with pytest.raises(InputError, match="the ledger of the draw is damaged"):
        _ = record.ledger


AT_ONCE = """
import sys, threading
from mcmahon.io.folder.record_file import _WithLedger
from mcmahon.io.typed import decoded
together, read = threading.Barrier(4), []
def reads():
    together.wait()
    read.append(decoded(sys.argv[1], _WithLedger))
sys.setswitchinterval(1e-6)
threads = [threading.Thread(target=reads) for _ in range(4)]
[one.start() for one in threads]
[one.join() for one in threads]
print(len(read))
"""


@pytest.mark.slow
def test_the_first_files_of_a_process_are_read_by_several_threads_at_once() -> None:
    text = (FOLDERS[0] / "1.json").read_text()
    for _ in range(5):
        command = [sys.executable, "-c", AT_ONCE, text]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stdout) == (0, "4\n"), done.stderr
