"""A rating list matched and applied, without any command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders import member, pair, pairs, players, tournament, with_player
from mcmahon.desk.people.change_players import ChangePlayer, change
from mcmahon.desk.people.match_ratings import Decided, Ratings, apply, decide, match, rating_list
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.errors import InputError
from mcmahon.model.notes import Remark
from mcmahon.model.rating_lists.rating_match import MatchVerdict
from mcmahon.model.records.state import State
from mcmahon.model.ways import Way

LIST = """ (27 Dec 2018)
 99999901  Amber Ada      CH  Sees   2d    --   2190    12  T260307A
 99999902  Birch Bo       DE  Berl   1d    --   2110    12  T260307A
 no player at all
"""


@pytest.fixture
def asked(tmp_path: Path) -> Ratings:
    """A list of two players, as a person asks for it."""
    (tmp_path / "list.txt").write_text(LIST)
    return Ratings(found=rating_list(tmp_path / "list.txt"))


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
    done = apply(state, match(state, asked.but(only="pin")).value).state.tournament
    assert [(p.pin, p.club) for p in done.players] == [("99999901", ""), ("99999902", "")]
    with pytest.raises(InputError, match="expected some of rank,rating"):
        match(state, asked.but(only="names"))


def test_what_has_changed_while_a_director_was_reading_stays(asked: Ratings) -> None:
    """The club that somebody typed meanwhile is not empty any more, so that the list does not fill it in."""
    before = two()
    shown = match(before, asked).value
    now = change(before, ChangePlayer(who="a", club="Lake")).state
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
    asked = Ratings(found=rating_list(tmp_path / "list.txt"))
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


def named(state: State, **names: str) -> State:
    """With players of these names, without a comma, by id."""
    for player, name in names.items():
        state = in_memory(with_player(state.tournament, player, surname=name, first_name=""))
    return state


def test_a_name_without_a_comma_gets_the_order_of_the_list(asked: Ratings) -> None:
    """`Áda Amber` is Amber, Áda in the files for the EGD, with the letters of the registrations."""
    state = named(two(), a="Áda Amber", b="Birch Bo")
    shown = match(state, asked).value
    assert [(c.old, c.new) for c in shown.matches[0].changes if c.field == "name"] == [("Áda Amber", "Amber, Áda")]
    amber, birch = apply(state, shown).state.tournament.players
    assert (amber.surname, amber.first_name, birch.surname) == ("Amber", "Áda", "Birch Bo")
    only = apply(state, match(state, asked.but(only="pin")).value).state.tournament
    assert only.player("a").surname == "Áda Amber"


def test_a_pin_that_somebody_else_has_leaves_only_its_owner_doubtful(tmp_path: Path) -> None:
    """The way out is named: the pin of the wrong player is cleared, and the list asked again."""
    wrong = with_player(tournament("2d 1d 1d"), "a", surname="Amber", first_name="Ada")
    wrong = with_player(wrong, "b", surname="Birch", first_name="Bo", pin="99999901")
    state = in_memory(with_player(wrong, "c", surname="Cedar", first_name="Cy"))
    third = " 99999903  Cedar Cy       FR  Lyon   1d    --   2105    12  T260307A\n"
    (tmp_path / "three.txt").write_text(LIST + third)
    asked = Ratings(found=rating_list(tmp_path / "three.txt"))
    outcome = match(state, asked)
    assert [m.verdict for m in outcome.value.matches] == [
        MatchVerdict.DOUBTFUL, MatchVerdict.DOUBTFUL, MatchVerdict.SURE,
    ]  # fmt: skip
    assert outcome.value.matches[0].reason == "Birch Bo (b) has the pin 99999901"
    text = "Birch Bo (b) has the pin 99999901, which in the list is that of Amber Ada (a)"
    assert outcome.notes[-1] == Remark(text, (Way("if it is not theirs", "player", who="b", clear="pin"),))
    done = apply(state, outcome.value).state.tournament
    assert [p.pin for p in done.players] == ["", "99999901", "99999903"]
    free = change(state, ChangePlayer(who="b", clear=("pin",))).state
    assert [p.pin for p in apply(free, match(free, asked).value).state.tournament.players] == [
        "99999901", "99999902", "99999903",
    ]  # fmt: skip


def test_without_a_country_a_name_alone_needs_a_club_or_a_rank_that_fits(asked: Ratings) -> None:
    def verdict(**fields: Any) -> MatchVerdict:
        state = in_memory(with_player(two().tournament, "a", **fields))
        return match(state, asked).value.matches[0].verdict

    assert verdict(rank=-1) is MatchVerdict.SURE, "two ranks away"
    assert verdict(rank=-2) is MatchVerdict.DOUBTFUL
    assert verdict(rank=-2, country="CH") is MatchVerdict.SURE
    for club in ("Seestadt", "SEES"):
        assert verdict(rank=-2, club=club) is MatchVerdict.SURE
    assert verdict(rank=-2, club="Ulm") is MatchVerdict.DOUBTFUL
    assert verdict(rank=-2, pin="99999901") is MatchVerdict.SURE


def test_the_people_of_pairs_and_teams_are_looked_up_and_the_entrant_follows(asked: Ratings) -> None:
    """Ada and Bo are members; a pair has the mean rating of its people then, and a substitute stays one."""
    ada = member("Amber 2d", first_name="Ada")
    bo = member("Birch 1d", first_name="Bo", substitute=True)
    state = in_memory(pairs(pair("1", ada, "Corm 4k", bo), rounds=1))
    found = match(state, asked).value
    assert [(m.player.id, m.verdict) for m in found.matches] == [
        ("1/amber", MatchVerdict.SURE), ("1/corm", MatchVerdict.NONE), ("1/birch", MatchVerdict.SURE),
    ]  # fmt: skip
    after = apply(state, found).state.tournament.player("1")
    assert [(m.id, m.rating, m.pin, m.substitute) for m in after.members] == [
        ("amber", 2190, "99999901", False), ("corm", 1700, "", False), ("birch", 2110, "99999902", True),
    ]  # fmt: skip
    assert after.rating == (2190 + 1700) // 2
    line = found.matches[0].candidates[0].listed
    decided = decide(state, Decided("egd", {"1/corm": line}, "pin")).state.tournament.player("1")
    assert decided.members[1].pin == "99999901"
    with pytest.raises(InputError, match="is not one person; expected one of Amber Ada"):
        decide(state, Decided("egd", {"1": line}))
