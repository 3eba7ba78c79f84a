"""The page of a study: its question, table, plot, command, answer and limits."""

from __future__ import annotations

import io

import matplotlib
from matplotlib.figure import Figure as Drawing

from .common import Figures, Size, Study

COLOURS = ("#1f77b4", "#d95f02", "#2ca02c", "#7570b3", "#e7298a", "#666666")
PANEL_WIDTH, LINE_HEIGHT = 3.0, 0.19  # inches


def page_text(study: Study, found: Figures, size: Size, more: str = "") -> str:
    """The page in Markdown; `more` comes after the plot."""
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
            f"## Command\n\n    {command(study.name, size)}",
            f"## Limits\n\n{study.limits}",
        )
        if part
    ) + "\n"  # fmt: skip


def command(name: str, size: Size, more: str = "") -> str:
    """The command that makes the page again."""
    own = f"--tournaments {size.tournaments} --players {size.players} --rounds {size.rounds} --seed {size.seed}"
    return f"python -m mcmahon.bench.studies {name} {own}{more} --out bench/studies"


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


def plot(study: Study, found: Figures) -> str:
    """The means with their intervals as SVG, a panel a metric; the same text for the same figures."""
    names, groups = study.plotted, found.groups()
    methods = found.methods(groups[0])
    lines = len(methods) * max(2, len(groups))
    with matplotlib.rc_context({"svg.hashsalt": "mcmahon", "svg.fonttype": "none", "font.size": 8}):
        drawing = Drawing(figsize=(1.4 + PANEL_WIDTH * len(names), 1.0 + LINE_HEIGHT * lines), layout="constrained")
        panels = drawing.subplots(1, len(names), sharey=True, squeeze=False)[0]
        for panel, name in zip(panels, names, strict=True):
            for k, group in enumerate(groups):
                places = [y + 0.7 * ((k + 0.5) / len(groups) - 0.5) for y in range(len(methods))]
                means = [found.figure(group, method, name).mean for method in methods]
                reach = [[m - low for m, low, _ in means], [high - m for m, _, high in means]]
                style = {"color": COLOURS[k % len(COLOURS)], "label": group}
                panel.errorbar([m for m, _, _ in means], places, xerr=reach, fmt="o", markersize=3, capsize=2, **style)
            panel.set_title(name)
            panel.locator_params(axis="x", nbins=4)
        panels[0].set_yticks(range(len(methods)), methods)
        panels[0].invert_yaxis()
        panels[-1].legend(loc="best", fontsize=7)
        return svg_text(drawing)


def svg_text(drawing: Drawing) -> str:
    """A drawing as SVG without dates and versions."""
    text = io.StringIO()
    drawing.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"
