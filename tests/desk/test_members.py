"""Members entered, changed, missing and anonymous; what the draw says of them, and what formats lose."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from builders import TRF, member, pair, pairs, played
from mcmahon.desk.desk import Desk, in_memory
from mcmahon.desk.files.export_files import Export, export
from mcmahon.desk.hall.public_draw import public_draw
from mcmahon.desk.people.anonymise import Anonymise, anonymise
from mcmahon.desk.people.change_members import (
    MemberLine,
    MemberMissing,
    SetMembers,
    member_missing,
    member_named,
    parse_member,
    set_members,
    with_lines,
)
from mcmahon.desk.people.change_players import AddPlayer, ChangePlayer, add, change, changes_of
from mcmahon.desk.people.miss_rounds import Withdraw, withdraw
from mcmahon.desk.people.new_tournament import NewTournament, create
from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.desk.rounds.engine_round import EngineRequest, tournament_of
from mcmahon.model.errors import InputError
from mcmahon.model.records.state import State
from mcmahon.model.tournament.tournament import lineup

SATO, MAIER = "Sato, Kei 3d; club=Ulm; pin=12345678", "Maier, Jan 2k; club=Bonn"


def state_of(*entrants: object, **settings: object) -> State:
    return in_memory(pairs(*entrants, **settings))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Sato, Kei 3d", MemberLine("", {"name": "Sato, Kei", "rank": "3d"})),
        ("Sato Kei; rating=2355; club=", MemberLine("", {"name": "Sato Kei", "rating": "2355", "club": ""})),
        ("2: rank=2d; rounds=all but 3", MemberLine("2", {"rank": "2d", "rounds": "all but 3"})),
        ("Kim 1d; substitute; rounds=3", MemberLine("", {"name": "Kim", "rank": "1d", "rounds": "3"}, True)),
        ("Kim: substitute=no", MemberLine("Kim", {}, False)),
    ],
)
def test_a_member_is_typed_as_a_name_a_rank_and_cells(text: str, line: MemberLine) -> None:
    assert parse_member(text) == line


@pytest.mark.parametrize("text", ["", "2:", "Sato 3d; Ulm", "Sato 3d; =Ulm"])
def test_a_member_that_cannot_be_read_names_what_is_expected(text: str) -> None:
    with pytest.raises(InputError, match="Sato, Kei 3d; club=Ulm"):
        parse_member(text)


def test_a_substitute_is_one_or_is_none() -> None:
    assert parse_member("Kim 1d; Substitute = YES").substitute
    with pytest.raises(InputError, match="substitute 'ja'; expected yes or no"):
        parse_member("Kim 1d; substitute=ja")


def test_a_pair_is_entered_by_its_members() -> None:
    found = add(state_of(), AddPlayer(members=(SATO, MAIER)))
    new = found.value
    assert (new.name, new.rank_name, new.club, new.rank_is_derived) == ("Sato & Maier", "1d", "Ulm / Bonn", True)
    own = add(found.state, AddPlayer(name="Tigers", rank="5d", members=("Kim 1d", "Li 1d"))).value
    assert (own.name, own.rank_name, own.rank_is_derived) == ("Tigers", "5d", False)
    with pytest.raises(InputError, match="this pin is there twice"):
        add(found.state, AddPlayer(members=("Other 1d; pin=12345678", "Two 1d")))
    with pytest.raises(InputError, match="column rank"):
        add(found.state, AddPlayer(members=("A 1d", "B; rank=99d")))


def test_members_need_a_tournament_of_pairs_or_teams() -> None:
    with pytest.raises(InputError, match=r"entrants\.kind = pairs or teams"):
        add(state_of(entrants__kind="players"), AddPlayer(members=(SATO, MAIER)))


def test_members_are_changed_added_and_dropped() -> None:
    before = add(state_of(), AddPlayer(members=(SATO, MAIER))).state
    request = ChangePlayer(who="1", members=("2: rank=2d; club=; notes=vegan", "Kim 5d", "1: name=Satou, Kei"))
    found = change(before, request)
    assert [(m.id, m.name, m.rank_name, m.club, m.pin, m.extra) for m in found.value.members] == [
        ("1.1", "Satou Kei", "3d", "Ulm", "12345678", ()),
        ("1.2", "Maier Jan", "2d", "", "", (("notes", "vegan"),)),
        ("1.3", "Kim", "5d", "", "", ()),
    ]
    assert (found.value.name, found.value.rank_name) == ("Satou & Maier & Kim", "3d")
    said = changes_of(before, found.state, "1")
    assert "rank 1d → 3d" in said
    assert said[-3:] == [
        "member 1 Sato Kei 3d (Ulm) → Satou Kei 3d (Ulm)", "member 2 Maier Jan 2k (Bonn) → Maier Jan 2d",
        "member 3 none → Kim 5d",
    ]  # fmt: skip
    fewer = change(found.state, ChangePlayer(who="1", drop=("Kim", "1"))).value
    assert (fewer.name, [m.id for m in fewer.members]) == ("Maier", ["1.2"])


@pytest.mark.parametrize(
    ("substitute", "rounds", "line", "now"),
    [
        (False, None, MemberLine("a", {}, True), frozenset()),  # a substitute plays the rounds that are named
        (False, None, MemberLine("a", {"rounds": "2"}, True), frozenset({2})),
        (True, frozenset({2}), MemberLine("a", {}, False), None),
        (True, frozenset({2}), MemberLine("a", {"rounds": "1-2"}, False), frozenset({1, 2})),
        (True, frozenset({2}), MemberLine("a", {}, True), frozenset({2})),
        (True, frozenset(), MemberLine("a", {"club": "Ulm"}), frozenset()),
        (True, None, MemberLine("a", {"club": "Ulm"}), None),
        (True, frozenset({1, 2, 3}), MemberLine("a", {"club": "Ulm"}), None),  # all of them, one by one
        (False, None, MemberLine("a", {"club": "Ulm"}), None),
        (False, frozenset({1}), MemberLine("a", {"club": "Ulm"}), frozenset({1})),
    ],
)
def test_who_becomes_a_substitute_plays_the_rounds_that_are_named(
    substitute: bool, rounds: frozenset[int] | None, line: MemberLine, now: frozenset[int] | None
) -> None:
    people = [member(f"{x} 3d") for x in ("b", "c")]
    own = pair("x", member("a 3d", substitute=substitute, rounds=rounds), *people)
    t = pairs(own, preset="swiss", entrants__kind="teams", teams__boards=2, rounds=3)
    found = member_named(with_lines(t, "x", [line]).player("x"), "a")
    assert (found.substitute, found.rounds) == (substitute if line.substitute is None else line.substitute, now)


def test_a_members_rank_is_not_emptied() -> None:
    with pytest.raises(InputError, match="a rank such as 3d"):
        with_lines(pairs(pair("x", "a 3d", "b 2d")), "x", [MemberLine("a", {"rank": ""})])


def test_a_rank_of_its_own_is_cleared_to_that_of_the_members() -> None:
    before = add(state_of(), AddPlayer(name="Tigers", rank="5d", members=(SATO, MAIER))).state
    assert change(before, ChangePlayer(who="1", club="Kyoto")).value.clubs == ("Kyoto", "Ulm", "Bonn")
    cleared = change(before, ChangePlayer(who="1", name="", clear=["rank"])).value
    assert (cleared.name, cleared.rank_name, cleared.rating) == ("Sato & Maier", "1d", 2100)


def test_a_member_is_found_by_place_id_or_name() -> None:
    entrant = pair("7", member("Sato 3d", id="7.1"), member("Satoh 1d", id="7.2"))
    assert [member_named(entrant, text).id for text in ("2", "7.1", "sato", "atoh")] == ["7.2", "7.1", "7.1", "7.2"]
    with pytest.raises(InputError, match=r"'sat' is ambiguous in Sato & Satoh \(7\): 1 \(Sato\), 2 \(Satoh\)"):
        member_named(entrant, "sat")
    with pytest.raises(InputError, match="is no member of"):
        member_named(entrant, "Kim")
    with pytest.raises(InputError, match=r"Kim is a member of Tigers \(1\)"):
        pairs(pair("1", "Kim 1d", "Li 1d", surname="Tigers")).find("Kim")


def test_a_missing_member_and_the_substitute_are_recorded() -> None:
    before = state_of(pair("1", "Sato 3d", "Maier 2k"))
    found = member_missing(
        before, MemberMissing(who="1", member="Maier", rounds="2,4", substitute="Kim, Li 1d; club=Ulm")
    )
    assert found.value.instead is not None
    assert (found.value.member.name, found.value.instead.name, found.value.rounds) == ("Maier", "Kim Li", [2, 4])
    entrant = found.value.entrant
    seats = [[m.surname if m else "" for m in lineup(entrant, number)] for number in range(1, 6)]
    assert seats == [["Sato", "Maier"], ["Sato", "Kim"], ["Sato", "Maier"], ["Sato", "Kim"], ["Sato", "Maier"]]
    assert (entrant.name, entrant.rank_name) == ("Sato & Maier", "1d")
    again = member_missing(found.state, MemberMissing(who="1", member="1", rounds="5", substitute="Kim")).value
    assert [m.surname if m else "" for m in lineup(again.entrant, 5)] == ["Kim", "Maier"]
    nobody = member_missing(found.state, MemberMissing(who="1", member="1", rounds="2"))
    assert not nobody.notes
    alone = member_missing(state_of(pair("1", "Sato 3d")), MemberMissing(who="1", member="1", rounds="2"))
    assert "nobody plays for Sato (1) in round 2" in str(alone.notes[0])
    with pytest.raises(InputError, match="plays for Sato & Maier anyway"):
        member_missing(before, MemberMissing(who="1", member="Maier", rounds="2", substitute="Sato"))


def test_a_form_has_all_members_and_one_without_a_name_leaves() -> None:
    before = state_of(pair("1", member("Sato 3d", id="1.1"), member("Maier 2k", id="1.2")))
    lines = [MemberLine("1.1", {"name": "", "rank": "3d"}), MemberLine("1.2", {"name": "Maier, Jan", "rank": "1k"})]
    found = set_members(
        before, SetMembers(who="1", lines=[*lines, MemberLine("", {"name": "Kim", "rank": "1d"})])
    ).value
    assert [(m.id, m.name, m.rank_name) for m in found.members] == [("1.2", "Maier Jan", "1k"), ("1.3", "Kim", "1d")]
    left = set_members(
        before, SetMembers(who="1", lines=[MemberLine("1.1", {"rank": "3d"}), lines[1], MemberLine()])
    ).value
    assert [m.id for m in left.members] == ["1.2"]


def test_players_read_that_both_sides_have_somebody_of_one_club() -> None:
    people = [pair(x, f"{x} 1d Ulm", f"{x}2 1d {x}") for x in "abcd"]
    drawn = draw_round(pairs(*people, start__bar="none"))
    state = in_memory(drawn.tournament, {1: drawn.record})
    public = public_draw(state, 1)
    assert public is not None
    assert "Both sides have a member from Ulm. The draw avoids such games where it can." in public.why("a")


def test_clubs_that_count_as_one_are_named_in_the_reason() -> None:
    people = [pair("a", "A 1d Ulm", "B 1d X"), pair("b", "C 1d Neu-Ulm", "D 1d Y")]
    drawn = draw_round(pairs(*people, start__bar="none", pairing__club_groups=[["Ulm", "Neu-Ulm"]]))
    ledger = drawn.record.ledger
    assert ledger is not None
    assert ledger.board_of("a").values["same_club"] == 1  # type: ignore[union-attr]
    assert ledger.entrants["a"].clubs == ("Ulm", "Neu-Ulm")


@pytest.mark.parametrize("form", ["egd", "aga", "tou"])
def test_games_of_pairs_are_not_reported_for_ratings(form: str) -> None:
    t = played(pairs(pair("1", "Sato 3d", "Maier 2k"), pair("2", "Kim 1d", "Li 1d"), rounds=1), "1+2")
    with pytest.raises(InputError, match="games of pair go and rengo are not rated"):
        export(in_memory(t), Export(form=form))


@pytest.mark.parametrize("form", ["opengotha", "pairgoth", "macmahon", TRF])
def test_other_formats_name_members_as_lost(form: str) -> None:
    t = pairs(pair("1", "Sato 3d", "Maier 2k"), pair("2", "Kim 1d", "Li 1d"), rounds=1)
    losses = export(in_memory(played(t, "1+2")), Export(form=form)).value.losses.lines()
    expected = "members of pairs and teams, beside the name of the entrant (2): Sato & Maier, Kim & Li"
    assert expected in losses


def test_an_engines_request_may_have_members() -> None:
    people = [{"rank": "3d", "club": "Ulm"}, {"rank": "2k", "club": "Bonn"}]
    listed = [{"id": "a", "members": people}, {"id": "b", "rank": "5d", "members": people}, {"id": "c", "rank": "1d"}]
    request = {"players": listed}
    t = tournament_of(msgspec.convert(request, EngineRequest))
    assert [(p.rank_name, p.clubs) for p in t.players] == [("1d", ("Ulm", "Bonn")), ("5d", ("Ulm", "Bonn")), ("1d", ())]
    listed[0]["members"] = [{"rank": "x"}]
    with pytest.raises(InputError, match=r"players\[0\]\.members\[0\]\.rank: not a rank"):
        tournament_of(msgspec.convert(request, EngineRequest))


@pytest.fixture
def evening(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path / "pairs")
    create(desk, NewTournament(rounds=2, settings=["entrants.kind=pairs"]), "new")
    for people in ((SATO, MAIER), ("Kim, Li 1d", "Weiß, Eva 5k; country=DE")):
        desk.do(lambda now, people=people: add(now, AddPlayer(members=people)), "mcmahon add")  # type: ignore[misc]
    return desk


def test_one_member_is_made_anonymous(evening: Desk) -> None:
    with pytest.raises(InputError, match="Weiß Eva plays in rounds 1, 2; mark the member absent"):
        anonymise(evening, Anonymise(who="2", anyway=True, member="Eva"))
    evening.do(lambda now: member_missing(now, MemberMissing(who="2", member="Eva", rounds="1-2")), "missing")
    done = anonymise(evening, Anonymise(who="2", anyway=True, member="Eva"))
    assert (done.player.name, done.player.rank_name, done.left) == ("Kim & Anonymous", "3k", [])
    assert "Weiß" not in (evening.path / "members.csv").read_text(encoding="utf-8")


def test_a_whole_pair_is_made_anonymous_with_its_members(evening: Desk) -> None:
    evening.do(lambda now: withdraw(now, Withdraw(who=["1"])), "withdraw")
    done = anonymise(evening, Anonymise(who="1", anyway=True))
    assert (done.player.name, done.player.clubs, done.left) == ("Anonymous 1", (), [])
    assert [(m.name, m.rank_name, m.pin) for m in done.player.members] == [
        ("Anonymous 1", "3d", ""), ("Anonymous 2", "2k", ""),
    ]  # fmt: skip
