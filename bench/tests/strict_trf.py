"""A reader of TRF that takes nothing but what the text of the format says (FIDE TRF26), to hold the writer to it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

#: The columns of a player's line: number, sex, title, name, rating, federation, id, birth, points, place.
PLAYER = re.compile(
    r"001 ([ \d]{4}) (.)(.{3}) (.{33}) ([ \d]{4}) ([A-Z ]{3}) (.{11}) (.{10}) ([ \d]{2}\.[05]) ([ \d]{4})"
)
CELL = re.compile(r"  (?:([ \d]{4}) ([wb]) ([10=+-])|0000 - ([UFHZ])| {8})")
HEADERS = {
    "012": r".+", "022": r".+", "032": r"[A-Z]{3}", "042": r"\d{4}/\d\d/\d\d", "052": r"\d{4}/\d\d/\d\d", "062": r"\d+",
    "092": r"Individual: .+", "122": r".+", "142": r"[1-9]\d*", "152": r"[WB]", "192": r"(FIDE|CUSTOM)_[A-Z_0-9]+",
}  # fmt: skip
#: A letter of line 162 and what it is worth; A stands for zero-point byes and losses by forfeit, P for the bye.
WORTH = re.compile(r"([WDLAPX])([ \d]\d\.[05])(?:    |$)")
USUAL = {"W": 1.0, "D": 0.5, "L": 0.0, "A": 0.0, "P": 1.0}
FITS = {("1", "0"), ("0", "1"), ("=", "="), ("0", "0"), ("1", "1"), ("+", "-"), ("-", "+"), ("-", "-"), ("+", "+")}


def faults(text: str) -> list[str]:
    """What is wrong in a file, a sentence each; empty if it is one by the text of the format."""
    return list(_Reading(text).faults())


class _Reading:
    def __init__(self, text: str) -> None:
        self.lines = [line for line in text.split("\n") if line and not line.startswith("###")]
        self.worth, self.rounds = dict(USUAL), 0
        self.rows: dict[int, list[tuple[str, ...]]] = {}
        self.points: dict[int, float] = {}

    def faults(self) -> Iterator[str]:
        for line in self.lines:
            code = line[:3]
            if code in HEADERS and not re.fullmatch(HEADERS[code], line[4:]):
                yield f"header: {line}"
            elif code == "162":
                yield from self._worths(line)
            elif code == "001":
                yield from self._player(line)
            elif code == "240" and not re.fullmatch(r"240 [FHZ] [ \d]{3}( [ \d]{4})+", line):
                yield f"absences: {line}"
            elif code == "250" and not re.fullmatch(r"250 {4}  [ \d]{2}\.[05]( [ \d]{3}){2}( [ \d]{4}){2}", line):
                yield f"virtual points: {line}"
            elif code == "260" and not re.fullmatch(r"260( [ \d]{3}){2}( [ \d]{4}){2,}", line):
                yield f"forbidden pairs: {line}"
            elif code not in {*HEADERS, "162", "001", "240", "250", "260", "XXA"}:
                yield f"unknown line: {line}"
            self.rounds = int(line[4:]) if code == "142" else self.rounds
        if sorted(self.rows) != list(range(1, len(self.rows) + 1)):
            yield "start numbers with gaps"
        yield from self._games()

    def _worths(self, line: str) -> Iterator[str]:
        found = WORTH.findall(line[5:])
        if not re.fullmatch(rf"162  (?:{WORTH.pattern})+", line):
            yield f"points: {line}"
        self.worth |= {letter: float(value) for letter, value in found}

    def _player(self, line: str) -> Iterator[str]:
        match, tail = PLAYER.match(line), line[89:]
        cells = [CELL.fullmatch(tail[k : k + 10].ljust(10)) for k in range(0, len(tail), 10)]
        row = [cell.groups("") for cell in cells if cell]
        if match is None or len(row) < len(cells) or len(row) > self.rounds:
            yield f"player: {line}"
            return
        self.rows[int(match[1])], self.points[int(match[1])] = row, float(match[9])

    def _games(self) -> Iterator[str]:
        won = {"1": "W", "+": "W", "=": "D", "0": "L", "-": "A", "U": "P", "Z": "A", "": "A"}
        sums: dict[int, float] = defaultdict(float)
        for start, row in self.rows.items():
            for k, (opponent, colour, sign, letter) in enumerate(row):
                sums[start] += {"F": 1.0, "H": 0.5}.get(letter, self.worth[won.get(sign or letter, "A")])
                if not opponent:
                    continue
                other = self.rows.get(int(opponent), [])
                back = other[k] if k < len(other) else ("", "", "", "")
                if int(back[0] or 0) != start or {colour, back[1]} != {"w", "b"} or (sign, back[2]) not in FITS:
                    yield f"round {k + 1} of {start}: {opponent} {colour} {sign} against {back}"
            if sums[start] != self.points[start]:
                yield f"points of {start}: {self.points[start]} instead of {sums[start]}"
