"""The settings of a TRF file, by our names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ....model.tournament.ranks import parse_rank, rank_name
from ....model.tournament.round_sets import rounds_text
from ...countries import country_of
from ..foreign import Report, iso_day, komi_in, whole_number
from ..wallist import Token
from .codes import FREE
from .lines import TrfFile, halves_in, positions


def header_settings(file: TrfFile, name: str, rounds: int, report: Report) -> dict[str, Any]:
    """The settings that the headers and our comments tell, but for start scores and points."""
    headers = file.headers
    komi = komi_in(next((note["komi"] for note in file.notes_with("scheme", "komi")), _usual_komi(file)))
    given: dict[str, Any] = {
        "name": headers.get("012") or name,
        "rounds": rounds,
        "komi": 6.5 if komi is None else komi,
        "event.place": headers.get("022", ""),
        "event.country": country_of(headers.get("032", "")),
    }
    for key, code in (("event.begin", "042"), ("event.end", "052")):
        day = headers.get(code, "").replace("/", "-")
        if iso_day(day):
            given[key] = iso_day(day)
        elif day:
            report.add("headers that cannot be read", f"{code} {headers[code]}")
    minutes = re.match(r"(\d{1,3})\s*min", headers.get("122", ""))
    if minutes and int(minutes[1]) <= 600:
        given["event.basic_time"] = int(minutes[1])
    elif headers.get("122"):
        report.add("headers not kept", f"122 {headers['122'][:40]}")
    return given


def _usual_komi(file: TrfFile) -> str:
    """The komi that most even games of our comments have."""
    even = [note.get("komi", "") for note in file.notes_with("round", "white") if note.get("handicap", "0") == "0"]
    return max(even, key=even.count, default="")


def start_settings(file: TrfFile, has_ranks: bool, has_virtual: bool) -> dict[str, Any]:
    """How start scores and handicaps are given: by ranks where our comments have them, else all the same and none."""
    own = next(iter(file.notes_with("scheme")), {})
    scheme = own.get("scheme", "rank" if has_ranks else "swiss")
    given: dict[str, Any] = {"start.scheme": scheme if scheme in ("rank", "swiss") else "swiss"}
    for key, default in (("bar", "none"), ("floor", "30k")):
        try:
            given[f"start.{key}"] = rank_name(parse_rank(own.get(key, ""))[0])
        except ValueError:
            given[f"start.{key}"] = default
    if own.get("rule") in ("mms", "rank"):
        given |= {"handicap.rule": own["rule"], "handicap.reduction": whole_number(own.get("reduction"), 1, 0, 9)}
    bar, floor = given["start.bar"], given["start.floor"]
    if bar != "none" and parse_rank(floor)[0] > parse_rank(bar)[0]:
        given["start.floor"] = bar
    if given["start.scheme"] == "rank" or has_virtual:
        given["placing.order"] = ["MMS", "SOS", "SODOS"]
    return given


def points_settings(file: TrfFile, tokens: Sequence[Sequence[Token]], report: Report) -> dict[str, Any]:
    """What a bye is worth by line 162, and an absence by the letters of the rounds."""
    said = re.findall(r"([A-Z])\s*(\d{1,3}\.\d)", file.headers.get("162", ""))
    values = {letter: halves_in(text) for letter, text in said}
    for code, letter in (("BBW", "W"), ("BBD", "D"), ("BBL", "L"), ("BBU", "P")):
        if re.fullmatch(r"\d{1,3}\.\d", file.headers.get(code, "")):
            values[letter] = halves_in(file.headers[code])
    if any(values.get(letter, usual) != usual for letter, usual in (("W", 2), ("D", 1), ("L", 0))):
        report.add("points for a game other than 1, ½ and 0", " ".join(f"{k} {v / 2}" for k, v in values.items()))
    bye = values.get("P", 2)
    letters = [token.sign for row in tokens for token in row if token.opponent == 0 and token.sign in FREE]
    full, half = letters.count("F"), letters.count("H")
    absence = 2 if full > half else 1 if half else 0
    for letter, count in (("F", full), ("H", half)):
        if count and FREE[letter] != absence:
            report.add(f"absences with points other than {absence / 2}; read as {absence / 2}", f"{letter} × {count}")
    return {"points.bye": bye / 2 if bye in (0, 1, 2) else 1, "points.absence": absence / 2}


def forbidden_sets(file: TrfFile, at: Mapping[int, int], rounds: int) -> list[dict[str, Any]]:
    """The sets of players who must not meet, with their rounds, which may stand in several lines."""
    sets: dict[tuple[int, ...], set[int]] = {}
    for words in file.lists_of("260"):
        first, last = (whole_number(word, 0, 0, rounds) for word in (*words[:2], "", "")[:2])
        ids = tuple(sorted(set(positions(words[2:], at)) - {0}))
        sets.setdefault(ids, set()).update(range(max(first, 1), last + 1))
    for words in file.lists_of("XXP"):
        sets.setdefault(tuple(sorted(set(positions(words, at)) - {0})), set()).update(range(1, rounds + 1))
    return [
        {"players": [str(k) for k in ids], "rounds": rounds_text(numbers, rounds)}
        for ids, numbers in sets.items()
        if len(ids) > 1 and numbers
    ]
