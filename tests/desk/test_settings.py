"""Settings shown and changed, without any command line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, players
from mcmahon.desk.changes import contradictions
from mcmahon.desk.people.entries import NewTournament, begun
from mcmahon.desk.settings import change, settings
from mcmahon.model.errors import InputError
from mcmahon.model.notes import DraftBeforeSettings, NotEntered, StartScoresChanged, UnknownIds
from mcmahon.model.records.state import State


def four() -> State:
    """A tournament of four with a text of settings."""
    state = begun(NewTournament("Spring", "bga", rounds=3, bar="2d"))
    return state.with_tournament(state.tournament.with_players(players("3d 2d 1d 1k")))


def drafted() -> State:
    state = four()
    drawn = played(state.tournament, "a?b c?d")
    return state.with_tournament(drawn.with_round(replace(drawn.rounds[0], draft=True)))


def test_settings_are_listed_whole_by_section_and_one_by_one() -> None:
    whole = settings(four()).value
    assert next(s for s in whole if s.name == "start.bar").value == '"2d"'
    start = settings(four(), "start").value
    assert {s.name.partition(".")[0] for s in start} == {"start"}
    assert [s.name for s in settings(four(), "komi").value] == ["komi"]
    assert all(s.meaning for s in whole)
    with pytest.raises(InputError, match="no setting is called 'bar'"):
        settings(four(), "bar")


def test_a_change_tells_what_was_there_and_keeps_the_text_of_the_director() -> None:
    outcome = change(four(), ["start.bar=1d", "start.floor="])
    assert [(c.name, c.before, c.after, c.unset) for c in outcome.value] == [
        ("start.bar", '"2d"', '"1d"', False),
        ("start.floor", outcome.value[1].after, outcome.value[1].after, True),
    ]
    assert outcome.state.tournament.settings.start.bar == "1d"
    assert 'bar = "1d"' in outcome.state.settings_text
    assert not outcome.notes
    with pytest.raises(InputError, match="no weight profile is called"):
        change(four(), ["pairing.profile=missing.toml"])


def test_pairs_forbidden_by_name_are_kept_by_id_and_added_to() -> None:
    once = change(four(), ["pairing.forbid=Player-a:b"]).state
    twice = change(once, ["pairing.forbid+=c:d"]).state.tournament.settings.pairing.forbid
    assert [set(players) for players, _, _ in twice] == [{"a", "b"}, {"c", "d"}]


def test_ids_that_are_nobodys_are_noted_with_the_id_of_who_is_called_so() -> None:
    outcome = change(four(), ["start.supergroup=Player-a,99"])
    assert list(outcome.notes) == [UnknownIds(("99", "Player-a"), (("Player-a", "a"),))]
    assert not change(begun(NewTournament("Empty")), ["start.supergroup=99"]).notes


def test_a_draft_drawn_before_is_noted_only_where_it_hangs_on_the_setting() -> None:
    assert list(change(drafted(), ["start.bar=3d"]).notes) == [StartScoresChanged(), DraftBeforeSettings(1)]
    assert not change(drafted(), ["event.begin=2026-03-05"]).notes


def test_who_is_not_entered_for_a_round_that_is_new_is_noted() -> None:
    state = four()
    early = state.tournament.player("b").with_rounds(frozenset({1}), 3)
    state = state.with_tournament(state.tournament.with_players([early]))
    assert list(change(state, ["rounds=4"]).notes) == [NotEntered(4, ("b",))]


def test_changes_of_different_settings_are_applied_one_after_the_other() -> None:
    base = four()
    bar, komi = (change(base, [text]).state for text in ("start.bar=1d", "komi=5.5"))
    assert contradictions(base, bar, komi) == []
    both = change(bar, ["komi=5.5"]).state.tournament.settings
    assert (both.start.bar, both.komi) == ("1d", komi.tournament.settings.komi)
    assert contradictions(base, bar, change(base, ["start.bar=3d"]).state)
