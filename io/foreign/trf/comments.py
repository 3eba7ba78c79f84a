"""Our comment lines, `### mcmahon: key=value …`: what TRF has no words for. Values with blanks are quoted."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

from .codes import one_line

COMMENT = "### mcmahon:"


def comment(words: Mapping[str, str]) -> str:
    """The line of all words that are not blank."""
    texts = (f"{key}={shlex.quote(one_line(value))}" for key, value in words.items() if value)
    return f"{COMMENT} {' '.join(texts)}"


def words_in(line: str) -> dict[str, str]:
    """The words of such a line by their keys. Raises ValueError for an open quotation."""
    pairs = (word.partition("=") for word in shlex.split(line.removeprefix(COMMENT)))
    return {key: value for key, _, value in pairs}
