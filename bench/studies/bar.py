"""Where the bar should be, and whether the BGA's table holds up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...model.placing.start_scores import players_at_each_bar
from ...model.tournament.player import Player
from ...model.tournament.ranks import rank_name
from .. import metrics as m
from ..adviser import leader_stranded
from ..figures import Figures
from ..generator import make_players
from ..results_model import ResultModel
from ..simulation import Played
from ..sweep import Cell
from .common import SPREADS, Arm, Method, Size, Study, both, cells, models

COUNTS = (4, 8, 12, 16, 32, 64)
ABOVE = {f"about {above} above": above for above in COUNTS}
BASELINE = "about 8 above"
CONTRASTS = tuple((f"about {more} above", f"about {less} above") for less, more in ((12, 16), (16, 32), (32, 64)))


def arms(size: Size) -> list[Arm]:
    """Bars with about so many players at or above them: three lengths, and the middle one at other spreads too."""
    fields = [(rounds, models()) for rounds in (size.rounds - 1, size.rounds, size.rounds + 1)]
    fields.append((size.rounds, models((0, 2))))
    return [
        Arm(f"{rounds} rounds, {group}", method, _with_bar(model, replace(size, rounds=rounds), above))
        for rounds, own in fields
        for group, model in own.items()
        for method, above in ABOVE.items()
    ]


def _with_bar(model: ResultModel, size: Size, above: int) -> tuple[Cell, ...]:
    """The tournaments, each with the bar of its own field."""
    return tuple(
        replace(cell, settings=replace(cell.settings, start=replace(cell.settings.start, bar=_bar(cell, above))))
        for cell in cells(Method(), model, size)
    )


def _bar(cell: Cell, above: int) -> str:
    return bar_near(make_players(cell.shape, cell.settings.seed), above)


def bar_near(players: list[Player], above: int) -> str:
    """The bar with the count of players at or above it nearest to one wanted; of two such the higher."""
    counts = players_at_each_bar([p.rank for p in players])
    return rank_name(min(counts, key=lambda rank: (abs(counts[rank] - above), -rank)))


def above_bar(played: Played) -> float:
    """How many players are really at or above the bar."""
    return len(played.standings.sums.scores.top)


def stranded(played: Played) -> float:
    """1 when a leader of some round had to play somebody two or more points below, else 0."""
    return float(leader_stranded(played))


def answer(found: Figures) -> str:
    """The findings."""
    lengths = [f"{rounds} rounds, {{}}" for rounds in (4, 5, 6)]
    four, five, six = lengths
    eight, twelve, sixteen, thirty, sixty = (f"about {count} above" for count in COUNTS[1:])

    def each(cell: Callable[..., str], method: str, metric: str) -> str:
        return "; ".join(both(cell, method, metric, group) for group in lengths)

    return (
        "* With more players at or above the bar a leader is stranded in fewer tournaments: in 4, 5 and 6 rounds "
        f"{each(found.mean, eight, 'stranded')} with about 8, {each(found.mean, sixteen, 'stranded')} with about 16.\n"
        "* The price is order. With about 16 Kendall's tau differs from that with about 8 in 4, 5 and 6 rounds by "
        f"{each(found.gap, sixteen, 'kendall')}, and the share of the three strongest among the first three by "
        f"{each(found.gap, sixteen, 'top_3')}, which shows by both models in 4 and 6. With about 12 tau is lower by "
        "both models too, by less. Fewer wins of the best with about 12 or 16 do not show by both models.\n"
        "* One unbeaten winner comes oftener with about 2^rounds than with about 8: in 5 rounds with about 32 by "
        f"{both(found.gap, thirty, 'unbeaten_winner', five)}, in 6 with about 64 by "
        f"{both(found.gap, sixty, 'unbeaten_winner', six)}; in 4, with about 16, it does not show by both models "
        f"({both(found.gap, sixteen, 'unbeaten_winner', four)}). With twice as many it comes seldomer: in 4 rounds "
        f"{both(found.gap, thirty, 'unbeaten_winner', four, sixteen)}, in 5 "
        f"{both(found.gap, sixty, 'unbeaten_winner', five, thirty)}.\n"
        "* So the table buys order with stranded leaders: inside it few in 4 rounds, many in 6, where about 12 still "
        f"have {both(found.mean, twelve, 'stranded', six)}. Whoever minds that takes its upper end or a little more, "
        "and gives up some order; which counts more these figures do not say.\n"
        "* With spread 0 and 2, played for 5 rounds, about 12 and 16 strand fewer leaders than about 8 too, and "
        "about 32 has more unbeaten winners. The price in tau of about 12 and 16 does not show by both models with "
        "spread 2."
    )


STUDY = Study(
    name="bar",
    question="Where should the bar be, and does the BGA's table hold up?",
    simulated=(
        "Preset `egf`, profile `balanced-1`; for 4, 5 and 6 rounds (one less than `--rounds`, as many, one more) the "
        "bar of every field is the rank with the count of players at or above it nearest to 4, 8, 12, 16, 32 or 64 "
        "(64 is everybody: a Swiss). The BGA's table has 5 to 10 for 4 rounds, 6 to 12 for 5, 7 to 15 for 6. "
        f"{SPREADS} above_bar: how many there really were; unbeaten_winner: one player alone leads in points and has "
        "won every round; distinct_winner: nobody shares the first place after tie-breaks; best_wins: the truly "
        "strongest wins; top_3: share of the three strongest among the first three; stranded: a leader of some round "
        "had to play somebody two or more points below; kendall: Kendall's tau of places and true strengths."
    ),
    size=Size(100, players=64),
    metrics={
        f.__name__: f
        for f in (above_bar, m.unbeaten_winner, m.distinct_winner, m.best_wins, m.top_3, stranded, m.kendall)
    },
    baseline=BASELINE,
    contrasts=CONTRASTS,
    arms=arms,
    answer=answer,
    limits=(
        "Fields of 64 with two or three players a rank at the top; the bar moves by whole ranks, so that the counts "
        "are means. Who is stranded depends on how the fields thin out above the bar. The spreads 0 and 2 were played "
        "in 5 rounds only. The shares are of 100 tournaments each, so that only differences of a tenth or more show."
    ),
    plotted=("unbeaten_winner", "best_wins", "stranded"),
)
