"""How much rounding absences to whole points biases the draw and the places."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...model.tournament import Tournament
from .. import metrics as m
from ..figures import Figures
from ..generator import FieldShape
from ..simulation import Played
from .common import Arm, Method, Size, Study, arms_of, preset

POINTS = {
    "½, absences rounded down": (0.5, "absences"),
    "½, with byes rounded down": (0.5, "absences and byes"),
    "½, kept": (0.5, "none"),
    "0": (0, "none"),
    "1": (1, "none"),
}


def arms(size: Size) -> list[Arm]:
    """What an absence gives, in fields of which two in five miss a round and one in ten comes late."""
    shape = FieldShape(size.players, size.rounds, part_time=0.4, late=0.1, leaving=0.0)
    methods = {
        name: Method(shape=shape, settings=preset(points__absence=points, points__round_down=rounding))
        for name, (points, rounding) in POINTS.items()
    }
    return arms_of(methods, size)


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
            if white != black and not game.by_default:
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
    down, kept = "½, absences rounded down", "½, kept"
    return (
        "Whoever has missed a round is drawn against weaker players, a mean lead of "
        f"{found.mean('egf', down, 'lead_after_absence')} rating points by `egf` and "
        f"{found.mean('aga', down, 'lead_after_absence')} by `aga`, but not because of the setting: with half points "
        f"kept it is {found.mean('egf', kept, 'lead_after_absence')} and "
        f"{found.mean('aga', kept, 'lead_after_absence')}, since the score for pairing is rounded down in any case. "
        f"What the setting changes is the places: rounding costs each absentee {found.gap('egf', down, 'places_lost')} "
        f"places of 60 by `egf` and {found.gap('aga', down, 'places_lost')} by `aga` against half points kept, with no "
        f"difference in the order of the field ({found.gap('egf', down, 'kendall')} and "
        f"{found.gap('aga', down, 'kendall')} of Kendall's tau). Rounding up would only turn the bias of the draw "
        f"round: with a whole point for each absence the lead is {found.mean('egf', '1', 'lead_after_absence')} and "
        f"{found.mean('aga', '1', 'lead_after_absence')}."
    )


STUDY = Study(
    name="absences",
    question="How much does rounding absences to whole points bias the draw?",
    simulated=(
        "Preset `egf`, automatic bar, profile `balanced`; two in five players miss one round, one in ten comes late, "
        "whoever they are: absence has nothing to do with strength. The methods are what an absence gives. "
        "lead_after_absence: mean lead in true strength over the opponent of players who have missed a round before "
        "(0 = no bias, above 0 = they meet weaker opponents); lead_after_odd_absences: the same of those who have "
        "missed an odd number of rounds; places_lost: mean of final place less place by true strength of all who "
        "missed a round; kendall: Kendall's tau of places and true strengths; distance_mean: mean distance of true "
        "strengths."
    ),
    size=Size(100),
    metrics={
        f.__name__: f for f in (lead_after_absence, lead_after_odd_absences, places_lost, m.kendall, m.distance_mean)
    },
    baseline="½, kept",
    arms=arms,
    answer=answer,
    limits=(
        "Absence is independent of strength and known beforehand, and nobody misses more than a few rounds of five. "
        "Mean leads count games after the absence only, and not those between two absentees."
    ),
    plotted=("lead_after_absence", "places_lost", "kendall"),
)
