"""What `bench solve` and `bench instance` print of an answer: costs by tier, what is proven, and the files written."""

from __future__ import annotations

from pathlib import Path

from mcmahon.cli.common import echo, warn
from mcmahon.desk.messages.proof_texts import closed_text
from mcmahon.model.errors import InputError
from mcmahon.model.language import counted

from ..exchange.solve_file import Solved, write_answer, write_certificate


def tell_solved(source: str, solved: Solved, out: Path, certificate: Path | None) -> None:
    """Write the answer and the certificate, and print what they are. Raises InputError, FolderError."""
    write_answer(solved, out)
    tell_costs(source, solved)
    echo(f"answer: {out}")
    try:
        tell_certificate(solved, certificate or out.with_suffix(".npz"))
    except InputError as error:
        if certificate is not None:
            raise
        warn(f"no certificate: {error}")


def tell_costs(source: str, solved: Solved) -> None:
    """Print the answer's size and its cost by tier."""
    games, byes = counted(len(solved.pairs), "game"), counted(len(solved.byes), "bye")
    echo(f"{source}: {games}, {byes}, by {solved.engine} in {solved.seconds:.3f} s")
    for tier, cost in solved.cost.items():
        echo(f"tier {tier}: {cost:,}{_standing(solved, tier)}")


def tell_certificate(solved: Solved, target: Path) -> None:
    """Write the certificate, and print what it leaves open. Raises InputError, FolderError."""
    write_certificate(solved, target)
    echo(f"certificate: {target}; to check it: mcmahon verify {target}")
    if solved.pairing.closed_by_cp_sat:
        warn(f"CP-SAT has proven {closed_text(solved.pairing.closed_by_cp_sat)}; the certificate leaves a gap there")


def _standing(solved: Solved, tier: str) -> str:
    """What is known of the cost in a tier."""
    if solved.proven and solved.certified:
        return ", the least, proven"
    if solved.proven:
        return f", the least by the word of {solved.engine}"
    bound = solved.bound[tier]
    return f", no proof; no pairing costs less than {bound:,}" if bound else ", no proof"
