"""Pictures of a tournament for notebooks and papers, by matplotlib (the extra `plots`): `director.plot.scores()`.

The published pages have such pictures, too, as SVG of their own; they need no matplotlib.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ..desk.files.grids import boards_grid, games_grid, scores_grid
from ..model.errors import InputError
from . import frames

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..model.placing.standings import Standings

LABELLED = 5  # players at the top whose lines have their names


class Plots:
    """Pictures of a director's tournament. Each method takes the `ax` to draw on, or makes one, and returns it."""

    def __init__(self, director: Any) -> None:
        self._director = director

    def scores(self, after: int | None = None, ax: Axes | None = None) -> Axes:
        """Everybody's McMahon score by round, in points; the names of those who lead."""
        table, ax = frames.table(scores_grid(self._standings(after))), _axes(ax)
        points = table.drop(columns=["line", "name"])
        for place, (name, own) in enumerate(zip(table["name"], points.to_numpy(), strict=True)):
            leads = place < LABELLED
            ax.plot(own, linewidth=2 if leads else 0.8, alpha=1 if leads else 0.3, label=name if leads else "")
        ax.set(xlabel="round", ylabel="McMahon score", xticks=range(points.shape[1]))
        ax.legend(fontsize="small")
        return ax

    def crosstable(self, after: int | None = None, ax: Axes | None = None) -> Axes:
        """A square for every game, by the lines of its players in the standings; its colour is the score difference."""
        games, ax = frames.table(games_grid(self._standings(after))), _axes(ax)
        across, down = games["opponent_line"], games["line"]
        shown = ax.scatter(across, down, c=games["apart"], marker="s", s=12, cmap="viridis_r")
        ax.figure.colorbar(shown, ax=ax, label="points apart when they were paired")
        ax.set(xlabel="line of the opponent", ylabel="line in the standings", aspect="equal")
        ax.invert_yaxis()
        return ax

    def floats(self, ax: Axes | None = None) -> Axes:
        """For each drawn round how many games have opponents so many points apart."""
        tournament, ax = self._director.tournament, _axes(ax)
        apart = {
            drawn.number: Counter((boards["white_mms"] - boards["black_mms"]).abs().astype(int))
            for drawn in tournament.rounds
            for boards in [frames.table(boards_grid(tournament, drawn))]
        }
        below = dict.fromkeys(apart, 0)
        for points in sorted({points for counts in apart.values() for points in counts}):
            heights = [counts[points] for counts in apart.values()]
            ax.bar(list(apart), heights, bottom=list(below.values()), label=f"{points} apart")
            below = {number: below[number] + counts[points] for number, counts in apart.items()}
        ax.set(xlabel="round", ylabel="games", xticks=list(apart))
        ax.legend(fontsize="small")
        return ax

    def front(self, first: str, second: str, number: int = 0, ax: Axes | None = None) -> Axes:
        """The exact Pareto front of a round between two criteria, and the round as it stands: what a weight buys."""
        found, ax = self._director.pareto(first, second, number=number), _axes(ax)
        table, (x, y) = found.table.sort_values(found.table.columns[0]), found.criteria
        ax.plot(table[x], table[y], drawstyle="steps-post", alpha=0.4)
        for supported, label in ((True, "best by some weights"), (False, "by no weights")):
            some = table[table["supported"] == supported]
            if len(some):
                ax.scatter(some[x], some[y], label=label, zorder=2)
        if found.standing is not None:
            across, up = found.standing
            ax.scatter(across, up, marker="*", s=160, label="the round as it is", zorder=3)
        ax.set(xlabel=x.replace("_", " "), ylabel=y.replace("_", " "))
        ax.locator_params(integer=True)
        ax.legend(fontsize="small")
        return ax

    def _standings(self, after: int | None) -> Standings:
        table: Standings = self._director.standings(after).standings
        return table


def _axes(ax: Any) -> Axes:
    """What is drawn on. Raises InputError if there is no matplotlib."""
    try:
        from matplotlib import pyplot
    except ImportError:
        raise InputError("pictures in Python need matplotlib, the extra `plots`") from None
    made: Axes = ax if ax is not None else pyplot.subplots()[1]
    return made
