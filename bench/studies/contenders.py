"""Whether players who can still win should meet: more single winners, and at what price."""

from __future__ import annotations

from dataclasses import replace

from mcmahon.io.settings.profiles import load_profile

from ..simulations import metrics as m
from ..simulations.simulation import Played
from ..sweeps.figures import Figures
from .common import Arm, Method, Size, Study, both, cells, models, preset

WEIGHT = 100  # a contender with 64 futures against somebody with none costs 6,400: less than a point of difference
WITHOUT, WITH = "without", f"contenders {WEIGHT}"
SWISS = Size(2, 32, 7)  # its players and rounds
SWISS_GROUP = "Swiss, {}"


def arms(size: Size) -> list[Arm]:
    """McMahon fields of the size, and Swiss tournaments of 32 players in 7 rounds: each with and without."""
    swiss = replace(size, players=SWISS.players, rounds=SWISS.rounds)
    fields = (("{}", "balanced", "egf", size), (SWISS_GROUP, "swiss", "swiss", swiss))
    return [
        Arm(group.format(system), method, cells(_method(profile, rules, weight), model, own))
        for group, profile, rules, own in fields
        for system, model in models().items()
        for method, weight in {WITHOUT: 0, WITH: WEIGHT}.items()
    ]


def _method(profile: str, rules: str, weight: int) -> Method:
    base = load_profile(profile)
    return Method(profile=base.with_weights({"contenders": weight}) if weight else base, settings=preset(rules))


def single_winner(played: Played) -> float:
    """1 when one player alone has the most points, or has beaten all others who have as many; else 0 (Carter)."""
    rows = played.standings.rows
    most = max(row.mms for row in rows)
    leaders = {row.player.id for row in rows if row.mms == most}
    beaten: dict[str, set[str]] = {player: set() for player in leaders}
    for drawn in played.tournament.rounds:
        for game in drawn:
            white, black = game.half_points()
            winner, loser = (game.white, game.black) if white > black else (game.black, game.white)
            if white != black and leaders >= {winner, loser}:
                beaten[winner].add(loser)
    return float(any(len(others) == len(leaders) - 1 for others in beaten.values()))


def answer(found: Figures) -> str:
    """The findings."""
    gap, swiss = found.gap, SWISS_GROUP
    return (
        "* **Leave the criterion off**, as it is: nothing here shows by both models. Who runs a Swiss and wants one "
        f"winner on points may try `contenders` with a weight of {WEIGHT}: it costs nothing that shows.\n"
        f"* McMahon: single winners change by {both(gap, WITH, 'single_winner')} of the tournaments, "
        f"unbeaten winners by {both(gap, WITH, 'unbeaten_winner')}, wins of the best by "
        f"{both(gap, WITH, 'best_wins')}: up in one model and down in the other.\n"
        f"* Swiss: single winners change by {both(gap, WITH, 'single_winner', swiss)}, which shows in one model only; "
        f"wins of the best by {both(gap, WITH, 'best_wins', swiss)}.\n"
        f"* Neither the order ({both(gap, WITH, 'kendall')} of Kendall's tau; Swiss "
        f"{both(gap, WITH, 'kendall', swiss)}) nor the evenness of games ({both(gap, WITH, 'distance_mean')} rating "
        f"points; Swiss {both(gap, WITH, 'distance_mean', swiss)}) gets worse in both models."
    )


STUDY = Study(
    name="contenders",
    question="Should those who can still win meet each other?",
    advice="Leave `contenders` off. It does not reliably give one winner.",
    simulated=(
        f"The criterion `contenders` with weight {WEIGHT} and without: 64 simulated futures say in how many each "
        "player comes first, and a pair costs their difference. McMahon: preset `egf`, profile `balanced`. Swiss: "
        f"preset and profile `swiss`, {SWISS.players} players, {SWISS.rounds} rounds, whatever the command says. "
        "single_winner: one player alone has the most points, or has beaten all others who have as many; "
        "distinct_winner: nobody shares the first place after tie-breaks; unbeaten_winner: one player alone "
        "leads in points and has won every round; best_wins: the truly strongest wins; kendall: Kendall's tau "
        "of places and true strengths, kendall_top inside the top group; "
        "distance_mean: mean distance of true strengths."
    ),
    size=Size(200),
    metrics={"single_winner": single_winner}
    | {
        f.__name__: f
        for f in (m.distinct_winner, m.unbeaten_winner, m.best_wins, m.kendall, m.kendall_top, m.distance_mean)
    },
    baseline=WITHOUT,
    arms=arms,
    answer=answer,
    limits=(
        "One weight, one way to simulate (by listed ratings, at most 19 wins in 20) and one cost of a pair. Shares "
        "come from 200 tournaments each, which do not show a difference of less than about a twentieth. Colours "
        "still needed are left to the criterion `colour_balance`."
    ),
    plotted=("single_winner", "best_wins", "kendall"),
)
