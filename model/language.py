"""Sentences for players in their language: each is written in English with named placeholders, and said by `Words`.

Other languages come from catalogues (`io/languages`). Whoever makes sentences is given the `Words` to say
them with; `python -m tools.languages` finds the sentences by the names of these methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any, Self


def marked(sentence: str) -> str:
    """The sentence itself: one that stands in a table and is said later."""
    return sentence


def forms(one: str, many: str) -> tuple[str, str]:
    """A sentence about one thing and about many: one that stands in a table and is counted later."""
    return one, many


class Words:
    """What says sentences in one language; without a catalogue in English, as they are written."""

    def __init__(
        self, language: str = "en", catalogue: NullTranslations | None = None, decimal: str = ".", tag: str = ""
    ) -> None:
        self.language, self.decimal, self.tag = language, decimal, tag or language
        self._catalogue = catalogue or NullTranslations()

    @classmethod
    def like(cls, other: Words) -> Self:
        """These words in the language of others."""
        return cls(other.language, other._catalogue, other.decimal, other.tag)

    def say(self, sentence: str, /, **values: Any) -> str:
        """A sentence with its placeholders filled."""
        return self._filled(self._catalogue.gettext(sentence), values)

    def say_as(self, context: str, sentence: str, /, **values: Any) -> str:
        """The same for words that mean different things in different places."""
        return self._filled(self._catalogue.pgettext(context, sentence), values)

    def count(self, one: str, many: str, n: int, /, **values: Any) -> str:
        """A sentence about `{n}` things, in the form that the language has for so many."""
        return self._filled(self._catalogue.ngettext(one, many, n), {"n": n, **values})

    def _filled(self, sentence: str, values: dict[str, Any]) -> str:
        return sentence.format(**values)

    def commas(self, texts: Sequence[object]) -> str:
        """`a, b, c`."""
        return self.say_as("list", ", ").join(str(text) for text in texts)

    def both(self, texts: Sequence[str]) -> str:
        """`a`, `a and b`, `a and b and c`."""
        return self.say_as("list", " and ").join(texts)

    def listed(self, texts: Sequence[str]) -> str:
        """`a`, `a and b`, `a, b and c`."""
        return self.both([self.commas(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)

    def number(self, text: str) -> str:
        """`6.5` with the decimal mark of the language."""
        return text.replace(".", self.decimal)


#: The language in which sentences are written.
ENGLISH = Words()

#: The languages that pages can be in, each by its code (ISO 639-1) and its own name.
LANGUAGES = {
    "en": "English", "de": "Deutsch", "fr": "Français", "es": "Español", "cs": "Čeština", "pl": "Polski",
    "nl": "Nederlands", "it": "Italiano", "ru": "Русский", "uk": "Українська", "ja": "日本語", "zh": "中文",
    "ko": "한국어",
}  # fmt: skip
