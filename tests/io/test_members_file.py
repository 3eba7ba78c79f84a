"""The file members.csv of a tournament folder: round trips, undo and backups, and what is wrong with it."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from builders import member, pair, pairs
from folders import changing, create
from mcmahon.io.folder.copies import archive, copy_into
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.state_files import afresh, in_memory, with_settings
from mcmahon.io.registrations.registered_people import members_text
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.errors import InputError
from mcmahon.model.tournament.tournament import with_members

TEXT = new_settings_text("bga", {"rounds": 5, "entrants.kind": "pairs"})
HEAD = "entrant,order,id,surname,first name,rank,rating,club,country,pin,aga,rounds,group,substitute"


@pytest.fixture
def folder(tmp_path: Path) -> TournamentFolder:
    people = pair(
        "1",
        member("Sato 3d Ulm", first_name="Kei", country="JP", pin="12345678", rating=2310, rating_is_derived=False),
        member("Maier 2k", groups=("Weiß",), rounds=frozenset({1, 2, 4, 5}), extra=(("food", "vegan"),)),
        member("Kim 1d", substitute=True, rounds=frozenset({3})),
        unexcused=frozenset({2}),
    )
    own = pair("2", "Old 1d", "Young 1d", surname="Tigers", rank=3, rank_is_derived=False, club="Kyoto")
    made = TournamentFolder(tmp_path / "t")
    create(made, TEXT, "new", pairs(people, own))
    return made


def test_members_stand_in_a_file_of_their_own_and_come_back_as_they_were(folder: TournamentFolder) -> None:
    assert (folder.path / "members.csv").read_text().splitlines() == [
        f"{HEAD},food",
        "1,1,sato,Sato,Kei,3d,2310,Ulm,JP,12345678,,,,,",
        '1,2,maier,Maier,,2k,,,,,,"1-2,4-5",Weiß,,vegan',
        "1,3,kim,Kim,,1d,,,,,,3,,yes,",
        "2,1,old,Old,,1d,,,,,,,,,",
        "2,2,young,Young,,1d,,,,,,,,,",
    ]
    players = (folder.path / "players.csv").read_text().splitlines()
    assert players[1].startswith("1,Sato & Maier,,,,,")  # rank, rating, club and country follow from the people
    assert players[2].startswith("2,Tigers,,4d,,Kyoto,")
    first, second = folder.read().tournament.players
    assert (first.name, first.rank_name, first.rank_is_derived, first.club, first.country) == (
        "Sato & Maier", "1d", True, "Ulm", "JP",
    )  # fmt: skip
    assert (second.rank_name, second.rank_is_derived) == ("4d", False)
    assert [m.surname for m in first.members] == ["Sato", "Maier", "Kim"]
    assert first.members[1].extra == (("food", "vegan"),)


def test_a_tournament_of_players_has_no_such_file(tmp_path: Path) -> None:
    made = TournamentFolder(tmp_path / "t")
    create(made, new_settings_text("bga", {"rounds": 3}), "new")
    assert not (made.path / "members.csv").exists()


def test_undo_brings_members_back_and_the_file_goes_with_the_last_of_them(folder: TournamentFolder) -> None:
    before = (folder.path / "members.csv").read_bytes()
    with changing(folder, "nobody") as change:
        alone = [with_members(p, (), "mean") for p in change.tournament.players]
        change.tournament = change.tournament.with_players(alone)
    assert not (folder.path / "members.csv").exists()
    folder.take_back()
    assert (folder.path / "members.csv").read_bytes() == before
    folder.do_again()
    assert not (folder.path / "members.csv").exists()


def test_backups_have_the_members(folder: TournamentFolder, tmp_path: Path) -> None:
    names = zipfile.ZipFile(BytesIO(archive(folder.path))).namelist()
    assert "t/members.csv" in names
    copy_into(folder.path, tmp_path / "copy")
    assert TournamentFolder(tmp_path / "copy").read().tournament == folder.read().tournament


def test_a_tournament_like_it_has_the_same_people_and_nobody_absent(folder: TournamentFolder) -> None:
    people = afresh(folder.read(), {}).tournament.players[0].members
    assert [m.rounds for m in people] == [None, None, frozenset()]


def test_ranks_follow_from_the_settings_when_the_folder_is_read(folder: TournamentFolder) -> None:
    state = with_settings(folder.read(), {"entrants.rank": "mean up"})
    assert [p.rank_name for p in state.tournament.players] == ["1d", "4d"]
    edited = (folder.path / "members.csv").read_text().replace("Sato,Kei,3d", "Sato,Kei,6d")
    (folder.path / "members.csv").write_text(edited)
    assert folder.read().tournament.players[0].rank_name == "2d"  # 5 and -2: 1.5


def test_fewer_rounds_are_fewer_rounds_of_members(folder: TournamentFolder) -> None:
    people = with_settings(folder.read(), {"rounds": 2}).tournament.players[0].members
    assert [m.rounds for m in people] == [None, frozenset({1, 2}), frozenset()]
    named = pair("1", member("Kim 1d", substitute=True, rounds=frozenset({1, 2})))  # a blank cell would be no round
    assert members_text([named], 2).splitlines()[1] == "1,1,kim,Kim,,1d,,,,,,all,,yes"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "9,1,x,X,,1d,,,,,,,,",
            "members.csv:2: column entrant: no entrant has the id '9'; expected an id from players.csv",
        ),
        (
            "1,0,x,X,,1d,,,,,,,,",
            "members.csv:2: column order: wrong order '0'; expected the place in the line-up, from 1",
        ),
        ("1,1,,X,,1d,,,,,,,,", "members.csv:2: column id: empty id; expected an id such as 17.1"),
        ("1,1,x,X,,,,,,,,,,", "members.csv:2: column rank: neither rank nor rating; expected a rank such as 3d or 12k"),
        ("1,1,x,X,,99d,,,,,,,,", "members.csv:2: column rank: impossible rank '99d'"),
        ("1,1,x,X,,1d,,,,,,9,,", "members.csv:2: column rounds: unknown rounds '9'"),
        ("1,1,x,X,,1d,,,,,,,,\n1,1,y,Y,,1d,,,,,,,,", "members.csv:3: column order: this place is taken: '1'"),
        ("1,1,x,X,,1d,,,,,,,,\n1,2,x,Y,,1d,,,,,,,,", "members.csv:3: column id: the same id as line 2: 'x'"),
    ],
)
def test_what_is_wrong_is_named_with_its_line_and_column(folder: TournamentFolder, line: str, message: str) -> None:
    (folder.path / "members.csv").write_text(f"{HEAD}\n{line}\n")
    with pytest.raises(InputError) as error:
        folder.read()
    assert message in str(error.value)


def test_a_file_without_the_columns_that_place_a_person_is_refused(folder: TournamentFolder) -> None:
    (folder.path / "members.csv").write_text("id,name,rank\nx,X,1d\n")
    with pytest.raises(InputError) as error:
        folder.read()
    assert "no column 'entrant'" in str(error.value)
    assert "no column 'order'" in str(error.value)


def test_the_same_state_is_written_from_what_was_read(folder: TournamentFolder) -> None:
    state = folder.read()
    again = in_memory(state.tournament, settings_text=state.settings_text)
    assert again.says_the_same(replace(state, revision=0))
