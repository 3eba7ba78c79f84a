"""Placings inside sections of the field."""

from __future__ import annotations

import pytest
from builders import played, tournament, with_player
from mcmahon.model.errors import InputError
from mcmahon.model.placing.sections import section_of, sections, without_section
from mcmahon.model.placing.standings import Standings, standings
from mcmahon.model.tournament.tournament import Tournament


def field() -> Tournament:
    t = tournament("3d 2d 2d 1d 1k 1k", start__bar="2d")
    for player, women, country in (("a", "yes", "CZ"), ("b", "", "cz"), ("d", "Yes", "DE"), ("e", "", "DE")):
        t = with_player(t, player, extra=(("Women", women),), country=country, groups=("Young", "U20")[: len(women)])
    return played(t, "b+a c=d e=f")


def table() -> Standings:
    return standings(field())


def shown(by: str) -> list[tuple[str, list[tuple[int, str]]]]:
    found = sections(table(), by)
    return [(s.title, [(p, r.player.id) for p, r in zip(s.places, s.rows, strict=True)]) for s in found]


def test_bands_are_the_start_scores_from_the_top() -> None:
    """Sensei's: placings can be assigned for each band; shared places stay shared."""
    assert shown("band") == [
        ("band 1 (3d-2d)", [(1, "b"), (2, "c"), (3, "a")]),
        ("band 0 (1d)", [(1, "d")]),
        ("band -1 (1k)", [(1, "e"), (1, "f")]),
    ]


def test_a_column_of_the_registrations_makes_sections_whatever_its_case() -> None:
    assert shown("women") == [("women yes", [(1, "a"), (2, "d")])]
    assert shown("country") == [("country cz", [(1, "b"), (2, "a")]), ("country DE", [(1, "d"), (2, "e")])]
    assert [title for title, _ in shown("rank")] == ["rank 3d", "rank 2d", "rank 1d", "rank 1k"]


def test_a_player_may_be_in_several_groups() -> None:
    assert shown("group") == [("group U20", [(1, "a"), (2, "d")]), ("group Young", [(1, "a"), (2, "d")])]


def test_one_section_by_its_value() -> None:
    section = section_of(table(), "Women", "YES")
    assert (section.title, [r.player.id for r in section.rows], section.places) == ("Women = YES", ["a", "d"], (1, 2))


def test_numbers_are_in_their_order_and_the_empty_are_counted() -> None:
    t = tournament("1d 1d 1d 1d")
    for player, text in zip("abcd", ("10", "2", "", "1"), strict=True):
        t = with_player(t, player, extra=(("Hall", text),))
    assert [s.title for s in sections(standings(t), "hall")] == ["hall 1", "hall 2", "hall 10"]
    assert without_section(standings(t), "hall") == 1
    assert without_section(standings(t), "club") == 4


def test_one_band_by_its_start_score() -> None:
    assert [r.player.id for r in section_of(table(), "band", "-1").rows] == ["e", "f"]


def test_values_that_differ_by_a_sign_or_a_dot_are_different() -> None:
    t = tournament("1d 1d 1d 1d")
    for player, text in zip("abcd", ("1.5", "15", "-15", " 1.5 "), strict=True):
        t = with_player(t, player, extra=(("Fee", text),))
    found = {s.title: [r.player.id for r in s.rows] for s in sections(standings(t), "fee")}
    assert found == {"fee -15": ["c"], "fee 1.5": ["a", "d"], "fee 15": ["b"]}


def test_the_overall_order_and_places_stay() -> None:
    whole = table()
    before = [(row.place, row.player.id) for row in whole.rows]
    section = section_of(whole, "country", "DE")
    assert [(row.place, row.player.id) for row in whole.rows] == before
    assert list(section.rows) == [row for row in whole.rows if row.player.country == "DE"]


def test_wrong_names_are_errors_that_name_what_there_is() -> None:
    with pytest.raises(InputError, match=r"no column 'team'; expected one of surname, .*club, country, .*Women"):
        sections(table(), "team")
    with pytest.raises(InputError, match=r"no player has country = 'FR'; expected one of CZ, DE, cz"):
        section_of(table(), "country", "FR")
