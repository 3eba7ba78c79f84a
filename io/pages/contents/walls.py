"""Pages for a wall or a projector, which turn over by themselves: boards by table, players by name, standings, cups.

Each set begins with a page of its own and comes back to it. The files are the same for every round, so that a screen in
the hall goes on from round to round wherever it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from unicodedata import east_asian_width

from ....model.language import marked
from ..site import Site
from .crosstable import StandingLine, criteria
from .crosstable import title as heading
from .cups import cups_shown
from .rounds import board, places, without_board

NEARLY = 0.93  # letters that are so much smaller are as large to the eye
TURN = 60  # seconds until a screen shows the same page again
LONGEST, SHORTEST = 15, 5  # seconds of one page
LARGEST, HIGHEST = 9, 16  # hundredths of the screen's height that letters, and a line, take at most
FULL = 1.2  # of the room reckoned for names is there where letters are as wide as most
LETTER = 0.66  # the width of a letter of a name, in heights; of East Asian ones it is 1


@dataclass(frozen=True, slots=True)
class WallGrid:
    """The most lines of a screen, and the largest letters with which a line stays in its column.

    `wide` is letter height / column width for any name. Beside its `names` a line has `beside` letter heights.
    """

    columns: int
    rows: int
    wide: float
    names: int = 1
    beside: float = 0

    def fitted(self, names: Iterable[str]) -> WallGrid:
        """The same for these names: the letters may be as large as the longest of them leaves room for."""
        longest = max(map(_width, names), default=0.0)
        return replace(self, wide=max(self.wide, round(1 / (self.beside + self.names * longest), 4)))

    def crowds(self, names: Iterable[str]) -> bool:
        """Whether the names of one line may need more than its whole room, so that one is cut."""
        return sum(map(_width, names)) > FULL * (1 / self.wide - self.beside)

    def pages(self, count: int) -> int:
        """Over how many screens so many lines go."""
        return max(1, -(-count // (self.columns * self.rows)))

    def of(self, count: int) -> tuple[int, int]:
        """Columns and rows for so many lines on one screen: nearly the largest letters, then most columns."""
        shapes = [(columns, max(-(-count // columns), 1)) for columns in range(1, self.columns + 1)]
        largest = max(self.letters(*shape) for shape in shapes)
        return max(shape for shape in shapes if self.letters(*shape) >= NEARLY * largest)

    def letters(self, columns: int, rows: int) -> float:
        """The height of letters on a screen of 16 to 9, in hundredths of its height; `style.css` has the same sum."""
        return min(0.7 * 89 / rows, self.wide * 97 / columns * 16 / 9, LARGEST)

    def is_roomy(self, columns: int, rows: int) -> bool:
        """Whether a name has room for a second line."""
        return 2.1 * self.letters(columns, rows) <= min(89 / rows, HIGHEST)


@dataclass(frozen=True, slots=True)
class Wall:
    """A set of pages: their first file, the kind of their lines, and by what the first and the last line are named."""

    stem: str
    kind: str
    grid: WallGrid
    what: str
    end: Callable[[Any], object]

    def file(self, k: int) -> str:
        """The file of a page, counted from 0."""
        return f"{self.stem}-{k + 1}.html" if k else f"{self.stem}.html"


BOARDS = Wall("wall", "boards", WallGrid(2, 24, 0.029, 2, 15.5), marked("Tables"), lambda line: line["table"] or "")
NAMES = Wall("wall-names", "names", WallGrid(4, 30, 0.047, 1, 8), "", lambda line: line["player"].name)
PLACES = Wall("wall-standings", "places", WallGrid(3, 26, 0.036, 1, 14), marked("Places"), lambda line: line["line"])


def _width(name: str) -> float:
    """How wide a name is at most, in heights of letters."""
    return sum(1 if east_asian_width(letter) in "WF" else LETTER for letter in name)


def add_walls(site: Site, rows: Sequence[StandingLine]) -> None:
    """Add the pages for a wall: those of the last round, and the standings."""
    last, say = site.rounds[-1] if site.rounds else None, site.words.say
    title = say("Round {round}", round=last.number) if last else say("Welcome")
    start = site.start_of(last.number if last else 1)
    tables = [len(drawn.byes) + len(drawn.unpaired) + len(drawn.games) for drawn in site.rounds]
    seats = [n + sum(2 * (len(g.boards) or 1) - 1 for g in drawn) for n, drawn in zip(tables, site.rounds, strict=True)]
    lines = [board(site, game, last.number) for game in last] if last else []
    for label, people in without_board(site, last) if last else ():
        lines += [{"table": 0, "handicap": 0, "label": label, "player": person} for person in people]
    _add(site, BOARDS, title, start, lines, max(tables, default=0))
    _add(site, NAMES, title, start, places(site, last) if last else [], max(seats, default=0))
    after = say("Standings after round {round}", round=site.standings.after_round) if last else say("Players")
    standing = say("Final standings") if site.final else after
    beside = site.words.commas([heading(name, site.words) for name in criteria(site.standings)[:2]])
    _add(site, PLACES, standing, beside, rows, len(rows))
    _add_cups(site)


def _add_cups(site: Site) -> None:
    cups = cups_shown(site)
    files = [f"wall-cups-{k + 1}.html" if k else "wall-cups.html" for k in range(len(cups))]
    for k, (file, cup) in enumerate(zip(files, cups, strict=True)):
        beside = site.words.say("Winner: {player}", player=cup["winner"].name) if cup["winner"] else ""
        site.add(
            file,
            cup["title"],
            "wall_cup.html",
            beside=beside,
            stages=[stage for stage in cup["stages"] if stage["fits"]],
            chosen=cup["chosen"],
            ends=(),
            following=files[(k + 1) % len(files)],
            seconds=LONGEST,
            page=f"{k + 1} / {len(files)}" if len(files) > 1 else "",
        )


def _add(site: Site, wall: Wall, title: str, beside: str, lines: Sequence[Any], most: int) -> None:
    """Add a set of pages, a text beside their title; pages of earlier rounds stay, as a screen may turn to them."""
    pages = wall.grid.pages(len(lines))
    size = -(-len(lines) // pages)
    names = {id(line): [line[key].name for key in ("white", "black", "player") if key in line] for line in lines}
    grid = wall.grid.fitted(name for both in names.values() for name in both)
    columns, rows = grid.of(size)
    for k in range(max(pages, wall.grid.pages(most))):
        number = k if k < pages else 0
        part = lines[number * size : (number + 1) * size]
        ends = [text for line in part if (text := wall.end(line))]
        site.add(
            wall.file(k),
            title,
            "wall.html",
            beside=beside,
            kind=wall.kind,
            lines=part,
            crowded=[grid.crowds(names[id(line)]) for line in part],
            columns=columns,
            rows=rows,
            wide=grid.wide,
            roomy=grid.is_roomy(columns, rows),
            what=site.words.say(wall.what) if wall.what else "",
            ends=(ends[0], ends[-1]) if ends else (),
            following=wall.file(k + 1 if k + 1 < pages else 0),
            seconds=max(SHORTEST, min(LONGEST, TURN // pages)),
            page=f"{number + 1} / {pages}" if pages > 1 else "",
        )
