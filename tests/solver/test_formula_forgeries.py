"""Forged files of format 4: the page says of each what plain Python and a second verifier say of it, pair by pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from mcmahon.solver.proof import verify_certificate

from . import second_verifier
from .forgeries import Oracle, careless_page
from .formula_forgeries import File, formula_forgery, honest_formulas, matrices_of

Claims = list[tuple[str, int, int]]
WRONG = (ValueError, TypeError, KeyError, NameError, AttributeError, SyntaxError, StopIteration, OverflowError)


@pytest.fixture(scope="module")
def files() -> list[File]:
    return honest_formulas(15)


@pytest.fixture(autouse=True)
def any_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Costs by formulas may be negative, or greater than those of format 3."""
    layout = second_verifier.ARRAYS["cost"]._replace(least=-(2**62), most=2**62)
    monkeypatch.setitem(second_verifier.ARRAYS, "cost", layout)


def of_page(file: Path, data: File, page: ModuleType = verify_certificate) -> tuple[Claims | None, str]:
    """What the page says; the reason if it refuses the file."""
    np.savez(file, **data)
    try:
        return page.verify(*page.read(str(file))), ""
    except Exception as error:
        return None, str(error)


def of_plain_python(file: Path, data: File, lazy: bool = False) -> tuple[Claims | None, File | None]:
    """What the second verifier says of the matrices, and these; None if a formula cannot be computed."""
    try:
        whole = matrices_of(data, lazy)
    except WRONG:
        return None, None
    np.savez(file, **whole)
    try:
        return second_verifier.second_opinion(str(file)), whole
    except ValueError:
        return None, whole


@pytest.mark.slow
def test_honest_files_are_proven_by_both(files: list[File], tmp_path: Path) -> None:
    for data in files:
        claims, _ = of_page(tmp_path / "a.npz", data)
        other, whole = of_plain_python(tmp_path / "b.npz", data)
        assert whole is not None
        assert claims == other is not None
        assert Oracle().holds(whole, claims or [])


@pytest.mark.slow
def test_no_forged_formula_proves_what_is_not_true(
    files: list[File], tmp_path: Path, forgeries: Callable[[int], range]
) -> None:
    """If a side of a `where` cannot be computed, the page may still accept a file: no pair of the block needs it."""
    oracle, accepted, numbers = Oracle(), Counter[str](), forgeries(250)
    for seed in numbers:
        done, data = formula_forgery(files, seed)
        claims, reason = of_page(tmp_path / "a.npz", data)
        other, whole = of_plain_python(tmp_path / "b.npz", data)
        if whole is None and claims is not None:
            other, whole = of_plain_python(tmp_path / "b.npz", data, lazy=True)
        assert claims == other, (seed, done, reason)
        if claims is not None:
            assert whole is not None
            assert oracle.holds(whole, claims), (seed, done)
            accepted[done] += 1
    print(f"accepted, each a true theorem: {accepted.total()} of {len(numbers)}: {accepted}")
    assert accepted.total() > len(numbers) / 10


@pytest.mark.slow
@pytest.mark.parametrize(
    ("computed", "instead"),
    [
        ("& (one[..., a] >= 0)", ""),
        ("may[a - first, b - first] = False", "pass"),
        ("more[kind == tier])", "0)"),
        ("total += weight * numbers", "total += numbers"),
        ("(limit >= 0) & (amount != 0)", "(amount != 0)"),
        ("may[:, -1] = self.bye_may[first:last]", "pass"),
        ("need(type(weight) is int", "need(True"),
    ],
)
def test_a_page_that_computes_otherwise_is_found_out(
    files: list[File], tmp_path: Path, computed: str, instead: str
) -> None:
    """The forger is good enough: some file is refused or accepted that should not be, or proves something else."""
    careless = careless_page(computed, instead)

    def differs(seed: int) -> bool:
        _, data = formula_forgery(files, seed)
        claims, _ = of_page(tmp_path / "a.npz", data, careless)
        return claims != of_page(tmp_path / "a.npz", data)[0]

    with np.errstate(all="ignore"):
        assert any(differs(seed) for seed in range(600))
