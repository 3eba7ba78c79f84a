"""The page of a study: its question, table, plot, command, answer and limits."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..sweeps.figures import SHARES, Figures, interval_notes
from .common import SYSTEMS, Size, Study

PUBLISHED = Path("bench/studies")  # where the pages of the project are
DIFFERENCE_WORDS = (
    "Where a 95 % interval (bootstrap) does not contain 0, these tournaments show a difference. Without any effect, "
    "one interval in twenty still leaves 0 out by chance, so an interval that ends close to 0 proves little."
)


def page_text(study: Study, found: Figures, size: Size, more: str = "", out: Path = PUBLISHED) -> str:
    """The page in Markdown; `more` comes after the plot, `out` is the folder it was made for."""
    answer = _answer(study, found, size)
    means, gaps = ([table(study, found, group) for group in found.groups()] for table in (_means, _gaps))
    rows = rows_name(study.name)
    notes = " ".join(interval_notes("".join([answer, *means, *gaps, more]), found))
    parts = (
        f"# {study.question}",
        f"**For a director**: {study.advice}" if study.advice and size == study.size else "",
        f"## What was simulated\n\n{study.simulated}\n\n{_size_text(study, size)}",
        f"## Answer\n\n{answer}",
        f"## Figures\n\nMeans over the tournaments with 95 % intervals{_shares(study)}; all in "
        f"[{study.name}.csv]({study.name}.csv), every tournament with its seed in [{rows}]({rows}). {notes}".rstrip(),
        *means,
        f"## Differences\n\nTournament by tournament from `{study.baseline}`"
        f"{'; `A − B` is A minus B' if study.contrasts else ''}. {DIFFERENCE_WORDS}",
        *gaps,
        f"![The means with their intervals]({study.name}.svg)",
        more,
        f"## Command\n\n```sh\n{command(study.name, size, out)}\n```",
        f"## Limits\n\n{study.limits}",
    )
    return "\n\n".join(part for part in parts if part) + "\n"


def rows_name(name: str) -> str:
    """The file of a study's tournaments."""
    return f"{name}_rows.csv.gz"


def command(name: str, size: Size, out: Path = PUBLISHED) -> str:
    """The command that makes the page again."""
    own = f"--tournaments {size.tournaments} --players {size.players} --rounds {size.rounds} --seed {size.seed}"
    return f"python -m mcmahon_bench.studies {name} {own} --out {shlex.quote(out.as_posix())}"


def _size_text(study: Study, size: Size) -> str:
    last = size.seed + size.tournaments - 1
    seeds = f"(seeds {size.seed} to {last})"
    if study.fields:
        return f"{size.tournaments} tournaments {seeds} in each group; {study.fields}"
    return (
        f"{size.tournaments} tournaments {seeds} of {size.players} players, true strengths drawn "
        "around ratings and ranks, results by the rating models `egf` (European ratings of 2021) and `aga` (BayRate). "
        "Every method sees the same fields, strengths and luck."
    )


def _answer(study: Study, found: Figures, size: Size) -> str:
    if size == study.size and study.fields:
        return study.answer(found)
    if size == study.size:
        return f"Figures in pairs are for the rating models `{SYSTEMS[0]}` and `{SYSTEMS[1]}`.\n\n{study.answer(found)}"
    return "The answer was written for another size; only the figures below come from this run."


def _shares(study: Study) -> str:
    names = [name for name in study.metrics if name in SHARES]
    return f" (bootstrap; Wilson's for {', '.join(names)})" if names else " (bootstrap)"


def _means(study: Study, found: Figures, group: str) -> str:
    """What every method of a group has."""
    return _table(
        study, group, {m: [found.mean(group, m, name) for name in study.metrics] for m in found.methods(group)}
    )


def _gaps(study: Study, found: Figures, group: str) -> str:
    """How far every other method of a group is from the baseline, and the contrasts."""
    others = [method for method in found.methods(group) if method != study.baseline]
    rows = {method: [found.gap(group, method, name) for name in study.metrics] for method in others}
    rows |= {f"{a} − {b}": [found.gap(group, a, name, b) for name in study.metrics] for a, b in study.contrasts}
    return _table(study, group, rows)


def _table(study: Study, group: str, rows: Mapping[str, Sequence[str]]) -> str:
    head = [f"| {group} | " + " | ".join(study.metrics) + " |", "|---" * (len(study.metrics) + 1) + "|"]
    return "\n".join([*head, *(f"| {title} | " + " | ".join(cells) + " |" for title, cells in rows.items())])
