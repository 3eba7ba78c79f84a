"""Forged proofs in JSON against a tournament: what is accepted is true of the tournament's own costs and rules."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import played, tournament
from mcmahon.desk.rounds.draw.drawing import Drawn, Terms, draw_round
from mcmahon.desk.rounds.proof.verifying import verify_round, write_certificate
from mcmahon.io.certificates import CertifiedRound, read_json
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import RefusedError
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.tournament.rules import parse_count_rule
from mcmahon.model.tournament.tournament import Tournament
from solver.every_pairing import every_pairing

RULE = {"name": "seldom", "pairs": "float", "at_most": 1, "price": 900, "tier": 2}


def drawn() -> list[Drawn]:
    """Rounds of 6 and 7 players, by one tier and by two with a rule over pairs."""
    profile = load_profile("balanced")
    weights = tuple(replace(w, tier=2 if w.criterion == "colour_balance" else 1) for w in profile.weights)
    two = replace(profile, weights=weights, rules=(parse_count_rule(RULE),))
    six = played(tournament("3d 2d 1d 1k 2k 3k"), "a+b c+d e+f")
    seven = played(tournament("3d 2d 1d 1k 2k 3k 4k"), "a+b c+d e+f", byes="g")
    return [draw_round(t, Terms(profile=p)) for t in (six, seven) for p in (profile, two)]


def places(data: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data, by the keys that lead there."""
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [place] * bool(place) + [found for key, part in parts for found in places(part, (*place, key))]


def forged(data: Any, others: list[Any], seed: int) -> Any:
    """The data with some parts changed: in kind, value or order, left out, or taken from another proof."""
    rng = np.random.default_rng(seed)
    data = copy.deepcopy(data)
    for _ in range(int(rng.integers(1, 4))):
        every = places(data)
        *way, last = every[rng.integers(len(every))]
        owner = data
        for key in way:
            owner = owner[key]
        old = owner[last]
        unit = int(rng.choice([1, 32, 64, 1000]))
        new: list[Any] = [None, True, "1", [], {}, 0, -1, 2**61, 2**63, 10**40, 0.5, [old], [[old]]]
        if type(old) is int:
            new += [old + unit, old - unit, -old, float(old), str(old)] * 4
        if isinstance(old, list):
            new += [old[::-1], old[1:], [*old, *old[-1:]]] * 3
        if isinstance(old, dict):
            new += [old | {"more": 1}, dict(list(old.items())[1:])]
        choice = rng.integers(len(new) + 8)
        if choice < len(new):
            owner[last] = new[choice]
        elif choice < len(new) + 4 and isinstance(owner, list) and len(owner) > 1:
            at = int(rng.integers(len(owner)))
            owner[last], owner[at] = owner[at], owner[last]
        else:
            other = others[rng.integers(len(others))]
            try:
                for key in (*way, last):
                    other = other[key]
            except (KeyError, IndexError, TypeError):
                continue
            owner[last] = copy.deepcopy(other)
    return data


def true_of(certified: CertifiedRound, t: Tournament, claims: tuple[tuple[str, int, int], ...]) -> bool:
    """Whether no legal pairing is below a bound, tier by tier, among those as good in the tiers before."""
    entered = t.entered_as_drawn(certified.round)
    entered = replace(entered, settings=replace(entered.settings, seed=certified.seed))
    problem = round_problem(entered, certified.round, certified.profile, certified.locks)
    assert not problem.forced, "whole pairings are compared without forced ones"
    found = [(*w.cost, w.lottery) for w in every_pairing(problem)]
    names = [*map(str, problem.tiers), "tie"]
    for k, (name, value, bound) in enumerate(claims):
        if name != names[k] or min(costs[k] for costs in found) < bound or value not in {costs[k] for costs in found}:
            return False
        found = [costs for costs in found if costs[k] <= value]
    return True


@pytest.mark.slow
def test_no_forged_proof_is_accepted_for_what_is_not_true(tmp_path: Path, full: bool) -> None:
    """300 forgeries, 5,000 with --full: refused, or true of the tournament under the terms in the file."""
    rounds, path = drawn(), tmp_path / "round.json"
    proofs = []
    for round_ in rounds:
        write_certificate(round_, path)
        proofs.append(json.loads(path.read_text(encoding="utf-8")))
        verified = verify_round(read_json(path), round_.tournament, path)
        assert true_of(read_json(path), round_.tournament, verified.tiers)
    accepted = 0
    for seed in range(5000 if full else 300):
        k = seed % len(rounds)
        path.write_text(json.dumps(forged(proofs[k], proofs, seed)), encoding="utf-8")
        try:
            certified = read_json(path)
            verified = verify_round(certified, rounds[k].tournament, path)
        except RefusedError:
            continue
        assert true_of(certified, rounds[k].tournament, verified.tiers), seed
        accepted += 1
    print(f"accepted, each a true theorem: {accepted}")
    assert accepted > (100 if full else 5)
