"""How much rounding absences to whole points biases the draw and the places."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from mcmahon.model.lottery import lot
from mcmahon.model.pairing.field import Field
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.tournament import Tournament

from ..simulations import metrics as m
from ..simulations.simulation import Played, ours
from ..sweeps.figures import Figures
from ..sweeps.sweep import Cell
from ..tournaments.generator import FieldShape, make_players
from .common import ONE_SPREAD, Arm, Method, Size, Study, arms_of, both, preset

BASELINE = "½, kept"
POINTS = {
    "½, absences rounded down": (0.5, "absences"),
    "½, with byes rounded down": (0.5, "absences and byes"),
    BASELINE: (0.5, "none"),
    "0": (0, "none"),
    "1": (1, "none"),
}
#: Arms that keep the half points but pair by another rounding of the score: the share of halves that is rounded up.
ROUNDED = {"½, kept; paired rounded up": 1.0, "½, kept; paired rounded by lot": 0.5}
#: The arm that draws by lot as the program itself does (`pairing.rounding`): its floats are counted by the same lots.
SETTING = "½, kept; pairing.rounding = lot"
#: The arm whose half points count in the draw: no score is rounded.
COUNTED = "½, kept; pairing.rounding = half"
ORDER = ["1-2 slide RATING", "3+ fold RATING"]  # the default but for SOS, which is not known without the score


def arms(size: Size) -> list[Arm]:
    """What an absence gives, in fields of which two in five miss a round and one in ten comes late."""
    shape = FieldShape(size.players, size.rounds, part_time=0.4, late=0.1, leaving=0.0)

    def method(points: float, rounding: str, paired: str = "down") -> Method:
        own = {"points__absence": points, "points__round_down": rounding, "pairing__seeding": ORDER}
        return Method(shape=shape, settings=preset("egf", **own, pairing__rounding=paired))

    known = arms_of({name: method(*how) for name, how in POINTS.items()}, size)
    kept = [arm for arm in known if arm.method == BASELINE]
    otherwise = [
        Arm(arm.group, name, tuple(replace(cell, engine=engine_of(cell, up)) for cell in arm.cells))
        for arm in kept
        for name, up in ROUNDED.items()
    ]
    settings = {SETTING: method(*POINTS[BASELINE], "lot"), COUNTED: method(*POINTS[BASELINE], "half")}
    return known + otherwise + arms_of(settings, size)


def engine_of(cell: Cell, up: float) -> OtherRounding:
    """Our engine for the tournament of a cell, with another rounding of the pairing score."""
    return OtherRounding(tuple(make_players(cell.shape, cell.settings.seed)), cell.settings.seed, up)


@dataclass(frozen=True, slots=True)
class OtherRounding:
    """Our engine, but a share `up` of the pairing scores with a half is rounded up, chosen by lot; 0 is as ever.

    The order inside score groups is by rating; floats of earlier rounds are counted by the score rounded down.
    """

    players: tuple[Player, ...]
    seed: int
    up: float

    def __call__(self, problem: RoundProblem) -> Pairing:
        """The pairing."""
        return ours(replace(problem, field=self.field(problem)))

    def field(self, problem: RoundProblem) -> Field:
        """The field of a round with the other scores, and everybody's place in the score groups that they make."""
        own, players = problem.field, {p.id: p for p in self.players}
        entered = [players[pid] for pid in own.ids]
        missed = np.array([sum(not p.enters(k) for k in range(1, problem.round)) for p in entered])
        lots = np.array([lot(self.seed, "rounding", problem.round, pid) for pid in own.ids], dtype=np.float64) / 2**63
        score = own.score + np.where(lots < self.up, (missed + own.byes) % 2, 0)
        order = np.lexsort((own.place, np.array([-p.rating for p in entered])))
        place, size = np.zeros_like(own.place), np.zeros_like(own.size)
        for value in np.unique(score):
            group = order[score[order] == value]
            place[group], size[group] = np.arange(len(group)), len(group)
        return replace(own, score=score, place=place, size=size)


def lead_after_absence(played: Played) -> float:
    """Mean lead in true strength over the opponent, in rating points, of players who have missed rounds before.

    Games between two such players add up to nothing and are left out. 0 is a draw that knows no bias.
    """
    leads = list(_leads(played))
    return sum(leads) / len(leads) if leads else math.nan


def lead_after_odd_absences(played: Played) -> float:
    """The same of those who have missed an odd number of rounds, whose half point is the one that rounding takes."""
    leads = list(_leads(played, odd=True))
    return sum(leads) / len(leads) if leads else math.nan


def _leads(played: Played, odd: bool = False) -> Iterator[float]:
    missed = dict.fromkeys((p.id for p in played.tournament.players), 0)
    for drawn in played.tournament.rounds:
        for game in drawn:
            white, black = (bool(missed[pid] % 2 if odd else missed[pid]) for pid in game.players)
            if white != black and not game.defaulted:
                ahead = played.strengths[game.white] - played.strengths[game.black]
                yield ahead if white else -ahead
        for pid in _absent(played.tournament, drawn.number):
            missed[pid] += 1


def places_lost(played: Played) -> float:
    """Mean of final place less place by true strength, of all who have missed a round; the others' is its mirror."""
    rows = played.standings.rows
    strengths = sorted((played.strengths[row.player.id] for row in rows), reverse=True)
    ids = [row.player.id for row in rows]
    missing = {pid for drawn in played.tournament.rounds for pid in _absent(played.tournament, drawn.number)}
    lost = [
        row.place + (sum(other.place == row.place for other in rows) - 1) / 2 - 1
        - strengths.index(played.strengths[pid])
        for pid, row in zip(ids, rows, strict=True)
        if pid in missing
    ]  # fmt: skip
    return sum(lost) / len(lost) if lost else math.nan


def _absent(tournament: Tournament, number: int) -> list[str]:
    return [p.id for p in tournament.players if not p.enters(number)]


def answer(found: Figures) -> str:
    """The findings."""
    down, lead, odd = "½, absences rounded down", "lead_after_absence", "lead_after_odd_absences"
    up, by_lot = ROUNDED
    return (
        f"* Players who have missed a round meet weaker opponents: with half points rounded down, their mean lead is "
        f"{both(found.mean, down, lead)} rating points.\n"
        f"* Hardly any of this comes from the setting. With half points kept the lead is "
        f"{both(found.mean, BASELINE, lead)}; rounding adds {both(found.gap, down, lead)}, after an odd number of "
        f"absences {both(found.gap, down, odd)}. Not both models show this.\n"
        "* Most of it comes from the score for pairing, which is rounded down by default. If half points are "
        f"rounded up or down by lot, the lead changes by {both(found.gap, by_lot, lead)}, to "
        f"{both(found.mean, by_lot, lead)}; if all are rounded up, the bias is reversed: "
        f"{both(found.mean, up, lead)}.\n"
        f'* The setting `pairing.rounding = "lot"` does the same in the program itself: the lead changes by '
        f"{both(found.gap, SETTING, lead)}, to {both(found.mean, SETTING, lead)}. Kendall's tau changes by "
        f"{both(found.gap, SETTING, 'kendall')}, the mean distance of true strengths by "
        f"{both(found.gap, SETTING, 'distance_mean')}.\n"
        f'* With `pairing.rounding = "half"` no score is rounded for pairing: the lead changes by '
        f"{both(found.gap, COUNTED, lead)}, to {both(found.mean, COUNTED, lead)}. Kendall's tau changes by "
        f"{both(found.gap, COUNTED, 'kendall')}, the mean distance of true strengths by "
        f"{both(found.gap, COUNTED, 'distance_mean')}.\n"
        f"* A whole point for each absence reverses the bias too: {both(found.mean, '1', lead)}. From the "
        "second absence on this is more than rounding up.\n"
        "* The setting changes the places: rounding down costs an absentee on average "
        f"{both(found.gap, down, 'places_lost')} of 60 places, compared with half points kept. These "
        f"tournaments show no difference in the order of the whole field "
        f"({both(found.gap, down, 'kendall')} of Kendall's tau)."
    )


STUDY = Study(
    name="absences",
    question="How much does rounding absences to whole points bias the draw?",
    advice=(
        "If many players miss a round, set `pairing.rounding` to `lot` or `half`: else players who return "
        "meet weaker opponents."
    ),
    simulated=(
        "Preset `egf`, bar nearest the middle of the BGA's table, profile `balanced-1`; two in five players "
        "miss one round and one in ten comes late, independent of strength. The methods are the points for an absence; "
        "`paired rounded …` keeps the half points, but draws by the score rounded up, or up or down by lot, instead of "
        "down. Groups are ordered by rating in all rounds. "
        "lead_after_absence: mean lead in true strength over the opponent of players who have missed a round before "
        "(0 = no bias, above 0 = they meet weaker opponents); lead_after_odd_absences: the same for players who have "
        "missed an odd number of rounds; places_lost: mean of final place minus place by true strength, of all who "
        "missed a round; kendall: Kendall's tau of places and true strengths; distance_mean: mean distance of true "
        "strengths."
    ),
    size=Size(100),
    metrics={
        f.__name__: f for f in (lead_after_absence, lead_after_odd_absences, places_lost, m.kendall, m.distance_mean)
    },
    baseline=BASELINE,
    arms=arms,
    answer=answer,
    limits=(
        "Absence is independent of strength and known beforehand, and nobody misses more than a few rounds of five. "
        "Mean leads count only games after the absence, and not those between two absentees. With other rounding of "
        f"the score, floats of earlier rounds are still counted by the score rounded down. {ONE_SPREAD}"
    ),
    plotted=("lead_after_absence", "places_lost", "kendall"),
)
