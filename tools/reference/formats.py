"""The table of file formats in their page, whose other text is written by hand."""

from __future__ import annotations

from mcmahon.io.foreign.format import Format
from mcmahon.io.formats import of_this_program

from .markdown import code, codes, table

BEGIN, END = "<!-- formats -->\n", "\n<!-- end of formats -->"
TITLES = ["name", "endings", "whose", "read", "written"]


def formats_page(text: str) -> str:
    """The page with its table made anew."""
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    return before + BEGIN + "\n" + table(TITLES, map(_row, of_this_program())) + "\n" + END + after


def _row(form: Format) -> list[str]:
    endings = [form.endings[0], form.endings[-1]] if len(form.endings) > 3 else [*form.endings]
    ending = " … ".join(map(code, endings)) if len(form.endings) > 3 else codes(endings)
    whose = ": ".join(filter(None, [form.what, form.about]))
    return [code(form.name), ending, whose, "yes", "yes" if form.write else "no"]
