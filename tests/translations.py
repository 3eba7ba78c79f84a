"""What waits for a translation, and so appears in English: tests that quote a language leave it out."""

from __future__ import annotations

import re
from functools import cache

from tools.languages import OTHERS, missing, template

VALUE = re.compile(r"\{\w+\}")


def waits(language: str, text: str) -> bool:
    """Whether a text has in it one of the sentences of today that a language does not have, with its values.

    Tags around a value part a sentence on a page, so that a text may be what stands between two of its values.
    """
    for sentence in _waiting(language):
        fixed = VALUE.split(sentence)
        if text in map(str.strip, fixed):
            return True
        if re.search(rf"(?<!\w){'.+'.join(map(re.escape, fixed))}(?!\w)", text):
            return True
    return False


@cache
def _waiting(language: str) -> list[str]:
    wanting = {*missing(language)} if language in OTHERS else set()
    sentences = [(m.id,) if isinstance(m.id, str) else m.id for m in template() if m.id]
    return [form for forms in sentences if forms[-1] in wanting for form in forms]
