"""How the program speaks: phrases that must not come back, sentences that are too long, unexplained abbreviations."""

from __future__ import annotations

import re
from functools import cache

import pytest
from texts import Text, texts_of_code, texts_of_documents, texts_of_pages

#: Phrases of a dialect that the program once had, and what to say instead.
HABITS = {
    r"\bright would be\b": "expected …",
    r"\breckon(s|ed|ing)?\b": "compute, count",
    r"\b(un)?mended\b|\bto mend\b|\bmends\b": "repair, correct",
    r"\banybody's\b": "somebody else's, other",
    r"\bcomes? rather\b": "preferably",
    r"\bdoes not come\b(?! back)": "is absent",
    r"\bis to be (named|told|mended|looked|said)\b": "an imperative",
    r"\bthe judge (says|thinks)\b": "the check finds",
    r"\bhangs? on\b": "depends on",
    r"\bsave for\b|\bbut for\b": "except",
    r"\bthere is none such\b|\bis none such\b": "there is no …",
    r"\bbroken at a price\b": "soft rule exceeded",
    r"\bas (much|many) as is sane\b": "as few as sensible",
    r"\bof somebody else\b": "that belong to somebody else",
    r"\bwhence\b|\bthereof\b|\bwherein\b|\bhereby\b": "plain words",
}
LONGEST = 35
#: Abbreviations that need no explanation to those who meet them, and those of organisations and programs' own names.
KNOWN_TEXT = """
    AGA API ASCII BGA BOM CI CPU CSS CSV DATE EGD EGF FFG FIDE FILE FIXME GLOP GMT GNU GOR GPL HTML HTTP HTTPS ID
    IDE IEEE IGS ISO JSON KEY LAN LP MIT MMS NAME NPZ OK OR OS PDF PIN PNG PIP QR RAM SAT SHA SIGINT SQL SVG TOML
    TRF TTY TXT UI URL USB UTC UTF VALUE WCAG XML ZIP CP DIR PLAYER TABLE RULE TAB CUSP CUSS SCOREX SDC DC NBW SOS
    SOSOS SODOS SODOSOS WINS START RATING RANK ROS SOSW SOSOSW SODOSW CUSSW SDOS MEDIAN HARKNESS SOSM SOSOSM
    SODOSM CUSSM COLUMN COST NOTE LICENSE README JPEG USA PLAYERS TOURNEY INDIVIDUAL NUL TABLES TEXT DEVNULL FOLDER
    LIST OUT XXA XXR XXZ EUR CZK LEMON SCIP
"""
KNOWN = frozenset(re.findall(r"\w+", KNOWN_TEXT))


@cache  # read by the first test that asks, not where tests are collected
def user_texts() -> list[Text]:
    """The texts of the program and of its pages."""
    return [one for one in [*texts_of_code(), *texts_of_pages()] if not one.file.startswith(("tests/", "bench/tests/"))]


@cache
def documents() -> list[Text]:
    """The texts of the documentation, without the history of changes."""
    return [one for one in texts_of_documents() if not one.file.startswith("CHANGELOG")]


@pytest.mark.slow
@pytest.mark.parametrize("habit", HABITS)
def test_a_bad_habit_does_not_come_back(habit: str) -> None:
    found = [str(one) for one in user_texts() + documents() if re.search(habit, one.text, re.IGNORECASE)]
    assert found == [], f"say: {HABITS[habit]}"


@pytest.mark.slow
def test_no_sentence_is_longer_than_a_breath() -> None:
    long = [
        f"{one.file}:{one.line}: {len(words)} words: {sentence}"
        for one in user_texts()
        if not one.file.startswith("bench/studies/")  # reports with their figures
        for sentence in re.split(r"(?<=[.!?;:]) |\n", one.text)
        if len(words := sentence.split()) > LONGEST
    ]
    assert long == []


@pytest.mark.slow
def test_every_abbreviation_is_known() -> None:
    unknown = {
        f"{found} ({one.file}:{one.line})"
        for one in user_texts()
        for found in re.findall(r"(?<![\w-])[A-Z]{3,}(?![\w-])", one.text)
        if found not in KNOWN
    }
    assert unknown == set()
