"""Whether what 60 players have shown holds in fields of 250 and 1,000."""

from __future__ import annotations

from dataclasses import replace

from ...io.settings.profiles import load_profile
from .. import metrics as m
from ..figures import Figures
from .common import SPREADS, Arm, Method, Size, Study, cells, models, preset

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
    simulated=(
        "Preset `egf` without handicaps, profile `balanced`, 5 rounds: McMahon and a Swiss by our engine, McMahon by "
        "lots inside score groups, and by our engine with neighbours of a score group paired. 250 players at three "
        f"spreads, 1,000 at one. {SPREADS} distance_mean: mean distance of true strengths in the games; kendall: "
        "Kendall's tau of places and true strengths; best_wins: the truly strongest wins; unbeaten_winner: one player "
        "alone leads in points and has won every round; draw_downs: games between different scores. Players are those "
        "of the groups, whatever the command says."
    ),
    size=Size(6, players=250),
    metrics={f.__name__: f for f in (m.distance_mean, m.kendall, m.best_wins, m.unbeaten_winner, m.draw_downs)},
    baseline=MCMAHON,
    arms=arms,
    answer=answer,
    limits=(
        "Few tournaments: enough for the order and the distances, which are means over all players of a large field, "
        "not for winners, of whom a tournament has one. The bar is where the table for the field's size has it."
    ),
    rows=True,
    plotted=("distance_mean", "kendall"),
)
