"""A report on the rows of a sweep: methods side by side with intervals, as figures or as one page with plots.

Methods are told apart by whatever of engine, profile, weights, bar and settings is not the same in all rows; they are
compared inside fields of the same size, rounds, results and shape, tournament by tournament (the same seed).
"""

from __future__ import annotations

import json
import math
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path

from mcmahon.model.errors import InputError

from ..simulations.metrics import METRICS
from .figures import ONE_VALUE, Figures, compared, interval_notes
from .stored_rows import read_blocks

FIELD = ("players", "rounds", "system", "jitter", "model", "shape")
METHOD = ("engine", "profile", "weights", "bar", "settings", "version")
COSTED = ("profile", "weights", "bar", "settings")  # what the function that `cost` adds up depends on
SHOWN = ("kendall", "best_wins", "distance_mean", "entropy", "draw_downs", "same_club", "same_country")
PANELS = 4  # plots beside each other


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """The figures of a file of so many rows, the method that others are compared with, and what is the same in all."""

    figures: Figures
    rows: int
    baseline: str
    same: Mapping[str, str]
    relaxed: int

    @property
    def methods(self) -> list[str]:
        """All methods, the baseline first."""
        return list(dict.fromkeys([self.baseline, *(f.method for f in self.figures.every)]))


def read_report(path: Path, baseline: str = "") -> SimulationReport:
    """The report of the rows of a `sweep`: a CSV or Parquet file, or a folder of parts.

    The baseline is a method's name, or a part of one name only; by default the shortest name that begins with `ours` or
    `balanced`, else that of the first row. Raises InputError if there are no such rows or not one such method,
    FolderError for what cannot be read.
    """
    blocks = read_blocks(path, [*METRICS])
    inputs = [block.inputs for block in blocks]
    fields, methods = _names(inputs, FIELD, "all"), _names(inputs, METHOD, inputs[0]["engine"])
    known = list(dict.fromkeys(methods))
    baseline = _baseline(known, baseline, path)
    values = {(f, m): (b.seeds, b.values) for f, m, b in zip(fields, methods, blocks, strict=True)}
    same = {name: inputs[0][name] for name in (*FIELD, *METHOD) if len({one[name] for one in inputs}) == 1}
    costed = {method: [one[name] for name in COSTED] for method, one in zip(methods, inputs, strict=True)}
    found = _with_like_costs(compared(values, [*METRICS], baseline, seed=1), costed)
    relaxed = sum(int(block.values[:, [*METRICS].index("relaxed_rounds")].sum()) for block in blocks)
    return SimulationReport(found, sum(len(block.seeds) for block in blocks), baseline, same, relaxed)


def _baseline(known: Sequence[str], wanted: str, path: Path) -> str:
    """The method that a name or a part of it means, or the default. Raises InputError."""
    if not wanted:
        own = [name for name in known if name.split()[0] in ("ours", "balanced")]
        return min(own, key=len, default=known[0])
    found = [wanted] if wanted in known else [name for name in known if wanted in name]
    if len(found) != 1:
        what = f"several methods in {path} contain" if found else f"no method in {path} contains"
        raise InputError(f"{what} {wanted!r} in their name; expected one of {'; '.join(found or known)}")
    return found[0]


def _with_like_costs(found: Figures, costed: Mapping[str, object]) -> Figures:
    """The figures without differences of cost between methods whose costs are different functions (`costed`)."""
    nothing = (math.nan, math.nan, math.nan)
    unlike = [f.metric == "cost" and costed[f.method] != costed.get(f.against) for f in found.every]
    return Figures([replace(f, difference=nothing) if u else f for f, u in zip(found.every, unlike, strict=True)])


def _names(inputs: Sequence[Mapping[str, str]], columns: Sequence[str], only: str) -> list[str]:
    """A short name for each out of what differs in some columns; `only` where nothing does."""
    parts = [_told_apart(inputs, name) for name in columns if len({one[name] for one in inputs}) > 1]
    return [" ".join(filter(None, words)) for words in zip(*parts, strict=True)] or [only] * len(inputs)


def _told_apart(inputs: Sequence[Mapping[str, str]], column: str) -> list[str]:
    texts = [one[column] for one in inputs]
    if column in ("engine", "profile"):
        return texts
    if column == "weights":  # the profile's name says them, but where one name stands for several
        pairs = [(one["profile"], one[column]) for one in inputs]
        several = {name: [*dict.fromkeys(text for own, text in pairs if own == name)] for name, _ in pairs}
        named = {
            (profile, text): name
            for profile, found in several.items()
            for text, name in zip(found, _differing(found, _plain_json), strict=True)
        }
        return [named[pair] for pair in pairs]
    if column == "settings":
        return _differing(texts, _plain_json)
    if column in ("model", "shape"):
        return _differing(texts, lambda text: dict(word.split("=", 1) for word in text.split() if "=" in word))
    return [f"{column}={text}" for text in texts]


def _differing(texts: Sequence[str], parsed: Callable[[str], Mapping[str, str]]) -> list[str]:
    """What is not the same in all texts, as `key=value`."""
    every = {text: parsed(text) for text in dict.fromkeys(texts)}
    known = dict.fromkeys(key for one in every.values() for key in one)
    keys = [key for key in known if len({one.get(key) for one in every.values()}) > 1]
    names = {text: " ".join(f"{key}={one[key]}" for key in keys if key in one) for text, one in every.items()}
    return [names[text] for text in texts]


def _plain_json(text: str) -> dict[str, str]:
    """Values by key: settings as they are, weights as `weight` or `weight@tier`, rules by their place."""
    data = json.loads(text)
    if isinstance(data, list):
        data = data[0] | {f"rule {k}": rule for k, rule in enumerate(data[1], 1)}
    plain = {}
    for key, value in data.items():
        if isinstance(value, list) and len(value) == 2 and all(isinstance(v, int) for v in value):
            value = value[0] if value[1] == 1 else f"{value[0]}@{value[1]}"
        plain[key] = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return plain


def write_report(report: SimulationReport, path: Path, rows: Path, command: str = "", new: int | None = None) -> None:
    """Write the page: one HTML file that needs nothing else, the same for the same rows. Raises FolderError.

    `command` is what wrote it; `new` are the rows that this command has played, None where it plays none.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from mcmahon.io.files import write_file

    from .plots import plot

    package = __package__ or "mcmahon_bench"
    pages = Environment(
        loader=PackageLoader(package, "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = (files("mcmahon.io") / "pages" / "style.css").read_text(encoding="utf-8")
    base = report.baseline if len(report.methods) > 1 else ""
    plots = [plot(report.figures, SHOWN[k : k + PANELS], base) for k in range(0, len(SHOWN), PANELS)]
    text = pages.get_template("report.html").render(
        report=report,
        figures=report.figures,
        rows=rows.name,
        style=style,
        command=command,
        new=new,
        metrics={name: (metric.__doc__ or "").split("\n")[0] for name, metric in METRICS.items()},
        notes=interval_notes(f"{ONE_VALUE} +0.000", report.figures),
        plots=[b64encode(svg.encode()).decode() for svg in plots],
    )
    write_file(path, text.encode())
