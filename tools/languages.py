"""Brings the catalogues of all languages up to date with the sentences in the code: `python -m tools.languages`.

New sentences come in empty, those that are gone go. A sentence without a translation appears in English, so it stops no
commit: `python -m tools.languages --missing` prints what is missing. For a release nothing may be: when the topmost
version of CHANGELOG.md is no longer `(unreleased)`, it exits with 1.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po
from mcmahon.io.languages.catalogues import is_translated, read_catalogue
from mcmahon.model.language import ENGLISH, LANGUAGES
from mcmahon.model.placing.tie_breaks import TIE_BREAKS

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "io" / "languages"
OTHERS = tuple(language for language in LANGUAGES if language != ENGLISH.language)
#: Where sentences for players are made, and how they are found: methods of `Words` with the places of their sentences.
ROOMS = {"model": "python", "io/pages": "python", "desk": "python"}
KEYWORDS: dict[str, Any] = {"marked": None, "forms": (1, 2), "say": None, "say_as": ((1, "c"), 2), "count": (1, 2)}
METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"**.html": {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}}


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
            known = known_of(catalogue, message)
            string, flags = (known.string, known.flags) if known else (None, ())
            made.add(message.id, string, message.locations, flags, context=message.context)
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


def known_of(catalogue: Catalog, message: Message) -> Message | None:
    """What a catalogue has for a sentence of today; None if only one of the two is counted."""
    known = catalogue.get(message.id, message.context)
    return known if known and isinstance(known.id, str) == isinstance(message.id, str) else None


@cache
def missing(language: str) -> tuple[str, ...]:
    """The sentences of today that a language does not have; of those that are counted, the one of many."""
    catalogue = read_catalogue(language)
    wanting = [m.id for m in template() if m.id and not is_translated(known_of(catalogue, m))]
    return tuple(one if isinstance(one, str) else one[1] for one in wanting)


def is_behind(language: str) -> bool:
    """Whether the tool would write the catalogue of a language otherwise than it stands there."""
    return (FOLDER / f"{language}.po").read_text(encoding="utf-8") != updated(language)


def refused(changes: str) -> int:
    """Print what is missing in each language; 1 if the topmost version in the list of changes is to be released so."""
    wanting = 0
    for language in OTHERS:
        sentences = missing(language)
        wanting += len(sentences) + is_behind(language)
        told = " (its file is behind: run python -m tools.languages)" if is_behind(language) else ""
        print(f"{language}: sentences in English: {len(sentences)}{told}", *sentences[:10], sep="\n    ")
    version = next(line for line in changes.splitlines() if line.startswith("## "))
    return int(wanting > 0 and not version.endswith("(unreleased)"))


def main() -> None:
    """Write every catalogue again, or print what is missing."""
    if sys.argv[1:] == ["--missing"]:
        sys.exit(refused((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))
    for language in OTHERS:
        (FOLDER / f"{language}.po").write_text(updated(language), encoding="utf-8")


if __name__ == "__main__":
    main()
