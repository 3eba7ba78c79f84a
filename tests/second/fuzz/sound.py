"""Sound inputs of every reader: small tournaments of every kind, written by the program itself, and a few lines."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path

import msgspec
from mcmahon.desk.placing import give_prizes as prizes
from mcmahon.desk.questions.standing_round import problem_of_round
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.desk.rounds.proof.verify_proof import certify, write_certificate
from mcmahon.io.folder.state_files import state_files, with_table
from mcmahon.io.formats import formats
from mcmahon.io.prizes_files import TITLES, announced_text
from mcmahon.io.settings.profiles import load_profile, profile_names, profile_text
from mcmahon.model.errors import InputError
from mcmahon.model.rating_lists.rating_match import with_pin
from mcmahon.model.records.hall import Board, HallEvent, Limit, Link, Phone, Role, Said, Side
from mcmahon.model.records.state import State
from mcmahon_bench.exchange.problem import export_round
from mcmahon_bench.profiles import example_or_profile
from mcmahon_bench.tournaments.random_tournaments import played_tournament

SECONDS = 1.0  # that a draw may take
#: A number of the smallest tournaments of each kind.
SMALL = {"mcmahon": 180, "regular": 183, "bands": 42, "swiss": 25, "accelerated": 345, "groups": 36} | {
    "round-robin": 4, "teams": 209, "cups": 395
}  # fmt: skip
#: Files of a tournament folder, each in a tournament of a kind that has it.
FOLDER = {"tournament.toml": "mcmahon", "players.csv": "mcmahon", "rounds/1.csv": "mcmahon"} | {
    "rounds/1.json": "mcmahon", "cups.toml": "cups", "members.csv": "teams", "rounds/1.boards.csv": "teams"
}  # fmt: skip
PARTICIPANTS = b"Amber|Ada|2d|ch|Seestadt|2190|f|1101\nVan Birch|Bo|5 kyu|de|Berlin|0|P|0000\n Dogwood ||3K\n"
REGISTER = b"""## TOURNEY Lakeside
## ROUNDS 3
## DATE 2026-06-15
## BAND 9D 1D
USA2001 Amber, Ada 2d CLUB=LAKE DROP3 # note
2002 Birch, Bo Lee 4k BYE
TMP5 Cedar, Cy -9.75 DROP
"""
PRIZES = f"""{",".join(TITLES)}
First,,,1-3,300,EUR,,,
Kyu,rank<=1k,MMS,1,50,EUR,cup,yes,
Wins,wins>=2,,each,,,book,no,yes
""".encode()
LINES = b"1 w\n2 b+; 3 jigo\n4 1-0! 5 0-0\n6.1 w 6.2 b\n"
MEMBERS = b"Sato, Kei 3d; club=Ulm\n2: rank=2d; rounds=all but 3\n"
ASSIGNMENTS = b"start.bar=3d\nplacing.order=MMS,SOS\npairing.forbid+=1:2\nkomi=\npairing.seeding=1+ fold RATING"
ADDRESSES = b"https://example.org:8443/a?b=c#d\nhttp://[::1]/\n"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9" fill="#123" id="a"/></svg>'
BOARD = Board(1, 1, "1", "2")
EVENTS = (
    HallEvent(Said.RESULT, "2026-06-15T10:00:00+00:00", BOARD, Side.WHITE, "1-0", phone=Phone("a", "b")),
    HallEvent(Said.HERE, player="1", rounds=(1, 2)),
    HallEvent(Said.CONFIRMED, player="1", by="desk"),
)
LINKS = [Link(1, Role.HELPER, "Ann", "0" * 64, "2026-06-15T10:00:00+00:00", Limit(1, 40))]
STEP = {"command": "draw", "time": "2026-06-15T10:00:00+00:00", "undo_to": 1, "redo_to": 0, "done": "draw"}
TREE = {"tournament.toml": "0" * 64, "rounds/1.csv": "1" * 64}


@cache
def state(kind: str, played: int = 2) -> State:
    """A tournament of a kind, all of its people with numbers of the lists."""
    made = played_tournament(SMALL[kind], played, kind)
    numbered = [
        with_pin(with_pin(p, "egd", f"1400{k:04}"), "aga", f"24{k:03}") for k, p in enumerate(made.tournament.players)
    ]
    return made.with_tournament(made.tournament.with_players(numbered))


@cache
def written(form: str, played: int = 2) -> list[bytes]:
    """The small tournaments as files of a format."""
    found = {"tde": [REGISTER], "participants": [PARTICIPANTS]}.get(form, [])
    for kind in SMALL:
        with suppress(InputError):  # not every format has every kind
            found.append(formats()[form].written(state(kind, played).tournament).data)
    return found


@cache
def folder(kind: str) -> dict[str, str]:
    """The files of a tournament folder."""
    return state_files(state(kind))


def as_json(value: object) -> bytes:
    """Anything as JSON."""
    return msgspec.json.encode(value)


@cache
def requests() -> list[bytes]:
    """Lines for the engine: the next round of each small tournament."""
    found = []
    for kind in SMALL:
        t = state(kind).tournament
        found.append(as_json({
            "players": [{"id": p.id, "rank": p.rank_name, "rating": p.rating, "club": p.club, "country": p.country,
                         "groups": p.groups, "start": p.correction} for p in t.players],
            "rounds": [{"games": [[g.white, g.black, "1-0", g.handicap] for g in r], "byes": r.byes} for r in t.rounds],
            "absent": [t.players[-1].id], "force": [[t.players[0].id, t.players[1].id]], "forbid": [], "bye": [],
            "settings": {"preset": "swiss", "rounds": 9, "pairing": {"seeding": ["1+ fold RATING"]}},
            "profile": {"base": "swiss", "colour_balance": 9000}, "relax": ["repeats"], "seconds": 1,
            "certificate": "json",
        }))  # fmt: skip
    return found


def announced() -> list[bytes]:
    """A list of winners."""
    own = with_table(state("mcmahon"), "prizes.csv", PRIZES.decode())
    return [announced_text(prizes.prizes(own).value.now).encode()]


def _in_a_file(ending: str, write: Callable[[Path], object]) -> bytes:
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / f"x{ending}"
        write(file)
        return file.read_bytes()


@cache
def certificates() -> list[bytes]:
    """A certificate as JSON."""
    return [_in_a_file(".json", partial(certify, state("mcmahon")))]


@cache
def arrays() -> list[bytes]:
    """A certificate with all costs."""
    drawn = draw_round(state("mcmahon", 1).tournament, Terms())
    return [_in_a_file(".npz", partial(write_certificate, drawn))]


@cache
def exported(ending: str) -> list[bytes]:
    """A round for other solvers, by the ending of its file."""
    problem = problem_of_round(state("bands"))
    return [_in_a_file(ending, partial(export_round, problem))]


def profiles() -> list[bytes]:
    """Weight profiles."""
    own = [profile_text(load_profile(name), None, "").encode() for name in profile_names()]
    return [*own, profile_text(example_or_profile("strict"), load_profile("balanced"), "a").encode()]
