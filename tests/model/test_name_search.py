"""What is typed finds a player by any keyboard, in any order of words, by club, rank and number."""

from __future__ import annotations

import pytest
from builders import tournament
from mcmahon.model.errors import InputError
from mcmahon.model.tournament.name_search import player_keys, search_rank
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.ranks import parse_rank

PEOPLE = [
    Player("1", "Müller", "Jörg", parse_rank("18k")[0], club="Köln"),
    Player("2", "Petrov", "Laura", parse_rank("8k")[0], club="Praha"),
    Player("8", "Åström", "Ulf", parse_rank("1d")[0], club="Göteborg", country="SE"),
    Player("21", "Horák", "René", parse_rank("2d")[0], club="Brno"),
    Player("22", "Baeuerle", "Ann", parse_rank("3k")[0], club="Aalen"),
]


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("muller", "1"), ("mueller", "1"), ("MÜLLER", "1"), ("jorg mu", "1"), ("joerg müller", "1"), ("koeln", "1"),
        ("koln", "1"), ("astrom", "8"), ("Aastroem", "8"), ("laura petrov", "2"), ("petrov, lau", "2"), ("8k", "2"),
        ("18k", "1"), ("8", "8"), ("21", "21"), ("2", "2"), ("horak rene", "21"), ("rene ho", "21"), ("se", "8"),
        ("bauerle", "22"), ("baeu", "22"), ("x", ""),
    ],
)  # fmt: skip
def test_players_are_found_as_they_are_typed(typed: str, ids: str) -> None:
    assert [p.id for p in PEOPLE if search_rank(typed, player_keys(p))] == ids.split()


def test_a_name_typed_in_part_names_the_one_player_whom_it_fits() -> None:
    t = tournament("1d").with_players(PEOPLE)
    assert [t.find(text).id for text in ("hora ren", "aastr", "Mueller", "petrov l")] == ["21", "8", "1", "2"]
    with pytest.raises(InputError, match=r"^'p' is ambiguous: .*a \(a\), Petrov Laura \(2\); use the id$") as raised:
        t.find("p")
    assert [(one.text, one.instead) for one in raised.value.problems[0].could_be] == [("p", "a"), ("p", "2")]
