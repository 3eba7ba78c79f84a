"""A rating list matched and applied, without any command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from builders import players, tournament, with_player
from mcmahon.desk.people.players import Cells, ChangePlayer, change
from mcmahon.desk.people.ratings import Ratings, apply, match, rating_list
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.errors import InputError
from mcmahon.model.records.state import State
from mcmahon.model.tournament.rating_match import MatchVerdict

LIST = """ (27 Dec 2018)
 99999901  Amber Ada      CH  Sees   2d    --   2190    12  T260307A
 99999902  Birch Bo       DE  Berl   1d    --   2110    12  T260307A
 no player at all
"""


@pytest.fixture
def asked(tmp_path: Path) -> Ratings:
    """A list of two players, as a person asks for it."""
    (tmp_path / "list.txt").write_text(LIST)
    return Ratings(rating_list(tmp_path / "list.txt"))


def two() -> State:
    """Both of the list, without rating, club, country or pin."""
    named = with_player(tournament("2d 1d"), "a", surname="Amber", first_name="Ada")
    return in_memory(with_player(named, "b", surname="Birch", first_name="Bo"))


def test_what_a_list_says_changes_nothing_before_it_is_applied(asked: Ratings) -> None:
    state = two()
    outcome = match(state, asked)
    assert outcome.state is state
    assert [m.verdict for m in outcome.value.matches] == [MatchVerdict.SURE, MatchVerdict.SURE]
    assert outcome.value.changing == 2
    done = apply(state, outcome.value)
    assert done.value == outcome.value
    assert [(p.rating, p.club, p.country) for p in done.state.tournament.players] == [
        (2190, "Sees", "CH"), (2110, "Berl", "DE"),
    ]  # fmt: skip


def test_only_the_fields_named_are_taken(asked: Ratings) -> None:
    state = two()
    done = apply(state, match(state, replace(asked, only="pin")).value).state.tournament
    assert [(p.pin, p.club) for p in done.players] == [("99999901", ""), ("99999902", "")]
    with pytest.raises(InputError, match="expected some of rank,rating"):
        match(state, replace(asked, only="name"))


def test_what_has_changed_while_a_director_was_reading_stays(asked: Ratings) -> None:
    """The club that somebody typed meanwhile is not empty any more, so that the list does not fill it in."""
    before = two()
    shown = match(before, asked).value
    now = change(before, ChangePlayer("a", Cells(club="Lake"))).state
    done = apply(now, shown)
    amber, birch = done.state.tournament.players
    assert (amber.club, amber.rating, birch.club) == ("Lake", 2190, "Berl")
    assert {c.field for c in done.value.matches[0].changes} == {"rating", "country", "pin"}


def test_nobody_is_changed_whom_the_list_was_not_shown_to_know(asked: Ratings) -> None:
    """Who has entered, or has got the name of a line, since the list was shown, waits for the next time."""
    whole = two()
    shown = match(in_memory(with_player(whole.tournament, "b", surname="Quist")), asked).value
    assert shown.changing == 1
    done = apply(whole, shown)
    assert done.value.changing == 1
    assert done.state.tournament.player("b") == whole.tournament.player("b")
    alone = in_memory(replace(whole.tournament, players=whole.tournament.players[:1]))
    assert apply(whole, match(alone, asked).value).value.changing == 1


def test_who_has_gone_meanwhile_is_left_out(asked: Ratings) -> None:
    whole = two()
    alone = in_memory(replace(whole.tournament, players=whole.tournament.players[1:]))
    done = apply(alone, match(whole, asked).value)
    assert [(p.id, p.rating) for p in done.state.tournament.players] == [("b", 2110)]


def test_the_list_and_another_edit_are_applied_one_after_the_other(asked: Ratings) -> None:
    base = two()
    shown = match(base, asked).value
    entered = base.with_tournament(base.tournament.with_players([replace(players("5k")[0], id="c", surname="Late")]))
    assert len(apply(entered, shown).state.tournament.players) == 3
    assert apply(entered, shown).value.changing == 2


def test_applied_twice_a_list_says_the_same_and_strangers_stay_doubtful(tmp_path: Path) -> None:
    """Once the pins are taken over, they are judged as the names were; a rating far from the rank is told."""
    (tmp_path / "list.txt").write_text(
        " 99999901  Amber Ada      CH  Sees   2d    --   1500    12  T260307A\n"
        " 99999902  Birch Bo       RO  Cluj   1d    --   2110    12  T260307A\n"
        " 99999903  Birch Bo       DE  Berl   15k   --    610    12  T260307A\n"
    )
    asked = Ratings(rating_list(tmp_path / "list.txt"))
    state = in_memory(with_player(two().tournament, "b", country="DE"))
    first = match(state, asked).value
    assert [m.verdict for m in first.matches] == [MatchVerdict.SURE, MatchVerdict.AMBIGUOUS]
    done = apply(state, first)
    assert [getattr(note, "text", "") for note in done.notes] == [
        "ranks that do not fit the ratings: Amber Ada (a) 2d with 1500"
    ]
    assert done.state.tournament.player("b") == state.tournament.player("b")
    second = match(done.state, asked).value
    assert [m.verdict for m in second.matches] == [m.verdict for m in first.matches]
    assert second.changing == 0
    assert apply(done.state, second).notes == ()
