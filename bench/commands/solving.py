"""What `mcmahon bench solve` prints and writes: costs by tier, what is proven, the files of answer and certificate."""

from __future__ import annotations

from pathlib import Path

from mcmahon.cli.common import echo, warn
from mcmahon.model.errors import InputError
from mcmahon.model.language import counted

from ..exchange.solve_file import Solved, write_answer, write_certificate


def tell_solved(source: str, solved: Solved, out: Path, certificate: Path | None) -> None:
    """Write the answer and the certificate, and print what they are. Raises InputError, FolderError."""
    write_answer(solved, out)
    games, byes = counted(len(solved.pairs), "game"), counted(len(solved.byes), "bye")
    echo(f"{source}: {games}, {byes}, by {solved.engine} in {solved.seconds:.3f} s")
    for tier, cost in solved.cost.items():
        echo(f"tier {tier}: {cost:,}{_standing(solved, tier)}")
    echo(f"answer: {out}")
    target = certificate or out.with_suffix(".npz")
    try:
        write_certificate(solved, target)
    except InputError as error:
        if certificate is not None:
            raise
        warn(f"no certificate: {error}")
    else:
        echo(f"certificate: {target}; to check it: mcmahon verify {target}")


def _standing(solved: Solved, tier: str) -> str:
    """What is known of the cost in a tier."""
    if solved.proven and solved.certified:
        return ", the least, proven"
    if solved.proven:
        return f", the least by the word of {solved.engine}"
    bound = solved.bound[tier]
    return f", no proof; no pairing costs less than {bound:,}" if bound else ", no proof"
