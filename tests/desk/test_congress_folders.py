"""The folders that `event.congress` names may be anybody's: they are read, a bounded number of them, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders import played, tournament
from folders import changing, create
from mcmahon.desk import congress
from mcmahon.desk.congress import MOST_EVENTS, elsewhere
from mcmahon.io.folder import folder
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.own_files import check_places
from mcmahon.io.folder.state_files import with_settings
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.notes import Remark
from mcmahon.model.records.state import State


def other(place: Path) -> TournamentFolder:
    """A tournament with a step that was cut off before its files."""
    made = TournamentFolder(place)
    create(made, new_settings_text("bga", {"name": "Other", "rounds": 5}), "new", played(tournament("3d 2d"), "a+b"))
    with changing(made, "change") as change:
        change.tournament = change.tournament.with_players(tournament("3d 2d 1d").players[2:])
    (made.path / "players.csv").write_bytes(made.journal.contents_after(2)["players.csv"])
    (made.path / ".journal" / "applied").write_text("2\n")
    return made


def here(place: Path, *others: str) -> State:
    """A tournament with a start time, and other events of its congress."""
    made = TournamentFolder(place)
    create(made, new_settings_text("bga", {"rounds": 5}), "new", tournament("3d 2d"))
    settings = {"event.round_times": ["2026-08-01 10:00"], "event.congress": [*others]}
    return with_settings(made.read(), settings)


def everything(place: Path) -> dict[Path, bytes | None]:
    return {path: path.read_bytes() if path.is_file() else None for path in place.rglob("*")}


def test_an_event_elsewhere_is_read_and_nothing_in_its_folder_is_finished(tmp_path: Path) -> None:
    there, state = other(tmp_path / "outside" / "other"), here(tmp_path / "main", "../outside/other")
    before = everything(tmp_path)
    assert elsewhere(tmp_path / "main", state) == []
    assert everything(tmp_path) == before
    there.read()
    assert everything(tmp_path) != before, "reading it as one's own does"


@pytest.mark.parametrize("text", [r"\\host\share", "//host/share", r"\/host\share", r"\\?\UNC\host\share"])
def test_no_share_of_a_network_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(congress, "TournamentFolder", lambda path: pytest.fail(f"{path} is read"))
    [said] = elsewhere(tmp_path / "main", here(tmp_path / "main", text))
    assert said == Remark(f"the other event {text!r} cannot be read: it is in a network")


def test_of_hundreds_of_events_a_few_are_read(tmp_path: Path) -> None:
    found = elsewhere(tmp_path / "main", here(tmp_path / "main", *(f"../none{k}" for k in range(400))))
    assert len(found) == MOST_EVENTS + 1
    assert found[0] == Remark("only the first 30 of 400 other events are read")


@pytest.mark.parametrize("text", ["x" * 300, "a\0b", "not for us"])
def test_an_event_that_the_system_does_not_open_is_named_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    def refuse(folder: Path) -> None:
        if folder.name == "not for us":
            raise PermissionError(13, "Permission denied", "rounds")
        check_places(folder)

    monkeypatch.setattr(folder, "check_places", refuse)  # who runs the tests may be allowed everything
    found = elsewhere(tmp_path / "main", here(tmp_path / "main", text, "../none"))
    first, second = (one.text for one in found if isinstance(one, Remark))
    assert first.startswith(f"the other event {text!r} cannot be read: ")
    assert "'../none' cannot be read" in second
