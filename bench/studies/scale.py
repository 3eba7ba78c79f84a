"""Whether what 60 players have shown holds in fields of 250 and 1,000."""

from __future__ import annotations

from dataclasses import replace

from mcmahon.io.settings.profiles import load_profile

from ..simulations import metrics as m
from ..sweeps.figures import Figures
from .common import SPREADS, Arm, Method, Size, Study, both, cells, models, preset

TIMES = 4  # so many as players of the size are in the largest fields
SCALES = (1, 0, 2)
MCMAHON, SWISS, LOTS, ADJACENT = "McMahon", "Swiss", "by hand: random", "ours: adjacent"


def arms(size: Size) -> list[Arm]:
    """The size and four times as many players, each at three spreads."""
    balanced = load_profile("balanced")
    methods = {
        MCMAHON: Method(profile=balanced),
        SWISS: Method(profile=balanced, settings=preset(start__scheme="swiss")),
        LOTS: Method(engine="random", profile=balanced),
        ADJACENT: Method(profile=balanced, settings=preset(pairing__seeding=["1+ adjacent RATING"])),
    }
    return [
        Arm(f"{players:,} players, {group}", method, cells(own, model, replace(size, players=players)))
        for players in (size.players, TIMES * size.players)
        for group, model in models(SCALES).items()
        for method, own in methods.items()
    ]


def answer(found: Figures) -> str:
    """The findings."""
    gap, thousand, exact, few = found.gap, "1,000 players, {}", "1,000 players, {}, spread 0", "250 players, {}"
    wide = "1,000 players, {}, spread 2"
    return (
        "Figures in pairs are for the rating models `egf` and `aga`.\n\n"
        "* **McMahon against Swiss holds**: with 1,000 players games of a Swiss are less even by "
        f"{both(gap, SWISS, 'distance_mean', thousand)} points, and its order is worse by "
        f"{both(gap, SWISS, 'kendall', thousand)} of tau; it holds for both sizes at all three spreads. Five rounds "
        "of a Swiss have no unbeaten winner in such fields.\n"
        "* **Neighbours inside score groups cost order in large fields**, which [60 players](seeding.md) do not show: "
        f"games are more even by {both(gap, ADJACENT, 'distance_mean', few)} points with 250 players and "
        f"{both(gap, ADJACENT, 'distance_mean', thousand)} with 1,000, and tau changes by "
        f"{both(gap, ADJACENT, 'kendall', few)}, and by {both(gap, ADJACENT, 'kendall', thousand)}. A likely "
        "reason: in larger groups neighbours are nearer, and their game says less about who is better. With exact "
        f"ratings it costs most ({both(gap, ADJACENT, 'kendall', exact)}); with true strengths twice as far away "
        f"least ({both(gap, ADJACENT, 'kendall', wide)}; with 250 players not both models show it then).\n"
        "* **Lots inside score groups cost nothing that shows** in both models at spreads 1 and 2: with 1,000 players "
        f"{both(gap, LOTS, 'kendall', thousand)} of tau. With exact ratings they cost a little "
        f"({both(gap, LOTS, 'kendall', exact)})."
    )


STUDY = Study(
    name="scale",
    question="Does what 60 players show hold with 250 and 1,000?",
    advice=(
        "With 250 players or more, do not seed neighbours by rating: games are more even, but the order gets worse, "
        "which 60 players do not show. McMahon instead of Swiss matters as much as in small fields."
    ),
    simulated=(
        "Preset `egf` without handicaps, profile `balanced`, 5 rounds: McMahon and a Swiss by our engine, McMahon by "
        "lots inside score groups, and by our engine with neighbours of a score group paired. 250 and 1,000 players at "
        f"three spreads. {SPREADS} distance_mean: mean distance of true strengths in the games; kendall: "
        "Kendall's tau of places and true strengths; best_wins: the truly strongest wins; unbeaten_winner: one player "
        "alone leads in points and has won every round; draw_downs: games between different scores. Players are those "
        "of the groups: as many as the command says, and four times as many."
    ),
    size=Size(6, players=250),
    fields="results by the rating models `egf` and `aga`; every method sees the same fields, strengths and luck.",
    metrics={f.__name__: f for f in (m.distance_mean, m.kendall, m.best_wins, m.unbeaten_winner, m.draw_downs)},
    baseline=MCMAHON,
    arms=arms,
    answer=answer,
    limits=(
        "Six tournaments a group, whose intervals by the bootstrap are some tenths too narrow: enough for the order "
        "and the distances, which are means over all players of a large field, not for winners, of whom a tournament "
        "has one. The bar is where the table for the field's size has it."
    ),
    plotted=("distance_mean", "kendall"),
)
