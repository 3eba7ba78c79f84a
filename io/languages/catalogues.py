"""Languages and their catalogues: what `Words` a language has, and which language a reader gets."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

from ...model.language import ENGLISH, LANGUAGES, Words

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

PACKAGE = __package__ or "mcmahon.io.languages"


def tag_of(language: str) -> str:
    """A language as HTML names it (BCP 47): Chinese is in simplified characters."""
    return {"zh": "zh-Hans"}.get(language, language)


def read_catalogue(language: str) -> Catalog:
    """The catalogue of a language as it stands in its file. Raises PoFileError or ValueError if the file is broken."""
    from babel.messages.pofile import read_po

    file = BytesIO((files(PACKAGE) / f"{language}.po").read_bytes())
    return read_po(file, locale=language, abort_invalid=True)


def is_translated(message: Message | None) -> bool:
    """Whether a sentence has all its forms in the language of a catalogue, and nobody doubts them (`fuzzy`)."""
    return message is not None and not message.fuzzy and all(message.string or ("",))


@cache
def words_of(language: str) -> Words:
    """The words of one of `LANGUAGES`; each catalogue is read once. What is not translated is said in English."""
    if language == ENGLISH.language:
        return ENGLISH
    from babel.messages.mofile import write_mo
    from babel.numbers import get_decimal_symbol

    compiled, catalogue = BytesIO(), read_catalogue(language)
    for message in catalogue:
        if message.id and not is_translated(message):
            message.string = ""  # left out: a form of its own would be English by the plural rule of the language
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Words(language, GNUTranslations(compiled), get_decimal_symbol(language), tag_of(language))


def negotiate(accept_language: str, available: tuple[str, ...] = tuple(LANGUAGES)) -> str:
    """The best language for `Accept-Language` (RFC 9110; `de` for `de-AT`; first of equals), else the first one."""
    wishes: dict[str, float] = {}
    for part in accept_language[:1000].split(","):
        tag, _, weight = part.partition(";")
        try:
            quality = float(weight.partition("=")[2]) if weight else 1.0
        except ValueError:
            continue
        language = tag.strip().lower().partition("-")[0]
        wishes[language] = max(wishes.get(language, 0.0), quality)
    met = [language for language, quality in wishes.items() if language in available and quality > 0]
    return max(met, key=wishes.__getitem__, default=available[0])
