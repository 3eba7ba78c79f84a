"""Sentences for players in their language: each is written in English with named placeholders, and said by `Words`.

Other languages come from catalogues (`io/languages`); `python -m tools.languages` finds the sentences by the names of
these methods.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any, Self

#: What a text can have that no reader sees, but a terminal or a browser obeys: control characters (escape sequences
#: begin with one), marks that turn the direction of writing round, signs of no width. Line breaks and tabs aside, and
#: the joiners U+200C and U+200D, without which Persian and Indian names are spelt wrong.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)
_BREAKS = re.compile("[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")


def visible(text: str) -> str:
    """The text with each unseen sign as JSON writes it: `\\u001b`. Line breaks and tabs stay."""
    return _UNSEEN.sub(_escaped, text)


def one_line(text: str) -> str:
    """The same with line breaks and tabs shown as well: `\\n`."""
    return visible(re.sub("[\t\n]", _escaped, text))


def plain_line(text: str) -> str:
    """The text on one line without unseen signs; what parted words, parts them still."""
    return without_unseen(_BREAKS.sub(" ", text))


def without_unseen(text: str) -> str:
    """The text without unseen signs; line breaks and tabs stay."""
    if text.replace("\n", "").isprintable():  # no unseen sign is, and to ask takes a fifth of the time
        return text
    return _UNSEEN.sub("", text)


def _escaped(sign: re.Match[str]) -> str:
    return json.dumps(sign[0])[1:-1]


def counted(number: int, noun: str) -> str:
    """`1 player`, `2 players`, `2 entries`."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def first_few(texts: Sequence[str], most: int, between: str = ", ") -> str:
    """`a, b, c`, and `a, b …` where there are more than so many."""
    return between.join(texts[:most]) + (" …" if len(texts) > most else "")


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
