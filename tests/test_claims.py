"""Sentences about proofs are made of claims alone, and claims in one place."""

from __future__ import annotations

import ast
from pathlib import Path

import mcmahon

ROOT = Path(mcmahon.__file__).resolve().parent
ROOMS = ("api", "cli", "desk", "io", "web")
MAKERS = {
    "Claim": {"desk/rounds/proof/proving.py"},
    "Verified": {"desk/rounds/proof/verify_proof.py"},
}


def trees() -> dict[str, ast.Module]:
    """Each file of the faces and the desk, by its path."""
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def test_claims_are_made_in_one_place() -> None:
    found: dict[str, set[str]] = {name: set() for name in MAKERS}
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                found[node.func.id].add(path)
    assert found == MAKERS


def test_the_bound_of_a_record_is_read_only_by_what_makes_claims() -> None:
    """No page says that a round is proven because two numbers of a file are equal."""
    readers = {
        path
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("record.bound", "drawn.record.bound")
    }
    assert readers == {"desk/rounds/proof/proving.py"}
