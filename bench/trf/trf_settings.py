"""The settings of a TRF file by our names, those that are kept in its comments, and virtual points by player and round.

A comment is `### mcmahon: set=points.bye value=0.5`.

Values are JSON. Nothing that names a player is among them: start numbers are not ids.

What a player has in every round is a start score; what comes on top in some rounds is acceleration, as a setting. A
line XXA is all that a player has; rounds that it does not reach have none. The lines 250 of a round add up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from mcmahon.io.countries import code_of
from mcmahon.io.foreign.foreign import Report, iso_day, komi_in, whole_number
from mcmahon.io.foreign.wallist import Token
from mcmahon.io.settings.settings_file import new_settings_text, parse_settings
from mcmahon.model.tournament.numbers import rounds_text
from mcmahon.model.tournament.ranks import parse_rank, rank_name
from mcmahon.model.tournament.settings.play import Accelerated, accelerated, accelerated_text, size_of
from mcmahon.model.tournament.settings.settings import Settings, declarations
from mcmahon.model.tournament.tournament import Tournament

from .trf_lines import FREE, TrfFile, halves_in, positions

ORDER = "placing.order"
#: What is kept of a section; all of it where nothing is named.
KEPT: Mapping[str, tuple[str, ...]] = {
    "handicap": (),
    "points": (),
    "placing": (),
    "pairing": (
        "seeding", "draw_down", "draw_up", "even_at_bar", "default_is_met", "rounding", "max_difference",
        "max_handicap", "families", "geography_at_bar", "meet_again",
    ),
}  # fmt: skip


@cache
def _usual() -> Settings:
    """What a file without such comments is read as."""
    return parse_settings(new_settings_text("swiss", {}), "trf")


@cache
def _kinds() -> dict[str, Any]:
    """The kind of each setting that is kept, by its name."""
    return {
        f"{section}.{key}": one.kind
        for section, names in KEPT.items()
        for key, one in declarations(section).items()
        if not names or key in names
    }


def setting_comments(tournament: Tournament) -> Iterator[dict[str, str]]:
    """The words of a comment for each setting that differs from the usual ones; the order of places always has one.

    Where places rest on what no TRF file says (cups, groups, boards of teams), one says so.
    """
    settings = tournament.settings
    if tournament.cups or settings.groups.number or settings.of_teams:
        yield {"places": "not by these rounds alone"}
    for key, kind in _kinds().items():
        section, _, name = key.partition(".")
        value, usual = (getattr(getattr(own, section), name) for own in (settings, _usual()))
        if value != usual or key == ORDER:
            yield {"set": key, "value": json.dumps(kind.plain(value), ensure_ascii=False)}


def kept_settings(file: TrfFile, report: Report) -> dict[str, Any]:
    """The settings in such comments; a value that a setting cannot have is reported and left out."""
    found: dict[str, Any] = {}
    for note in file.notes_with("set", "value"):
        key, kind = note["set"], _kinds().get(note["set"])
        try:
            value = json.loads(note["value"])
            if kind is None or kind.parse(value) is None:
                raise ValueError(key)
        except (ValueError, TypeError, AttributeError, ArithmeticError, RecursionError):
            report.add("comments that cannot be read", f"set={key}")
        else:
            found[key] = value
    return found


def has_order(file: TrfFile) -> bool:
    """Whether a file says what its places go by."""
    return any(note["set"] == ORDER for note in file.notes_with("set", "value"))


def has_places(file: TrfFile) -> bool:
    """Whether the places of a file follow from its rounds."""
    return not file.notes_with("places")


def header_settings(file: TrfFile, name: str, rounds: int, report: Report) -> dict[str, Any]:
    """The settings that the headers and our comments tell, but for start scores and points."""
    headers = file.headers
    komi = komi_in(next((note["komi"] for note in file.notes_with("scheme", "komi")), _usual_komi(file)))
    given: dict[str, Any] = {
        "name": headers.get("012") or name,
        "rounds": rounds,
        "komi": 6.5 if komi is None else komi,
        "event.place": headers.get("022", ""),
        "event.country": code_of(headers.get("032", "")),
    }
    for key, code in (("event.begin", "042"), ("event.end", "052")):
        day = headers.get(code, "").replace("/", "-")
        if iso_day(day):
            given[key] = iso_day(day)
        elif day:
            report.add("headers that cannot be read", f"{code} {headers[code]}")
    if not is_ours(file):
        given |= {"pairing.default_is_met": False, "pairing.rounding": "half"}  # FIDE C.04.1
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
    elif not is_ours(file):
        given["placing.order"] = ["MMS", "DC", "SODOS"] if is_round_robin(file) else ["MMS", "SOS", "SODOS"]
    return given


def points_settings(file: TrfFile, tokens: Sequence[Sequence[Token]], report: Report) -> dict[str, Any]:
    """What a bye is worth by line 162, and what an absence is usually worth by the letters of the rounds.

    A half point if any has one, else a point if any has that: rounds with another worth have it beside their players.
    """
    values = _values(file)
    if any(values.get(letter, usual) != usual for letter, usual in (("W", 2), ("D", 1), ("L", 0))):
        report.add("points for a game other than 1, ½ and 0", " ".join(f"{k} {v / 2}" for k, v in values.items()))
    bye, absent = values.get("P", 2), values.get("A", values.get("Z", 0))
    if bye not in (0, 1, 2):
        report.add("byes worth other than 0, ½ or 1 point; read as 1 point", f"P {bye / 2}")
    if absent not in (0, 1, 2):
        report.add("absences worth other than 0, ½ or 1 point; read as 0 points", f"A {absent / 2}")
    if absent and any(token.by_default and token.sign == "-" for row in tokens for token in row):
        report.add("points for losses by forfeit; read as 0 points", f"A {absent / 2}")
    letters = {token.sign for row in tokens for token in row if token.opponent == 0 and token.sign in FREE}
    to_come = {words[0].upper() for words in file.lists_of("240") if words} if says_worth(file) else set()
    worth = worths(file)
    given = {worth[letter] for letter in (letters | to_come) & FREE.keys()}
    absence = next((halves for halves in (1, 2) if halves in given), 0)
    return {"points.bye": bye / 2 if bye in (0, 1, 2) else 1, "points.absence": absence / 2}


def _values(file: TrfFile) -> dict[str, int]:
    """The half points of line 162 by its letters, or of the older lines."""
    said = re.findall(r"([A-Z])\s*(\d{1,3}\.\d)", file.headers.get("162", ""))
    values = {letter: halves_in(text) for letter, text in said}
    for code, letter in (("BBW", "W"), ("BBD", "D"), ("BBL", "L"), ("BBU", "P")):
        if re.fullmatch(r"\d{1,3}\.\d", file.headers.get(code, "")):
            values[letter] = halves_in(file.headers[code])
    return values


def worths(file: TrfFile) -> dict[str, int]:
    """The half points of a round without a game by its letter; those of Z are what line 162 gives for an absence."""
    values = _values(file)
    absent = values.get("A", values.get("Z", 0))
    return FREE | {"Z": absent if absent in FREE.values() else 0}


def is_ours(file: TrfFile) -> bool:
    """Whether this program has written the file."""
    return bool(file.notes_with("scheme"))


def says_worth(file: TrfFile) -> bool:
    """Whether the letters of absences say what they are worth; in files of 1.0.0 they did not in rounds to come."""
    return not is_ours(file) or bool(file.notes_with("scheme", "absences"))


def is_round_robin(file: TrfFile) -> bool:
    """Whether another program says that all play all; ours says in comments what its settings are."""
    said = f"{file.headers.get('092', '')} {file.headers.get('192', '')}".upper()
    return not is_ours(file) and re.search(r"ROUND[- _]?ROBIN", said) is not None


def kind_of(settings: Settings) -> str:
    """The type of an event for line 092.

    No line 192 names a system: none of FIDE's drew the rounds, and bbpPairings refuses files that name any other.
    """
    if settings.pairing.all_play_all:
        return "Individual: Round-Robin"
    return "Individual: Swiss-System" if settings.start.scheme == "swiss" else "Individual: McMahon"


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


#: The most virtual points of a player, in half points, as elsewhere.
MOST = 200
MOST_OF_A_LINE = 20

#: Half points in rounds 1, 2, … by player id.
VirtualRows = dict[str, list[int]]


def named_baku(file: TrfFile) -> bool:
    """Whether the file names Baku acceleration and does not say who has how many points."""
    return file.headers.get("192", "").upper().endswith("_BAKU") and not (file.lists_of("250") or file.lists_of("XXA"))


def virtual_rows(file: TrfFile, at: Mapping[int, int], rounds: int) -> tuple[VirtualRows, list[tuple[str, list[str]]]]:
    """What every player has in each round, half points; and the lines that cannot be read, code and words.

    For Baku acceleration by name the first half of the start numbers has them (FIDE C.04.5.1).
    """
    rows: VirtualRows = {}
    unreadable: list[tuple[str, list[str]]] = []
    if named_baku(file):
        ids = [str(at[start]) for start in sorted(at)]
        for line in accelerated(["baku"], rounds):
            for pid in ids[: size_of(line.share, len(ids))]:
                _add(rows, pid, line.half_points, range(line.first, line.last + 1), rounds)
    for words in file.lists_of("250"):
        try:
            points, (first, last, low, high) = halves_in(words[-5]), [int(word) for word in words[-4:]]
        except (ValueError, IndexError, OverflowError):
            unreadable.append(("250", words))
            continue
        for start in at:
            if low <= start <= high:
                _add(rows, str(at[start]), points, range(max(first, 1), min(last, rounds) + 1), rounds)
    for words in file.lists_of("XXA"):
        try:
            (player,), values = positions(words[:1], at), [halves_in(word) for word in words[1:]]
        except (ValueError, OverflowError):
            unreadable.append(("XXA", words))
            continue
        if player:
            rows[str(player)] = [*values, *[0] * rounds][:rounds]
    return {pid: [max(0, min(MOST, value)) for value in row] for pid, row in rows.items() if any(row)}, unreadable


def _add(rows: VirtualRows, pid: str, points: int, numbers: Iterable[int], rounds: int) -> None:
    row = rows.setdefault(pid, [0] * rounds)
    for number in numbers:
        row[number - 1] += points


def start_part(rows: VirtualRows) -> dict[str, int]:
    """What players have in all rounds: their start scores above the lowest, in half points."""
    return {pid: min(row) for pid, row in rows.items() if min(row)}


def acceleration_part(rows: VirtualRows) -> list[str]:
    """The lines of the setting for what players have in some rounds beside that."""
    players: dict[tuple[int, int, int], list[str]] = {}
    for pid in sorted(rows, key=lambda pid: (len(pid), pid)):
        more = [min(value - min(rows[pid]), MOST_OF_A_LINE) for value in rows[pid]]
        for run in _runs(more):
            players.setdefault(run, []).append(pid)
    return [accelerated_text(Accelerated(*run, players=tuple(ids))) for run, ids in sorted(players.items())]


def _runs(row: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """First round, last round and half points of every unbroken run of the same points."""
    at = 1
    for value, same in groupby(row):
        length = len(list(same))
        if value:
            yield at, at + length - 1, value
        at += length
