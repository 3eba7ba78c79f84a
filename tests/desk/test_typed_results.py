"""Results as somebody types them: what is understood, what is left with the reason, and what has to be asked."""

from __future__ import annotations

import pytest
from mcmahon.desk.messages.hall_words import COLOUR_WORDS, LETTERS, sentence
from mcmahon.desk.rounds.typed_results import typed_results
from mcmahon.io.languages.catalogues import words_of
from mcmahon.model.errors import InputError
from mcmahon.model.language import LANGUAGES
from mcmahon.model.tournament.latin import latin_text
from translations import waits

SITTING = {
    "3": ("Petrov Laura", "Müller Jörg"),
    "9": ("Horák René", "Petrov Ivan"),
    "24": ("Kim Ost", "Weiß Anna"),
    "27": ("Åström Ulf", "Li Bo"),
    "28": ("van den Berg Jan", "Noir Zoé"),
    "29": ("Novák Petr", ""),
    "31": ("Zwei 2", "Elf 10"),
}


@pytest.mark.parametrize(
    ("typed", "means", "left"),
    [
        ("27 w 28 b 29", "27 1-0 28 0-1", "29"),
        ("27 w 28 29 b", "27 1-0 29 0-1", "28"),
        ("27 weiss, 3 white 28 blanc 9 schwarz", "27 1-0 3 1-0 28 1-0 9 0-1", ""),
        ("27 1-0 9 0,5-0,5", "27 1-0 9 0,5-0,5", ""),
        ("31 1-0 27 w", "31 1-0 27 1-0", ""),
        ("muller", "3 0-1", ""),
        ("laura 9 horak", "3 1-0 9 1-0", ""),
        ("27 ulf 28 w", "27 1-0 28 1-0", ""),
        ("petrov laura 27 b", "3 1-0 27 0-1", ""),
        ("9 petrov", "9 0-1", ""),
        ("vandenberg+ 3 w+", "28 1-0! 3 1-0!", ""),
        ("w 27 b 28", "27 1-0 28 0-1", ""),
        ("27 w b 28 w", "27 1-0", "b 28 w"),
        ("27 w 99 b nobody", "27 1-0", "99 b nobody"),
        ("27 w, 24 xyz 3 b", "27 1-0 3 0-1", "24 xyz"),
        ("27 w laura xyz 3 b", "27 1-0 3 0-1", "laura xyz"),
        ("027 w", "27 1-0", ""),
        ("27 0 28 ?", "27 0-0 28 ?", ""),
    ],
)
def test_what_is_understood_is_entered_and_the_rest_is_left(typed: str, means: str, left: str) -> None:
    read, words = typed_results(typed, SITTING), means.split()
    assert dict(read.results) == dict(zip(words[::2], words[1::2], strict=True))
    assert read.left == left
    assert bool(read.problems) is bool(left)


@pytest.mark.parametrize(
    ("typed", "instead"),
    [
        ("27 w petrov", {"Petrov Laura, table 3": "3 1-0", "Petrov Ivan, table 9": "9 0-1"}),
        ("98 b petrov 99", {"Petrov Laura, table 3": "98 b 3 1-0 99", "Petrov Ivan, table 9": "98 b 9 0-1 99"}),
        ("24 weiss", {"weiss: 1-0": "24 1-0", "Weiß Anna has won": "24 0-1"}),
        ("28 noir", {}),
    ],
)
def test_what_could_be_two_things_is_asked(typed: str, instead: dict[str, str]) -> None:
    read = typed_results(typed, SITTING)
    asked = [one for problem in read.problems for one in problem.could_be]
    assert {one.label: one.instead for one in asked} == instead
    assert all(one.text == read.left for one in asked)
    if not instead:
        assert read.results == {"28": "0-1"}, "Noir is Black, and Black is called Noir"


def test_one_table_has_one_result_in_a_line() -> None:
    with pytest.raises(InputError, match="table 27 is given two results: 1-0 and 0-1"):
        typed_results("27 w 3 b ulf 27 b", SITTING)


def test_the_words_for_colours_are_those_of_the_pages() -> None:
    for language in LANGUAGES:
        for key, letter in LETTERS.items():
            word = sentence(words_of(language), key).casefold()
            if not waits(language, sentence(words_of("en"), key)):
                assert COLOUR_WORDS[word] == COLOUR_WORDS[latin_text(word).casefold()] == letter
