"""`cups.toml`: read back as it was written, and every fault named with its file, line, value and what was expected."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from builders import tournament
from folders import changing, create
from hypothesis import given
from hypothesis import strategies as st
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.own_files import is_own
from mcmahon.io.settings.cups_file import check_cups, cups_text, has_cups, parse_cups
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.cup import COUNTS, Cup, CupDecision
from mcmahon.model.errors import InputError

NAMES = st.text(st.characters(codec="utf-8", categories=("L", "N", "P")), min_size=1, max_size=12)
IDS = st.lists(st.text("abc123", min_size=1, max_size=4), min_size=2, max_size=6, unique=True).map(tuple)


@st.composite
def any_cup(draw: st.DrawFn, name: str) -> Cup:
    first = draw(st.integers(2, 9))
    decided = st.builds(CupDecision, st.integers(1, 6), st.integers(1, 32), st.sampled_from(("", "17")), st.booleans())
    later = draw(st.lists(st.integers(first + 1, 20), max_size=3, unique=True).map(sorted))
    return Cup(
        name=name,
        size=draw(st.integers(4, 64)),
        first=first,
        who=draw(st.sampled_from(((), ("category=U12",), ('a b="x"', "rank=3d-1k")))),
        seeding=draw(st.sampled_from(("rating", "rank", "start", "standings"))),
        after=draw(st.integers(0, first - 1)),
        groups=draw(st.sampled_from(("", "group", "Ünïcode"))),
        players=draw(st.one_of(st.just(()), IDS)),
        third_place=draw(st.booleans()),
        counts=draw(st.sampled_from(COUNTS)),
        handicap=draw(st.booleans()),
        seeds=draw(st.one_of(st.just(()), IDS)),
        decided=tuple(draw(st.lists(decided, max_size=3))),
        in_rounds=(first, *later) if later else (),
    )


@pytest.mark.slow
@given(st.data())
def test_what_is_written_is_read_back(data: st.DataObject) -> None:
    names = data.draw(st.lists(NAMES, max_size=4, unique_by=str.casefold))
    cups = tuple(data.draw(any_cup(name)) for name in names)
    text = cups_text(cups)
    assert parse_cups(text, "cups.toml") == cups
    assert has_cups(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[cup]]\nsize = 8\n", "cups.toml:1: column name: cup 1: no name; expected a name, such as U12"),
        ('[[cup]]\nname = "a"\n\n[[cup]]\nname = "b"\nsize = 99\n', "cups.toml:4: cup b: wrong size '99'; expected"),
        ('[[cup]]\nname = "a"\nsize = "8"\n', "column size: cup 1: wrong value '8'; expected a whole number"),
        ('[[cup]]\nname = "a"\nrounds = ["5"]\n', "column rounds: cup 1: wrong value"),
        ('[[cup]]\nname = "a"\nrounds = [5, 7]\nfirst_round = 4\n', "wrong first_round '4'; expected 5"),
        ('[[cup]]\nname = "a"\nthird_place = 1\n', "column third_place: cup 1: wrong value '1'; expected true"),
        ('[[cup]]\nname = "a"\nplaces = 8\n', "column places: cup 1: unknown key; expected one of name, size"),
        ('[[cup]]\nname = "a"\n[[cup]]\nname = "A"\n', "two cups of one name 'A'"),
        ('[[cup]]\nname = "a"\ndecided = [{round = 1}]\n', "wrong decision"),
        ("cup = 3\n", "wrong section; expected tables [[cup]]"),
        ('[[cup]]\nname = "a"\n[other]\n', "column other: wrong section"),
        ("[[cup]\n", "not valid TOML"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_cups(text, "cups.toml")
    assert message in str(error.value)


def test_nobody_but_registered_players_is_in_a_cup() -> None:
    with pytest.raises(InputError, match=r"cups\.toml: column seeds: cup x: unknown player 'z'; expected an id from"):
        check_cups([Cup("x", seeds=("a", "z"))], tournament("1d 1k"), "cups.toml")


def test_a_folder_keeps_its_cups_and_an_old_profile_of_that_name_is_still_one(tmp_path: Path) -> None:
    folder = TournamentFolder(tmp_path / "t")
    create(folder, new_settings_text("egf", {"rounds": 3}), "new", tournament("1d 1k 2k 3k", "egf", rounds=3))
    with changing(folder, "cup") as change:
        change.tournament = replace(change.tournament, cups=(Cup("U12", 4, third_place=True),))
    file = tmp_path / "t" / "cups.toml"
    assert is_own("cups.toml")
    assert folder.read().tournament.cups == (Cup("U12", 4, third_place=True),)
    with changing(folder, "no cup") as change:
        change.tournament = replace(change.tournament, cups=())
    assert not file.exists()
    file.write_text('about = "mine"\nbase = "balanced"\n', encoding="utf-8")
    state = folder.read()
    assert state.tournament.cups == ()
    assert "cups.toml" in state.profile_texts
