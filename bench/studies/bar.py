"""Where the bar should be, and whether the BGA's table holds up."""

from __future__ import annotations

from dataclasses import replace

from ...model.player import Player
from ...model.ranks import rank_name
from ...model.start_scores import players_at_each_bar
from .. import metrics as m
from ..adviser import leader_stranded
from ..figures import Figures
from ..generator import make_players
from ..results_model import ResultModel
from ..simulation import Played
from ..sweep import Cell
from .common import Arm, Method, Size, Study, cells, models

ABOVE = {f"about {above} above": above for above in (3, 6, 9, 12, 16, 24, 32)}
ROUNDS = (4, 5, 6)
BASELINE = "about 9 above"


def arms(size: Size) -> list[Arm]:
    """Bars with about so many players at or above them, for every length and rating model."""
    return [
        Arm(f"{rounds} rounds, {group}", method, _with_bar(model, replace(size, rounds=rounds), above))
        for rounds in ROUNDS
        for group, model in models().items()
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
    few, table, many = "about 3 above", BASELINE, "about 24 above"

    def shares(method: str, metric: str) -> str:
        return ", ".join(found.mean(f"{rounds} rounds, egf", method, metric) for rounds in (4, 5, 6))

    return (
        "The table's middle is a compromise that no metric alone would choose: the higher the bar, the better the "
        "order of the field and the more often the strongest wins, but the oftener a leader has no even opponent, "
        f"which for 4, 5 and 6 rounds by `egf` happens in these shares of the tournaments: {shares(few, 'stranded')} "
        f"with about 3 at or above it, {shares(table, 'stranded')} with about 9, "
        f"{shares('about 16 above', 'stranded')} with about 16. Of the counts tried one unbeaten winner is "
        "likeliest at 2^rounds or a little below, well beyond the table: for 4 rounds "
        f"{found.gap('4 rounds, egf', 'about 16 above', 'unbeaten_winner')} with about 16 against about 9, for 5 "
        f"{found.gap('5 rounds, egf', many, 'unbeaten_winner')} and for 6 "
        f"{found.gap('6 rounds, egf', many, 'unbeaten_winner')} with about 24, and beyond 2^rounds it collapses (4 "
        f"rounds, about 32: {found.mean('4 rounds, egf', 'about 32 above', 'unbeaten_winner')}). So the table holds "
        "for 4 rounds, where its upper end has few stranded leaders, and is low for 5 and above all 6: there 12 to 16 "
        "strand leaders clearly less by both models, with no loss in wins of the strongest that shows, and a little of "
        "the order."
    )


STUDY = Study(
    name="bar",
    question="Where should the bar be, and does the BGA's table hold up?",
    simulated=(
        "Preset `egf`, profile `balanced`; for 4, 5 and 6 rounds the bar of every field is the rank with the count of "
        "players at or above it nearest to 3, 6, 9, 12, 16, 24 or 32. The BGA's table has 5 to 10 for 4 rounds, 6 to "
        "12 for 5, 7 to 15 for 6. above_bar: how many there really were; unbeaten_winner: one player alone leads in "
        "points and has won every round; distinct_winner: nobody shares the first place after tie-breaks; best_wins: "
        "the truly strongest wins; top_3: share of the three strongest among the first three; stranded: a leader of "
        "some round had to play somebody two or more points below; kendall: Kendall's tau of places and true strengths."
    ),
    size=Size(100, players=48),
    metrics={
        f.__name__: f
        for f in (above_bar, m.unbeaten_winner, m.distinct_winner, m.best_wins, m.top_3, stranded, m.kendall)
    },
    baseline=BASELINE,
    arms=arms,
    answer=answer,
    limits=(
        "Fields of 48 with two or three players a rank at the top; the bar moves by whole ranks, so that the counts "
        "are means. Who is stranded depends on how the fields thin out above the bar. Ratings are taken as known: a "
        "bar that is higher trusts them more, and true strengths further from them speak for a lower one. The shares "
        "are of 100 tournaments each, so that only differences of a tenth or more show."
    ),
    plotted=("unbeaten_winner", "best_wins", "stranded"),
)
