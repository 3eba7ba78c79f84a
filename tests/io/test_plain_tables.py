"""Tables whose cells are plain are read by a shorter way: it says the same as the long one."""

from __future__ import annotations

import csv
import io
import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from mcmahon.io.tables.records import _FORMULA, _JOINER, clean, parse_table, write_table
from mcmahon.model.tournament.person import _is_vowel, name_key

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12) | st.sampled_from(
    (
        "",
        "  a  b ",
        "Müller-Lüdenscheid",
        "O'Neil",
        "'=1+1",
        "a\u200bb",
        "می\u200cخواهم",
        "a\tb",
        "\u202eabc",
        "नमस्ते",
        "ß İı",
    )
)


def cleaned(text: str) -> str:
    """What `clean` says, letter by letter."""
    text = text.replace("\t", " ").replace("\n", " ")
    joiners = {found.start() for found in _JOINER.finditer(text)}
    return " ".join(
        "".join(c for k, c in enumerate(text) if k in joiners or unicodedata.category(c) not in ("Cc", "Cf")).split()
    )


@given(TEXTS)
def test_a_plain_cell_is_cleaned_as_any_other(text: str) -> None:
    assert clean(text) == cleaned(text)


@given(TEXTS)
def test_names_are_compared_letter_by_letter(text: str) -> None:
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("ı", "i")).upper()
    kept = (c for c in plain if (c.isalnum() or _is_vowel(c)) and not unicodedata.combining(c))
    assert name_key(text) == "".join(kept)


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=5))
def test_a_table_without_quotation_marks_is_read_as_one_with_them(rows: list[tuple[str, str]]) -> None:
    """One more line with a quoted cell sends the whole table the long way."""
    text = "a,b\n" + "".join(f"{one},{two}\n" for one, two in rows).replace('"', "")
    short, long = parse_table(text, "x"), parse_table(text + '"last",1\n', "x")
    assert (short.rows, short.problems) == (long.rows[:-1], long.problems)


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=5))
def test_a_table_is_written_as_its_lines_are(rows: list[tuple[str, str]]) -> None:
    """Nothing begins a formula, and a cell of several lines is quoted, whatever ends them."""

    def line(row: tuple[str, str]) -> str:
        out = io.StringIO()
        csv.writer(out).writerow(f"'{cell}" if _FORMULA.match(cell) else cell for cell in row)
        return out.getvalue().removesuffix("\r\n") + "\n"

    assert write_table(("a", "b"), rows) == "a,b\n" + "".join(map(line, rows))
