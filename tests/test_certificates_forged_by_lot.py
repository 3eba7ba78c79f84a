"""Certificates forged by lot against a tournament: what is accepted is true of the tournament's own costs and rules.

The forger begins with an honest certificate, of the folder's round or of the same round under other terms. He puts a
dearer round into it, with duals by a linear program, alters its plan, or changes any parts. An oracle looks at every
pairing of the round, and at every way to draw the rounds to come.
"""

from __future__ import annotations

import json
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import played, tournament
from mcmahon.desk.rounds.draw.drawing import Drawn, Terms, draw_round
from mcmahon.desk.rounds.proof.claim import Verified
from mcmahon.desk.rounds.proof.verify_proof import verify_file, write_certificate
from mcmahon.io.certificates import WHOLE, CertifiedRound, read_json
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import RefusedError
from mcmahon.model.pairing.boards import make_round
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.entrants import before_round
from mcmahon.model.plan.ahead import Ahead, ahead_of
from mcmahon.model.plan.plan import Outlook
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Game, Round
from mcmahon.model.tournament.rules import parse_count_rule
from mcmahon.model.tournament.tournament import Tournament
from solver.every_pairing import every_pairing
from solver.forgeries import File, cost_of, forgery
from solver.matrices import matrix_arrays
from solver.sloppy_duals import sloppy_duals

from tests.altered import altered
from tests.desk.test_looking_ahead import paid_for
from tests.solver.test_ahead import is_legal, legal_rounds

RULE = {"name": "seldom", "pairs": "float", "at_most": 1, "price": 900, "tier": 2}
BALANCED = load_profile("balanced")
Data = dict[str, Any]
Rng = np.random.Generator


@dataclass(frozen=True)
class Case:
    """A round with honest certificates, the first by the folder's terms, and folders with its boards or dearer ones.

    `file` is the same proof with all costs. The first folder has the round as it was drawn.
    """

    drawn: Drawn
    proofs: tuple[Data, ...]
    file: File
    folders: tuple[State, ...]


def drawn() -> list[Drawn]:
    """Rounds of 6 to 8 players: by one tier and by two with a rule over pairs; with a plan, and with a price for it."""
    weights = tuple(replace(w, tier=2 if w.criterion == "colour_balance" else 1) for w in BALANCED.weights)
    two = replace(BALANCED, weights=weights, rules=(parse_count_rule(RULE),))
    six = played(tournament("3d 2d 1d 1k 2k 3k"), "a+b c+d e+f")
    seven = played(tournament("3d 2d 1d 1k 2k 3k 4k", rounds=3), "a+b c+d e+f", byes="g")
    rounds = [draw_round(t, Terms(profile=p)) for t in (six, seven) for p in (BALANCED, two)]
    return [*rounds, draw_round(tournament("4d 3d 2d 1d 1k 2k")), paid_for(BALANCED)]


def other_terms(drawn: Drawn) -> list[Terms]:
    """Terms that nobody has asked for: no weights, other boards forced or forbidden."""
    profile, games = drawn.record.profile, drawn.round.games
    a, b = games[0].white, games[1].black
    return [
        Terms(profile=replace(profile, weights=tuple(replace(w, weight=0) for w in profile.weights))),
        Terms(profile=profile, locks=Locks(force=((a, b),))),
        Terms(profile=profile, locks=Locks(forbid=(games[0].players,))),
    ]


def case_of(drawn: Drawn, path: Path) -> Case:
    """The honest certificates of a round, and a folder with each of the next dearer rounds."""
    before, number, problem = drawn.tournament.before(drawn.round.number), drawn.round.number, drawn.problem
    others = [draw_round(before, terms) for terms in other_terms(drawn)]
    seeded = replace(before, settings=replace(before.settings, seed=99))
    proofs = []
    for one in (drawn, *others, draw_round(seeded, Terms(profile=drawn.record.profile))):
        if one.pairing.certificate is not None:
            write_certificate(one, path)
            proofs.append(json.loads(path.read_text(encoding="utf-8")))
    assert drawn.pairing.certificate is not None
    file = matrix_arrays(problem.as_proven(drawn.pairing.breaches), drawn.pairing.certificate)
    boards, whole = {frozenset(pair) for pair in drawn.pairing.pairs}, every_pairing(problem)
    tournaments = [drawn.tournament]
    for one in [w for w in whole if w.pairs != boards and w.cost > tuple(whole[0].cost)][:4]:
        tournaments.append(before.with_round(make_round(before, problem, sorted(one.pairs), one.byes)))
    return Case(drawn, tuple(proofs), file, tuple(in_memory(t, {number: drawn.record}) for t in tournaments))


def with_boards_of(case: Case, data: Data, round_: Round, rng: Rng) -> None:
    """The boards of another round in the certificate, with what they cost, and mostly with duals by a program."""
    ids, file = data["players"], dict(case.file)
    if ids != case.proofs[0]["players"]:
        return
    vertices = [sorted(ids.index(p) for p in game.players) for game in round_]
    file["pairs"] = np.array(vertices + [[ids.index(p), len(ids)] for p in round_.byes], dtype=np.int64)
    file["value"] = np.array([cost_of(file, file["pairs"], k) for k in range(len(file["tiers"]))], dtype=np.int64)
    if rng.random() < 0.7:
        sloppy_duals(file, rng)
    data["pairs"], data["format"] = file["pairs"].tolist(), WHOLE
    data["sets"] = [np.flatnonzero(members).tolist() for members in file["sets"]]
    data["proofs"] = [
        {"name": str(name), **{part: file[part][k].tolist() for part in ("value", "scale", "y", "w", "rows", "levels")}}
        for k, name in enumerate(file["tiers"])
    ]


def with_another_plan(data: Data, rng: Rng) -> None:
    """A plan that is cut, moved, priced or said to be needless; two players change places in it."""
    ahead = data["ahead"]
    rounds = ahead.get("plan", [])
    price = sum(int(tier["value"]) for tier in data["proofs"])
    ways: list[Callable[[], Any]] = [
        lambda: data.pop("ahead"),
        lambda: ahead.update(outlook=str(rng.choice(["whatever is drawn", "plan", "none", "open"]))),
        lambda: (ahead.pop("plan", None), ahead.update(outlook="whatever is drawn")),
        lambda: (ahead.update(until=ahead["until"] - 1), rounds and rounds.pop()),
        lambda: ahead.update({str(rng.choice(["first", "until", "last"])): int(rng.integers(0, 8))}),
        lambda: ahead.update(extra=int(rng.choice([1, -5, price, 10**12, int(rng.integers(1, 10**6))]))),
        lambda: rounds and exchange(rounds[rng.integers(len(rounds))]["pairs"], rng),
        lambda: rounds and rounds[rng.integers(len(rounds))].update(pairs=rounds[0]["pairs"]),
    ]
    ways[rng.integers(len(ways))]()


def exchange(pairs: list[list[str]], rng: Rng) -> None:
    """Two players of a round change places."""
    (a, i), (b, j) = ((int(rng.integers(len(pairs))), int(rng.integers(2))) for _ in range(2))
    pairs[a][i], pairs[b][j] = pairs[b][j], pairs[a][i]


def forged(case: Case, folder: State, others: list[Data], seed: int) -> Data:
    """The forgery of this number for a folder: other boards, another plan, one to three altered parts."""
    rng = np.random.default_rng(seed)
    data = json.loads(json.dumps(case.proofs[int(rng.integers(len(case.proofs))) if rng.random() < 0.4 else 0]))
    changed = 0
    if rng.random() < 0.6:
        with_boards_of(case, data, folder.tournament.round(case.drawn.round.number), rng)
        changed += 1
    if "ahead" in data and rng.random() < 0.5:
        with_another_plan(data, rng)
        changed += 1
    parts = int(rng.integers(0 if changed else 1, 4)) if rng.random() < 0.7 or not changed else 0
    return dict(altered(data, others, rng, parts))


def true_of(certified: CertifiedRound, t: Tournament, claims: tuple[tuple[str, int, int], ...]) -> bool:
    """Whether no legal pairing is below a bound, tier by tier, among those as good in the tiers before.

    Forced boards are not part of the claims, so that whole pairings are not compared where there are any.
    """
    entered = t.entered_as_drawn(certified.round)
    entered = replace(entered, settings=replace(entered.settings, seed=certified.seed))
    problem = round_problem(entered, certified.round, certified.profile, certified.locks)
    found = [(*w.cost, w.lottery) for w in every_pairing(problem)]
    names = [*map(str, problem.tiers), "tie"]
    for k, (name, value, bound) in enumerate(claims if not problem.forced else ()):
        if name != names[k] or min(costs[k] for costs in found) < bound or value not in {costs[k] for costs in found}:
            return False
        found = [costs for costs in found if costs[k] <= value]
    return True


@cache
def always(ahead: Ahead) -> bool:
    """Whether every round to come can be paired whatever is drawn before it, by trying everything."""
    if not ahead.rounds:
        return True
    one, ways = ahead.rounds[0], 0
    for games, bye in legal_rounds(ahead, one):
        ways += 1
        if not always(ahead.after(one.number, games, [bye] * (bye >= 0))):
            return False
    return ways > 0


def plan_holds(certified: CertifiedRound, t: Tournament) -> bool:
    """Whether what a certificate says of the rounds after its own is true."""
    foresight, number, ids = certified.foresight, certified.round, certified.ids
    if foresight.outlook not in (Outlook.PLANNED, Outlook.SURE):
        return True
    if foresight.first != number + 1 or not number < foresight.until <= foresight.last == t.settings.rounds:
        return False
    pairs = certified.certificate.pairs.tolist()
    boards = [*certified.locks.force, *((ids[a], ids[b]) for a, b in pairs if max(a, b) < len(ids))]
    byes = [*certified.locks.bye, *(ids[min(pair)] for pair in pairs if max(pair) >= len(ids))]
    games = tuple(Game(k, *players) for k, players in enumerate(boards, 1))
    after = t.before(number).with_round(Round(number, games, tuple(byes)))
    ahead = ahead_of(after, number + 1, certified.profile, before_round(after, number + 1)).until(foresight.until)
    return is_legal(ahead, foresight.plan) if foresight.outlook is Outlook.PLANNED else always(ahead)


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    path = tmp_path_factory.mktemp("honest") / "round.json"
    return [case_of(one, path) for one in drawn()]


def read_and_verified(path: Path, state: State) -> tuple[CertifiedRound, Verified]:
    return read_json(path), verify_file(path, state)


@pytest.mark.slow
def test_honest_proofs_are_true_and_those_of_other_terms_are_not_the_folders(cases: list[Case], tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    for case in cases:
        for k, data in enumerate(case.proofs):
            path.write_text(json.dumps(data), encoding="utf-8")
            certified, verified = read_and_verified(path, case.folders[0])
            assert true_of(certified, case.drawn.tournament, verified.tiers)
            assert plan_holds(certified, case.drawn.tournament)
            assert bool(verified.differences) is (k > 0)
            assert verified.proven is (k == 0 and not case.drawn.record.foresight.extra)
            assert not any(verify_file(path, dearer).proven for dearer in case.folders[1:])


@pytest.mark.slow
def test_no_forged_proof_is_accepted_for_what_is_not_true(
    cases: list[Case], tmp_path: Path, forgeries: Callable[[int], range]
) -> None:
    """Some hundred forgeries: refused, or true of the tournament under the terms in the file, and no dearer round's."""
    path, accepted = tmp_path / "round.json", Counter[str]()
    others = [proof for case in cases for proof in case.proofs]
    for seed in forgeries(400):
        case = cases[seed % len(cases)]
        at = seed // len(cases) % len(case.folders)
        path.write_text(json.dumps(forged(case, case.folders[at], others, seed)), encoding="utf-8")
        try:
            certified, verified = read_and_verified(path, case.folders[at])
        except RefusedError:
            continue
        assert true_of(certified, case.drawn.tournament, verified.tiers), seed
        assert verified.plan_broken or plan_holds(certified, case.drawn.tournament), seed
        if verified.proven:
            assert at == 0, seed
            assert not case.drawn.record.foresight.extra, seed
        accepted["proven" if verified.proven else "not of the folder, or not proven"] += 1
    print(f"accepted, each a true theorem: {accepted}")
    assert accepted.total() > 10


@pytest.mark.slow
def test_no_forged_file_with_all_costs_proves_a_dearer_round(
    cases: list[Case], tmp_path: Path, forgeries: Callable[[int], range]
) -> None:
    """Some hundred forgeries: what is called proven of the folder is its round as it was drawn."""
    path, said = tmp_path / "round.npz", Counter[str]()
    for seed in forgeries(400):
        case = cases[seed % len(cases)]
        at = seed // len(cases) % len(case.folders)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            np.savez(path, **forgery([case.file], seed)[1])
        try:
            verified = verify_file(path, case.folders[at])
        except RefusedError:
            said["refused"] += 1
            continue
        assert not verified.proven or at == 0, seed
        said["proven" if verified.proven else "not of the folder, or not proven"] += 1
    print(f"said: {said}")
    assert len(said) == 3
