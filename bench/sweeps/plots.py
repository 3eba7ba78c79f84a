"""Plots of figures with their intervals, as SVG; the same text for the same figures."""

from __future__ import annotations

import io
from collections.abc import Sequence

import matplotlib
from matplotlib.figure import Figure as Drawing

from .figures import Figures

COLOURS = (
    "#1f77b4", "#d95f02", "#2ca02c", "#7570b3", "#e7298a", "#666666", "#17becf", "#a6761d", "#bcbd22", "#8c564b",
)  # fmt: skip
PANEL_WIDTH, LINE_HEIGHT = 3.0, 0.19  # inches


def plot(found: Figures, names: Sequence[str], baseline: str = "") -> str:
    """The means of some metrics, a panel a metric, a line a method, a colour a group.

    With a baseline the differences from it, which is the line at 0.
    """
    groups = found.groups()
    methods = list(dict.fromkeys(f.method for f in found.every if f.method != baseline))
    lines = len(methods) * max(2, len(groups))
    with matplotlib.rc_context({"svg.hashsalt": "mcmahon", "svg.fonttype": "none", "font.size": 8}):
        drawing = Drawing(figsize=(1.4 + PANEL_WIDTH * len(names), 1.0 + LINE_HEIGHT * lines), layout="constrained")
        panels = drawing.subplots(1, len(names), sharey=True, squeeze=False)[0]
        for panel, name in zip(panels, names, strict=True):
            for k, group in enumerate(groups):
                own = [found.figure(group, m, name) for m in found.methods(group) if m != baseline]
                places = [methods.index(f.method) + 0.7 * ((k + 0.5) / len(groups) - 0.5) for f in own]
                shown = [f.difference if baseline else f.mean for f in own]
                reach = [[mean - low for mean, low, _ in shown], [high - mean for mean, _, high in shown]]
                style = {"color": COLOURS[k % len(COLOURS)], "label": group}
                means = [mean for mean, _, _ in shown]
                panel.errorbar(means, places, xerr=reach, fmt="o", markersize=3, capsize=2, **style)
            if baseline:
                panel.axvline(0, color="#666666", linewidth=0.8)
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
