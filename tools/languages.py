"""Brings the catalogues of all languages up to date with the sentences in the code: `python -m tools.languages`.

New sentences come in empty, those that are gone go; a test finds what is still missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po
from mcmahon.io.languages.catalogues import read_catalogue
from mcmahon.model.language import ENGLISH, LANGUAGES
from mcmahon.model.placing.tie_breaks import TIE_BREAKS

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "io" / "languages"
#: Where sentences for players are made, and how they are found: methods of `Words` with the places of their sentences.
ROOMS = {"model": "python", "io/pages": "python", "desk": "python"}
KEYWORDS: dict[str, Any] = {"marked": None, "forms": (1, 2), "say": None, "say_as": ((1, "c"), 2), "count": (1, 2)}
METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"**.html": {"trim_blocks": "true", "silent": "false"}}


def sentences() -> Iterator[tuple[str, Any, str | None]]:
    """File, sentence (one and many where it is counted) and context of all that players are told."""
    for room in ROOMS:
        found = extract_from_dir(ROOT / room, METHODS, OPTIONS, KEYWORDS)
        for file, _, message, _, context in found:
            yield f"{room}/{file}", message, context
    for criterion in TIE_BREAKS.values():
        yield "model/placing/tie_breaks.py", criterion.doc, None


@cache
def template() -> Catalog:
    """All sentences with the files that they stand in."""
    made = Catalog()
    for file, message, context in sentences():
        made.add(message, locations=[(file, 0)], context=context)
    return made


def updated(language: str) -> str:
    """The catalogue of a language with the sentences of today, as its file says it."""
    catalogue, new = read_catalogue(language), template()
    made = Catalog(locale=language, project="mcmahon", fuzzy=False)
    made.mime_headers = [("Plural-Forms", catalogue.plural_forms)]  # ours: those of the library change with its version
    made.header_comment = f"# Sentences for players: {LANGUAGES[language]}."
    for message in new:
        if message.id:
            known = catalogue.get(message.id, message.context)
            made.add(message.id, known.string if known else None, message.locations, context=message.context)
    out = BytesIO()
    write_po(out, made, width=118, sort_output=True, no_location=True)
    lines = out.getvalue().decode().split("\n")
    dated = (
        '"POT-Creation-Date',
        '"PO-Revision-Date',
        '"Generated-By',
        '"Last-Translator',
        '"Report-Msgid',
        '"Project-Id',
    )
    return "\n".join(line for line in lines if not line.startswith(dated)).rstrip() + "\n"


def main() -> None:
    """Write every catalogue again."""
    for language in LANGUAGES:
        if language != ENGLISH.language:
            (FOLDER / f"{language}.po").write_text(updated(language), encoding="utf-8")


if __name__ == "__main__":
    main()
