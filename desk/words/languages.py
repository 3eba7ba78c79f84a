"""Which language somebody reads, and the words of it."""

from __future__ import annotations

from collections.abc import Sequence

from ...io.languages.catalogues import negotiate, words_of
from ...model.language import LANGUAGES, Words


def words_for(chosen: Sequence[str], wishes: str = "", otherwise: str = "en") -> Words:
    """The first of the chosen languages that there is, else the best for a browser's `Accept-Language`.

    `otherwise` is for who wishes for no language that there is.
    """
    known = [code for code in chosen if code in LANGUAGES]
    return words_of(known[0] if known else negotiate(wishes, (otherwise, *LANGUAGES)))
