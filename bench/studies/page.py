"""The page of a study: its question, table, plot, command, answer and limits."""

from __future__ import annotations

import shlex
from pathlib import Path

from ..figures import Figures
from .common import Size, Study

PUBLISHED = Path("bench/studies")  # where the pages of the project are


def page_text(study: Study, found: Figures, size: Size, more: str = "", out: Path = PUBLISHED) -> str:
    """The page in Markdown; `more` comes after the plot, `out` is the folder it was made for."""
    return "\n\n".join(
        part
        for part in (
            f"# {study.question}",
            f"## What was simulated\n\n{study.simulated}\n\n{_size_text(size)}",
            f"## Answer\n\n{_answer(study, found, size)}",
            f"## Figures\n\nMeans over the tournaments with 95 % bootstrap intervals; all in "
            f"[{study.name}.csv]({study.name}.csv).",
            *(_table(study, found, group) for group in found.groups()),
            f"## Differences\n\nTournament by tournament from `{study.baseline}`, with 95 % bootstrap intervals: an "
            "interval without 0 is a difference that this many tournaments show.",
            *(_table(study, found, group, gaps=True) for group in found.groups()),
            f"![The means with their intervals]({study.name}.svg)",
            more,
            f"## Command\n\n    {command(study.name, size, out)}",
            f"## Limits\n\n{study.limits}",
        )
        if part
    ) + "\n"  # fmt: skip


def command(name: str, size: Size, out: Path = PUBLISHED) -> str:
    """The command that makes the page again."""
    own = f"--tournaments {size.tournaments} --players {size.players} --rounds {size.rounds} --seed {size.seed}"
    return f"python -m mcmahon.bench.studies {name} {own} --out {shlex.quote(out.as_posix())}"


def _size_text(size: Size) -> str:
    last = size.seed + size.tournaments - 1
    return (
        f"{size.tournaments} tournaments (seeds {size.seed} to {last}) of {size.players} players, true strengths drawn "
        "around ratings and ranks, results by the rating models `egf` (European ratings of 2021) and `aga` (BayRate). "
        "Every method sees the same fields, strengths and luck."
    )


def _answer(study: Study, found: Figures, size: Size) -> str:
    if size == study.size:
        return study.answer(found)
    return "Not the size that the answer was written for: only the figures below are of this run."


def _table(study: Study, found: Figures, group: str, gaps: bool = False) -> str:
    cell = found.gap if gaps else found.mean
    names = list(study.metrics)
    methods = [method for method in found.methods(group) if not (gaps and method == study.baseline)]
    rows = [f"| {m} | " + " | ".join(cell(group, m, name) for name in names) + " |" for m in methods]
    head = f"| {group} | " + " | ".join(names) + " |"
    return "\n".join([head, "|---" * (len(names) + 1) + "|", *rows])
