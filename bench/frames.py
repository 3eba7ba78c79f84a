"""Research on a tournament in a folder, as DataFrames: what each bar would give, and weights tuned to wishes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mcmahon.api.arguments import several
from mcmahon.api.frames import Found, frame, table
from mcmahon.desk.desk import Desk
from mcmahon.desk.files.grids import columns_grid
from mcmahon.io.settings.profiles import profile_named

from .simulations.adviser import AdviserTrials, advise, choices_of, to_simulate
from .simulations.results_model import ResultModel
from .tuning.search import StopRule, Tune, find_weights, tuned_text, write_tuned

if TYPE_CHECKING:
    import pandas as pd


def bars(
    folder: str | Path,
    tournaments: int = 200,
    *,
    bar: str = "",
    supergroups: str = "0",
    seed: int = 1,
    model: str = "egf",
) -> pd.DataFrame:
    """The effect of each bar in so many simulated tournaments: shares, each followed by its 95 % interval.

    Raises InputError and FolderError.
    """
    tournament = to_simulate(Desk(folder).read(), bar).tournament
    trials = AdviserTrials(tournaments, seed, ResultModel(model), workers=0)
    shares = ("unbeaten", "best_wins", "leader_stranded")
    titles = ["bar", "supergroup", "above", "verdict"]
    titles += [f"{name}{part}" for name in shares for part in ("", "_low", "_high")]
    rows = []
    for line in advise(tournament, choices_of(tournament, supergroups), trials):
        values = [getattr(line, name) for name in shares]
        numbers = [number for share in values for number in (share.value, share.low, share.high)]
        rows.append([line.choice.bar, line.choice.supergroup, line.above, line.verdict, *numbers])
    return frame(titles, rows)


def tune(
    folders: Sequence[str | Path],
    want: str | Iterable[str] = (),
    *,
    unless_gap: str | Iterable[str] = (),
    base: str | Path = "",
    out: str | Path | None = None,
    replay: bool = True,
    seconds: float = 120.0,
) -> Found:
    """The rounds drawn again with tuned weights that meet the wishes (`same_club<=2`), beside those that stand.

    `table` compares them, `profile` is the text of the tuned profile; `out` writes it. Raises InputError, FolderError.
    """
    target = Path(out) if out is not None else None
    begin = profile_named(str(base), Path(folders[0])) if str(base) else None
    request = Tune(several(want), several(unless_gap), begin, replay, target)
    done = find_weights([Desk(folder).read() for folder in folders], request, StopRule(seconds)).value
    text = tuned_text(done, f"tuned in Python: {', '.join((*request.want, *request.unless_gap))}")
    if target is not None:
        write_tuned(text, target)
    columns = [one for one in (done.standing, done.found.before, done.found.after) if one is not None]
    met, unmet = ([str(wish) for wish in wishes] for wishes in (done.found.met, done.found.unmet))
    parts = {"table": table(columns_grid("tuned", columns)), "profile": text, "met": met, "unmet": unmet}
    return Found(done, parts | {"tried": done.found.tried})
