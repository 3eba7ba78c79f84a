"""Names that may be one: in another order, or as another keyboard spells them."""

from __future__ import annotations

import pytest
from mcmahon.model.tournament.person import country_key
from mcmahon.model.tournament.same_names import spelling_key, unlike_words, words_key


@pytest.mark.parametrize("other", ["Ost, Kim", "OST KIM", "Kim  Ost", "Öst,Kim"])
def test_the_order_of_words_commas_and_accents_tell_no_names_apart(other: str) -> None:
    assert words_key(other) == words_key("Kim Ost")
    assert words_key("Anna-Maria Ost") == words_key("Ost, Anna Maria")
    assert words_key("Kimost") != words_key("Kim Ost") != words_key("Kim Kim Ost")


@pytest.mark.parametrize(
    "spellings",
    ["Müller Mueller Muller MÜLLER", "Øst Oest Ost Öst", "Weiß Weiss Weis", "Århus Aarhus Arhus", "Łukasz Lukasz"],
)
def test_one_name_in_several_spellings_has_one_key(spellings: str) -> None:
    assert len({spelling_key(f"Jan {name}") for name in spellings.split()}) == 1


def test_other_names_have_other_keys() -> None:
    names = ["Müller", "Miller", "Möller", "Mahler", "Ost", "Est", "Ast", "Weise"]
    assert len({spelling_key(name) for name in names}) == len(names)
    assert spelling_key("") == spelling_key("-") == ""


@pytest.mark.parametrize(
    ("name", "other", "words"),
    [
        ("Novak Jan", "Novak Jana", ("Jan", "Jana")), ("Novak Jon", "Novak Jan", ("Jon", "Jan")),
        ("Novak Martina", "Novak Martin", ("Martina", "Martin")), ("Novak Jan", "Novak Jan B", ("", "B")),
        ("Novak Jan", "Jan Novak", None), ("Müller Jan", "Jan Mueller", None), ("Martinsen Jan", "Martinson Jan", None),
        ("Cederman Cy", "Cedermann Cy", None), ("", "", None),
    ],
)  # fmt: skip
def test_what_is_no_typing_error_is_told(name: str, other: str, words: tuple[str, str] | None) -> None:
    assert unlike_words(name, other) == words


def test_two_codes_of_one_country_compare_as_one() -> None:
    assert country_key("uk") == country_key("GB")
    assert country_key("EL") == country_key("gr") != country_key("GB")
