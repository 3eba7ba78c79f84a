"""Cells that a spreadsheet has changed: a result or a range of rounds that has become a date, a time or a number."""

from __future__ import annotations

import re

_MONTH = (
    r"(?:jan|feb|mar|mär|mrz|apr|may|mai|maj|jun|jul|aug|ago|sep|oct|okt|ott|nov|dec|dez|dic|déc|févr?|avr|juin|juil|août|"
    r"gen|mag|giu|lug|set|ene|abr)[a-zäéû.]*"
)
_DATE = re.compile(
    rf"\d{{1,2}}[-. /]+{_MONTH}(?:[-. /]+\d{{2,4}})?|{_MONTH}[-. /]+\d{{1,4}}|\d{{4}}-\d{{2}}-\d{{2}}(?:[ T].*)?|"
    r"\d{1,2}[./]\d{1,2}[./]\d{2,4}",
    re.IGNORECASE,
)
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")
_SERIAL = re.compile(r"[34]\d{4}(?:\.0)?")  # the days since 1900 that spreadsheets count dates by: 1982 to 2036


def changed_by_spreadsheet(cell: str) -> str:
    """What a spreadsheet has made of a cell, and what to do; blank for a cell that does not look so."""
    text = cell.strip()
    what = "a date" if _DATE.fullmatch(text) or _SERIAL.fullmatch(text) else "a time" if _TIME.fullmatch(text) else ""
    if not what:
        return ""
    return f"a spreadsheet has made {what} of it: format the column as text, then type the cell again"


def with_what_to_do(expected: str, cell: str) -> str:
    """What was expected of a wrong cell, and what to do if a spreadsheet has changed it."""
    changed = changed_by_spreadsheet(cell)
    return f"{expected}; {changed}" if changed else expected
