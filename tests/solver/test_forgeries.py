"""Forged certificates: whatever the verifier accepts is true of the problem in the file, by every pairing of it.

A second verifier, written from docs/reference/certificate.md alone, says the same of each.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from mcmahon.solver.proof.stated_problems import read
from mcmahon.solver.proof.verify_certificate import verify

from .forgeries import File, Oracle, careless_page, fits, forgery, honest_files, pay_by_program
from .second_verifier import second_opinion

Claims = list[tuple[str, int, int]]


@pytest.fixture(scope="module")
def files() -> list[File]:
    return honest_files(28)


def opinions(file: Path) -> list[Claims | None]:
    """What both verifiers say of a file: claims, or None where it is refused."""

    def first(name: str) -> Claims:
        return verify(*read(name))

    found: list[Claims | None] = []
    for verifier in (first, second_opinion):
        try:
            found.append(verifier(str(file)))
        except (ValueError, OSError, TypeError, EOFError, SyntaxError):
            found.append(None)
    return found


def save(file: Path, data: File) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        np.savez(file, **data)


@pytest.mark.slow
def test_honest_certificates_are_accepted_by_both_and_true(files: list[File], tmp_path: Path) -> None:
    file, oracle, proven = tmp_path / "round.npz", Oracle(), 0
    for data in files:
        save(file, data)
        one, other = opinions(file)
        assert one == other is not None
        assert oracle.holds(data, one or [])
        proven += all(value == bound for _, value, bound in one or [])
    assert proven > len(files) / 2  # rules over pairs may leave a gap that CP-SAT has settled


@pytest.mark.slow
def test_the_oracle_knows_a_false_claim(files: list[File]) -> None:
    """A bound one above the best pairing, a value that is another one, a pairing that is not allowed."""
    oracle = Oracle()
    for data in files:
        claims = [(str(n), int(v), int(v)) for n, v in zip(data["tiers"], data["value"], strict=True)]
        assert oracle.holds(data, claims)
        (name, value, _), *rest = claims
        assert not oracle.holds(data, [(name, value, value + 1), *rest])
        assert not oracle.holds(data, [(name, value + 1, value), *rest])
        assert not oracle.holds(data | {"allowed": data["allowed"] & False}, claims)


@pytest.mark.slow
def test_no_forgery_proves_what_is_not_true(
    files: list[File], tmp_path: Path, forgeries: Callable[[int], range]
) -> None:
    """Some hundred forgeries: what is called proven is true, and both verifiers say the same of each."""
    file, oracle = tmp_path / "round.npz", Oracle()
    accepted: Counter[str] = Counter()
    numbers = forgeries(400)
    for seed in numbers:
        done, data = forgery(files, seed)
        save(file, data)
        one, other = opinions(file)
        assert one == other, (seed, done)
        if one is not None:
            assert fits(data), (seed, done)
            assert oracle.holds(data, one), (seed, done)
            accepted[done] += 1
    print(f"accepted, each a true theorem: {accepted.total()}")
    assert accepted.total() > len(numbers) / 10


@pytest.mark.slow
@pytest.mark.parametrize(
    ("check", "instead"),
    [
        ("(c.sets.sum(axis=1) % 2 == 1).all()", "True"),
        ("tight_sets | (w >= 0)", "tight_sets | True"),
        ("tight | (rows <= 0)", "tight | True"),
        ("closed | (over >= 0)", "closed | True"),
        ("(reduced >= 0)[possible].all()", "True"),
        ("possible &= reduced <= min(proof.gap, 2 * BIG)", "possible &= reduced <= 0"),
    ],
)
def test_a_verifier_without_a_check_is_found_out(files: list[File], tmp_path: Path, check: str, instead: str) -> None:
    """The forger is good enough: if one check is left out, some of its duals prove what is not true."""
    careless = careless_page(check, instead)
    file, oracle = tmp_path / "round.npz", Oracle()

    def deceived(seed: int) -> bool:
        rng = np.random.default_rng(seed)
        data = dict(files[rng.integers(len(files))])
        pay_by_program(data, rng, files)
        save(file, data)
        try:
            claims = careless.verify(*read(str(file)))
        except ValueError:
            return False
        return not oracle.holds(data, claims)

    assert any(deceived(seed) for seed in range(1500))
