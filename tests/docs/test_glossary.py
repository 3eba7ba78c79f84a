"""The glossary: each term once, where it lives exists, every term is in use, and no page uses another word for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ENTRIES = {part.split("\n", 1)[0]: part.split("\n", 1)[1].split("\n## ")[0] for part in TEXT.split("\n### ")[1:]}
PAGES = {
    path: path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if path.name != "glossary.md"
}
#: Words that must not stand for a term on any page, and the term.
OTHER_WORDS = {
    r"\bstarting scores?\b": "start score",
    r"\binitial scores?\b": "start score",
    r"\bmatch-?ups?\b": "board",
    r"\bfloaters?\b": "float",
    r"\bfree rounds?\b": "bye",
    r"\bweight sets?\b": "profile",
}


def test_every_term_is_defined_once() -> None:
    terms = re.findall(r"^### (.+)$", TEXT, re.MULTILINE)
    assert len(terms) > 50
    assert sorted(terms, key=str.casefold) == sorted(set(terms), key=str.casefold)


@pytest.mark.parametrize("term", ENTRIES)
def test_a_term_has_one_or_two_sentences_and_a_place(term: str) -> None:
    text = " ".join(ENTRIES[term].split())
    place = re.search(r" \*Lives in\* `([^`]+)`\.$", text)
    assert place, f"{term} names no file"
    assert (ROOT / place[1]).is_file(), place[1]
    definition = text[: place.start()]
    assert 1 <= len(re.findall(r"[.?!](?: |$)", definition)) <= 3, definition
    assert all(len(sentence.split()) <= 35 for sentence in re.split(r"[.:;] ", definition))


@pytest.mark.parametrize("term", ENTRIES)
def test_a_term_is_in_use(term: str) -> None:
    used = re.compile(rf"\b{re.escape(term)}s?\b", re.IGNORECASE)
    assert any(used.search(text) for text in PAGES.values()), f"no page uses {term}"


@pytest.mark.parametrize("word", OTHER_WORDS)
def test_no_page_has_another_word_for_a_term(word: str) -> None:
    found = [path.name for path, text in PAGES.items() if re.search(word, text, re.IGNORECASE)]
    assert found == [], f"{word} on {found}: say {OTHER_WORDS[word]}"
