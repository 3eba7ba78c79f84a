"""Lists as registrars have them are read rightly or asked about: each kind of misreading that was met, and others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pytest
from builders import tournament
from mcmahon.desk.people.register import Register, RegisteredAnswer, register
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.registrations.columns import misspelling_of
from mcmahon.model.errors import InputError
from mcmahon.model.notes import note_texts
from mcmahon.model.tournament.person import Player


@dataclass(frozen=True)
class Read:
    """What came of a list."""

    players: dict[str, Player]
    done: RegisteredAnswer
    notes: list[str]

    def of(self, *names: str) -> list[object]:
        """Attributes of the players, in the order of their ids."""
        found = [tuple(getattr(player, name) for name in names) for player in self.players.values()]
        return [one[0] if len(names) == 1 else one for one in found]


def read(text: str, preset: str = "bga", **meanings: str) -> Read:
    state = in_memory(tournament("", preset, rounds=3))
    said = {title.replace("__", " "): meaning for title, meaning in meanings.items()}
    outcome = register(state, Register(text=text, name="list.csv", columns=said))
    after = outcome.state.tournament
    return Read({p.id: p for p in after.players}, outcome.value, note_texts(outcome.notes, after))


def asked(text: str, *answers: str) -> str:
    """The question that a list raises, which must have these answers."""
    with pytest.raises(InputError) as refused:
        read(text)
    questions = [p for p in refused.value.problems if p.offered("columns")]
    assert len(questions) == 1, [str(p) for p in refused.value.problems]
    assert tuple("=".join(dict(way.fields)["columns"][0]) for way in questions[0].ways[:2]) == answers
    return str(questions[0])


@pytest.mark.parametrize(
    ("title", "cells", "states"),
    [
        ("Statut de la commande", ["Validé", "Annulé", "Validé"], ["final", "withdrawn", "final"]),
        ("Attendee Status", ["Attending", "Not Attending", "Checked In"], ["final", "withdrawn", "final"]),
        ("Order Type", ["Paid", "Refunded", "Paid"], ["final", "withdrawn", "final"]),
        ("Zahlung", ["bezahlt", "Warteliste", "storniert"], ["final", "preliminary", "withdrawn"]),
        ("Payment", ["Paid", "Pending payment", "Waitlist"], ["final", "preliminary", "preliminary"]),
        ("Estado", ["Confirmado", "Cancelado", "Lista de espera"], ["final", "withdrawn", "preliminary"]),
        ("状態", ["確認済み", "キャンセル", "キャンセル待ち"], ["final", "withdrawn", "preliminary"]),
        ("Состояние", ["Оплачено", "Отменено", ""], ["final", "withdrawn", "final"]),
        ("Status", ["Annulé", "Active", "Accepted"], ["withdrawn", "final", "final"]),
    ],
)
def test_the_state_of_an_entry_is_known_by_its_words_under_any_title(
    title: str, cells: list[str], states: list[str]
) -> None:
    names = ("Ostal, Rémi", "Pommel, Ida", "Kerbrat, Ivan")
    lines = [f"{cell};{name};{k}k" for k, (cell, name) in enumerate(zip(cells, names, strict=True), 3)]
    found = read("\n".join([f"{title};Nom;Niveau".replace("Nom;", "Name;"), *lines]) + "\n")
    assert found.of("status") == states
    if title != "Status":
        assert (title, "state of the entry") in [(one.title, one.read_as) for one in found.done.columns]


def test_a_state_beside_words_that_nobody_knows_is_asked_about() -> None:
    text = "Order;Name;Rank\nAnnulé;Ost, Kim;3k\nBlorp;Muster, Jo;4k\n"
    assert "1 line says 'annulé', and others 'Blorp'" in asked(text, "Order=keep", "Order=leave out")


def test_words_that_may_mean_anything_are_no_state() -> None:
    """Lunch: no. A club that is called Final."""
    found = read('Name,Rank,Lunch,Venue\n"Ost, Kim",3k,no,Final\n"Muster, Jo",4k,yes,Active\n')
    assert found.of("status") == ["final", "final"]


def test_two_columns_of_states_give_the_worse_one() -> None:
    text = 'Name,Rank,Attendee Status,Order Type\n"Ost, Kim",3k,Attending,Refunded\n"Muster, Jo",4k,Attending,Paid\n'
    assert read(text).of("status") == ["withdrawn", "final"]


@pytest.mark.parametrize(
    ("title", "cells", "ratings"),
    [
        ("Rating", ["5.6", "-1.3", "-12.9"], [2510, 2020, 860]),
        ("AGA Rating", ["5", "2", "1"], [2450, 2150, 2050]),
        ("Rating", ["-3,5", "2,75", ""], [1800, 2225, None]),
        ("Rating", ["-1900", "-1250", "320"], [150, 800, 2370]),
        ("Rating", ["1790", "1700", "1650"], [1790, 1700, 1650]),
        ("GoR", ["-250", "310", "640"], [-250, 310, 640]),
    ],
)
def test_the_scale_of_ratings_is_known_by_their_values(title: str, cells: list[str], ratings: list[int | None]) -> None:
    lines = [f"Player{k} A;{k}k;{cell}" for k, cell in enumerate(cells, 1)]
    found = read("\n".join([f"Name;Rank;{title}", *lines]) + "\n")
    assert [None if p.rating_is_derived else p.rating for p in found.players.values()] == ratings


def test_ratings_of_no_scale_are_asked_about() -> None:
    text = "Name,Rating\nAnn Lee,5\nBob Ray,12\nCid Moe,3\n"
    assert "5, 12, 3" in asked(text, "Rating=AGA rating", "Rating=rank")
    assert read(text, Rating="rank").of("rank_name") == ["5k", "12k", "3k"]
    assert read("Name,Rating\nAnn Lee,5\nBob Ray,-12\nCid Moe,3\n").of("rank_name") == ["5d", "12k", "3d"]


def test_0_among_ratings_of_four_digits_is_none() -> None:
    found = read('Name,Rank,Elo\n"Ost, Kim",3k,1790\n"Muster, Jo",4k,-1\n"Weber, Ida",9k,0\n')
    assert [p.rating_is_derived for p in found.players.values()] == [False, True, True]
    assert any("2 lines have 0 or -1 under 'Elo': read as no rating" in note for note in found.notes)


ASKED = "Which rounds will you play?"


@pytest.mark.parametrize(
    ("titles", "yes", "no"),
    [
        ((f"{ASKED} [Round 1]", f"{ASKED} [Round 2]"), "Yes", "No"),
        (("Round 1 (Sat 10:00)", "Round 2 (Sat 15:00)"), "x", ""),
        (("R1", "R2"), "✓", "☐"),
        (("Spielst du Runde 1?", "Spielst du Runde 2?"), "WAHR", "FALSCH"),
        (("Ronde 1", "Ronde 2"), "VRAI", "FAUX"),
        (("Teilnahme Runde 1", "Teilnahme Runde 2"), "ja", "nein"),
        (("第1回戦", "第2回戦"), "はい", "いいえ"),
        (("Тур 1", "Тур 2"), "да", "нет"),
    ],
)
def test_a_round_is_known_by_its_number_among_other_words(titles: tuple[str, str], yes: str, no: str) -> None:
    one, other = titles
    found = read(f"Name;Rank;{one};{other}\nOst, Kim;3k;{no};{yes}\nMuster, Jo;4k;{yes};{yes}\n")
    first, second = found.players.values()
    assert 1 not in first.rounds_entered(3)
    assert 2 in first.rounds_entered(3)
    assert {1, 2} <= second.rounds_entered(3)


def test_days_are_asked_about_and_said_to_be_rounds() -> None:
    text = "Name,Rank,Sat am,Sat pm\nAnn Lee,3k,x,\nBob Ray,4k,x,x\n"
    with pytest.raises(InputError) as refused:
        read(text)
    assert [p.value for p in refused.value.problems] == ["Sat am", "Sat pm"]
    found = read(text, Sat__am="round 1-2", Sat__pm="round 3")
    assert [sorted(p.rounds_entered(3)) for p in found.players.values()] == [[1, 2], [1, 2, 3]]
    with pytest.raises(InputError, match="unknown round 'round 4'"):
        read(text, Sat__am="round 4", Sat__pm="keep")


@pytest.mark.parametrize(
    "header",
    [
        "Last Name *,First Name *,Rank *,Club *,Country *,EGD Number",
        "Name:,First name:,Your grade,Go club,Country:,EGF number",
        "Surname,First Name,Rank (dan/kyu),Home club,Your country,EGD PIN",
        "Last,First,EGF rank,Club,Country,EGD ID",
        "Family name,Given name,Playing strength,Club name,Country of residence,EGF PIN number",
        "Nachname,Vorname,Spielstärke,Dein Verein,Land,EGD Nr.",
    ],
)
def test_titles_of_forms_are_known_by_their_words(header: str) -> None:
    rows = ["Ostrow,Mia,3k,Umea,Sweden,19000001", "Merkle,Jo,4k,Lund,Sweden,19000002", "Bell,Ana,5k,Umea,Norway,"]
    found = read("\n".join([header, *rows]) + "\n")
    assert found.of("name", "rank_name", "club", "country", "pin") == [
        ("Ostrow Mia", "3k", "Umea", "SE", "19000001"),
        ("Merkle Jo", "4k", "Lund", "SE", "19000002"),
        ("Bell Ana", "5k", "Umea", "NO", ""),
    ]


def test_words_of_other_people_are_no_names_and_no_clubs() -> None:
    text = (
        "Name,Rank,Emergency contact name,Will you stay for the club dinner?\n"
        "Ann Lee,3k,Cid Moe,yes\nBob Ray,4k,Dan Poe,no\n"
    )
    found = read(text)
    assert found.of("name", "club") == [("Ann Lee", ""), ("Bob Ray", "")]


def test_values_of_ranks_and_countries_under_other_titles_are_asked_about() -> None:
    assert "look like ranks (3k, 4k, 5k)" in asked("Name,Power\nA B,3k\nC D,4k\nE F,5k\n", "Power=rank", "Power=keep")
    text = "Name,Rank,From\nA B,3k,Sweden\nC D,4k,Norway\nE F,5k,Sweden\n"
    assert "look like countries (Sweden, Norway)" in asked(text, "From=country", "From=keep")
    assert read(text, From="country").of("country") == ["SE", "NO", "SE"]


def test_a_rank_that_counts_the_lines_is_a_place() -> None:
    text = "Rank,Name,Rating,Points\n1,Mia Ostrow,2100,4\n2,Jo Merkle,1900,3\n3,Ana Bell,1700,2\n"
    assert read(text).of("rank_name") == ["1d", "2k", "4k"]
    without = "Rank,Name\n1,Mia Ostrow\n2,Jo Merkle\n3,Ana Bell\n"
    assert "counts the lines" in asked(without, "Rank=keep", "Rank=rank")
    assert read("Rank,Name\n3,Mia Ostrow\n1,Jo Merkle\n12,Ana Bell\n").of("rank_name") == ["3k", "1k", "12k"]


def test_years_of_school_are_asked_about() -> None:
    text = "Name,Grade\nA B,9\nC D,12\nE F,4\n"
    assert "years of school" in asked(text, "Grade=keep", "Grade=rank")
    assert read(text, Grade="rank").of("rank_name") == ["9k", "12k", "4k"]


def test_first_names_under_name_have_their_surnames() -> None:
    found = read("Entry Id,Name,Last,Grade,Club\n1,Kim,Ost,3k,Ulm\n2,Jo,Muster,4k,Bonn\n3,Ida,Weber,5k,Ulm\n")
    assert found.of("surname", "first_name") == [("Ost", "Kim"), ("Muster", "Jo"), ("Weber", "Ida")]


def test_titles_that_stand_twice_are_refused_only_if_they_say_different_things() -> None:
    form = (
        "Name,Grade,Club,Email Address,Email Address\nA B,3k,Ulm,a@example.test,a@example.test\nC D,4k,Ulm,c@d.test,\n"
    )
    assert read(form).of("club") == ["Ulm", "Ulm"]
    assert read("Name,Rank,Club,Club\nA B,3k,Ulm,\nC D,4k,,Bonn\n").of("club") == ["Ulm", "Bonn"]
    unlike = "Name,Rank,Club,Club\nA B,3k,Ulm,Kiel\nC D,4k,,Bonn\n"
    assert "line 2 has 'Ulm' and 'Kiel'" in asked(unlike, "Club (2)=leave out", "Club (2)=keep")


def test_large_groups_are_sections_and_asked_about() -> None:
    names = [f"Player{k} A;{k}k;{'AB'[k % 2]}" for k in range(1, 9)]
    text = "\n".join(["Name;Grad;Gruppe", *names]) + "\n"
    assert "4 players are in 'B', more than a family" in asked(text, "Gruppe=keep", "Gruppe=group")
    assert read(text, Gruppe="keep").of("groups") == [()] * 8
    own = "id,surname,rank,group,correction\n" + "".join(f"{k},Player{k},{k}k,bus,\n" for k in range(1, 9))
    assert read(own).of("groups") == [("bus",)] * 8
    families = "Name;Grad;Gruppe\n" + "".join(f"Player{k} A;{k}k;F{k // 2}\n" for k in range(1, 9))
    assert read(families).of("groups")[1:3] == [("F1",), ("F1",)]


def test_lines_of_nobody_are_left_out_and_said() -> None:
    numbered = ";Name;Grad;Verein\n1;Ost, Kim;3k;Ulm\n2;Muster, Jo;3k;Bonn\n3;;;\n4;;;\n;Summe: 39;;\n"
    found = read(numbered)
    assert found.of("name") == ["Ost Kim", "Muster Jo"]
    assert any("3 lines without a player left out: 4, 5, 6" in note for note in found.notes)
    table = "| Nom | Prénom | Niveau |\n|---|---|---|\n| Ostal | Rémi | 4D |\n| Kerbrat | Ivan | 1D |\n"
    assert read(table).of("name") == ["Ostal Rémi", "Kerbrat Ivan"]
    assert read("Name,Rank\nA B,3k\n...,\nC D,4k\nTotal,2\n").of("name") == ["A B", "C D"]


def test_a_club_on_the_first_line_of_its_block_is_asked_about() -> None:
    text = "Verein;Name;Grad\nUlm;Ost, Kim;3k\n;Muster, Jo;4k\n;Weber, Ida;5k\nBonn;Kern, Bo;5k\n"
    asked(text, "Verein=club, filled down", "Verein=club")
    assert read(text, Verein="club, filled down").of("club") == ["Ulm", "Ulm", "Ulm", "Bonn"]
    assert read(text, Verein="club").of("club") == ["Ulm", "", "", "Bonn"]


def test_a_column_without_a_title_is_kept_with_its_number() -> None:
    found = read('Name,Rank,Club,\n"Ost, Kim",3k,Ulm,not round 1\n"Muster, Jo",4k,Bonn,\n')
    assert found.of("extra")[0] == (("column 4", "not round 1"),)
    assert [one.title for one in found.done.columns if not one.is_read] == ["column 4"]


@pytest.mark.parametrize(
    ("cell", "rank"),
    [
        ("5 кю", "5k"), ("2 дан", "2d"), ("3級", "3k"), ("5段", "5d"), ("3단", "3d"), ("10급", "10k"),
        ("1st dan", "1d"), ("3rd kyu", "3k"), ("6d+", "6d"), ("5k+", "5k"),
        ("7.5k", "7k"), ("4 kyu (EGF: 1702)", "4k"), ("20K?", "20k"),
        ("~5k", "5k"), ("3. Dan", "3d"), ("Dan 2", "2d"), ("12", "12k"),
    ],
)  # fmt: skip
def test_ranks_as_people_write_them(cell: str, rank: str) -> None:
    assert read(f"Name;Rank\nA B;{cell}\nC D;1d\n").of("rank_name") == [rank, "1d"]


@pytest.mark.parametrize(
    ("country", "code"),
    [("DEU", "DE"), ("GER", "DE"), ("NLD", "NL"), ("NED", "NL"), ("CHE", "CH"), ("SUI", "CH"), ("DNK", "DK"),
     ("GBR", "GB"), ("PRT", "PT"), ("TWN", "TW"), ("LVA", "LV"), ("Republic of Ireland", "IE"), ("Deutschland", "DE")],
)  # fmt: skip
def test_countries_by_three_letters_of_iso_and_of_sport(country: str, code: str) -> None:
    assert read(f"Name,Rank,Country\nA B,3k,{country}\nC D,1d,FR\n").of("country") == [code, "FR"]


def test_a_macmahon_list_without_clubs_is_read() -> None:
    found = read("Ostrow|Mia|3D|SE||2288|f|111\nMerkle|Jo|5K|FI||1600|f|110\n")
    assert found.of("country", "club") == [("SE", ""), ("FI", "")]


def test_a_swiss_needs_no_ranks() -> None:
    assert read("name\nKim Ost\nJo Muster\nIda Weber\n", "swiss").of("name") == ["Kim Ost", "Jo Muster", "Ida Weber"]
    with pytest.raises(InputError, match="neither rank nor rating"):
        read("name\nKim Ost\nJo Muster\n")
    with pytest.raises(InputError, match="neither rank nor rating"):
        read("name,rank\nKim Ost,3k\nJo Muster,\n", "swiss")


@pytest.mark.parametrize("title", ["Nickname", "Registration ID", "RegisteredOn", "Player No", "BGA number"])
def test_a_title_that_sounds_like_another_is_no_misspelling(title: str) -> None:
    found = read(f"Name,Rank,{title}\nA B,3k,kimo\nC D,4k,jo\n")
    assert found.of("extra")[0] == ((title, "kimo"),)


def test_many_ranks_from_ratings_are_one_note() -> None:
    found = read("Name,Rating\nA B,2100\nC D,2000\nE F,1900\nG H,1800\n")
    assert [note for note in found.notes if "no rank" in note] == [
        "4 players have no rank; it is set from their ratings: A B 1d, from the rating 2100, "
        "C D 1k, from the rating 2000, E F 2k, from the rating 1900 …"
    ]


def test_many_columns_that_nobody_reads_are_one_note() -> None:
    """Web forms have a dozen of them."""
    lines = "".join(f"A{k} B,3k,x,y,z\n" for k in range(12))
    notes = [note for note in read(f"Name,Rank,Lunch,Shirt,Bus\n{lines}").notes if "of your own" in note]
    assert notes == ["line 1: columns of your own, kept for prizes, cups and sections: Lunch, Shirt, Bus"]


def test_a_column_of_several_rounds_is_named_once() -> None:
    found = read("Name,Rank,Sat\nA B,3k,x\nC D,4k,\n", Sat="round 1-2")
    assert [(one.title, one.read_as) for one in found.done.columns][2:] == [("Sat", "rounds 1, 2")]


def test_the_likelier_answers_are_taken_if_somebody_says_so() -> None:
    """Days, places and sections; never who takes part."""
    text = "Name,Strength,Rank,Sat am,Gruppe\n" + "".join(
        f"P{k} Q,{k}k,{k},{'x' if k % 2 else 'no'},{'A' if k < 7 else 'B'}\n" for k in range(1, 9)
    )
    state = in_memory(tournament("", "bga", rounds=3))
    request = Register(text=text.replace("Strength", "Level"), name="list.csv", columns={"Rank": "keep"}, guess=True)
    outcome = register(state, request)
    assert "list.csv: read by guess: 'Sat am' as round 1-2, 'Gruppe' as keep" in note_texts(
        outcome.notes, outcome.state.tournament
    )
    players = outcome.state.tournament.players
    assert [p.rounds for p in players[:2]] == [None, frozenset({3})]
    assert {p.groups for p in players} == {()}
    unsure = "Name,Rank,Order\nA B,3k,annulé\nC D,4k,Blorp\nE F,5k,Blorp\n"
    with pytest.raises(InputError, match="whether these entries count"):
        register(state, Register(text=unsure, name="list.csv", guess=True))


def test_what_was_understood_is_a_table() -> None:
    found = read("Go club,Your name,EGF rank,E-mail,Sat\nUlm,Ann,3d,a@x.test,x\nUlm,Bo,1k,,x\n", Sat="round 1-2")
    rows = [(one.title, one.read_as, one.filled, one.samples, one.is_read) for one in found.done.columns]
    assert rows == [
        ("Go club", "club", 2, ("Ulm",), True),
        ("Your name", "name", 2, ("Ann", "Bo"), True),
        ("EGF rank", "rank", 2, ("3d", "1k"), True),
        ("E-mail", "kept, not used", 1, ("a@x.test",), False),
        ("Sat", "rounds 1, 2", 2, ("x",), True),
    ]


def test_each_unknown_title_is_compared_with_the_known_ones_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of 200 columns that nobody knows took seconds, as each was compared again for each of the others."""
    compared = 0

    def counted(plain: str, titles: Iterable[str]) -> str:
        nonlocal compared
        compared += 1
        return misspelling_of(plain, titles)

    monkeypatch.setattr("mcmahon.io.registrations.columns.misspelling_of", counted)
    titles = [f"Frage {k}" for k in range(200)]
    read(f"Name,Rank,{','.join(titles)}\nA B,3k{',x' * 200}\n")
    assert 0 < compared <= 3 * len(titles)
