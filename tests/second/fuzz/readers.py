"""What reads a file or a text, each with sound inputs to damage, and what is then done with what was read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from zlib import crc32

from mcmahon.desk.engine_lines import answer
from mcmahon.desk.options import Clock, Options
from mcmahon.desk.people import match_ratings as ratings
from mcmahon.desk.people import register as entries
from mcmahon.desk.people.change_members import parse_member
from mcmahon.desk.placing import give_prizes as prizes
from mcmahon.desk.placing import rank as standings
from mcmahon.desk.placing import run_cups as cups
from mcmahon.desk.rounds import change_boards as boards
from mcmahon.desk.rounds import enter_results as results
from mcmahon.desk.rounds.proof.verify_proof import verify_file
from mcmahon.desk.rounds.typed_results import seats, typed_results
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.io.folder.hall_files import HallFiles
from mcmahon.io.folder.journal_steps import parse_step
from mcmahon.io.folder.state_files import in_memory, parse_state, state_files, with_table
from mcmahon.io.foreign.foreign import Read
from mcmahon.io.foreign.format import Format
from mcmahon.io.foreign.tde import read_tde
from mcmahon.io.formats import TRF, formats, with_own_pins
from mcmahon.io.pages.look import read_logo
from mcmahon.io.prizes_files import read_announced
from mcmahon.io.ratings.lists import SAMPLE_LINES
from mcmahon.io.settings.profiles import parse_profile
from mcmahon.io.sheets import target
from mcmahon.io.tables.decode import decode
from mcmahon.io.tables.records import parse_table
from mcmahon.model.errors import InputError
from mcmahon.model.records.state import State
from mcmahon_bench.exchange.edge_list import COMMENTS, parse_edges, parse_matching
from mcmahon_bench.exchange.problem_file import parse_problem, parse_solution

from .damage import damaged
from .sound import (
    ADDRESSES,
    ASSIGNMENTS,
    EVENTS,
    FOLDER,
    LINES,
    LINKS,
    MEMBERS,
    PRIZES,
    REGISTER,
    SECONDS,
    STEP,
    SVG,
    TREE,
    announced,
    arrays,
    as_json,
    certificates,
    exported,
    folder,
    profiles,
    requests,
    state,
    written,
)  # fmt: skip

MOST_KEPT = 200
LONGEST = 40_000  # bytes of an input that is damaged further


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader: its sound inputs, and what it makes of an input. `inputs` is the size of a batch, some seconds."""

    name: str
    sound: Callable[[], Sequence[bytes]]
    read: Callable[[bytes], object]
    inputs: int = 2000

    def begin(self, _: int) -> Inputs:
        """The inputs of a batch."""
        return Inputs(self, [*self.sound()])


@dataclass(slots=True)
class Inputs:
    """Inputs of a reader, each made from those that were kept: the sound ones, and those that led somewhere new."""

    reader: Reader
    kept: list[bytes]

    def make(self, rng: Random) -> bytes:
        """The next input."""
        return damaged(rng.choice(self.kept), self.kept, rng)

    def take(self, given: bytes) -> str:
        """Read it: in a word, what came of it. Raises what the reader raises."""
        found = self.reader.read(given)
        return found if isinstance(found, str) else "read"

    def keep(self, given: bytes) -> None:
        """It led somewhere new."""
        if len(self.kept) < MOST_KEPT and len(given) < LONGEST:
            self.kept.append(given)


def looked_at(state: State, data: bytes) -> str:
    """What any page would ask of a tournament: it is written and read again, ranked, and its rounds are judged.

    This takes longer than most reading, so it is done to one in eight, by the sum of what was read.
    """
    if crc32(data) % 8:
        return "read"
    parse_state(state_files(state), Path("x"))
    standings.standings(state)
    if state.tournament.rounds:
        boards.check(state)
    return f"{len(state.tournament.rounds)} rounds"


def _read(form: Format, data: bytes) -> str:
    read: Read = with_own_pins(form.read(data, "x"))
    read.report.remarks()
    said = looked_at(in_memory(read.tournament, settings_text=read.settings_text), data)
    if form.write is not None and said != "read":
        form.write(read.tournament)
    return " ".join(sorted(read.report.cases))


def _of_a_folder(name: str, kind: str, data: bytes) -> str:
    """Read a file of a tournament folder, the others sound."""
    return looked_at(parse_state(folder(kind) | {name: decode(data, name)}, Path("x")), data)


def _lines(read: Callable[[str], object], data: bytes) -> str:
    """Each line by itself; the first one that is wrong ends it."""
    for line in data.decode(errors="replace").splitlines():
        read(line)
    return "read"


def _engine(data: bytes) -> str:
    found = json.loads(answer(Options(clock=Clock(SECONDS)), data, 1))
    if any("an error of the program itself" in line for line in found.get("lines", ())):
        raise AssertionError(found["lines"])
    return "".join(re.findall(r"[a-z ]{5,}", str(found["lines"][:1]))) if "error" in found else "drawn"


def _register(data: bytes) -> str:
    return looked_at(entries.register(state("mcmahon"), entries.in_file(entries.Register(), data, "x.csv")).state, data)


def _rated(data: bytes) -> str:
    found = ratings.read_rating_list(data, "x.txt")
    matched = ratings.match(state("mcmahon"), ratings.Ratings(found=found)).value
    return found.form + looked_at(ratings.apply(state("mcmahon"), matched).state, data)


def _results(data: bytes) -> str:
    table = parse_table(decode(data, "x.csv"), "x.csv").sound()
    return looked_at(results.enter(state("mcmahon"), results.EnterResults(table=table, again=True)).state, data)


def _typed(data: bytes) -> str:
    for kind in ("mcmahon", "teams"):
        tournament = state(kind).tournament
        sitting = seats(tournament.round(1), tournament)
        read = typed_results(data.decode(errors="replace"), sitting).results
        typed = results.EnterResults(results=read, round=1, again=True)
        with suppress(InputError):
            results.enter(state(kind), typed)
    return "read"


def _settings(text: str) -> object:
    return change(state("mcmahon"), ChangeSettings(assignments=[text], replace=True, anyway=True))


def _prizes(data: bytes) -> str:
    own = with_table(state("mcmahon"), "prizes.csv", decode(data, "prizes.csv"))
    found = prizes.prizes(own).value
    prizes.explain(own, prizes.ExplainPrizes(player=own.tournament.players[0].id))
    return f"{len(found.now.lines) > 3}"


def _from_a_file(ending: str, read: Callable[[Path], object], data: bytes) -> str:
    """Read a file in the folder of the batch, which is the working one, so that its name is always the same."""
    file = Path(f"x{ending}")
    file.write_bytes(data)
    read(file)
    return "read"


def _hall(name: str, data: bytes) -> str:
    own = Path(".hall")
    own.mkdir(exist_ok=True)
    (own / name).write_bytes(data)
    hall = HallFiles(Path())
    return f"{len(hall.links())} links" if name == "links.json" else type(hall.state()).__name__


def _step(data: bytes) -> str:
    try:
        parse_step(data, 2)
    except ValueError as error:
        raise InputError(str(error)) from None
    return "read"


def _logo(data: bytes) -> str:
    return _from_a_file(".svg", lambda file: read_logo(file.parent, file.name), data)


PAGE = b"""<html><body><table class="x"><tr><th>Name<th>Rank<th>Go club</tr>
<tr><td>Berg, Ann</td><td>3d</td><td>Ulm</td></tr>
<!-- none --><tr><td>Cid &amp; Bo<td>5k<td><table><tr><td>in</table></table></body></html>"""
OBJECTS = (
    b'{"name": "Ann", "rank": "3d", "rounds": "1-2"}\n{"name": "Bo", "rank": "5k", "club": null, "rating": 2100.0}\n'
)


def readers() -> list[Reader]:
    """Every reader."""
    own, own_formats = partial(state, "mcmahon"), [form for form in formats().values() if form is not TRF]
    return [
        *(Reader(form.name, partial(written, form.name), partial(_read, form), 400) for form in own_formats),
        Reader("rounds of tde", lambda: [b"USA2001 USA2002 w 0 7 # a\ntmp5 2003 b 3 -7.5\n"],
               lambda data: read_tde(REGISTER, "x/register.tde", {1: data})),
        *(Reader(name, partial(lambda name, kind: [folder(kind)[name].encode()], name, kind),
                 partial(_of_a_folder, name, kind), 400) for name, kind in FOLDER.items()),
        Reader("registrations", partial(written, "csv"), _register, 400),
        Reader("registrations of pages and JSON", lambda: [PAGE, OBJECTS], _register, 400),
        Reader("rating lists", lambda: ["\n".join([line] * 3).encode() for line in SAMPLE_LINES.values()], _rated, 400),
        Reader("results", lambda: [b"round,table,white,black,result\n2,1,,,1-0\n2,2,,,jigo\n"], _results, 600),
        Reader("typed results", lambda: LINES.split(b"\n"), _typed),
        Reader("typed members", lambda: [MEMBERS], partial(_lines, parse_member)),
        Reader("typed settings", lambda: ASSIGNMENTS.split(b"\n"), partial(_lines, _settings), 200),
        Reader("typed rounds", lambda: [b"1-3,5\n2,1"], partial(_lines, cups.rounds_read)),
        Reader("profiles", profiles, lambda data: parse_profile(decode(data, "x.toml"), "x", "x.toml"), 800),
        Reader("prizes", lambda: [PRIZES], _prizes, 600),
        Reader("prizes announced", announced, lambda data: read_announced(decode(data, "x"))),
        Reader("certificates", certificates,
               lambda data: _from_a_file(".json", lambda file: verify_file(file, own()), data), 600),
        Reader("certificates with costs", arrays, lambda data: _from_a_file(".npz", verify_file, data), 400),
        Reader("exchange format", partial(exported, ".json"), lambda data: parse_problem(data, "x"), 800),
        Reader("solutions", lambda: [b'{"pairs": [["1", "2"]], "byes": ["3"]}'],
               lambda data: parse_solution(data, "x")),
        *(Reader(f"edge lists {ending}", partial(exported, ending), lambda data: parse_edges(data, "x"), 800)
          for ending in COMMENTS),
        Reader("matchings", lambda: [b"8 4\n0 1\n2 3\n4 5\n6 7\n"], lambda data: parse_matching(data, "x", 8)),
        Reader("engine", requests, _engine, 300),
        Reader("journal steps", lambda: [as_json(STEP | {"tree": TREE})], _step),
        Reader("links of a hall", lambda: [as_json(LINKS)], partial(_hall, "links.json"), 1000),
        Reader("words of a hall", lambda: [as_json(one) + b"\n" for one in EVENTS], partial(_hall, "said.jsonl"), 1000),
        Reader("addresses", lambda: ADDRESSES.split(b"\n"), partial(_lines, target)),
        Reader("logos", lambda: [SVG, b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0"], _logo),
    ]  # fmt: skip
