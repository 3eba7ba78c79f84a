"""Somebody who has played becomes anonymous: nowhere in the folder, and nobody's place changes."""

from __future__ import annotations

import gzip
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from commands import mcmahon
from mcmahon.desk.desk import Desk
from mcmahon.desk.files.publish_pages import pages_folder, publish
from mcmahon.desk.hall.public_draw import said_ledger
from mcmahon.desk.journal_entries import log, redo, undo
from mcmahon.desk.messages.written_values import words_for
from mcmahon.desk.people.anonymise import Anonymise, anonymise, anonymous
from mcmahon.desk.people.change_players import ChangePlayer, change
from mcmahon.desk.people.miss_rounds import Withdraw, withdraw
from mcmahon.desk.placing.rank import standings
from mcmahon.io.folder.copies import still_written
from mcmahon.io.folder.own_files import LARGEST_OWN
from mcmahon.model.errors import ConflictError, FolderError, InputError, UnconfirmedError
from translations import waits

INSTANCES = Path(__file__).parents[2] / "instances"
WORDS = ["Ostpark", "99887766", "vegetarian"]


@pytest.fixture
def played(tmp_path: Path) -> Desk:
    """A club evening whose player 2 has a pin and a note, is in the journal, and has left."""
    path = tmp_path / "evening"
    shutil.copytree(INSTANCES / "club16", path)
    desk = Desk(path)
    request = ChangePlayer(who="2", pin="99887766", columns={"notes": "vegetarian"})
    desk.do(lambda now: change(now, request), "mcmahon player evening Ostpark --pin 99887766")
    desk.do(lambda now: withdraw(now, Withdraw(who=["2"])), "mcmahon withdraw evening Ostpark")
    publish(desk.read(), pages_folder(path), path)
    return desk


def places(desk: Desk) -> list[tuple[int, str, tuple[str, ...]]]:
    rows = standings(desk.read()).value.standings.rows
    return [(row.place, row.player.id, tuple(row.rounds)) for row in rows]


@pytest.mark.slow
def test_somebody_who_is_made_anonymous_is_in_no_file_of_the_folder(played: Desk) -> None:
    before, number = places(played), played.read().revision
    assert any(name.startswith(".journal/objects/") for name in still_written(played.path, WORDS))
    done = anonymise(played, Anonymise(who="Ostpark Zoran", anyway=True))
    left = still_written(played.path, WORDS)
    assert (left, done.left, done.pages) == ([], [], True)
    one = done.player
    assert (one.id, one.name) == ("2", "Anonymous 1")
    assert (one.club, one.country, one.pin, one.aga, one.groups, one.extra) == ("", "", "", "", (), ())
    assert places(played) == before
    for record in played.read().records.values():
        ledger = record.ledger
        assert ledger is not None
        then = ledger.entrants["2"]
        assert (then.name, then.club, then.country) == ("Anonymous 1", "", "")
        german = said_ledger(ledger, words_for(["de"]))
        said = {p: one.name for p, one in german.entrants.items() if one != ledger.entrants[p]}
        assert waits("de", "Anonymous 1") or said == {"2": "Anonym 1"}
        assert then.clubs == then.groups == then.several_clubs == then.several_countries == ()
    assert [(step.number, step.command) for step in log(played)] == [(number + 1, "player 2 made anonymous")]
    for step in (undo, redo):
        with pytest.raises(InputError, match="nothing to"):
            step(played)
    assert "Anonymous 1" in (played.path / "pages" / "standings.html").read_text(encoding="utf-8")
    played.do(lambda now: change(now, ChangePlayer(who="3", club="Ulm")), "goes on")
    assert undo(played).command == "goes on"


def test_a_record_that_knows_nothing_of_the_player_stays(played: Desk) -> None:
    state = played.read()
    for number, record in state.records.items():
        assert record.ledger is not None
        others = {player: one for player, one in record.ledger.entrants.items() if player != "2"}
        kept = replace(record.ledger, entrants=others, boards=()) if number > 1 else None
        state = state.with_record(number, replace(record, kept=kept))
    assert len(state.records) > 1
    assert anonymous(state, Anonymise(who="2", anyway=True)).state.records == state.records


def test_nothing_happens_before_somebody_says_so_or_while_the_player_plays(played: Desk) -> None:
    revision = played.read().revision
    with pytest.raises(UnconfirmedError, match="nothing can be undone"):
        anonymise(played, Anonymise(who="2"))
    with pytest.raises(InputError, match="withdraw the player first"):
        anonymise(played, Anonymise(who="3", anyway=True))
    assert played.read().revision == revision


@pytest.mark.slow
def test_what_it_does_not_reach_is_said(played: Desk) -> None:
    (played.path / "notes.txt").write_text("call Zoran Ostpark back", encoding="utf-8")
    told = mcmahon("anonymise", played.path, "2", "--anyway").stdout
    assert "still written in notes.txt" in told
    assert "not reached: copies, exports" in told
    assert "the id 2 stay" in told


@pytest.mark.slow
def test_what_is_packed_to_fill_the_memory_is_read_as_far_as_a_file_may_go(played: Desk) -> None:
    objects = played.path / ".journal" / "objects"
    for name, room in (("near", 2**10), ("far", LARGEST_OWN)):
        (objects / f"{name}.gz").write_bytes(gzip.compress(b" " * room + b"Zoran Ostpark"))
    found = still_written(played.path, ["Zoran Ostpark"])
    assert ".journal/objects/near.gz" in found
    assert ".journal/objects/far.gz" not in found


def test_interrupted_it_is_completed_by_doing_it_again(played: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from mcmahon.io.folder.journal_steps import Steps

    def dies(*_: object) -> None:
        raise OSError("the power fails")

    with monkeypatch.context() as patch:
        patch.setattr(Steps, "drop", dies)
        with pytest.raises(FolderError, match="the power fails"):
            anonymise(played, Anonymise(who="2", anyway=True))
    assert played.read().tournament.player("2").name == "Anonymous 1"
    assert still_written(played.path, WORDS), "earlier steps are still there"
    assert anonymise(played, Anonymise(who="2", anyway=True)).player.name == "Anonymous 1"
    assert still_written(played.path, WORDS) == []


@pytest.mark.slow
def test_a_page_from_before_is_too_old_and_a_second_one_gets_the_next_number(played: Desk) -> None:
    seen = played.read().revision
    anonymise(played, Anonymise(who="2", anyway=True))
    with pytest.raises(ConflictError, match="too old"):
        played.do(lambda now: change(now, ChangePlayer(who="3", club="Ulm")), "late", seen - 1)
    played.do(lambda now: withdraw(now, Withdraw(who=["3"])), "withdraw")
    assert anonymise(played, Anonymise(who="3", anyway=True)).player.name == "Anonymous 2"
