"""Records and boards of draws forged by lot: a round that `check --prove` ticks is the cheapest, by every pairing.

The forger edits files of a folder, with or without its journal, and may run a command afterwards.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import mcmahon
from mcmahon.desk.desk import Desk
from mcmahon.desk.messages.proof_texts import claim_text
from mcmahon.desk.questions.standing_round import drawn_round
from mcmahon.desk.rounds.proof.claim import Backing
from mcmahon.desk.rounds.proof.proving import claim_of
from mcmahon.model.errors import McMahonError
from mcmahon.model.pairing.round_problem import RoundProblem, fingerprint
from mcmahon.model.records import as_drawn
from solver.every_pairing import every_pairing

from tests.altered import altered, places

OWN = """base = "balanced"
[same_club]
weight = 9
reason = "few"
[colour_balance]
weight = 30
tier = 2
reason = "later"
"""
RANKS = ("4d", "3d", "3d", "2d", "1d", "1k", "2k", "4k")
Boards = frozenset[tuple[str, ...]]
Data = dict[str, Any]
Rng = np.random.Generator


@dataclass(frozen=True)
class Case:
    """A folder whose last round is drawn and published, with that round's number.

    `legal` are all boards that the rules of its draw allow with what they cost by tier, the cheapest first; `own` by
    today's settings, which differ only if they have changed since the draw.
    """

    folder: Path
    number: int
    honest: Data
    legal: dict[Boards, tuple[int, ...]]
    own: dict[Boards, tuple[int, ...]]


def all_boards(problem: RoundProblem) -> dict[Boards, tuple[int, ...]]:
    """Every legal round, as ids, with its cost by tier; the cheapest first, and of equal ones that of the lottery."""
    ids = problem.field.ids

    def boards(pairs: Any, byes: Any) -> Boards:
        return frozenset([tuple(sorted((ids[i], ids[j]))) for i, j in pairs] + [(ids[i],) for i in byes])

    return {boards(one.pairs, one.byes): tuple(one.cost) for one in every_pairing(problem)}


def played_folder(folder: Path, size: int, *options: str) -> None:
    """A first round, drawn, published and played, by commands."""
    mcmahon("new", folder, "--rounds", "3", *options)
    for k, rank in enumerate(RANKS[:size]):
        mcmahon("add", folder, f"Player {k}, One", rank, "--club", f"Club {k % 3}")
    mcmahon("pair", folder)
    mcmahon("publish-round", folder)
    for table in range(1, size // 2 + 1):
        mcmahon("result", folder, str(table), ("1-0", "0-1")[table % 2])


def finished(folder: Path, *words: str, later: tuple[str, ...] = ()) -> Case:
    """Round 2 drawn with such wishes and published; then one more command."""
    mcmahon("pair", folder, *words)
    mcmahon("publish-round", folder)
    problem = drawn_round(Desk(folder).read(), 2).problem
    if later:
        mcmahon(later[0], folder, *later[1:])
    state = Desk(folder).read()
    plain = replace(state, records={1: state.records[1]})
    honest = json.loads((folder / "rounds" / "2.json").read_text(encoding="utf-8"))
    return Case(folder, 2, honest, all_boards(problem), all_boards(drawn_round(plain, 2).problem))


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    """Of eight, drawn by the settings; of seven, with a forced pair; of eight, with weights that were changed since."""
    home = tmp_path_factory.mktemp("folders")
    played_folder(home / "eight", 8)
    played_folder(home / "seven", 7, "--set", "pairing.plan_ahead=off")
    played_folder(home / "tuned", 8, "--seed", "5")
    (home / "tuned" / "own.toml").write_text(OWN, encoding="utf-8")
    return [
        finished(home / "eight"),
        finished(home / "seven", "--force", "2:5"),
        finished(home / "tuned", later=("set", "pairing.profile=own")),
    ]


def write_boards(folder: Path, number: int, boards: Boards) -> None:
    """Other boards in the file of a round, with the sides by lot of their order."""
    file = folder / "rounds" / f"{number}.csv"
    head, *rows = (line.split(",") for line in file.read_text(encoding="utf-8").splitlines())
    white, black = head.index("white"), head.index("black")
    pairs, byes = sorted(b for b in boards if len(b) == 2), [b[0] for b in boards if len(b) == 1]
    games = [row for row in rows if row[white] and row[black]]
    for row, pair in zip(games, pairs, strict=True):
        row[white], row[black] = pair
    for row, bye in zip([row for row in rows if not (row[white] and row[black])], byes, strict=True):
        row[white], row[black] = bye, ""
    file.write_text("".join(",".join(row) + "\n" for row in (head, *rows)), encoding="utf-8")


def excused(record: Data, boards: Boards, printed: Callable[[], str], rng: Rng) -> None:
    """A record by which such boards are the cheapest: no weights, all others forbidden, forced, paid for."""
    pairs = [list(board) for board in boards if len(board) == 2]
    ids = sorted(record["ledger"]["entrants"])
    one, other = rng.choice(ids, size=2, replace=False)
    entrants = record["ledger"]["entrants"]
    ways: list[Callable[[], Any]] = [
        lambda: record.update(weights=dict.fromkeys(record["weights"], 0)),
        lambda: record.update(weights={str(rng.choice(sorted(record["weights"]))): int(rng.integers(1, 9))}),
        lambda: record.update(forbid=[[a, b] for a in ids for b in ids if a < b and [a, b] not in pairs]),
        lambda: record.update(force=pairs[: int(rng.integers(1, len(pairs) + 1))]),
        lambda: record.update(bye=[board[0] for board in boards if len(board) == 1]),
        lambda: record.update(relaxed=[str(rng.choice(["repeats", "second_byes", "forbidden"]))]),
        lambda: record.update(seed=int(rng.integers(0, 99))),
        lambda: record.update(ahead=record.get("ahead", {}) | {"extra": int(rng.choice([1, -5, 10**12]))}),
        lambda: record.update(engine="cp-sat"),
        lambda: record.update(cost=0, bound=0, costs={}, status="optimal"),
        lambda: record.pop("ledger"),
        lambda: entrants.update({one: entrants[other], other: entrants[one]}),
        lambda: entrants.update({one: entrants[other], other: entrants[one]}),
    ]
    for k in rng.choice(len(ways), size=int(rng.integers(1, 4)), replace=False):
        ways[k]()
    if "ledger" in record and rng.random() < 0.8:
        record["ledger"]["fingerprint"] = printed()


def printed_anew(folder: Path, number: int, record: Data) -> str:
    """The fingerprint that the ledger of a record needs if it is to be believed; its own if it cannot be read."""
    (folder / "rounds" / f"{number}.json").write_text(json.dumps(record), encoding="utf-8")
    state = Desk(folder).read()
    ledger = state.records[number].ledger
    found = [ledger.fingerprint if ledger else ""]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(as_drawn, "has_print", lambda problem, text: found.append(fingerprint(problem)))
        drawn_round(state, number)
    return found[-1]


def forged(case: Case, folder: Path, others: list[Data], seed: int) -> None:
    """The forgery of this number in a folder: mostly dearer boards, a record that excuses them, altered parts.

    Sometimes without a journal, or with a command that follows.
    """
    rng = np.random.default_rng(seed)
    boards = list(case.legal)
    wanted = boards[int(rng.integers(len(boards)))] if rng.random() < 0.8 else boards[0]
    write_boards(folder, case.number, wanted)
    record, file = json.loads(json.dumps(case.honest)), folder / "rounds" / f"{case.number}.json"
    how = rng.integers(4)
    if how:
        excused(record, wanted, lambda: printed_anew(folder, case.number, record), rng)
    if how != 1 and rng.random() < 0.7:
        record = altered(record, others, rng, int(rng.integers(1, 3)))
    file.write_text(json.dumps(record), encoding="utf-8")
    last = rng.integers(10)
    if last == 0:
        shutil.rmtree(folder / ".journal")
    elif last == 1:
        (folder / ".journal" / "steps" / f"{int(rng.integers(1, 20)):08}.json").unlink(missing_ok=True)
    elif last == 2:
        mcmahon("set", folder, "event.place=Here", code=(0, 1, 2, 3, 4))


def judged(case: Case, folder: Path) -> str:
    """What is said of a forged folder, in a word; asserts that it is true."""
    state = Desk(folder).read()
    claim = claim_of(state, case.number, folder=folder)
    if claim is None:
        return "no round"
    drawn = state.tournament.round(case.number)
    boards = frozenset([tuple(sorted(game.players)) for game in drawn] + [(bye,) for bye in drawn.byes])
    by_settings = boards in case.own and case.own[boards] == next(iter(case.own.values()))
    by_draw = boards in case.legal and case.legal[boards] == next(iter(case.legal.values()))
    text = claim_text(claim, state.tournament)
    if claim.ticked:
        assert by_settings if not claim.terms else by_draw
        assert claim.backing in (Backing.SETTINGS, Backing.JOURNAL)
        return "ticked"
    if claim.sound and not (by_settings or by_draw):
        assert claim.backing is Backing.RECORD
        assert not (folder / ".journal").is_dir() or "as the record says" in text
    return "as the record says" if claim.sound else "not sound"


@pytest.mark.slow
def test_the_honest_folders_are_ticked(cases: list[Case]) -> None:
    for case in cases:
        assert judged(case, case.folder) == "ticked"


def kinds_of_parts(record: Data) -> list[tuple[Any, ...]]:
    """A place of each kind in a record: one entrant and one board stand for all."""
    found: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    for place in places(record):
        named = place[:2] == ("ledger", "entrants")
        kind = tuple("" if isinstance(key, int) or (named and k == 2) else key for k, key in enumerate(place))
        found.setdefault(kind, place)
    return list(found.values())


@pytest.mark.slow
def test_no_part_of_a_record_excuses_a_dearer_round(cases: list[Case], tmp_path: Path) -> None:
    """Each part in turn is left out, and gets other values; a new field of the file is among them."""
    case, said = cases[0], Counter[str]()
    folder = Path(shutil.copytree(case.folder, tmp_path / "folder"))
    write_boards(folder, case.number, list(case.legal)[-1])
    kinds = kinds_of_parts(case.honest)
    for *way, last in kinds:
        for value in (..., 0, 1, 10**6, [], {}, "", "off", True, [["1", "2"]], {"1": 1}):
            record = json.loads(json.dumps(case.honest))
            owner = record
            for key in way:
                owner = owner[key]
            if value is ...:
                del owner[last]
            else:
                owner[last] = value
            (folder / "rounds" / f"{case.number}.json").write_text(json.dumps(record), encoding="utf-8")
            try:
                said[judged(case, folder)] += 1
            except McMahonError:
                said["refused"] += 1
    assert len(kinds) > 60
    assert said.keys() == {"not sound", "refused"}


@pytest.mark.slow
def test_no_forged_record_gives_a_tick_to_a_dearer_round(
    cases: list[Case], tmp_path: Path, forgeries: Callable[[int], range]
) -> None:
    """Some hundred forgeries: refused, or the truth is said of the boards."""
    said, others = Counter[str](), [case.honest for case in cases]
    for seed in forgeries(200):
        case = cases[seed % len(cases)]
        folder = Path(shutil.copytree(case.folder, tmp_path / "folder"))
        try:
            forged(case, folder, others, seed)
            said[judged(case, folder)] += 1
        except McMahonError:
            said["refused"] += 1
        except AssertionError as wrong:
            raise AssertionError(f"forgery {seed}: {wrong}") from wrong
        shutil.rmtree(folder)
    print(f"said: {said}")
    assert {"ticked", "not sound", "refused"} <= said.keys()
