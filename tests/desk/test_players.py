"""Players listed, entered, changed, absent and withdrawn, without any command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders import played, tournament
from mcmahon.desk.changes import contradictions
from mcmahon.desk.desk import Desk
from mcmahon.desk.outcome import Outcome
from mcmahon.desk.people.entries import NewTournament, Registrations, create, register
from mcmahon.desk.people.players import Absent, Cells, ChangePlayer, absent, add, change, players, withdraw
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.errors import ConflictError, InputError
from mcmahon.model.notes import DraftOutdated
from mcmahon.model.records.state import State
from mcmahon.model.tournament.player import Player, Status


def three(**settings: Any) -> State:
    return in_memory(tournament("3d 2d 1d", rounds=3, **settings))


def test_the_list_has_start_scores_and_the_bar() -> None:
    listed = players(three(start__bar="2d")).value
    assert [p.id for p in listed.players] == ["a", "b", "c"]
    assert listed.start["a"] == listed.start["b"] == listed.start["c"] + 2
    assert listed.bar.startswith("bar 2d, 2 players at or above it")


def test_a_player_is_entered_with_what_was_typed() -> None:
    outcome = add(three(), Cells("Weiß, Jörg", "5k", club="Ulm", rounds="1-2", rating=""))
    new = outcome.value
    assert (new.name, new.rank_name, new.club, new.rounds) == ("Weiß Jörg", "5k", "Ulm", frozenset({1, 2}))
    assert outcome.state.tournament.player(new.id) == new
    with pytest.raises(InputError, match="is registered already"):
        add(outcome.state, Cells("Jörg Weiss", "5k"))
    with pytest.raises(InputError, match="empty name"):
        add(three(), Cells(rank="5k"))


def test_only_what_was_said_changes_a_player() -> None:
    outcome = change(three(), ChangePlayer("Player-b", Cells(club="Ulm", correction="-1")))
    before = three().tournament.player("b")
    assert outcome.value == replace(before, club="Ulm", correction=-1)
    with pytest.raises(InputError, match="unknown status"):
        change(three(), ChangePlayer("b", Cells(status="ill")))


def test_an_absence_is_of_the_next_round_unless_others_are_named() -> None:
    state = three()
    outcome = absent(state, Absent("c"))
    assert (outcome.value.rounds, outcome.value.player.rounds) == ([1], frozenset({2, 3}))
    assert absent(state, Absent("c", "2-3")).value.player.rounds == frozenset({1})
    later = state.with_tournament(played(state.tournament, "a+b", byes="c"))
    assert absent(later, Absent("c")).value.rounds == [2]
    with pytest.raises(InputError, match="round 1 is published already"):
        absent(later, Absent("c", "1"))
    with pytest.raises(InputError, match="right would be"):
        absent(state, Absent("c", "9"))


def test_a_draft_that_somebody_has_left_is_to_be_drawn_again() -> None:
    state = three()
    drafted = played(state.tournament, "a?b", byes="c")
    drafted = drafted.with_round(replace(drafted.rounds[0], draft=True))
    outcome = withdraw(state.with_tournament(drafted), "b")
    assert outcome.value.status is Status.WITHDRAWN
    assert outcome.notes == [DraftOutdated((), ("b",))]
    with pytest.raises(InputError, match="has withdrawn already"):
        withdraw(outcome.state, "b")


def test_changes_of_different_players_are_applied_one_after_the_other() -> None:
    """Two were made from the same state: nothing speaks against either, and both hold in the end, in any order."""
    base = three()
    edits = [
        lambda state: change(state, ChangePlayer("a", Cells(rank="4d"))),
        lambda state: withdraw(state, "b"),
    ]
    for first, second in (edits, edits[::-1]):
        done, meanwhile = first(base).state, second(base).state
        assert contradictions(base, done, meanwhile) == []
        both = second(done).state.tournament
        assert (both.player("a").rank_name, both.player("b").status) == ("4d", Status.WITHDRAWN)


def test_what_is_done_while_somebody_thinks_is_kept_and_the_same_player_is_refused(tmp_path: Path) -> None:
    """The folder has moved on between reading and writing: the edit is made again of what it holds now."""
    desk, other = Desk(tmp_path / "t"), Desk(tmp_path / "t")
    create(desk, NewTournament(), "new")
    desk.do(lambda state: register(state, Registrations("Name,Rank\nAnn,3d\nBo,2d\n", "p.csv")), "register")
    runs: list[int] = []

    def while_bo_withdraws(state: State, who: str) -> Outcome[Player]:
        runs.append(state.revision)
        if len(runs) == 1:
            other.do(lambda now: withdraw(now, "Bo"), "withdraw")
        return change(state, ChangePlayer(who, Cells(club="Ulm")))

    done = desk.do(lambda state: while_bo_withdraws(state, "Ann"), "player")
    assert (done.runs, len(runs)) == (2, 2)
    ann, bo = desk.read().tournament.players
    assert (ann.club, bo.status) == ("Ulm", Status.WITHDRAWN)
    runs.clear()
    other.do(lambda now: change(now, ChangePlayer("Bo", Cells(status="final"))), "player")
    with pytest.raises(ConflictError, match="somebody else has changed the same"):
        desk.do(lambda state: while_bo_withdraws(state, "Bo"), "player")
    assert desk.read().tournament.player("2").club == ""


def test_two_who_are_entered_at_once_get_an_id_each(tmp_path: Path) -> None:
    desk, other = Desk(tmp_path / "t"), Desk(tmp_path / "t")
    create(desk, NewTournament(), "new")

    def while_bo_is_entered(state: State) -> Outcome[Player]:
        if not state.tournament.players:
            other.do(lambda now: add(now, Cells("Bo", "2d")), "add")
        return add(state, Cells("Ann", "3d"))

    assert desk.do(while_bo_is_entered, "add").value.id == "2"
    assert [p.name for p in desk.read().tournament.players] == ["Bo", "Ann"]
