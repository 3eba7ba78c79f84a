"""Registrations of pairs and teams: a line a person, or a line an entrant; what is wrong has its line and column."""

from __future__ import annotations

import pytest
from builders import pairs
from mcmahon.desk.people.register import Register, register
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.registrations.registered_people import layout_of
from mcmahon.io.registrations.registration_files import read_entries, write_csv
from mcmahon.model.errors import InputError
from mcmahon.model.records.state import State
from mcmahon.model.tournament.tournament import Tournament

BY_PERSON = """pair,name,rank,club,rounds
Tigers,"Sato, Kei",3d,Ulm,
2,"Kim, Li",1d,Seoul,
Tigers,"Maier, Jan",2k,Bonn,all but 3
2,"Weiß, Eva",5k,Ulm,
"""
BY_PAIR = """team,name 1,rank 1,club 1,name 2,rank 2,name 3,rank 3,rounds
Tigers,"Sato, Kei",3d,Ulm,"Maier, Jan",2k,,,
,"Kim, Li",1d,Seoul,"Weiß, Eva",5k,"Roux, Luc",9k,1-2
"""


def registered(text: str, before: Tournament | None = None, **settings: object) -> tuple[Tournament, list[str]]:
    state: State = in_memory(before or pairs(**settings))  # type: ignore[arg-type]
    found = register(state, Register(text=text, name="p.csv"))
    return found.state.tournament, [getattr(note, "text", "") for note in found.notes]


def people(t: Tournament) -> dict[str, list[str]]:
    return {p.name: [f"{m.name} {m.rank_name}" for m in p.members] for p in t.players}


def wrong(text: str, before: Tournament | None = None, **settings: object) -> list[str]:
    with pytest.raises(InputError) as error:
        registered(text, before, **settings)
    return [str(problem) for problem in error.value.problems]


def test_people_with_the_same_text_belong_together_and_a_number_is_the_id() -> None:
    t, _ = registered(BY_PERSON)
    assert people(t) == {"Tigers": ["Sato Kei 3d", "Maier Jan 2k"], "Kim & Weiß": ["Kim Li 1d", "Weiß Eva 5k"]}
    tigers, second = t.players
    assert (tigers.id, tigers.rank_name, tigers.club) == ("1", "1d", "Ulm / Bonn")
    assert (second.id, second.rank_name) == ("2", "3k")  # 0 and -5: -2.5, the weaker
    assert tigers.members[1].rounds == frozenset({1, 2, 4, 5})
    assert [m.id for m in tigers.members] == ["1.1", "1.2"]


def test_a_line_may_be_a_pair_with_numbered_columns() -> None:
    t, _ = registered(BY_PAIR)
    assert people(t) == {
        "Tigers": ["Sato Kei 3d", "Maier Jan 2k"],
        "Kim & Weiß & Roux": ["Kim Li 1d", "Weiß Eva 5k", "Roux Luc 9k"],
    }
    assert t.players[1].rounds == frozenset({1, 2})
    assert t.players[0].members[0].club == "Ulm"


@pytest.mark.parametrize("text", [BY_PERSON, BY_PAIR])
def test_the_same_file_again_changes_nothing(text: str) -> None:
    once, _ = registered(text)
    assert registered(text, once)[0] == once


def test_a_line_fills_in_what_it_has_and_people_who_are_not_in_the_file_stay() -> None:
    t, _ = registered(BY_PERSON)
    again, _ = registered("team,name,rank,pin\nTigers,Sato Kei,4d,12345678\nTigers,Novák Petr,2d,", t)
    tigers = again.players[0]
    assert [f"{m.name} {m.rank_name} {m.club}".strip() for m in tigers.members] == [
        "Sato Kei 4d Ulm", "Maier Jan 2k Bonn", "Novák Petr 2d",
    ]  # fmt: skip
    assert (tigers.rank_name, tigers.members[0].pin) == ("2d", "12345678")  # 3, -2 and 1: 0.67


def test_the_order_of_a_file_is_the_order_of_boards_and_substitutes_come_last() -> None:
    text = "team,board,name,rank,substitute,rounds\nX,2,B,1d,,\nX,,S,5d,yes,3\nX,1,A,2k,,\nX,3,C,3k,no,\n"
    t, _ = registered(text, entrants__kind="teams")
    assert people(t) == {"X": ["A 2k", "B 1d", "C 3k", "S 5d"]}
    assert [(m.substitute, m.rounds) for m in t.players[0].members][2:] == [(False, None), (True, frozenset({3}))]


def test_a_rank_in_the_line_of_a_pair_is_its_own() -> None:
    t, _ = registered("pair,rank,name 1,rank 1,name 2,rank 2\nX,4d,A,1d,B,1k\nY,,C,1d,D,1k\n")
    assert [(p.rank_name, p.rank_is_derived) for p in t.players] == [("4d", False), ("1k", True)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pair,name,rank\nX,A,1d\n,B,2d\n", "p.csv:3: column pair: no pair or team is named"),
        ("pair,name,rank\nX,A,1d\nX,B,99d\n", "p.csv:3: column rank: impossible rank '99d'"),
        ("pair,name 1,rank 1,name 2,rank 2\nX,A,1d,B,99d\n", "p.csv:2: column rank 2: impossible rank '99d'"),
        ("pair,name,rank\nX,A,1d\nX,B,\n", "p.csv:3: neither rank nor rating for a new player 'B'"),
        ("pair,name,rank,pin\nX,A,1d,12345678\nY,B,1d,12345678\n", "p.csv:3: column pin: B has the same pin as A"),
        ("pair,name,rank,order\nX,A,1d,99\n", "p.csv:2: column order: wrong place '99'; expected"),
        ("pair,name,rank,status\nX,A,1d,final\nX,B,1d,withdrawn\n", "p.csv:3: column status: X: different texts"),
        ("team,name,rank\n" + "".join(f"X,P{k},1d\n" for k in range(6)), "p.csv:2: X has 6 members; expected 2 to 5"),
    ],
)
def test_what_is_wrong_is_named_with_its_line_and_column(text: str, message: str) -> None:
    assert any(message in problem for problem in wrong(text)), wrong(text)


def test_nobody_is_in_two_pairs() -> None:
    t, _ = registered("pair,name,rank,pin\nX,A,1d,12345678\nX,B,1d,\n")
    [problem] = wrong("pair,name,rank,pin\nY,Other,1d,12345678\nY,C,1d,\n", t)
    assert "Other: this pin is there twice: '12345678'" in problem


def test_an_entrant_with_too_few_people_is_told() -> None:
    _, notes = registered("pair,name,rank\nX,A,1d\n")
    assert "1 entrant not complete, expected 2 to 5 people, substitutes apart: X (1)" in notes


def test_odd_cells_are_told_of_the_person() -> None:
    _, notes = registered("pair,name,rank,country,pin\nX,A,1d,Nowhereland,17\nX,B,1d,DE,\n")
    assert any("the pin '17' of A" in note for note in notes)
    assert any("the country NOWHERELAND is" in note for note in notes)


def test_in_a_tournament_of_players_a_team_is_a_column_of_the_directors_own() -> None:
    t, _ = registered("team,name,rank\nX,A,1d\nX,B,1d\n", entrants__kind="players")
    assert [(p.name, p.extra, p.members) for p in t.players] == [
        ("A", (("team", "X"),), ()), ("B", (("team", "X"),), ()),
    ]  # fmt: skip
    problems = wrong(BY_PAIR, entrants__kind="players")
    assert any("several people in a line; expected entrants.kind = pairs or teams" in problem for problem in problems)


def test_titles_in_other_languages_and_numbers_of_rounds() -> None:
    assert layout_of(["Mannschaft", "Name", "Brett", "Ersatz"]).entrant
    assert layout_of(["Nachname 1", "Nachname2", "Rang 1"]).numbered[1] == {"Nachname 1": "surname", "Rang 1": "rank"}
    for titles in (["name", "round 1", "round 2", "1", "2"], ["name", "club", "club 2"]):
        alone = layout_of(titles)
        assert (alone.entrant, alone.numbered) == ("", {})


def test_a_file_of_people_comes_back_as_it_was_written() -> None:
    t, _ = registered(BY_PERSON)
    written = write_csv(t)
    assert not written.losses.lines()
    again = read_entries(written.data, "x.csv").tournament
    assert again.settings.entrants.kind == "pairs"
    assert again.players == t.players
