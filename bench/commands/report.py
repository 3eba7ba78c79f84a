"""Prints the comparison of methods over simulated tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcmahon.cli.output import columns

from ..sweeps.figures import interval_notes
from ..sweeps.report import SHOWN

if TYPE_CHECKING:
    from ..sweeps.report import SimulationReport


def report_text(report: SimulationReport) -> str:
    """Means of the main metrics, and differences from the baseline with 95 % intervals, for a terminal."""
    blocks = [block for group in report.figures.groups() for block in _blocks(report, group)]
    text = "\n\n".join(blocks)
    return "\n".join([text, *(interval_notes(text, report.figures) if len(report.methods) > 1 else [])])


def _blocks(report: SimulationReport, group: str) -> list[str]:
    """The tables of one group of tournaments: means, and differences if there is a baseline."""
    found = report.figures
    here, of = found.methods(group), "" if group == "all" else f", {group}"
    rows = [
        [method, found.figure(group, method, "games").tournaments]
        + [f"{found.figure(group, method, name).mean[0]:.3f}" for name in SHOWN]
        for method in here
    ]
    table = columns(["method", "tournaments", *SHOWN], rows, "l" + "r" * (len(SHOWN) + 1))
    blocks = [f"Means{of}\n{table}"]
    others = [method for method in here if method != report.baseline]
    if others and report.baseline in here:
        rows = [[name, *(found.gap(group, method, name) for method in others)] for name in SHOWN]
        table = columns(["metric", *others], rows, "l" + "r" * len(others))
        blocks.append(f"Differences from {report.baseline}{of}, with 95 % intervals\n{table}")
    return blocks
