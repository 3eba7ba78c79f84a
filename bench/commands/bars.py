"""The command bench bars: the effect of each bar in simulated tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer
from mcmahon.cli.common import desk, echo, echo_json, progress
from mcmahon.cli.output import columns
from mcmahon.cli.request_options import AsJson, Dir, example

if TYPE_CHECKING:
    from mcmahon.model.tournament.settings.settings import Settings

    from ..shares import Share
    from ..simulations.adviser import BarAdvice

commands = typer.Typer()


@commands.command(epilog=example("bench bars spring", "bench bars spring --bar 3d -n 500"))
def bars(
    path: Dir,
    count: Annotated[
        int, typer.Option("--tournaments", "-n", metavar="N", min=1, help="Simulated tournaments for each bar.")
    ] = 200,
    supergroups: Annotated[
        str, typer.Option(metavar="SIZES", help="Sizes of supergroups, separated by commas; 0: none.")
    ] = "0",
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Seed of the first tournament; the others follow.")] = 1,
    model: Annotated[str, typer.Option(metavar="NAME", help="Rating model egf, egf-komi, aga or fixed.")] = "egf",
    bar: Annotated[
        str, typer.Option(metavar="RANK", help="Mark this bar as the current one: a rank, auto or none.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Simulate the tournament with each possible bar, and show how often there is one unbeaten winner."""
    from ..answers import advice_answer
    from ..simulations.adviser import AdviserTrials, advise, choices_of, to_simulate
    from ..simulations.results_model import ResultModel

    tournament = to_simulate(desk(path).read(), bar).tournament
    choices = choices_of(tournament, supergroups)
    with progress(f"simulating {count} tournaments with each of {len(choices)} bars …"):
        found = advise(tournament, choices, AdviserTrials(count, seed, ResultModel(model), workers=0))
    if as_json:
        echo_json(advice_answer(found))
        return
    echo(advice_text(found, tournament.settings))
    of = f"{count} simulated tournaments ({model}, seed {seed})"
    echo(f"Shares of {of} with 95 % intervals; * marks the current bar.")


def advice_text(advice: Sequence[BarAdvice], settings: Settings) -> str:
    """The advice as a table; `*` marks the bar and supergroup of the settings."""
    from ..simulations.adviser import Choice

    taken = Choice(settings.start.bar, len(settings.start.supergroup))
    decided = replace(taken, bar=settings.decided.bar) if taken.bar == "auto" else taken
    rows = [
        [
            line.choice.bar + (" *" if line.choice == decided else ""),
            line.choice.supergroup or "-",
            line.above,
            *(_share_text(share) for share in (line.unbeaten, line.best_wins, line.leader_stranded)),
            line.verdict,
        ]
        for line in advice
    ]
    titles = ["Bar", "Supergroup", "Players", "One unbeaten winner", "Best player wins", "Leader stranded", "BGA table"]
    return columns(titles, rows, " rrrrr ")


def _share_text(share: Share) -> str:
    return f"{share.value:.0%} ({share.low:.0%}-{share.high:.0%})"
