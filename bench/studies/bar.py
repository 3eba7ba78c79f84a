"""Where the bar should be, and whether the BGA's table holds up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mcmahon.model.placing.start_scores import players_at_each_bar
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.ranks import rank_name

from ..simulations import metrics as m
from ..simulations.adviser import leader_stranded
from ..simulations.results_model import ResultModel
from ..simulations.simulation import Played
from ..sweeps.figures import Figures
from ..sweeps.sweep import Cell
from ..tournaments.generator import make_players
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
        "* With more players at or above the bar, a leader is stranded in fewer tournaments: in 4, 5 and 6 rounds "
        f"{each(found.mean, eight, 'stranded')} with about 8, {each(found.mean, sixteen, 'stranded')} with about 16.\n"
        "* The price is a worse order. From about 8 to about 16, Kendall's tau changes in 4, 5 and 6 rounds by "
        f"{each(found.gap, sixteen, 'kendall')}, and the share of the three strongest among the first three by "
        f"{each(found.gap, sixteen, 'top_3')}. Both models show this in 4 and 6 rounds. With about 12, tau is "
        "lower in both models too, by less. Not both models show fewer wins of the best player with about 12 or 16.\n"
        "* One unbeaten winner is more frequent with about 2^rounds than with about 8: in 5 rounds with about 32 by "
        f"{both(found.gap, thirty, 'unbeaten_winner', five)}, in 6 with about 64 by "
        f"{both(found.gap, sixty, 'unbeaten_winner', six)}. In 4 rounds, with about 16, not both models show it "
        f"({both(found.gap, sixteen, 'unbeaten_winner', four)}). With twice as many it is less frequent: in 4 rounds "
        f"{both(found.gap, thirty, 'unbeaten_winner', four, sixteen)}, in 5 "
        f"{both(found.gap, sixty, 'unbeaten_winner', five, thirty)}.\n"
        "* So the BGA's table gives a better order but strands leaders: few in 4 rounds and many in 6, where about 12 "
        f"players still have {both(found.mean, twelve, 'stranded', six)}. To avoid this, choose the upper end of the "
        "table or a little more, and accept a worse order. These figures do not show which matters more.\n"
        "* With spread 0 and 2, in 5 rounds, about 12 and 16 also strand fewer leaders than about 8, and about 32 has "
        "more unbeaten winners. With spread 2, not both models show a lower tau with about 12 and 16."
    )


STUDY = Study(
    name="bar",
    question="Where should the bar be, and does the BGA's table hold up?",
    advice=(
        "If leaders must not be stranded, choose a bar with as many players above it as the BGA's table allows, or a "
        "few more; the order of the field gets slightly worse."
    ),
    simulated=(
        "Preset `egf`, profile `balanced-1`; for 4, 5 and 6 rounds (`--rounds` minus one, as given, plus one) the "
        "bar of every field is the rank whose number of players at or above it is nearest to 4, 8, "
        "12, 16, 32 or 64 (64 is all players: a Swiss). The BGA's table has 5 to 10 for 4 rounds, "
        f"6 to 12 for 5, 7 to 15 for 6. {SPREADS} above_bar: the actual number; unbeaten_winner: one player alone "
        f"leads in points and has "
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
        "Fields of 64 with two or three players per rank at the top; the bar moves by whole ranks, so the counts are "
        "means. How many leaders are stranded depends on how few players the fields have near the top. The spreads 0 "
        "and 2 were played in 5 rounds only. Shares come from 100 tournaments each, which show only differences of a "
        "tenth or more."
    ),
    plotted=("unbeaten_winner", "best_wins", "stranded"),
)
