"""The engine over HTTP: for the desk's tokens alone, bounded, and the desk goes on meanwhile."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from engine_requests import swiss
from mcmahon.web.pool import BusyError, Guest
from mcmahon.web.work import WorkError

from .conftest import TOKEN, Hall

ADDRESS = "/api/congress60/engine"


def asked(hall: Hall, token: str, body: dict[str, Any]) -> Any:
    return hall.phone().post(ADDRESS, headers={"authorization": f"Bearer {token}"}, json=body)


@pytest.mark.slow
def test_a_program_with_a_desks_token_has_rounds_drawn_and_nothing_is_written(hall: Hall) -> None:
    before = hall.desk.read().revision
    for token in (TOKEN, hall.link("desk").split("/")[3]):
        answer = asked(hall, token, swiss(11))
        assert answer.status_code == 200, answer.text
        found = answer.json()
        assert (found["round"], found["proven"], len(found["boards"]), len(found["byes"])) == (1, True, 5, 1)
    for token in ("wrong", hall.link("reader").split("/")[3], hall.link("helper").split("/")[3]):
        assert asked(hall, token, swiss(11)).status_code in (401, 403)
    assert hall.desk.read().revision == before


@pytest.mark.slow
def test_what_is_wrong_is_said_as_everywhere(hall: Hall) -> None:
    answer = asked(hall, TOKEN, swiss(4, absent=["nobody"]))
    assert (answer.status_code, answer.json()["kind"]) == (422, "wrong input")
    assert answer.json()["lines"] == ["absent: no player has the id 'nobody'"]
    assert asked(hall, TOKEN, {"players": 1}).json()["lines"] == ["players: expected array, got int"]
    none = asked(hall, TOKEN, swiss(2, rounds=[{"games": [["p0", "p1", "1-0"]]}]))
    assert none.status_code == 409
    assert none.json() == {"kind": "no pairing", "lines": none.json()["lines"], "relax": ["repeats"]}


def test_a_round_that_was_not_found_is_no_wrong_input(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(*_: object) -> None:
        raise WorkError(["the search has ended without an answer; try again"], 4)

    monkeypatch.setattr(Guest, "pair", ended)
    answer = asked(hall, TOKEN, swiss(4))
    assert (answer.status_code, answer.json()["kind"]) == (503, "no answer")


@pytest.mark.slow
def test_few_may_wait_and_the_next_one_is_told_to_come_again(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise BusyError("4 rounds are being drawn or wait; try again in some seconds")

    monkeypatch.setattr(Guest, "pair", full)
    answer = asked(hall, TOKEN, swiss(4))
    assert (answer.status_code, answer.json()["kind"]) == (503, "busy")


def test_as_many_as_there_are_places_are_taken_at_once() -> None:
    entered: list[object] = []

    class Slow:
        """A worker whose answer comes when all others have asked."""

        def run(self, *_: object) -> str:
            entered.append(1)
            while len(entered) < Guest.MOST:
                pass
            return "drawn"

    guest = Guest(Slow())  # type: ignore[arg-type]
    with ThreadPoolExecutor(Guest.MOST) as threads:
        found = [threads.submit(guest.pair, None) for _ in range(Guest.MOST)]  # type: ignore[arg-type]
        assert [one.result(20) for one in found] == ["drawn"] * Guest.MOST
    for _ in range(Guest.MOST):
        assert guest._places.acquire(blocking=False)
    with pytest.raises(BusyError):
        guest.pair(None)  # type: ignore[arg-type]
