"""The number of rounds is changed in mid-event: what was decided stays, and what names rounds fits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders import played, tournament
from hypothesis import given, settings
from hypothesis import strategies as st
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.io.folder.state_files import in_memory, parse_state, state_files
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.notes import note_texts
from mcmahon.model.placing.stages import virtual_points
from mcmahon.model.placing.start_groups import with_decisions
from mcmahon.model.records.state import State
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.tournament import Tournament


def begun(rounds: int = 5, **given: Any) -> State:
    """Six players, whose first round is played."""
    dotted = {key.replace("__", "."): value for key, value in given.items()}
    t = tournament("3d 2d 1d 1k 3k 5k", "swiss", rounds=rounds, **given)
    t = played(with_decisions(t), "a+b c+d e+f")
    return in_memory(t, settings_text=new_settings_text("swiss", {"rounds": rounds, **dotted}))


def with_rounds(state: State, *texts: str) -> State:
    """After `mcmahon set`."""
    return change(state, ChangeSettings(assignments=texts, replace=True, anyway=True)).state


def by_id(state: State) -> dict[str, Player]:
    return state.tournament.by_id()


def entered(t: Tournament, player: str) -> frozenset[int]:
    return t.player(player).rounds_entered(t.settings.rounds)


def changed(state: State, **of_a: Any) -> State:
    """With a player who is otherwise."""
    players = [replace(p, **of_a) if p.id == "a" else p for p in state.tournament.players]
    return state.with_tournament(state.tournament.with_players(players))


def test_the_rounds_of_baku_acceleration_are_those_of_the_first_draw() -> None:
    """A draft of round 3 with a virtual half point was published as if it had none."""
    state = begun(start__acceleration=["baku"], pairing__rounding="half")
    before = virtual_points(state.tournament.players, state.tournament.settings)
    assert before["a"] == (2, 2, 1)
    for rounds in ("rounds=3", "rounds=9", "rounds=5"):
        state = with_rounds(state, rounds)
        assert virtual_points(state.tournament.players, state.tournament.settings) == before
    anew = with_rounds(state, "start.acceleration=", "rounds=9")
    assert virtual_points(anew.tournament.players, anew.tournament.settings) == {}


def test_a_tournament_of_an_older_version_keeps_its_rounds_too() -> None:
    """Its settings do not say for how many rounds it was drawn; those before the change are."""
    state = begun(start__acceleration=["baku"], pairing__rounding="half")
    old = replace(state.tournament.settings, decided=replace(state.tournament.settings.decided, baku_rounds=""))
    state = state.with_tournament(replace(state.tournament, settings=old))
    assert with_rounds(state, "rounds=3").tournament.settings.decided.baku_rounds == "5"


def test_absences_without_excuse_behind_the_end_are_cut() -> None:
    """It was impossible to shorten an event after such a withdrawal, and no way out was named."""
    state = changed(begun(), rounds=frozenset({1}), unexcused=frozenset({3, 4, 5}))
    assert by_id(with_rounds(state, "rounds=4"))["a"].unexcused == {3, 4}
    assert by_id(with_rounds(state, "rounds=2"))["a"].unexcused == frozenset()


def test_times_pairs_and_rules_of_rounds_that_are_no_more_are_cut() -> None:
    times = [f"2026-05-0{k} 10:00" for k in range(1, 6)]
    state = begun(
        event__round_times=times,
        pairing__forbid=[{"players": ["a", "b"], "rounds": "2-5"}, {"players": ["c", "d"]}],
        pairing__force=[{"players": ["e", "f"], "rounds": "5"}],
        pairing__rules=[{"name": "calm", "pairs": "float", "at_most": 1, "rounds": "4-5"}],
    )
    outcome = change(state, ChangeSettings(assignments=["rounds=4"]))
    now = outcome.state.tournament.settings
    assert list(now.event.round_times) == times[:4]
    assert [(players, rounds) for players, _, rounds in now.pairing.forbid] == [(("a", "b"), "2-4"), (("c", "d"), "")]
    assert now.pairing.force == ()
    assert [rule.rounds for rule in now.pairing.rules] == ["4"]
    said = {one.name for one in outcome.value}
    assert said == {"rounds", "event.round_times", "pairing.forbid", "pairing.force", "pairing.rules"}


def test_who_leaves_early_is_not_entered_for_a_round_that_is_put_back() -> None:
    state = changed(begun(), rounds=frozenset({1, 2, 3, 4}))
    state = with_rounds(state, "rounds=4")
    assert read_again(state).tournament.player("a").rounds == {1, 2, 3, 4}
    outcome = change(read_again(state), ChangeSettings(assignments=["rounds=5"]))
    assert entered(outcome.state.tournament, "a") == {1, 2, 3, 4}
    assert entered(outcome.state.tournament, "b") == {1, 2, 3, 4, 5}
    assert "not entered for round 5: Player-a (a)" in note_texts(outcome.notes, outcome.state.tournament)


def read_again(state: State) -> State:
    """As its files say it."""
    return parse_state(state_files(state), Path("t"))


@pytest.mark.slow
@given(st.lists(st.integers(2, 9), min_size=1, max_size=4), st.data())
@settings(max_examples=25, deadline=None)
def test_whatever_the_rounds_become_nobody_plays_more_and_the_files_are_read(
    steps: list[int], data: st.DataObject
) -> None:
    """Rounds up and down at random: virtual points stay, who is absent stays so, and the folder can be opened."""
    state = begun(start__acceleration=["baku"], pairing__rounding="half")
    away = data.draw(st.sets(st.integers(2, 5), max_size=3))
    state = changed(state, rounds=frozenset({1, 2, 3, 4, 5} - away), unexcused=frozenset(away))
    before = virtual_points(state.tournament.players, state.tournament.settings)
    shortest = 5
    for rounds in steps:
        state = read_again(with_rounds(state, f"rounds={rounds}"))
        shortest = min(shortest, rounds)
        assert virtual_points(state.tournament.players, state.tournament.settings) == before
        a = state.tournament.player("a")
        assert not entered(state.tournament, "a") & {k for k in away if k <= shortest}
        assert a.unexcused == {k for k in away if k <= shortest}
        assert entered(state.tournament, "b") == set(range(1, rounds + 1))
