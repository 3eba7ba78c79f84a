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

import pandas as pd
from mcmahon.model.errors import FolderError, InputError

from ..simulations.metrics import METRICS
from .figures import ONE_VALUE, Figures, compared, interval_notes

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
    """The report of a CSV or Parquet file of `sweep`.

    The baseline is a method's name, or a part of one name only; by default the shortest name that begins with `ours` or
    `balanced`, else that of the first row. Raises InputError where the file has no such rows or not one such method,
    FolderError where it cannot be read.
    """
    table = _read_rows(path)
    fields, methods = _names(table, FIELD, "all"), _names(table, METHOD, table["engine"].iloc[0])
    known = list(dict.fromkeys(methods))
    baseline = _baseline(known, baseline, path)
    rows = table[[*METRICS]].to_numpy(float).tolist()
    values: dict[tuple[str, str], dict[int, Sequence[float]]] = {}
    for field, method, seed, row in zip(fields, methods, map(int, table["seed"]), rows, strict=True):
        values.setdefault((field, method), {})[seed] = row
    same = {name: table[name].iloc[0] for name in (*FIELD, *METHOD) if table[name].nunique() == 1}
    costed = dict(zip(methods, table[[*COSTED]].itertuples(index=False), strict=True))
    found = _with_like_costs(compared(values, [*METRICS], baseline, seed=1), costed)
    return SimulationReport(found, len(table), baseline, same, int(table["relaxed_rounds"].astype(float).sum()))


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


def _read_rows(path: Path) -> pd.DataFrame:
    """The rows with their inputs as texts. Raises InputError, FolderError."""
    try:
        table = pd.read_parquet(path) if path.suffix == ".parquet" else pd.read_csv(path, dtype=str, na_filter=False)
    except OSError as error:
        raise FolderError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError as error:
        raise InputError(f"{path} does not contain rows of mcmahon simulate: {error}") from None
    missing = [name for name in (*FIELD, *METHOD, "seed", *METRICS) if name not in table.columns]
    if missing or table.empty:
        what = f"has no column {missing[0]}" if missing else "has no row"
        raise InputError(f"{path} {what}; expected a file written by mcmahon simulate")
    return table.astype(dict.fromkeys((*FIELD, *METHOD), str))


def _with_like_costs(found: Figures, costed: Mapping[str, object]) -> Figures:
    """The figures without differences of cost between methods whose costs are different functions (`costed`)."""
    nothing = (math.nan, math.nan, math.nan)
    unlike = [f.metric == "cost" and costed[f.method] != costed.get(f.against) for f in found.every]
    return Figures([replace(f, difference=nothing) if u else f for f, u in zip(found.every, unlike, strict=True)])


def _names(table: pd.DataFrame, columns: Sequence[str], only: str) -> list[str]:
    """A short name for each row out of what differs in some columns; `only` where nothing does."""
    parts = [_told_apart(table, name) for name in columns if table[name].nunique() > 1]
    return [" ".join(filter(None, words)) for words in zip(*parts, strict=True)] or [only] * len(table)


def _told_apart(table: pd.DataFrame, column: str) -> list[str]:
    texts = table[column].tolist()
    if column in ("engine", "profile"):
        return texts
    if column == "weights":  # the profile's name says them, but where one name stands for several
        named = {
            (profile, text): name
            for profile, several in table.groupby("profile")[column].unique().items()
            for text, name in zip(several, _differing(several, _plain_json), strict=True)
        }
        return [named[key] for key in zip(table["profile"], texts, strict=True)]
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
