"""Words for numbers and lists, and texts with signs that nobody sees."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from builders import tournament
from mcmahon.model.language import counted, first_few, one_line, plain_line, visible, without_unseen

#: Signs of Arabic, Syriac and Kaithi numbers, and the two joiners: format characters by their category, but written.
SEEN = {0x200C, 0x200D, 0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
#: Names as they are registered: Hebrew, Arabic, Chinese, Korean, Vietnamese with combining marks, Hindi.
NAMES = ("שרה כהן", "محمد علي", "李世乭", "신진서", "Nguye\u0302\u0303n", "सुनील", "علی\u200cرضا", "Zoë Weiß", "İnci")


def test_every_control_and_format_character_is_unseen() -> None:
    """All of Unicode's control, format and line separating characters but those that are written and read."""
    kinds = ("Cc", "Cf", "Zl", "Zp")
    for code in range(sys.maxunicode + 1):
        sign = chr(code)
        if unicodedata.category(sign) in kinds and code not in SEEN and sign not in "\t\n":
            assert without_unseen(sign) == "", hex(code)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_any_script_stay_as_they_are(name: str) -> None:
    assert {visible(name), one_line(name), plain_line(name), without_unseen(name)} == {name}


def test_unseen_signs_are_shown_as_json_writes_them() -> None:
    assert visible("a\x1b[2J\x9b\u202eb\U000e0041\r\n\tc") == "a\\u001b[2J\\u009b\\u202eb\\udb40\\udc41\\r\n\tc"
    assert one_line("a\x1b\n\tc") == "a\\u001b\\n\\tc"


def test_the_name_of_a_tournament_is_one_line_whatever_its_file_says() -> None:
    t = tournament("1d", name="Spring\x1b[2J\u202e\r\nOpen", event__place="A\tB")
    assert (t.settings.name, t.settings.event.place) == ("Spring[2J Open", "A B")


def test_nouns_and_lists() -> None:
    assert [counted(1, "player"), counted(2, "player"), counted(0, "entry")] == ["1 player", "2 players", "0 entries"]
    assert (first_few(["a", "b"], 2), first_few(["a", "b", "c"], 2, "; ")) == ("a, b", "a; b …")


@pytest.mark.slow
def test_no_unseen_sign_is_printable() -> None:
    """So that a printable text needs no search for them."""
    assert not [
        hex(code)
        for code in range(sys.maxunicode + 1)
        if without_unseen("\t" + chr(code)) == "\t" and chr(code).isprintable()
    ]
