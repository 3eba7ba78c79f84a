"""Whether what 60 players have shown holds in fields of 250 and 1,000."""

from __future__ import annotations

from dataclasses import replace

from ...io.settings.profiles import load_profile
from .. import metrics as m
from ..figures import Figures
from .common import Arm, Method, Size, Study, cells, models, preset

SIZES = (250, 1000)
SCALES = (1, 0, 2)
MCMAHON, SWISS, LOTS, ADJACENT = "McMahon", "Swiss", "by hand: random", "ours: adjacent"


def arms(size: Size) -> list[Arm]:
    """Each size at three spreads; 1,000 players at one."""
    balanced = load_profile("balanced")
    methods = {
        MCMAHON: Method(profile=balanced),
        SWISS: Method(profile=balanced, settings=preset(start__scheme="swiss")),
        LOTS: Method(engine="random", profile=balanced),
        ADJACENT: Method(profile=balanced, settings=preset(pairing__seeding=["1+ adjacent RATING"])),
    }
    return [
        Arm(f"{players:,} players, {group}", method, cells(own, model, replace(size, players=players)))
        for players in SIZES
        for group, model in models(SCALES if players < SIZES[-1] else SCALES[:1]).items()
        for method, own in methods.items()
    ]


def answer(found: Figures) -> str:
    """The findings."""
    return "…"


STUDY = Study(
    name="scale",
    question="Does what 60 players show hold with 250 and 1,000?",
    simulated="",
    size=Size(6, players=250),
    metrics={f.__name__: f for f in (m.distance_mean, m.kendall, m.best_wins, m.unbeaten_winner, m.draw_downs)},
    baseline=MCMAHON,
    arms=arms,
    answer=answer,
    limits="",
    rows=True,
    plotted=("distance_mean", "kendall"),
)
