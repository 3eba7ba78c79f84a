"""One table of errors: programs, pages and commands are told the same of an error, whichever process has raised it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator

import pytest
from mcmahon.desk.failures import NoTournamentError, failure_kind, failure_of
from mcmahon.desk.verb import Outcome
from mcmahon.model.errors import ContradictionError, FolderError, InputError, McMahonError, NoAnswerError, Problem
from mcmahon.model.ways import Way

from .conftest import TOKEN, Opened

HEADERS = {"Authorization": f"Bearer {TOKEN}"}
MODULES = (
    "desk.hall.phone_claims",
    "io.folder.folder",
    "io.sheets",
    "solver.engine",
    "web.app",
    "web.processes.workers",
    "cli",
)
#: Errors that are plain wrong input, or have an answer of their own before the table.
PLAIN = {"ClosedBoardError", "NoWayInError", "NotHereError", "SheetError", "WrongBodyError"}


def kinds(of: type[McMahonError]) -> Iterator[type[McMahonError]]:
    for kind in of.__subclasses__():
        if kind.__module__.startswith("mcmahon."):
            yield from (kind, *kinds(kind))


def test_every_error_is_told_by_the_table() -> None:
    for module in MODULES:
        importlib.import_module(f"mcmahon.{module}")
    found = {kind.__name__: failure_kind(kind) for kind in kinds(McMahonError) if kind.__name__ != "WorkError"}
    assert {name for name, how in found.items() if how is failure_kind(McMahonError)} == PLAIN
    assert {how.kind: how.exit_code for how in found.values()}.keys() >= {"confirm", "conflict", "folder", "no answer"}
    assert found["MovedOnError"] == found["FolderError"]
    assert found["NoTournamentError"].status == failure_kind(NoTournamentError).status == 404
    assert found["ContradictionError"] == ("error", 4, 500)


def test_wrong_input_that_one_field_answers_is_a_question() -> None:
    asked = failure_of(InputError("two rounds are missing", Way("draw without", missing_results=True)))
    assert (asked.kind, asked.status, asked.yes) == ("confirm", 409, ("missing_results",))
    plain = failure_of(InputError([Problem("wrong seed", ways=(Way("to see it", "groups"),))]))
    assert (plain.kind, plain.status, plain.yes) == ("wrong input", 422, ())


@pytest.mark.parametrize(
    ("error", "kind", "status"),
    [
        (FolderError("the stick is gone"), "folder", 503),
        (OSError(28, "No space left on device"), "folder", 503),
        (ContradictionError("CP-SAT finds no round"), "error", 500),
        (NoAnswerError("the time is up"), "no answer", 503),
        (ZeroDivisionError("by nothing"), "error", 500),
    ],
)
def test_an_error_has_one_status_for_pages_and_programs_in_this_process_and_in_the_worker(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, error: Exception, kind: str, status: int
) -> None:
    def wrong(*_: object, **__: object) -> Outcome[None]:
        raise error

    monkeypatch.setattr("mcmahon.desk.desk.Desk.carry_out", wrong)  # a draw in the worker, absences here
    monkeypatch.setattr("mcmahon.web.pages.overview_page.log", wrong)
    client = opened.client
    pages = client.post("/t/congress60/round", data={"draw": "1"}), client.get("/t/congress60/log")
    assert {page.status_code for page in pages} == {status}
    for path, body in (("draw", {}), ("absent", {"who": ["1"]})):
        answer = client.post(f"/api/congress60/{path}", headers=HEADERS, json=body)
        assert (answer.status_code, answer.json()["kind"]) == (status, kind), path
